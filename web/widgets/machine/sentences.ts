// What the widget says of what it found.

import type { BenchJudged, BenchLevel, BenchMachine } from "#bench";
import { binaryBytes, number, percent, quantity } from "#shared";
import type { Crossing, Measured, Product } from "./measured.js";

/** The caches and the memory, each by the largest working set that it holds. */
export const steps = (levels: readonly BenchLevel[]): BenchLevel[] => levels.filter(({ ends_step }) => ends_step);

export const stepName = (levels: readonly BenchLevel[], step: BenchLevel): string => (step === levels.at(-1) ? "main memory" : `up to ${binaryBytes(step.bytes)}`);

export const productName = ({ task: { format, rows, columns, batch } }: Product): string => `${format.toUpperCase()} ${number(rows)} × ${number(columns)}, ${batch === 1 ? "one vector" : `${batch} vectors`}`;

export const tokenName = ({ task: { format, batch } }: Product): string => `${format.toUpperCase()}, ${batch === 1 ? "one sequence" : `${batch} sequences`}`;

const LIMITS = { memory: "reading the weights", arithmetic: "the arithmetic", overhead: "the call itself" };

/** Where the roofline was wrong, what else there is. */
const PRODUCTS: Record<BenchJudged["outcome"], (why: string) => string> = {
  as_predicted: (why) => why,
  faster: (why) => `${why}; faster, as a product of this shape uses the machine better than those that were fitted, or the machine was busier then`,
  overlapping: (why) => `${why}; slower, as reading and arithmetic take about as long and hide each other only in part`,
  slower: (why) => `${why}; slower, as its data lie in other caches than those of the fitted products, or the machine was busy`,
};

/** Why it takes so long, as the roofline has it; and where that was wrong, what else there is. */
export const reason = ({ predicted: { limit }, judged }: Product): string => PRODUCTS[judged?.outcome ?? "as_predicted"](LIMITS[limit]);

/** The same of a token of the language model. */
export function tokenReason({ predicted: { limit }, judged }: Product): string {
  const why = limit === "overhead" ? "attention, norms, gates" : LIMITS[limit];
  if (!judged || judged.outcome === "as_predicted") return why;
  return `${why}; ${judged.outcome === "faster" ? "faster: the products fitted were held up" : "slower: short rows, and each layer waits for the one before"}, or the machine was busy`;
}

export const rateSentence = ({ one, all, threads }: Measured): string => {
  const memory = (machine: BenchMachine): string => quantity(machine.read.at(-1)!.bytes_per_s.value, "bytes/s");
  return `One thread reads ${memory(one)} from memory and does ${quantity(one.operations_per_s.fp32.value, "flop/s")} in FP32${threads > 1 ? `; ${threads} together ${memory(all)} and ${quantity(all.operations_per_s.fp32.value, "flop/s")}` : ""}.`;
};

/** How far predictions were off. */
function missed(products: readonly Product[], median: number, name: (product: Product) => string): string {
  const errorOf = ({ judged }: Product): number => judged!.error;
  const worst = products.reduce((one, other) => (Math.abs(errorOf(other)) > Math.abs(errorOf(one)) ? other : one));
  const off = products.filter(({ judged }) => judged!.outcome !== "as_predicted");
  return `median error ${percent(median)}, largest for ${name(worst)} (${errorOf(worst) < 0 ? "faster" : "slower"} by ${percent(Math.abs(errorOf(worst)))}).${off.length > products.length / 2 ? " The table says why, line by line." : ""}`;
}

export const predictionSentence = ({ products, median_error }: Measured): string =>
  median_error === null ? `${products.length} products are predicted; now they run.` : `${products.length} products were predicted before they ran: ${missed(products, median_error, productName)}`;

export const tokenSentence = ({ steps: predicted, steps_median_error: median }: Measured): string =>
  median === null ? "The language model is predicted, and runs after the products." : `The language model was predicted by the engine before it ran, ${predicted.length} times: ${missed(predicted, median, tokenName)}`;

export const crossingText = ({ format, gain, batch }: Crossing): string =>
  `${format.toUpperCase()} is ${batch === 0 ? `less than ${gain} times as fast as FP32 from the first vector on` : batch === null ? `still ${gain} times as fast as FP32 at the largest batch measured` : `${gain} times as fast as FP32 up to a batch of ${number(batch, 2)}`}`;
