/**
 * The measuring of this machine in JavaScript: memory, arithmetic and products of matrices, timed where it runs. For a
 * worker or Node, as a timing keeps its thread busy; to cancel it, end the worker. All that is worked out is worked out in
 * C++; here the numbers get their names.
 */

import { failure, read, RidgepointError } from "./boundary.js";

export { RidgepointError };

export const KINDS = ["read", "copy", "arithmetic", "product", "step", "rest"] as const;
export const FORMATS = ["fp32", "int8", "int4"] as const;
/** `as_predicted`: within 15 %; `overlapping`: slower, where reading and arithmetic take about as long and hide each other only in part. */
const OUTCOMES = ["as_predicted", "faster", "overlapping", "slower"] as const;
export const LIMITS = ["memory", "arithmetic", "overhead"] as const;
/** `relaxed`: with fused multiply-add and 7-bit dot products, which some browsers lack; `scalar`: without SIMD. */
export const KERNELS = ["relaxed", "simd128", "scalar"] as const;

export type BenchKernels = (typeof KERNELS)[number];
export type Format = (typeof FORMATS)[number];

/** `step`: a token of the language model for each of `batch` sequences; `rest`: the same without its products. */
export interface BenchTask {
  kind: (typeof KINDS)[number];
  format: Format;
  /** All that a read or a copy touches. */
  bytes: number;
  /** The shape of a product. */
  rows: number;
  columns: number;
  batch: number;
}

/** Seconds of one pass. */
export interface BenchTiming {
  median_s: number;
  /** Quartiles of the repeats. */
  low_s: number;
  high_s: number;
  repeats: number;
  passes: number;
  /** Whether the repeats were long enough for the clock. */
  resolved: boolean;
  /** The last repeats over the first: above 1 where the machine slows down. */
  drift: number;
}

export interface BenchSample {
  task: BenchTask;
  timing: BenchTiming;
}

export interface BenchFigure {
  value: number;
  low: number;
  high: number;
}

export interface BenchLevel {
  bytes: number;
  bytes_per_s: BenchFigure;
  /** The largest that a cache or the memory holds. */
  ends_step: boolean;
}

export interface BenchMachine {
  /** A multiplication and an addition are two. */
  operations_per_s: Record<Format, BenchFigure>;
  /** The constants of the model, fitted to products: the median, least and most of them. */
  efficiency: BenchFigure;
  bandwidth_efficiency: BenchFigure;
  overhead_s: BenchFigure;
  /** By ascending working set. */
  read: BenchLevel[];
  copy: BenchLevel[];
}

export interface BenchPrediction {
  seconds: number;
  memory_s: number;
  arithmetic_s: number;
  overhead_s: number;
  limit: (typeof LIMITS)[number];
}

/** A prediction compared with the run that followed. */
export interface BenchJudged {
  /** Measured over predicted, less one. */
  error: number;
  outcome: (typeof OUTCOMES)[number];
}

/** A measured machine as a device of the registry has it, and the constants of the model as a request assumes them. */
export interface BenchDevice {
  peak_flop_per_s: Record<Format, number>;
  memory_bandwidth_bytes_per_s: number;
  dispatch_overhead_s: number;
  assumptions: { efficiency: number; bandwidth_efficiency: number; layer_overhead_s: number };
}

/** A request to `serve` that predicts a step by one thread; it lacks what else the device has. */
export interface BenchServing {
  model: Record<string, unknown>;
  hardware: { memory_bandwidth_bytes_per_s: number };
  context: number;
  batch: number;
  precision: Format;
  scheme: string;
  assumptions: { efficiency: number; layer_overhead_s: number };
}

export interface Bench {
  readonly kernels: BenchKernels;
  /** The step of the clock in seconds; infinite where it is too coarse to time anything. */
  readonly resolution_s: number;
  /** What describes a machine; the largest working set decides how far memory is followed. */
  machineTasks(largest_bytes: number): BenchTask[];
  /** Products to be predicted before they run. */
  testedProducts(): BenchTask[];
  /** Steps of the language model, to be predicted before they run. */
  testedSteps(): BenchTask[];
  time(task: BenchTask, effort?: { repeats?: number; least_s?: number }): BenchTiming;
  /** What several workers did at the same time. */
  together(timings: readonly BenchTiming[]): BenchTiming;
  /** Summarizes repeats that were timed elsewhere. */
  summary(seconds: readonly number[]): BenchTiming;
  /** Work by the time of a pass beyond an overhead; 0 where it takes no longer. */
  rate(overhead_s: number, work: number, timing: BenchTiming): BenchFigure;
  /** How many timings were too short, spread by more than 5 % or slowed down by more than 15 %; each 0 where it is no trouble. */
  troubles(timings: readonly BenchTiming[]): { short: number; noisy: number; throttled: number };
  /** From the samples of `machineTasks` by one thread, which `predict` then goes by, or by all `together`. */
  machine(samples: readonly BenchSample[], together?: boolean): BenchMachine;
  /** The rates of the last machine, and the constants of one thread. */
  device(): BenchDevice;
  predict(product: BenchTask): BenchPrediction;
  serving(step: BenchTask): BenchServing;
  judge(predicted: BenchPrediction, measured_s: number): BenchJudged;
  /** The batch from which a format gains less than so much over fp32; 0: it never did, infinite: it still does. */
  crossover(batches: readonly number[], fp32_s: readonly number[], quantized_s: readonly number[], gain: number): number;
  /** The first output of a product or a step, for what checks that it is computed. */
  output(task: BenchTask): number;
}

