// What the page says of an answer.

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Kept } from "../../web/labs/state.js";
import type { Exercise, Verdict } from "../../web/labs/types.js";
import { answerSaid, ended, outOf, predictionBeside, predictionSaid } from "../../web/labs/verdict.js";

/** As much of an element as a verdict is made of. */
class Said {
  className = "";
  textContent = "";
  parts: (string | Said)[] = [];
  append(...parts: (string | Said)[]): void {
    this.parts.push(...parts);
    this.textContent += parts.map((part) => (typeof part === "string" ? part : part.textContent)).join("");
  }
}
beforeAll(() => void vi.stubGlobal("document", { createElement: () => new Said() }));
afterAll(() => void vi.unstubAllGlobals());

const guess: Exercise = { id: "guess", kind: "choice", predict: true, prompt: "?", options: { memory: { text: "Reading weights" }, compute: { text: "Arithmetic", hint: "count" } }, answer: "'memory'" };
const time: Exercise = { id: "time", kind: "number", prompt: "?", points: 2, unit: "ms", answer: "5" };
const cells: Exercise = { id: "cells", kind: "table", prompt: "?", points: 2, cells: { fp16: { label: "FP16", answer: "5" }, int8: { label: "INT8", answer: "3" } } };
const why: Exercise = { id: "why", kind: "text", predict: true, prompt: "?" };

const HINTS: Record<string, string> = { count: "Count the bytes.", fp16: "That is FP16." };
const hint = (key: string): Node | undefined => (key in HINTS ? (Object.assign(new Said(), { textContent: HINTS[key] }) as unknown as Node) : undefined);
const kept = (value: unknown, verdict?: Partial<Verdict>, closed = false): Kept & { verdict: Verdict } =>
  ({ value, at: "", tries: 1, predicted: false, closed, verdict: verdict && { points: 0, of: 2, correct: false, expected: 5, ...verdict } }) as Kept & { verdict: Verdict };
const words = (parts: unknown[]): string[] => (parts as (string | Said)[]).map((part) => (typeof part === "string" ? part : `${part.className && `${part.className}: `}${part.textContent}`).replace(/\u00a0/g, " "));

describe("an answer", () => {
  const said = (value: unknown, verdict: Partial<Verdict>, closed = false): string[] => words(answerSaid(time, kept(value, verdict, closed), hint));

  it("that is right is told so, with its points and nothing else", () => {
    expect(said(5, { points: 2, correct: true, hint: "fp16" })).toEqual(["verdict right: Right. 2 of 2 points."]);
  });

  it("that is wrong gets the hint of its mistake, or else what the number shows", () => {
    expect(said(16, { hint: "fp16" })).toEqual(["verdict wrong: Not yet. 0 of 2 points.", "hint: That is FP16."]);
    expect(said(10, {})).toEqual(["verdict wrong: Not yet. 0 of 2 points. Twice as large as it should be."]);
    // A hint that the page does not have is none.
    expect(said(10, { hint: "gone" })).toEqual(said(10, {}));
  });

  it("of several numbers says which are right, and of each other one how it is off", () => {
    const ofCells = (value: unknown, right: string[]): string =>
      words(answerSaid(cells, { ...kept(value, { points: right.length, expected: { fp16: 5, int8: 3 } }), right }, hint))[0]!;
    expect(ofCells({ fp16: 5, int8: 6 }, ["fp16"])).toBe("verdict wrong: Partly right. 1 of 2 points. Right: FP16. Not right: INT8 (twice as large as it should be).");
    expect(ofCells({ fp16: 5 }, ["fp16"])).toBe("verdict wrong: Partly right. 1 of 2 points. Right: FP16.");
    expect(ofCells({ int8: 6 }, [])).toBe("verdict wrong: Not yet. 0 of 2 points. Not right: INT8 (twice as large as it should be).");
  });

  it("of several numbers gets the hint of each mistake, under the name of its cell", () => {
    const told = words(answerSaid(cells, { ...kept({ fp16: 16, int8: 8 }, { expected: { fp16: 5, int8: 3 }, hint: { fp16: "fp16", int8: "count" } }), right: [] }, hint));
    expect(told.slice(1)).toEqual(["hint: FP16: That is FP16.", "hint: INT8: Count the bytes."]);
    // A verdict that was kept comes from storage or a link, where anybody can write.
    const strange = words(answerSaid(cells, { ...kept({ fp16: 16 }, { hint: { none: "gone", other: "fp16" } }), right: [] }, hint));
    expect(strange.slice(1)).toEqual(["hint: other: That is FP16."]);
  });

  it("is partly right where it has points, and not right once it is closed", () => {
    expect(said(5.5, { points: 1 })[0]).toMatch(/^verdict wrong: Partly right\. 1 of 2 points\./);
    expect(said(9, {}, true)[0]).toMatch(/^verdict wrong: Not right\. 0 of 2 points\./);
  });
});

