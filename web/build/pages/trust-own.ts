// What single kernels of two GPUs reached when we measured them, beside their data sheets.

import { readFileSync } from "node:fs";
import { percent, quantity, range } from "../../ui/format.js";

interface Kernel {
  kernel: string;
  seconds: number;
  format?: string;
  m?: number;
  n?: number;
  k?: number;
  bytes?: number;
  flop?: number;
  batch?: number;
  vocabulary?: number;
}

interface Device {
  memory_bandwidth_bytes_per_s: number;
  peak_flop_per_s: Record<string, number>;
}

const json = (name: string): unknown => JSON.parse(readFileSync(new URL(`../../../core/data/${name}`, import.meta.url), "utf8"));

/** Of a data sheet's figure. */
const share = (value: number): string => percent(Number(value.toFixed(2)));

const amount = ({ bytes, flop, m, n, k }: Kernel): number => bytes ?? flop ?? 2 * m! * n! * k!;
const rate = (one: Kernel): number => amount(one) / one.seconds;

/** The devices, in the order of the table's columns. */
export const OWN_DEVICES = ["H200", "H100"];

/** Of one device: the best rate, or the time, and its share of the data sheet's figure. */
function reached(name: string): Map<string, string[]> {
  const kernels = (json("own-kernels.json") as { devices: Record<string, Kernel[]> }).devices[name]!;
  const device = json(`hardware/${name}.json`) as Device;
  const best = (kernel: string, format?: string): number => Math.max(...kernels.filter((one) => one.kernel === kernel && one.format === format).map(rate));
  const time = (kernel: string): string[] => [quantity(kernels.find((one) => one.kernel === kernel)!.seconds, "s"), "—"];
  const moving = (found: number): string[] => [quantity(found, "bytes/s"), share(found / device.memory_bandwidth_bytes_per_s)];
  const multiplying = (format: string, found: number): string[] => [quantity(found, "flop/s"), share(found / device.peak_flop_per_s[format]!)];
  const one = kernels.find(({ format, m }) => format === "bf16" && m === 1)!;
  return new Map([
    ["Reading 8.6 GB", moving(best("read"))],
    ["Attention of a token over 32 caches of 8,192 tokens", moving(best("attention of a token"))],
    ["A matrix times a vector, BF16, 4,096 × 14,336", moving((2 * one.n! * one.k!) / one.seconds)],
    ["Matrix products in BF16", multiplying("bf16", best("product", "bf16"))],
    ["Matrix products in FP16", multiplying("fp16", best("product", "fp16"))],
    ["Matrix products in FP8", multiplying("fp8", best("product", "fp8"))],
    ["Matrix products in INT8", multiplying("int8", best("product", "int8"))],
    ["Attention of a prompt of 8,192 tokens, BF16", multiplying("bf16", best("attention of a prompt"))],
    ["Launch of the smallest kernel, by the host", time("launch by the host")],
    ["Launch of the smallest kernel, in a CUDA graph", time("launch within a graph")],
  ]);
}

/** What was run, and what each device reached. */
export function ownKernels(): string[][] {
  const devices = OWN_DEVICES.map(reached);
  return [...devices[0]!.keys()].map((kernel) => [kernel, ...devices.flatMap((one) => one.get(kernel)!)]);
}

/** How long an H100 took to choose so many tokens by top-p. */
export function choiceOfTokens(batch: number, vocabulary: number): string {
  const kernels = (json("own-kernels.json") as { devices: Record<string, Kernel[]> }).devices["H100"]!;
  return quantity(kernels.find((one) => one.kernel === "top-p choice of tokens" && one.batch === batch && one.vocabulary === vocabulary)!.seconds, "s");
}

/** How long a layer keeps the host that launches its kernels one by one: a token's time over the layers. */
export function launchOfLayer(): string {
  const { points } = json("measured/own.json") as { points: { kind: string; software: string; model: string; value: number }[] };
  const layers = (model: string): number => (model === "Llama-3.2-1B" ? 16 : 32);
  const each = points.filter(({ kind, software }) => kind === "decode_itl" && software.startsWith("Transformers")).map(({ model, value }) => value / layers(model));
  return range(Math.min(...each), Math.max(...each), "ms");
}
