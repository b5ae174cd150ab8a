// Each widget on its page: the published figures, controls by keyboard, refusals, export, state.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { command, open, settled, site, test, textOf, visiting } from "./harness.mjs";
import { serve } from "./server.mjs";

/** Opens a page of the site, runs the body, and fails on anything that went to the console. */
const onSite = (path, body, options) => visiting(path, async (page, _, opened) => {
  await settled(page);
  await body(page, opened);
}, options);

const near = (actual, expected, tolerance = 0.005) =>
  assert.ok(Math.abs(actual / expected - 1) <= tolerance, `${actual} is not within ${tolerance} of ${expected}`);

const result = (page, selector) => page.locator(selector).evaluate((widget) => widget.result);

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
  assert.match(await message.innerText(), /batch/);
  assert.equal(await box.getAttribute("aria-invalid"), "true");
  assert.equal(await box.getAttribute("aria-describedby"), await message.getAttribute("id"));
  const headline = before.split("\n")[0];
  assert.ok((await textOf(page, "ridge-roofline")).startsWith(headline));
  assert.equal((await page.evaluate(() => window.refused)).field, "batch");
  await box.fill("");
  await message.getByText("Batch needs a whole number from 1 to 1,000,000,000, such as 128 or 2k.").waitFor();
  // The address holds the last value that was taken, so that a reload has a result.
  await box.fill("8");
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

/** Chooses a preset among a widget's folded assumptions, and returns what holds them. */
const choosePreset = async (page, tag, preset) => {
  const widget = page.locator(tag);
  const assumptions = widget.locator("details.assumptions").first();
  if (!(await assumptions.evaluate((details) => details.open))) await assumptions.locator("summary").first().click();
  await assumptions.getByLabel("Preset").selectOption(preset);
  return { widget, assumptions };
};

/** What a band of milliseconds below a hundred reads like: its two ends with two digits. */
const bandOf = (...ends_s) => `${ends_s.map((end) => (end * 1e3).toFixed(end < 0.00995 ? 1 : 0)).join(" to ")} ms`;

test("calibrated: software can be chosen, and the band shown is the engine's", onSite("roofline.html", async (page) => {
  const software = page.locator("ridge-roofline").getByLabel("Software");
  assert.match(await textOf(page, "ridge-roofline"), /without an error band/);
  await page.locator("ridge-roofline details.assumptions summary").click();
  assert.equal(await software.count(), 0);
  const { widget } = await choosePreset(page, "ridge-roofline", "calibrated");
  assert.equal(await software.inputValue(), "unknown");
  assert.equal(await software.locator("option:checked").textContent(), "software not known");
  await software.selectOption({ label: "llama.cpp with CUDA" });
  const { latency_s, latency_low_s, latency_high_s } = await result(page, "ridge-roofline");
  const said = JSON.parse(execFileSync(command, ["roofline", "--model", "Llama3_8B", "--hardware", "H100", "--assumptions", '{"preset":"calibrated","software":"llama.cpp-cuda"}', "--json"], { encoding: "utf8" }));
  assert.deepEqual([latency_s, latency_low_s, latency_high_s].map((value) => value.toPrecision(9)), [said.latency_s, said.latency_low_s, said.latency_high_s].map((value) => value.toPrecision(9)));
  assert.equal(await widget.locator(".headline .band").innerText().then((text) => text.replace(/\u00a0/g, " ")), `nine in ten measured ${bandOf(latency_low_s, latency_high_s)}`);
  assert.equal(await widget.locator('svg[data-name="roofline"] .whisker').count(), 1);
  await page.waitForFunction(() => location.hash.includes("assumptions.software=llama.cpp-cuda"));
  await page.reload();
  await settled(page);
  assert.deepEqual((await widget.evaluate((element) => element.request)).assumptions, { preset: "calibrated", software: "llama.cpp-cuda" });
}));

test("calibrated: another preset takes the software with it, and nothing is refused", onSite("roofline.html#roofline=1;assumptions.preset=calibrated;assumptions.software=tinychat", async (page) => {
  const { widget, assumptions } = await choosePreset(page, "ridge-roofline", "textbook");
  assert.equal(await assumptions.getByLabel("Software").count(), 0);
  assert.equal(await widget.locator(".refused").count(), 0);
  assert.deepEqual((await widget.evaluate((element) => element.request)).assumptions, { preset: "textbook" });
  assert.equal(await widget.locator(".band, .whisker").count(), 0);
  await page.waitForFunction(() => location.hash === "#roofline=1;assumptions.preset=textbook");
}));

