// Several numbers in fields of their own, and what kinds of exercises that ask for them share.

import { find } from "./dom.js";
import { plain } from "./html.js";
import type { Given } from "./kind.js";
import { decimal, isNumber, measured, numberField, typedNumber, type Whose } from "./numbers.js";
import { isRecord, type NumberKey } from "./types.js";

/** An exercise with cells, as far as a reader sees them. */
export interface Celled {
  id: string;
  cells: Record<string, Pick<NumberKey, "unit" | "signed"> & { label: string }>;
}

const selector = ({ id }: Celled, cell: string): string => `#answer-${CSS.escape(`${id}-${cell}`)}`;
const field = (exercise: Celled, cell: string, home: HTMLElement): HTMLInputElement => find<HTMLInputElement>(selector(exercise, cell), home);

export const fits = ({ cells }: Celled, value: unknown): boolean => isRecord(value) && Object.entries(value).every(([cell, one]) => Object.hasOwn(cells, cell) && isNumber(one));

export const draft = (exercise: Celled, home: HTMLElement): Record<string, string> => Object.fromEntries(Object.keys(exercise.cells).map((cell) => [cell, field(exercise, cell, home).value]));

export function fill(exercise: Celled, home: HTMLElement, draft: unknown): void {
  for (const cell of Object.keys(exercise.cells)) field(exercise, cell, home).value = isRecord(draft) && draft[cell] !== undefined ? String(draft[cell]) : "";
}

/** The numbers that are filled in; `every`: none may be left out. */
export function given(exercise: Celled, draft: Record<string, string>, every = false): Given {
  const value: Record<string, number> = {};
  for (const [name, text] of Object.entries(draft)) {
    const { label, ...key } = exercise.cells[name]!;
    if (text.trim() === "" && !every) continue;
    const typed = typedNumber(text, key);
    if ("refused" in typed) return { refused: `${plain(label)}: ${typed.refused}`, field: selector(exercise, name) };
    value[name] = typed.value;
  }
  return Object.keys(value).length === 0 ? { refused: "Fill in at least one number.", field: "input" } : { value };
}

export const lines = ({ cells }: Celled, value: unknown, whose: Whose): string[] => (isRecord(value) ? Object.entries(cells).map(([name, cell]) => `${plain(cell.label)}: ${measured(value[name], cell, whose)}`) : []);

/** Labels have commas of their own. */
export const inWords = (celled: Celled, value: unknown, whose: Whose): string => lines(celled, value, whose).join("; ") || "—";

export const inputs = ({ cells }: Celled, id: string): string =>
  Object.entries(cells)
    .map(([name, { label, unit }]) => numberField(`${id}-${name}`, label, unit))
    .join("\n");

export const response = (value: unknown): string => Object.entries(value as Record<string, number>).map(([cell, one]) => `${cell}=${decimal(one)}`).join(";");
