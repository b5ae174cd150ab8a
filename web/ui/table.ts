// The table behind a chart, in the digits that headline and drawing have; of the same description the CSV file is made.

import { html, type TemplateResult } from "lit";
import { number, quantity } from "./format.js";
import { opening } from "./parts.js";

/** A measured cell: SI value and unit, and the digits it has elsewhere on the page where those are not the usual ones. */
export interface Quantity {
  value: number | null;
  unit: string;
  digits?: number | undefined;
  /** Says where the number comes from. */
  open?: (() => void) | undefined;
}

export type Cell = string | number | null | Quantity;

export interface Table {
  caption: string;
  head: string[];
  rows: Cell[][];
}

export const of = (value: number | null | undefined, unit: string, digits?: number, open?: () => void): Quantity => ({ value: value ?? null, unit, digits, open });

export const isQuantity = (cell: Cell): cell is Quantity => typeof cell === "object" && cell !== null;
const shown = (cell: Cell): string =>
  isQuantity(cell) ? quantity(cell.value, cell.unit, cell.digits) : typeof cell === "string" ? cell : number(cell);

/** Whether a column holds figures, which stand under one another's ends, and its title with them. */
const isOfFigures = ({ rows }: Table, column: number): boolean => column > 0 && rows.some((row) => typeof (row[column] ?? "") !== "string");

export const tableView = (table: Table): TemplateResult => html`<div class="scroll" tabindex="0" role="group" aria-label=${table.caption}>
  <table>
    <caption><span>${table.caption}</span></caption>
    <thead>
      <tr>${table.head.map((name, column) => html`<th scope="col" class=${isOfFigures(table, column) ? "figure" : ""}>${name}</th>`)}</tr>
    </thead>
    <tbody>
      ${table.rows.map(
        (row) => html`<tr>
          ${row.map((cell, index) =>
            index === 0 ? html`<th scope="row" data-title=${table.head[0]}>${shown(cell)}</th>` : html`<td class=${typeof cell === "string" ? "" : "figure"} data-title=${table.head[index]}>${isQuantity(cell) && cell.open ? opening(shown(cell), cell.open) : shown(cell)}</td>`,
          )}
        </tr>`,
      )}
    </tbody>
  </table>
</div>`;
