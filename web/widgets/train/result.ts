// What the widget shows: a training step, and the same devices in other layouts.

import type { SystemsEngine, TrainRequest, TrainResult } from "#engine";

export interface Layout {
  tensor: number;
  pipeline: number;
  data: number;
  step_s: number;
  mfu: number;
  /** Of a device's memory, in bytes. */
  needed: number;
  fits: boolean;
}

export interface TrainingResult {
  run: TrainResult;
  /** The quickest first, those that do not fit behind them. */
  layouts: Layout[];
}

const powers = (most: number): number[] => Array.from({ length: Math.floor(Math.log2(most)) + 1 }, (_, power) => 2 ** power);

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

/** As many devices in every layout of powers of two that the engine takes, at the same batch. */
export function layouts(engine: SystemsEngine, request: TrainRequest, run: TrainResult): Layout[] {
  const found: Layout[] = [];
  for (const tensor of powers(Math.min(run.devices, 64)))
    for (const pipeline of powers(run.devices / tensor)) {
      const data = run.devices / tensor / pipeline;
      if (!Number.isInteger(data)) continue;
      try {
        const one = engine.train({ ...request, global_batch: run.global_batch, parallel: { ...request.parallel, tensor, pipeline, data } } as TrainRequest);
        found.push({ tensor, pipeline, data, step_s: one.step_s, mfu: one.mfu, needed: one.memory.total_bytes, fits: one.feasible });
      } catch {
        // The model cannot be cut so, or the batch.
      }
    }
  return found.sort((one, other) => Number(other.fits) - Number(one.fits) || one.step_s - other.step_s);
}
