// Numbers that stand under one another.

import { controlScale, fixed, number, quantity } from "#shared";

export interface Column {
  /** Of all of them, for the head of the column; "" where each has its own. */
  unit: string;
  cells: string[];
  /** Each with its unit, as a sentence has it. */
  told: string[];
}

/** Numbers so far apart would need more digits than anyone reads, so that each gets a prefix of its own. */
const FAR_APART = 50;

/** A column of one quantity in one prefix, each with the digits that it has everywhere else. */
export function column(values: (number | null | undefined)[], unit: string): Column {
  const sizes = values.map((value) => Math.abs(value ?? 0)).filter((size) => size > 0 && Number.isFinite(size));
  const [least, most] = [Math.min(...sizes), Math.max(0, ...sizes)];
  if (most > FAR_APART * least) {
    const told = values.map((value) => quantity(value, unit));
    return { unit: "", cells: told, told };
  }
  const { symbol, factor } = controlScale(unit, most);
  const cells = values.map((value) => (value && Number.isFinite(value) ? digits(value / factor, unit) : number(value)));
  return { unit: symbol, cells, told: cells.map((cell) => `${cell}\u00a0${symbol}`) };
}

/** As `quantity` has it, whose bytes have four digits and no zeros behind them. */
const digits = (value: number, unit: string): string => (unit === "bytes" ? number(value, 4) : fixed(value, Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))))));
