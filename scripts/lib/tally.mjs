// Counts the test cases in a runner's output (standard input) and prints `PASSED FAILED`.
// Knows the summaries of Catch2, CTest (tests that are no Catch2 program), node:test, Vitest and `N passed, N failed`.
// The core's tests are a Catch2 program: without its summary they did not run, whatever CTest says.

import { readFileSync } from "node:fs";

const text = readFileSync(0, "utf8").replace(/\x1b\[[0-9;]*m/g, "");
let passed = 0;
let failed = 0;
const each = (pattern, add) => {
  for (const match of text.matchAll(pattern)) add(...match.slice(1));
};

const summarised = new Set();
each(/^(?:(\d+): )?All tests passed \(.* in (\d+) test cases?\)/gm, (test, cases) => {
  summarised.add(test);
  passed += Number(cases);
});
each(/^(?:(\d+): )?test cases:(.*)$/gm, (test, counts) => {
  summarised.add(test);
  passed += Number(/(\d+) passed/.exec(counts)?.[1] ?? 0);
  failed += Number(/(\d+) failed/.exec(counts)?.[1] ?? 0);
});
each(/^ *\d+\/\d+ Test +#(\d+): (\S+) \.*( +Passed|.*)/gm, (test, name, verdict) => {
  if (summarised.has(test)) return;
  if (verdict.trim() === "Passed" && !name.startsWith("core")) passed += 1;
  else failed += 1;
});
each(/^(?:ℹ|#) pass (\d+)$/gm, (count) => (passed += Number(count)));
each(/^(?:ℹ|#) fail (\d+)$/gm, (count) => (failed += Number(count)));
each(/^ *Tests {2}(.*)\(\d+\)$/gm, (counts) => {
  passed += Number(/(\d+) passed/.exec(counts)?.[1] ?? 0);
  failed += Number(/(\d+) failed/.exec(counts)?.[1] ?? 0);
});
each(/^(\d+) passed, (\d+) failed$/gm, (good, bad) => {
  passed += Number(good);
  failed += Number(bad);
});
console.log(passed, failed);
