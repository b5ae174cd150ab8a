// machine-measure.js, which the first press brings: a measurement from its first thread to its last product, which are one thread, all
// threads, WebGPU, predictions, and then the runs.

import type { Progress } from "../run.js";
import type { BenchDevice, BenchKernels, BenchPrediction, BenchSample, BenchServing, BenchTask, BenchTiming } from "#bench";
import type { ServeRequest, ServeResult } from "#engine";
import { RidgepointError, type OwnMachine } from "#shared";
import { deviceOf } from "./device.js";
import type { Crossing, Measured, Product } from "./measured.js";
import { inPage, worker, type Thread } from "./threads.js";
import { measureGpu } from "./webgpu.js";

/** Largest working set in bytes, of one thread and of each of several. */
const LARGEST = 2 ** 26;
const LARGEST_TOGETHER = 2 ** 25;
/** More threads would want more memory than a page should take. */
const MOST_THREADS = 16;
const REPEATS = 11;
/** Each repeat takes 50 steps of the clock: beyond these steps, of a browser that hides the time from pages, only so few. */
const COARSE_S = 2e-3;
const COARSE_REPEATS = 3;
/** What all threads are measured with; products and the rest run on one. */
const RATES: readonly BenchTask["kind"][] = ["read", "copy", "arithmetic"];

class Stopped extends Error {}

/** Progress from now on that says how long the rest takes, once that can be told and where it is longer than one likes to wait. */
function withRest(progress: MeasureOf["progress"]): MeasureOf["progress"] {
  const started = performance.now();
  const telling_s = 5;
  const long_s = 60;
  return ({ done, stage }) => {
    const taken_s = (performance.now() - started) / 1000;
    const rest_s = (taken_s / done) * (1 - done);
    progress({ done, stage: taken_s > telling_s && rest_s > long_s ? `${stage}, about ${Math.ceil(rest_s / 60)} minutes left` : stage });
  };
}

export interface MeasureOf {
  /** The engine's, which predicts the language model. */
  serve(request: ServeRequest): ServeResult;
  progress(now: Progress): void;
  /** Gets what is measured as soon as the predictions are made. */
  partly(found: Measured): void;
}

/** Resolves to what was measured, or to nothing where it was stopped. */
export async function measure(of: MeasureOf, stopped: AbortSignal): Promise<Measured | undefined> {
  const threads: Thread[] = [];
  const halted = new Promise<never>((_, reject) => stopped.addEventListener("abort", () => reject(new Stopped()), { once: true }));
  halted.catch(() => {});
  let hidden = document.hidden;
  const watch = (): void => void (hidden ||= document.hidden);
  document.addEventListener("visibilitychange", watch);
  try {
    return await Promise.race([halted, measuring(threads, of, () => hidden, stopped)]);
  } catch (error) {
    if (error instanceof Stopped) return undefined;
    throw error;
  } finally {
    document.removeEventListener("visibilitychange", watch);
    threads.forEach((thread) => thread.end());
  }
}

/** The first thread, with the widest module that runs. */
async function first(warnings: string[]): Promise<{ thread: Thread; isWorker: boolean; kernels: BenchKernels; resolution_s: number }> {
  let thread: Thread;
  let isWorker = true;
  let supported: BenchKernels[];
  try {
    thread = worker();
    supported = await thread.call("supported");
  } catch (error) {
    warnings.push(`No worker: ${(error as Error).message.replace(/\.$/, "")}. The page measures by itself, on one thread.`);
    isWorker = false;
    thread = inPage();
    supported = await thread.call("supported");
  }
  if (!supported.includes("simd128")) warnings.push("This browser has no WebAssembly SIMD: plain loops are measured.");
  else if (!supported.includes("relaxed")) warnings.push("This browser, or this build of Ridgepoint, has no relaxed SIMD: without fused multiply-add, arithmetic stays below what the processor can do.");
  for (const [index, kernels] of supported.entries()) {
    try {
      return { thread, isWorker, kernels, resolution_s: await thread.call("open", kernels) };
    } catch (error) {
      if (index === supported.length - 1) throw error;
      warnings.push(`The module for ${kernels} was refused: ${(error as Error).message}.`);
    }
  }
  throw new RidgepointError({ code: "load_failed", field: "", message: "no module runs here" });
}

/** A step as the engine predicts it. */
function servedStep(serve: MeasureOf["serve"], request: BenchServing, thread: OwnMachine): BenchPrediction {
  const found = serve({ ...request, hardware: { ...thread, ...request.hardware } } as unknown as ServeRequest);
  return {
    seconds: found.itl_s, memory_s: found.decode_memory_s, arithmetic_s: found.decode_compute_s, overhead_s: found.decode_overhead_s,
    limit: found.decode_regime === "compute" ? "arithmetic" : (found.decode_regime as BenchPrediction["limit"]),
  };
}

const waiting = (task: BenchTask, predicted: BenchPrediction): Product => ({ task, predicted, timing: null, judged: null });

/** The steps of the language model; none, and a warning, where this machine is beyond the engine's ranges. */
async function predictedSteps(thread: Thread, serve: MeasureOf["serve"], own: OwnMachine, warnings: string[]): Promise<Product[]> {
  const steps: Product[] = [];
  try {
    for (const task of await thread.call("testedSteps")) steps.push(waiting(task, servedStep(serve, await thread.call("serving", task), own)));
    return steps;
  } catch (error) {
    if (!(error instanceof RidgepointError)) throw error;
    warnings.push(`The language model was not predicted: ${error.message}.`);
    return [];
  }
}

