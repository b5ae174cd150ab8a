// Widgets in Spanish, and on pages whose words run from right to left.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { assertFits } from "./fit.mjs";
import { dist, hostPage, settled, site, test, textOf, visiting, WIDGET_NAMES } from "./harness.mjs";
import { resting } from "./widgets-shared.mjs";

const spanish = (tags, body, html = 'lang="es"') =>
  visiting("index.html", body, {
    folder: dist,
    pages: { "/favicon.ico": "", "/index.html": hostPage(`${tags}<script type="module" src="./es/ridgepoint.js"></script>`).replace('lang="en"', html) },
  });

test("language: every widget answers in Spanish, with a decimal comma and what it says to screen readers", spanish(
  WIDGET_NAMES.map((name) => `<ridge-${name} loading="eager"></ridge-${name}>`).join(""),
  async (page) => {
    await settled(page);
    const { modules } = JSON.parse(await readFile(`${dist}/custom-elements.json`, "utf8"));
    const english = new Map(modules.flatMap(({ declarations }) => declarations).map(({ tagName, attributes }) => [tagName, attributes.map((one) => one.name)]));
    for (const name of WIDGET_NAMES) {
      const text = await textOf(page, `ridge-${name}`);
      assert.match(text, /\d,\d/, name);
      assert.match(text, /Dispositivo|Modelo/, name);
      assert.doesNotMatch(text, /\b(the|is|Device|Batch|assumptions)\b/, name);
      assert.deepEqual(await page.locator(`ridge-${name} .refused`).allInnerTexts(), [], name);
      assert.equal(await page.locator(`ridge-${name} section.root`).getAttribute("lang"), "es", name);
      const settings = await page.locator(`ridge-${name}`).evaluate((widget) => widget.constructor.observedAttributes);
      assert.deepEqual(settings.filter((one) => !english.get(`ridge-${name}`).includes(one)), [], name);
    }
  },
));

test("language: numbers are typed with a comma, and a number opens in Spanish", spanish("<ridge-roofline></ridge-roofline>", async (page) => {
  await settled(page);
  const widget = page.locator("ridge-roofline");
  await widget.locator("summary", { hasText: "Supuestos" }).click();
  const box = widget.getByRole("spinbutton", { name: "Eficiencia, escrito" });
  await box.fill("0,625");
  await box.press("Enter");
  assert.deepEqual([await widget.evaluate(({ request }) => request.assumptions.efficiency), await box.inputValue()], [0.625, "0,625"]);
  await widget.locator(".headline .value button").click();
  const dialog = widget.getByRole("dialog", { name: "De dónde sale este número" });
  await dialog.waitFor();
  assert.match(await dialog.innerText(), /Latencia: \d,\d\d\sms/);
  assert.doesNotMatch(await dialog.innerText(), /\b(the|of|is)\b/);
}));

test("language: on a page from right to left, drawings are whole, and numbers and controls as they were", spanish("<ridge-roofline></ridge-roofline>", async (page) => {
  await settled(page);
  const widget = page.locator("ridge-roofline");
  assert.match(await textOf(page, "ridge-roofline"), /al menos\s+5,19 ms\s+por paso/);
  const shown = await widget.evaluate(({ shadowRoot }) => {
    const box = (element) => element.getBoundingClientRect();
    const outside = [...shadowRoot.querySelectorAll("svg.drawing")].flatMap((drawing) =>
      [...drawing.querySelectorAll("text")].filter((text) => box(text).left < box(drawing).left - 1 || box(text).right > box(drawing).right + 1).map(({ textContent }) => textContent),
    );
    const [slider, typed] = ["input[type=range]", "input.number"].map((kind) => box(shadowRoot.querySelector(`[data-field="batch"] ${kind}`)));
    return { outside, aside: document.documentElement.scrollWidth > innerWidth, sliderFirst: slider.right <= typed.left };
  });
  assert.deepEqual(shown, { outside: [], aside: false, sliderFirst: true });
  // The slider grows to the right, where the drawing's axis does.
  const slider = widget.locator('[data-field="batch"] input[type=range]');
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await widget.evaluate(({ request }) => request.batch), 2);
}, 'lang="ar" dir="rtl"'));

/** A language that is written from right to left, as far as that shows: its letters, in the longer texts of the Spanish catalogue. */
const mirror = (page) =>
  page.evaluate((names) => {
    // About as wide as Latin ones.
    const LETTERS = "ابتثنيلردذزو";
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(".root { direction: rtl }");
    for (const name of names) {
      const root = document.querySelector(`ridge-${name}`).shadowRoot;
      root.adoptedStyleSheets.push(sheet);
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replace(/[a-zà-ÿ]/gi, (letter) => LETTERS[letter.toLowerCase().charCodeAt(0) % LETTERS.length]);
    }
  }, WIDGET_NAMES);

/** Where the numbers of every drawing stand in it, from its left edge. */
const numbersOf = (page) =>
  page.evaluate((names) => names.flatMap((name) => [...document.querySelector(`ridge-${name}`).shadowRoot.querySelectorAll("svg.drawing")].flatMap((drawing) => {
    const { left } = drawing.getBoundingClientRect();
    return [...drawing.querySelectorAll("text")].filter(({ textContent }) => /^[\d.,]+$/.test(textContent)).map((text) => `${name}, ${drawing.dataset.name}: ${text.textContent} at ${Math.round(text.getBoundingClientRect().left - left)} px`);
  })), WIDGET_NAMES);

