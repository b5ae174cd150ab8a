// How quick each widget feels where a processor is four times slower than this one: the longest task while it loads, before
// which the page answers nobody, and the time from a key that moves a slider to the paint of what it changes.

import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { serve } from "../../scripts/lib/serve.mjs";
import { median, report } from "./report.mjs";

const root = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const slowdown = 4;
const visits = 5;
const presses = 40;
const goals_ms = { task: 200, usual: 50, rare: 120 };

/** In the page: what the browser measures itself. */
const watch = () => {
  window.tasks = [];
  window.keys = [];
  const observe = (options, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe(options);
  observe({ type: "longtask", buffered: true }, ({ duration }) => window.tasks.push(duration));
  observe({ type: "event", durationThreshold: 16 }, ({ name, duration }) => name === "keydown" && window.keys.push(duration));
  addEventListener("ridge-ready", () => (window.isReady = true));
};

/** Until what was changed is painted, and the browser has nothing else to do. */
const rest = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(done)))));

async function visit(browser, address, widget) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.addInitScript(watch);
  await page.goto(`${address}${widget}.html`);
  await page.waitForFunction(() => window.isReady);
  await rest(page);
  // Shorter ones than 50 ms are none to the browser.
  const task = await page.evaluate(() => Math.max(50, ...window.tasks));
  await page.locator(`ridge-${widget} input[type=range]:enabled`).first().focus();
  for (let press = 0; press < presses; press++) {
    await page.keyboard.press(press < presses / 2 ? "ArrowRight" : "ArrowLeft");
    await rest(page);
  }
  const keys = await page.evaluate(() => window.keys);
  await context.close();
  // Nor are shorter ones than 16 ms.
  return { task, keys: [...keys, ...Array.from({ length: presses - keys.length }, () => 16)] };
}

const share = (measured, goal) => `${((100 * measured) / goal).toFixed(0)} %`;

export async function felt(browser) {
  const { server, address } = await serve(root("build/site"), { headers: {} });
  try {
    for (const widget of readdirSync(root("web/widgets"), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name)) {
      const seen = [];
      for (let round = 0; round < visits; round++) seen.push(await visit(browser, address, widget));
      const keys = seen.flatMap((visited) => visited.keys).sort((a, b) => a - b);
      report(`${widget}, ${slowdown} x slower: longest task while it loads, of ${goals_ms.task} ms`, share(median(seen.map(({ task }) => task)), goals_ms.task), "at most 100 %");
      report(`${widget}, ${slowdown} x slower: a key to its paint, of ${goals_ms.usual} ms`, share(median(keys), goals_ms.usual), "at most 100 %");
      report(`${widget}, ${slowdown} x slower: 98 in 100 keys, of ${goals_ms.rare} ms`, share(keys[Math.ceil(0.98 * keys.length) - 1], goals_ms.rare), "at most 100 %");
    }
  } finally {
    server.close();
  }
}
