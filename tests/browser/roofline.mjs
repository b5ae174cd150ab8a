// The roofline on its page: published figures, controls by keyboard, refusals, and the address.

import assert from "node:assert/strict";
import { settled, test, textOf } from "./harness.mjs";
import { near, onSite, result } from "./widgets-shared.mjs";

test("roofline: Llama 3 8B on an H100 is memory-bound, and shows what the engine says", onSite("roofline.html", async (page) => {
  const text = await textOf(page, "ridge-roofline");
  const { latency_s, regime } = await result(page, "ridge-roofline");
  assert.equal(regime, "memory");
  assert.ok(text.includes(`${(latency_s * 1000).toPrecision(3)} ms`), text.slice(0, 400));
  assert.match(text, /memory-bound/);
}));

test("roofline: the batch slider moves by arrow keys and the result with it", onSite("roofline.html", async (page) => {
  const slider = page.locator("ridge-roofline").getByRole("slider", { name: "Batch" });
  const before = await result(page, "ridge-roofline");
  await slider.focus();
  for (let step = 0; step < 5; step++) await page.keyboard.press("ArrowRight");
  const after = await result(page, "ridge-roofline");
  assert.ok(after.throughput_per_s > before.throughput_per_s * 2);
  assert.equal(await page.locator("ridge-roofline").evaluate((widget) => widget.request.batch), 6);
  await page.keyboard.press("End");
  assert.match(await textOf(page, "ridge-roofline"), /compute-bound|does not fit/);
}));

test("roofline: a refused value is told at its control, and the last good result stays", onSite("roofline.html", async (page) => {
  const widget = page.locator("ridge-roofline");
  const before = await textOf(page, "ridge-roofline");
  await widget.evaluate((element) => element.addEventListener("ridge-error", ({ detail }) => (window.refused = detail)));
  const box = widget.getByRole("spinbutton", { name: "Batch, typed" });
  await box.fill("0");
  const message = widget.locator('[data-field="batch"] .refused');
  await message.waitFor();
  assert.equal(await message.innerText(), "Batch must be a whole number from 1 to 1,000,000,000, such as 128 or 2k. “0” is too small.");
  assert.equal(await box.getAttribute("aria-invalid"), "true");
  assert.equal(await box.getAttribute("aria-describedby"), await message.getAttribute("id"));
  const headline = before.split("\n")[0];
  assert.ok((await textOf(page, "ridge-roofline")).startsWith(headline));
  assert.equal((await page.evaluate(() => window.refused)).field, "batch");
  await box.fill("");
  await message.getByText("Batch must be a whole number from 1 to 1,000,000,000, such as 128 or 2k.").waitFor();
  // The address holds the last value that was taken, so that a reload has a result.
  await box.fill("8");
  await box.press("Enter");
  await page.waitForFunction(() => location.hash === "#roofline=1;batch=8");
  await box.fill("0");
  await message.waitFor();
  await page.waitForTimeout(400);
  assert.equal(await page.evaluate(() => location.hash), "#roofline=1;batch=8");
  await box.fill("4");
  await message.waitFor({ state: "detached" });
  assert.equal(await widget.evaluate((element) => element.request.batch), 4);
}));

test("roofline: reset takes the reader's changes back", onSite("roofline.html", async (page) => {
  const widget = page.locator("ridge-roofline");
  const before = await widget.evaluate((element) => JSON.stringify(element.request));
  await widget.getByLabel("Precision", { exact: true }).selectOption("int8");
  assert.notEqual(await widget.evaluate((element) => JSON.stringify(element.request)), before);
  await widget.getByRole("button", { name: "Reset" }).click();
  assert.equal(await widget.evaluate((element) => JSON.stringify(element.request)), before);
  assert.equal(await widget.getByLabel("Precision", { exact: true }).inputValue(), "fp16");
}));

test("roofline: every assumption is a control of its own", onSite("roofline.html#roofline=1;model=Llama3_2_1B", async (page) => {
  const widget = page.locator("ridge-roofline");
  await widget.locator("summary", { hasText: "Assumptions" }).click();
  const before = await result(page, "ridge-roofline");
  await widget.getByLabel("Execution").selectOption("eager");
  const after = await result(page, "ridge-roofline");
  assert.ok(after.overhead_s > before.overhead_s * 5);
  const box = widget.getByRole("spinbutton", { name: "Efficiency, typed", exact: true });
  await box.fill("7");
  await widget.locator('[data-field="assumptions.efficiency"] .refused').waitFor();
}));

