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

describe("what was pinned of RidgeMachine", () => {
  const levels = (rate: number) => [14, 20, 26].map((power) => ({ bytes: 2 ** power, bytes_per_s: { value: rate / power, low: rate / 30, high: rate }, ends_step: power > 14 }));
  const rates = { value: 0.5, low: 0.4, high: 0.6 };
  const machine = (rate: number) => ({ read: levels(rate), copy: levels(rate), operations_per_s: { fp32: { value: rate } }, efficiency: rates, bandwidth_efficiency: rates, overhead_s: rates });
  const product = { task: { kind: "step", format: "int8", rows: 8, columns: 8, batch: 1 }, predicted: { seconds: 1e-5, limit: "memory" }, timing: { median_s: 2e-5 }, judged: { error: 0.1, outcome: "as_predicted" } };
  const measured = (rate: number) => ({
    threads: 2, clock_resolution_s: 1e-6, kernels: "simd", one: machine(rate), all: machine(2 * rate), products: [product], steps: [product], crossings: [], warnings: [], gpu: null,
    median_error: 0.1, steps_median_error: 0.1, device: {}, assumptions: {},
  });

  it.each([320, 640])("is in its charts, %i px wide: of another device in the rooflines alone", (width) => {
    const { element } = place("RidgeMachine", width);
    const { toolbox } = element as unknown as { toolbox: Toolbox };
    toolbox.compared = () => nothing;
    const result = (found: object) => ({ ...(element.result as object), measured: found });
    const [before, after] = [measured(1e10), measured(3e10)];
    const pin = (hardware: string, found: object | null): void => {
      toolbox.pinned = { request: { ...element.request, hardware }, result: { ...(element.result as object), measured: found } } as unknown as Moment;
    };
    const shown = (): string[] => ghosts(text(element.frame(result(after))));
    expect(shown()).toEqual([]);
    pin("H100", after);
    expect(shown()).toEqual(["roofs"]);
    pin("H100", before);
    expect(shown()).toEqual(["roofs", "memory", "predicted", "tokens"]);
    pin("H100", null);
    expect(shown()).toEqual(["roofs"]);
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
