// The machine's widget: a measurement in its workers to the end, what it leaves behind, and each way in which a part of it may
// be missing. How fast anything is nobody asserts.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { chromiumPath } from "../../scripts/lib/chromium.mjs";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ON_A_PHONE, passesAxeUnfolded } from "./axe.mjs";
import { command, open, settled, site, STRICT, test, textOf, visiting } from "./harness.mjs";
import { serve } from "./server.mjs";
import { hurry } from "./widgets-shared.mjs";

const { chromium } = createRequire(new URL("../../web/package.json", import.meta.url))("playwright-core");

/** With these a browser's clock is fine, and a measurement short. */
const HEADERS = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp", "content-security-policy": `${STRICT["content-security-policy"]}; worker-src 'self'` };

const onPage = (body, options) => visiting("machine.html", async (page, _, opened) => {
  await settled(page);
  await body(page, page.locator("ridge-machine"), opened);
}, { headers: HEADERS, ...options });

const result = (widget) => widget.evaluate((element) => element.result);

/** Measures to the end. */
async function measure(widget) {
  await widget.getByRole("button", { name: "Measure" }).click();
  await widget.locator(".run [role=status]").filter({ hasText: /^(Done|Refused)\.$/ }).waitFor({ timeout: 100_000 });
  return (await result(widget)).measured;
}

const warned = ({ warnings }, pattern) => assert.ok(warnings.some((line) => pattern.test(line)), `none of ${JSON.stringify(warnings)} is like ${pattern}`);

test("machine: nothing starts by itself, and nothing is kept or asked for before the reader measures", onPage(async (page, widget) => {
  assert.equal((await result(widget)).measured, null);
  assert.equal(page.workers().length, 0);
  assert.equal(await page.evaluate(() => localStorage.length), 0);
  assert.deepEqual(await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name.split("/").at(-1)).filter((name) => /bench|worker|measure/.test(name))), []);
  assert.match(await textOf(page, "ridge-machine"), /Nothing has been measured yet\. Press Measure/);
}));

test("machine: a device without room for the model is no pace to compare with", onPage(async (page, widget) => {
  assert.match(await textOf(page, "ridge-machine"), /By its data sheet, .+ writes [\d.,]+ tokens a second with .+/);
  await widget.evaluate((element) => (element.request = { ...element.request, model: "Llama3_405B" }));
  await page.waitForFunction(() => document.querySelector("ridge-machine").result.reference.feasible === false);
  const text = await textOf(page, "ridge-machine");
  assert.match(text, /Llama 3\.1 405B does not fit in the memory of /);
  assert.doesNotMatch(text, /By its data sheet/);
}));

