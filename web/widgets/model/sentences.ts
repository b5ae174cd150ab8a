// What the drawings show, in a sentence each.

import { number, percent } from "#shared";
import { grown, type Tried } from "./charts/frontier.js";
import type { Bin } from "./charts/histogram.js";
import type { Published } from "./result.js";

/** The last run, or before there is one what the fewest bits cost large models. */
export function frontierSentence(runs: readonly Tried[], published: readonly Published[]): string {
  const last = runs.at(-1);
  if (last) return `This run stores ${number(last.bits)} bits a weight: perplexity ${grown(last.ratio)}.`;
  const fewest = published.flatMap(({ name, points }) => (points.length > 0 ? [`${name}: ${grown(points.at(-1)!.ratio)} at ${number(points.at(-1)!.bits)} bits`] : []));
  return `Published perplexity of ${fewest.join("; ")}.`;
}

/** The bin with the most weights now. */
export function histogramSentence(bins: readonly Bin[]): string {
  const { from, to, before, after } = [...bins].sort((a, b) => b.after - a.after)[0]!;
  return `The fullest bin, ${number(from, 2)} to ${number(to, 2)}, has ${percent(after)} of the weights; before it had ${percent(before)}.`;
}
