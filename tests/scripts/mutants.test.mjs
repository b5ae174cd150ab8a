// The mistakes that scripts/mutate makes.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { KNOWN, knownOf } from "../mutation/known.mjs";
import { mutantsOf, mutated, nearTests, random, sample } from "../mutation/mutants.mjs";

const all = (source) => mutantsOf(source).map((mutant) => mutated(source, mutant));

test("an operator becomes its neighbour, a number the next, a negation nothing", () => {
  assert.deepEqual(all("if (a < b) return 2;").sort(), ["if (a <= b) return 2;", "if (a < b) return (2 + 1);"].sort());
  assert.deepEqual(all("x = a && !b;"), ["x = a || !b;", "x = a && b;"]);
  assert.deepEqual(all("y = std::max(a, b);"), ["y = std::min(a, b);"]);
});

test("a call whose result nobody takes, or an assignment, is left out", () => {
  assert.deepEqual(all("  notes.push_back(one);"), ["  ;"]);
  assert.deepEqual(all("  total += one;"), ["  ;"]);
});

test("comments, strings, templates, includes and types stay as they are", () => {
  const source = '#include <a + b>\n// a + b\n/* a * b */\nf("a < b", `a > b`);\ntemplate <class T = int, int n = 2>\nstatic_assert(a == b);\n';
  assert.deepEqual(all(source), []);
  assert.deepEqual(all('kept: Pick<Kept, "value"> & Verdict;'), []);
});

test("each mutant names the line where it is", () => {
  assert.deepEqual(mutantsOf("\n\nreturn a + b;").map(({ line, from, to }) => [line, from, to]), [[3, " + ", " - "]]);
});

test("a seed draws the same ones again, none twice", () => {
  const list = Array.from({ length: 100 }, (_, at) => at);
  const drawn = sample(list, 30, random(7));
  assert.deepEqual(sample(list, 30, random(7)), drawn);
  assert.notDeepEqual(sample(list, 30, random(8)), drawn);
  assert.equal(new Set(drawn).size, 30);
});

test("the tests called like a source are those that begin with one of its words, or in web/ have one", () => {
  const files = ["tests/core/load_test.cpp", "tests/core/plan_test.cpp", "tests/core/load_laws_test.cpp", "tests/core/grid.hpp", "core/model/load.cpp", "tests/web/lab_state_test.ts", "tests/web/loading_test.ts"];
  assert.deepEqual(nearTests("core/model/load_simulation.cpp", files), ["load_test", "load_laws_test"]);
  assert.deepEqual(nearTests("core/course/kinds/key.cpp", files), []);
  assert.deepEqual(nearTests("web/labs/state.ts", files), ["lab_state_test"]);
  assert.deepEqual(nearTests("web/ui/request-state.ts", files), ["lab_state_test"]);
});

test("each mutant that is known is one that would be made, at a place that is still there", () => {
  for (const { file, code, mutant, why } of KNOWN) {
    const source = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
    assert.equal(source.split(code).length, 2, `${file} has ${code} once`);
    assert.ok(mutantsOf(source).some((one) => knownOf(file, source, mutated(source, one))?.mutant === mutant), `${mutant} is a mutant of ${file}`);
    assert.match(why, /\w/);
  }
});
