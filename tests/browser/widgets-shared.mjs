// What the tests of single widgets share.

import assert from "node:assert/strict";
import { settled, visiting } from "./harness.mjs";

/** Opens a page of the site, runs the body, and fails on anything that went to the console. */
export const onSite = (path, body, options) => visiting(path, async (page, _, opened) => {
  await settled(page);
  await body(page, opened);
}, options);

export const near = (actual, expected, tolerance = 0.005) =>
  assert.ok(Math.abs(actual / expected - 1) <= tolerance, `${actual} is not within ${tolerance} of ${expected}`);

export const result = (page, selector) => page.locator(selector).evaluate((widget) => widget.result);

/** What a run says where one of its files is not there; `meanwhile` is done before the file is there again. */
export async function saidWithout(file, page, widget, meanwhile = () => {}) {
  const address = (url) => url.pathname.endsWith(`/${file}`);
  await page.context().route(address, (route) => route.fulfill({ status: 404 }));
  await widget.getByRole("button", { name: "Run" }).click();
  const refusal = widget.locator(".refused[role=alert]");
  await refusal.waitFor();
  const said = await refusal.innerText();
  await meanwhile();
  await page.context().unroute(address);
  return said;
}

/** Before what is asserted of no figure: a clock fifty times as fast, by which every timing has soon taken long enough; and what else the measuring script begins with. */
export const hurry = (page, beginning = "") =>
  page.context().route((url) => /\/bench\.js$/.test(url.pathname), async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `{ const now = performance.now.bind(performance); performance.now = () => 50 * now(); } ${beginning}${await response.text()}` });
  });

/** For `script`: adds up in window.shift how far things move by themselves. */
export const watchShift = () => {
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
};

/** Until what was changed is laid out and painted. */
export const resting = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

export const readPoints = async (page, host, name) => {
  const figure = page.locator(host).locator(`figure:has([data-name="${name}"])`);
  await figure.locator(".plot").focus();
  const said = [];
  for (;;) {
    await page.keyboard.press("ArrowRight");
    const text = (await figure.locator(".readout").innerText()).replace(/[\u00a0\u2009]/g, " ");
    if (said.includes(text)) return said;
    said.push(text);
  }
};

/** Nothing of what else is simulated is still to come. */
export const foreseen = (page, name) => page.waitForFunction((tag) => !document.querySelector(tag).shadowRoot.textContent.includes("about …"), `ridge-${name}`);
