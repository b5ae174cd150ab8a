// What single kernels of one GPU reached when we measured it, beside its data sheet.

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

/** What was run, the best rate or the time, and its share of the data sheet's figure. */
export function ownKernels(): string[][] {
  const { kernels } = json("own-kernels.json") as { kernels: Kernel[] };
  const device = json("hardware/H200.json") as Device;
  const best = (kernel: string, format?: string): number => Math.max(...kernels.filter((one) => one.kernel === kernel && one.format === format).map(rate));
  const time = (kernel: string): string => quantity(kernels.find((one) => one.kernel === kernel)!.seconds, "s");
  const moving = (name: string, found: number): string[] => [name, quantity(found, "bytes/s"), share(found / device.memory_bandwidth_bytes_per_s)];
  const multiplying = (name: string, format: string, found: number): string[] => [name, quantity(found, "flop/s"), share(found / device.peak_flop_per_s[format]!)];
  const one = kernels.find(({ format, m }) => format === "bf16" && m === 1)!;
  return [
    moving("Reading 8.6 GB", best("read")),
    moving("Attention of a token over 32 caches of 8,192 tokens", best("attention of a token")),
    moving("A matrix times a vector, BF16, 4,096 × 14,336", (2 * one.n! * one.k!) / one.seconds),
    multiplying("Matrix products in BF16", "bf16", best("product", "bf16")),
    multiplying("Matrix products in FP16", "fp16", best("product", "fp16")),
    multiplying("Matrix products in FP8", "fp8", best("product", "fp8")),
    multiplying("Matrix products in INT8", "int8", best("product", "int8")),
    multiplying("Attention of a prompt of 8,192 tokens, BF16", "bf16", best("attention of a prompt")),
    ["Launch of the smallest kernel, by the host", time("launch by the host"), "—"],
    ["Launch of the smallest kernel, in a CUDA graph", time("launch within a graph"), "—"],
  ];
}

/** How long a layer keeps the host that launches its kernels one by one: a token's time over the layers. */
export function launchOfLayer(): string {
  const { points } = json("measured/own.json") as { points: { kind: string; software: string; model: string; value: number }[] };
  const layers = (model: string): number => (model === "Llama-3.2-1B" ? 16 : 32);
  const each = points.filter(({ kind, software }) => kind === "decode_itl" && software.startsWith("Transformers")).map(({ model, value }) => value / layers(model));
  return range(Math.min(...each), Math.max(...each), "ms");
}
