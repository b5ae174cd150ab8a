// What the widget shows: a training step, and the same devices in other layouts.

import type { LayoutsResult, TrainResult } from "#engine";
import { label, type Regime } from "#shared";

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

/** Where a step's time goes: arithmetic first, then what it waits for. A stage that is empty waits for others, and for nothing of its own. */
export const TIMES: readonly [name: string, field: keyof TrainResult["times"], regime?: Regime][] = [
  ["forward", "forward_s", "compute"],
  ["backward", "backward_s", "compute"],
  [label("recomputation").toLowerCase(), "recomputation_s", "compute"],
  ["optimizer step", "optimizer_s", "memory"],
  ["sums within layers", "tensor_s", "links"],
  ["experts", "expert_s", "links"],
  ["stage to stage", "pipeline_s", "links"],
  ["gradients exchanged", "data_s", "links"],
  ["empty stages", "bubble_s"],
];
