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

/** Paths of a request as what is to be put in it. */
function nested(request: Record<string, unknown>, changed: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(changed).map(([path, value]) => {
      const [group, field] = path.split(".") as [string, string?];
      return [group, field === undefined ? value : { ...(request[group] as object), [field]: value }];
    }),
  );
}
