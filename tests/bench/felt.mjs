// How quick each widget feels. On this machine: the time from a cold start, with nothing cached, until the widget has its number,
// and the slowest key. Where a processor is four times slower: the longest task while the widget loads, before which the page
// answers nobody, and the time from a key that moves a slider to the paint of what it changes.

import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { serve } from "../../scripts/lib/serve.mjs";
import { median, report } from "./report.mjs";

const root = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const slowdown = 4;
const visits = 5;
const presses = 40;
const goals_ms = { ready: 1000, key: 100, task: 200, usual: 50, rare: 120 };

/** In the page: what the browser measures itself. */
const watch = () => {
  window.tasks = [];
  window.keys = [];
  const observe = (options, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe(options);
  observe({ type: "longtask", buffered: true }, ({ duration }) => window.tasks.push(duration));
  observe({ type: "event", durationThreshold: 16 }, ({ name, duration }) => name === "keydown" && window.keys.push(duration));
  addEventListener("ridge-ready", () => (window.ready ??= performance.now()));
};

/** Until what was changed is painted, and the browser has nothing else to do. */
const rest = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(done)))));

/** A first visit, in a profile of its own. */
async function visit(browser, address, widget, rate) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate });
  await page.addInitScript(watch);
  await page.goto(`${address}${widget}.html`);
  await page.waitForFunction(() => window.ready);
  await rest(page);
  // Shorter ones than 50 ms are none to the browser.
  const { task, ready } = await page.evaluate(() => ({ task: Math.max(50, ...window.tasks), ready: window.ready }));
  await page.locator(`ridge-${widget} input[type=range]:enabled`).first().focus();
  for (let press = 0; press < presses; press++) {
    await page.keyboard.press(press < presses / 2 ? "ArrowRight" : "ArrowLeft");
    await rest(page);
  }
  const keys = await page.evaluate(() => window.keys);
  await context.close();
  // Nor are shorter ones than 16 ms.
  return { task, ready, keys: [...keys, ...Array.from({ length: presses - keys.length }, () => 16)] };
}

const share = (measured, goal) => `${((100 * measured) / goal).toFixed(0)} %`;

export async function felt(browser) {
  const { server, address } = await serve(root("build/site"), { headers: {} });
  try {
    for (const widget of readdirSync(root("web/widgets"), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name)) {
      const here = [];
      const seen = [];
      for (let round = 0; round < visits; round++) {
        here.push(await visit(browser, address, widget, 1));
        seen.push(await visit(browser, address, widget, slowdown));
      }
      report(`${widget}: a cold start to its number, of ${goals_ms.ready} ms`, share(median(here.map(({ ready }) => ready)), goals_ms.ready), "at most 100 %");
      report(`${widget}: the slowest key to its paint, of ${goals_ms.key} ms`, share(median(here.map((visited) => Math.max(...visited.keys))), goals_ms.key), "at most 100 %");
      const keys = seen.flatMap((visited) => visited.keys).sort((a, b) => a - b);
      report(`${widget}, ${slowdown} x slower: longest task while it loads, of ${goals_ms.task} ms`, share(median(seen.map(({ task }) => task)), goals_ms.task), "at most 100 %");
      report(`${widget}, ${slowdown} x slower: a key to its paint, of ${goals_ms.usual} ms`, share(median(keys), goals_ms.usual), "at most 100 %");
      report(`${widget}, ${slowdown} x slower: 98 in 100 keys, of ${goals_ms.rare} ms`, share(keys[Math.ceil(0.98 * keys.length) - 1], goals_ms.rare), "at most 100 %");
    }
  } finally {
    server.close();
  }
}
