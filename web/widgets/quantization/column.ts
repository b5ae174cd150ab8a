// The digits of numbers that stand under one another.

import { controlScale, fixed, number } from "#shared";

/**
 * A column of one quantity in one prefix, so that the digits line up: with two decimals, or as many, four at most, as show
 * three digits of the smallest.
 */
export function column(values: (number | null | undefined)[], unit: string): { unit: string; cells: string[] } {
  const sizes = values.map((value) => Math.abs(value ?? 0)).filter((size) => size > 0 && Number.isFinite(size));
  const { symbol, factor } = controlScale(unit, Math.max(0, ...sizes));
  const places = Math.min(4, Math.max(2, 2 - Math.floor(Math.log10(Math.min(...sizes) / factor))));
  const cell = (value: number | null | undefined): string => (value === null || value === undefined || !Number.isFinite(value) ? number(value) : fixed(value / factor, places));
  return { unit: symbol, cells: values.map(cell) };
}
