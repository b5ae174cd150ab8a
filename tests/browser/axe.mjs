// What axe finds wrong with a page, in the light and in the dark.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { assertFits } from "./fit.mjs";

const { source } = createRequire(new URL("../../web/package.json", import.meta.url))("axe-core");

/** A phone and a desk. */
const WIDTHS = [360, 1440];
const height = 900;
/** A page that axe looks at is opened as on a phone. */
export const ON_A_PHONE = { colorScheme: "light", viewport: { width: WIDTHS[0], height }, bypassCSP: true };

const EVERY = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] };
/** All that the theme has a say in. */
const OF_COLOURS = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

async function faults(page, runOnly) {
  const { violations } = await page.evaluate((only) => window.axe.run(document, { runOnly: only, resultTypes: ["violations"] }), runOnly);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ target, failureSummary }) => `${target.join(" ")} ${failureSummary?.split("\n")[1] ?? ""}`).join(" | ")}`);
}

/** Most rows of a long table have one shape, and axe takes tens of milliseconds for each of their cells: ten of each shape stay. */
const shorten = (page) =>
  page.evaluate(() => {
    const shape = ({ outerHTML }) => outerHTML.replace(/>[^<]+</g, ">…<").replace(/ (href|id|for|value|data-[\w-]+)="[^"]*"/g, "");
    for (const { rows } of document.querySelectorAll("tbody")) {
      const seen = {};
      for (const row of [...rows]) if ((seen[shape(row)] = (seen[shape(row)] ?? 0) + 1) > 10) row.remove();
    }
  });

async function passesAxeInTheLight(page) {
  await page.emulateMedia({ colorScheme: "light" });
  await page.evaluate(source);
  assert.deepEqual(await faults(page, EVERY), []);
}

async function darken(page) {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await Promise.allSettled(document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime < 1e4).map(({ finished }) => finished));
    if (!matchMedia("(prefers-color-scheme: dark)").matches) throw new Error("the page is still light");
  });
}

async function passesAxeInTheDark(page) {
  await darken(page);
  assert.deepEqual(await faults(page, OF_COLOURS), [], "in the dark");
}

/** The page as it stands, in the light, and its colours in the dark. */
export async function passesAxe(page) {
  await passesAxeInTheLight(page);
  await passesAxeInTheDark(page);
}

/** Widgets draw themselves again when their width has changed. */
async function resize(page, width) {
  await page.setViewportSize({ width, height });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** On a phone and on a desk: what takes a while to load or to measure is there for both. Every page fits. */
export async function passesAxeAtEachWidth(page) {
  for (const width of WIDTHS) {
    await resize(page, width);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  }
  await shorten(page);
  for (const width of WIDTHS) {
    await resize(page, width);
    await passesAxe(page);
  }
}

/** Light and dark, on a phone and on a desk. */
const COMBINATIONS = WIDTHS.flatMap((width) => ["light", "dark"].map((scheme) => ({ width, scheme })));

/** All rules in one combination: for pages made as others are that pass in each. Those of a list take turns by their place in it. */
export async function passesAxeInTurn(page, place) {
  const { width, scheme } = COMBINATIONS[place % COMBINATIONS.length];
  await shorten(page);
  await resize(page, width);
  await (scheme === "dark" ? darken(page) : page.emulateMedia({ colorScheme: scheme }));
  await page.evaluate(source);
  assert.deepEqual(await faults(page, EVERY), [], `${scheme}, ${width} px`);
}

/** At each width, of a widget with all of its parts unfolded, of which none is cut off. */
export async function passesAxeUnfolded(page, widget) {
  await widget.evaluate((element) => element.shadowRoot.querySelectorAll("details").forEach((details) => (details.open = true)));
  await assertFits(page, "at first");
  await passesAxeAtEachWidth(page);
}
