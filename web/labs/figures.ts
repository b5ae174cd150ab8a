// A figure's value as text, the same when the page is built and in the browser.

import { elasticity, number, percent, quantity, times } from "../ui/format.js";
import { REGIMES, type Regime } from "../ui/palette.js";
import { choice } from "../ui/labels.js";
import { shortName } from "../ui/short-name.js";
import type { Asked, Figure, Formula, Names, TableSpec } from "./types.js";

type Named = { id: string; name: string; class?: string };

/** Factors and elasticities have decimals of their own; the others may be asked for more digits. */
const NUMBERS = {
  time: (value, digits) => quantity(value, "s", digits),
  bytes: (value, digits) => quantity(value, "bytes", digits),
  rate: (value, digits) => quantity(value, "bytes/s", digits),
  flops: (value, digits) => quantity(value, "flop/s", digits),
  ratio: (value) => times(value),
  percent: (value) => percent(value),
  number: (value, digits) => number(value, digits),
  signed: (value) => elasticity(value),
} satisfies Record<string, (value: number | null, digits?: number) => string>;

export const FORMATS = [...(Object.keys(NUMBERS) as (keyof typeof NUMBERS)[]), "name", "text"] as const;
export type Format = (typeof FORMATS)[number];

export interface Parts {
  formula: Formula;
  format: Format;
  /** Significant digits, where those of the format do not do. */
  digits?: number;
}

/** Throws for what is no figure. */
export function parts(figure: Figure): Parts {
  const bar = figure.lastIndexOf("|");
  const [format, digits, ...more] = figure.slice(bar + 1).trim().split(/\s+/);
  const known = FORMATS.find((one) => one === format);
  if (bar < 0 || !known || more.length > 0 || (digits !== undefined && !/^([1-9]|10)$/.test(digits))) {
    throw new Error(`a figure is "FORMULA | FORMAT" or "FORMULA | FORMAT DIGITS", not ${JSON.stringify(figure)}; formats are ${FORMATS.join(", ")}`);
  }
  return { formula: figure.slice(0, bar).trim(), format: known, ...(digits === undefined ? {} : { digits: Number(digits) }) };
}

/** A name as people say it: of a device or a model, a precision, a regime. */
export function nameOf(value: string, entries: readonly Named[]): string {
  const entry = entries.find(({ id }) => id === value);
  if (entry) return shortName(entry.name);
  return REGIMES[value as Regime]?.word ?? choice(value);
}

/** Throws when the value is of another kind than the format. */
export function shown(value: unknown, format: Format, entries: readonly Named[], digits?: number): string {
  if (format === "text") {
    if (typeof value === "string" || typeof value === "number") return String(value);
    throw new Error(`the format text needs words or a number, and the formula gives ${JSON.stringify(value)}`);
  }
  if (format === "name") {
    if (typeof value === "boolean") return value ? "yes" : "no";
    return typeof value === "string" ? nameOf(value, entries) : shown(value, "number", entries);
  }
  if (value !== null && typeof value !== "number") throw new Error(`the format ${format} needs a number, and the formula gives ${JSON.stringify(value)}`);
  return NUMBERS[format](value, digits);
}

export interface Answered {
  value: unknown;
  text: string;
}

export function answer(engine: Asked, figure: Figure, names: Names, entries: readonly Named[]): Answered {
  const { formula, format, digits } = parts(figure);
  const { value } = engine.evaluate({ formula, ...names });
  return { value, text: shown(value, format, entries, digits) };
}

/** Every combination of a table's variables, the first slowest. */
function combinations(engine: Asked, of: TableSpec["for"], names: Names): Record<string, unknown>[] {
  return Object.entries(of).reduce<Record<string, unknown>[]>(
    (rows, [name, given]) => {
      const values = typeof given === "string" ? engine.evaluate({ formula: given, ...names }).value : given;
      if (!Array.isArray(values)) throw new Error(`${name} must be a list, and the formula gives ${JSON.stringify(values)}`);
      return rows.flatMap((row) => values.map((value: unknown) => ({ ...row, [name]: value })));
    },
    [{}],
  );
}

export function tableRows(engine: Asked, table: TableSpec, names: Names, entries: readonly Named[], failed: (column: number, error: unknown) => never): Answered[][] {
  return combinations(engine, table.for, names).map((row) =>
    table.columns.map(({ value }, column) => {
      try {
        return answer(engine, value, { ...names, variables: { ...names.variables, ...row } }, entries);
      } catch (error) {
        return failed(column, error);
      }
    }),
  );
}
