// What the widget shows: the last run, those before it, and what large models lose by a fit to published tables.

import type { Engine } from "#engine";
import type { QuantizeRequest, QuantizeResult } from "#language-model";
import { UNREAD } from "#fields/language-model";
import { choice, fieldsOf, number } from "#shared";

export interface Run {
  request: QuantizeRequest;
  found: QuantizeResult;
}

/** What large models lose, by a fit to published tables. */
export interface Published {
  name: string;
  points: { bits: number; ratio: number }[];
}

export interface ModelResult {
  /** The last; absent before the first. */
  run?: Run | undefined;
  /** All of this visit, the last at the end. */
  runs: Run[];
  published: Published[];
}

/** How large Llama 2 and 3 fare with fewer bits: the factor on perplexity, where tables go so far. */
export function published(engine: Engine): Published[] {
  return [["Llama2_7B", "gptq", "Llama 2 7B, GPTQ"], ["Llama3_8B", "rtn", "Llama 3 8B, to nearest"]].map(([model, algorithm, name]) => ({
    name: name!,
    points: [8, 6, 5, 4, 3, 2].flatMap((bits) => {
      const { perplexity_ratio: ratio, bits_per_weight: stored } = engine.compress({ model, hardware: "H100", bits, algorithm, group_size: 128, assumptions: "calibrated" } as unknown as Parameters<Engine["compress"]>[0]);
      return ratio !== null && stored !== null && ratio > 1 ? [{ bits: stored, ratio }] : [];
    }),
  }));
}

const isPruned = ({ prune = "none" }: QuantizeRequest): boolean => prune !== "none";
const isRounded = ({ bits }: QuantizeRequest): boolean => String(bits) !== "16";

/** A run in a few words. */
export function nameOf(request: QuantizeRequest): string {
  const { bits, method, granularity, group, activations = "fp16", kv_bits: cache = "16", prune, pattern, sparsity, outliers = 1, size } = request;
  return [
    isRounded(request) ? `${bits} bits, ${choice(method!)}, a scale for ${granularity === "group" ? `${number(group)} inputs` : choice(granularity!)}` : "weights in 16 bits",
    ...(activations === "fp16" ? [] : ["inputs in 8 bits"]),
    ...(String(cache) === "16" ? [] : [`cache in ${cache} bits`]),
    ...(isPruned(request) ? [pattern === "two_of_four" ? `2:4 by ${prune}` : `${number(100 * sparsity!)} % ${pattern === "channels" ? "of the channels " : ""}pruned by ${prune}`] : []),
    ...(outliers > 1 ? [`outliers ×${number(outliers)}`] : []),
    ...(size === "small" ? ["small model"] : []),
  ].join(", ");
}

/** Fields that no figure depends on while this is asked. */
export const unread = (request: QuantizeRequest): string[] =>
  UNREAD.filter(({ beside, choice: idle }) => String(request[beside as keyof QuantizeRequest] ?? fieldsOf("quantize").get(beside)!.fallback) === idle).map(({ field }) => field);
