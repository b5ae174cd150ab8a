// What the pages offer to play with: the first page, the lines to try, the zoo's picture and tables.

import assert from "node:assert/strict";
import { settled, test, textOf, visiting, WIDGET_NAMES, WIDGETS } from "./harness.mjs";

test("site: the home page moves its point through what the engine says, and to another device's roof", visiting("index.html", async (page, server) => {
  // Without motion the point waits for the reader.
  const place = () => page.locator("#point").evaluate((point) => [point.getAttribute("x"), point.dataset.regime]);
  const [start, regime] = await place();
  assert.equal(regime, "memory");
  const words = () => page.locator(".hero-says").innerText().then((text) => text.replace(/\s+/g, " "));
  assert.match(await words(), /at least 5\.12 ms a step memory-bound about 7\.0 ms \(5\.1 to 10 ms\) with current software 195 tokens a second/);
  assert.deepEqual(server.requests.filter((path) => /ridgepoint\.(js|wasm)$/.test(path)), [], "the engine is fetched before it is needed");
  await page.locator("#batch").focus();
  await page.keyboard.press("End");
  const [last, then] = await place();
  assert.ok(parseFloat(last) > parseFloat(start) && then === "compute", `${last}, ${then}`);
  assert.match(await words(), /compute-bound/);
  const link = await page.locator("#more").getAttribute("href");
  const numbers = page.locator(".hero-numbers");
  await numbers.locator("summary").click();
  await numbers.getByRole("table", { name: "A step of Llama 3 8B on the H100" }).waitFor();
  await page.locator("#device").selectOption("A100");
  await page.locator("#scene").getByText("2.04 TB/s").waitFor();
  const said = await page.locator("#value").innerText();
  // The table follows the drawing, and has what is said.
  assert.equal(await numbers.getByRole("rowheader", { name: "Memory bandwidth" }).locator("xpath=../td").innerText(), "2.04\u00a0TB/s");
  const step = numbers.getByRole("table", { name: "A step of Llama 3 8B on the A100" });
  const batch = await page.locator("#batch-now").innerText();
  assert.match(await step.getByRole("rowheader", { name: batch, exact: true }).locator("xpath=..").innerText(), new RegExp(`\\b${said}`));
  // What does not fit is said, and the last good drawing stays.
  await page.locator("#model").selectOption("Llama3_70B");
  await page.getByText("Llama 3 70B does not fit the A100").waitFor();
  assert.deepEqual([await page.locator("#model").inputValue(), await page.locator("#value").innerText()], ["Llama3_8B", said]);
  await page.locator("#more").click();
  await settled(page);
  assert.notEqual(page.url(), new URL(link, server.address).href);
  assert.equal((await page.locator("ridge-roofline").evaluate((widget) => widget.shadowRoot.querySelector(".value").textContent)).trim(), said);
}, { context: { reducedMotion: "reduce", viewport: { width: 1280, height: 900 } } }));

test("site: with motion the home page's point travels from memory to arithmetic by itself, and stops when told to", visiting("index.html", async (page) => {
  await page.waitForFunction(() => Number(document.querySelector("#batch").value) > 3);
  await page.locator("#travel").click();
  assert.equal(await page.locator("#travel").getAttribute("aria-pressed"), "false");
  const at = await page.locator("#batch").inputValue();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.equal(await page.locator("#batch").inputValue(), at);
  await page.locator("#travel").click();
  await page.waitForFunction(() => document.querySelector("#point").dataset.regime === "compute");
}, { context: { reducedMotion: "no-preference" } }));

test("site: the four answers on the home page are those of the widgets that they lead to", visiting("index.html", async (page, server) => {
  const answers = await page.locator("[data-question]").evaluateAll((all) => all.map((one) => ({ text: one.textContent.replace(/[\u00a0\u2009]/g, " "), href: one.querySelector("a").href, visible: getComputedStyle(one).visibility })));
  assert.deepEqual(answers.map(({ visible }) => visible), ["visible", "hidden", "hidden", "hidden"]);
  await page.getByText("What does a 70B model cost to serve?").click();
  assert.equal(await page.locator("[data-question='3']").evaluate((one) => getComputedStyle(one).visibility), "visible");
  const figures = [/3\.25×/, /1\.60×/, /\d\d\.?\d* requests/, /\d\.?\d* USD an hour/];
  for (const [index, { text, href }] of answers.entries()) {
    const [figure] = figures[index].exec(text) ?? assert.fail(text);
    await page.goto("about:blank");
    await page.goto(href);
    await settled(page);
    const shown = await textOf(page, WIDGETS);
    const bare = /[\d.]+/.exec(figure)[0];
    assert.ok(shown.includes(bare), `${href} does not say ${bare}`);
  }
  assert.ok(server.requests.length > 0);
}, { context: { reducedMotion: "reduce", viewport: { width: 1280, height: 900 } } }));