for (const width of [360, 1280])
  test(`language: in one that is written from right to left every widget fits ${width} px, and drawings keep their axes`, spanish(
    WIDGET_NAMES.map((name) => `<ridge-${name} loading="eager"></ridge-${name}>`).join(""),
    async (page) => {
      await page.setViewportSize({ width, height: 780 });
      await settled(page);
      // What is simulated comes later.
      await page.locator('ridge-load svg[data-name="timeline"] text').last().waitFor();
      await resting(page);
      const before = await numbersOf(page);
      await mirror(page);
      await resting(page);
      assert.ok(before.length > 20, `${before.length} numbers`);
      assert.deepEqual(await numbersOf(page), before);
      await assertFits(page, `at ${width} px`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page scrolls sideways");
    },
    'lang="ar" dir="rtl"',
  ));

test("language: a widget's page leads to the same page in Spanish, where lines to try work, and back", visiting("load.html", async (page) => {
  await page.getByRole("navigation").getByRole("link", { name: "Español" }).click();
  await page.waitForURL(/\/es\/load\.html$/);
  await settled(page);
  assert.deepEqual(await page.evaluate(() => [document.documentElement.lang, document.querySelector("h1").textContent]), ["es", "¿Cuántos usuarios aguanta un servidor?"]);
  await page.getByRole("link", { name: /Envíe 30 peticiones por segundo/ }).click();
  await page.waitForFunction(() => document.querySelector("ridge-load").request.rate_per_s === 30);
  await page.getByRole("navigation").getByRole("link", { name: "English" }).click();
  await page.waitForURL(/[^s]\/load\.html$/);
  assert.equal(await page.locator("h1").innerText(), "How many users can one server take?");
}));

/** What a page says, without what is code or cites a source, which is in the language of the source. */
const saidOn = (page) =>
  page.evaluate(() => {
    const apart = "script, style, noscript, code, math, [lang=en], [hreflang=en], a[href^='http'], a[href='#own'], use";
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const said = [document.title];
    while (texts.nextNode()) if (!texts.currentNode.parentElement.closest(apart)) said.push(texts.currentNode.data);
    const labelled = [...document.querySelectorAll("[aria-label], [title], [placeholder], meta[name=description]")].filter((element) => !element.closest(apart));
    for (const element of labelled) for (const name of ["aria-label", "title", "placeholder", "content"]) said.push(element.getAttribute(name) ?? "");
    return said.map((text) => text.trim()).filter(Boolean);
  });

test("language: every page in Spanish says all in it, leads to pages in Spanish where there are any, and has its English one", visiting("es/index.html", async (page, { address }) => {
  const names = async (folder) => (await readdir(`${site}/${folder}`)).filter((name) => name.endsWith(".html"));
  const spanish = await names("es");
  assert.deepEqual(spanish, await names("."));
  for (const name of spanish) {
    await page.goto(`${address}/es/${name}`);
    assert.equal(await page.locator("html").getAttribute("lang"), "es", name);
    assert.deepEqual((await saidOn(page)).filter((text) => /(?<!\p{L})(the|of|is|are|and|with|from|this|not)(?!\p{L})/iu.test(text)), [], name);
    const links = await page.locator("a[href]").evaluateAll((all) => all.map(({ href, hreflang }) => ({ path: new URL(href, location).pathname, hreflang })));
    const up = links.filter(({ path }) => path.endsWith(".html") && !path.startsWith("/es/"));
    assert.deepEqual(up.filter(({ path }) => spanish.includes(path.slice(1)) && path !== `/${name}`), [], name);
    if (name !== "embed.html") assert.ok(up.some(({ path, hreflang }) => path === `/${name}` && hreflang === "en"), name);
  }
}));

test("language: in Spanish one's own device is told what is refused of it, and tags, frames and addresses lead to Spanish", visiting("es/own.html", async (page, { address }) => {
  await settled(page);
  for (const entry of await page.locator("own-entry").all()) assert.doesNotMatch(await entry.innerText(), /\b(Name|Class|Family|Unit|Max|Gated|the|of|more|accepts)\b/);
  const device = page.locator('own-entry[kind="hardware"]');
  await device.getByLabel(/^Ancho de banda de memoria/).fill("-1");
  assert.match(await device.locator('[data-field="memory_bandwidth_bytes_per_s"] .refused').innerText(), /^Ancho de banda de memoria: se espera un ancho de banda .* «-1» es demasiado pequeño\.$/);
  await page.goto(`${address}/es/embed-builder.html?widget=train`);
  await settled(page);
  const written = (id) => page.locator(`#${id}`).innerText();
  assert.match(await written("tag"), new RegExp(`^<script type="module" src="${address}/es/train.js"></script>`));
  assert.equal(await written("address"), `${address}/es/train.html`);
  const [, frame, script] = /src="([^"]*)" title="Entrenamiento"[^]*src="([^"]*)"/.exec(await written("frame"));
  assert.equal(script, `${address}/ridgepoint-frame.js`);
  await page.goto(frame);
  await settled(page);
  assert.match(await textOf(page, "ridge-train"), /Entrenamiento|por paso|Dispositivo/);
}));
