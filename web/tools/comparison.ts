// What was pinned beside what is shown: the settings that differ, and each figure twice.

import { html, isQuantity, nothing, number, quantity, times, type Moment, type Table, type TemplateResult } from "#shared";

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

export function comparison(pinned: Moment, now: Moment): TemplateResult {
  const gone = pinned.words.filter((word) => !now.words.includes(word));
  const come = now.words.filter((word) => !pinned.words.includes(word));
  const tables = rowsOf(pinned.tables, now.tables);
  const first = tables[0]?.rows[0];
  const say = (words: readonly string[]): string => words.join(", ") || "—";
  return html`<section class="comparison" aria-label="Pinned, and now">
    <p class="heading" role="heading" aria-level="2">Pinned, and now</p>
    ${first === undefined
      ? html`<p class="aside">Change something: what was pinned stays here beside it, and dashed in the drawings.</p>`
      : html`<p class="sentence">${gone.length + come.length === 0 ? nothing : html`${say(gone)} → ${say(come)}. `}<b>${first.name}: ${shown(first.cells[0])} → ${shown(first.cells[1])}${change(first.cells) ? `, ${change(first.cells)}` : ""}</b></p>
          <details>
            <summary>Every figure that differs</summary>
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
