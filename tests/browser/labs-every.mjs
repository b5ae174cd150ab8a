// Every lab of the site, and the sample.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { ON_A_PHONE, passesAxeAtEachWidth } from "./axe.mjs";
import { assertFits, phone, PHONES } from "./fit.mjs";
import { STRICT, test } from "./harness.mjs";
import { looked, noteOf, onLab, readThrough, scrollThrough } from "./labs-shared.mjs";
import { resting } from "./widgets-shared.mjs";

/** Bytes of a file of a site once compressed; the same for every lab of the site. */
const compressed = new Map();
function sizeOf(file) {
  if (!compressed.has(file)) compressed.set(file, brotliCompressSync(readFileSync(file)).length);
  return compressed.get(file);
}

/** What any single widget may take (145 kB), 62 kB for the lab around its widgets, and 34 kB for the calls of whole systems, which any lab may ask; compressed as in scripts/size. */
function assertLight(requests, root) {
  const bytes = [...new Set(requests)].map((path) => [path, sizeOf(join(root, path))]);
  assert.ok(bytes.every(([path]) => path !== "/ridgepoint.wasm"), "one engine serves the lab and its widgets");
  const total = bytes.reduce((sum, [, one]) => sum + one, 0);
  assert.ok(total <= 243_000, `${total} bytes: ${bytes.map((one) => one.join(" ")).join(", ")}`);
  assert.ok(bytes.every(([path]) => !/markdown|katex/i.test(path)));
}

for (const { name, ...where } of looked) {
  test(`labs: ${name} opens nothing behind a prediction for a link to words in it`, onLab(async (page, _, { address }) => {
    const words = await page.evaluate(() => [...document.querySelectorAll(".behind :is(p:not(.predicted, .aside), caption, figcaption)")].map(({ textContent }) => textContent.trim().split(/\s+/).slice(0, 4).join(" ")));
    assert.ok(words.length > 0);
    await page.goto(`${address}/${where.path}?again#:~:${words.map((some) => `text=${encodeURIComponent(some)}`).join("&")}`, { waitUntil: "networkidle" });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.deepEqual(await page.locator(".behind").evaluateAll((all) => all.filter((behind) => behind.checkVisibility()).map(({ innerText }) => innerText)), []);
  }, where));

  test(`labs: axe finds nothing on ${name}, light or dark, on a phone or a desk`, onLab(async (page) => {
    await readThrough(page);
    await passesAxeAtEachWidth(page);
  }, { ...where, context: ON_A_PHONE }));

  test(`labs: axe finds nothing on the model note of ${name}, light or dark, on a phone or a desk`, onLab(passesAxeAtEachWidth, { ...where, context: ON_A_PHONE, path: noteOf(where.path) }));

  test(`labs: ${name} leads to its model note, which works under the strict policy and needs no sideways scrolling at 320 px`, onLab(async (page, _, { requests }) => {
    await page.getByRole("link", { name: "model note" }).click();
    await page.waitForURL((url) => url.pathname.endsWith(noteOf(where.path)));
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320);
    assert.equal(await page.locator("h1").count(), 1);
    const before = requests.length;
    await page.reload();
    // The switch between light and dark is all that runs there.
    assert.deepEqual(requests.slice(before).filter((path) => /\.(js|wasm)$/.test(path)), ["/ridgepoint-page.js"]);
  }, { ...where, headers: STRICT, context: { viewport: { width: 320, height: 640 } } }));

  test(`labs: ${name}, its page of answers and its model note fit a phone, tables, formulas, code and widgets as well`, onLab(async (page, _, { address }) => {
    const fits = async () => {
      for (const width of PHONES) {
        await page.setViewportSize({ width, height: 780 });
        await resting(page);
        await assertFits(page, `${page.url()} at ${width} px`);
      }
    };
    await readThrough(page);
    assert.ok((await page.locator(".prose .scroll:visible").count()) > 0);
    await fits();
    const missed = await page.evaluate(() => [...document.querySelectorAll(".lab :is(button:not(.term), .option, summary, input[type=text])")].filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 44).map(({ outerHTML }) => outerHTML.slice(0, 120)));
    assert.deepEqual(missed, [], "too small for a finger");
    for (const beside of [where.path.replace("index.html", "answers.html"), noteOf(where.path)]) {
      await page.goto(`${address}/${beside}`);
      await fits();
      const astray = await page.evaluate(() => [...document.querySelectorAll('a[href^="#"]')].map((link) => link.getAttribute("href")).filter((href) => href !== "#" && !document.getElementById(decodeURIComponent(href.slice(1)))));
      assert.deepEqual(astray, [], `${beside}: links to nowhere`);
    }
  }, { ...where, context: phone(PHONES[0]) }));

  for (const begun of [false, true]) {
    test(`labs: ${name} ${begun ? "" : "is twelve screens long at most, downloads at most 98 kB more than a widget may, and "}does not shift while it loads and is read${begun ? ", nor when answers are restored" : ""}`, onLab(async (page, _, server) => {
      if (begun) {
        // Each exercise given up after one try: verdicts and explanations are all restored below.
        await page.evaluate((key) => {
          const lab = JSON.parse(document.querySelector("#lab").textContent);
          const value = ({ kind, options, cells, items }) => ({ choice: Object.keys(options ?? {})[0], number: 1, table: { [Object.keys(cells ?? { a: 0 })[0]]: 1 }, order: Object.keys(items ?? {}), setting: {}, text: "a" })[kind];
          const answers = Object.fromEntries(lab.exercises.filter(({ kind }) => kind !== "setting").map((exercise) => [exercise.id, { value: value(exercise), at: "2026-01-01T00:00:00Z", tries: 1, predicted: false, closed: true, verdict: { points: 0, of: 1, correct: false, expected: 1 } }]));
          localStorage.setItem(key, JSON.stringify({ format: "ridgepoint-lab", version: 1, lab: lab.name, lab_version: lab.version, started_at: "2026-01-01T00:00:00Z", student: {}, answers, drafts: {}, widgets: {} }));
        }, `ridgepoint.lab.${where.path.split("/")[1]}.1`);
        // Answers kept by an earlier version are scored again, which may well move the text; what is then kept is restored.
        await page.reload();
        await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith("ridgepoint.lab.") && !key.endsWith(".1")));
        await page.reload();
      }
      // Twelve screens at most, as long as nothing is opened.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      assert.ok(begun || height <= 12 * 900, `${height} px`);
      await scrollThrough(page);
      const shift = await page.evaluate(() => window.shift);
      assert.ok(shift < 0.02, `a layout shift of ${shift}: ${JSON.stringify(await page.evaluate(() => window.shifted))}`);
      if (!begun) {
        await readThrough(page);
        assertLight(server.requests, where.root());
      }
    }, {
      ...where,
      script: () => {
        window.shift = 0;
        window.shifted = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            if (entry.hadRecentInput) continue;
            window.shift += entry.value;
            window.shifted.push([entry.value, ...entry.sources.map(({ node, previousRect, currentRect }) => `${node?.nodeName}.${node?.className ?? ""} ${previousRect.y} -> ${currentRect.y}`)]);
          }
        }).observe({ type: "layout-shift", buffered: true });
      },
    }));
  }
}
