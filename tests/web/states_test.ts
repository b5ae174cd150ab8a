// Whatever its controls are set to, a widget gives a result or refuses by name, and shows numbers.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { often } from "./often.js";
import { breathe, KINDS, place, seen, states, type Kind } from "./widgets.js";

const WRONG = /NaN|undefined|Infinity|\[object|null\b/;

/**
 * How often each is tried, where that is not a thousand times; quantization asks for two thousand results a state, and a server
 * under load is simulated a dozen times. `scripts/fuzz --inputs N widgets` tries each N times.
 */
const RUNS: Record<Kind, number> = { RidgeRoofline: 1500, RidgeQuantization: 300, RidgeRouting: 600, RidgeLoad: 60, RidgeTrain: 300, RidgePlan: 100 };

/** Sets a state and draws it, in words for the report where it goes wrong. */
function wrong(kind: Kind, state: Record<string, unknown>): string {
  const { element, told } = place(kind);
  const before = element.result;
  element.edit(state);
  if (element.result === before && told.length === 0) element.recompute();
  const failed = told.find(({ code }) => code === "internal" || code === "engine_failed");
  if (failed) return failed.message;
  if (element.result === undefined) return `refused (${told[0]?.message}), and the last result is gone`;
  const text = seen(element);
  const at = text.search(WRONG);
  return at < 0 ? "" : text.slice(Math.max(0, at - 80), at + 60);
}

describe.each(KINDS)("%s", (kind) => {
  it("shows a result or refuses, in any state", async () => {
    await fc.assert(fc.asyncProperty(states(kind), async (state) => {
      await breathe();
      const found = wrong(kind, state);
      if (found) throw new Error(found);
    }), often(RUNS[kind] ?? 1000));
  });
});

it("quantization draws a curve of a single point", () => {
  expect(wrong("RidgeQuantization", { hardware: "RTX4090", context: 30929 })).toBe("");
});