test("roofline: the peak is labelled with the precision the arithmetic runs in", onSite("roofline.html#roofline=1;precision=fp8", async (page) => {
  const drawing = page.locator('ridge-roofline svg[data-name="roofline"]');
  const roof = async () => (await drawing.textContent()).replace(/\u00a0/g, " ");
  assert.match(await roof(), /1\.98 PFLOP\/s peak, FP8/);
  await page.locator("ridge-roofline").getByLabel("Arithmetic of quantized weights").selectOption("weight_only");
  assert.match(await roof(), /989 TFLOP\/s peak, FP16/);
}));

test("roofline: only what counts has a control, and an address may set the rest", onSite("roofline.html#roofline=1;context=4096", async (page) => {
  const widget = page.locator("ridge-roofline");
  await widget.locator("summary", { hasText: "Assumptions" }).click();
  const fields = () => widget.evaluate((element) => [...element.shadowRoot.querySelectorAll("[data-field]")].map(({ dataset }) => dataset.field));
  const inference = await fields();
  for (const idle of ["zero_stage", "assumptions.serving_offload", "assumptions.decode_compute", "assumptions.prefill_memory", "assumptions.scheme", "assumptions.moe_weights"])
    assert.ok(!inference.includes(idle), idle);
  for (const one of ["context", "assumptions.offload"]) assert.ok(inference.includes(one), one);
  assert.equal(await widget.evaluate((element) => element.request.context), 4096);
  await widget.getByLabel("Phase").selectOption("training");
  const training = await fields();
  for (const one of ["context", "zero_stage", "data_parallel", "lora", "activation_recomputation"]) assert.ok(training.includes(one), one);
  const before = await result(page, "ridge-roofline");
  await widget.getByRole("spinbutton", { name: "Context, typed" }).fill("8192");
  assert.ok((await result(page, "ridge-roofline")).latency_s > before.latency_s);
}));

