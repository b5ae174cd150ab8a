// What the browser tests share: Chromium, pages that remember what went wrong on them, and a count.

import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { chromiumPath } from "../../scripts/lib/chromium.mjs";
import { secure } from "../../scripts/lib/serve.mjs";
import { serve } from "./server.mjs";

// The front end's packages; these tests stand outside its folder.
const require = createRequire(new URL("../../web/package.json", import.meta.url));
const { chromium } = require("playwright-core");

const build = process.env.RIDGEPOINT_BUILD ?? fileURLToPath(new URL("../../build", import.meta.url));
export const site = `${build}/site`;
export const dist = `${build}/dist`;
export const release = `${build}/release`;
export const command = `${build}/bin/ridgepoint`;

/** The policy of a strict host: no inline style, no eval; WebAssembly is let in by name. */
export const STRICT = { "content-security-policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'" };

/** The policy of a host that lets no WebAssembly run. */
export const FORBIDDING = { "content-security-policy": "default-src 'self' data:; script-src 'self'" };

export const launch = () =>
  chromium.launch({
    executablePath: chromiumPath(),
    // The sandbox needs privileges that containers do not give; the pages here are our own.
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });

const tests = [];

/** Registers a case; `run` gets the browser. Its name is its own. */
export const test = (name, run) => {
  assert.ok(tests.every((one) => one.name !== name), `two cases are called ${name}`);
  tests.push({ name, run });
};

/** Two cases run at a time, on machines with two slow cores too. */
const limit_ms = 120_000;
class Stalled extends Error {}

/** Runs a case, for two minutes at the most. One that gives a function back has made its case and not run it. */
async function attempt(body, browser) {
  let limit;
  try {
    const given = await Promise.race([
      body(browser),
      new Promise((_, late) => (limit = setTimeout(() => late(new Stalled("still running after two minutes")), limit_ms))),
    ]);
    assert.notEqual(typeof given, "function", "the case is a function that nothing has called");
  } finally {
    clearTimeout(limit);
  }
}

/** After some hundreds of pages a browser stands still now and then, so a new one takes over before that. */
const cases_a_browser = 100;

/** A browser that runs cases one after the other; each gives what there is to say of it, and whether it passed. */
class Runner {
  performed = 0;

  async perform({ name, run }) {
    let remark = "";
    const start = Date.now();
    try {
      if (this.performed++ % cases_a_browser === 0) await this.close();
      this.browser ??= await launch();
      await attempt(run, this.browser).catch(async (error) => {
        if (!(error instanceof Stalled)) throw error;
        // A case that stalls in a new browser too has failed.
        remark = " (a second time: the first browser stood still)";
        this.browser.close().catch(() => {});
        this.browser = await launch();
        await attempt(run, this.browser);
      });
      return { good: true, words: `ok    ${name}${remark} (${((Date.now() - start) / 1000).toFixed(1)} s)` };
    } catch (error) {
      return { good: false, words: `FAIL  ${name}\n      ${String(error?.stack ?? error).split("\n").slice(0, 12).join("\n      ")}` };
    }
  }

  async close() {
    const last = this.browser;
    this.browser = undefined;
    await last?.close();
  }
}

/** The same in a process of its own, which has loaded the same cases. */
class ForkedRunner {
  process = fork(process.argv[1], process.argv.slice(2));

  async perform(one) {
    const over = new AbortController();
    this.process.send(one.name);
    const [said] = await Promise.race([once(this.process, "message", over), once(this.process, "exit", over)]);
    over.abort();
    if (said?.words) return said;
    this.process = fork(process.argv[1], process.argv.slice(2));
    return { good: false, words: `FAIL  ${one.name}\n      its process ended` };
  }

  close() {
    this.process.disconnect();
  }
}

async function performForParent() {
  const runner = new Runner();
  // By name: files that wait for something before they register their cases do so in an order of their own each time.
  process.on("message", async (name) => process.send(await runner.perform(tests.find((one) => one.name === name))));
  await once(process, "disconnect");
  await runner.close();
  // A case that stood still may have left a server behind.
  process.exit();
}

/** Runs the cases whose names hold the words given, in as many browsers as wanted; prints each and the count. */
export async function run({ browsers = 1 } = {}) {
  if (process.send) return performForParent();
  const wanted = process.argv[2];
  const left = tests.filter(({ name }) => !wanted || name.includes(wanted));
  const count = { true: 0, false: 0 };
  const tell = ({ good, words }) => {
    count[good] += 1;
    console.log(words);
  };
  async function runSome(runner) {
    while (left.length > 0) tell(await runner.perform(left.shift()));
    await runner.close();
  }
  try {
    chromiumPath();
    const wide = Math.min(browsers, left.length);
    await Promise.all(wide > 1 ? Array.from({ length: wide }, () => runSome(new ForkedRunner())) : [runSome(new Runner())]);
  } catch ({ message }) {
    tell({ good: false, words: `FAIL  ${message}` });
  }
  console.log(`${count.true} passed, ${count.false} failed`);
  process.exitCode = count.false > 0 || count.true === 0 ? 1 : 0;
}

