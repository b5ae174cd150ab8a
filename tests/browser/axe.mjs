// What axe finds wrong with a page, in the light and in the dark.

import assert from "node:assert/strict";
import { createRequire } from "node:module";

const { source } = createRequire(new URL("../../web/package.json", import.meta.url))("axe-core");

/** A phone and a desk. */
export const WIDTHS = [360, 1440];
export const axeAt = (width) => ({ colorScheme: "light", viewport: { width, height: 900 }, bypassCSP: true });

const EVERY = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] };
/** All that the theme has a say in. */
const OF_COLOURS = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

async function faults(page, runOnly) {
  const { violations } = await page.evaluate((only) => window.axe.run(document, { runOnly: only, resultTypes: ["violations"] }), runOnly);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ target, failureSummary }) => `${target.join(" ")} ${failureSummary?.split("\n")[1] ?? ""}`).join(" | ")}`);
}

/** The page as it stands, opened as `axeAt` says, and then its colours in the other theme. */
export async function passesAxe(page) {
  await page.evaluate(source);
  assert.deepEqual(await faults(page, EVERY), []);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await Promise.allSettled(document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime < 1e4).map(({ finished }) => finished));
    if (!matchMedia("(prefers-color-scheme: dark)").matches) throw new Error("the page is still light");
  });
  assert.deepEqual(await faults(page, OF_COLOURS), [], "in the dark");
}

/** The same of a widget with all of its parts unfolded, which fits the page. */
export async function passesAxeUnfolded(page, widget) {
  await widget.evaluate((element) => element.shadowRoot.querySelectorAll("details").forEach((details) => (details.open = true)));
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await passesAxe(page);
}
