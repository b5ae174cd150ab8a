// Some hundreds of states in the browser that readers have, drawings and all; tests/web/states_test.ts tries thousands without one.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { settled, test, visiting } from "./harness.mjs";

const widgets = readdirSync(new URL("../../web/widgets", import.meta.url), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);

const ROUNDS = 60;

/** Sets some fields to what their controls offer; gives what is wrong with what then stands there. */
const tried = ({ element, seed: from, rounds }) => {
  let seed = from;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const pick = (list) => list[Math.floor(random() * list.length)];
  const act = {
    "select-one": (box) => (box.value = pick([...box.options]).value),
    checkbox: (box) => (box.checked = random() < 0.5),
    range: (box) => (box.value = String(Math.round(random() * Number(box.max)))),
  };
  const step = async () => {
    for (let count = 0; count < 4; count += 1) {
      const box = pick([...element.shadowRoot.querySelectorAll(".control :is(select, input)")].filter(({ type, disabled }) => act[type] && !disabled));
      act[box.type](box);
      for (const type of ["input", "change"]) box.dispatchEvent(new Event(type, { bubbles: true }));
      await element.updateComplete;
    }
    const root = element.shadowRoot;
    if (root.querySelector(".failed")) return root.querySelector(".failed pre").textContent;
    const html = root.innerHTML.replace(/<!--[^]*?-->/g, "");
    const at = html.search(/NaN|undefined|Infinity|\[object/);
    return at < 0 ? "" : html.slice(Math.max(0, at - 120), at + 60);
  };
  return (async () => {
    for (let round = 0; round < rounds; round += 1) {
      const wrong = await step();
      if (wrong) return `${wrong}\n${JSON.stringify(element.request)}`;
      if (round % 10 === 9) element.reset();
    }
    return "";
  })();
};

for (const name of widgets) {
  test(`states: ${name} shows a result or refuses, whatever its controls are set to`, visiting(`${name}.html`, async (page) => {
    await settled(page);
    const element = await page.locator(`ridge-${name}`).elementHandle();
    assert.equal(await page.evaluate(tried, { element, seed: 7919, rounds: ROUNDS }), "");
  }));
}

test("states: quantization draws a curve of a single point", visiting("quantization.html#quantization=1;hardware=RTX4090;context=30929", async (page) => {
  await settled(page);
  assert.equal(await page.locator("ridge-quantization .failed").count(), 0);
}));
