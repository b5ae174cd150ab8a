// The fields that the widget takes: the model, the demand and its limits, and how far to look.

import { PLAN } from "#fields/plan";
import { knowChoices, knowFields, type Input } from "#shared";
import { inputsOf } from "../inputs.js";

knowFields(PLAN);
knowChoices({ adam: "Adam", adam8: "Adam in 8 bits", sgd: "SGD" });

const input = inputsOf("plan");

export const MODEL = ["model", "precision"];
export const DEMAND = ["demand.rate_per_s", "prompt_tokens.mean", "output_tokens.mean"];
export const RUN = ["demand.tokens", "demand.days", "sequence", "global_batch", "optimizer"];
export const LIMITS = ["demand.slo.ttft_s", "demand.slo.itl_s", "demand.slo.share"];
export const SEARCH = ["max_devices"];
export const PRICES = "prices";
export const MORE = ["prompt_tokens.spread", "output_tokens.spread", "link_efficiency", "link_latency_s", "request_overhead_s"];
/** What the line under the headline always says; the others only once they are set. */
export const HEADLINED = [...MODEL, ...DEMAND, "demand.tokens", "demand.days", ...LIMITS, ...SEARCH];

export const INPUTS: readonly Input[] = [
  { path: "model", call: "plan", start: "Llama3_70B", lists: ({ unit }) => unit === "token" },
  input("precision"),
  input("demand.rate_per_s", "Requests", 10),
  input("prompt_tokens.mean", "Prompt, tokens"),
  input("output_tokens.mean", "Answer, tokens"),
  input("demand.tokens", "Tokens to train on", undefined, "not set"),
  input("demand.days", "Time to finish", undefined, "not set"),
  input("sequence", "Sequence, tokens"),
  input("global_batch", "Global batch, sequences"),
  input("optimizer"),
  input("demand.slo.ttft_s", "First token within", 1, "no limit"),
  input("demand.slo.itl_s", "Time between tokens within", 0.05, "no limit"),
  input("demand.slo.share", "Share of requests within the limits"),
  input("max_devices", "Max devices"),
  input(PRICES),
  input("prompt_tokens.spread", "Prompt length spread"),
  input("output_tokens.spread", "Answer length spread"),
  input("link_efficiency", "Efficiency of the links"),
  input("link_latency_s", "Latency of a link within a node"),
  input("request_overhead_s", "Overhead outside the device"),
  { path: "assumptions", call: "plan" },
];
