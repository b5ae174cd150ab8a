// Calibrated assumptions in each widget: software, bands, and what goes with the preset.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { command, dist, settled, test, textOf } from "./harness.mjs";
import { near, onSite, result } from "./widgets-shared.mjs";

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
  assert.match(await textOf(page, "ridge-roofline"), /Estimated from data sheets/);
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
  assert.equal(await widget.locator(".whisker").count(), 0);
  assert.match(await widget.locator(".headline .band").innerText(), /^about .+ with current software$/);
  await page.waitForFunction(() => location.hash === "#roofline=1;assumptions.preset=textbook");
}));

test("calibrated: each assumption shows the value that goes with the preset until it is set", onSite("roofline.html", async (page) => {
  const { widget, assumptions } = await choosePreset(page, "ridge-roofline", "first-principles");
  const efficiency = assumptions.locator('[data-field="assumptions.efficiency"]');
  const shown = () => efficiency.locator("input[role=spinbutton]").getAttribute("placeholder");
  const execution = () => assumptions.locator('[data-field="assumptions.execution"] option').first().innerText();
  assert.equal(await shown(), "0.5");
  assert.equal(await efficiency.locator("input[type=range]").getAttribute("aria-valuetext"), "0.5, by the preset");
  const launch = assumptions.locator('[data-field="assumptions.host_launch_s"]');
  assert.deepEqual([await launch.locator("input[type=range]").inputValue(), await launch.locator("input[role=spinbutton]").getAttribute("placeholder")], ["0", "0"]);
  const reserve = assumptions.locator('[data-field="assumptions.reserve_bytes"]');
  assert.deepEqual([await reserve.locator("label").innerText(), await reserve.locator("input[role=spinbutton]").getAttribute("placeholder")], ["Reserve, GB", "1"]);
  // A key moves the slider on from there.
  await efficiency.locator("input[type=range]").press("ArrowRight");
  const moved = (await widget.evaluate((element) => element.request)).assumptions.efficiency;
  assert.ok(moved > 0.5 && moved < 0.6, `${moved}`);
  await efficiency.locator("input[role=spinbutton]").fill("");
  assert.equal((await widget.evaluate((element) => element.request)).assumptions.efficiency, undefined);
  assert.equal(await shown(), "0.5");
  assert.equal(await execution(), "compiled, by the preset");
  await choosePreset(page, "ridge-roofline", "calibrated");
  const { "x-presets": presets } = JSON.parse(readFileSync(join(dist, "schema.json"), "utf8"));
  assert.equal(Number(await shown()), Number(presets.calibrated.unknown.efficiency.toPrecision(10)));
  assert.notEqual(await shown(), "0.5");
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
  assert.equal((await textOf(page, "ridge-quantization")).match(/nine in ten measured [\d.]/g).length, 2);
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
  assert.match(text, /50\.0 ms per token requires the specs below/);
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

for (const name of ["roofline", "quantization", "sensitivity", "explainer", "load", "train", "plan"]) {
  test(`${name}: what its figures are worth is said, with a link to the page beside the script`, onSite(`${name}.html`, async (page) => {
    const link = page.locator(`ridge-${name} .trust a`);
    assert.equal(await link.innerText(), "How far can you trust this?");
    assert.equal(await link.evaluate((one) => one.href), new URL("trust.html", page.url()).href);
    // Of whole systems it stands among the notes; a plan is simulated as load is.
    if (name === "load" || name === "train") assert.match(await page.locator(`ridge-${name} .notes`).innerText(), /median error on [\w ]+ (was|is) [\d.]+ %/);
    else if (name !== "plan") assert.match(await page.locator(`ridge-${name} .trust`).innerText(), /^Estimated from data sheets/);
  }));
}
