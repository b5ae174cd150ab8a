// Labs entered in the middle: by a link to an exercise, or by a jump. Widgets above the reader's place are drawn only
// then and take more room than was kept for them; what is read must stay where it is.

import assert from "node:assert/strict";
import { test } from "./harness.mjs";
import { looked, onLab } from "./labs-shared.mjs";

/**
 * Counts what shifts, and keeps the engine back until the reader has arrived. A jump and a widget that grows in one frame
 * would count as a shift, as the browser takes the length of the jump from the one and not from the other.
 */
const measureShift = () => {
  const { fetch } = window;
  const arrived = new Promise((resolve) => (window.arrived = resolve));
  window.fetch = async (...request) => {
    const answer = await fetch(...request);
    if (answer.url.endsWith(".wasm")) await arrived;
    return answer;
  };
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shift += value;
  }).observe({ type: "layout-shift", buffered: true });
};

/** Where the target is at first, and once every widget near it has been drawn and painted. */
const watched = (page, id, jump) =>
  page.evaluate(
    async ([wanted, jumps]) => {
      const frame = () => new Promise((next) => requestAnimationFrame(next));
      const near = (home) => home.checkVisibility() && home.getBoundingClientRect().top < innerHeight + 500 && home.getBoundingClientRect().bottom > -500;
      const drawn = ({ result, shadowRoot }) => result && shadowRoot.querySelector("svg.drawing")?.childElementCount > 1;
      const target = document.getElementById(wanted);
      if (jumps) target.scrollIntoView({ behavior: "instant" });
      // The second comes when the first has been painted.
      await frame();
      await frame();
      const first = target.getBoundingClientRect().top;
      window.arrived();
      for (let calm = 0; calm < 8; ) {
        await frame();
        calm = [...document.querySelectorAll("[data-widget]")].some((home) => near(home) && !drawn(home.firstElementChild)) ? 0 : calm + 1;
      }
      return { moved: Math.abs(target.getBoundingClientRect().top - first), shift: window.shift };
    },
    [id, jump],
  );

for (const { name, path, ...where } of looked) {
  for (const width of [360, 1280]) {
    test(`labs: ${name} does not move under a reader who comes by a link or jumps, at ${width} px`, async (browser) => {
      const how = { ...where, script: measureShift, context: { viewport: { width, height: 900 } } };
      let ids;
      await onLab(async (page) => {
        // The places beside widgets, where there is something to be moved.
        ids = await page.evaluate(() => [...new Set([...document.querySelectorAll("[data-widget]")].flatMap((home) => {
          const later = [...document.querySelectorAll(".prose [id]:is(section, h2)")].filter((one) => one.checkVisibility());
          return later.filter((one) => home.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING).slice(0, 1).map(({ id }) => id);
        }))]);
      }, { ...how, path })(browser);
      assert.ok(ids.length > 0);
      for (const id of ids) {
        for (const jump of [false, true]) {
          await onLab(async (page) => {
            const { moved, shift } = await watched(page, id, jump);
            const told = `#${id} ${jump ? "jumped to" : "linked to"}`;
            assert.ok(moved <= 2, `${told} moved by ${moved} px`);
            assert.ok(shift <= 0.02, `${told} has a layout shift of ${shift}`);
          }, { ...how, path: jump ? path : `${path}#${id}` })(browser);
        }
      }
    });
  }
}
