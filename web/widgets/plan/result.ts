// What the engine found, in words: layouts, prices with where they were read, and what falls short.

import type { PlanOption, PlanRequest, PlanResult, Price } from "#engine";
import { number, quantity } from "#shared";

export const cheapestOf = ({ options, cheapest }: PlanResult): PlanOption | undefined => (cheapest === null ? undefined : options[cheapest]);

/** Those that only what is slower costs less than, the cheapest first. */
export const frontOf = ({ options, front }: PlanResult): PlanOption[] => front.map((place) => options[place]!);

/** Those that do not meet the demand, the dearest first. */
export const failingOf = ({ options }: PlanResult): PlanOption[] => options.filter(({ meets }) => !meets).reverse();

/** The layout within a sentence: each layer split across 4, 2 stages. */
export function cutName({ parallel: { tensor, pipeline, data } }: PlanOption): string {
  const parts = [
    ...(tensor > 1 ? [`each layer split across ${number(tensor)}`] : []),
    ...(pipeline > 1 ? [`${number(pipeline)} stages`] : []),
    ...(data > 1 ? [`${number(data)} copies`] : []),
  ];
  return parts.length > 0 ? parts.join(", ") : "unsplit";
}

export const usd = (value: number): string => quantity(value, "USD");

/** Whose price it is, and of which day; the reader's own have neither. */
export const origin = ({ source, date }: Price): string => (source === "" ? "your price" : `${source}, ${date}`);

export const priceOf = (prices: readonly Price[], device: string): Price => prices.find((price) => price.hardware === device)!;

const FALLING_SHORT: Record<PlanOption["binds"], string> = {
  layout: "no such split of the model",
  memory: "too little memory",
  rate: "too slow for the rate",
  itl: "too slow between tokens",
  ttft: "too slow to the first token",
  deadline: "too late",
  simulated: "too slow when simulated",
};

export const fallingShort = (binds: PlanOption["binds"]): string => FALLING_SHORT[binds];

/** Each reason once. */
export const reasons = (failing: readonly PlanOption[]): string => [...new Set(failing.map(({ binds }) => fallingShort(binds)))].join(" or ");

export type Limits = { ttft_s: number | null; itl_s: number | null };

export const limitsOf = ({ demand }: PlanRequest): Limits => ({ ttft_s: demand?.slo?.ttft_s ?? null, itl_s: demand?.slo?.itl_s ?? null });
