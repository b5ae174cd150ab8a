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
    ["8,192", "“8,192” can be read in two ways: type 8192 or 8.192."],
    ["12 bananas", "Context needs a whole number from 1 to 1,000,000,000, such as 128 or 2k. “12 bananas” is not understood."],
  ]) {
    await context.fill(typed);
    assert.equal(await told.innerText(), words);
    assert.equal(await context.inputValue(), typed);
    assert.equal(await widget.evaluate((element) => JSON.stringify(element.result)), before);
    assert.equal(await context.getAttribute("aria-describedby"), await told.getAttribute("id"));
  }
  await context.fill("8 192");
  await told.waitFor({ state: "detached" });
  assert.equal((await request(widget)).context, 8192);
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
