import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { howFar, slip, slipOfWriting } from "../../web/labs/feedback.js";
import type { Exercise } from "../../web/labs/types.js";
import { costsNothing } from "../../web/labs/state.js";

describe("a wrong number", () => {
  it.each<[string, number, number, string | undefined, RegExp]>([
    ["with the wrong sign", 5, -5, "%", /^The right size, with the wrong sign\.$/],
    ["negative where it cannot be", -5, 12, "ms", /^The answer is positive/],
    ["positive where it must be negative", 5, -12, "%", /^The answer is negative/],
    ["in seconds for milliseconds", 0.00154, 1.54, "ms", /^A thousand times too small: check the unit\. Give the answer in ms\.$/],
    ["in microseconds for milliseconds", 1540, 1.54, "ms", /^A thousand times too large: check the unit/],
    ["in bytes for GB", 35.3e9, 35.3, "GB", /^A billion times too large: check the unit\. Give the answer in GB\.$/],
    ["a share for per cent", 0.0757, 7.57, "%", /^That is a fraction/],
    ["per cent for a factor", 139, 1.39, "×", /Is yours in per cent\?$/],
    ["off by ten", 15.4, 1.54, "ms", /^Ten times too large: a slip with powers of ten\?$/],
    ["one for ten", 1, 10, "ms", /^Ten times too small/],
    ["ten for one", 10, 1, "ms", /^Ten times too large/],
    ["off by a hundred", 0.0154, 1.54, "ms", /^A hundred times too small/],
    ["a thousand without a unit", 75_000, 75, undefined, /^A thousand times too large: a slip with powers of ten\?$/],
    ["twice as large", 3.08, 1.54, "ms", /^Twice as large as it should be\.$/],
    ["half as large", 0.77, 1.54, "ms", /^Half as large/],
    ["upside down", 0.294, 3.4, "×", /^Upside down/],
    ["beyond all measure", 1e9, 1.54, "ms", /^Far too large\.$/],
    ["more than ten times as large", 16.2, 1.54, "ms", /^Far too large\.$/],
    ["less than a tenth", 0.146, 1.54, "ms", /^Far too small\.$/],
    ["near zero", 1e-7, 3.3, "ms", /^Far too small\.$/],
    ["zero", 0, 1.54, "ms", /^It is not zero\.$/],
    ["very close", 7.3, 7.57, "%", /^Very close, and a little too small\.$/],
    ["simply too large", 2.1, 1.54, "ms", /^Too large\.$/],
    ["too small", 1.1, 1.54, "ms", /^Too small\.$/],
    ["too far below zero", -65.9, -48.1, undefined, /^Too far from zero\.$/],
    ["not far enough below zero", -5, -6.6, "%", /^Too close to zero\.$/],
    ["twice as far below zero", -96, -48, "%", /^Twice as far from zero as it should be\.$/],
    ["a thousand times as many", 128_000, 128, "vectors", /^A thousand times too large: a slip with powers of ten\?$/],
    ["above a zero", 3, 0, "ms", /^Too large\.$/],
  ])("%s is told so", (_, given, expected, unit, words) => expect(slip({ given, expected, unit })).toMatch(words));

  it("always gets a sentence, and never the answer", () => {
    const size = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 });
    fc.assert(
      fc.property(size, size.filter((one) => Math.abs(one) > 1e-9), fc.constantFrom("ms", "%", "×", undefined), (given, expected, unit) => {
        expect(slip({ given, expected, unit })).toMatch(/^[A-Z].*[.?]$/);
        expect(slip({ given, expected, unit })).not.toMatch(/\d/);
      }),
    );
  });
});

describe("a predicted number", () => {
  it.each<[number, number, string]>([
    [5, 5, "exactly right"],
    [5.001, 5, "as good as exact"],
    [6, 5, "20\u00a0% too large"],
    [4, 5, "20\u00a0% too small"],
    [15, 5, "3 times too large"],
    [2, 5, "2.5 times too small"],
    [-6, -5, "20\u00a0% too far from zero"],
    [-5, 5, "on the other side of zero"],
    [3, 0, "off by 3"],
    [0, 5, "zero, which the result is not"],
    [2e6, 1, "more than a million times too large"], [1e6, 1, "1,000,000 times too large"],
  ])("%s for %s is %s", (given, expected, words) => expect(howFar({ given, expected })).toBe(words));
});

describe("a slip of writing", () => {
  it.each<[number, number, string | undefined, boolean]>([
    [-5, 5, "ms", true],
    [0.0757, 7.57, "%", true],
    [139, 1.39, "×", true],
    [1540, 1.54, "ms", true],
    [15.4, 1.54, "ms", true],
    [-3, 12, "ms", false],
    [3.08, 1.54, "ms", false],
    [0, 5, "ms", false],
    [5, 0, "ms", false],
    [6, 5, "ms", false],
  ])("%s for %s %s: %s", (given, expected, unit, is) => expect(slipOfWriting({ given, expected, unit }) !== undefined).toBe(is));

  it("is one within what would be right but for it, up to a quarter", () => {
    const thousandTimes = (given: number, tolerance?: number): boolean => slipOfWriting({ given, expected: 131, unit: "thousand tokens", tolerance }) !== undefined;
    expect([thousandTimes(122_500), thousandTimes(122_500, 0.12), thousandTimes(105_000, 0.12), thousandTimes(131_000)]).toEqual([false, true, false, true]);
    expect(slipOfWriting({ given: 600, expected: 131, unit: "thousand tokens", tolerance: 0.6 })).toBeUndefined();
  });

  const verdict = (points: number, expected: unknown) => ({ points, of: 2, correct: points === 2, expected });
  it("costs no try, and neither do cells left empty; a wrong number does", () => {
    const time: Exercise = { id: "time", kind: "number", prompt: "", answer: "", unit: "ms" };
    expect(costsNothing(time, { value: -5, verdict: verdict(0, 5) })).toBe(true);
    expect(costsNothing(time, { value: 5, verdict: verdict(2, 5) })).toBe(false);
    expect(costsNothing(time, { value: 7, verdict: verdict(0, 5) })).toBe(false);
    const cells: Exercise = { id: "cells", kind: "table", prompt: "", cells: { a: { label: "A", answer: "" }, b: { label: "B", answer: "" } } };
    const tried = (value: object, right: string[]) => costsNothing(cells, { value, right, verdict: verdict(right.length, { a: 3, b: 7 }) });
    expect(tried({ a: 3 }, ["a"])).toBe(true);
    expect(tried({ a: 3, b: -7 }, ["a"])).toBe(true);
    expect(tried({ a: -3, b: 8 }, [])).toBe(false);
  });
});
