/// <reference path="./gpu.d.ts" />
// The same machine through WebGPU: what its adapter copies and computes, and what it takes to start a piece of work at all.

import type { BenchTiming } from "#bench";
import type { Thread } from "./threads.js";
import { input, INVOCATIONS, KERNELS, type GpuKernel } from "./kernels.wgsl.js";

export interface GpuRate {
  name: GpuKernel["name"];
  /** Bytes of copy and subgroups, operations of the others, a second; null where the kernel gave wrong numbers or was refused. */
  per_s: number | null;
  low: number | null;
  high: number | null;
  /** What is wrong with it; empty: right. */
  problem: string;
}

export interface GpuMeasured {
  adapter: string;
  /** To submit a kernel with nothing to do and hear of its end. */
  dispatch_s: BenchTiming;
  rates: GpuRate[];
}

/** Invocations of a timed pass, each with a number of its own: 4 MiB. */
const COUNT = 2 ** 20;
/** A side of the grid: at most 65,535 workgroups stand in a row. */
const ROW = 2 ** 8;
const REPEATS = 7;
const LEAST_S = 0.02;
/** Whatever the speed of an adapter made of software, a kernel takes no longer than this. */
const MOST_S = 1;

/** `thread` works out what the times come to. Null where there is no adapter, or it fails; `warnings` then say so. */
export async function measureGpu(thread: Thread, warnings: string[]): Promise<GpuMeasured | null> {
  try {
    const adapter = await navigator.gpu?.requestAdapter();
    if (!adapter) {
      warnings.push(navigator.gpu ? "WebGPU has no adapter here: only the processor was measured." : "This browser has no WebGPU: only the processor was measured.");
      return null;
    }
    const hasSubgroups = adapter.features.has("subgroups");
    const device = await adapter.requestDevice(hasSubgroups ? { requiredFeatures: ["subgroups"] } : {});
    try {
      return await measured(device, adapter.info?.description || adapter.info?.vendor || "unnamed", hasSubgroups, thread);
    } finally {
      device.destroy();
    }
  } catch (error) {
    warnings.push(`WebGPU failed: ${(error as Error).message}`);
    return null;
  }
}

async function measured(device: GPUDevice, adapter: string, hasSubgroups: boolean, thread: Thread): Promise<GpuMeasured> {
  const [source, result] = [GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC].map((usage) => device.createBuffer({ size: 4 * COUNT, usage })) as [GPUBuffer, GPUBuffer];
  device.queue.writeBuffer(source, 0, Uint32Array.from({ length: COUNT }, (_, index) => input(index)));

  const pipelineOf = async (code: string): Promise<{ pipeline: GPUComputePipeline; group: GPUBindGroup }> => {
    const pipeline = await device.createComputePipelineAsync({ layout: "auto", compute: { module: device.createShaderModule({ code }), entryPoint: "main" } });
    return { pipeline, group: device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries: [source, result].map((buffer, binding) => ({ binding, resource: { buffer } })) }) };
  };
  /** Seconds until so many passes have ended. */
  const run = async ({ pipeline, group }: { pipeline: GPUComputePipeline; group: GPUBindGroup }, rows: number, passes: number): Promise<number> => {
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    for (let each = 0; each < passes; each += 1) pass.dispatchWorkgroups(rows === 1 ? 1 : ROW, rows);
    pass.end();
    const start = performance.now();
    device.queue.submit([encoder.finish()]);
    await device.queue.onSubmittedWorkDone();
    return (performance.now() - start) / 1e3;
  };
  const repeated = async (once: () => Promise<number>): Promise<BenchTiming> => {
    const seconds: number[] = [];
    for (let spent = 0; seconds.length < REPEATS && (spent < MOST_S || seconds.length < 3); spent += seconds.at(-1)!) seconds.push(await once());
    return thread.call("summary", seconds);
  };

  const nothing = await pipelineOf(KERNELS[0]!.code);
  await run(nothing, 1, 1);
  const dispatch_s = await repeated(() => run(nothing, 1, 1));

  const outputs = async (kernel: GpuKernel): Promise<Float32Array | Int32Array | Uint32Array> => {
    const staging = device.createBuffer({ size: 4 * INVOCATIONS, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
    const encoder = device.createCommandEncoder();
    encoder.copyBufferToBuffer(result, 0, staging, 0, 4 * INVOCATIONS);
    device.queue.submit([encoder.finish()]);
    await staging.mapAsync(GPUMapMode.READ);
    const bytes = staging.getMappedRange().slice(0);
    staging.destroy();
    return kernel.name === "fp32" ? new Float32Array(bytes) : kernel.name.startsWith("int") ? new Int32Array(bytes) : new Uint32Array(bytes);
  };
  const rateOf = async (kernel: GpuKernel): Promise<GpuRate> => {
    const none = { name: kernel.name, per_s: null, low: null, high: null };
    try {
      const prepared = await pipelineOf(kernel.code);
      await run(prepared, 1, 1);
      const wrong = [...(await outputs(kernel))].findIndex((value, index) => Math.abs(value - kernel.expected(index)) > kernel.tolerance * Math.abs(kernel.expected(index)));
      if (wrong >= 0) return { ...none, problem: "its numbers are wrong on this adapter" };
      const rows = COUNT / INVOCATIONS / ROW;
      let passes = 1;
      for (let taken = await run(prepared, rows, 1); taken < LEAST_S && passes < 1024; taken = await run(prepared, rows, passes)) passes *= 2;
      const timing = await repeated(() => run(prepared, rows, passes));
      const { value, low, high } = await thread.call("rate", dispatch_s.median_s, kernel.work * COUNT * passes, timing);
      return { name: kernel.name, per_s: value || null, low: low || null, high: high || null, problem: "" };
    } catch (error) {
      return { ...none, problem: (error as Error).message.split("\n")[0]! };
    }
  };
  const has = (kernel: GpuKernel): boolean =>
    kernel.name === "subgroups" ? hasSubgroups : kernel.name !== "int8" || (navigator.gpu.wgslLanguageFeatures?.has("packed_4x8_integer_dot_product") ?? false);
  const rates: GpuRate[] = [];
  for (const kernel of KERNELS) rates.push(has(kernel) ? await rateOf(kernel) : { name: kernel.name, per_s: null, low: null, high: null, problem: "not offered here" });
  return { adapter, dispatch_s, rates };
}
