// The page that holds predictions against measurements.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { command, dist, open, settled, site, test, visiting } from "./harness.mjs";
import { serve } from "./server.mjs";

const heldOut = JSON.parse(await readFile(new URL("../../core/data/held-out.json", import.meta.url), "utf8"));

/** A share as the page has it: two digits, three from a tenth on. */
const share = (value) => `${Number((100 * Number(value.toPrecision(value < 0.1 ? 2 : 3))).toPrecision(3))} %`;

const rowOf = async (page, words) => {
  const cells = await page.locator("tbody tr", { has: page.getByRole("rowheader", { name: words, exact: true }) }).first().locator("td").allTextContents();
  return cells.map((cell) => cell.replace(/\u00a0/g, " "));
};

test("trust: the errors quoted are those of measurements left out of the fit", visiting("trust.html", async (page) => {
  const { software_known: known, software_known_device_left_out: device, software_unknown: unknown } = heldOut.decode_of_one_sequence;
  assert.deepEqual(await rowOf(page, "Software known: the point’s document"), [String(known.points), share(known.median_error), share(known.ninth_decile), share(known.in_band)]);
  assert.deepEqual((await rowOf(page, "Software known: all of the point’s device")).slice(0, 3), [String(device.points), share(device.median_error), share(device.ninth_decile)]);
  assert.deepEqual(await rowOf(page, "Software not known: the point’s document"), [String(unknown.points), share(unknown.median_error), share(unknown.ninth_decile), share(unknown.in_band)]);
  const { pairs, ordered, median_error } = heldOut.order_of_devices_left_out;
  assert.deepEqual(await rowOf(page, "Two devices; all of each point’s device left out"), [String(pairs), share(ordered), share(median_error)]);
  assert.deepEqual((await rowOf(page, "4 bits and 16 bits on one device")).at(-1), share(heldOut.int4_over_fp16.median_error));
  assert.deepEqual((await rowOf(page, "llama.cpp with CUDA"))[1], share(heldOut.decode_by_software["llama.cpp-cuda"].median_error));
  assert.deepEqual((await page.locator("#held-out ~ p b").allTextContents()).map((text) => text.replace(/\u00a0/g, " ")), [share(known.median_error), share(unknown.median_error)]);
}));

test("trust: runs that no fit has seen stand beside their predictions, and how many lie in their band", visiting("trust.html", async (page) => {
  const { runs, decode, training } = JSON.parse(await readFile(new URL("../../core/data/unseen-runs.json", import.meta.url), "utf8"));
  const cells = await page.locator("#unseen ~ .scroll tbody tr").evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
  assert.equal(cells.length, decode.length + training.length + runs.reduce((sum, { measured }) => sum + ["itl_s", "ttft_s"].filter((figure) => figure in measured).length, 0));
  const banded = cells.filter(([, , , , , is]) => is !== "No band");
  const said = await page.locator("#unseen + p").innerText();
  assert.ok(said.includes(`These ${cells.length} times`) && said.includes(`Of the ${banded.length} whose prediction has a band, ${banded.filter(([, , , , , is]) => is === "Yes").length} lie in it`), said);
  for (const [run, , measured, predicted, ratio] of cells)
    assert.ok(Math.abs(Number.parseFloat(predicted) / Number.parseFloat(measured) - Number.parseFloat(ratio)) < 0.005 + 0.01 * Number.parseFloat(ratio), run);
}));

test("trust: every point is drawn twice and stands in the table with its document", visiting("trust.html", async (page) => {
  const { rows, drawn, titles, links } = await page.evaluate(() => ({
    rows: document.querySelectorAll("#points tbody tr").length,
    drawn: [...document.querySelectorAll(".plot[data-name]")].map((plot) => plot.querySelectorAll("use").length),
    titles: [...document.querySelectorAll('.plot[data-name="after"] use title')].map((title) => title.textContent.split(":")[0]),
    links: [...document.querySelectorAll("#points tbody th a")].map((link) => link.textContent),
  }));
  assert.ok(rows > 250);
  assert.deepEqual(drawn, [rows, rows]);
  assert.deepEqual(titles, links);
}));

test("trust: several devices, servers and training by document left out, beside data sheets alone", visiting("trust.html", async (page) => {
  const cells = (caption) => page.evaluate((name) => {
    const table = [...document.querySelectorAll("table")].find((one) => one.caption?.textContent === name);
    return [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent));
  }, caption);
  const kinds = Object.values(heldOut.systems);
  const all = await cells("Several devices, servers and training, by document left out");
  assert.deepEqual(all.map((row) => [Number(row[1].replace(/\D/g, "")), Number(row.at(-1))]), kinds.map(({ points, documents }) => [points, documents]));
  const [decode] = all;
  assert.match(decode[0], /^Several devices, one sequence/);
  assert.equal(decode[2].replace(/\u00a0/g, " "), share(heldOut.systems.devices_decode.median_error));
  assert.equal(decode[5].replace(/\u00a0/g, " "), share(heldOut.systems.devices_decode.first_principles.median_error));
  for (const [kind, name] of [["maximum_load", "Servers at full load, time per token"], ["training_step", "Training, time of a step"]]) {
    const each = await cells(`${name}: each document left out`);
    assert.deepEqual(each.map(([document]) => document), heldOut.systems[kind].by_document.map(({ document }) => document));
  }
  assert.equal(await page.getByText("of these there is no model").count(), 0);
}));

