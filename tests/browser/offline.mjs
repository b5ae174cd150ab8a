// The archive for offline use, unpacked and opened by double click: file:// addresses and no network.
// labs-keyboard.mjs works each of its labs through to the submission.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { archive, offlinePage } from "./archive.mjs";
import { command, dist, open, settled, site, test, textOf, WIDGETS } from "./harness.mjs";

const offline = (path, body) => async (browser) => {
  const opened = await open(browser, offlinePage(path), { context: { offline: true } });
  try {
    await body(opened.page, opened);
    assert.deepEqual(opened.faults, []);
  } finally {
    await opened.close();
  }
};

test("offline: every page of the site is there, reached by links, and every widget on it gives a result", offline("index.html", async (page) => {
  const seen = new Set();
  const left = [page.url()];
  while (left.length > 0) {
    const address = left.pop();
    if (seen.has(address)) continue;
    seen.add(address);
    await page.goto(address);
    assert.equal(await page.locator("h1").count(), 1, address);
    await page.evaluate((widgets) => document.querySelectorAll(widgets).forEach((widget) => widget.setAttribute("loading", "eager")), WIDGETS);
    await page.waitForFunction((widgets) => [...document.querySelectorAll(widgets)].every(({ result }) => result), WIDGETS);
    assert.deepEqual(await page.locator(".ridgepoint-failed, .failed").allInnerTexts(), [], address);
    for (const link of await page.locator("a[href]:not([download], svg *)").evaluateAll((all) => all.map(({ href }) => href.split("#")[0].replace(/(?<=embed-builder\.html)\?.*/, "")))) if (link.startsWith("file:") && !link.endsWith(".txt")) left.push(link);
  }
  assert.equal(seen.size, readdirSync(site, { recursive: true }).filter((name) => name.endsWith(".html")).length);
}));

test("offline: a widget says the true number, keeps its state in the address, and saves files", offline("quantization.html", async (page) => {
  await settled(page);
  assert.match(await textOf(page, "ridge-quantization"), /5\.19/);
  const widget = page.locator("ridge-quantization");
  await widget.getByRole("spinbutton", { name: "Batch, typed" }).first().fill("8");
  await page.waitForFunction(() => location.hash.includes("batch=8"));
  await page.reload();
  await settled(page);
  assert.equal(await widget.evaluate((element) => element.request.batch), 8);
  for (const [kind, begins] of [["SVG", "<?xml"], ["PNG", "\x89PNG"], ["CSV", "# Decode"], ["JSON", "{"]]) {
    const [download] = await Promise.all([page.waitForEvent("download"), widget.getByRole("button", { name: `Save as ${kind}` }).click()]);
    assert.equal(download.suggestedFilename(), `ridge-quantization.${kind.toLowerCase()}`);
    const text = readFileSync(await download.path(), "latin1");
    assert.ok(text.startsWith(begins), text.slice(0, 40));
  }
}));

test("offline: a device of one's own is used and kept", offline("own.html", async (page) => {
  await settled(page);
  const device = page.locator('own-entry[kind="hardware"]');
  await device.getByLabel("Name").fill("Mine, offline");
  await page.reload();
  await settled(page);
  assert.match(await textOf(page, "ridge-roofline"), /Mine, offline/);
}));

/** Presses the button that has the first widget of that kind run, and gives the widget. */
async function start(page, name) {
  const widget = page.locator(`ridge-${name}:visible`).first();
  await widget.evaluate((element) => element.setAttribute("loading", "eager"));
  await page.waitForFunction((element) => element.result, await widget.elementHandle());
  assert.equal(await page.locator('script[src*="-worker"]').count(), 0, "what runs is fetched before anybody wants it");
  await widget.locator(".run button").first().click();
  return widget;
}

/** What the run came to, once it has ended. */
async function ran(page, widget) {
  const ended = await page.waitForFunction(
    ({ shadowRoot, result: { run, measured } }) => !shadowRoot.querySelector("progress") && (run || measured || shadowRoot.querySelector(".refused[role=alert]")?.innerText),
    await widget.elementHandle(),
    { timeout: 100_000 },
  );
  const found = await ended.jsonValue();
  assert.equal(typeof found, "object", found);
  return found;
}

