// What the devices are for, in words: requests to serve, or a run to train. Each says its demand, what an option achieves, and what
// the axes of the front are.

import type { PlanOption, PlanRequest, PlanResult } from "#engine";
import { fact, number, of, quantity, type Cell, type TemplateResult } from "#shared";
import { cheapestOf, limitsOf, usd } from "./result.js";

/** A number of the cheapest option that opens. */
export type Open = (field: keyof PlanOption, text: string) => TemplateResult;

export interface Purpose {
  /** Within a sentence, after "can" or "to". */
  demand(request: PlanRequest): string;
  /** What an option achieves, at the end of a sentence. */
  achieved(option: PlanOption): string;
  /** What the next quicker one of the front costs, as a sentence; `devices`: which it is. */
  quicker(option: PlanOption, devices: string): string;
  /** Beside its price an hour. */
  facts(result: PlanResult, request: PlanRequest, open: Open): TemplateResult[];
  /** A point of the front: what its table has of it. */
  point(option: PlanOption): string;
  front: { heading: string; aside: string; caption: string; amount: string; time: string; unit_s: number };
  /** The vertical axis: what the front is the least of. */
  amount(option: PlanOption): number;
  /** The limit on the horizontal axis. */
  limit_s(request: PlanRequest): number | null;
  /** Columns of the front's table after devices and layout. */
  head: string[];
  cells(option: PlanOption): Cell[];
}

const DAY = 86_400;

/** As people count them: 100 billion tokens. */
function tokensName(tokens: number): string {
  if (tokens >= 1e12) return `${number(tokens / 1e12)} trillion tokens`;
  if (tokens >= 1e9) return `${number(tokens / 1e9)} billion tokens`;
  return tokens >= 1e6 ? `${number(tokens / 1e6)} million tokens` : `${number(tokens)} tokens`;
}

const serving: Purpose = {
  demand(request) {
    const { rate_per_s: rate } = request.demand as { rate_per_s: number };
    const { ttft_s, itl_s } = limitsOf(request);
    const limits = [...(ttft_s === null ? [] : [`a first token within ${quantity(ttft_s, "s")}`]), ...(itl_s === null ? [] : [`${quantity(itl_s, "s")} between tokens`])];
    return `serve ${rate === 1 ? "1 request" : `${number(rate)} requests`} a second${limits.length > 0 ? ` with ${limits.join(" and ")}` : ""}`;
  },
  achieved: ({ latency_s }) => `${quantity(latency_s, "s")} between tokens on average`,
  quicker: ({ latency_s, usd_per_hour }, devices) => ` Faster tokens, every ${quantity(latency_s, "s")}, take ${devices} for ${usd(usd_per_hour)}.`,
  facts(result, request, open) {
    const cheapest = cheapestOf(result)!;
    const { ttft_s, itl_s } = limitsOf(request);
    const limit = (value: number | null): string => `on average${value === null ? "" : `; the limit is ${quantity(value, "s")}`}`;
    return [
      fact("A million tokens", open("cost_usd", quantity(cheapest.cost_usd, "USD")), "of answers, at that price"),
      fact("Between tokens", open("latency_s", quantity(cheapest.latency_s, "s")), limit(itl_s)),
      fact("First token", open("ttft_s", quantity(cheapest.ttft_s, "s")), limit(ttft_s)),
    ];
  },
  point: ({ usd_per_hour, latency_s, ttft_s, simulated }) => `${usd(usd_per_hour)} an hour, ${quantity(latency_s, "s")} between tokens, first token after ${quantity(ttft_s, "s")}${simulated ? "; simulated too" : ""}`,
  front: {
    heading: "Cost against latency",
    aside: "Each point is a layout that no other beats on both price and speed; the steps show the lowest price for each token time.",
    caption: "What less time between tokens costs",
    amount: "USD an hour",
    time: "mean time between tokens",
    unit_s: 1,
  },
  amount: ({ usd_per_hour }) => usd_per_hour,
  limit_s: (request) => limitsOf(request).itl_s,
  head: ["Price an hour", "A million tokens", "Between tokens", "First token", "Checked"],
  cells: (option) => [of(option.usd_per_hour, "USD"), of(option.cost_usd, "USD"), of(option.latency_s, "s"), of(option.ttft_s, "s"), option.simulated ? "simulated" : "estimated"],
};

/** What its copies of the model share out. */
function sharded({ zero_stage: stage, parallel: { data } }: PlanOption): string {
  if (data === 1) return "one copy, which keeps everything";
  return stage === 3 ? "weights, gradients and optimizer state sharded" : "optimizer state sharded";
}

const training: Purpose = {
  demand({ demand }) {
    const { tokens, days } = demand as { tokens: number; days: number };
    return `train on ${tokensName(tokens)} within ${days === 1 ? "a day" : `${number(days)} days`}`;
  },
  achieved: ({ latency_s, cost_usd }) => `the run takes ${quantity(latency_s, "s")} and costs ${quantity(cost_usd, "USD")}`,
  quicker: ({ latency_s, cost_usd }, devices) => ` A quicker run, of ${quantity(latency_s, "s")}, takes ${devices} and costs ${quantity(cost_usd, "USD")}.`,
  facts(result, request, open) {
    const cheapest = cheapestOf(result)!;
    return [
      fact("The run costs", open("cost_usd", quantity(cheapest.cost_usd, "USD")), "at that price"),
      fact("The run takes", open("latency_s", quantity(cheapest.latency_s, "s")), `the limit is ${quantity(training.limit_s(request)!, "s")}`),
      fact("Micro-batch", number(cheapest.micro_batch!), cheapest.recomputation === "full" ? "everything recomputed" : "nothing recomputed"),
      fact("ZeRO stage", number(cheapest.zero_stage!), sharded(cheapest)),
    ];
  },
  point: ({ latency_s, cost_usd }) => `the run takes ${quantity(latency_s, "s")} and costs ${quantity(cost_usd, "USD")}`,
  front: {
    heading: "Cost against time",
    aside: "Each point is a layout that no other beats on both cost and speed; the steps show the lowest cost for each run time.",
    caption: "What a quicker run costs",
    amount: "USD for the run",
    time: "time of the run",
    unit_s: DAY,
  },
  amount: ({ cost_usd }) => cost_usd!,
  limit_s: ({ demand }) => demand!.days! * DAY,
  head: ["Cost", "Time"],
  cells: (option) => [of(option.cost_usd, "USD"), of(option.latency_s, "s", 3)],
};

/** Whether a demand is one to train. */
export const trains = ({ demand }: PlanRequest): boolean => (demand?.tokens ?? null) !== null;

export const purposeOf = (request: PlanRequest): Purpose => (trains(request) ? training : serving);

/** What a switch between the two sets. */
export const TO_TRAIN = { "demand.tokens": 1e11, "demand.days": 30 };
export const TO_SERVE = { "demand.tokens": null, "demand.days": null };
