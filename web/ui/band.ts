// How far a calibrated figure may be off, as the engine gives it: nine in ten measured values lie between low and high.

import { quantity, range, times } from "./format.js";

export interface Band {
  low: number;
  high: number;
  /** × for ratios. */
  unit: "s" | "flop/s" | "×";
}

/** What to expect of current software beside an estimate. */
export interface Expected {
  words: string;
  /** Why it is quicker than the estimate, where it is. */
  why?: string;
  /** Where the words are about one number. */
  value?: number;
}

/** about 7.3 ms (6.2 to 8.9 ms); nothing of it below `least`, where that is a bound. */
export const about = (value: number, unit: "s" | "×", one: Band | null, least = 0): Expected => ({
  value,
  words: `about ${unit === "s" ? quantity(value, "s", 2) : times(value)}${one ? ` (${range(value < least ? one.low : Math.max(one.low, least), one.high, one.unit)})` : ""}`,
});

/** Why current software takes less time than an estimate, where it does. */
export const sooner = (expected: number, estimate: number, regime: string): string =>
  expected >= estimate ? "" : regime === "compute" ? ", whose kernels reach more of the peak than assumed" : ", whose launches take less time than assumed";

/** The band beside a figure of a result: of itl_s it is itl_low_s to itl_high_s, of a speedup speedup_low to speedup_high. */
export function band(result: object, name: string, unit: "s" | "×"): Band | null {
  const [low, high] = ["low", "high"].map((end) => (result as Record<string, number | null | undefined>)[`${name}_${end}${unit === "s" ? "_s" : ""}`]) as [number, number];
  return Number.isFinite(low) && Number.isFinite(high) ? { low, high, unit } : null;
}

/** Empty where there is none. */
export const bandText = (one: Band | null): string => (one ? `nine in ten measured ${range(one.low, one.high, one.unit)}` : "");

/** Within a sentence, behind the figure. */
export const withBand = (one: Band | null): string => (one ? ` (${bandText(one)})` : "");

/** The same of a rate. */
export const rates = (low: number | null, high: number | null): Band | null => (low === null || high === null ? null : { low, high, unit: "flop/s" });

const PAGE = "./trust.html";

/** The page that holds predictions against measurements; it lies beside the script. */
export const trustPage = (): string => new URL(PAGE, import.meta.url).href;
