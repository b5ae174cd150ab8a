// Widgets that are moved, many at once, and brought and taken away: what the page keeps of it.

import assert from "node:assert/strict";
import { dist, hostPage, open, settled } from "../browser/harness.mjs";
import { serve } from "../browser/server.mjs";

const MOVES = Number(process.env.RIDGEPOINT_MOVES);
/** What may stay: caches that fill, and what the browser itself keeps. */
const SLACK_BYTES = 1.5e6;
/** Longer than a page puts anything off: a widget that left before its turn is drawn then, and read out 0.7 s later. */
const REST_MS = 3000;

const KINDS = ["roofline", "quantization", "sensitivity", "explainer"];
// A page that adds widgets later loads their scripts itself.
const SCRIPTS = ["ridgepoint", ...KINDS.slice(1)].map((name) => `<script type="module" src="./${name}.js"></script>`).join("");

async function onPage(browser, body, visit) {
  const server = await serve(dist, { pages: { "/favicon.ico": "", "/index.html": hostPage(`${body}${SCRIPTS}`) } });
  const opened = await open(browser, `${server.address}/index.html`);
  opened.page.setDefaultTimeout(300_000);
  try {
    const said = await visit(opened.page);
    assert.deepEqual(opened.faults, []);
    return said;
  } finally {
    await opened.close();
    await server.close();
  }
}

/** Bytes of JavaScript, and nodes, once the page is at rest and what nobody holds is gone. */
async function held(page) {
  await page.waitForTimeout(REST_MS);
  const session = await page.context().newCDPSession(page);
  for (let round = 0; round < 3; round++) await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
  await session.detach();
  return { bytes: usedSize, nodes, listeners: jsEventListeners };
}

const told = (before, after) =>
  `${(before.bytes / 1e6).toFixed(2)} MB, then ${(after.bytes / 1e6).toFixed(2)} MB; ${before.nodes} nodes, then ${after.nodes}; ${before.listeners} listeners, then ${after.listeners}`;

function flat(before, after) {
  assert.ok(after.bytes <= before.bytes + SLACK_BYTES, `the heap grew: ${told(before, after)}`);
  assert.ok(after.nodes <= before.nodes * 1.1 + 50, `nodes stay: ${told(before, after)}`);
  assert.ok(after.listeners <= before.listeners * 1.1 + 50, `listeners stay: ${told(before, after)}`);
  return told(before, after);
}

/** Moves the sliders of every widget in turn, each as far as a reader's hand would; gives how many widgets have a result then. */
const move = (page, moves) =>
  page.evaluate(async (count) => {
    const widgets = [...document.body.children].filter((one) => one.localName.startsWith("ridge-"));
    for (let at = 0; at < count; at++) {
      const widget = widgets[at % widgets.length];
      const sliders = [...widget.shadowRoot.querySelectorAll("input[type=range]")];
      const slider = sliders[Math.floor(at / widgets.length) % sliders.length];
      const [low, high] = [Number(slider.min || 0), Number(slider.max || 100)];
      slider.value = String(low + ((at * 0.618034) % 1) * (high - low));
      slider.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
      await widget.updateComplete;
      // A hand lets go now and then, and the page breathes.
      if (at % 20 === 19) {
        slider.dispatchEvent(new Event("change", { bubbles: true, composed: true }));
        await new Promise((done) => setTimeout(done));
      }
    }
    return widgets.filter((one) => one.result).length;
  }, moves);

const one = `<ridge-roofline loading="eager" url-state></ridge-roofline>`;
const fifty = Array.from({ length: 50 }, (_, at) => `<ridge-${KINDS[at % 4]} loading="eager"></ridge-${KINDS[at % 4]}>`).join("");

export const cases = [
  [`${MOVES} moves of a widget's sliders`, (browser) => onPage(browser, one, async (page) => {
    await settled(page);
    await move(page, Math.ceil(MOVES / 10));
    const before = await held(page);
    assert.equal(await move(page, MOVES), 1);
    return flat(before, await held(page));
  })],
  ["50 widgets on a page, each moved 20 times", (browser) => onPage(browser, fifty, async (page) => {
    await settled(page);
    // What a result weighs depends on the settings: before and after, the sliders stand where the same moves leave them.
    for (let round = 0; round < 2; round++) await move(page, 1000);
    const before = await held(page);
    assert.equal(await move(page, 1000), 50);
    return flat(before, await held(page));
  })],
  ["a widget added and removed 1,000 times", (browser) => onPage(browser, `<ridge-roofline loading="eager"></ridge-roofline>`, async (page) => {
    await settled(page);
    const again = (times) =>
      page.evaluate(async ([count, kinds]) => {
        for (let at = 0; at < count; at++) {
          const widget = document.createElement(`ridge-${kinds[at % kinds.length]}`);
          widget.setAttribute("loading", "eager");
          document.body.append(widget);
          await widget.updateComplete;
          // Some leave before their engine is there, some after.
          for (let waits = 0; at % 2 === 0 && !widget.result && waits < 6000; waits++) await new Promise((done) => setTimeout(done, 10));
          if (at % 2 === 0 && !widget.result) throw new Error(`no result of ${widget.localName} number ${at}`);
          widget.remove();
        }
      }, [times, KINDS]);
    await again(100);
    const before = await held(page);
    await again(1000);
    return flat(before, await held(page));
  })],
];
