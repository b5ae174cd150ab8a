// The fields that the widget takes: of the model, of the full-size model beside it, and of the measured router.

import { PRESETS, ROUTER } from "#fields/router";
import { knowFields, type Input } from "#shared";
import { TAKEN } from "./result.js";

/** What the measured router is set by: first what the lab is about. */
export const SETTINGS = [
  "config.preset", "config.frequency_threshold", "config.entropy_threshold", "config.cache_size", "config.cache_ttl_seconds",
  "config.router_width", "config.experts", "config.top_k",
];
export const MORE = [
  "config.min_decisions", "config.arrival_tokens_per_s", "config.context_weight", "config.warm_up_samples", "config.sequence_length",
  "config.width", "config.expert_width", "config.seed", "samples", "repetitions",
];

const LABELS: Record<string, string> = {
  "config.entropy_threshold": "Entropy threshold, bits",
  "config.cache_ttl_seconds": "Time to live, s",
  "config.router_width": "Width of the gating network",
  "config.experts": "Experts of the layer",
  "config.top_k": "Experts per token",
  "config.min_decisions": "Decisions before a token counts as stable",
  "config.arrival_tokens_per_s": "Tokens a second in the stream",
  "config.context_weight": "Weight of the preceding tokens",
  "config.sequence_length": "Tokens in a sample",
  "config.expert_width": "Width of an expert",
};

knowFields(ROUTER);

export const INPUTS: readonly Input[] = [
  { path: "costs_us.learned", call: "route_model", label: "Gating network" },
  { path: "costs_us.expert", call: "route_model", label: "Experts" },
  { path: "costs_us.cached", call: "route_model", label: "Look-up in the cache" },
  { path: "costs_us.fast", call: "route_model", label: "Look-up in the table" },
  { path: "cascade", call: "route_model", label: "Later paths also pay for the earlier look-ups" },
  { path: "distribution_pct.fast", call: "route_model", label: TAKEN.fast },
  { path: "distribution_pct.cached", call: "route_model", label: TAKEN.cached },
  { path: "distribution_pct.learned", call: "route_model", label: TAKEN.learned },
  { path: "target_speedup", call: "route_breakeven", label: "Target speedup", start: 1.3 },
  { path: "project.model", call: "route_project", field: "model", start: "Mixtral_8x7B", lists: ({ family }) => family === "moe_transformer" },
  { path: "project.hardware", call: "route_project", field: "hardware", label: "Device", start: "H100" },
  { path: "project.batch", call: "route_project", field: "batch" },
  // In the default FP16, Mixtral would not fit the device.
  { path: "project.precision", call: "route_project", field: "precision", start: "int8" },
  { path: "project.assumptions", call: "route_project" },
  ...[...SETTINGS, ...MORE].map((path): Input => ({
    path,
    call: "route_analyze",
    otherwise: (value) => PRESETS[String(value("config.preset"))]?.[path.replace("config.", "")],
    ...(LABELS[path] ? { label: LABELS[path] } : {}),
  })),
];
