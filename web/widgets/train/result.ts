// What the widget shows: a training step, and the same devices in other layouts.

import type { LayoutsResult, TrainResult } from "#engine";

export type Layout = LayoutsResult["layouts"][number];

export interface TrainingResult {
  run: TrainResult;
  /** The quickest first, those that do not fit behind them. */
  layouts: Layout[];
}

/** What each device holds and has room for, part by part. */
export const PARTS: readonly [name: string, field: keyof TrainResult["memory"]][] = [
  ["weights", "weights_bytes"],
  ["gradients", "gradients_bytes"],
  ["optimizer state", "optimizer_bytes"],
  ["activations", "activations_bytes"],
  ["logits", "logits_bytes"],
  ["workspace", "workspace_bytes"],
];

/** Where a step's time goes: arithmetic first, then what it waits for. */
export const TIMES: readonly [name: string, field: keyof TrainResult["times"]][] = [
  ["forward", "forward_s"],
  ["backward", "backward_s"],
  ["recomputation", "recomputation_s"],
  ["optimizer step", "optimizer_s"],
  ["sums within layers", "tensor_s"],
  ["experts", "expert_s"],
  ["stage to stage", "pipeline_s"],
  ["gradients exchanged", "data_s"],
  ["empty stages", "bubble_s"],
];
