// What a measurement of this machine found.

import type { BenchDevice, BenchJudged, BenchKernels, BenchMachine, BenchPrediction, BenchTask, BenchTiming } from "#bench";
import type { OwnMachine } from "#shared";
import type { GpuMeasured } from "./webgpu.js";

/** A product, or a step of the language model, with what was predicted of it before it ran. */
export interface Product {
  task: BenchTask;
  predicted: BenchPrediction;
  /** Null until it has run. */
  timing: BenchTiming | null;
  judged: BenchJudged | null;
}

/** From which batch on a format gains less than `gain` over fp32; null: it still does at the largest measured. */
export interface Crossing {
  format: "int8" | "int4";
  gain: number;
  batch: number | null;
}

export interface Measured {
  kernels: BenchKernels;
  threads: number;
  clock_resolution_s: number;
  /** One thread, and all together. */
  one: BenchMachine;
  all: BenchMachine;
  products: Product[];
  /** The median of the products' absolute errors; null until all have run. */
  median_error: number | null;
  /** Steps of the language model, predicted by the engine; empty where it refused this machine. */
  steps: Product[];
  steps_median_error: number | null;
  crossings: Crossing[];
  gpu: GpuMeasured | null;
  /** What could not be measured here, and what the figures suffered from. */
  warnings: string[];
  device: OwnMachine;
  assumptions: BenchDevice["assumptions"];
}
