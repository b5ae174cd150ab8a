// The table behind a chart. One description gives the table on the page, in the digits that headline and drawing have, and the
// CSV file, in full.

import { html, type TemplateResult } from "lit";
import { number, quantity } from "./format.js";

/** A measured cell: SI value and unit, and the digits it has elsewhere on the page where those are not the usual ones. */
export interface Quantity {
  value: number | null;
  unit: string;
  digits?: number | undefined;
}

export type Cell = string | number | null | Quantity;

export interface Table {
  caption: string;
  head: string[];
  rows: Cell[][];
}

export const of = (value: number | null | undefined, unit: string, digits?: number): Quantity => ({ value: value ?? null, unit, digits });

const isQuantity = (cell: Cell): cell is Quantity => typeof cell === "object" && cell !== null;
const shown = (cell: Cell): string =>
  isQuantity(cell) ? quantity(cell.value, cell.unit, cell.digits) : typeof cell === "string" ? cell : number(cell);

export const tableView = (table: Table): TemplateResult => html`<div class="scroll" tabindex="0" role="group" aria-label=${table.caption}>
  <table>
    <caption>${table.caption}</caption>
    <thead>
      <tr>${table.head.map((name) => html`<th scope="col">${name}</th>`)}</tr>
    </thead>
    <tbody>
      ${table.rows.map(
        (row) => html`<tr>
          ${row.map((cell, index) =>
            index === 0 ? html`<th scope="row">${shown(cell)}</th>` : html`<td class=${typeof cell === "string" ? "" : "figure"}>${shown(cell)}</td>`,
          )}
        </tr>`,
      )}
    </tbody>
  </table>
</div>`;

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);

/** RFC 4180 with a header a table; SI values in full, the unit in a column of its own where it varies. */
export function csv(tables: Table[]): string {
  return tables
    .map(({ caption, head, rows }) => {
      const units = head.map((_, index) => {
        const found = new Set(rows.map((row) => row[index]).filter((cell) => cell !== undefined && isQuantity(cell)).map((cell) => (cell as Quantity).unit));
        return [...found];
      });
      const header = head.flatMap((name, index) => {
        const own = units[index]!;
        return own.length > 1 ? [name, "unit"] : [own.length === 1 && own[0] ? `${name} (${own[0]})` : name];
      });
      const lines = rows.map((row) =>
        row.flatMap((cell, index) => {
          const text = isQuantity(cell) ? String(cell.value ?? "") : String(cell ?? "");
          return units[index]!.length > 1 ? [text, isQuantity(cell) ? cell.unit : ""] : [text];
        }),
      );
      return [[`# ${caption}`], header, ...lines].map((line) => `${line.map(quoted).join(",")}\r\n`).join("");
    })
    .join("\r\n");
}
