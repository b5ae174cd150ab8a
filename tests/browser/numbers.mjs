// Numbers as people type them into a widget's boxes; tests/web/quantity_input_test.ts has the notations.

import assert from "node:assert/strict";
import { settled, test, visiting } from "./harness.mjs";

const request = (widget) => widget.evaluate((element) => JSON.parse(JSON.stringify(element.request)));
const box = (widget, name) => widget.getByRole("spinbutton", { name, exact: true });

test("numbers: a count with a prefix, and a quantity with a unit, are what they say", visiting("quantization.html", async (page) => {
  await settled(page);
  const widget = page.locator("ridge-quantization");
  const context = box(widget, "Context, typed");
  await context.fill("128k");
  assert.equal((await request(widget)).context, 128_000);
  await context.press("Enter");
  assert.equal(await context.inputValue(), "128000");
  await widget.locator("summary", { hasText: "Assumptions" }).click();
  const overhead = box(widget, "Layer overhead, typed");
  await overhead.fill("0.05 ms");
  assert.equal((await request(widget)).assumptions.layer_overhead_s, 5e-5);
}));

test("numbers: what can be read in two ways, or in none, is told at its box, and nothing changes", visiting("quantization.html", async (page) => {
  await settled(page);
  const widget = page.locator("ridge-quantization");
  const context = box(widget, "Context, typed");
  await context.fill("4096");
  await context.press("Enter");
  const before = await widget.evaluate((element) => JSON.stringify(element.result));
  const told = widget.locator('[data-field="context"] .refused');
  for (const [typed, words] of [
    ["8.000", "“8.000” can be read in two ways: type 8000 or 8."],
    ["12 bananas", "Context must be a whole number from 1 to 1,000,000,000, such as 128 or 2k. “12 bananas” is not a whole number."],
    ["1e12", "Context must be a whole number from 1 to 1,000,000,000, such as 128 or 2k. “1e12” is too large."],
  ]) {
    await context.fill(typed);
    await told.filter({ hasText: words }).waitFor();
    assert.equal(await told.innerText(), words);
    await context.press("Enter");
    assert.equal(await context.inputValue(), typed);
    assert.equal(await widget.evaluate((element) => JSON.stringify(element.result)), before);
    assert.equal(await context.getAttribute("aria-describedby"), await told.getAttribute("id"));
  }
  for (const [typed, value] of [["8 192", 8192], ["16,384", 16_384]]) {
    await context.fill(typed);
    await told.waitFor({ state: "detached" });
    assert.equal((await request(widget)).context, value);
  }
}));

test("numbers: a rate is as many a second, a minute or an hour", visiting("load.html", async (page) => {
  await settled(page);
  const widget = page.locator("ridge-load");
  const rate = box(widget, "Requests, typed");
  for (const [typed, value] of [["600/min", 10], ["5 rps", 5], ["7200 per hour", 2]]) {
    await rate.fill(typed);
    assert.equal((await request(widget)).rate_per_s, value);
  }
}));

test("numbers: a time that is refused is told in the box's unit", visiting("sensitivity.html", async (page) => {
  await settled(page);
  const target = box(page.locator("ridge-sensitivity"), "Target time, typed");
  for (const [typed, why] of [["0", "“0” is too small."], ["80 GB", "“80 GB” is not a time."]]) {
    await target.fill(typed);
    await page.getByText(`Target time must be a time from 0.000001 to 1,000,000,000\u00a0ms, such as 50 ms. ${why}`).waitFor();
  }
}));

test("numbers: undoing a reset brings back the last value that was understood, not what was refused", visiting("quantization.html", async (page) => {
  await settled(page);
  const widget = page.locator("ridge-quantization");
  const context = box(widget, "Context, typed");
  await context.fill("128k");
  await context.press("Enter");
  const result = () => widget.evaluate((element) => JSON.stringify(element.result));
  const before = await result();
  await context.fill("50 ms");
  await widget.locator('[data-field="context"] .refused').waitFor();
  await widget.getByRole("button", { name: "Reset" }).first().click();
  assert.notEqual(await result(), before);
  await widget.getByRole("button", { name: "Undo" }).first().click();
  assert.equal(await result(), before);
  assert.equal(await context.inputValue(), "128000");
  assert.equal(await widget.locator('[data-field="context"] .refused').count(), 0);
}));

test("numbers: arrow and page keys step a box between its bounds", visiting("roofline.html", async (page) => {
  await settled(page);
  const widget = page.locator("ridge-roofline");
  const batch = box(widget, "Batch, typed");
  await batch.focus();
  await page.keyboard.press("ArrowUp");
  assert.equal((await request(widget)).batch, 2);
  await page.keyboard.press("PageUp");
  assert.ok((await request(widget)).batch > 8);
  await page.keyboard.press("PageDown");
  await page.keyboard.press("PageDown");
  assert.equal((await request(widget)).batch, 1);
  assert.equal(await batch.inputValue(), "1");
  assert.equal(await batch.getAttribute("aria-valuenow"), "1");
}));