test("trust: the pointer and the arrow keys read a point, marked in both drawings", visiting("trust.html", async (page) => {
  const readout = page.locator("#readout");
  const mark = page.locator('.plot[data-name="after"] use').last();
  await mark.scrollIntoViewIfNeeded();
  const box = await mark.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  assert.match(await readout.innerText(), /^\w+-\d+: .+ on .+; measured .+s, predicted .+s\. /);
  assert.equal(await page.locator(".plot use.at").count(), 2);
  await page.mouse.move(0, 0);
  assert.equal(await readout.innerText(), "");
  await page.getByRole("group", { name: /^Calibrated\. Left and right arrow keys/ }).focus();
  await page.keyboard.press("ArrowRight");
  const first = await readout.innerText();
  assert.match(first, /measured/);
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await readout.innerText(), first);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".plot use.at").count(), 0);
}));

test("trust: points are picked by software and device, in drawings and table alike", visiting("trust.html", async (page) => {
  const shown = () => page.evaluate(() => [document.querySelectorAll("#points tbody tr:not([hidden])").length, ...[...document.querySelectorAll(".plot[data-name]")].map((plot) => plot.querySelectorAll("use:not([hidden])").length)]);
  const [all] = await shown();
  await page.getByLabel("Software", { exact: true }).selectOption("llama.cpp-cuda-2024");
  const [some, ...drawn] = await shown();
  assert.ok(some > 100 && some < all);
  assert.deepEqual(drawn, [some, some]);
  await page.getByLabel("Device", { exact: true }).selectOption({ index: 2 });
  const device = await page.getByLabel("Device", { exact: true }).inputValue();
  const [few] = await shown();
  assert.equal(await page.locator("#count").innerText(), `${few} of ${all} points`);
  assert.deepEqual([...new Set(await page.locator("#points tbody tr:not([hidden]) td:nth-child(3)").allTextContents())], few > 0 ? [device] : []);
  await page.getByLabel("Software", { exact: true }).selectOption("");
  await page.getByLabel("Device", { exact: true }).selectOption("");
  assert.deepEqual(await shown(), [all, all, all]);
}));

test("trust: it is read without an engine, and without scripts", async (browser) => {
  const server = await serve(site);
  const opened = await open(browser, `${server.address}/trust.html`, { context: { javaScriptEnabled: false } });
  try {
    assert.equal(await opened.page.getByLabel("Software", { exact: true }).isVisible(), false);
    assert.ok((await opened.page.locator('.plot[data-name="after"] use').first().boundingBox()).width > 2);
    assert.deepEqual(server.requests.filter((path) => path.endsWith(".wasm") || path.endsWith("ridgepoint.js")), []);
  } finally {
    await opened.close();
    await server.close();
  }
});

test("trust: the file of measurements holds each with its prediction", visiting("trust.html", async (page, server) => {
  const text = await (await fetch(new URL(await page.locator('a[href$="predictions.csv"]').getAttribute("href"), page.url()))).text();
  const lines = text.trim().split("\r\n");
  assert.match(lines[0], /^id,kind,software,.*unit,measured,predicted,low,high,first_principles_s$/);
  const [, told] = /Every measurement with a prediction, (\d+)/.exec(await page.locator("main").textContent());
  assert.equal(lines.length - 1, Number(told));
  assert.ok(server.requests.length > 0);
}));

test("trust: a widget's link leads to it", visiting("roofline.html", async (page) => {
  await settled(page);
  const [next] = await Promise.all([page.context().waitForEvent("page"), page.locator("ridge-roofline").getByRole("link", { name: "How far can you trust this?" }).click()]);
  assert.equal(await next.locator("h1").innerText(), "How far can you trust this?");
}));

for (const [path, title] of Object.entries({ "trust.html": "How far can you trust this?", "es/trust.html": "¿Cuánto se puede confiar en esto?" })) test(`trust: what lies beside an embedded script, ${path}, is the same page by itself`, visiting(path, async (page, server) => {
  assert.equal(await page.locator("h1").innerText(), title);
  assert.ok((await page.locator('.plot[data-name="after"] use').first().boundingBox()).width > 2);
  assert.equal(await page.locator("a:not([href^='https://'], [href='#own'])").count(), 0);
  assert.deepEqual(server.requests.filter((asked) => asked !== `/${path}`), []);
}, { folder: dist }));

test("trust: how far bands reach stands there in the engine's words", visiting("trust.html", async (page) => {
  const told = await page.locator("#left-out ~ ul li", { hasText: /^No band/ }).allTextContents();
  for (const beyond of [{ batch: 65 }, { batch: 5, hardware: "M4_Pro" }, { context: 40000 }]) {
    const request = { model: "Llama3_8B", hardware: "H100", assumptions: "calibrated", ...beyond };
    const { notes } = JSON.parse(execFileSync(command, ["roofline", "--json", "--input", "-"], { input: JSON.stringify(request), encoding: "utf8" }));
    assert.ok(told.includes(notes.find((note) => note.startsWith("No band"))), JSON.stringify(beyond));
  }
  assert.equal(new Set(told).size, told.length);
}));
