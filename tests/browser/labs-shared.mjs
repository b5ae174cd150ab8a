// What the tests of labs share: a site with the sample lab, pages of labs, and a way to the keyboard's next stop.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { offlinePage } from "./archive.mjs";
import { dist, open, settled, site } from "./harness.mjs";
import { serve } from "./server.mjs";

export const here = (name) => fileURLToPath(new URL(name, import.meta.url));
let sampleSite;

/** A site with the sample lab beside the real site's files; built once. */
export function sample() {
  if (sampleSite) return sampleSite;
  sampleSite = mkdtempSync(join(tmpdir(), "ridgepoint-labs-"));
  process.on("exit", () => rmSync(sampleSite, { recursive: true, force: true }));
  const shared = readdirSync(site).filter((name) => /\.(js|wasm|css|svg|txt|webmanifest)$/.test(name));
  for (const name of shared) copyFileSync(join(site, name), join(sampleSite, name));
  execFileSync(process.execPath, [here("../../web/node_modules/vite/bin/vite.js"), "build", "-c", "vite.labs.config.ts", "--outDir", sampleSite, "--logLevel", "error"], {
    cwd: here("../../web"),
    env: { ...process.env, RIDGEPOINT_LABS: here("../web/labs") },
  });
  return sampleSite;
}

/** The lab's page; `body` gets the page and what open() gives. `expected`: faults that a case brings about. */
export const onLab = (body, { root = sample, path = "labs/sample/index.html", offline = false, headers, expected = /(?!)/, ...options } = {}) => async (browser) => {
  const server = await serve(root(), headers ? { headers } : {});
  const opened = await open(browser, offline ? offlinePage(path) : `${server.address}/${path}`, options);
  try {
    await body(opened.page, opened, server);
    assert.deepEqual(opened.faults.filter((fault) => !expected.test(fault)), []);
  } finally {
    await opened.close();
    await server.close();
  }
};

/** The same call, which works each answer out once. What is refused throws, and is asked again. */
const once = (call) => {
  const answers = new Map();
  return (...given) => {
    const asked = JSON.stringify(given);
    if (!answers.has(asked)) answers.set(asked, call(...given));
    return answers.get(asked);
  };
};

async function loadEngine() {
  // Under another name, since Node 18 takes .js outside a package for CommonJS.
  const file = join(sample(), "engine.mjs");
  copyFileSync(`${dist}/engine.js`, file);
  const { score, evaluate, variant } = await (await import(pathToFileURL(file).href)).loadRidgepoint({ calls: "all" });
  return { score: once(score), evaluate: once(evaluate), variant: once(variant) };
}
let loaded;
/** What the labs ask of the engine, in Node: one for all cases, which ask much of the same. */
export const engine = () => (loaded ??= loadEngine());

export const plain = (text) => text.replace(/[\u00a0\u2009]/g, " ").replace(/\s+/g, " ").trim();
export const feedback = async (page, id, pattern) => {
  await page.waitForFunction(([one, source]) => new RegExp(source).test(document.querySelector(`#exercise-${one} .feedback`)?.innerText.replace(/\u00a0/g, " ") ?? ""), [id, pattern.source]);
  return plain(await page.locator(`#exercise-${id} .feedback`).innerText());
};

/**
 * Whether what has the focus, inside a widget too, matches; within the widget named, if one is. From then on Tab leads no further,
 * nor does it while a widget that has come near is still starting: that is waited for here, as by anybody who looks where the next
 * press will lead.
 */
const focused = (page, selector, widget) =>
  page.evaluate(
    async ([wanted, name]) => {
      const reached = () => {
        let at = document.activeElement;
        const home = at?.closest("[data-widget]")?.dataset.widget;
        while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
        return (name === undefined || name === home) && at?.matches(wanted);
      };
      const near = (box) => box.checkVisibility() && box.getBoundingClientRect().top < innerHeight + 500 && box.getBoundingClientRect().bottom > -500;
      const starting = () => [...document.querySelectorAll("[data-widget]")].some((box) => near(box) && box.firstElementChild.result === undefined);
      removeEventListener("keydown", window.tabStays, true);
      if (reached()) return true;
      while (starting()) await new Promise((next) => requestAnimationFrame(next));
      window.tabStays = (event) => event.key === "Tab" && (reached() || starting()) && event.preventDefault();
      addEventListener("keydown", window.tabStays, true);
      return false;
    },
    [selector, widget],
  );

/** Presses at a time: to ask after each where it has led takes longer than the press. */
const AT_ONCE = 10;

/** Goes by Tab, or by Shift and Tab, until the control that a selector names has the focus, inside a widget too. */
export async function tabTo(page, selector, { widget, key = "Tab" } = {}) {
  for (let step = 0; step < 400; step += AT_ONCE) {
    if (await focused(page, selector, widget)) return;
    if (key === "Shift+Tab") await page.keyboard.down("Shift");
    await Promise.all(Array.from({ length: AT_ONCE }, () => page.keyboard.press("Tab")));
    if (key === "Shift+Tab") await page.keyboard.up("Shift");
  }
  assert.fail(`the keyboard does not reach ${selector}${widget ? ` in ${widget}` : ""}`);
}

const pages = readdirSync(join(site, "labs"), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
export const looked = [...pages.map((name) => ({ name, root: () => site, path: `labs/${name}/index.html`, labs: here("../../labs") })), { name: "the sample", root: sample, labs: here("../web/labs"), path: "labs/sample/index.html" }];

/** The page beside a lab's. */
export const noteOf = (path) => path.replace("index.html", "model-note.html");

/** Goes down the page as a reader does, each widget started before the next screen. */
export async function scrollThrough(page) {
  await page.evaluate(async () => {
    const frame = () => new Promise((next) => requestAnimationFrame(next));
    const drawn = (widget) => widget.result && widget.shadowRoot.querySelector("svg.drawing")?.childElementCount > 1;
    const near = (home) => home.getBoundingClientRect().top < innerHeight && home.getBoundingClientRect().bottom > 0;
    scrollTo(0, 0);
    for (let last = -1; scrollY !== last; ) {
      last = scrollY;
      scrollBy({ top: 500, behavior: "instant" });
      await frame();
      await frame();
      while ([...document.querySelectorAll("[data-widget]")].some((home) => near(home) && home.checkVisibility() && !drawn(home.firstElementChild))) await frame();
    }
  });
}

/** The same with everything open: what waits for a prediction is part of the page too. */
export async function readThrough(page) {
  await page.evaluate(() => {
    for (const lock of document.querySelectorAll("[data-after]")) {
      lock.classList.add("open");
      lock.open = true;
    }
    for (const behind of document.querySelectorAll(".behind")) behind.hidden = false;
  });
  await scrollThrough(page);
  if (await page.locator("[data-widget]").count()) await settled(page);
  // Where nothing is stuck to an edge, and so over something else.
  await page.evaluate(() => scrollTo(0, 0));
}

/** The places of figures in a text: their names, or formulas that stand there themselves. */
export const placesIn = (text = "") => [...text.matchAll(/\{\{\s*([\w-]+|=[^|]*\|[^|{}]*?)\s*\}\}/g)].map(([, place]) => place);

/** The two parts of a figure of a lab, by its place in a text. */
export function figureAt({ figures, variables }, place) {
  // A variable is a figure of its own name.
  const own = () => `${place} | ${typeof variables[place] === "number" ? "number" : "name"}`;
  const [formula, format] = (place.startsWith("=") ? place.slice(1) : (figures[place] ?? own())).split("|").map((part) => part.trim());
  return { formula, format: format.split(" ")[0] };
}
