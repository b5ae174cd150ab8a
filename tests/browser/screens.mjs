// What a reader sees first of each page, at four widths in light and dark, held against pictures in screens/.
// `node tests/browser/screens.mjs [part of a name]` compares, `node tests/browser/screens.mjs --record` makes the pictures anew;
// needs the build. A screen that differs is kept in build/screens/ to be looked at.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { open, run, site, test, WIDGETS } from "./harness.mjs";
import { serve } from "./server.mjs";

const record = process.argv[2] === "--record";
if (record) process.argv.splice(2, 1);

const folder = fileURLToPath(new URL("screens/", import.meta.url));
const differing = fileURLToPath(new URL("../../build/screens/", import.meta.url));
for (const made of [folder, differing]) mkdirSync(made, { recursive: true });

const SIZES = { 360: 800, 820: 1180, 1280: 900, 1440: 900 };
const THEMES = ["light", "dark"];
const BLOCK = 8; // pixels of a picture, which is half as large as the screen
const TOLERANCE = 16; // of 255, in the mean of a block: a text half a pixel off stays below it

const pages = [...readdirSync(site).filter((name) => name.endsWith(".html") && name !== "embed.html"), "labs/index.html", "labs/course.html", "labs/quantization/index.html", "labs/training/index.html"];

/** The screen in half its size as WebP. */
const pictureOf = (page, png) =>
  page
    .evaluate(async (coded) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(atob(coded), (one) => one.charCodeAt(0))], { type: "image/png" }));
      const canvas = new OffscreenCanvas(Math.round(image.width / 2), Math.round(image.height / 2));
      const context = canvas.getContext("2d");
      context.imageSmoothingQuality = "high";
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      const made = await canvas.convertToBlob({ type: "image/webp", quality: 0.6 });
      return new Promise((done) => Object.assign(new FileReader(), { onload: ({ target }) => done(target.result.split(",")[1]) }).readAsDataURL(made));
    }, png.toString("base64"))
    .then((coded) => Buffer.from(coded, "base64"));

/** The mean colours of a picture's blocks. */
const blocksOf = (page, webp) =>
  page.evaluate(
    async ([coded, size]) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(atob(coded), (one) => one.charCodeAt(0))], { type: "image/webp" }));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext("2d", { willReadFrequently: true });
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      const across = Math.ceil(canvas.width / size);
      const sums = Array.from({ length: across * Math.ceil(canvas.height / size) }, () => [0, 0, 0, 0]);
      for (let y = 0; y < canvas.height; y += 1)
        for (let x = 0; x < canvas.width; x += 1) {
          const sum = sums[Math.floor(y / size) * across + Math.floor(x / size)];
          for (let colour = 0; colour < 3; colour += 1) sum[colour] += data[4 * (y * canvas.width + x) + colour];
          sum[3] += 1;
        }
      return { across, blocks: sums.map(([red, green, blue, count]) => [red / count, green / count, blue / count]) };
    },
    [webp.toString("base64"), BLOCK],
  );

/** Widths of a sentence in the families of the site: with other fonts every screen differs. */
const fontsOf = (page) =>
  page.evaluate(() =>
    [getComputedStyle(document.body).fontFamily, "monospace", "serif"].map((family) => {
      const context = new OffscreenCanvas(1, 1).getContext("2d");
      context.font = `16px ${family}`;
      return context.measureText("Sphinx of black quartz, judge my vow: 0123456789 ×µ≤").width;
    }),
  );

const fonts = `${folder}fonts.json`;

/** Opens a page of the site as a reader of that screen does, and waits until nothing on it moves. */
async function screen(browser, server, path, width, theme) {
  const opened = await open(browser, `${server.address}/${path}`, { context: { viewport: { width, height: SIZES[width] }, colorScheme: theme, reducedMotion: "reduce" } });
  const { page } = opened;
  await page.waitForFunction(
    (widgets) => [...document.querySelectorAll(widgets)].filter((one) => one.checkVisibility() && one.getBoundingClientRect().top < innerHeight).every((one) => one.result || one.localName === "ridge-machine" || one.localName === "ridge-model"),
    WIDGETS,
  );
  // Other loads come one after another.
  await page.waitForFunction(() => [...document.querySelectorAll("ridge-load")].every(({ result: { run, curve } }) => curve.length === run.loads.length));
  // The snippets of the builder have the page's own address, which here is another each time.
  await page.evaluate((port) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replaceAll(port, ":8000");
    for (const field of document.querySelectorAll("input, textarea")) if (field.value.includes(port)) field.value = field.value.replaceAll(port, ":8000");
  }, `:${new URL(server.address).port}`);
  let before;
  for (;;) {
    const now = await page.screenshot({ animations: "disabled", caret: "hide" });
    if (before?.equals(now)) return { ...opened, png: now };
    before = now;
  }
}

for (const path of pages)
  test(`screens: ${path} looks as it did, at four widths, light and dark`, async (browser) => {
    const server = await serve(site, {});
    const eye = await open(browser, `${server.address}/glossary.html`);
    const seen = [];
    try {
      const here = `${JSON.stringify(await fontsOf(eye.page))}\n`;
      if (record) writeFileSync(fonts, here);
      const alike = here === readFileSync(fonts, "utf8");
      if (!alike) console.log("      looked at for errors only: the fonts here are not those of the pictures");
      for (const width of Object.keys(SIZES).map(Number))
        for (const theme of THEMES) {
          const name = `${path.replace(/(\/index)?\.html$/, "").replaceAll("/", "-")}-${width}-${theme}`;
          const { png, faults, close } = await screen(browser, server, path, width, theme);
          await close();
          assert.deepEqual(faults, [], name);
          if (!alike) continue;
          const picture = await pictureOf(eye.page, png);
          const kept = `${folder}${name}.webp`;
          if (record) {
            writeFileSync(kept, picture);
            continue;
          }
          assert.ok(existsSync(kept), `${kept} is missing: node tests/browser/screens.mjs --record`);
          const [now, then] = [await blocksOf(eye.page, picture), await blocksOf(eye.page, readFileSync(kept))];
          assert.equal(now.blocks.length, then.blocks.length, `${name} has another size`);
          const other = now.blocks.flatMap((block, place) => (block.some((colour, at) => Math.abs(colour - then.blocks[place][at]) > TOLERANCE) ? [place] : []));
          if (other.length === 0) continue;
          writeFileSync(`${differing}${name}.png`, png);
          const [x, y] = [(place) => (place % now.across) * 2 * BLOCK, (place) => Math.floor(place / now.across) * 2 * BLOCK];
          seen.push(`${name}: ${other.length} of ${now.blocks.length} blocks, from ${Math.min(...other.map(x))}, ${y(other[0])} to ${Math.max(...other.map(x)) + 2 * BLOCK}, ${y(other.at(-1)) + 2 * BLOCK}`);
        }
    } finally {
      await eye.close();
      await server.close();
    }
    assert.deepEqual(seen, [], `screens differ; they are in ${differing}`);
  });

await run({ browsers: record ? 1 : Math.min(2, cpus().length) });