test("machine: a measurement under a strict policy says all it found, and nothing leaves the page", onPage(async (page, widget, { faults }) => {
  const asked = [];
  page.context().on("request", (request) => asked.push(request.url()));
  const found = await measure(widget);
  assert.equal(found.products.length, 21);
  for (const { predicted, timing, judged } of found.products) assert.ok(predicted.seconds > 0 && timing.median_s > 0 && Number.isFinite(judged.error));
  const errors = found.products.map(({ judged }) => Math.abs(judged.error)).sort((a, b) => a - b);
  assert.ok(Math.abs(found.median_error - errors[10]) < 1e-12);
  assert.equal(found.crossings.length, 4);
  // The engine predicts the language model, as the command's does: twelve times, in three formats and four batches.
  assert.deepEqual([...new Set(found.steps.map(({ task: { batch } }) => batch))], [1, 4, 8, 16]);
  assert.equal(found.steps.length, 12);
  for (const { predicted, timing, judged } of found.steps) assert.ok(predicted.overhead_s > 0 && Math.abs(timing.median_s / predicted.seconds - 1 - judged.error) < 1e-9);
  assert.ok(found.steps_median_error >= 0);
  warned(found, /WebGPU/);
  // The modules alone are fetched, and the tools at the first press, from where the page came from; nothing is sent along.
  const names = [...new Set(asked.map((url) => new URL(url).pathname.split("/").at(-1)))].sort();
  assert.deepEqual(names.filter((name) => !/^bench(-relaxed)?\.wasm$/.test(name)), ["bench.js", "machine-measure.js", "machine-worker.js", "ridgepoint-tools.js"]);
  assert.ok(asked.every((url) => new URL(url).search === "" && new URL(url).origin === new URL(page.url()).origin));
  assert.deepEqual(faults, []);
  const text = await textOf(page, "ridge-machine");
  for (const part of ["The measured roofline", "Memory by size", "Predicted, then run", "Arithmetic reached", "21 products were predicted before they ran", "A language model, predicted and run", "The language model was predicted by the engine before it ran, 12 times"]) assert.ok(text.includes(part), part);
  const rows = (name) => widget.locator(`figure:has(svg[data-name="${name}"]) details tbody tr`).count();
  assert.equal(await rows("predicted"), 21);
  assert.equal(await rows("tokens"), 12);
  assert.equal(await rows("memory"), found.one.read.length);
  const csv = await widget.evaluate(async (element) => (await element.export("csv")).text());
  assert.match(csv, /# Products: predicted before they ran/);
  const saved = JSON.parse(await widget.evaluate(async (element) => (await element.export("json")).text()));
  assert.deepEqual(saved.result.measured.device, found.device);

  // Its device heads every picker of the site, and the command takes its file.
  const [download] = await Promise.all([page.waitForEvent("download"), widget.getByRole("button", { name: "Save as a device file" }).click()]);
  const folder = mkdtempSync(join(tmpdir(), "ridgepoint-machine-"));
  try {
    const file = join(folder, "mine.json");
    await download.saveAs(file);
    assert.deepEqual(JSON.parse(readFileSync(file, "utf8")), found.device);
    const served = JSON.parse(execFileSync(command, ["serve", "--model", "Llama3_8B", "--hardware", file, "--precision", "int4", "--json"], { encoding: "utf8" }));
    assert.ok(served.itl_s > 0);
  } finally {
    rmSync(folder, { recursive: true });
  }
  await page.goto(page.url().replace("machine.html", "roofline.html"));
  await settled(page);
  const picker = page.locator("ridge-roofline").getByLabel("Device", { exact: true });
  assert.match(await picker.locator("option").first().innerText(), /^Your machine/);
  await picker.selectOption({ index: 0 });
  assert.deepEqual(await page.locator("ridge-roofline").evaluate((element) => element.request.hardware), found.device);
}));

test("machine: stop ends the workers, and a second measurement may follow", onPage(async (page, widget) => {
  await widget.getByRole("button", { name: "Measure" }).click();
  await widget.getByText("One thread …").waitFor();
  assert.equal(page.workers().length, 1);
  const ended = page.workers()[0].waitForEvent("close");
  await widget.getByRole("button", { name: "Stop" }).click();
  await widget.getByText("Stopped.", { exact: true }).waitFor();
  await ended;
  assert.equal((await result(widget)).measured, null);
  assert.equal(await widget.locator("progress").count(), 0);
  assert.ok(await widget.getByRole("button", { name: "Measure" }).isEnabled());
}));

test("machine: without workers the page measures by itself, and says so", onPage(async (page, widget) => {
  await hurry(page);
  const found = await measure(widget);
  assert.equal(found.threads, 1);
  warned(found, /^No worker: .*The page measures by itself/);
}, { script: () => delete globalThis.Worker }));

test("machine: without SIMD plain loops are measured, and said to be", onPage(async (page, widget) => {
  // As a browser that refuses every module with a vector in it.
  await hurry(page, "const { validate } = WebAssembly; WebAssembly.validate = (bytes) => bytes.length > 64 && validate(bytes);");
  const found = await measure(widget);
  assert.equal(found.kernels, "scalar");
  warned(found, /no WebAssembly SIMD/);
}));

test("machine: a module that is refused gives way to the next one", onPage(async (page, widget) => {
  await hurry(page);
  await page.context().route((url) => /\/bench(-relaxed)?\.wasm$/.test(url.pathname), (route) => route.fulfill({ status: 200, contentType: "application/wasm", body: "not one" }));
  const found = await measure(widget);
  assert.equal(found.kernels, "scalar");
  warned(found, /^The module for simd128 was refused/);
}));

for (const [where, options] of [["in a worker", {}], ["in the page", { script: () => delete globalThis.Worker }]])
  test(`machine: where no module loads ${where} it says which, the widget stays, and a second try may succeed`, onPage(async (page, widget, { faults }) => {
    const address = (url) => /\/bench.*\.wasm$/.test(url.pathname);
    await page.context().route(address, (route) => route.fulfill({ status: 404 }));
    await widget.getByRole("button", { name: "Measure" }).click();
    await widget.getByText("Refused.", { exact: true }).waitFor();
    assert.match(await widget.locator(".refused[role=alert]").innerText(), /404/);
    await page.context().unroute(address);
    // The console says so of what the page itself fetches.
    faults.length = 0;
    await widget.getByRole("button", { name: "Measure" }).click();
    await widget.getByText("One thread …").waitFor();
    assert.equal(await widget.locator(".refused[role=alert]").count(), 0);
  }, options));

test("machine: without machine-measure.js it says so, the widget stays, and a second try may succeed", onPage(async (page, widget, { faults }) => {
  const address = (url) => url.pathname.endsWith("/machine-measure.js");
  await page.context().route(address, (route) => route.fulfill({ status: 404 }));
  await widget.getByRole("button", { name: "Measure" }).click();
  await widget.getByText("Refused.", { exact: true }).waitFor();
  assert.match(await widget.locator(".refused[role=alert]").innerText(), /machine-measure\.js, which belongs beside machine\.js, did not load/);
  await page.context().unroute(address);
  faults.length = 0;
  await widget.getByRole("button", { name: "Measure" }).click();
  await widget.getByText("One thread …").waitFor();
}));

test("machine: a page that was hidden meanwhile says so", onPage(async (page, widget) => {
  await widget.getByRole("button", { name: "Measure" }).click();
  await widget.getByText("One thread …").waitFor();
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await widget.getByText("Done.", { exact: true }).waitFor({ timeout: 100_000 });
  warned((await result(widget)).measured, /was hidden while it measured/);
}));

/** The workers' clock, from the milliseconds that it would show. */
const withClock = (page, clock) =>
  page.context().route((url) => /\/bench\.js$/.test(url.pathname), async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `const exact = performance.now.bind(performance); performance.now = () => (${clock})(exact());${await response.text()}` });
  });