async function measuring(threads: Thread[], { serve, progress: told, partly }: MeasureOf, hidden: () => boolean, stopped: AbortSignal): Promise<Measured> {
  const warnings: string[] = [];
  const timings: BenchTiming[] = [];
  const progress = withRest(told);
  progress({ done: 0, stage: "Loading the kernels" });
  const { thread, isWorker, kernels, resolution_s } = await first(warnings);
  threads.push(thread);
  if (!Number.isFinite(resolution_s)) throw new RidgepointError({ code: "not_applicable", field: "", message: "the clock of this browser advances in steps of more than 20 ms, or not at all: nothing can be timed" });

  const sampled = async (tasks: readonly BenchTask[], from: number, to: number, stage: string, time: (task: BenchTask) => Promise<BenchTiming>): Promise<BenchSample[]> => {
    const samples: BenchSample[] = [];
    for (const task of tasks) {
      if (stopped.aborted) throw new Stopped();
      progress({ done: from + ((to - from) * samples.length) / tasks.length, stage });
      const timing = await time(task);
      timings.push(timing);
      samples.push({ task, timing });
    }
    return samples;
  };
  const effort = { repeats: resolution_s > COARSE_S ? COARSE_REPEATS : REPEATS };
  const timed = (task: BenchTask): Promise<BenchTiming> => thread.call("time", task, effort);

  const tasks = await thread.call("machineTasks", LARGEST);
  const alongside = await sampled(tasks, 0, 0.4, "One thread", timed);
  const one = await thread.call("machine", alongside);
  const alone = await thread.call("device");

  let all = one;
  const wanted = isWorker ? Math.min(MOST_THREADS, navigator.hardwareConcurrency || 1) : 1;
  if (wanted > 1) {
    for (let index = 1; index < wanted; index += 1) threads.push(worker());
    await Promise.all(threads.slice(1).map((each) => each.call("open", kernels)));
    const rates = (await thread.call("machineTasks", LARGEST_TOGETHER)).filter(({ kind }) => RATES.includes(kind));
    const together = async (task: BenchTask): Promise<BenchTiming> =>
      thread.call("together", await Promise.all(threads.map((each) => each.call("time", task, effort))));
    all = await thread.call("machine", await sampled(rates, 0.4, 0.65, `${wanted} threads`, together), true);
    threads.splice(1).forEach((each) => each.end());
  }
  progress({ done: 0.65, stage: "WebGPU" });
  const gpu = await measureGpu(thread, warnings);

  const products: Product[] = [];
  for (const task of await thread.call("testedProducts")) products.push(waiting(task, await thread.call("predict", task)));
  const how = `${kernels}, ${wanted === 1 ? "1 thread" : `${wanted} threads`}`;
  const device = (figures: BenchDevice): OwnMachine => deviceOf(figures, one, how, new Date().toISOString().slice(0, 10));
  const steps = await predictedSteps(thread, serve, device(alone), warnings);
  const found: Measured = {
    kernels, threads: wanted, clock_resolution_s: resolution_s, one, all, products, median_error: null,
    steps, steps_median_error: null, crossings: [], gpu, warnings, device: device(await thread.call("device")), assumptions: alone.assumptions,
  };
  partly(found);

  /** Runs what was predicted; the median of the errors without their signs. */
  const tried = async (predicted: Product[], from: number, to: number, stage: string): Promise<number | null> => {
    for (const [index, { timing }] of (await sampled(predicted.map(({ task }) => task), from, to, stage, timed)).entries()) {
      const product = predicted[index]!;
      product.timing = timing;
      product.judged = await thread.call("judge", product.predicted, timing.median_s);
    }
    return predicted.length > 0 ? (await thread.call("summary", predicted.map(({ judged }) => Math.abs(judged!.error)))).median_s : null;
  };
  const median_error = await tried(products, 0.7, 0.9, "Predicted products");
  const steps_median_error = await tried(steps, 0.9, 1, "The language model");
  const of = (count: number, what: string): string => `${count} of ${timings.length} timings ${what}`;
  const { short, noisy, throttled } = await thread.call("troubles", timings);
  if (hidden()) warnings.push("The page was hidden while it measured: browsers give hidden pages less, so measure again with it in front.");
  if (short > 0) warnings.push(of(short, "were too short for this browser’s clock."));
  if (noisy > 0) warnings.push(of(noisy, "spread by more than 5 %: other programs were running. Close them and measure again."));
  if (throttled > 0) warnings.push(of(throttled, "grew longer as they went on: the machine slows down, from heat or battery power."));
  return { ...found, median_error, steps_median_error, crossings: await crossings(thread, products) };
}

/** Where quantized weights gain less than twice and half as much again, at the products of most batches. */
async function crossings(thread: Thread, products: readonly Product[]): Promise<Crossing[]> {
  const series = (format: string): Product[] => products.filter(({ task }) => task.format === format && task.rows === products[0]!.task.rows);
  const batches = series("fp32").map(({ task }) => task.batch);
  const seconds = (format: string): number[] => series(format).map(({ timing }) => timing!.median_s);
  const found: Crossing[] = [];
  for (const format of ["int8", "int4"] as const)
    for (const gain of [2, 1.5]) {
      const batch = await thread.call("crossover", batches, seconds("fp32"), seconds(format), gain);
      found.push({ format, gain, batch: Number.isFinite(batch) ? batch : null });
    }
  return found;
}
