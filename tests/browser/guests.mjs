// What a widget may not do to the page around it, and what that page may do to it: keys, a header of its own, hidden controls.

import assert from "node:assert/strict";
import { dist, hostPage, settled, test, textOf, visiting } from "./harness.mjs";

const SCRIPT = '<script type="module" src="./ridgepoint.js"></script>';
const hosted = (page, body, options) => visiting("index.html", body, { ...options, folder: dist, pages: { "/favicon.ico": "", "/index.html": page } });
const NARROW = { context: { viewport: { width: 420, height: 800 } } };

test("guest: keys that a control, a chart or a button takes do not reach the host", hosted(
  hostPage(`<ridge-roofline loading="eager"></ridge-roofline>${SCRIPT}`),
  async (page) => {
    await settled(page);
    await page.evaluate(() => {
      window.heard = new Set();
      for (const target of [document, window]) for (const type of ["keydown", "keyup", "keypress"]) target.addEventListener(type, (event) => window.heard.add(`${type} ${event.key}`));
    });
    const heard = () => page.evaluate(() => [...window.heard]);
    const widget = page.locator("ridge-roofline");
    const places = [widget.getByRole("slider").first(), widget.getByRole("spinbutton").first(), widget.getByLabel("Device", { exact: true }), widget.locator(".plot").first(), widget.getByRole("button", { name: "Reset" }), widget.locator("summary").first()];
    for (const place of places) {
      await place.focus();
      for (const key of ["n", "p", "s", "f", "/", ".", "?", "ArrowRight", "ArrowLeft", "ArrowDown", "Home", "PageUp", "8"]) await page.keyboard.press(key);
    }
    assert.deepEqual(await heard(), []);
    // A chart's own use of Escape: it takes the readout away.
    await widget.locator(".plot").first().focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Escape");
    assert.deepEqual(await heard(), ["keyup Escape"]);
    for (const key of ["Escape", "F2", "Control+k", "Tab"]) await page.keyboard.press(key);
    const now = await heard();
    for (const key of ["Escape", "F2", "k", "Tab"]) assert.ok(now.includes(`keydown ${key}`), key);
  },
));

test("guest: the answer stays clear of the host's own header", hosted(
  hostPage(`<header style="position:sticky;top:0;height:48px;background:#eee;z-index:4">Host</header><ridge-roofline loading="eager"></ridge-roofline>${SCRIPT}`, "<style>ridge-roofline { --ridge-sticky-top: 48px }</style>"),
  async (page) => {
    await settled(page);
    await page.evaluate(() => scrollTo(0, 600));
    const { top } = await page.locator("ridge-roofline .headline").evaluate((line) => line.getBoundingClientRect());
    assert.equal(top, 48);
  },
  NARROW,
));

const ALL = "model hardware batch precision phase context parallel-tensor zero-stage data-parallel lora activation-recomputation scheme assumptions";
test("guest: where every control is hidden, results take the whole width", hosted(
  hostPage(`<ridge-roofline loading="eager" hide="${ALL}"></ridge-roofline><ridge-quantization loading="eager" hide="compute-model compute-hardware compute-batch compute-scheme"></ridge-quantization>${SCRIPT}`),
  async (page) => {
    await settled(page);
    const place = (selector) => page.locator(selector).evaluate((element) => {
      const [box, root] = [element, element.getRootNode().host].map((one) => one.getBoundingClientRect());
      return [Math.round(box.left - root.left), Math.round(root.right - box.right)];
    });
    for (const part of [".headline", ".main"]) assert.deepEqual(await place(`ridge-roofline ${part}`), [0, 0], part);
    assert.equal(await page.locator("ridge-roofline .settings").count(), 0);
    assert.deepEqual(await place("ridge-quantization .frame.second > .main"), [0, 0]);
    assert.equal((await place("ridge-quantization .main >> nth=0"))[0], 288);
  },
));

test("guest: controls that the page's own styles hide, or hide=\"controls\", leave no column", hosted(
  hostPage(`<ridge-roofline loading="eager"></ridge-roofline><ridge-quantization loading="eager" hide="controls"></ridge-quantization><ridge-routing loading="eager"></ridge-routing>${SCRIPT}<script type="module" src="./routing.js"></script>`, "<style>::part(controls) { display: none }</style>"),
  async (page) => {
    await page.waitForFunction((all) => [...document.querySelectorAll(all)].every(({ result }) => result), "ridge-roofline, ridge-quantization, ridge-routing");
    for (const tag of ["ridge-roofline", "ridge-quantization", "ridge-routing"]) {
      const [left, own] = await page.locator(`${tag} .main >> nth=0`).evaluate((main) => [main, main.getRootNode().host].map((one) => Math.round(one.getBoundingClientRect().left)));
      assert.equal(left, own, tag);
    }
    assert.equal(await page.locator("ridge-quantization .control").count(), 0);
  },
));

test("guest: under the headline stands what the answer is of, those that are no default marked, each leading to its control", visiting("roofline.html", async (page) => {
  await settled(page);
  const widget = page.locator("ridge-roofline");
  const line = async () => (await widget.locator(".settings li").allInnerTexts()).map((words) => words.replace(/\s+/g, " "));
  assert.deepEqual(await line(), ["Llama 3 / 3.1 8B", "H100", "batch 1", "context 2,048", "FP16", "inference", "first-principles assumptions"]);
  await widget.locator("summary", { hasText: "Assumptions" }).click();
  await widget.getByLabel("Execution", { exact: true }).selectOption("eager");
  await widget.getByRole("spinbutton", { name: "Batch, typed" }).fill("32");
  assert.deepEqual((await line()).filter((words) => words.includes("*")), ["batch 32* , not the default", "eager execution* , not the default"]);
  await widget.locator("summary", { hasText: "Assumptions" }).click();
  await widget.getByRole("button", { name: /^eager execution/ }).click();
  assert.equal(await widget.evaluate((element) => element.shadowRoot.activeElement.closest("[data-field]").dataset.field), "assumptions.execution");
  assert.ok(await widget.getByLabel("Execution", { exact: true }).isVisible());
  // What was refused is not what the answer is of.
  await widget.getByRole("spinbutton", { name: "Batch, typed" }).fill("0");
  assert.ok((await line()).includes("batch 32* , not the default"));
}));

test("guest: the explainer says what both sides share once, and that it starts from eager execution", visiting("explainer.html", async (page) => {
  await settled(page);
  assert.match(await textOf(page, "ridge-explainer"), /A100\s80\sGB → H100/);
  assert.equal(await page.locator("ridge-explainer .settings b", { hasText: "eager execution" }).count(), 1);
}));

test("guest: a setting that is locked is said and leads nowhere, one that is hidden is not said, and none where the line is hidden", hosted(
  hostPage(`<ridge-roofline loading="eager" lock="batch" hide="precision"></ridge-roofline><ridge-roofline loading="eager" hide="settings"></ridge-roofline>${SCRIPT}`),
  async (page) => {
    await settled(page);
    const [first, second] = [page.locator("ridge-roofline").first(), page.locator("ridge-roofline").nth(1)];
    assert.equal(await first.locator(".settings li", { hasText: "batch 1" }).locator("button").count(), 0);
    assert.equal(await first.locator(".settings li", { hasText: "FP16" }).count(), 0);
    assert.equal(await second.locator(".settings").count(), 0);
  },
));
