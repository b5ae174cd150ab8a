// From one visit to the next: the colours chosen, the site kept without a network, and what a page asks for at once.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { secure } from "../../scripts/lib/serve.mjs";
import { open, settled, site, test, visiting, WIDGET_NAMES } from "./harness.mjs";
import { serve } from "./server.mjs";

test("site: the colours that a reader chooses are kept, come before the first paint, and hold without storage", async (browser) => {
  const server = await serve(site, { headers: secure });
  const at = (page) => page.evaluate(() => [getComputedStyle(document.documentElement).colorScheme, getComputedStyle(document.body).backgroundColor]);
  for (const blocked of [false, true]) {
    const script = blocked ? () => Object.defineProperty(window, "localStorage", { get() { throw new DOMException("denied", "SecurityError"); } }) : undefined;
    const opened = await open(browser, `${server.address}/glossary.html`, { script, context: { colorScheme: "light" } });
    try {
      const { page } = opened;
      const light = await at(page);
      await page.getByRole("button", { name: "Use dark colours" }).click();
      const dark = await at(page);
      assert.notDeepEqual(dark, light);
      await page.goto(`${server.address}/roofline.html`, { waitUntil: "commit" });
      await page.waitForFunction(() => document.body && document.querySelector('link[rel="stylesheet"]').sheet);
      assert.deepEqual(await at(page), blocked ? light : dark);
      if (!blocked) {
        await settled(page);
        assert.equal(await page.locator("ridge-roofline").evaluate((widget) => getComputedStyle(widget.shadowRoot.querySelector(".root")).colorScheme), "dark");
        await page.getByRole("button", { name: "Use light colours" }).click();
        assert.equal(await page.evaluate(() => localStorage.getItem("ridgepoint.theme")), null);
      }
      assert.deepEqual(opened.faults, []);
    } finally {
      await opened.close();
    }
  }
  await server.close();
});

test("site: kept for use without a network, the site is one version until its last page is closed", async (browser) => {
  const folder = await mkdtemp(join(tmpdir(), "ridgepoint-"));
  await cp(site, folder, { recursive: true });
  const server = await serve(folder, { headers: secure });
  const { address } = server;
  const opened = await open(browser, `${address}/glossary.html`);
  try {
    const { page, context } = opened;
    const register = () => page.evaluate(async () => {
      const found = await navigator.serviceWorker.register("./offline-worker.js");
      await navigator.serviceWorker.ready;
      return found.scope;
    });
    assert.equal(await register(), `${address}/`);
    await context.setOffline(true);
    for (const path of ["load.html", "labs/quantization/", "zoo.html"]) {
      await page.goto(`${address}/${path}`);
      assert.equal(await page.locator("h1").count(), 1, path);
    }
    await page.goto(`${address}/roofline.html`);
    await settled(page);
    await context.setOffline(false);
    // A later version: one file changed, and with it the list. The open page goes on with the old one.
    const changed = join(folder, "glossary.html");
    const worker = join(folder, "offline-worker.js");
    const hash = (text) => createHash("sha256").update(text).digest("base64");
    const [html, code] = await Promise.all([readFile(changed, "utf8"), readFile(worker, "utf8")]);
    const newer = html.replace("<h1>Glossary", "<h1>A newer glossary");
    assert.ok(code.includes(hash(html)));
    await writeFile(changed, newer);
    await page.goto(`${address}/glossary.html`);
    assert.equal(await page.locator("h1").innerText(), "Glossary");
    await writeFile(worker, code.replaceAll(hash(html), hash(newer)).replace(/[0-9a-f]{16}(?=`)/, (version) => [...version].reverse().join("")));
    await page.evaluate(async () => {
      const found = await navigator.serviceWorker.getRegistration();
      await found.update();
      const next = found.installing ?? found.waiting;
      if (next.state !== "installed") await new Promise((done) => next.addEventListener("statechange", () => next.state === "installed" && done()));
    });
    await page.goto(`${address}/glossary.html`);
    assert.equal(await page.locator("h1").innerText(), "Glossary", "an open page is given another version");
    await page.close();
    const next = await context.newPage();
    await next.goto(`${address}/glossary.html`);
    await next.waitForFunction(async () => (await navigator.serviceWorker.getRegistration()).waiting === null);
    await next.goto(`${address}/glossary.html`);
    assert.equal(await next.locator("h1").innerText(), "A newer glossary");
  } finally {
    await opened.close();
    await server.close();
    await rm(folder, { recursive: true });
  }
});

test("site: a page without a widget asks for no widget's script, and one with a widget for all that it needs at once", visiting("glossary.html", async (page, server) => {
  for (const name of ["glossary", "gallery", "zoo", "trust", "index", "labs/index"]) {
    server.requests.length = 0;
    await page.goto(`${server.address}/${name}.html`, { waitUntil: "networkidle" });
    assert.deepEqual(server.requests.filter((path) => /(widget-|ridgepoint)[\w-]*\.(js|wasm)$/.test(path) && !path.endsWith("ridgepoint-page.js")), [], name);
  }
  for (const name of WIDGET_NAMES) {
    const html = await readFile(`${site}/${name}.html`, "utf8");
    const named = new Set([...html.matchAll(/(?:src|href)="\.\/([\w-]+\.(?:js|wasm))"/g)].map(([, file]) => file));
    // Starts once the first answer is there, and should not stand in its way.
    named.add("systems-worker.js");
    server.requests.length = 0;
    await page.goto(`${server.address}/${name}.html`);
    await settled(page);
    assert.deepEqual(server.requests.map((path) => path.slice(1)).filter((file) => /\.(js|wasm)$/.test(file) && !named.has(file)), [], `${name} learns of a file only from another`);
  }
}));