describe("a prediction", () => {
  it("is told whether it is so, and a wrong one gets the hint of its own choice", () => {
    expect(words(predictionSaid(guess, kept("memory", { points: 1, of: 1, correct: true, expected: "memory" }), hint))).toEqual(["verdict right: Right. You said: Reading weights. 1 of 1 point."]);
    expect(words(predictionSaid(guess, kept("compute", { of: 1, expected: "memory" }), hint))).toEqual(["verdict wrong: Not so. You said: Arithmetic. 0 of 1 point.", "hint: Count the bytes."]);
  });

  it("that is off and has points all the same is partly right", () => {
    expect(words(predictionSaid({ ...time, predict: true }, kept(5.25, { points: 1 }), hint))).toEqual(["verdict wrong: Partly right. You said: 5.25 ms. That is 5 % too large. 1 of 2 points."]);
  });

  it("of several numbers stands in a list", () => {
    const guesses: Exercise = { id: "guesses", kind: "estimates", predict: true, prompt: "?", cells: { read: { label: "All cores, read", unit: "GB/s" }, gain: { label: "Gain", unit: "×" } } };
    const list = predictionBeside(guesses, kept({ read: 93.75, gain: 2 }, { of: 0, correct: null }))[1] as unknown as Said;
    expect(words(list.parts)).toEqual(["All cores, read: 93.75 GB/s", "Gain: 2×"]);
    expect(words(predictionSaid(guesses, kept({ read: 93.75, gain: 2 }, { of: 0, correct: null }), hint))).toEqual(["verdict: Recorded."]);
  });

  it("is recorded where nothing is known of it yet, or there is nothing to check", () => {
    expect(words(predictionSaid(guess, kept("memory"), hint))).toEqual(["verdict: Recorded. You said: Reading weights."]);
    expect(words(predictionSaid(why, kept("Bytes", { of: 0, correct: null }), hint))).toEqual(["verdict: Recorded. You said: Bytes."]);
  });

  it("stands beside the result that it opens, with what the engine says", () => {
    const beside = (exercise: Exercise, one: Kept): string => words(predictionBeside(exercise, one)).join("");
    expect(beside(guess, kept("memory", { correct: true, expected: "memory" }))).toBe("You said: Reading weights. The engine agrees.");
    expect(beside(guess, kept("compute", { expected: "memory" }))).toBe("You said: Arithmetic. The engine says: Reading weights.");
    expect(beside(guess, kept("compute"))).toBe("You said: Arithmetic.");
    expect(beside(why, kept("Bytes", { of: 0, correct: null }))).toBe("You said: Bytes.");
  });
});

it("points are counted as people count, and not at all where there are none", () => {
  const counted = (points: number, of: number): string => outOf({ points, of, correct: false, expected: null });
  expect([counted(1, 1), counted(2 / 3, 2), counted(0, 1), counted(0, 0)]).toEqual([" 1 of 1 point.", " 0.67 of 2 points.", " 0 of 1 point.", ""]);
});

it("a sentence ends once, whoever ended it", () => {
  expect(["Bytes", "Bytes.", "Bytes?", "Bytes …"].map(ended)).toEqual(["Bytes.", "Bytes.", "Bytes?", "Bytes …"]);
});
