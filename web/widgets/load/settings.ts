// The fields that the widget takes: the server, what arrives, the limits, and how it is scheduled.

import { SYSTEMS } from "#fields/systems";
import { knowChoices, knowFields, type Input } from "#shared";

knowFields(SYSTEMS);
knowChoices({
  poisson: "at random (Poisson)", constant: "evenly", bursty: "in bursts", closed: "when the last answer is there",
  chunked: "prompts in chunks", whole: "whole prompts", static: "static batches",
});

const input = (path: string, label?: string, start?: unknown): Input => ({ path, call: "load", ...(label ? { label } : {}), ...(start === undefined ? {} : { start }) });

export const SERVER = ["model", "hardware", "precision", "parallel.tensor"];
export const ARRIVING = ["arrival", "rate_per_s", "concurrency", "prompt_tokens", "output_tokens", "prompt_spread", "output_spread", "shared_prefix_tokens"];
export const LIMITS = ["slo_ttft_s", "slo_itl_s", "slo_share"];
export const SCHEDULER = ["scheduling", "max_batch", "max_batched_tokens"];
/** What the line under the headline always says; the others only once they are set. */
export const HEADLINED = [...SERVER, "arrival", "rate_per_s", "concurrency", "prompt_tokens", "output_tokens", ...LIMITS];
export const SIMULATION = ["requests", "seed", "request_overhead_s"];

export const INPUTS: readonly Input[] = [
  { path: "model", call: "load", start: "Llama3_8B", lists: ({ unit }) => unit === "token" },
  input("hardware", "Device", "H100"),
  input("precision"),
  input("parallel.tensor", "Devices that share each layer"),
  input("arrival", "How requests come"),
  input("rate_per_s", "Requests", 10),
  input("concurrency", "Users at a time"),
  input("prompt_tokens", "Prompt, tokens", 1000),
  input("output_tokens", "Answer, tokens", 200),
  input("prompt_spread", "Spread of the prompts", 0.5),
  input("output_spread", "Spread of the answers", 0.5),
  input("shared_prefix_tokens", "Prefix that all prompts share, tokens"),
  input("slo_ttft_s", "First token within", 1),
  input("slo_itl_s", "Time between tokens within", 0.05),
  input("slo_share", "Share of the requests that must keep both"),
  input("scheduling"),
  input("max_batch", "Sequences in a step at most"),
  input("max_batched_tokens", "Tokens in a step at most"),
  input("requests", "Requests simulated at most"),
  input("seed", "Seed of the random numbers"),
  input("request_overhead_s", "Time outside the device"),
  { path: "assumptions", call: "load" },
];
