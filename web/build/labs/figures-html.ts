// Figures, tables and widgets on a lab's page.

import type { Answered } from "../../labs/figures.js";
import { escapeHtml } from "../../labs/html.js";
import type { TableSpec } from "../../labs/types.js";

/** In more digits than any figure is shown in; all seventeen of each would be 0.7 kB of a page. */
const valueAttribute = (value: unknown): string => escapeHtml(typeof value === "string" ? value : JSON.stringify(typeof value === "number" ? Number(value.toPrecision(8)) : value));

/** Without a name the page cannot ask for it again: in an exam, a name may be the formula of an answer. */
export const figureHtml = (name: string | null, { value, text }: Answered): string =>
  `<data class="live"${name === null ? "" : ` data-figure="${escapeHtml(name)}"`} value="${valueAttribute(value)}">${escapeHtml(text)}</data>`;

export function tableHtml(name: string, spec: TableSpec, rows: Answered[][], inline: (text: string) => string, plain: (text: string) => string): string {
  const numeric = spec.columns.map((_, column) => rows.every((row) => typeof row[column]!.value === "number" || row[column]!.value === null));
  const figure = (column: number): string => (numeric[column] ? ' class="figure"' : "");
  const cell = ({ value, text }: Answered, column: number): string => {
    const inner = `<data class="live" value="${valueAttribute(value)}">${escapeHtml(text)}</data>`;
    return column === 0 ? `<th scope="row">${inner}</th>` : `<td${figure(column)}>${inner}</td>`;
  };
  return `<div class="scroll" tabindex="0" role="group" aria-label="${escapeHtml(plain(spec.caption))}"><table data-table="${escapeHtml(name)}">
<caption><span>${inline(spec.caption)}</span></caption>
<thead><tr>${spec.columns.map(({ title }, column) => `<th scope="col"${column > 0 ? figure(column) : ""}>${inline(title)}</th>`).join("")}</tr></thead>
<tbody>${rows.map((row) => `<tr>${row.map(cell).join("")}</tr>`).join("\n")}</tbody>
</table></div>`;
}

export const widgetHtml = (name: string, element: string, attributes: Record<string, string>, still: string): string =>
  `<div class="widget" id="widget-${escapeHtml(name)}" data-widget="${escapeHtml(name)}"><${element} class="reserve"${Object.entries(attributes)
    .map(([key, value]) => ` ${escapeHtml(key)}="${escapeHtml(value)}"`)
    .join("")}>${still}</${element}></div>`;
