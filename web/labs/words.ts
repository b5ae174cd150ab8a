// A reader's answer in words, for the page and the report.

import { number } from "../src/format.js";
import { isRecord, type Exercise, type NumberKey } from "./types.js";

/** HTML of a lab's own text as plain words. */
export const plain = (html: string): string => html.replace(/<annotation[\s\S]*?<\/annotation>/g, "").replace(/<[^>]+>/g, "").replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&quot;/g, '"').replace(/&amp;/g, "&");

const measured = (value: unknown, { unit }: Pick<NumberKey, "unit">): string => (typeof value === "number" ? `${number(value)}${unit ? `\u00a0${unit}` : ""}` : "—");

/** Given or expected, in the unit the reader types. */
export function inWords(exercise: Exercise, value: unknown): string {
  switch (exercise.kind) {
    case "choice":
      return plain(exercise.options[String(value)]?.text ?? "—");
    case "number":
      return measured(value, exercise);
    case "table":
      return isRecord(value) ? Object.entries(exercise.cells).map(([name, cell]) => `${plain(cell.label)}: ${measured(value[name], cell)}`).join(", ") : "—";
    case "order":
      return Array.isArray(value) ? value.map((key, index) => `${index + 1}.\u00a0${plain(exercise.items[String(key)]?.text ?? "—")}`).join(", ") : "—";
    case "setting":
      return isRecord(value) ? Object.entries(value).map(([name, one]) => `${name.replace(/_/g, " ")} ${isRecord(one) ? JSON.stringify(one) : String(one)}`).join(", ") : "—";
    case "text":
      return String(value ?? "");
  }
}

