// What the browser tests share: Chromium, pages that remember what went wrong on them, and a count.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { serve } from "./server.mjs";

// The front end's packages; these tests stand outside its folder.
const require = createRequire(new URL("../../web/package.json", import.meta.url));
const { chromium } = require("playwright-core");

export const axeSource = require("axe-core").source;

const build = process.env.RIDGEPOINT_BUILD ?? fileURLToPath(new URL("../../build", import.meta.url));
export const site = `${build}/site`;
export const dist = `${build}/dist`;
export const release = `${build}/release`;
export const command = `${build}/bin/ridgepoint`;

/** The policy of a strict host: no inline style, no eval; WebAssembly is let in by name. */
export const STRICT = { "content-security-policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'" };

export const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    // The sandbox needs privileges that containers do not give; the pages here are our own.
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });

const tests = [];

/** Registers a case; `run` gets the browser. */
export const test = (name, run) => tests.push({ name, run });

const minute = 60_000;
class Stalled extends Error {}

/** Runs a case, for a minute at the most. */
async function attempt(body, browser) {
  let limit;
  try {
    await Promise.race([
      body(browser),
      new Promise((_, late) => (limit = setTimeout(() => late(new Stalled("still running after a minute")), minute))),
    ]);
  } finally {
    clearTimeout(limit);
  }
}

/** Runs all cases in order; prints each and the count. */
export async function run() {
  const wanted = process.argv[2];
  let browser = await launch();
  let failed = 0;
  let passed = 0;
  for (const { name, run: body } of tests) {
    if (wanted && !name.includes(wanted)) continue;
    let remark = "";
    try {
      await attempt(body, browser).catch(async (error) => {
        if (!(error instanceof Stalled)) throw error;
        // After hundreds of pages a browser stands still now and then; a case that stalls in a new one too has failed.
        remark = " (a second time: the first browser stood still)";
        browser.close().catch(() => {});
        browser = await launch();
        await attempt(body, browser);
      });
      passed += 1;
      console.log(`ok    ${name}${remark}`);
    } catch (error) {
      failed += 1;
      console.log(`FAIL  ${name}\n      ${String(error?.stack ?? error).split("\n").slice(0, 12).join("\n      ")}`);
    }
  }
  await browser.close();
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

/**
 * A page that collects console errors, exceptions and requests to other hosts, and a way to open an
 * address and wait until every widget on it has its engine.
 */
export async function open(browser, address, { context: options = {}, script } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const faults = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (["http:", "https:"].includes(url.protocol) && url.origin !== new URL(address).origin) faults.push(`foreign request: ${url}`);
  });
  if (script) await page.addInitScript(script);
  await page.goto(address);
  return { page, context, faults, close: () => context.close() };
}

/**
 * A case that opens one page of a folder, served for it alone, and ends with the faults it may have. The body gets the
 * page, its server and what `open` gives.
 */
export const visiting = (path, body, { folder = site, pages, headers, faults = [], ...options } = {}) => async (browser) => {
  const server = await serve(folder, { pages, headers });
  const opened = await open(browser, `${server.address}/${path}`, options);
  try {
    await body(opened.page, server, opened);
    assert.deepEqual(opened.faults, faults);
  } finally {
    await opened.close();
    await server.close();
  }
};

/** A page of somebody else's, with an icon so that none is asked for. */
export const hostPage = (body, head = "") =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title><link rel="icon" href="data:,">${head}</head><body>${body}</body></html>`;

export const WIDGETS = "ridge-roofline, ridge-quantization, ridge-sensitivity, ridge-explainer, ridge-routing";

/** Waits until every widget on the page shows a result and has been measured. */
export const settled = (page) =>
  page.waitForFunction((selector) => {
    const widgets = [...document.querySelectorAll(selector)];
    return widgets.length > 0 && widgets.every((widget) => widget.result && widget.shadowRoot.querySelector("svg.drawing")?.childElementCount > 1);
  }, WIDGETS);

/** All text a reader sees in a widget, spaces plain. */
export const textOf = (page, selector) =>
  page.locator(selector).evaluate((widget) => widget.shadowRoot.querySelector(".root").innerText.replace(/[\u00a0\u2009]/g, " "));
