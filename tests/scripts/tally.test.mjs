// What scripts/test counts of the output of its runners.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("../../scripts/lib/tally.mjs", import.meta.url));
const tally = (input) => execFileSync(process.execPath, [script], { input, encoding: "utf8" }).trim();

test("the cases of a Catch2 program are counted, and it is not counted again as CTest's", () => {
  assert.equal(tally("1: All tests passed (3 assertions in 2 test cases)\n1/2 Test #1: core ......   Passed    0.23 sec\n2/2 Test #2: units.good ...   Passed    0.1 sec\n"), "3 0");
  assert.equal(tally("1: test cases: 5 | 4 passed | 1 failed\n1/1 Test #1: core_tests ......***Failed    0.23 sec\n"), "4 1");
});

test("the core's tests fail when they ended well without a word", () => {
  assert.equal(tally("1/1 Test #1: core_tests .......................   Passed    0.23 sec\n"), "0 1");
});
