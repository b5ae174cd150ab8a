// The archive for offline use, unpacked and opened by double click: file:// addresses and no network.
// labs-keyboard.mjs works each of its labs through to the submission.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { offlinePage } from "./archive.mjs";
import { open, settled, site, test, textOf, WIDGETS } from "./harness.mjs";

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

for (const [name, start] of [["machine", "Measure"], ["model", "Run"], ["routing", "Run"]])
  test(`offline: what needs more files than a page from a file may load says so, and the widget stays: ${name}`, offline(`${name}.html`, async (page, opened) => {
    await settled(page);
    const widget = page.locator(`ridge-${name}`);
    await widget.getByRole("button", { name: start, exact: true }).first().click();
    await widget.getByText("This page was opened from a file").waitFor();
    assert.equal(await widget.evaluate((element) => element.result !== undefined), true);
    assert.deepEqual(await widget.locator(".failed").allInnerTexts(), []);
    opened.faults.length = 0;
  }));
