// What was pinned stays in the charts, dashed and named, beside what is shown.

import { nothing } from "lit";
import { describe, expect, it } from "vitest";
import type { Moment, Toolbox } from "../../web/ui/toolbox.js";
import { text } from "./drawing.js";
import { place } from "./widgets.js";

/** A change that each widget's charts show. */
const CHANGED: [kind: string, changed: Record<string, unknown>, charts: string[]][] = [
  ["RidgeRoofline", { batch: 64 }, ["roofline", "legs"]],
  ["RidgeLoad", { rate_per_s: 20 }, ["latency", "spent"]],
  ["RidgeQuantization", { hardware: "A100" }, ["curve", "roofline"]],
  ["RidgeSensitivity", { batch: 64 }, ["tornado"]],
  ["RidgeExplainer", { "proposal.hardware": "B200" }, ["waterfall", "roofline"]],
  ["RidgeTrain", { sequence: 4096 }, ["memory", "times"]],
  ["RidgePlan", { model: "Llama3_8B" }, ["front"]],
  ["RidgeRouting", { "distribution_pct.learned": 60 }, ["shares", "skipping"]],
];

/** The drawings that have a ghost with its name. */
const ghosts = (frame: string): string[] =>
  [...frame.matchAll(/<svg\s+class="drawing"\s+data-name=(\w+)([^]*?)<\/svg>/g)].filter(([, , body]) => /class="ghost"/.test(body!) && />pinned</.test(body!)).map(([, name]) => name!);

describe.each(CHANGED)("what was pinned of %s", (kind, changed, charts) => {
  it.each([320, 640])("is in its charts, %i px wide", (width) => {
    const { element } = place(kind, width);
    const { toolbox } = element as unknown as { toolbox: Toolbox };
    expect(ghosts(text(element.frame(element.result)))).toEqual([]);
    // The comparison beside the charts comes with the tools' styles, which need a browser.
    toolbox.compared = () => nothing;
    toolbox.pinned = toolbox.of.now() as Moment;
    element.request = { ...element.request, ...nested(element.request, changed) };
    expect(ghosts(text(element.frame(element.result)))).toEqual(charts);
  });
});

describe("what was pinned of a run of RidgeModel", () => {
  const found = (bits: number, error: number) => ({
    perplexity: 9 + error, perplexity_error: 0.1, reference_perplexity: 9, reference_perplexity_error: 0.1, perplexity_ratio: 1 + error / 9, perplexity_ratio_error: 0.01, beyond_chance: true,
    bits_per_weight: bits, bytes: bits * 1e4, reference_bytes: 16e4, tokens_per_s: 100, reference_tokens_per_s: 90, acceptance: null,
    prompt: "It", text_before: "was", text_after: "is", stream_errors: [error / 10, error / 5, error / 2],
    histogram_edges: [-1, 0, 1], histogram_before: [50, 50], histogram_after: [50 - bits, 50 + bits],
  });

  it.each([320, 640])("is in its charts, %i px wide; in the histogram where its edges are the same", (width) => {
    const { element } = place("RidgeModel", width);
    const { toolbox } = element as unknown as { toolbox: Toolbox };
    toolbox.compared = () => nothing;
    const result = (...runs: object[]) => ({ ...(element.result as object), run: runs.at(-1), runs });
    const [before, after] = [found(4, 0.5), found(8, 0.1)].map((one) => ({ request: element.request, found: one })) as [{ found: object }, object];
    expect(ghosts(text(element.frame(result(before, after))))).toEqual([]);
    toolbox.pinned = { request: element.request, result: result(before) } as unknown as Moment;
    expect(ghosts(text(element.frame(result(before, after))))).toEqual(["frontier", "errors", "histogram"]);
    toolbox.pinned = { request: element.request, result: result({ ...before, found: { ...before.found, histogram_edges: [-2, 0, 2] } }) } as unknown as Moment;
    expect(ghosts(text(element.frame(result(before, after))))).toEqual(["frontier", "errors"]);
    toolbox.pinned = { request: element.request, result: element.result } as unknown as Moment;
    expect(ghosts(text(element.frame(result(before, after))))).toEqual([]);
  });
});

/** Paths of a request as what is to be put in it. */
function nested(request: Record<string, unknown>, changed: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(changed).map(([path, value]) => {
      const [group, field] = path.split(".") as [string, string?];
      return [group, field === undefined ? value : { ...(request[group] as object), [field]: value }];
    }),
  );
}
