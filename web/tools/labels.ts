// The words for what only an opened number shows; of other fields they are those that widgets have. Another language has its own in
// place of these, so that no first download holds them.

import { label as fieldLabel } from "#shared";

/** By a figure's path with its call, or the last of it. */
const FIGURES: Record<string, string> = {
  "load.ttft_s.p50": "Median time to the first token", "load.itl_s.p50": "Median time between tokens",
  "load.ttft_s.p90": "90th percentile of time to first token", "load.itl_s.p90": "90th percentile of time between tokens",
  "load.time_share.queue": "Waiting", "load.time_share.prefill": "Reading the prompt", "load.time_share.decode": "Writing the answer",
  "load.time_share.links": "Links between devices", "load.time_share.host": "Outside the devices",
  "load.timeline.batch": "In the batch", "load.timeline.waiting": "Waiting",
  "train.times.tensor_s": "Sums within layers", "train.times.expert_s": "Experts", "train.times.pipeline_s": "Stage to stage",
  "train.times.data_s": "Gradients exchanged", "train.times.bubble_s": "Empty stages", "train.times.optimizer_s": "Optimizer step",
  "train.memory.optimizer_bytes": "Optimizer state", "train.memory.total_bytes": "Memory per device",
  "plan.latency_s": "Time", "plan.ttft_s": "First token", answers_step_s: "Step without a prompt", prompt_s: "What a prompt adds to a step",
  reading_s: "Reading the prompt", queue_s: "Waiting for other prompts", "plan.step_s": "Time of a step", "plan.parallel.data": "Copies",
  "plan.cost_usd": "Cost", "train.cost_usd": "Cost of the run",
  "route_project.costs_us.fast": "Look-up in the table", "route_project.costs_us.cached": "Look-up in the cache",
  "route_project.costs_us.learned": "Gates", "route_project.costs_us.expert": "All else", ratio: "Factor of the speedup",
  itl_fp16_s: "Time between tokens with FP16 weights", time_per_token_us: "Time of a token", max_speedup: "Amdahl’s bound", usd_per_hour: "Price an hour", usd_per_million_tokens: "Cost of a million tokens",
  requests_per_s: "Answers a second", tokens_per_s: "Tokens a second", device_tokens_per_s: "Tokens a second of a device",
  flop_per_s: "Rate of arithmetic", vector_flop_per_s: "Plain FP32 arithmetic", ridge_point_flop_per_byte: "Ridge point", attainable_ridge_flop_per_byte: "Attainable ridge point",
  peak_ridge_flop_per_byte: "Ridge point at the peak", arithmetic_intensity_flop_per_byte: "Arithmetic intensity",
  footprint_bytes: "Memory needed", good_share: "On time", experts_share: "Routed experts", "sensitivity.baseline_s": "Time now",
  saturation_per_s: "Requests a second at saturation", largest_rate_per_s: "Largest rate", device_flop_per_s: "Rate per device",
};

export const label = (path: string): string => FIGURES[path] ?? FIGURES[path.split(".").pop()!] ?? fieldLabel(path);
