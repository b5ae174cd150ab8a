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

/** For the fields of an entry that open, the number of a source, how it was followed, and why one is an estimate. */
export interface Origin {
  /** `second`: read where others quote it; `textbook`: as the textbook's package quotes it; `unread`: as commonly published, and not read again. */
  sources: { fields: string[]; source: number; second?: true; textbook?: true; unread?: true }[];
  estimated: Record<string, string>;
  /** The day on which the estimates were made that no source names. */
  since?: string;
}

/** Within what a value may as well lie, or a fitted one lies with one document left out. */
interface Range {
  low: number;
  high: number;
}

/** What a value rests on that is assumed and was not fitted. */
interface Assumed extends Range {
  why: string;
  url?: string;
  date: string;
}

/** How far a figure may be off: as a source states it, to the digits given where `rounded`; of an estimate shares of it. */
interface Certainty extends Partial<Range> {
  stated?: string;
  rounded?: true;
}

/** What a program's assumptions were fitted to, and when; those of which its measurements say nothing are as for all. */
interface Fit {
  date: string;
  of: Record<string, Range & { points: number; documents: number }>;
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
  assumed: Record<string, Assumed>;
  certainty: Record<"hardware" | "model", Record<string, Certainty>>;
  /** By program; one that has none is calibrated as "unknown" is. */
  fitted: Record<string, Fit>;
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
  "x-assumed": Record<string, Assumed>;
  "x-certainty": Record<"Hardware" | "Model", Record<string, Certainty>>;
}

interface Entry {
  id: string;
  sources: (Stated & { fields: string[]; check: string })[];
  estimated?: { field: string; why: string }[];
}

interface FitFile {
  id: string;
  date: string;
  estimated: ({ field: string; why: string } | ({ field: string } & Fit["of"][string]))[];
}

/** Calls with numbers that open. */
const OPENED = ["roofline", "serve", "compress", "sensitivity", "synthesize", "explain", "load", "train", "plan", "route_model", "route_project"];

/** What opens beside a call's own figures: those of an option, or of a factor, which the widget puts beside them. */
const BESIDE: Record<string, string> = { plan: "PlanOption", explain: "Factor" };

const software = fileURLToPath(new URL("../../core/data/software/", import.meta.url));

/** The fields of a device or model that formulas name; of rates by precision the name of all. */
function openedOf(schema: Schema): { hardware: Set<string>; model: Set<string>; assumptions: Set<string> } {
  const found = { hardware: new Set<string>(), model: new Set<string>(), assumptions: new Set<string>() };
  for (const { properties = {} } of Object.values(schema.$defs))
    for (const formula of Object.values(properties).flatMap((field) => field["x-formulas"] ?? []))
      for (const [, group, field] of formula.matchAll(/\b(hardware|model|assumptions)\.(\w+)/g)) found[group as keyof typeof found].add(field!);
  return found;
}

/** `settings`: of each call what its fields are; `worded`: what the registry says, in the language spoken. */
export function figures(schema: Schema, settings: Figures["settings"], worded: (english: string) => string): Figures {
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
  const opens = openedOf(schema);
  const named = (group: keyof typeof opens, field: string): boolean => opens[group].has(field.split(".")[0]!);
  const origin = (group: "hardware" | "model", { sources: given, estimated = [] }: Entry): Origin => {
    const cited = given.map(({ fields, ...one }) => ({ ...one, fields: fields.filter((field) => named(group, field)) })).filter(({ fields }) => fields.length > 0);
    const guesses = estimated.filter(({ field }) => named(group, field));
    const isCited = (field: string): boolean => cited.some(({ fields }) => fields.some((one) => one === field || field.startsWith(`${one}.`)));
    return {
      sources: cited.map((one) => ({ fields: one.fields, source: numbered(one), ...followed(one.check) })),
      estimated: Object.fromEntries(guesses.map(({ field, why }) => [field, worded(why)])),
      ...(guesses.every(({ field }) => isCited(field)) ? {} : { since: given.map(({ recorded }) => recorded).sort()[0]! }),
    };
  };
  const registry = (kind: string): Entry[] => JSON.parse(execFileSync(paths.command, ["zoo", kind, "--json"], { encoding: "utf8", maxBuffer: 1 << 26 })) as Entry[];
  const origins = (group: "hardware" | "model", kind: string): [string, Origin][] => registry(kind).map((entry) => [entry.id, origin(group, entry)]);
  const fits = readdirSync(software).filter((name) => name.endsWith(".json")).map((name) => JSON.parse(readFileSync(software + name, "utf8")) as FitFile);
  const fitOf = ({ date, estimated }: FitFile): Fit => ({ date, of: Object.fromEntries(estimated.flatMap((one) => ("why" in one || !opens.assumptions.has(one.field) ? [] : [[one.field, { points: one.points, documents: one.documents, low: one.low, high: one.high }]]))) });
  const some = (all: Record<string, Figure>, group: "hardware" | "model"): Record<string, Figure> => Object.fromEntries(Object.entries(all).filter(([field]) => named(group, field)));
  return {
    calls: Object.fromEntries(Object.entries(schema.calls).filter(([call]) => OPENED.includes(call)).map(([call, { result }]) => [call, Object.fromEntries(opened(call, result))])),
    settings,
    hardware: some(Object.fromEntries(figuresOf(schema.$defs["Hardware"]!)), "hardware"),
    model: some(Object.fromEntries(figuresOf(schema.$defs["Model"]!)), "model"),
    presets: schema["x-presets"],
    assumed: schema["x-assumed"],
    certainty: { hardware: schema["x-certainty"].Hardware, model: schema["x-certainty"].Model },
    fitted: Object.fromEntries(fits.map((one) => [one.id, fitOf(one)])),
    origins: Object.fromEntries([...origins("hardware", "hardware"), ...origins("model", "models")]),
    sources,
  };
}