test("calibrated: software that the page's author set goes with the preset, and comes back with it", onSite("roofline.html", async (page) => {
  await page.locator("ridge-roofline").evaluate((element) => element.setAttribute("assumptions", '{"preset":"calibrated","software":"gpt-fast"}'));
  const { widget } = await choosePreset(page, "ridge-roofline", "first-principles");
  const assumed = () => widget.evaluate((element) => element.request.assumptions);
  assert.deepEqual(await assumed(), { preset: "first-principles" });
  assert.equal(await widget.locator(".refused").count(), 0);
  await page.waitForFunction(() => location.hash.includes("assumptions.software=null"));
  await page.reload();
  await settled(page);
  await widget.evaluate((element) => element.setAttribute("assumptions", '{"preset":"calibrated","software":"gpt-fast"}'));
  assert.deepEqual(await assumed(), { preset: "first-principles" });
  await choosePreset(page, "ridge-roofline", "calibrated");
  assert.deepEqual(await assumed(), { preset: "calibrated", software: "gpt-fast" });
}));

test("calibrated: a decode step of each format has its band in table and sentence", onSite("quantization.html", async (page) => {
  const { assumptions } = await choosePreset(page, "ridge-quantization", "calibrated");
  await assumptions.getByLabel("Software").selectOption("llama.cpp-cuda");
  const { decode } = await result(page, "ridge-quantization");
  const rows = await page.locator("ridge-quantization table").first().locator("tbody tr td:nth-child(2) small").allTextContents();
  assert.deepEqual(rows.map((text) => text.replace(/\u00a0/g, " ")), decode.map(({ itl_low_s, itl_high_s }) => bandOf(itl_low_s, itl_high_s)));
  assert.equal((await textOf(page, "ridge-quantization")).match(/nine in ten measured/g).length, 2);
}));

test("calibrated: quantization costs perplexity, by the algorithm chosen, in cell, sentence and drawing", onSite("quantization.html", async (page) => {
  const widget = page.locator("ridge-quantization");
  assert.equal(await widget.getByLabel("Quantized by").count(), 0);
  await choosePreset(page, "ridge-quantization", "calibrated");
  const heads = await widget.locator("table").first().locator("thead th").allTextContents();
  assert.ok(heads.includes("Perplexity") && !heads.some((head) => /Accuracy/.test(head)));
  const cell = async () => (await widget.locator("table").first().locator("tbody tr").nth(2).locator("td").nth(4).innerText()).replace(/\u00a0/g, " ");
  const percent = (ratio) => Number((Math.round((ratio - 1) * 1000) / 10).toPrecision(3));
  const told = async () => {
    const { perplexity_ratio, perplexity_ratio_low, perplexity_ratio_high, accuracy_delta } = (await result(page, "ridge-quantization")).accuracy[2];
    assert.equal(accuracy_delta, null);
    assert.ok(perplexity_ratio_low < perplexity_ratio && perplexity_ratio < perplexity_ratio_high);
    const [above, below] = (await cell()).split(/\s*\n\s*/);
    assert.equal(above, `+${percent(perplexity_ratio)} %`);
    const [low, high] = /^([\d.]+) to ([\d.]+) %$/.exec(below).slice(1).map(Number);
    near(low, percent(perplexity_ratio_low), 0.1);
    near(high, percent(perplexity_ratio_high), 0.1);
    assert.ok((await textOf(page, "ridge-quantization")).includes(`${percent(perplexity_ratio)} % more perplexity`));
    return perplexity_ratio;
  };
  const plain = await told();
  await widget.getByLabel("Quantized by").selectOption({ label: "GPTQ" });
  assert.ok((await told()) < plain);
  assert.equal((await widget.evaluate((element) => element.request)).algorithm, "gptq");
  assert.ok((await widget.locator('svg[data-name="frontier"] .whisker').count()) >= 2);
  await choosePreset(page, "ridge-quantization", "textbook");
  assert.equal(await widget.locator(".refused").count(), 0);
  assert.equal(await widget.getByLabel("Quantized by").count(), 0);
}));

test("calibrated: time now has the engine's band, and a target that the reader sets has none", onSite("sensitivity.html#sensitivity=1;model=Llama3_8B;assumptions.preset=calibrated", async (page) => {
  const { sensitivity } = await result(page, "ridge-sensitivity");
  const text = await textOf(page, "ridge-sensitivity");
  const band = bandOf(sensitivity.baseline_low_s, sensitivity.baseline_high_s);
  assert.ok(text.includes(`nine in ten measured ${band}`), band);
  assert.match(text, /50\.0 ms for each token asks for the figures below/);
}));

