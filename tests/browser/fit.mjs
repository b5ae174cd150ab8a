// What does not fit the width of a phone.

import assert from "node:assert/strict";

/** Phones that are still in use, and the usual one. */
export const PHONES = [320, 360, 390];

/** A phone's scrollbars take no room. */
export const phone = (width) => ({ viewport: { width, height: 780 }, isMobile: true, hasTouch: true });

/** What is cut off at a side, though it may scroll there, in widgets too: a table, a formula, code, a line of settings, and text beyond the page's edge. */
const cutOff = (page) =>
  page.evaluate(() => {
    const within = (root) => [...root.querySelectorAll("*")].flatMap((one) => (one.shadowRoot ? [one, ...within(one.shadowRoot)] : [one]));
    const edge = document.documentElement.clientWidth;
    const said = (one, what) => `${one.localName}${one.className.baseVal ?? `.${one.className}`} ${what}: ${one.textContent.trim().replace(/\s+/g, " ").slice(0, 80)}`;
    return within(document.body).flatMap((one) => {
      if (!one.checkVisibility() || one.matches(".unseen, .unseen *")) return [];
      const { scrollWidth, clientWidth } = one;
      // Widths are rounded to whole pixels each.
      const scrolls = /auto|scroll/.test(getComputedStyle(one).overflowX) && scrollWidth > clientWidth + 1;
      const { left, right } = one.localName === "text" ? one.getBoundingClientRect() : { left: 0, right: 0 };
      return [...(scrolls ? [said(one, `is ${scrollWidth} px wide in ${clientWidth}`)] : []), ...(left < -1 || right > edge + 1 ? [said(one, `goes from ${left} to ${right} px of ${edge}`)] : [])];
    });
  });

/** Fails with what is cut off, and where it was looked at. */
export async function assertFits(page, where) {
  const cut = await cutOff(page);
  assert.equal(cut.length, 0, `${where}: ${cut.join("; ")}`);
}
