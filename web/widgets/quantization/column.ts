// The digits of numbers that stand under one another.

import { controlScale, fixed, number, quantity } from "#shared";

export interface Column {
  /** Of all of them, for the head of the column; "" where each has its own. */
  unit: string;
  cells: string[];
  /** Each with its unit, as a sentence has it. */
  told: string[];
  /** The significant digits of each; undefined: the usual ones. */
  digits: (number | undefined)[];
}

/** Numbers so far apart would need more digits than anyone reads, so that each gets a prefix of its own. */
const FAR_APART = 50;

/**
 * A column of one quantity in one prefix, so that the digits line up: with two decimals, or as many, four at most, as show
 * three digits of the smallest.
 */
export function column(values: (number | null | undefined)[], unit: string): Column {
  const sizes = values.map((value) => Math.abs(value ?? 0)).filter((size) => size > 0 && Number.isFinite(size));
  const [least, most] = [Math.min(...sizes), Math.max(0, ...sizes)];
  if (most > FAR_APART * least) {
    const told = values.map((value) => quantity(value, unit));
    return { unit: "", cells: told, told, digits: values.map(() => undefined) };
  }
  const { symbol, factor } = controlScale(unit, most);
  const places = Math.min(4, Math.max(2, 2 - Math.floor(Math.log10(least / factor))));
  const isNumber = (value: number | null | undefined): value is number => value !== null && value !== undefined && Number.isFinite(value);
  const cells = values.map((value) => (isNumber(value) ? fixed(value / factor, places) : number(value)));
  return {
    unit: symbol,
    cells,
    told: cells.map((cell) => `${cell}\u00a0${symbol}`),
    digits: values.map((value) => (isNumber(value) && value !== 0 ? places + 1 + Math.floor(Math.log10(Math.abs(value) / factor)) : undefined)),
  };
}