/** What a page is told of its surroundings, and may be told anew. */
const USUAL = { viewport: { width: 1280, height: 900 }, colorScheme: "light", reducedMotion: "no-preference", forcedColors: "none" };
/** What else a context was made with, and cannot be told any more. */
const kindOf = (options) => JSON.stringify(Object.entries(options).filter(([name]) => !(name in USUAL)).sort());

/** By their browser and kind, pages that cases have left: what a page's process has compiled, it need not compile for the next case. */
const spares = new WeakMap();
const sparesOf = (browser) => spares.get(browser) ?? spares.set(browser, new Map()).get(browser);
const SPARES_KEPT = 3;

/** What stays with a page, or with its context, for good. */
const LASTING = {
  page: ["route", "addInitScript", "exposeFunction", "exposeBinding"],
  context: ["route", "addInitScript", "exposeFunction", "exposeBinding", "newPage", "newCDPSession", "grantPermissions", "setOffline", "addCookies"],
};

async function newPage(browser, options, script) {
  const context = await browser.newContext({ ...USUAL, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  if (script) await page.addInitScript(script);
  const own = { page, context, kind: kindOf(options), devtools: await context.newCDPSession(page), isChanged: script !== undefined };
  for (const [owner, names] of Object.entries(LASTING)) {
    for (const name of names) {
      const does = own[owner][name].bind(own[owner]);
      own[owner][name] = (...given) => {
        own.isChanged = true;
        return does(...given);
      };
    }
  }
  return own;
}

async function sparePage(browser, options) {
  const kept = sparesOf(browser);
  const own = kept.get(kindOf(options));
  if (!own) return undefined;
  kept.delete(own.kind);
  const { viewport, ...media } = Object.fromEntries(Object.entries({ ...USUAL, ...options }).filter(([name]) => name in USUAL));
  await own.page.setViewportSize(viewport);
  await own.page.emulateMedia({ media: null, ...media });
  return own;
}

/** Leaves a page for the next case as if nobody had been there; closes it where that cannot be. */
async function leave(browser, own) {
  const { page, context, devtools, kind } = own;
  const kept = sparesOf(browser);
  const { origin, protocol } = new URL(page.url());
  if (kept.has(kind) || own.isChanged || context.pages().length > 1 || protocol !== "http:") return context.close();
  try {
    await page.mouse.move(-1, -1);
    await page.goto("about:blank");
    await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  } catch {
    // One that asks before it is left, say.
    return context.close();
  }
  page.removeAllListeners();
  kept.set(kind, own);
  const [[oldest, last]] = kept;
  if (kept.size <= SPARES_KEPT) return undefined;
  kept.delete(oldest);
  return last.context.close();
}

/**
 * A page that collects console errors, exceptions and requests to other hosts, and a way to open an
 * address and wait until every widget on it has its engine.
 */
export async function open(browser, address, { context: options = {}, script } = {}) {
  const own = (!script && address.startsWith("http:") && (await sparePage(browser, options))) || (await newPage(browser, options, script));
  const { page, context } = own;
  const faults = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (["http:", "https:"].includes(url.protocol) && url.origin !== new URL(address).origin) faults.push(`foreign request: ${url}`);
  });
  await page.goto(address);
  return { page, context, faults, close: () => leave(browser, own) };
}

/**
 * A case that opens one page of a folder, served for it alone, and ends with the faults it may have. The body gets the
 * page, its server and what `open` gives. Pages of the site come with the headers that scripts/serve sends.
 */
export const visiting = (path, body, { folder = site, pages, headers = folder === site && !pages ? secure : {}, faults = [], ...options } = {}) => async (browser) => {
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

/** Keeps the page's requests for the pattern unanswered. What it gives waits for the first of them, or for one by its number, as a route. */
export async function holding(page, pattern) {
  const held = [];
  await page.route(pattern, (route) => void held.push(route));
  return async (index = 0) => {
    while (held.length <= index) await page.evaluate(() => new Promise(requestAnimationFrame));
    return held[index];
  };
}

/** A page of somebody else's, with an icon so that none is asked for. */
export const hostPage = (body, head = "") =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title><link rel="icon" href="data:,">${head}</head><body>${body}</body></html>`;

export const WIDGET_NAMES = readdirSync(new URL("../../web/widgets/", import.meta.url), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
export const WIDGETS = WIDGET_NAMES.map((name) => `ridge-${name}`).join(", ");

/** Waits until every widget on the page shows a result and has been measured. */
export const settled = (page) =>
  page.waitForFunction((selector) => {
    const widgets = [...document.querySelectorAll(selector)];
    return widgets.length > 0 && widgets.every((widget) => widget.result && widget.shadowRoot.querySelector("svg.drawing")?.childElementCount > 1);
  }, WIDGETS);

/** All text a reader sees in a widget, spaces plain; without what is only spoken, which comes after a pause. */
export const textOf = (page, selector) =>
  page.locator(selector).evaluate((widget) => [...widget.shadowRoot.querySelector(".root").children].filter((part) => !part.matches(".live")).map(({ innerText }) => innerText).join("\n").replace(/[\u00a0\u2009]/g, " "));
