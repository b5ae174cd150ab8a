// An engine that never answers, and files that cannot be saved: the reader is told, and what can go on goes on.

import assert from "node:assert/strict";
import { dist, holding, hostPage, open, settled, site, test, textOf, visiting } from "./harness.mjs";
import { feedback, onLab } from "./labs-shared.mjs";
import { serve } from "./server.mjs";

/** A page whose engine is asked for and not answered until the body says so. */
const silent = (body) => async (browser) => {
  const server = await serve(dist, { pages: { "/index.html": hostPage('<script type="module" src="./ridgepoint.js"></script>') } });
  const opened = await open(browser, "about:blank");
  try {
    const held = await holding(opened.page, "**/ridgepoint.wasm");
    await opened.page.goto(`${server.address}/index.html`);
    await opened.page.evaluate(async () => {
      const made = await customElements.whenDefined("ridge-roofline");
      Object.getPrototypeOf(made).patience_ms = 0;
      const widget = document.createElement("ridge-roofline");
      widget.setAttribute("loading", "eager");
      document.body.append(widget);
    });
    const widget = opened.page.locator("ridge-roofline");
    await widget.getByText("is still loading").waitFor();
    await body(opened.page, widget, held);
    assert.equal(await widget.locator(".failed").count(), 0);
  } finally {
    await opened.close();
    await server.close();
  }
};

test("waiting: an engine that does not answer is told, above the first answer, and taken when it comes", silent(async (page, widget, held) => {
  assert.match(await widget.locator(".sentence").first().innerText(), /Llama 3/);
  await (await held()).continue();
  await settled(page);
  assert.match(await textOf(page, "ridge-roofline"), /5\.19/);
}));

for (const [where, path, options] of [["on our pages", "roofline.html", {}], ["on another's", "index.html", { folder: dist, pages: { "/index.html": hostPage('<ridge-roofline><p>Llama takes 5.19 ms.</p></ridge-roofline><ridge-sensitivity></ridge-sensitivity><script type="module" src="./ridgepoint.js"></script>') } }]])
  test(`waiting: ${where} what stands in a widget's place stays in sight until the engine is there, and where nothing does its first answer`, async (browser) => {
    const server = await serve(options.folder ?? site, options);
    const opened = await open(browser, "about:blank");
    try {
      const { page } = opened;
      const held = await holding(page, "**/ridgepoint.wasm");
      await page.goto(`${server.address}/${path}`);
      await held();
      const widget = page.locator("ridge-roofline");
      await widget.getByText("Loading the engine…").waitFor();
      assert.ok(await widget.getByText(/takes 5\.19 ms/).first().isVisible());
      for (const empty of await page.locator("ridge-sensitivity").all()) assert.match(await empty.locator(".waiting .sentence").first().innerText(), /\d/);
      await (await held()).continue();
      await settled(page);
      assert.equal(await widget.locator(".waiting").count(), 0);
    } finally {
      await opened.close();
      await server.close();
    }
  });

test("waiting: a second try asks anew", silent(async (page, widget, held) => {
  const first = await held();
  await widget.getByRole("button", { name: "Try again" }).click();
  const second = await held(1);
  await first.abort().catch(() => {});
  await second.continue();
  await settled(page);
}));

test("waiting: every file can be saved although the network is gone, once what makes them is there", visiting("quantization.html", async (page, _, { context }) => {
  await settled(page);
  const save = (kind) => page.locator("ridge-quantization").getByRole("button", { name: `Save as ${kind}` }).click();
  await Promise.all([page.waitForEvent("download"), save("JSON")]);
  await context.setOffline(true);
  for (const kind of ["SVG", "PNG", "CSV", "JSON"]) await Promise.all([page.waitForEvent("download"), save(kind)]);
}, { folder: site }));

test("waiting: a file that cannot be made is told beside the button", visiting("roofline.html", async (page) => {
  await settled(page);
  const widget = page.locator("ridge-roofline");
  await page.evaluate(() => (HTMLCanvasElement.prototype.toBlob = (done) => done(null)));
  await widget.getByRole("button", { name: "Save as PNG" }).click();
  await widget.locator(".foot").getByText("The PNG file could not be saved: the browser could not write the picture.").waitFor();
  await Promise.all([page.waitForEvent("download"), widget.getByRole("button", { name: "Save as CSV" }).click()]);
  await page.waitForFunction(() => document.querySelector("ridge-roofline").shadowRoot.querySelector(".unsaved").textContent === "");
}));

test("waiting: what cannot be copied stands below to be taken by hand", visiting("explainer.html", async (page) => {
  await settled(page);
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  const widget = page.locator("ridge-explainer");
  await widget.getByRole("button", { name: "Copy as CI command" }).click();
  await widget.getByText("The browser blocked copying.").waitFor();
  assert.match(await widget.locator("pre.prose").innerText(), /^ridgepoint explain .*--fail-below/);
}));

test("waiting: a lab whose engine does not answer says so at the answer, and checks it when the engine comes", onLab(async (page, _, { address }) => {
  const held = await holding(page, "**/ridgepoint-all.wasm");
  await page.goto(`${address}/labs/sample/index.html?slow`);
  await page.locator("#answer-time").fill("1.54");
  await page.locator("#answer-time").press("Enter");
  assert.match(await feedback(page, "time", /./), /is still loading.*what you typed is kept/);
  await page.reload();
  assert.equal(await page.locator("#answer-time").inputValue(), "1.54");
  await page.locator("#answer-time").press("Enter");
  await feedback(page, "time", /is still loading/);
  await (await held(1)).continue();
  assert.match(await feedback(page, "time", /Right/), /2 of 2 points/);
}));
