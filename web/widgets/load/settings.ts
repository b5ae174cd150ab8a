// The fields that the widget takes: the server, what arrives, the limits, and how it is scheduled.

import { LOAD } from "#fields/load";
import { knowChoices, knowFields, type Input } from "#shared";
import { inputsOf } from "../inputs.js";

knowFields(LOAD);
knowChoices({
  poisson: "at random (Poisson)", constant: "evenly spaced", bursty: "in bursts", closed: "after each answer",
  greedy: "the likeliest", top_p: "at random (top-p)",
});

const input = inputsOf("load");

export const SERVER = ["model", "hardware", "precision", "parallel.tensor"];
export const PRICE = "price_usd_per_hour";
export const ARRIVING = ["arrival", "rate_per_s", "concurrency", "prompt_tokens.mean", "output_tokens.mean", "prompt_tokens.spread", "output_tokens.spread", "shared_prefix_tokens"];
export const LIMITS = ["slo.ttft_s", "slo.itl_s", "slo.share"];
export const SCHEDULER = ["chunked_prefill", "static", "max_batch", "max_batched_tokens", "sampling"];
/** What the line under the headline always says; the others only once they are set. */
export const HEADLINED = [...SERVER, "arrival", "rate_per_s", "concurrency", "prompt_tokens.mean", "output_tokens.mean", ...LIMITS];
export const SIMULATION = ["requests", "seed", "request_overhead_s"];

export const INPUTS: readonly Input[] = [
  { path: "model", call: "load", start: "Llama3_8B", lists: ({ unit }) => unit === "token" },
  input("hardware", "Device", "H100"),
  input("precision"),
  input("parallel.tensor", "Devices that share each layer (tensor parallel)"),
  { path: PRICE, call: "load", label: "Price of one device", assumed: "price_usd_per_hour", unset: "not known" },
  input("arrival", "Arrivals", "poisson"),
  input("rate_per_s", "Requests", 10),
  input("concurrency", "Concurrent users", 16),
  input("prompt_tokens.mean", "Prompt, tokens", 1000),
  input("output_tokens.mean", "Answer, tokens", 200),
  input("prompt_tokens.spread", "Prompt length spread", 0.5),
  input("output_tokens.spread", "Answer length spread", 0.5),
  input("shared_prefix_tokens", "Shared prefix, tokens"),
  input("slo.ttft_s", "First token within", 1, "no limit"),
  input("slo.itl_s", "Time between tokens within", 0.05, "no limit"),
  input("slo.share", "Share of requests within the limits"),
  { path: "chunked_prefill", call: "load", label: "Read prompts in chunks, alongside answers", unset: "as the software does" },
  input("static", "Static batches: all begin and end together"),
  input("max_batch", "Max sequences per step"),
  input("max_batched_tokens", "Max tokens per step"),
  input("sampling", "How tokens are chosen"),
  input("requests", "Max requests simulated"),
  input("seed", "Random seed"),
  input("request_overhead_s", "Overhead outside the device"),
  { path: "assumptions", call: "load" },
];
