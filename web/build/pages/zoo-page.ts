// The zoo as static HTML, written when the site is built from what the command prints: the browser's
// registry leaves sources out.

import { execFileSync } from "node:child_process";
import { groupName } from "../../ui/controls.js";
import { bytes, counted, exact, number, quantity } from "../../ui/format.js";
import { choice } from "../../ui/labels.js";
import { label } from "../../site/entry-labels.js";
import { planeHtml, type Placed } from "./plane.js";
import { each, noteHtml, worded } from "./registry-words.js";
import { deviceLinks, modelLinks, type ZooEngine } from "./zoo-links.js";

interface Source {
  fields: string[];
  title: string;
  url: string;
  check: string;
  read_at?: string;
  date?: string;
  recorded: string;
}

type Entry = Record<string, unknown> & {
  id: string;
  name: string;
  estimated?: { field: string; why: string }[];
  sources?: Source[];
  notes?: string[];
};

const WORDS = new Set(["id", "name", "estimated", "sources", "notes"]);

const CHECKS: Record<string, string> = {
  primary_read: "read at the source",
  secondary_read: "quoted from a second source",
  recomputed: "recomputed",
  config_read_and_recomputed: "configuration read and recomputed",
  textbook_registry_read: "from the textbook’s registry",
  not_rechecked: "not rechecked",
};