test("calibrated: the explainer's own eager execution gives way to what was fitted", onSite("explainer.html", async (page) => {
  const widget = page.locator("ridge-explainer");
  for (const side of [0, 1]) {
    const assumptions = widget.locator("details.assumptions").nth(side);
    await assumptions.locator("summary").first().click();
    await assumptions.getByLabel("Preset").selectOption("calibrated");
  }
  const { baseline, proposal } = await widget.evaluate((element) => element.request);
  assert.deepEqual([baseline.assumptions, proposal.assumptions], [{ preset: "calibrated" }, { preset: "calibrated" }]);
  assert.equal(await widget.locator(".facts .band").count(), 2);
  const { speedup_low, speedup_high } = await result(page, "ridge-explainer");
  assert.equal(await widget.locator(".headline .band").innerText(), `nine in ten measured ${speedup_low.toPrecision(2)} to ${speedup_high.toPrecision(2)}×`);
  assert.equal(await widget.locator('svg[data-name="waterfall"] .whisker').count(), 1);
}));

for (const name of ["roofline", "quantization", "sensitivity", "explainer"]) {
  test(`${name}: what its figures are worth is said, with a link to the page beside the script`, onSite(`${name}.html`, async (page) => {
    const link = page.locator(`ridge-${name} .trust a`);
    assert.equal(await link.innerText(), "How far can you trust this?");
    assert.equal(await link.evaluate((one) => one.href), new URL("trust.html", page.url()).href);
    assert.match(await page.locator(`ridge-${name} .trust`).innerText(), /^An estimate from data sheets, without an error band/);
  }));
}

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

test("roofline: a number beyond all bounds is told in the control's own unit", onSite("roofline.html#roofline=1;hardware=DGX_Spark", async (page) => {
  const widget = page.locator("ridge-roofline");
  await widget.locator("summary", { hasText: "Assumptions" }).click();
  const box = widget.getByRole("spinbutton", { name: "Default host link, GB/s" });
  await box.fill("1e305");
  await widget.getByText(/^Default host link needs a number from [\de.-]+ to [\de+,]+, such as 3\.35 TB\/s\. “.+” is not understood\.$/).waitFor();
  await box.fill("64");
  assert.equal(await widget.evaluate((element) => element.request.assumptions.default_host_link_bytes_per_s), 64e9);
}));

