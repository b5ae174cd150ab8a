// Random requests of every call, answered natively and by the shipped WebAssembly. The long run is tests/fuzz/equal.mjs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { compare } from "../fuzz/equal.mjs";

test("400 random requests of all calls are answered alike to the bit", async () => {
  const { requests, results, calls, differences } = await compare(400, 7, 1);
  assert.deepEqual(differences, []);
  assert.equal(requests, 401);
  assert.ok(results > 200, `${results} results`);
  for (const call of ["roofline", "serve", "load", "train", "plan", "sweep", "evaluate", "quantize"]) assert.ok(calls[call] > 0, call);
});
