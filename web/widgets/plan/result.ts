// What the engine found, in words: layouts, prices with where they were read, and what falls short.

import type { PlanFailure, PlanRequest, Price } from "#engine";
import { number, quantity } from "#shared";

/** Devices cut in one way, whether they meet the demand or not. */
export type Cut = Pick<PlanFailure, "device" | "devices" | "tensor" | "pipeline" | "data" | "price_usd_per_hour">;

/** The layout within a sentence: each layer cut over 4, 2 stages. */
export function cutName({ tensor, pipeline, data }: Cut): string {
  const parts = [
    ...(tensor > 1 ? [`each layer cut over ${number(tensor)}`] : []),
    ...(pipeline > 1 ? [`${number(pipeline)} stages`] : []),
    ...(data > 1 ? [`${number(data)} copies`] : []),
  ];
  return parts.length > 0 ? parts.join(", ") : "uncut";
}

/** Money with the digits that a bill of these devices has. */
export const DIGITS = 4;
export const usd = (value: number): string => quantity(value, "USD", DIGITS);

/** Whose price it is, and of which day. */
export const origin = ({ source, date }: Price): string => `${source}, ${date}`;

export const priceOf = (prices: readonly Price[], device: string): Price => prices.find((price) => price.device === device)!;

const FALLING_SHORT: Record<PlanFailure["fails"], string> = {
  layout: "the model cannot be cut so",
  memory: "too little memory",
  rate: "too slow for the rate",
  itl: "too slow between tokens",
  ttft: "too slow to the first token",
  deadline: "too late",
  simulated: "too slow when simulated",
};

export const fallingShort = (fails: PlanFailure["fails"]): string => FALLING_SHORT[fails];

/** Each reason once. */
export const reasons = (failures: readonly PlanFailure[]): string => [...new Set(failures.map(({ fails }) => fallingShort(fails)))].join(" or ");

export type Limits = { ttft_s: number | null; itl_s: number | null };

export const limitsOf = ({ slo_ttft_s: first, slo_itl_s: next }: PlanRequest): Limits => ({ ttft_s: first ?? null, itl_s: next ?? null });
