// A figure's value as text, the same when the page is built and in the browser.

import { elasticity, number, percent, quantity, times } from "../src/format.js";
import { REGIMES, type Regime } from "../src/palette.js";
import { choice } from "../src/schema.js";
import type { Asked, Figure, Format, Query, TableSpec } from "./types.js";

type Named = { id: string; name: string };

const NUMBERS: Record<Exclude<Format, "name" | "text">, (value: number | null) => string> = {
  time: (value) => quantity(value, "s"),
  bytes: (value) => quantity(value, "bytes"),
  rate: (value) => quantity(value, "bytes/s"),
  flops: (value) => quantity(value, "flop/s"),
  ratio: times,
  percent,
  number,
  signed: elasticity,
};

/** A name as people say it: of a device or a model, a precision, a regime. */
export function nameOf(value: string, entries: readonly Named[]): string {
  const entry = entries.find(({ id }) => id === value);
  return entry?.name ?? REGIMES[value as Regime]?.word ?? choice(value);
}

/** Throws when the value is of another kind than the format. */
export function shown(value: unknown, format: Format, entries: readonly Named[]): string {
  if (format === "text") {
    if (typeof value === "string") return value;
    throw new Error(`the format text needs words, and the query gives ${JSON.stringify(value)}`);
  }
  if (format === "name") {
    if (typeof value === "boolean") return value ? "yes" : "no";
    return typeof value === "string" ? nameOf(value, entries) : shown(value, "number", entries);
  }
  if (value !== null && typeof value !== "number") throw new Error(`the format ${format} needs a number, and the query gives ${JSON.stringify(value)}`);
  return NUMBERS[format](value);
}

export interface Answered {
  value: unknown;
  text: string;
}

export function answer(engine: Asked, { query, format }: Figure, variables: Record<string, unknown>, entries: readonly Named[]): Answered {
  const { value } = engine.query({ query, variables });
  return { value, text: shown(value, format, entries) };
}

/** Every combination of a table's variables, the first slowest. */
export function combinations(of: Record<string, unknown[]>): Record<string, unknown>[] {
  return Object.entries(of).reduce<Record<string, unknown>[]>(
    (rows, [name, values]) => rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{}],
  );
}

export function tableRows(engine: Asked, table: TableSpec, variables: Record<string, unknown>, entries: readonly Named[], failed: (column: number, error: unknown) => never): Answered[][] {
  return combinations(table.for).map((row) =>
    table.columns.map(({ query, format }: { query: Query; format: Format }, column) => {
      try {
        return answer(engine, { query, format }, { ...variables, ...row }, entries);
      } catch (error) {
        return failed(column, error);
      }
    }),
  );
}