interface Exports {
  memory: WebAssembly.Memory;
  _initialize?(): void;
  bench_numbers(): number;
  bench_resolution(): number;
  bench_machine_tasks(largest_bytes: number): number;
  bench_tested_products(): number;
  bench_tested_steps(): number;
  bench_time(repeats: number, least_s: number): void;
  bench_together(count: number): void;
  bench_summary(count: number): void;
  bench_rate(overhead_s: number, work: number): void;
  bench_troubles(count: number): void;
  bench_machine(count: number, together: boolean): void;
  bench_device(): void;
  bench_predict(): void;
  bench_serving(): number;
  bench_serving_length(): number;
  bench_judge(measured_s: number): void;
  bench_crossover(count: number, gain: number): number;
  bench_output(): number;
}

export interface LoadBenchOptions {
  kernels?: BenchKernels;
  /** The module or its bytes; by default it lies beside this file. */
  wasm?: string | URL | BufferSource;
  /** Milliseconds, for tests. */
  now?: () => number;
}

/** Whether the build could make bench-relaxed.wasm; bundle.mjs says. */
declare const RIDGEPOINT_RELAXED: boolean;

/** Functions with an instruction that is new in each. (func (result v128) (i8x16.popcnt (i8x16.splat (i32.const 0)))) */
const SIMD = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];
/** (i16x8.relaxed_dot_i8x16_i7x16_s (i8x16.splat (i32.const 0)) (i8x16.splat (i32.const 0))) */
const RELAXED = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 15, 1, 13, 0, 65, 0, 253, 15, 65, 0, 253, 15, 253, 146, 2, 11];

/** What this browser can compile and this build has, the widest first. */
export const supportedKernels = (): BenchKernels[] => [
  ...(RIDGEPOINT_RELAXED && WebAssembly.validate(Uint8Array.from(RELAXED)) ? (["relaxed"] as const) : []),
  ...(WebAssembly.validate(Uint8Array.from(SIMD)) ? (["simd128"] as const) : []),
  "scalar",
];

/** The hash of each module that the build could make, filled in by bundle.mjs. */
declare const RIDGEPOINT_SHA256: Partial<Record<BenchKernels, string>>;

const FILES: Record<BenchKernels, URL> = {
  relaxed: new URL("./bench-relaxed.wasm", import.meta.url),
  simd128: new URL("./bench.wasm", import.meta.url),
  scalar: new URL("./bench-scalar.wasm", import.meta.url),
};

const TIMING = ["median_s", "low_s", "high_s", "repeats", "passes", "resolved", "drift"] as const;
/** Doubles of a task. */
const OF_TASK = 6;

/** Loads a module of its own. */
export async function loadBench({ kernels = supportedKernels()[0]!, wasm = FILES[kernels], now = () => performance.now() }: LoadBenchOptions = {}): Promise<Bench> {
  try {
    const bytes = typeof wasm === "string" || wasm instanceof URL ? await read(String(wasm), RIDGEPOINT_SHA256[kernels]) : wasm;
    const exit = (): never => {
      throw new Error("the module ended");
    };
    const { instance } = await WebAssembly.instantiate(bytes, {
      env: { now, emscripten_notify_memory_growth: () => {} },
      wasi_snapshot_preview1: { proc_exit: exit },
    });
    return face(kernels, instance.exports as unknown as Exports);
  } catch (cause) {
    throw failure("load_failed", "the measurement could not be loaded", cause);
  }
}

