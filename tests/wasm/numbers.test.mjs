// Numbers cross as text and are read by wasm/strtod.js: each must arrive as it left.

import assert from "node:assert/strict";
import { test } from "node:test";
import { loadRidgepoint } from "./shared.mjs";

const engine = await loadRidgepoint({ calls: "all" });

/** A sweep's first column is its axis, as the core read it. */
const crossed = (numbers) =>
  engine.sweep({
    call: "synthesize",
    base: { model: "Llama3_8B" },
    axes: { target_s: numbers },
    outputs: ["feasible"],
  }).columns.target_s;

test("a number arrives with every bit", () => {
  let state = 1;
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
  const numbers = Array.from({ length: 5000 }, () => (1 + random()) * 10 ** (random() * 14 - 9) * 1.0000000001);
  const within = numbers.filter((number) => number >= 1e-9 && number <= 1e6);
  assert.ok(within.length > 4000);
  assert.deepEqual(Array.from(crossed(within)), within);
});

test("so do numbers at the edges of decimal notation", () => {
  const numbers = [1, 0.1, 0.3, 1e-9, 1e-7, 123456.789, 1e5, 999999.9999999999, 5e-324 + 1, 2 ** -20, Math.PI, 1 / 3, 1e6];
  assert.deepEqual(Array.from(crossed(numbers)), numbers);
});