for (const name of WIDGET_NAMES) {
  test(`site: every line to try on the page of ${name} does what it says, and Back takes it away`, visiting(`${name}.html`, async (page) => {
    await settled(page);
    const widget = page.locator(`ridge-${name}`);
    const request = () => widget.evaluate((element) => JSON.stringify(element.request));
    const before = await request();
    const lines = page.locator(".try");
    assert.ok((await lines.count()) >= 3);
    for (const line of await lines.all()) {
      const href = await line.getAttribute("href");
      await line.click();
      await page.waitForFunction(([tag, old]) => JSON.stringify(document.querySelector(tag).request) !== old, [`ridge-${name}`, before]);
      assert.deepEqual(await widget.locator(".refused").allInnerTexts(), [], href);
      assert.equal(await line.getAttribute("aria-current"), "true");
      const wanted = decodeURIComponent(href).split(";").slice(1).map((part) => part.split("="));
      const now = JSON.parse(await request());
      for (const [path, value] of wanted) {
        const found = path.split(".").reduce((at, step) => at?.[step], now);
        assert.equal(typeof found === "object" ? JSON.stringify(found) : String(found), value, `${href}: ${path}`);
      }
      await page.goBack();
      await page.waitForFunction(([tag, old]) => JSON.stringify(document.querySelector(tag).request) === old, [`ridge-${name}`, before]);
    }
  }, { context: { reducedMotion: "reduce", viewport: { width: 1280, height: 900 } } }));
}

test("site: entries of the zoo lead to widgets set to them, and the widget's page leads back", visiting("zoo.html#MI300X", async (page, server) => {
  const leads = await page.locator("details#MI300X .leads a").evaluateAll((all) => all.map(({ href }) => href));
  assert.ok(leads.length >= 4);
  for (const href of leads) {
    await page.goto("about:blank");
    await page.goto(href);
    await settled(page);
    assert.deepEqual(await page.locator(`${WIDGETS} >> .refused`).allInnerTexts(), [], href);
    assert.ok(JSON.stringify(await page.locator(WIDGETS).evaluate(({ request }) => request)).includes('"MI300X"'), href);
    await page.locator("#entries a[href$='#MI300X']").waitFor();
  }
  await page.goto(`${server.address}/zoo.html#ESP32_S3`);
  assert.ok((await page.locator("details#ESP32_S3 .leads a").count()) < leads.length, "a microcontroller is sent where the engine refuses it");
}, { context: { reducedMotion: "reduce", viewport: { width: 1280, height: 900 } } }));

test("site: the zoo's tables sort by a column, those without a figure last, and its picture leads to entries", visiting("zoo.html", async (page) => {
  const first = () => page.locator(".overview").first().locator("tbody tr").first().innerText();
  const last = () => page.locator(".overview").first().locator("tbody tr").last().locator("td").nth(4).innerText();
  await page.getByRole("button", { name: "Bandwidth" }).click();
  assert.match(await first(), /Cerebras|NVL72/);
  await page.getByRole("button", { name: "Price per hour" }).click();
  const dearest = await first();
  assert.equal(await page.locator("th[aria-sort]").innerText().then((text) => text.trim()), "Price per hour");
  assert.match(dearest, /USD\s+\S+ 20\d\d-\d\d-\d\d/);
  assert.equal(await last(), "—");
  await page.getByRole("button", { name: "Price per hour" }).click();
  assert.notEqual(await first(), dearest);
  assert.equal(await last(), "—");
  await page.locator("[data-device=H100] path").click();
  assert.equal(await page.locator("details#H100").evaluate((entry) => entry.open), true);
  await page.getByLabel("Find").fill("mi300");
  assert.equal(await page.locator("[data-device]:not(.faint)").count(), 1);
}));

test("site: no letter is smaller than 12 px, code in a sentence neither", visiting("index.html", async (page, server) => {
  for (const path of ["index.html", "gallery.html", "embed-builder.html", "glossary.html", "zoo.html", "trust.html"]) {
    await page.goto(`${server.address}/${path}`);
    const small = await page.evaluate(() => {
      const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found = [];
      while (words.nextNode()) {
        const { textContent, parentElement } = words.currentNode;
        if (textContent.trim() && !parentElement.closest("svg, script, style, noscript") && parseFloat(getComputedStyle(parentElement).fontSize) < 11.99) found.push(textContent.trim());
      }
      return found;
    });
    assert.deepEqual(small, [], path);
  }
}));

for (const width of [360, 820, 1280, 1440]) {
  test(`site: at ${width} px nothing of a picture is cut off, smaller than 12 px or over another word`, visiting("index.html", async (page, server) => {
    for (const [path, selector] of [["index.html", ".roofline text"], ["zoo.html", ".plane text"], ["gallery.html", ".gallery svg text"]]) {
      await page.goto(`${server.address}/${path}`);
      const faults = await page.locator(selector).evaluateAll((all) => {
        const shown = all.filter((one) => one.checkVisibility() && one.getBBox().width > 0).map((one) => ({ one, text: one.textContent, box: one.getBoundingClientRect(), picture: one.ownerSVGElement.closest("svg:not(svg svg)") }));
        const small = shown.filter(({ one, picture }) => parseFloat(getComputedStyle(one).fontSize) * (picture.viewBox.baseVal?.width ? picture.getBoundingClientRect().width / picture.viewBox.baseVal.width : 1) < 11.99);
        // Names in the plane stand beside circles of their own size, so that boxes may touch by a pixel.
        const meets = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 3 && b.top < a.bottom - 3;
        const upright = shown.filter(({ one }) => !one.hasAttribute("transform"));
        const over = upright.flatMap((a, index) => upright.slice(index + 1).filter((b) => a.picture === b.picture && meets(a.box, b.box)).map((b) => `${a.text} / ${b.text}`));
        const cut = shown.filter(({ one, box }) => !one.closest(".gallery") && (box.left < -1 || box.right > document.documentElement.clientWidth + 1)).map(({ text }) => `cut: ${text}`);
        return [...small.map(({ text }) => `small: ${text}`), ...over, ...cut];
      });
      assert.deepEqual(faults, [], path);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, path);
    }
  }, { context: { reducedMotion: "reduce", viewport: { width, height: 900 } } }));
}
