// The zoo as static HTML, written when the site is built from what the command prints: the browser's
// registry leaves sources out.

import { execFileSync } from "node:child_process";
import { groupName } from "../../ui/controls.js";
import { bytes, exact, number, quantity } from "../../ui/format.js";
import { label } from "../../ui/labels.js";

interface Source {
  fields: string[];
  title: string;
  url: string;
  check: string;
  read_at?: string;
  date?: string;
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
  secondary_read: "read in a second source",
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

const shown = (field: string, value: unknown): string => {
  if (typeof value === "number") return /year$/.test(field) ? String(value) : unit(field) === "bytes" ? bytes(value) : exact(value, unit(field));
  if (Array.isArray(value)) return value.length > 0 ? value.join(", ") : "none";
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
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

function entryHtml(entry: Entry, group: string): string {
  const sources = entry.sources ?? [];
  const rows = figures(entry)
    .map(([field, value]) => {
      const guess = (entry.estimated ?? []).find(({ field: named }) => covers(named, field));
      const from = sources
        .filter(({ fields }) => fields.some((named) => covers(named, field)))
        .map(({ title, url, check, date }) => `<a href="${text(url)}">${text(title)}</a> <span class="estimated">(${text([CHECKS[check] ?? check.replace(/_/g, " "), date].filter(Boolean).join(", "))})</span>`);
      return `<tr><th scope="row">${text(nameOf(field))}</th><td class="figure">${guess ? "≈ " : ""}${text(shown(field, value))}</td><td>${
        guess ? `Estimated: ${text(guess.why)}${from.length > 0 ? "<br>" : ""}` : ""
      }${from.join("<br>")}</td></tr>`;
    })
    .join("\n");
  const notes = (entry.notes ?? []).map((note) => `<li>${text(note)}</li>`).join("");
  // Sources of what has no row of its own, such as an architecture as a whole.
  const other = sources.filter(({ fields }) => !figures(entry).some(([field]) => fields.some((named) => covers(named, field))));
  const links = other.map(({ title, url }) => `<li>Source: <a href="${text(url)}">${text(title)}</a></li>`).join("");
  return `<details class="entry" id="${text(entry.id)}" data-find="${text(`${entry.name} ${entry.id} ${group}`.toLowerCase())}">
<summary>${text(entry.name)} <span>${text(entry.id)}</span></summary>
<div><div class="scroll" tabindex="0" role="group" aria-label="Figures of ${text(entry.name)}"><table>
<thead><tr><th scope="col">Figure</th><th scope="col" class="figure">Value</th><th scope="col">Where it comes from</th></tr></thead>
<tbody>${rows}</tbody></table></div>${links || notes ? `<ul>${links}${notes}</ul>` : ""}</div>
</details>`;
}

/** Figures come first, so that a narrow page begins with them. */
const figure = (head: string): string => (head === "Kind" || head === "Family" ? "" : ' class="figure"');

function overview(entries: Entry[], caption: string, columns: [head: string, cell: (entry: Entry) => string][]): string {
  const rows = entries
    .map(
      (entry) => `<tr data-find="${text(`${entry.name} ${entry.id} ${groupName(String(entry["class"] ?? entry["family"] ?? ""))}`.toLowerCase())}"><th scope="row"><a href="#${text(entry.id)}">${text(entry.name)}</a></th>${columns
        .map(([head, cell]) => `<td${figure(head)}>${text(cell(entry))}</td>`)
        .join("")}</tr>`,
    )
    .join("\n");
  return `<div class="scroll overview" tabindex="0" role="group" aria-label="${caption}"><table><caption>${caption}</caption>
<thead><tr><th scope="col">Name</th>${columns.map(([head]) => `<th scope="col"${figure(head)}>${head}</th>`).join("")}</tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

const value = (entry: Entry, field: string, shape: string): string => {
  const found = entry[field] as number | null | undefined;
  if (found === null || found === undefined) return "—";
  const guess = (entry.estimated ?? []).some(({ field: named }) => covers(named, field));
  return `${guess ? "≈ " : ""}${shape === "" ? number(found) : quantity(found, shape)}`;
};

const rate = (entry: Entry): string => {
  const rates = entry["peak_flop_per_s"] as Record<string, number | null>;
  const [precision, best] = rates["fp16"] ? ["fp16", rates["fp16"]] : (Object.entries(rates).find(([, one]) => one) ?? ["", null]);
  const guess = (entry.estimated ?? []).some(({ field }) => covers(field, `peak_flop_per_s.${precision}`));
  return best === null ? "—" : `${guess ? "≈ " : ""}${quantity(best as number, "flop/s")} ${(precision as string).toUpperCase()}`;
};

export function zooPage(command: string): string {
  const read = (kind: string): Entry[] => JSON.parse(execFileSync(command, ["zoo", kind, "--json"], { maxBuffer: 1 << 26, encoding: "utf8" })) as Entry[];
  const hardware = read("hardware");
  const models = read("models");
  const devices = overview(hardware, `${hardware.length} devices`, [
    ["Peak", rate],
    ["Memory", (entry) => value(entry, "memory_capacity_bytes", "bytes")],
    ["Bandwidth", (entry) => value(entry, "memory_bandwidth_bytes_per_s", "bytes/s")],
    ["Power", (entry) => value(entry, "tdp_w", "W")],
    ["Kind", (entry) => groupName(String(entry["class"] ?? ""))],
    ["Year", (entry) => String(entry["release_year"] ?? "—")],
  ]);
  const networks = overview(models, `${models.length} models`, [
    ["Parameters", (entry) => value(entry, "parameters", "")],
    ["Layers", (entry) => value(entry, "layers", "")],
    ["Forward pass", (entry) => (typeof entry["forward_flops"] === "number" ? `${value(entry, "forward_flops", "flop")} a ${String(entry["unit"] ?? "unit")}` : "—")],
    ["Family", (entry) => groupName(String(entry["family"] ?? ""))],
  ]);
  return `<div class="filter"><label for="filter">Filter by name, id or kind</label><input id="filter" type="search" autocomplete="off" spellcheck="false" /><p role="status" id="count"></p></div>
<section aria-labelledby="devices"><h2 id="devices">Devices</h2>${devices}
<h3 class="sub">Every figure and its source</h3>
${hardware.map((entry) => entryHtml(entry, groupName(String(entry["class"] ?? "")))).join("\n")}</section>
<section aria-labelledby="models"><h2 id="models">Models</h2>${networks}
<h3 class="sub">Every figure and its source</h3>
${models.map((entry) => entryHtml(entry, groupName(String(entry["family"] ?? "")))).join("\n")}</section>`;
}
