// Every number of a measurement that is shown, with its spread.

import { binaryBytes, of, type Table } from "#shared";
import type { Measured, Product } from "./measured.js";
import { productName, reason, tokenName, tokenReason } from "./sentences.js";
import type { GpuMeasured } from "./webgpu.js";

/** What the roofline shows, and below it each rate by one thread and by all with its quartiles. */
export function rateTable({ one, all, threads }: Measured, { rows: shown }: Table): Table {
  const quartiles = Object.entries(one.operations_per_s).flatMap(([format, alone]) => {
    const together = all.operations_per_s[format as "fp32"];
    return [
      [`${format.toUpperCase()}, one thread`, of(alone.value, "flop/s"), of(alone.low, "flop/s"), of(alone.high, "flop/s")],
      ...(threads > 1 ? [[`${format.toUpperCase()}, ${threads} threads`, of(together.value, "flop/s"), of(together.low, "flop/s"), of(together.high, "flop/s")]] : []),
    ];
  });
  return { caption: "Rates, and the quartiles of their timings", head: ["What", "A second", "Lower quartile", "Upper quartile"], rows: [...shown.map((row) => [...row, null, null]), ...quartiles] };
}

export const memoryTable = ({ one, all }: Measured): Table => ({
  caption: "Memory by working set",
  head: ["Working set of a thread", "Read, one thread", "Lower quartile", "Upper quartile", "Copied", "Read, all threads", "Lower quartile", "Upper quartile", "Copied, all"],
  rows: one.read.map(({ bytes }, index) => [
    binaryBytes(bytes),
    ...[one, all].flatMap(({ read, copy }) => {
      const { value, low, high } = read[index]?.bytes_per_s ?? {};
      return [value, low, high, copy[index]?.bytes_per_s.value].map((rate) => of(rate, "bytes/s"));
    }),
  ]),
});

const measuredCells = ({ timing, judged }: Product): Table["rows"][number] => [
  ...[timing?.median_s, timing?.low_s, timing?.high_s].map((seconds) => of(seconds, "s")),
  of(judged && 100 * judged.error, "%"),
];
const MEASURED = ["Measured", "Lower quartile", "Upper quartile", "Error", "What it waits for"];

export const productTable = (products: readonly Product[]): Table => ({
  caption: "Products: predicted before they ran, and measured",
  head: ["Product", "Predicted", ...MEASURED],
  rows: products.map((product) => [productName(product), of(product.predicted.seconds, "s"), ...measuredCells(product), reason(product)]),
});

export const tokenTable = (steps: readonly Product[]): Table => ({
  caption: "A token of the language model for each sequence: predicted by the engine, and measured",
  head: ["Weights and batch", "Predicted", "Other than products", ...MEASURED],
  rows: steps.map((step) => [tokenName(step), of(step.predicted.seconds, "s"), of(step.predicted.overhead_s, "s"), ...measuredCells(step), tokenReason(step)]),
});

const KERNELS: Record<GpuMeasured["rates"][number]["name"], [name: string, unit: string]> = {
  copy: ["Copy, read and written", "bytes/s"],
  fp32: ["FP32, fused multiply-add", "flop/s"],
  int8: ["INT8, dot4I8Packed", "flop/s"],
  int4: ["INT4, unpacked and multiplied", "flop/s"],
  subgroups: ["Sums of subgroups", "bytes/s"],
};

export const gpuTable = ({ dispatch_s, rates }: GpuMeasured): Table => ({
  caption: "Through WebGPU, each kernel checked against a plain loop first",
  head: ["Kernel", "A second", "Lower quartile", "Upper quartile", "Remark"],
  rows: [
    ...rates.map(({ name, per_s, low, high, problem }) => [KERNELS[name][0], ...[per_s, low, high].map((rate) => of(rate, KERNELS[name][1])), problem]),
    ["A dispatch", of(dispatch_s.median_s, "s"), of(dispatch_s.low_s, "s"), of(dispatch_s.high_s, "s"), "already subtracted"],
  ],
});