/** What the command gives for the request, which a file may hold. */
const commanded = (words, request) => JSON.parse(execFileSync(command, [...words, "--input", "-", "--json"], { input: JSON.stringify(request), encoding: "utf8" }));

const modelRuns = (path, before = async () => {}) =>
  test(`offline: the language model runs, and finds what the command does: ${path}`, offline(`${path}#model=1;windows=2`, async (page) => {
    await before(page);
    const { request, found } = await ran(page, await start(page, "model"));
    const expected = commanded(["quantize"], request);
    for (const name of ["perplexity", "perplexity_error", "text_after", "bytes", "stream_errors"]) assert.deepEqual(found[name], expected[name], name);
    assert.ok(found.tokens_per_s > 0);
  }));
modelRuns("model.html");
modelRuns("es/model.html");
modelRuns("labs/break-a-model/index.html", async (page) => {
  const prediction = page.locator("#exercise-predict_width");
  await prediction.locator("input").first().check();
  await prediction.locator("[type=submit]").click();
});

test("offline: a run of the language model tells how far it is, stops, and starts again", offline("model.html#model=1;windows=105", async (page) => {
  const widget = await start(page, "model");
  await page.waitForFunction(() => document.querySelector("ridge-model").shadowRoot.querySelector("progress").value > 0);
  const ended = page.workers()[0].waitForEvent("close");
  await widget.getByRole("button", { name: "Stop" }).click();
  await widget.getByText("Stopped.", { exact: true }).waitFor();
  await ended;
  assert.equal(await widget.evaluate((element) => element.result.run), undefined);
  await widget.getByRole("button", { name: "Run" }).click();
  assert.ok((await ran(page, widget)).found.perplexity > 1);
}));

for (const path of ["routing.html", "es/routing.html"])
  test(`offline: the router runs, and decides as the command's does: ${path}`, offline(`${path}#routing=1;samples=8;repetitions=2;config.warm_up_samples=4;config.sequence_length=32`, async (page) => {
    const widget = await start(page, "routing");
    const { analysis, kernels } = await ran(page, widget);
    const { config, samples, repetitions } = await widget.evaluate((element) => element.request);
    const expected = commanded(["route", "analyze"], { config, samples, repetitions });
    assert.equal(kernels, "simd");
    const found = analysis.systems_analysis;
    for (const part of ["config", "text"]) assert.deepEqual(found[part], expected[part]);
    assert.deepEqual(found.var.var_stats, expected.var.var_stats);
    assert.ok(found.clock.resolution_s > 0);
  }));

test("offline: the machine is measured, with as many threads as on a server, and the page says by what clock", offline("machine.html", async (page) => {
  const widget = await start(page, "machine");
  const found = await ran(page, widget);
  assert.equal(found.kernels, existsSync(`${dist}/bench-relaxed.wasm`) ? "relaxed" : "simd128");
  assert.equal(found.threads, Math.min(16, await page.evaluate(() => navigator.hardwareConcurrency)));
  assert.equal(found.products.length, 21);
  assert.equal(found.steps.length, 12);
  for (const { timing } of [...found.products, ...found.steps]) assert.ok(timing.median_s > 0);
  for (const { bytes_per_s: rate } of found.all.read) assert.ok(rate.value > 0);
  assert.ok(!found.warnings.some((line) => /worker|refused/.test(line)), found.warnings.join("\n"));
  assert.match(await textOf(page, "ridge-machine"), /the clock advances by [\d.]+ [mµ]s/);
  await page.goto(offlinePage("roofline.html"));
  await settled(page);
  assert.equal(await page.locator("ridge-roofline").getByLabel("Device", { exact: true }).locator("option").first().innerText(), "Your machine");
}));

test("offline: without the script of its worker a widget says which file is missing, and a second try may succeed", offline("model.html#model=1;windows=2", async (page, opened) => {
  const worker = join(archive(), "model-worker.js");
  renameSync(worker, `${worker}.away`);
  const widget = await start(page, "model");
  const refusal = widget.locator(".refused[role=alert]");
  await refusal.waitFor();
  assert.match(await refusal.innerText(), /could not start: model-worker\.js .*did not load/);
  renameSync(`${worker}.away`, worker);
  opened.faults.length = 0;
  await start(page, "model");
  assert.ok((await ran(page, widget)).found.perplexity > 1);
}));
