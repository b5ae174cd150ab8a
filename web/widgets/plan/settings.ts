// The fields that the widget takes: the model, the demand and its limits, and how far to look.

import { SYSTEMS } from "#fields/systems";
import { knowFields, type Input } from "#shared";

knowFields(SYSTEMS);

const input = (path: string, label?: string, start?: unknown): Input => ({ path, call: "plan", ...(label ? { label } : {}), ...(start === undefined ? {} : { start }) });

export const SERVED = ["model", "precision"];
export const DEMAND = ["rate_per_s", "prompt_tokens", "output_tokens"];
export const LIMITS = ["slo_ttft_s", "slo_itl_s", "slo_share"];
export const SEARCH = ["max_devices"];
export const MORE = ["prompt_spread", "output_spread", "link_efficiency", "link_latency_s", "request_overhead_s"];
/** What the line under the headline always says; the others only once they are set. */
export const HEADLINED = [...SERVED, ...DEMAND, ...LIMITS, ...SEARCH];

export const INPUTS: readonly Input[] = [
  { path: "model", call: "plan", start: "Llama3_70B", lists: ({ unit }) => unit === "token" },
  input("precision"),
  input("rate_per_s", "Requests", 10),
  input("prompt_tokens", "Prompt, tokens"),
  input("output_tokens", "Answer, tokens"),
  input("slo_ttft_s", "First token within", 1),
  input("slo_itl_s", "Time between tokens within", 0.05),
  input("slo_share", "Share of the requests that must keep both"),
  input("max_devices", "Devices at most"),
  input("prompt_spread", "Spread of the prompts"),
  input("output_spread", "Spread of the answers"),
  input("link_efficiency", "Share of the links’ rate that is reached"),
  input("link_latency_s", "Wait for another device of a node"),
  input("request_overhead_s", "Time outside the device"),
  { path: "assumptions", call: "plan" },
];
