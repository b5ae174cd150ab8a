// Random requests of every call, answered natively, by the shipped WebAssembly and by the same engine as plain JavaScript. The
// long run is tests/fuzz/equal.mjs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { answering } from "../fuzz/answer.mjs";
import { compare, difference, drawn } from "../fuzz/equal.mjs";
import { withoutWebAssembly } from "./shared.mjs";

test("400 random requests of all calls are answered alike to the bit", async () => {
  const { requests, results, calls, differences } = await compare(400, 7, 1);
  assert.deepEqual(differences, []);
  assert.equal(requests, 401);
  assert.ok(results > 200, `${results} results`);
  for (const call of ["roofline", "serve", "load", "train", "plan", "sweep", "evaluate", "quantize"]) assert.ok(calls[call] > 0, call);
});

test("150 random requests of all calls are answered alike to the bit where no WebAssembly may run", async () => {
  const answerOf = await withoutWebAssembly(() => answering(new URL("../../build/dist/", import.meta.url), "?plain"));
  const differences = [];
  for (const one of await drawn(150, 23)) differences.push(difference(one, await answerOf(one.call, one.request)));
  assert.deepEqual(differences.filter(Boolean), []);
  assert.equal(differences.length, 150);
});
