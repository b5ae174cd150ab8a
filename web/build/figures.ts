// What a number that opens is told with: what each figure of a result is and how it follows from others, what each preset
// assumes, and where the figures of devices and models come from. Loaded with the tools alone.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { paths } from "./bundle.js";

export interface Figure {
  description: string;
  unit: string;
  /** The first that gives the figure is the one that holds. */
  formulas?: string[];
}

/** For the fields of an entry of the registry, the number of a source, how it was followed, and why one is an estimate. */
export interface Origin {
  /** `second`: read where others quote it; `textbook`: as the textbook's package quotes it; `unread`: as commonly published, and not read again. */
  sources: { fields: string[]; source: number; second?: true; textbook?: true; unread?: true }[];
  estimated: Record<string, string>;
}

/** `date`: on which it said so, of what changes; `recorded`: on which its figures came into the registry. */
interface Stated {
  title: string;
  url: string;
  date?: string;
  recorded: string;
}

export interface Figures {
  /** By the call that gives them. */
  calls: Record<string, Record<string, Figure>>;
  /** What the fields of its request are. */
  settings: Record<string, Record<string, string>>;
  hardware: Record<string, Figure>;
  model: Record<string, Figure>;
  presets: Record<string, Record<string, unknown>>;
  /** Where the values come from that are assumed and were not fitted. */
  assumed: Record<string, string>;
  /** Why the fitted values of a program's assumptions are what they are. */
  fitted: Record<string, Record<string, string>>;
  sources: Stated[];
  origins: Record<string, Origin>;
}

interface Node {
  $ref?: string;
  description?: string;
  properties?: Record<string, Node>;
  "x-unit"?: string;
  "x-formulas"?: string[];
}

interface Schema {
  $defs: Record<string, Node>;
  calls: Record<string, { result: Node }>;
  "x-presets": Record<string, Record<string, unknown>>;
  "x-assumed": Record<string, string>;
}

interface Entry {
  id: string;
  sources: (Stated & { fields: string[]; check: string })[];
  estimated?: { field: string; why: string }[];
}

/** Calls with numbers that open. */
const OPENED = ["roofline", "serve", "compress", "sensitivity", "synthesize", "explain", "load", "train", "plan", "route_model", "route_project"];

/** What opens beside a call's own figures: those of an option, or of a factor, which the widget puts beside them. */
const BESIDE: Record<string, string> = { plan: "PlanOption", explain: "Factor" };

const software = fileURLToPath(new URL("../../core/data/software/", import.meta.url));

/** `settings`: of each call what its fields are. */
export function figures(schema: Schema, settings: Figures["settings"]): Figures {
  const definition = (node: Node): Node => (node.$ref ? schema.$defs[node.$ref.split("/").pop()!]! : node);
  const figuresOf = (node: Node, prefix = "", of = ""): [string, Figure][] =>
    Object.entries(definition(node).properties ?? {}).flatMap(([name, field]) => {
      const inner = definition(field);
      // What opens is there: when it is null does not concern who opened it.
      const description = of + (field.description ?? "").replace(/; null: [^;]*$/, "");
      if (inner.properties) return figuresOf(inner, `${prefix}${name}.`, `${description}: `);
      return [[prefix + name, { description, unit: field["x-unit"] ?? "", ...(field["x-formulas"] ? { formulas: field["x-formulas"] } : {}) }]];
    });
  const opened = (call: string, result: Node): [string, Figure][] => [...figuresOf(result), ...(BESIDE[call] ? figuresOf(schema.$defs[BESIDE[call]]!) : [])];
  const sources: Figures["sources"] = [];
  const numbered = ({ title, url, date, recorded }: Stated): number => {
    const found = sources.findIndex((one) => one.title === title && one.url === url && one.date === date && one.recorded === recorded);
    return found >= 0 ? found : sources.push({ title, url, ...(date ? { date } : {}), recorded }) - 1;
  };
  const followed = (check: string): object => (check === "secondary_read" ? { second: true } : check === "textbook_registry_read" ? { textbook: true } : check === "not_rechecked" ? { unread: true } : {});
  const entries = ["hardware", "models"].flatMap((kind) => JSON.parse(execFileSync(paths.command, ["zoo", kind, "--json"], { encoding: "utf8", maxBuffer: 1 << 26 })) as Entry[]);
  const why = (list: Entry["estimated"] = []): Record<string, string> => Object.fromEntries(list.map(({ field, why }) => [field, why]));
  const fits = readdirSync(software).filter((name) => name.endsWith(".json")).map((name) => JSON.parse(readFileSync(software + name, "utf8")) as Entry);
  return {
    calls: Object.fromEntries(Object.entries(schema.calls).filter(([call]) => OPENED.includes(call)).map(([call, { result }]) => [call, Object.fromEntries(opened(call, result))])),
    settings,
    hardware: Object.fromEntries(figuresOf(schema.$defs["Hardware"]!)),
    model: Object.fromEntries(figuresOf(schema.$defs["Model"]!)),
    presets: schema["x-presets"],
    assumed: schema["x-assumed"],
    fitted: Object.fromEntries(fits.map(({ id, estimated }) => [id, why(estimated)])),
    origins: Object.fromEntries(entries.map(({ id, sources: given, estimated }) => [id, { sources: given.map((one) => ({ fields: one.fields, source: numbered(one), ...followed(one.check) })), estimated: why(estimated) }])),
    sources,
  };
}