const text = (value: string): string =>
  value.replace(/[&<>"]/g, (mark) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[mark]!);

const unit = (field: string): string => {
  if (/flop_per_s/.test(field)) return "flop/s";
  if (/bytes_per_s$/.test(field)) return "bytes/s";
  if (/_per_sample$|_bytes$/.test(field)) return "bytes";
  if (/_s$/.test(field)) return "s";
  if (/_w$/.test(field)) return "W";
  if (/_usd$/.test(field)) return "USD";
  if (/_usd_per_hour$/.test(field)) return "USD/h";
  if (/forward_flops$/.test(field)) return "flop";
  return "";
};

/** Counts from here on would be written with an exponent. */
const BILLION = 1e9;

/** The kind of an entry, by which the pickers and the tables group it. */
const isKind = (field: string): boolean => field === "class" || field === "family";

const shown = (field: string, value: unknown): string => {
  if (isKind(field)) return groupName(String(value));
  if (typeof value === "number") {
    if (/year$/.test(field)) return String(value);
    if (unit(field) === "bytes") return bytes(value);
    return unit(field) === "" && value >= BILLION ? counted(value, 6) : exact(value, unit(field));
  }
  if (Array.isArray(value)) return value.length > 0 ? value.map((one) => choice(String(one))).join(", ") : "none";
  return typeof value === "boolean" ? (value ? "yes" : "no") : worded(String(value));
};

/** Figures of an entry, nested ones as peak_flop_per_s.fp16. */
function figures(entry: Entry): [string, unknown][] {
  return Object.entries(entry).flatMap(([field, value]): [string, unknown][] => {
    if (WORDS.has(field) || value === null || value === undefined) return [];
    if (typeof value === "object" && !Array.isArray(value)) {
      return Object.entries(value as object).filter(([, one]) => one !== null).map(([inner, one]) => [`${field}.${inner}`, one]);
    }
    return [[field, value]];
  });
}

/** A source or an estimate may speak of a whole group: peak_flop_per_s covers peak_flop_per_s.fp16. */
const covers = (named: string, field: string): boolean => named === field || field.startsWith(`${named}.`) || field.startsWith(`${named}_`);

const nameOf = (field: string): string => {
  const [group, inner] = field.split(".");
  return inner ? `${label(group!)} ${inner.toUpperCase()}` : label(field);
};

function entryHtml(entry: Entry, group: string, leads: string): string {
  const sources = entry.sources ?? [];
  const rows = figures(entry)
    .map(([field, value]) => {
      const guess = (entry.estimated ?? []).find(({ field: named }) => covers(named, field));
      const from = sources
        .filter(({ fields }) => fields.some((named) => covers(named, field)))
        .map(({ title, url, check, date, recorded }) => `<a href="${text(url)}">${text(title)}</a> <span class="estimated">(${text([CHECKS[check] ?? check.replace(/_/g, " "), date && `as of ${date}`, `recorded ${recorded}`].filter(Boolean).join(", "))})</span>`);
      return `<tr><th scope="row">${text(nameOf(field))}</th><td class="figure">${guess ? "≈ " : ""}${text(shown(field, value))}</td><td>${
        guess ? `Estimated: ${text(worded(guess.why))}${from.length > 0 ? "<br>" : ""}` : ""
      }${from.join("<br>")}</td></tr>`;
    })
    .join("\n");
  const notes = (entry.notes ?? []).map((note) => noteHtml(text(note))).join("");
  // Sources of what has no row of its own, such as an architecture as a whole.
  const other = sources.filter(({ fields }) => !figures(entry).some(([field]) => fields.some((named) => covers(named, field))));
  const links = other.map(({ title, url }) => `<li>Source: <a href="${text(url)}">${text(title)}</a></li>`).join("");
  return `<details class="entry" id="${text(entry.id)}" data-find="${text(`${entry.name} ${entry.id} ${group}`.toLowerCase())}">
<summary>${text(entry.name)} <span>${text(entry.id)}</span></summary>
<div>${leads ? `<p class="leads">${leads}</p>` : ""}<div class="scroll" tabindex="0" role="group" aria-label="Figures of ${text(entry.name)}"><table>
<thead><tr><th scope="col">Figure</th><th scope="col" class="figure">Value</th><th scope="col">Where it comes from</th></tr></thead>
<tbody>${rows}</tbody></table></div>${links || notes ? `<ul>${links}${notes}</ul>` : ""}</div>
</details>`;
}

interface Shown {
  html: string;
  /** What the column is sorted by; none stand last. */
  by: string | number | undefined;
}

const cell = (html: string, by: unknown): Shown => ({ html: text(html), by: typeof by === "number" || typeof by === "string" ? by : undefined });

type Column = [head: string, cell: (entry: Entry) => Shown, kind?: "words"];

/** Figures come first, so that a narrow page begins with them. */
const figure = ([, , kind]: Column): string => (kind === "words" ? "" : ' class="figure"');

function overview(entries: Entry[], caption: string, columns: Column[]): string {
  const rows = entries
    .map(
      (entry) => `<tr data-find="${text(`${entry.name} ${entry.id} ${groupName(String(entry["class"] ?? entry["family"] ?? ""))}`.toLowerCase())}"><th scope="row"><a href="#${text(entry.id)}">${text(entry.name)}</a></th>${columns
        .map((column) => {
          const { html, by } = column[1](entry);
          return `<td${figure(column)}${by === undefined ? "" : ` data-by="${text(String(by))}"`}>${html}</td>`;
        })
        .join("")}</tr>`,
    )
    .join("\n");
  return `<div class="scroll overview" tabindex="0" role="group" aria-label="${caption}"><table><caption>${caption}</caption>
<thead><tr><th scope="col">Name</th>${columns.map((column) => `<th scope="col"${figure(column)}>${column[0]}</th>`).join("")}</tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

const value = (entry: Entry, field: string, shape: string): string => {
  const found = entry[field] as number | null | undefined;
  if (found === null || found === undefined) return "—";
  const guess = (entry.estimated ?? []).some(({ field: named }) => covers(named, field));
  return `${guess ? "≈ " : ""}${shape === "" ? number(found) : shape === "count" ? counted(found) : quantity(found, shape)}`;
};

/** In FP16, or in the first format that there is. */
function bestRate(entry: Entry): { precision: string; flop_per_s: number } | undefined {
  const rates = entry["peak_flop_per_s"] as Record<string, number | null>;
  const precision = rates["fp16"] ? "fp16" : Object.keys(rates).find((one) => rates[one]);
  return precision === undefined ? undefined : { precision, flop_per_s: rates[precision]! };
}

const rate = (entry: Entry): string => {
  const best = bestRate(entry);
  if (!best) return "—";
  const guess = (entry.estimated ?? []).some(({ field }) => covers(field, `peak_flop_per_s.${best.precision}`));
  return `${guess ? "≈ " : ""}${quantity(best.flop_per_s, "flop/s")} ${best.precision.toUpperCase()}`;
};

/** By the hour, with the offer and its day. */
const price = (entry: Entry): Shown => {
  const found = entry["price_usd_per_hour"];
  const source = (entry.sources ?? []).find(({ fields }) => fields.includes("price_usd_per_hour"));
  if (typeof found !== "number") return cell("—", undefined);
  return { html: `${text(value(entry, "price_usd_per_hour", "USD"))}${source ? ` <small><a href="${text(source.url)}">${text(source.title.split(",")[0]!)}</a> ${text(source.date ?? "")}</small>` : ""}`, by: found };
};

const amount = (entry: Entry, field: string, shape: string): Shown => cell(value(entry, field, shape), entry[field]);

export function zooPage(command: string, engine: ZooEngine): string {
  const read = (kind: string): Entry[] => JSON.parse(execFileSync(command, ["zoo", kind, "--json"], { maxBuffer: 1 << 26, encoding: "utf8" })) as Entry[];
  const hardware = read("hardware");
  const models = read("models");
  const devices = overview(hardware, `${hardware.length} devices`, [
    ["Peak", (entry) => cell(rate(entry), bestRate(entry)?.flop_per_s)],
    ["Memory", (entry) => amount(entry, "memory_capacity_bytes", "bytes")],
    ["Bandwidth", (entry) => amount(entry, "memory_bandwidth_bytes_per_s", "bytes/s")],
    ["Power", (entry) => amount(entry, "tdp_w", "W")],
    ["Price per hour", price],
    ["Kind", (entry) => cell(groupName(String(entry["class"] ?? "")), groupName(String(entry["class"] ?? ""))), "words"],
    ["Year", (entry) => cell(String(entry["release_year"] ?? "—"), entry["release_year"])],
  ]);
  const networks = overview(models, `${models.length} models`, [
    ["Parameters", (entry) => amount(entry, "parameters", "count")],
    ["Layers", (entry) => amount(entry, "layers", "")],
    ["Forward pass", (entry) => cell(typeof entry["forward_flops"] === "number" ? each(value(entry, "forward_flops", "flop"), String(entry["unit"] ?? "unit")) : "—", entry["forward_flops"])],
    ["Family", (entry) => cell(groupName(String(entry["family"] ?? "")), groupName(String(entry["family"] ?? ""))), "words"],
  ]);
  const placed = hardware.flatMap((entry): Placed[] => {
    const best = bestRate(entry);
    const { memory_bandwidth_bytes_per_s: bandwidth, memory_capacity_bytes: memory } = entry as unknown as Record<string, number | null>;
    const kind = String(entry["class"]);
    return best && bandwidth && memory
      ? [{ id: entry.id, name: entry.name, kind: kind === "cloud" || kind === "workstation" ? kind : "edge", bandwidth_bytes_per_s: bandwidth, flop_per_s: best.flop_per_s, precision: best.precision, memory_bytes: memory }]
      : [];
  });
  return `<div class="filter"><label for="filter">Find a device or model by name, id or kind</label><input id="filter" type="search" autocomplete="off" spellcheck="false" /><p role="status" id="count"></p></div>
<section aria-labelledby="devices"><h2 id="devices">Devices</h2>${planeHtml(placed)}${devices}
<h3 class="sub">Every figure and its source</h3>
${hardware.map((entry) => entryHtml(entry, groupName(String(entry["class"] ?? "")), deviceLinks(engine, entry.id))).join("\n")}</section>
<section aria-labelledby="models"><h2 id="models">Models</h2>${networks}
<h3 class="sub">Every figure and its source</h3>
${models.map((entry) => entryHtml(entry, groupName(String(entry["family"] ?? "")), modelLinks(engine, entry))).join("\n")}</section>`;
}
