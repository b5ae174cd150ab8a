// The language model's widget: runs in its worker, follows the controls, stops, and sends nothing.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { ON_A_PHONE, passesAxeUnfolded } from "./axe.mjs";
import { command, FORBIDDING, settled, STRICT, test, textOf, visiting } from "./harness.mjs";
import { saidWithout } from "./widgets-shared.mjs";

const SHORT = "windows=2";
const onPage = (state, body, options) => visiting(`model.html#model=1;${state}`, async (page, server) => {
  await settled(page);
  await body(page, page.locator("ridge-model"), server);
}, options);

const runs = (widget) => widget.evaluate((element) => element.result.runs);

async function run(widget) {
  await widget.getByRole("button", { name: "Run" }).click();
  await widget.getByText("Done.", { exact: true }).waitFor({ timeout: 50_000 });
  return (await runs(widget)).at(-1);
}

/** Until so many runs are there. */
const ran = (page, count) => page.waitForFunction((wanted) => document.querySelector("ridge-model").result.runs.length === wanted, count, { timeout: 50_000 });

test("model: before a run nothing is fetched, and the published curves stand", onPage(SHORT, async (page, widget) => {
  assert.deepEqual(await runs(widget), []);
  assert.equal(page.workers().length, 0);
  const fetched = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  assert.ok(!fetched.some((name) => name.includes("language-model")));
  assert.match(await textOf(page, "ridge-model"), /not run yet/);
  assert.ok((await widget.evaluate((element) => element.result.published)).every(({ points }) => points.length > 1));
}));

test("model: a run shows perplexity, texts, errors and weights, under a strict policy, and sends nothing", onPage(SHORT, async (page, widget) => {
  const asked = [];
  page.context().on("request", (request) => asked.push(request));
  const { found } = await run(widget);
  const text = await textOf(page, "ridge-model");
  for (const part of ["FP16 writes", "Now it writes", "Where the error arises", "Weights of the first MLP", found.perplexity.toPrecision(3)]) assert.ok(text.includes(part), part);
  assert.ok(found.text_after.length > 50 && found.text_after !== found.text_before);
  const saved = JSON.parse(await widget.evaluate(async (element) => (await element.export("json")).text()));
  assert.deepEqual(saved.result.run.found, found);
  assert.match(await widget.evaluate(async (element) => (await element.export("csv")).text()), /# What fewer bits cost/);
  const own = new URL(page.url()).origin;
  assert.ok(asked.length > 0);
  for (const request of asked) {
    assert.equal(new URL(request.url()).origin, own);
    assert.equal(request.method(), "GET");
    assert.equal(request.postData(), null);
    assert.equal(new URL(request.url()).search, "");
  }
}, { headers: { "content-security-policy": `${STRICT["content-security-policy"]}; worker-src 'self'` } }));

test("model: a run fetches the weights that it needs, once", onPage(`${SHORT};size=small`, async (page, widget, server) => {
  const weights = () => server.requests.filter((path) => path.endsWith(".bin")).map((path) => /[^/]*$/.exec(path)[0]);
  await run(widget);
  assert.deepEqual(weights(), ["language-model-small.bin"]);
  await widget.getByLabel("Bits per weight", { exact: true }).selectOption("2");
  await ran(page, 2);
  assert.deepEqual(weights(), ["language-model-small.bin"]);
  await widget.locator('[data-field="size"] select').selectOption("large");
  await ran(page, 3);
  assert.deepEqual(weights(), ["language-model-small.bin", "language-model-large.bin"]);
}));

test("model: where no WebAssembly may run, plain JavaScript finds what the command does", onPage(`${SHORT};size=small`, async (_page, widget) => {
  const { found, request } = await run(widget);
  const expected = JSON.parse(execFileSync(command, ["quantize", "--input", "-", "--json"], { input: JSON.stringify(request), encoding: "utf8" }));
  for (const name of ["perplexity", "text_after", "bytes"]) assert.deepEqual(found[name], expected[name], name);
  assert.ok(found.tokens_per_s > 0);
}, { headers: FORBIDDING }));

test("model: after the first run each change runs by itself; what was left unused has no control", onPage(SHORT, async (page, widget) => {
  await run(widget);
  await widget.getByLabel("Bits per weight", { exact: true }).selectOption("2");
  await ran(page, 2);
  const [four, two] = await runs(widget);
  assert.equal(two.request.bits, "2");
  assert.ok(two.found.loss_increase > four.found.loss_increase);
  assert.ok(two.found.bytes < four.found.bytes);
  assert.equal(await widget.locator('[data-field="group"]').count(), 0);
  await widget.getByLabel("A scale for", { exact: true }).selectOption("group");
  await ran(page, 3);
  assert.ok((await widget.locator('[data-field="group"]').count()) > 0);
}));

test("model: what a run refuses is told at its setting, and the last run stays", onPage(SHORT, async (page, widget) => {
  const { found } = await run(widget);
  await widget.getByLabel("Method", { exact: true }).selectOption("smoothquant");
  const told = widget.locator('[data-field="method"] .refused');
  await told.waitFor();
  assert.match(await told.innerText(), /activations in 8 bits/);
  assert.deepEqual((await runs(widget)).at(-1).found, found);
  await widget.getByLabel("Inputs of the layers").selectOption("int8_per_token");
  await ran(page, 2);
  await told.waitFor({ state: "detached" });
}));

test("model: stop ends the worker, and it runs again", onPage("windows=105", async (_page, widget) => {
  await widget.getByRole("button", { name: "Run" }).click();
  await widget.getByRole("button", { name: "Stop" }).click();
  await widget.getByText("Stopped.", { exact: true }).waitFor();
  assert.deepEqual(await runs(widget), []);
  assert.ok(await widget.getByRole("button", { name: "Run" }).isEnabled());
  await run(widget);
}));

for (const file of ["model-worker.js", "language-model.js", "language-model.wasm", "language-model-large.bin", "moby-dick.txt"]) {
  test(`model: without ${file} it says so, and a second try may succeed`, onPage(SHORT, async (page, widget) => {
    assert.match(await saidWithout(file, page, widget), /\.js$/.test(file) ? /model-worker.js/ : /404/);
    await run(widget);
  }, { faulty: true }));
}

test("model: axe finds nothing after a run, light or dark, on a phone or a desk", onPage(SHORT, async (page, widget) => {
  await run(widget);
  await passesAxeUnfolded(page, widget);
}, { context: ON_A_PHONE }));
