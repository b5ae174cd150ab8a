// The router's widget: the model by hand-checked figures, and a run of the measured router in its worker.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { ON_A_PHONE, passesAxeUnfolded } from "./axe.mjs";
import { FORBIDDING, open, settled, site, STRICT, test, textOf, visiting } from "./harness.mjs";
import { serve } from "./server.mjs";
import { saidWithout } from "./widgets-shared.mjs";

/** Few and short passes: what a run shows is asserted, not how fast it is. */
const SHORT = "samples=4;repetitions=2;config.warm_up_samples=4;config.sequence_length=32";

/** With these a browser's clock is fine enough for short passes. */
const ISOLATED = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };

/** Ends once no worker is left. */
const alone = (page) => Promise.all(page.workers().map((worker) => worker.waitForEvent("close")));

const onPage = (state, body, options) => visiting(`routing.html${state ? `#routing=1;${state}` : ""}`, async (page) => {
  await settled(page);
  await body(page, page.locator("ridge-routing"));
}, options);

const result = (widget) => widget.evaluate((element) => element.result);
const box = (widget, name) => widget.getByRole("spinbutton", { name: `${name}, typed`, exact: true });

/** Runs the measured router to its end. */
async function measure(widget) {
  await widget.getByRole("button", { name: "Run" }).click();
  await widget.getByText("Done.", { exact: true }).waitFor({ timeout: 50_000 });
  return (await result(widget)).measured.analysis;
}

test("routing: the default costs and paths give the figures worked out by hand", onPage("", async (page, widget) => {
  const { model, breakeven } = await result(widget);
  // 0.3 · 0.1 + 0.55 · 0.6 + 0.15 · 50.6 + 100 = 107.95; (150 / 1.3 − 100.1) / 50.5 = 30.27 %
  assert.ok(Math.abs(model.time_per_token_us - 107.95) < 1e-9);
  assert.ok(Math.abs(model.speedup - 150 / 107.95) < 1e-12);
  assert.ok(Math.abs(breakeven.distribution_pct.learned - (100 * (150 / 1.3 - 100.1)) / 50.5) < 1e-9);
  const text = await textOf(page, "ridge-routing");
  for (const figure of ["1.39×", "1.4985×", "108 µs", "30.3 %"]) assert.ok(text.includes(figure), figure);
  await box(widget, "Target speedup").fill("1.5");
  assert.match(await textOf(page, "ridge-routing"), /1\.50× is out of reach\. At these costs, no distribution exceeds 1\.4985×/);
  assert.match(await textOf(page, "ridge-routing"), /gates take 1\.89? % of the time: skipping them all gains 1\.01\d* ?× at most/);
}));

test("routing: a slider moves the model, and the other paths make room", onPage("", async (page, widget) => {
  const before = await result(widget);
  await widget.getByRole("slider", { name: "Gating network, µs" }).focus();
  for (let step = 0; step < 20; step += 1) await page.keyboard.press("ArrowRight");
  assert.ok((await result(widget)).model.max_speedup > before.model.max_speedup);
  await box(widget, "Learned").fill("49");
  const { distribution_pct: taken } = await widget.evaluate((element) => element.request);
  assert.deepEqual(taken, { fast: 18, cached: 33, learned: 49 });
  await box(widget, "Fast").fill("100");
  assert.deepEqual((await widget.evaluate((element) => element.request)).distribution_pct, { fast: 100, cached: 0, learned: 0 });
  await box(widget, "Fast").fill("40");
  assert.deepEqual((await widget.evaluate((element) => element.request)).distribution_pct, { fast: 40, cached: 30, learned: 30 });
  await page.waitForFunction(() => /distribution_pct\.fast=40/.test(location.hash));
}));

test("routing: a refused cost is told at its control, and the last result stays", onPage("", async (_page, widget) => {
  const before = await result(widget);
  await box(widget, "Experts").fill("0");
  await widget.locator('[data-field="costs_us.expert"] .refused').waitFor();
  assert.deepEqual((await result(widget)).model, before.model);
  await widget.getByLabel("Model", { exact: true }).evaluate((select) => select.add(new Option("other", "Llama3_8B")));
  await box(widget, "Experts").fill("100");
  await widget.getByLabel("Model", { exact: true }).selectOption("Llama3_8B");
  await widget.locator('[data-field="project.model"] .refused').waitFor();
}));

