// What the widget says of its result.

import type { ServeResult } from "#engine";
import { band, choice, number, percent, quantity, REGIMES, shownRegime, times, withBand } from "#shared";
import { column } from "./column.js";
import type { Place } from "../../charts/apart/place.js";
import type { Crossing } from "./charts/curve.js";
import { delta, growthOf, SPARSITIES, type Asked, type QuantizationResult } from "./result.js";

/** What a token takes, which the widget says aloud at each change. */
export function decodeSentence(result: QuantizationResult, { model, hardware, batch, context, kv_precision: cache }: Asked): string {
  const [full, , small] = result.decode as [ServeResult, ServeResult, ServeResult];
  // As the table has them.
  const [itl, , small_itl] = column(result.decode.map(({ itl_s }) => itl_s), "s").told;
  const [weights, , small_weights] = column(result.decode.map(({ weights_bytes }) => weights_bytes), "bytes").told;
  return (
    `${model} on ${hardware}, batch ${number(batch)}, context ${number(context)}${cache ? `, KV cache at ${cache === "weights" ? "the weights’ precision" : choice(cache)}` : ""}: ` +
    `a token takes ${itl} at FP16${withBand(band(full, "itl", "s"))} and ${small_itl} at INT4${withBand(band(small, "itl", "s"))}, ` +
    `with weights of ${weights} and ${small_weights}.`
  );
}

export function frontierSentence({ accuracy, pruning }: QuantizationResult): string {
  const four = accuracy[2]!;
  // The last of which something is published for language models.
  const known = pruning.reduce((last, one, row) => (growthOf(one) === null ? last : row), -1);
  const last = pruning[known];
  return (
    `Against FP32, INT4 makes the weights ${times(four.compression_ratio)} smaller for ${percent(delta(four))} ${four.accuracy_delta === null ? "more perplexity" : "of accuracy"}` +
    `${last ? `; ${percent(SPARSITIES[known])} zeros make them ${times(last.compression_ratio)} smaller for ${percent(delta(last))}` : ""}.`
  );
}

export function roofSentence({ places: { decode, compute } }: QuantizationResult, asked: Asked): string {
  const way = (name: string, places: Place[]): string => {
    const [first, last] = [places[0]!, places.at(-1)!];
    return `${name} goes from ${number(first.intensity)} to ${number(last.intensity)} FLOP per byte and from ${quantity(first.achieved_flop_per_s, "flop/s")} to ${quantity(last.achieved_flop_per_s, "flop/s")}`;
  };
  const [one, other] = [decode[0]!.device, compute[0]!.device];
  return `${way(asked.model, decode)}; ${way(asked.compute.model, compute)}. ${one === other ? `Both stand under the roof of ${one}` : `Each stands under its own device’s roof, ${one} and ${other}`}, at the assumed efficiency.`;
}

/** `marks`: the crossings that may be told. */
export function gainSentence(result: QuantizationResult, marks: Crossing[], { batch: now }: Asked): string {
  const last = result.curves[0]!.points.at(-1)!.batch;
  const gains = result.curves.map(({ name, points }) => `${name} ${times(points[Math.min(now, last) - 1]!.speedup)}`).join(", ");
  const start = `Gain at batch ${number(Math.min(now, last))}: ${gains}`;
  if (marks.length === 0) return `${start}.`;
  const parts: string[] = [];
  let fell = false;
  for (const { threshold, batch } of marks) {
    if (batch === null) {
      // Holding the higher threshold says enough of the lower one.
      parts.push(`stays at or above ${number(threshold)}× up to batch ${number(last)}`);
      break;
    }
    parts.push(batch === 1 ? `is below ${number(threshold)}× from the first request` : fell ? `below ${number(threshold)}× at batch ${number(batch)}` : `falls below ${number(threshold)}× at batch ${number(batch)}`);
    fell = batch > 1;
  }
  return `${start}; INT4’s ${parts.join(" and ")}.`;
}

export function computeSentence(result: QuantizationResult, { compute: { model, hardware, batch, scheme } }: Asked): string {
  const arithmetic = scheme ? `${choice(scheme)} arithmetic` : "the arithmetic of the preset";
  return `${model} at batch ${number(batch)} on ${hardware} with ${arithmetic}: INT4 gives ${times(result.gains[2]!.speedup)} over FP16, and the step is ${REGIMES[shownRegime(result.compute[2]!)].word}.`;
}
