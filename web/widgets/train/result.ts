// What the widget shows: a training step, and the same devices in other layouts.

import type { SystemsEngine, TrainRequest, TrainResult } from "#engine";

export interface Layout {
  tensor: number;
  pipeline: number;
  data: number;
  step_s: number;
  mfu: number;
  /** Memory that a device needs, in bytes. */
  needed: number;
  fits: boolean;
}

export interface TrainingResult {
  run: TrainResult;
  /** The quickest first, those that do not fit behind them. */
  layouts: Layout[];
}

/** Beyond a few nodes no layer is shared, and no model has as many layers as would make more stages. */
const MOST_SHARING = 64;
const MOST_STAGES = 256;

const divisors = (whole: number, most: number): number[] => Array.from({ length: Math.min(whole, most) }, (_, index) => index + 1).filter((one) => whole % one === 0);

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

/** As many devices in every layout that the engine takes, at the same batch. */
export function layouts(engine: SystemsEngine, request: TrainRequest, run: TrainResult): Layout[] {
  const found: Layout[] = [];
  for (const tensor of divisors(run.devices, MOST_SHARING))
    for (const pipeline of divisors(run.devices / tensor, MOST_STAGES)) {
      const data = run.devices / tensor / pipeline;
      try {
        const one = engine.train({ ...request, global_batch: run.global_batch, parallel: { ...request.parallel, tensor, pipeline, data } } as TrainRequest);
        found.push({ tensor, pipeline, data, step_s: one.step_s, mfu: one.mfu, needed: one.memory.total_bytes, fits: one.feasible });
      } catch {
        // The model cannot be cut so, or the batch.
      }
    }
  return found.sort((one, other) => Number(other.fits) - Number(one.fits) || one.step_s - other.step_s);
}
