// A widget's state in its address, whatever its controls are set to: short enough for any link, and the same request again.

import assert from "node:assert/strict";
import { open, settled, test, visiting } from "./harness.mjs";

const LONGEST = 2000;
const ROUNDS = 3;

/** Left alone: most models do not fit most devices, nor most layouts a model, and then these have nothing to show. */
const LEFT = {
  load: /model|hardware|precision|parallel|prefix|requests$/,
  train: /model|hardware|precision|parallel|batch|interleaving|lora/,
};

/**
 * Sets every control to something that it offers; a choice may bring further controls, which then get their turn. Gives
 * how many were set, and the address before the last change: widgets write it once their reader pauses.
 */
const setAll = (widget, from, left = /^$/) =>
  widget.evaluate(async (element, [start, except]) => {
    let seed = start;
    const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
    const act = {
      "select-one": (box) => (box.value = box.options[Math.floor(random() * box.options.length)].value),
      checkbox: (box) => (box.checked = random() < 0.5),
      range: (box) => (box.value = String(Number(box.min) + Math.round(random() * (Number(box.max) - Number(box.min))))),
    };
    const change = (box) => ["input", "change"].forEach((type) => box.dispatchEvent(new Event(type, { bubbles: true })));
    const controls = () => [...element.shadowRoot.querySelectorAll(".control :is(select, input)")].filter(({ id, type }) => id && act[type] && !new RegExp(except).test(id));
    const done = new Set();
    for (let next; (next = controls().find(({ id }) => !done.has(id))); ) {
      done.add(next.id);
      act[next.type](next);
      change(next);
      await element.updateComplete;
    }
    const before = location.hash;
    const last = controls().find(({ type }) => type === "range");
    last.value = String(Number(last.value) + (last.value === last.max ? -1 : 1) * Number(last.step || 1));
    change(last);
    return { count: done.size, before };
  }, [from, left.source]);

/** The request that the result on the page answers; of a refused field it has the last good value, as the address does. */
const answered = (widget) => widget.evaluate(async (element) => JSON.parse(await (await element.export("json")).text()).request);

// Of a plan that nothing meets there is no drawing to wait for, and most random demands are such.
for (const name of ["roofline", "quantization", "sensitivity", "explainer", "load", "train", "routing"]) {
  test(`address: whatever the controls of ${name} are set to, it is short and brings the same request back`, visiting(`${name}.html`, async (page, server) => {
    await settled(page);
    const widget = page.locator(`ridge-${name}`).first();
    for (let round = 1; round <= ROUNDS; round += 1) {
      const { count, before } = await setAll(widget, round * 7919, LEFT[name]);
      assert.ok(count > 12, String(count));
      await page.waitForFunction((hash) => location.hash !== hash, before);
      const request = await answered(widget);
      const { hash } = new URL(page.url());
      assert.ok(hash.length <= LONGEST, hash);
      const again = await open(page.context().browser(), `${server.address}/${name}.html${hash}`);
      await settled(again.page);
      assert.deepEqual(await answered(again.page.locator(`ridge-${name}`).first()), request);
      await again.close();
    }
  }));
}

for (const name of ["plan", "machine", "model"]) {
  test(`address: what one control of ${name} is moved to comes back`, visiting(`${name}.html`, async (page, server) => {
    await settled(page);
    const widget = page.locator(`ridge-${name}`);
    const before = await answered(widget);
    const slider = widget.locator("[data-field] input[type=range]");
    if (await slider.count()) await slider.first().press("ArrowRight");
    else await widget.locator("[data-field] select").first().press("ArrowDown");
    await page.waitForFunction((tag) => location.hash.startsWith(`#${tag}=1;`), name);
    const moved = await answered(widget);
    assert.notDeepEqual(moved, before);
    const again = await open(page.context().browser(), `${server.address}/${name}.html${new URL(page.url()).hash}`);
    await settled(again.page);
    assert.deepEqual(await answered(again.page.locator(`ridge-${name}`)), moved);
    await again.close();
  }));
}
