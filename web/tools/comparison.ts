// What was pinned beside what is shown: the settings that differ, the headline, and each figure twice.

import { html, isQuantity, nothing, number, quantity, times, type Moment, type Table, type TemplateResult, type ToolboxOf } from "#shared";
import { dressed } from "./styles.js";

type Cell = Table["rows"][number][number];

interface Row {
  name: string;
  cells: [pinned: Cell, now: Cell];
}

const amountIn = (cell: Cell): number | null => (isQuantity(cell) ? cell.value : typeof cell === "number" ? cell : null);
const shown = (cell: Cell): string => (isQuantity(cell) ? quantity(cell.value, cell.unit, cell.digits) : typeof cell === "string" ? cell : number(cell));

/** The rows that both have of every table, by name; a table of several columns gives a row for each. */
export function rowsOf(pinned: readonly Table[], now: readonly Table[]): { caption: string; rows: Row[] }[] {
  return now.flatMap((table) => {
    const before = pinned.find(({ caption }) => caption === table.caption);
    if (!before) return [];
    const rows = table.rows.flatMap((row) => {
      const same = before.rows.filter((one) => one[0] === row[0]);
      // A name that stands for several rows says nothing of which is which.
      if (same.length !== 1 || table.rows.filter((one) => one[0] === row[0]).length !== 1) return [];
      const columns = row.length > 2 ? row.slice(1).map((_, index) => index + 1) : [1];
      return columns.flatMap((column): Row[] => {
        const cells: Row["cells"] = [same[0]![before.head.indexOf(table.head[column]!)] ?? null, row[column] ?? null];
        if (amountIn(cells[0]) === null && amountIn(cells[1]) === null && typeof cells[1] !== "string") return [];
        return [{ name: columns.length > 1 ? `${shown(row[0]!)}, ${table.head[column]!.toLowerCase()}` : shown(row[0]!), cells }];
      });
    });
    const changed = rows.filter(({ cells: [one, other] }) => shown(one) !== shown(other));
    return changed.length > 0 ? [{ caption: table.caption, rows: changed }] : [];
  });
}

/** A curve has a row for every point; the first say enough. */
const MOST = 24;

const change = ([before, now]: Row["cells"]): string => {
  const [one, other] = [amountIn(before), amountIn(now)];
  return one !== null && other !== null && one > 0 && other > 0 ? times(other / one) : "";
};

/** A template as HTML. */
function markup(part: unknown): string {
  if (Array.isArray(part)) return part.map(markup).join("");
  if (typeof part === "string" || typeof part === "number") return String(part);
  const { strings, values } = (part ?? {}) as Partial<TemplateResult>;
  return strings && values ? strings.map((text, index) => text + markup(values[index])).join("") : "";
}

const words = (html: string): string => html.replace(/<[^>]*>/g, "").replace(/\s+/g, " ").trim();

/** The word or number of a headline. */
const headlined = (answer: TemplateResult): string => words(/class="?value"?>([^]*?)<\/span>/.exec(markup(answer))?.[1] ?? "");

/** How many times what it was: where the headline is a number of the tables. */
const ratio = (before: TemplateResult, now: TemplateResult, rows: readonly Row[]): string => {
  const [one, other] = [headlined(before), headlined(now)];
  const row = rows.find(({ cells }) => words(shown(cells[0])) === one && words(shown(cells[1])) === other);
  return row ? change(row.cells) : "";
};

/** The facts of a body: the name of each, its value, and what stands with that. */
const factsOf = (body: unknown): [name: string, value: string, more: string][] =>
  [...markup(body).matchAll(/<dt>([^]*?)<\/dt>\s*<dd>([^]*?)<\/dd>/g)].map(([, name, said]) => {
    const [value, more = ""] = said!.split("<small>");
    return [words(name!), words(value!), words(more)];
  });

/** Facts that both have and that differ, but for those that a table has as well. */
export function factsThatDiffer(pinned: unknown, now: unknown, rows: readonly Row[]): Row[] {
  const before = new Map(factsOf(pinned).map(([name, ...said]) => [name, said]));
  return factsOf(now).flatMap(([name, value, more]) => {
    const [was, with_] = before.get(name) ?? [value, more];
    if (was === value && with_ === more) return [];
    if (rows.some((row) => row.name === name && words(shown(row.cells[1])) === value)) return [];
    return [{ name, cells: [[was, with_], [value, more]].map((parts) => parts.filter(Boolean).join(", ")) as Row["cells"] }];
  });
}

export function comparison(pinned: Moment, now: Moment, of: ToolboxOf): TemplateResult {
  dressed(of.root());
  return compared(pinned, now);
}

export function compared(pinned: Moment, now: Moment): TemplateResult {
  const gone = pinned.words.filter((word) => !now.words.includes(word));
  const come = now.words.filter((word) => !pinned.words.includes(word));
  const differing = rowsOf(pinned.tables, now.tables);
  const facts = factsThatDiffer(pinned.body, now.body, differing.flatMap(({ rows }) => rows));
  const tables = facts.length > 0 ? [{ caption: "The result", rows: facts }, ...differing] : differing;
  const isSame = words(markup(pinned.answer)) === words(markup(now.answer));
  const factor = ratio(pinned.answer, now.answer, tables.flatMap(({ rows }) => rows));
  // What is itself from one to another stands apart.
  const say = (words: readonly string[]): string => words.map((word) => (word.includes("→") ? `(${word})` : word)).join(", ") || "—";
  return html`<section class="comparison" aria-label="Pinned vs. now">
    <p class="heading" role="heading" aria-level="2">Pinned vs. now</p>
    ${isSame && tables.length + gone.length + come.length === 0
      ? html`<p class="aside">Change something: the pinned result stays beside it, dashed in the charts.</p>`
      : html`<p class="sentence">${gone.length + come.length === 0 ? nothing : `${say(gone)} → ${say(come)}: `}${isSame ? html`${now.answer} (as before)${facts.slice(0, 1).map(({ name, cells }) => html`; ${name}: ${cells[0]} → <b>${cells[1]}</b>`)}` : html`${pinned.answer} → ${now.answer}${factor ? html` (<b>${factor}</b>)` : nothing}`}</p>`}
    ${tables.length === 0
      ? nothing
      : html`<details>
          <summary>Every value that differs</summary>
          ${tables.map(
            ({ caption, rows }) => html`<div class="scroll" tabindex="0" role="group" aria-label=${caption}><table><caption>${caption}</caption>
              <thead><tr><th scope="col">Figure</th><th scope="col" class="figure">Pinned</th><th scope="col" class="figure">Now</th><th scope="col" class="figure">Now ÷ pinned</th></tr></thead>
              <tbody>${rows.slice(0, MOST).map(line)}</tbody></table></div>`,
          )}
        </details>`}
  </section>`;
}

const line = ({ name, cells }: Row): TemplateResult =>
  html`<tr><th scope="row">${name}</th><td class="figure">${shown(cells[0])}</td><td class="figure"><b>${shown(cells[1])}</b></td><td class="figure">${change(cells)}</td></tr>`;
