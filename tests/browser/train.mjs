// Training over many devices on its page: what a step takes, what each device holds, and the layouts beside it.

import assert from "node:assert/strict";
import { test, textOf } from "./harness.mjs";
import { near, onSite, result } from "./widgets-shared.mjs";

const widgetOf = (page) => page.locator("ridge-train");
const set = (page, request) => widgetOf(page).evaluate((element, values) => (element.request = { ...element.request, ...values }), request);

test("train: the parts add up to the step and to the memory", onSite("train.html", async (page) => {
  const { run } = await result(page, "ridge-train");
  const sum = (parts) => Object.values(parts).reduce((all, one) => all + one, 0);
  near(sum(run.times), run.step_s, 1e-9);
  const { total_bytes, ...held } = run.memory;
  near(sum(held), total_bytes, 1e-9);
  assert.match(await textOf(page, "ridge-train"), new RegExp(`Llama 3 / 3\\.1 70B on 512 × H100: a step takes ${run.step_s.toPrecision(3)} s`));
}));

test("train: its own layout is among those compared, and none that fits is quicker than the first", onSite("train.html", async (page) => {
  const { run, layouts } = await result(page, "ridge-train");
  const own = layouts.find(({ tensor, pipeline, data }) => tensor === 8 && pipeline === 4 && data === 16);
  near(own.step_s, run.step_s, 1e-12);
  for (const { fits, step_s } of layouts) assert.ok(!fits || step_s >= layouts[0].step_s);
  assert.ok(layouts.length > 10 && layouts.every(({ tensor, pipeline, data }) => tensor * pipeline * data === 512));
}));

test("train: what does not fit is said, with the fewest devices that hold it", onSite("train.html", async (page) => {
  await set(page, { parallel: { tensor: 1, pipeline: 1, data: 8 }, zero_stage: 0, tokens: null });
  const { run } = await result(page, "ridge-train");
  assert.equal(run.feasible, false);
  assert.match(await textOf(page, "ridge-train"), /does not fit[\s\S]*more than each device has[\s\S]*It takes at least \d+/);
}));

test("train: stages beyond the layers are refused at their control, and the last result stays", onSite("train.html", async (page) => {
  const before = await result(page, "ridge-train");
  const widget = widgetOf(page);
  const field = widget.locator('[data-field="parallel.pipeline"] input[type=text], [data-field="parallel.pipeline"] input[type=number]').first();
  await field.fill("200");
  await field.press("Enter");
  await widget.locator('[data-field="parallel.pipeline"] .refused').waitFor();
  assert.equal((await result(page, "ridge-train")).run.step_s, before.run.step_s);
}));