test("routing: a run in the worker shows every part, under a strict policy", onPage(SHORT, async (page, widget) => {
  const { systems_analysis: found, profile_report: profile } = await measure(widget);
  const { tokens, fast, cached, learned } = found.var.var_stats;
  assert.equal(fast + cached + learned, tokens);
  assert.deepEqual(Object.keys(found.scaling), ["64", "128", "256", "512"]);
  assert.ok(profile.scopes.length > 3);
  const rows = (name) => widget.locator(`figure:has(svg[data-name="${name}"]) details tbody tr`).count();
  for (const name of ["measured", "taken"]) assert.ok((await rows(name)) > 1, name);
  const text = await textOf(page, "ridge-routing");
  // On a busy computer short passes may be lost in the noise: the page then says so, and draws nothing.
  if (Object.values(found.scaling).filter((one) => one.time_per_token_ms !== null).length > 1) assert.equal(await rows("scaling"), 4);
  else assert.ok(text.includes("too short for the clock"));
  for (const part of ["Predicted against measured", "Same experts", "Change in the output", "Busiest expert", "Clock", "Success criteria", "this computer"]) assert.ok(text.includes(part), part);
  assert.match(text, /Measured [\d.]+× \(half of the repetitions between .*\), predicted [\d.]+×: off by|too short for this browser’s clock/);
  await alone(page);
  const saved = JSON.parse(await widget.evaluate(async (element) => (await element.export("json")).text()));
  assert.deepEqual(saved.result.measured.analysis.systems_analysis, found);
  assert.match(await widget.evaluate(async (element) => (await element.export("csv")).text()), /# Measured costs and decisions[^]*# Tokens given to each expert/);
}, { headers: { ...ISOLATED, "content-security-policy": `${STRICT["content-security-policy"]}; worker-src 'self'` } }));

test("routing: where no WebAssembly may run, plain JavaScript is measured, and said to be", onPage(SHORT, async (page, widget) => {
  const { fast, cached, learned, tokens } = (await measure(widget)).systems_analysis.var.var_stats;
  assert.equal(fast + cached + learned, tokens);
  assert.match(await textOf(page, "ridge-routing"), /its finest step; plain JavaScript/);
}, { headers: FORBIDDING }));

test("routing: the measured costs go into the model, and meet the prediction there", onPage("samples=40;repetitions=2", async (page, widget) => {
  const { systems_analysis: found } = await measure(widget);
  // On a busy computer a look-up may be lost in the noise: the page then says so, and offers nothing.
  if (found.comparison.predicted_speedup === null) {
    assert.match(await textOf(page, "ridge-routing"), /nothing is predicted|too short for this browser/);
    assert.equal(await widget.getByRole("button", { name: "Put these costs" }).count(), 0);
    return;
  }
  await widget.getByRole("button", { name: "Put these costs" }).click();
  const { model } = await result(widget);
  assert.ok(Math.abs(model.speedup / found.comparison.predicted_speedup - 1) < 1e-3);
  assert.ok(Math.abs(model.max_speedup / found.comparison.max_speedup - 1) < 1e-3);
}, { headers: ISOLATED }));

test("routing: with nothing in table or cache, each decision is the gating network's", onPage(`${SHORT};config.frequency_threshold=1000000000;config.cache_size=0`, async (_page, widget) => {
  const { var: adaptive } = (await measure(widget)).systems_analysis;
  const { tokens, learned, agreement, output_error } = adaptive.var_stats;
  assert.deepEqual([learned, agreement, output_error], [tokens, 1, 0]);
}));

test("routing: a text of the reader's own is what is routed", onPage(SHORT, async (_page, widget) => {
  await widget.getByText("A text of your own").click();
  await widget.getByLabel(/Routed instead of/).fill("to be or not to be, that is the question. ".repeat(40));
  const { text } = (await measure(widget)).systems_analysis;
  assert.equal(text.size_bytes, 42 * 40);
  assert.ok(text.distinct_tokens < 15);
}));

test("routing: while it runs the page answers, and cancel ends the worker", onPage("samples=10000;repetitions=1000", async (page, widget) => {
  await widget.getByRole("button", { name: "Run" }).click();
  await widget.locator("progress").waitFor();
  await page.waitForFunction(() => /analys|pass|warm|baseline|adaptive|measur|sampl|clock|costs|peak/i.test(document.querySelector("ridge-routing").shadowRoot.querySelector(".run [role=status]").textContent));
  const before = await result(widget);
  await box(widget, "Learned").fill("30");
  assert.ok((await result(widget)).model.speedup < before.model.speedup);
  assert.equal(page.workers().length, 1);
  const ended = alone(page);
  await widget.getByRole("button", { name: "Cancel" }).click();
  await widget.getByText("Cancelled.", { exact: true }).waitFor();
  await page.waitForFunction(() => !document.querySelector("ridge-routing").shadowRoot.querySelector("progress"));
  await ended;
  assert.equal((await result(widget)).measured, undefined);
  assert.ok(await widget.getByRole("button", { name: "Run" }).isEnabled());
}));

test("routing: what a run refuses is told at its setting, and the last run stays", onPage(SHORT, async (_page, widget) => {
  const { systems_analysis: found } = await measure(widget);
  await widget.getByText("More settings").click();
  await box(widget, "Width").fill("66");
  await widget.getByRole("button", { name: "Run" }).click();
  const message = widget.locator('[data-field="config.width"] .refused');
  await message.waitFor();
  assert.match(await message.innerText(), /multiple of 4/);
  assert.deepEqual((await result(widget)).measured.analysis.systems_analysis, found);
  await box(widget, "Width").fill("64");
  await message.waitFor({ state: "detached" });
}));

for (const file of ["routing-worker.js", "router.js", "router.wasm", "moby-dick.txt"]) {
  test(`routing: without ${file} the model still answers, and a second try may succeed`, onPage(SHORT, async (page, widget) => {
    const said = await saidWithout(file, page, widget, async () => {
      await box(widget, "Learned").fill("30");
      assert.equal((await widget.evaluate((element) => element.request)).distribution_pct.learned, 30);
    });
    assert.match(said, new RegExp(file.endsWith("wasm") || file.endsWith("txt") ? "404" : "routing-worker.js"));
    await measure(widget);
  }, { faulty: true }));
}

test("routing: axe finds nothing after a run, light or dark, on a phone or a desk", onPage(SHORT, async (page, widget) => {
  await measure(widget);
  await passesAxeUnfolded(page, widget);
}, { context: ON_A_PHONE }));

test("routing: each part stands alone", async (browser) => {
  const page = (show) => `<!doctype html><html lang="en"><title>One part</title><link rel="icon" href="data:," /><script type="module" src="/routing.js"></script><ridge-routing loading="eager" show="${show}"></ridge-routing></html>`;
  const server = await serve(site, { pages: { "/model": page("model"), "/measured": page("measured"), "/projection": page("projection") } });
  try {
    for (const [show, drawings, asked] of [
      ["model", ["shares", "skipping"], ["cascade", "costs_us", "distribution_pct", "target_speedup"]],
      ["measured", ["measured"], ["config", "repetitions", "samples"]],
      ["projection", ["bound"], ["cascade", "distribution_pct", "project"]],
    ]) {
      const opened = await open(browser, `${server.address}/${show}`);
      await settled(opened.page);
      const found = await opened.page.locator("ridge-routing").evaluate((element) => ({
        drawings: [...element.shadowRoot.querySelectorAll("svg.drawing")].map(({ dataset }) => dataset.name),
        asked: Object.keys(element.request).sort(),
        sentences: element.shadowRoot.querySelectorAll(".sentence[data-said]").length,
      }));
      assert.deepEqual(found, { drawings, asked, sentences: 1 });
      assert.deepEqual(opened.faults, []);
      await opened.close();
    }
  } finally {
    await server.close();
  }
});

test("routing: the labs' pages load the widget's script only where it is used", async () => {
  const page = (name) => readFileSync(`${site}/labs/${name}/index.html`, "utf8");
  assert.match(page("routing"), /src="\.\.\/\.\.\/routing\.js"/);
  assert.doesNotMatch(page("explainer"), /routing\.js/);
});