function face(kernels: BenchKernels, module: Exports): Bench {
  module._initialize?.();
  const at = module.bench_numbers();
  /** Anew each time: memory moves when it grows. */
  const numbers = (): Float64Array => new Float64Array(module.memory.buffer, at, 8192);
  const taskNumbers = ({ kind, format, bytes, rows, columns, batch }: BenchTask): number[] => [KINDS.indexOf(kind), FORMATS.indexOf(format), bytes, rows, columns, batch];
  const timingNumbers = (timing: BenchTiming): number[] => TIMING.map((name) => Number(timing[name]));
  const give = (values: readonly number[]): void => numbers().set(values);
  const timing = (): BenchTiming => {
    const [median_s, low_s, high_s, repeats, passes, resolved, drift] = numbers() as unknown as number[];
    return { median_s: median_s!, low_s: low_s!, high_s: high_s!, repeats: repeats!, passes: passes!, resolved: resolved === 1, drift: drift! };
  };
  const tasks = (count: number): BenchTask[] =>
    Array.from({ length: count }, (_, index) => {
      const [kind, format, bytes, rows, columns, batch] = numbers().subarray(index * OF_TASK) as unknown as number[];
      return { kind: KINDS[kind!]!, format: FORMATS[format!]!, bytes: bytes!, rows: rows!, columns: columns!, batch: batch! };
    });
  const figure = (place: number): BenchFigure => {
    const [value, low, high] = numbers().subarray(place) as unknown as number[];
    return { value: value!, low: low!, high: high! };
  };
  const resolution_s = module.bench_resolution();
  return Object.freeze<Bench>({
    kernels,
    resolution_s,
    machineTasks: (largest_bytes) => tasks(module.bench_machine_tasks(largest_bytes)),
    testedProducts: () => tasks(module.bench_tested_products()),
    testedSteps: () => tasks(module.bench_tested_steps()),
    time(task, { repeats = 15, least_s = 1e-3 } = {}) {
      give(taskNumbers(task));
      module.bench_time(repeats, least_s);
      return timing();
    },
    together(timings) {
      give(timings.flatMap(timingNumbers));
      module.bench_together(timings.length);
      return timing();
    },
    summary(seconds) {
      give(seconds);
      module.bench_summary(seconds.length);
      return timing();
    },
    rate(overhead_s, work, of) {
      give(timingNumbers(of));
      module.bench_rate(overhead_s, work);
      return figure(0);
    },
    troubles(timings) {
      give(timings.flatMap(timingNumbers));
      module.bench_troubles(timings.length);
      const [short, noisy, throttled] = numbers() as unknown as number[];
      return { short: short!, noisy: noisy!, throttled: throttled! };
    },
    machine(samples, together = false) {
      give(samples.flatMap((sample) => [...taskNumbers(sample.task), ...timingNumbers(sample.timing)]));
      module.bench_machine(samples.length, together);
      let place = 0;
      const next = (): BenchFigure => figure((place += 3) - 3);
      const levels = (): BenchLevel[] =>
        Array.from({ length: numbers()[place++]! }, () => {
          const bytes = numbers()[place++]!;
          return { bytes, bytes_per_s: next(), ends_step: numbers()[place++] === 1 };
        });
      return {
        operations_per_s: { fp32: next(), int8: next(), int4: next() },
        efficiency: next(),
        bandwidth_efficiency: next(),
        overhead_s: next(),
        read: levels(),
        copy: levels(),
      };
    },
    device() {
      module.bench_device();
      const [fp32, int8, int4, memory, dispatch, efficiency, bandwidth, layer] = numbers() as unknown as number[];
      return {
        peak_flop_per_s: { fp32: fp32!, int8: int8!, int4: int4! },
        memory_bandwidth_bytes_per_s: memory!,
        dispatch_overhead_s: dispatch!,
        assumptions: { efficiency: efficiency!, bandwidth_efficiency: bandwidth!, layer_overhead_s: layer! },
      };
    },
    predict(product) {
      give(taskNumbers(product));
      module.bench_predict();
      const [seconds, memory_s, arithmetic_s, overhead_s, limit] = numbers() as unknown as number[];
      return { seconds: seconds!, memory_s: memory_s!, arithmetic_s: arithmetic_s!, overhead_s: overhead_s!, limit: LIMITS[limit!]! };
    },
    serving(step) {
      give(taskNumbers(step));
      const text = new Uint8Array(module.memory.buffer, module.bench_serving(), module.bench_serving_length());
      const found = numbers();
      const request = JSON.parse(new TextDecoder().decode(text), (_, value: unknown) => (typeof value === "number" ? found[value] : value)) as BenchServing;
      return { ...request, precision: step.format };
    },
    judge({ seconds, memory_s, arithmetic_s, overhead_s, limit }, measured_s) {
      give([seconds, memory_s, arithmetic_s, overhead_s, LIMITS.indexOf(limit)]);
      module.bench_judge(measured_s);
      const [error, outcome] = numbers() as unknown as number[];
      return { error: error!, outcome: OUTCOMES[outcome!]! };
    },
    crossover(batches, fp32_s, quantized_s, gain) {
      give([...batches, ...fp32_s, ...quantized_s]);
      return module.bench_crossover(batches.length, gain);
    },
    output(task) {
      give(taskNumbers(task));
      return module.bench_output();
    },
  });
}
