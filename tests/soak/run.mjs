// What scripts/soak runs, one case after another; what each measured stands behind its name.

import { launch } from "../browser/harness.mjs";
import { cases as failures } from "./failures.mjs";
import { cases as labs } from "./labs.mjs";
import { cases as widgets } from "./widgets.mjs";

const browser = await launch();
const count = { passed: 0, failed: 0 };
for (const [name, body] of [...widgets, ...labs, ...failures]) {
  const started = performance.now();
  try {
    const figures = await body(browser);
    count.passed += 1;
    console.log(`ok    ${name}: ${figures} (${((performance.now() - started) / 1000).toFixed(0)} s)`);
  } catch (error) {
    count.failed += 1;
    console.log(`FAIL  ${name}\n      ${String(error?.stack ?? error).split("\n").slice(0, 8).join("\n      ")}`);
  }
}
await browser.close();
console.log(`${count.passed} passed, ${count.failed} failed`);
process.exitCode = count.failed > 0 ? 1 : 0;
