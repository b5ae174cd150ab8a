// Nothing of a widget runs off a phone: no table of its numbers, no line of settings, no word of a drawing; in either language.

import assert from "node:assert/strict";
import { assertFits, phone, PHONES } from "./fit.mjs";
import { settled, test, visiting, WIDGET_NAMES } from "./harness.mjs";
import { resting } from "./widgets-shared.mjs";

const unfold = (page, name) => page.locator(`ridge-${name}`).evaluate((widget) => widget.shadowRoot.querySelectorAll("details").forEach((details) => (details.open = true)));

for (const folder of ["", "es/"]) {
  for (const name of WIDGET_NAMES) {
    test(`phones: nothing of ${folder}${name} is cut off, at first or as its page sets it`, visiting(`${folder}${name}.html`, async (page) => {
      await settled(page);
      const fits = async (state) => {
        await unfold(page, name);
        for (const width of PHONES) {
          await page.setViewportSize({ width, height: 780 });
          await resting(page);
          await assertFits(page, `${state}, at ${width} px`);
        }
      };
      await fits("at first");
      const tries = page.locator("a.try");
      for (let index = 0; index < (await tries.count()); index += 1) {
        await tries.nth(index).click();
        await resting(page);
        await fits(await tries.nth(index).innerText());
      }
    }, { context: phone(PHONES[0]) }));
  }
}

for (const path of ["index.html", "es/index.html", "gallery.html", "es/gallery.html", "glossary.html", "es/glossary.html", "embed.html", "labs/index.html", "labs/teach.html", "labs/course.html", "labs/grading.html"]) {
  test(`phones: nothing of ${path} is cut off`, visiting(path, async (page) => {
    for (const width of PHONES) {
      await page.setViewportSize({ width, height: 780 });
      await resting(page);
      await assertFits(page, `at ${width} px`);
    }
  }, { context: phone(PHONES[0]) }));
}

// The machine and the model have nothing to show before they run.
for (const name of WIDGET_NAMES.filter((one) => !/^(machine|model)$/.test(one))) {
  test(`phones: each part of ${name} that stands alone is at most 480 px high, on a phone and on a desk`, visiting(`embed.html?widget=${name}`, async (page, { address }) => {
    await settled(page);
    const views = await page.locator(`ridge-${name}`).evaluate((widget) => [...widget.constructor.views, "table"]);
    for (const view of views) {
      await page.goto(`${address}/embed.html?widget=${name}&view=${view}`);
      await page.locator(`ridge-${name}`).locator("svg.drawing:visible, .scroll table:visible").first().waitFor();
      for (const width of [360, 1000]) {
        await page.setViewportSize({ width, height: 780 });
        await resting(page);
        const height = await page.locator(`ridge-${name}`).evaluate((widget) => widget.getBoundingClientRect().height);
        assert.ok(height <= 480, `${view} at ${width} px: ${height}`);
        if (view !== "table") assert.equal(await page.locator(`ridge-${name} .scroll table:visible`).count(), 0, `${view}: a table beside it`);
      }
    }
  }));
}