test("roofline: a training step's throughput is in samples, and the utilization reads alike in facts and table", onSite("roofline.html", async (page) => {
  const widget = page.locator("ridge-roofline");
  const fact = (name) => widget.locator(".facts div", { hasText: name }).innerText();
  assert.match(await fact("Throughput"), /tokens/);
  const [, above] = /([\d.]+)\s%/.exec(await fact("Model FLOP utilization"));
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

test("roofline: the address keeps the reader's changes, and gives them back", async (browser) => {
  const server = await serve(site);
  const opened = await open(browser, `${server.address}/roofline.html`);
  try {
    await settled(opened.page);
    await opened.page.locator("ridge-roofline").getByRole("spinbutton", { name: "Batch, typed" }).fill("32");
    await opened.page.waitForFunction(() => location.hash === "#roofline=1;batch=32");
    await opened.page.goto(`${server.address}/roofline.html?again#roofline=1;batch=32;hardware=A100`);
    await settled(opened.page);
    const request = await opened.page.locator("ridge-roofline").evaluate((widget) => widget.request);
    assert.equal(request.batch, 32);
    assert.equal(request.hardware, "A100");
    await opened.page.locator("ridge-roofline").getByRole("button", { name: "Reset" }).click();
    await opened.page.waitForFunction(() => location.hash === "");
    assert.deepEqual(opened.faults, []);
  } finally {
    await opened.close();
    await server.close();
  }
});

test("roofline: an address brings only fields that have a control", async (browser) => {
  const server = await serve(site);
  const opened = await open(browser, `${server.address}/roofline.html#roofline=1;__proto__.stray=1;constructor.stray=1;nonsense=2;batch=8`);
  try {
    await settled(opened.page);
    const found = await opened.page.locator("ridge-roofline").evaluate((widget) => ({ request: widget.request, stray: {}.stray ?? Object.stray }));
    assert.equal(found.request.batch, 8);
    assert.equal(found.request.nonsense, undefined);
    assert.equal(found.stray, undefined);
    assert.deepEqual(opened.faults, []);
  } finally {
    await opened.close();
    await server.close();
  }
});

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

test("quantization: 5.19, 2.80 and 1.60 ms with 16.06, 8.03 and 4.02 GB", onSite("quantization.html", async (page) => {
  const rows = await page.locator("ridge-quantization table").first().locator("tbody tr").allInnerTexts();
  const wanted = [["FP16", "5.19", "16.06"], ["INT8", "2.80", "8.03"], ["INT4", "1.60", "4.02"]];
  assert.match(await textOf(page, "ridge-quantization"), /weights of 16\.06 and 4\.02 GB/);
  wanted.forEach((cells, row) => assert.deepEqual(rows[row].split("\t").slice(0, 3).map((cell) => cell.trim()), cells));
}));

test("quantization: the compute-bound table gains nothing from weights alone, and something natively", onSite("quantization.html", async (page) => {
  const widget = page.locator("ridge-quantization");
  const [alone] = [await result(page, "ridge-quantization")];
  near(alone.compute[1].latency_s, alone.compute[0].latency_s, 0.01);
  assert.equal(alone.compute[0].regime, "compute");
  await widget.getByLabel("Arithmetic of quantized weights").selectOption("native");
  const native = await result(page, "ridge-quantization");
  assert.ok(native.compute[0].latency_s / native.compute[1].latency_s > 1.5);
}));

const readPoints = async (page, host, name) => {
  const figure = page.locator(host).locator(`figure:has([data-name="${name}"])`);
  await figure.locator(".plot").focus();
  const said = [];
  for (;;) {
    await page.keyboard.press("ArrowRight");
    const text = (await figure.locator(".readout").innerText()).replace(/[\u00a0\u2009]/g, " ");
    if (said.includes(text)) return said;
    said.push(text);
  }
};

test("quantization: both workloads stand in one roofline, and move as the precision does", onSite("quantization.html", async (page) => {
  const { places, decode, compute } = await result(page, "ridge-quantization");
  for (const [index, step] of decode.entries()) {
    const { intensity, achieved_flop_per_s: rate, attainable_flop_per_s: flat, rate: slope, regime } = places.decode[index];
    assert.equal(regime, step.decode_regime);
    // Overheads keep it under the roof; without them it would touch.
    assert.ok(rate <= Math.min(flat, intensity * slope));
    const moved = (step.weights_bytes + step.kv_cache_bytes) / slope;
    assert.ok(Math.abs(moved / step.decode_memory_s - 1) < 1e-9);
    assert.ok(Math.abs((intensity * (step.weights_bytes + step.kv_cache_bytes)) / step.itl_s / rate - 1) < 1e-9);
  }
  assert.deepEqual(places.compute.map(({ intensity }) => intensity), compute.map((one) => one.arithmetic_intensity_flop_per_byte));
  const read = await readPoints(page, "ridge-quantization", "roofline");
  assert.equal(read.length, 6);
  assert.match(read[0], /decode step, FP16: 1\.05 FLOP\/byte.*memory-bound/);
  assert.match(read[5], /ResNet-50, batch 256, INT4: .*compute-bound/);
  const roofs = () => page.locator("ridge-quantization [data-name=roofline] .roof").count();
  assert.equal(await roofs(), 2);
  await page.locator('ridge-quantization [data-field="compute.scheme"] select').selectOption("native");
  await page.waitForFunction(() => document.querySelector("ridge-quantization").result.places.compute[2].attainable_flop_per_s > 6e14);
  assert.equal(await roofs(), 4);
}));

test("quantization: the frontier has two precisions with the table's numbers, and no estimate of pruning from other kinds of model", onSite("quantization.html", async (page) => {
  const { accuracy, pruning } = await result(page, "ridge-quantization");
  const read = await readPoints(page, "ridge-quantization", "frontier");
  assert.deepEqual(read.map((line) => line.split(":")[0]), ["quantization, INT8", "quantization, INT4"]);
  accuracy.slice(1).forEach(({ compression_ratio: ratio, accuracy_delta: delta }, index) => {
    const [, smaller, less] = read[index].match(/: ([\d.]+)× smaller, −([\d.]+) % accuracy/);
    assert.ok(Math.abs(smaller - ratio) < 0.05 && Math.abs(Number(less) + delta * 100) < 0.01);
  });
  assert.deepEqual(pruning.map((one) => Math.round(one.compression_ratio)), [2, 4, 10]);
}));

test("quantization: only models that can are offered to decode, and only those with a count of FLOPs to compute", onSite("quantization.html", async (page) => {
  const offered = await page.locator("ridge-quantization").evaluate((widget) =>
    ["model", "compute.model"].map((path) => [...widget.shadowRoot.querySelectorAll(`[data-field="${path}"] option`)].map(({ value }) => value)),
  );
  const { able, counted } = await page.evaluate(async () => {
    const engine = await (await import("./ridgepoint.js")).loadRidgepoint();
    const runs = ({ id }) => {
      try {
        return Boolean(engine.serve({ model: id, hardware: "H100" }));
      } catch {
        return false;
      }
    };
    const models = engine.models();
    return { able: models.filter(runs).map(({ id }) => id), counted: models.filter((one) => one.forward_flops).map(({ id }) => id) };
  });
  for (const [index, wanted] of [able, counted].entries()) assert.deepEqual(offered[index].filter((id) => /^\w+$/.test(id)).sort(), wanted.sort());
  assert.ok(able.length > 10 && able.length < 40);
}));

test("quantization: the crossings are those of a sweep, and move with the context", onSite("quantization.html", async (page) => {
  const widget = page.locator("ridge-quantization");
  await widget.getByRole("spinbutton", { name: /^Context/ }).fill("128");
  const { crossings, curves } = await result(page, "ridge-quantization");
  const [two, oneAndHalf] = crossings;
  assert.ok(two.batch > 1 && oneAndHalf.batch > two.batch, JSON.stringify(crossings));
  const at = (batch) => curves[0].points[batch - 1].speedup;
  assert.ok(at(two.batch) < 2 && at(two.batch - 1) >= 2);
  assert.ok(at(oneAndHalf.batch) < 1.5 && at(oneAndHalf.batch - 1) >= 1.5);
  assert.match(await textOf(page, "ridge-quantization"), new RegExp(`falls below 2× at batch ${two.batch}`));
}));

test("quantization: the cache can keep a precision of its own, and the crossings are then the lab's", onSite("quantization.html", async (page) => {
  const widget = page.locator("ridge-quantization");
  const cache = widget.getByLabel("KV precision");
  const caches = async () => (await result(page, "ridge-quantization")).decode.map(({ kv_cache_bytes }) => kv_cache_bytes);
  assert.equal(await cache.locator("option:checked").innerText(), "as the preset has it");
  const [full] = await caches();
  const half = full / 2;
  assert.deepEqual(await caches(), [full, full, full]);
  await cache.selectOption("weights");
  assert.deepEqual(await caches(), [full, half, full / 4]);
  await cache.selectOption("fp16");
  assert.deepEqual(await caches(), [full, full, full]);
  assert.match(await widget.locator(".sentence").first().innerText(), /KV cache at FP16/);
  const { variables, definitions, figures } = JSON.parse(readFileSync(new URL("../../labs/quantization/lab.json", import.meta.url), "utf8"));
  const asked = (figure) => JSON.parse(execFileSync(command, ["evaluate", "--input", "-"], { input: JSON.stringify({ formula: figures[figure].replace(/\|[^|]*$/, ""), variables, definitions }), encoding: "utf8" })).value;
  const { crossings } = await result(page, "ridge-quantization");
  assert.deepEqual(crossings.map(({ threshold, batch }) => [threshold, batch]), [[variables.high, asked("cache_below_2")], [variables.low, asked("cache_below_15")]]);
  await cache.selectOption("fp8");
  assert.deepEqual(await caches(), [half, half, half]);
  assert.notDeepEqual((await result(page, "ridge-quantization")).crossings, crossings);
  await cache.selectOption({ label: "as the preset has it" });
  assert.equal(await cache.locator("option").count(), 10);
  assert.equal(await widget.evaluate((element) => "kv_precision" in element.request), false);
  assert.deepEqual(await caches(), [full, full, full]);
}));

test("quantization: a model that does not decode is refused at its control", onSite("quantization.html", async (page) => {
  const widget = page.locator("ridge-quantization");
  await widget.evaluate((element) => element.setAttribute("model", "ResNet50"));
  await widget.locator('[data-field="model"] .refused').waitFor();
  assert.match(await textOf(page, "ridge-quantization"), /5\.19/);
  await widget.getByRole("spinbutton", { name: "Batch, typed" }).nth(1).fill("0");
  await widget.getByLabel("Model").first().selectOption("Llama3_8B");
  await widget.locator('[data-field="compute.batch"] .refused').waitFor();
}));

test("sensitivity: 70B on one A100 is bound by memory capacity", onSite("sensitivity.html", async (page) => {
  const text = await textOf(page, "ridge-sensitivity");
  assert.match(text, /Memory capacity/);
  assert.match(text, /does not fit/);
  const { sensitivity } = await result(page, "ridge-sensitivity");
  assert.equal(sensitivity.binding_constraint, "memory_capacity");
  assert.equal(sensitivity.devices_needed, 2);
  // The longest bar is capacity's: what else is named strongest says that it leaves capacity out.
  assert.match(text, /Strongest apart from capacity\s+Host link/);
}));

test("sensitivity: what the page says to try does something", onSite("sensitivity.html", async (page) => {
  const before = await result(page, "ridge-sensitivity");
  const advice = page.locator("li", { has: page.locator("em") });
  const widget = page.locator("ridge-sensitivity");
  await widget.locator("summary", { hasText: "Assumptions" }).click();
  await widget.getByLabel(await advice.locator("em").innerText(), { exact: true }).selectOption("ignore");
  const { sensitivity } = await result(page, "ridge-sensitivity");
  assert.notDeepEqual(sensitivity.elasticities, before.sensitivity.elasticities);
  assert.equal(sensitivity.knob, "memory_bandwidth");
}));

test("sensitivity: the textbook's 4854.57 ms, host link −1, and 2.82 TB/s, 5.65 TFLOP/s, 141.2 GB", onSite("sensitivity.html", async (page) => {
  const widget = page.locator("ridge-sensitivity");
  // The textbook's own figures of these two, which the vetted registry corrects.
  await widget.evaluate((element) => {
    element.request = {
      model: { name: "Llama 3 70B", family: "transformer", parameters: 70.6e9, layers: 80, hidden_dim: 8192, heads: 64, kv_heads: 8 },
      hardware: {
        name: "NVIDIA A100", peak_flop_per_s: { fp16: 312e12 }, memory_capacity_bytes: 85899345920, memory_bandwidth_bytes_per_s: 2.039e12,
        host_link_bytes_per_s: 32e9, dispatch_overhead_s: 1.5e-5,
      },
      target: "latency", assumptions: "textbook", inverse: { target_s: 0.05 },
    };
  });
  const { sensitivity, synthesis } = await result(page, "ridge-sensitivity");
  near(sensitivity.baseline_s, 4.85457, 1e-5);
  near(sensitivity.elasticities.host_link, -1, 0.001);
  assert.equal(sensitivity.binding_constraint, "memory_capacity");
  near(synthesis.bandwidth_bytes_per_s, 2.824e12, 1e-3);
  const text = await textOf(page, "ridge-sensitivity");
  assert.match(text, /4\.85 s/);
  assert.match(text, /2\.82 TB\/s/);
  assert.match(text, /5\.65 TFLOP\/s/);
  assert.match(text, /141\.2 GB/);
}));

test("sensitivity: a tighter target leaves fewer devices", onSite("sensitivity.html", async (page) => {
  const widget = page.locator("ridge-sensitivity");
  const meeting = async () => (await result(page, "ridge-sensitivity")).synthesis.devices.filter((device) => device.meets).length;
  const before = await meeting();
  const slider = widget.getByRole("slider", { name: "Time to be met" });
  await slider.focus();
  for (let step = 0; step < 30; step++) await page.keyboard.press("ArrowLeft");
  assert.ok((await meeting()) < before, `${await meeting()} < ${before}`);
}));

test("explainer: A100 to H100 is 1.39×, memory to memory, and the factors multiply to it", onSite("explainer.html", async (page) => {
  const text = await textOf(page, "ridge-explainer");
  assert.match(text, /1\.39×/);
  const { speedup, factors, baseline_regime, proposal_regime } = await result(page, "ridge-explainer");
  near(factors.reduce((product, { ratio }) => product * ratio, 1), speedup, 1e-9);
  assert.deepEqual([baseline_regime, proposal_regime], ["memory", "memory"]);
}));

test("explainer: batches of 256 are compute to compute", onSite("explainer.html", async (page) => {
  const widget = page.locator("ridge-explainer");
  for (const index of [0, 1]) {
    await widget.getByRole("spinbutton", { name: "Batch, typed" }).nth(index).fill("256");
  }
  const { speedup, baseline_regime, proposal_regime } = await result(page, "ridge-explainer");
  assert.deepEqual([baseline_regime, proposal_regime], ["compute", "compute"]);
  near(speedup, 2.57, 0.02);
}));

test("explainer: other batches are compared per sample, and both paces are named", onSite("explainer.html", async (page) => {
  const widget = page.locator("ridge-explainer");
  await widget.evaluate((element) => {
    const side = (hardware, batch) => ({ model: "Llama3_8B", hardware, batch, assumptions: "first-principles" });
    element.request = { baseline: side("A100", 1), proposal: side("H100", 8) };
  });
  const { speedup, factors, baseline, proposal } = await result(page, "ridge-explainer");
  near(speedup, proposal.throughput_per_s / baseline.throughput_per_s, 1e-12);
  near(factors.reduce((product, { ratio }) => product * ratio, 1), speedup, 1e-12);
  const text = await textOf(page, "ridge-explainer");
  assert.match(text, new RegExp(`${speedup.toFixed(1)}\\d*×\\s+as fast per sample`));
  assert.match(text, /The batches differ: the proposal is [\d.]+× as fast per sample, 1\.45× per step\./);
  assert.match(text, /Memory bandwidth alone\s+[\d.]+×\s+had nothing else changed/);
  // The same device with another batch: what limits it is what it was.
  await widget.getByLabel("Device").nth(1).selectOption("A100");
  assert.match(await textOf(page, "ridge-explainer"), /7\.20×\s+as fast per sample[^]*Limit of the baseline\s+Memory bandwidth\s+has not changed/);
}));

test("explainer: an error names the side, and is told at its control", onSite("explainer.html", async (page) => {
  const widget = page.locator("ridge-explainer");
  await widget.getByRole("spinbutton", { name: "Batch, typed" }).nth(1).fill("-3");
  await widget.locator('[data-field="proposal.batch"] .refused').waitFor();
  assert.equal(await widget.locator(".refused").count(), 1);
  assert.match(await textOf(page, "ridge-explainer"), /1\.39×/);
}));

test("explainer: the text can be copied", onSite("explainer.html", async (page, { context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const widget = page.locator("ridge-explainer");
  await widget.getByRole("button", { name: "Copy as Markdown" }).click();
  await widget.getByText("Markdown copied.").waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied, (await result(page, "ridge-explainer")).markdown);
}));

test("explainer: the copied CI command runs, passes as things stand, and fails above", onSite("explainer.html", async (page, { context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const widget = page.locator("ridge-explainer");
  const copied = async () => {
    await widget.getByRole("button", { name: "Copy as CI command" }).click();
    await widget.getByText("Command copied.").waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const runs = (line) => spawnSync("sh", ["-c", line.replace(/^ridgepoint/, '"$0"') + " --json", command], { encoding: "utf8" });
  const check = async () => {
    const line = await copied();
    const ran = runs(line);
    assert.equal(ran.status, 0, `${line}\n${ran.stderr}`);
    const { speedup } = await result(page, "ridge-explainer");
    assert.equal(JSON.parse(ran.stdout).speedup, speedup, line);
    const bar = Number(line.match(/--fail-below ([\d.]+)$/)[1]);
    assert.ok(bar <= speedup && bar > speedup * 0.9, line);
    assert.equal(runs(line.replace(/[\d.]+$/, String(speedup * 1.01))).status, 1);
  };
  await check();
  await widget.evaluate((element) => {
    element.request = {
      baseline: { model: { name: "It's mine", family: "transformer", parameters: 7e9, layers: 32, hidden_dim: 4096, heads: 32 }, hardware: "H100", batch: 4, assumptions: "textbook" },
      proposal: { model: "Llama3_8B", hardware: "A100", batch: 1, precision: "fp32", assumptions: { efficiency: 0.3, execution: "eager" } },
    };
  });
  await check();
}));

test("explainer: a regime shift is told, and shown on one roofline", onSite("explainer.html", async (page) => {
  await page.locator("ridge-explainer").evaluate((element) => {
    const side = { model: "Llama3_8B", hardware: "H100", context: 128, assumptions: "first-principles" };
    element.request = { baseline: side, proposal: { ...side, batch: 512 } };
  });
  const read = await readPoints(page, "ridge-explainer", "roofline");
  assert.match(read[0], /^Baseline: 1 FLOP\/byte.*memory-bound$/);
  assert.match(read[1], /^Proposal: 335 FLOP\/byte.*compute-bound$/);
  assert.match(await textOf(page, "ridge-explainer"), /The regime shifts: the baseline is memory-bound, the proposal compute-bound/);
}));

for (const name of ["roofline", "quantization", "sensitivity", "explainer"]) {
  test(`${name}: exports SVG, PNG, CSV and JSON`, onSite(`${name}.html`, async (page) => {
    const files = await page.locator(`ridge-${name}`).evaluate(async (widget) => {
      const read = async (kind) => {
        const blob = await widget.export(kind);
        const head = new Uint8Array(await blob.slice(0, 8).arrayBuffer());
        return { type: blob.type, size: blob.size, head: [...head], text: kind === "png" ? "" : await blob.text() };
      };
      const parsed = (text) => new DOMParser().parseFromString(text, "image/svg+xml");
      const [svg, png, csv, json] = await Promise.all(["svg", "png", "csv", "json"].map(read));
      const drawing = parsed(svg.text);
      const shapes = (text) => parsed(text).querySelectorAll("path, rect, line").length;
      const headings = [...widget.shadowRoot.querySelectorAll("figure .heading")].map(({ textContent }) => textContent);
      const dark = await (await widget.export("svg", "dark")).text();
      return {
        headings, backs: [svg.text, dark].map((text) => parsed(text).querySelector("rect").getAttribute("fill")), said: drawing.documentElement.textContent,
        whole: [...widget.shadowRoot.querySelectorAll("svg.drawing")].reduce((sum, one) => sum + one.querySelectorAll("path, rect, line").length, 1), exported: shapes(svg.text),
        left: Math.min(...[...drawing.querySelectorAll("text, g")].filter((one) => one.parentNode === drawing.documentElement).map((one) => Number(one.getAttribute("x") ?? one.getAttribute("transform").match(/[\d.]+/)[0]))),
        svg, png, csv, json, wellFormed: !drawing.querySelector("parsererror"), shapes: drawing.querySelectorAll("path, rect, line").length,
      };
    });
    // Every drawing under its heading, what it is of above, room around, and light on a dark page unless asked otherwise.
    for (const words of [...files.headings, "Llama 3", "NVIDIA"]) assert.ok(files.said.includes(words), words);
    assert.equal(files.exported, files.whole);
    assert.ok(files.left >= 16);
    assert.deepEqual(files.backs, ["rgb(255, 255, 255)", "rgb(20, 23, 27)"]);
    assert.ok(files.csv.text.endsWith("\r\n"));
    assert.doesNotMatch(files.csv.text, /\d×/);
    assert.ok(files.wellFormed && files.shapes > 5);
    assert.doesNotMatch(files.svg.text, /var\(--|class=/);
    assert.match(files.svg.text, /<title/);
    // The ground around a label lies under it, in the file too.
    if (files.svg.text.includes('stroke-width="3px"')) assert.match(files.svg.text, /paint-order="stroke"/);
    assert.deepEqual(files.png.head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    assert.ok(files.png.size > 5000, `a picture of ${files.png.size} bytes is empty`);
    assert.ok(files.csv.text.split("\r\n").length > 4);
    const { request, result: inside, engine } = JSON.parse(files.json.text);
    assert.ok(request && inside && engine);
  }, { context: { colorScheme: "dark" } }));

  test(`${name}: the saved JSON brings the same screen back, and the saved SVG opens alone`, onSite(`${name}.html`, async (page) => {
    const widget = page.locator(`ridge-${name}`);
    const box = widget.getByRole("spinbutton", { name: /, typed/ }).first();
    await box.fill("7");
    const saved = await widget.evaluate(async (element) => JSON.parse(await (await element.export("json")).text()));
    const svg = await widget.evaluate(async (element) => (await element.export("svg")).text());
    const screen = () => widget.evaluate(async (element) => (await element.updateComplete, element.shadowRoot.querySelector(".root").innerText));
    const before = await screen();
    await widget.getByRole("button", { name: "Reset" }).click();
    assert.notEqual(await screen(), before);
    await widget.evaluate((element, request) => (element.request = request), saved.request);
    assert.equal(await screen(), before);
    assert.deepEqual(await widget.evaluate((element) => JSON.parse(JSON.stringify(element.result))), saved.result);
    await page.route("**/saved.svg", (route) => route.fulfill({ contentType: "image/svg+xml", body: svg }));
    await page.goto(new URL("saved.svg", page.url()).href);
    const drawn = await page.evaluate(() => [document.documentElement.localName, document.querySelectorAll("text").length, document.documentElement.getBoundingClientRect().height]);
    assert.ok(drawn[0] === "svg" && drawn[1] > 5 && drawn[2] > 200, `${drawn}`);
  }));

  test(`${name}: every input has a control in some state`, onSite(`${name}.html`, async (page) => {
    const missing = await page.locator(`ridge-${name}`).evaluate(async (widget) => {
      const left = new Set(widget.constructor.inputs.map(({ path }) => path).filter((path) => !path.endsWith("assumptions")));
      const look = async () => {
        await widget.updateComplete;
        for (const path of left) if (widget.shadowRoot.querySelector(`[data-field="${path}"]`)) left.delete(path);
      };
      await look();
      const more = { phase: "training", precision: "int8" };
      widget.request = { ...widget.request, ...(left.has("baseline.context") ? { baseline: more, proposal: more } : more) };
      await look();
      if (left.size > 0) widget.request = { ...widget.request, assumptions: { preset: "calibrated" } };
      await look();
      return [...left];
    });
    assert.deepEqual(missing, []);
  }));
}
