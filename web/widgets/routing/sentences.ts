// What the widget says of its result, and the digits that it takes.

import { number, percent, quantity, times } from "#shared";
import type { Distribution, Request, RoutingResult } from "./result.js";

/** A bound with the digits that tell it from a target just above it. */
export const boundDigits = (bound: number): number => (bound < 1.01 ? 6 : 5);
export const bounded = (bound: number): string => `${number(bound, boundDigits(bound))}×`;

/** Of a speedup beside its bound: three, or more where three would round it above the bound or to none. */
export const digitsBelow = (speedup: number, bound: number): number => {
  const above = speedup <= bound && Number(speedup.toPrecision(3)) > bound;
  return Math.abs(speedup - 1) < 0.005 ? 6 : above ? boundDigits(bound) : 3;
};
export const below = (speedup: number, bound: number): string => {
  const digits = digitsBelow(speedup, bound);
  return digits > 3 ? `${number(speedup, digits)}×` : times(speedup);
};

export const microseconds = (value: number | null): string => quantity(value === null ? null : value / 1e6, "s");

/** What the tokens that are learned take of the time; `learned`: how many of them, in per cent. */
export const takenSentence = (learned: number, model: RoutingResult["model"] | undefined): string =>
  `${percent(learned / 100)} of the tokens are learned${model ? `; the gating network takes ${percent(model.share.learned)} of the time` : ""}.`;

/** What is said of the model. */
export function modelSentence({ model, breakeven }: RoutingResult, { distribution_pct: taken, target_speedup: target }: Request): string {
  const now = `With ${percent((taken as Distribution).learned / 100)} of the tokens learned, a token takes ${microseconds(model.time_per_token_us)}: ${below(model.speedup, model.max_speedup)}.`;
  const reach = breakeven.feasible ? `For ${times(target)}, at most ${percent(breakeven.distribution_pct.learned / 100)} may be learned.` : `${times(target)} is out of reach.`;
  return `${now} ${reach} At these costs, no distribution exceeds ${bounded(model.max_speedup)}.`;
}

/** What is said of the last run. */
export function measuredSentence({ model, measured }: RoutingResult): string {
  if (!measured) return `Nothing is measured yet; at the assumed costs it would be ${times(model.speedup)}. Press Run to send a text through a small layer in this browser, with and without its look-ups.`;
  const { comparison, var: adaptive } = measured.analysis.systems_analysis;
  const { actual_speedup: actual, low_speedup: low, high_speedup: high, predicted_speedup: predicted, prediction_error_pct: error } = comparison;
  const { agreement, output_error } = adaptive.var_stats;
  const quality = `${percent(agreement)} of the decisions are those of the gating network, and the output differs by ${percent(output_error)}.`;
  if (typeof actual !== "number") return `The run was too short for this browser’s clock: take more samples. ${quality}`;
  const prediction = typeof error === "number" ? `, predicted ${times(predicted)}: off by ${percent(error / 100)}` : "; a cost was too short for this browser’s clock, so nothing is predicted";
  return `Measured ${times(actual)} (half of the repetitions between ${times(low)} and ${times(high)})${prediction}. ${quality}`;
}