test("roofline: a model that one device does not hold says how many would, and they have a leg for their links", onSite("roofline.html#roofline=1;model=Llama3_70B", async (page) => {
  const widget = page.locator("ridge-roofline");
  assert.match(await textOf(page, "ridge-roofline"), /62\.78 GB .*more than one H100 holds\. It takes 2 of them\./);
  await widget.getByRole("spinbutton", { name: "Devices that share each layer (tensor parallel), typed" }).fill("8");
  await page.keyboard.press("Enter");
  const { latency_s, links_s } = await result(page, "ridge-roofline");
  near(latency_s, 8.500437e-3, 1e-6);
  const shown = await textOf(page, "ridge-roofline");
  assert.match(shown, /devices that share each layer \(tensor parallel\) 8\*/);
  assert.match(shown, /on 8 × H100 and is memory-bound/);
  assert.match(await widget.locator('svg[data-name="legs"]').textContent(), new RegExp(`Links\\s+${(links_s * 1e3).toFixed(2)}`));
  // Of 20 the 2 was not meant: as it is refused, what was before it was typed holds.
  const box = widget.getByRole("spinbutton", { name: "Devices that share each layer (tensor parallel), typed" });
  await box.press("Control+a");
  await box.pressSequentially("20");
  await box.press("Enter");
  await widget.locator('[data-field="parallel.tensor"] .refused', { hasText: /^Devices that share each layer \(tensor parallel\) must divide the model's 64 attention heads/ }).waitFor();
  near((await result(page, "ridge-roofline")).latency_s, latency_s, 1e-9);
  await box.fill("6");
  await widget.locator('[data-field="parallel.tensor"] .refused', { hasText: "must divide the model's 64 attention heads" }).waitFor();
}));

test("roofline: a number beyond all bounds is told in the control's own unit", onSite("roofline.html#roofline=1;hardware=DGX_Spark", async (page) => {
  const widget = page.locator("ridge-roofline");
  await widget.locator("summary", { hasText: "Assumptions" }).click();
  const box = widget.getByRole("spinbutton", { name: "Default host link, GB/s" });
  await box.fill("1e305");
  await widget.getByText(/^Default host link must be a bandwidth above 0 and up to [\d,]+\sGB\/s, such as 3\.35 TB\/s\. “1e305” is not a bandwidth\.$/).waitFor();
  await box.fill("64");
  assert.equal(await widget.evaluate((element) => element.request.assumptions.default_host_link_bytes_per_s), 64e9);
}));

test("roofline: a training step's throughput is in samples, and the utilization reads alike in facts and table", onSite("roofline.html", async (page) => {
  const widget = page.locator("ridge-roofline");
  const fact = (name) => widget.locator(".facts div", { hasText: name }).innerText();
  assert.match(await fact("Throughput"), /tokens/);
  const [, above] = /([\d.]+)\s%/.exec(await fact("MFU"));
  const row = await widget.locator("tr", { hasText: "MFU" }).first().textContent();
  assert.equal(Number(/([\d.]+)\s%/.exec(row)[1]).toPrecision(3), Number(above).toPrecision(3));
  await widget.getByLabel("Phase").selectOption("training");
  assert.match(await fact("Throughput"), /samples/);
}));

test("roofline: arrow keys read the points of the drawing", onSite("roofline.html", async (page) => {
  const plot = page.locator("ridge-roofline .plot").first();
  await plot.focus();
  await page.keyboard.press("ArrowRight");
  const readout = page.locator("ridge-roofline .readout").first();
  assert.match(await readout.innerText(), /FLOP\/byte/);
  const first = await readout.innerText();
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await readout.innerText(), first);
  await page.keyboard.press("Escape");
  assert.equal(await readout.innerText(), "");
}));

test("roofline: the address keeps the reader's changes, and gives them back", onSite("roofline.html", async (page) => {
  const widget = page.locator("ridge-roofline");
  await widget.getByRole("spinbutton", { name: "Batch, typed" }).fill("32");
  await page.waitForFunction(() => location.hash === "#roofline=1;batch=32");
  await page.goto(`${new URL(page.url()).origin}/roofline.html?again#roofline=1;batch=32;hardware=A100`);
  await settled(page);
  const request = await widget.evaluate((element) => element.request);
  assert.equal(request.batch, 32);
  assert.equal(request.hardware, "A100");
  await widget.getByRole("button", { name: "Reset" }).click();
  await page.waitForFunction(() => location.hash === "");
}));

test("roofline: a box that is left holds its value as the widget writes it, although that stays the same", onSite("roofline.html", async (page) => {
  const box = page.locator("ridge-roofline").getByRole("spinbutton", { name: "Batch, typed" });
  const left = await box.evaluate(async (input) => {
    input.value = " 1.0 ";
    for (const type of ["input", "change"]) input.dispatchEvent(new Event(type, { bubbles: true }));
    await input.getRootNode().host.updateComplete;
    return input.value;
  });
  assert.equal(left, "1");
}));

test("roofline: the drawing goes with a slider, and eases where something is chosen", onSite("roofline.html", async (page) => {
  const widget = page.locator("ridge-roofline");
  const eased = () => widget.locator(".drawing .point").first().evaluate((point) => getComputedStyle(point).transitionDuration.split(", ")[0]);
  assert.equal(await eased(), "0.15s");
  await widget.getByRole("slider", { name: "Batch" }).press("ArrowRight");
  assert.equal(await eased(), "0s");
  await widget.getByLabel("Precision").first().selectOption("int8");
  assert.equal(await eased(), "0.15s");
}, { context: { reducedMotion: "no-preference" } }));

test("roofline: an address brings only fields that have a control", onSite("roofline.html#roofline=1;__proto__.stray=1;constructor.stray=1;nonsense=2;batch=8", async (page) => {
  const found = await page.locator("ridge-roofline").evaluate((widget) => ({ request: widget.request, stray: {}.stray ?? Object.stray }));
  assert.equal(found.request.batch, 8);
  assert.equal(found.request.nonsense, undefined);
  assert.equal(found.stray, undefined);
}));

for (const [address, left, kept] of [
  ["roofline=1;bogus=3;batch=8", "bogus", 8],
  ["roofline=9;batch=8", "roofline=…", 1],
  ["roofline=1;precision=fp99;batch=8", "precision", 8],
]) {
  test(`roofline: of #${address} the reader is told what was left out`, onSite(`roofline.html#${address}`, async (page) => {
    const widget = page.locator("ridge-roofline");
    const told = widget.getByRole("status").filter({ hasText: "not understood" });
    assert.equal(await told.innerText(), `${left} (this part of the link was not understood)`);
    assert.equal((await widget.evaluate((element) => element.request)).batch, kept);
    assert.ok((await result(page, "ridge-roofline")).latency_s > 0);
    await widget.getByRole("spinbutton", { name: "Batch, typed" }).fill("16");
    await told.waitFor({ state: "detached" });
    await page.waitForFunction(() => location.hash === "#roofline=1;batch=16");
  }));
}
