// The fields that the widget takes, by what they change.

import { LANGUAGE_MODEL } from "#fields/language-model";
import { knowChoices, knowFields, type Input } from "#shared";

knowFields(LANGUAGE_MODEL);
knowChoices({
  rounding: "round to nearest", smoothquant: "SmoothQuant",
  tensor: "a matrix", channel: "an output", group: "a group of inputs",
  int8_per_tensor: "8 bits, a scale from calibration", int8_per_token: "8 bits, a scale of each token",
  none: "nothing", magnitude: "the smallest weights", wanda: "the smallest weights times inputs (Wanda)",
  unstructured: "anywhere", two_of_four: "two of every four", channels: "whole channels",
});

const LABELS: Record<string, string> = {
  size: "Model", method: "Method", bits: "Bits per weight", granularity: "A scale for", group: "Inputs in a group",
  activations: "Inputs of the layers", kv_bits: "Bits per cached key and value",
  prune: "What is pruned", pattern: "Where", sparsity: "Share pruned",
  outliers: "Two channels larger by", windows: "Windows of held-out text",
  draft_tokens: "Tokens the small model drafts", temperature: "Temperature", seed: "Seed",
};

export const WEIGHTS = ["method", "bits", "granularity", "group"];
export const PASSING = ["activations", "kv_bits", "outliers"];
export const PRUNING = ["prune", "pattern", "sparsity"];
export const WRITING = ["temperature", "seed", "draft_tokens", "windows"];
export const HEADLINED = ["size", "method", "bits", "granularity"];

export const INPUTS: readonly Input[] = ["size", ...WEIGHTS, ...PASSING, ...PRUNING, ...WRITING].map((path) => ({ path, call: "quantize", label: LABELS[path]! }));