for (const [what, clock] of [["stands still", () => 0], ["is throttled to steps of 100 ms", (ms) => Math.floor(ms / 100) * 100]])
  test(`machine: a clock that ${what} is refused in words`, onPage(async (page, widget) => {
    await withClock(page, clock);
    await widget.getByRole("button", { name: "Measure" }).click();
    await widget.getByText("Refused.", { exact: true }).waitFor({ timeout: 60_000 });
    assert.match(await widget.locator(".refused[role=alert]").innerText(), /clock of this browser/);
    assert.ok(await widget.getByRole("button", { name: "Measure" }).isEnabled());
  }));

test("machine: with the clock of a browser that hides the time from pages it measures, and says that it takes minutes", onPage(async (page, widget) => {
  await withClock(page, (ms) => Math.floor(ms / 16.67) * 16.67);
  await widget.getByRole("button", { name: "Measure" }).click();
  await widget.getByText(/^One thread, about \d+ minutes left …$/).waitFor({ timeout: 100_000 });
  await widget.getByRole("button", { name: "Stop" }).click();
  await widget.getByText("Stopped.", { exact: true }).waitFor();
}));

test("machine: a device kept by another version, or by nobody, breaks no picker", visiting("roofline.html", async (page) => {
  await settled(page);
  const picker = page.locator("ridge-roofline").getByLabel("Device", { exact: true });
  await picker.selectOption({ index: 0 });
  const told = page.locator("ridge-roofline .refused[role=alert]");
  await told.waitFor();
  assert.match(await told.innerText(), /memory_capacity_bytes|peak_flop_per_s|memory_bandwidth/);
  assert.ok((await page.locator("ridge-roofline").evaluate((element) => element.result)).latency_s > 0);
}, { script: () => localStorage.setItem("ridgepoint.machine.1", '{"name": "Half a machine"}') }));

test("machine: WebGPU kernels are right on an adapter made of software", async () => {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox", "--disable-dev-shm-usage", "--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"] });
  const server = await serve(site, { headers: HEADERS });
  try {
    const { page, faults } = await open(browser, `${server.address}/machine.html`);
    await settled(page);
    const { gpu } = await measure(page.locator("ridge-machine"));
    assert.ok(gpu, "there is no adapter");
    assert.ok(gpu.dispatch_s.median_s > 0);
    assert.deepEqual(gpu.rates.map(({ name, problem }) => [name, problem]).filter(([, problem]) => problem !== "" && problem !== "not offered here"), []);
    for (const name of ["copy", "fp32", "int8", "int4"]) assert.equal(gpu.rates.find((one) => one.name === name).problem, "", name);
    assert.deepEqual(faults, []);
  } finally {
    await browser.close();
    await server.close();
  }
});

test("machine: axe finds nothing after a measurement, light or dark, on a phone or a desk", onPage(async (page, widget) => {
  await hurry(page);
  await measure(widget);
  await passesAxeUnfolded(page, widget);
}, { context: ON_A_PHONE }));
