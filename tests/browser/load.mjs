// A server under load on its page: the rate that it takes, the curve behind it, and what happens beyond.

import assert from "node:assert/strict";
import { test, textOf } from "./harness.mjs";
import { near, onSite, result } from "./widgets-shared.mjs";

const widgetOf = (page) => page.locator("ridge-load");
const set = (page, request) => widgetOf(page).evaluate((element, values) => (element.request = { ...element.request, ...values }), request);
const curve = async (page) => {
  await page.waitForFunction(() => document.querySelector("ridge-load").result.curve.length === 13);
  return (await result(page, "ridge-load")).curve;
};

test("load: the largest rate within the limits, and latency rising with the load", onSite("load.html", async (page) => {
  const points = await curve(page);
  const { run } = await result(page, "ridge-load");
  assert.ok(run.largest_rate_per_s < run.saturation_per_s);
  assert.match(await textOf(page, "ridge-load"), new RegExp(`${Number(run.largest_rate_per_s.toPrecision(3))}/s\\s+requests at most within the limits`));
  for (const [index, { load, itl_s }] of points.entries()) {
    if (index === 0) continue;
    assert.ok(load > points[index - 1].load && itl_s > 0.97 * points[index - 1].itl_s, `${itl_s} after ${points[index - 1].itl_s}`);
  }
  assert.doesNotMatch(await textOf(page, "ridge-load"), /Not used/);
  // Beyond saturation first tokens wait in the queue.
  assert.ok(points.at(-1).ttft_s > 3 * points[0].ttft_s);
}));

test("load: what is pinned stays beside what follows, and its numbers and its figures stand alone", onSite("load.html", async (page) => {
  const widget = widgetOf(page);
  await widget.getByRole("button", { name: "Pin to compare" }).click();
  await set(page, { rate_per_s: 20 });
  await widget.locator(".comparison").getByText(/requests 10\/s → requests 20\/s/).waitFor();
  const figures = () => widget.locator("figure").count();
  assert.equal(await figures(), 3);
  await widget.evaluate((element) => element.setAttribute("hide", "timeline spent"));
  await widget.locator("figure").getByText("The batch and the queue").first().waitFor({ state: "detached" });
  assert.equal(await figures(), 1);
  await widget.evaluate((element) => element.setAttribute("view", "table"));
  await widget.locator(".main > .scroll caption").getByText("Latency against load, 90th percentile").waitFor();
  assert.equal(await figures(), 0);
}));

test("load: of long answers fewer requests are simulated, and it says how many", onSite("load.html", async (page) => {
  await set(page, { output_tokens: 4000 });
  assert.match(await textOf(page, "ridge-load"), /Each point is a separate run of 150 requests/);
}));

test("load: beyond saturation it says so, and still answers", onSite("load.html", async (page) => {
  await set(page, { rate_per_s: 60 });
  const { run } = await result(page, "ridge-load");
  assert.equal(run.saturated, true);
  assert.match(await textOf(page, "ridge-load"), /At 60 requests a second the server falls behind: it answers \d+(\.\d+)? a second/);
}));

test("load: users that wait for their answers have a control of their own, and the rate has none", onSite("load.html", async (page) => {
  const widget = widgetOf(page);
  await widget.getByLabel("Arrivals").selectOption("closed");
  await widget.locator('[data-field="concurrency"]').waitFor();
  assert.equal(await widget.locator('[data-field="rate_per_s"]').count(), 0);
  await set(page, { concurrency: 1 });
  const { run } = await result(page, "ridge-load");
  near(run.mean_in_system, 1, 0.02);
  assert.match(await textOf(page, "ridge-load"), /At 1 user, half of the first tokens/);
  assert.doesNotMatch(await textOf(page, "ridge-load"), /Not used/);
}));

test("load: devices that the heads do not divide over are refused at their control, and the last result stays", onSite("load.html", async (page) => {
  const before = await result(page, "ridge-load");
  const widget = widgetOf(page);
  const field = widget.locator('[data-field="parallel.tensor"] input[type=text], [data-field="parallel.tensor"] input[type=number]').first();
  await field.fill("3");
  await field.press("Enter");
  await widget.locator('[data-field="parallel.tensor"] .refused').waitFor();
  assert.match(await widget.locator('[data-field="parallel.tensor"] .refused').innerText(), /must divide the model's 32 attention heads/);
  assert.equal((await result(page, "ridge-load")).run.tokens_per_s, before.run.tokens_per_s);
}));

test("load: the curve is that of the last setting, however quickly settings follow each other", onSite("load.html", async (page) => {
  for (const rate of [2, 4, 8, 16]) await set(page, { rate_per_s: rate, output_tokens: 50 + rate });
  const points = await curve(page);
  const { run } = await result(page, "ridge-load");
  near(points[0].load, 0.05 * run.saturation_per_s, 1e-9);
  assert.equal(points.length, 13);
}));
