// A lab where keeping answers is hard, for long: two windows, storage that is full, a clock that is set back.

import assert from "node:assert/strict";
import { open } from "../browser/harness.mjs";
import { feedback, sample } from "../browser/labs-shared.mjs";
import { serve } from "../browser/server.mjs";

const KEY = "ridgepoint.lab.sample.2";
const ANSWERS = 100;
const stored = async (page) => JSON.parse(await page.evaluate((key) => localStorage.getItem(key), KEY));
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();

const onLab = (body, script) => async (browser) => {
  const server = await serve(sample());
  const opened = await open(browser, `${server.address}/labs/sample/index.html`, { script });
  try {
    await opened.page.locator("#answer-time:enabled").waitFor();
    const figures = await body(opened.page, opened);
    assert.deepEqual(opened.faults, []);
    return figures;
  } finally {
    await opened.close();
    await server.close();
  }
};

export const cases = [
  ["two windows of a lab take turns", onLab(async (first, { context }) => {
    const second = await context.newPage();
    await second.goto(first.url());
    await second.locator("#answer-time:enabled").waitFor();
    await first.locator("#answer-time").fill("1.54");
    await first.locator("#answer-time").press("Enter");
    await feedback(first, "time", /Right/);
    let told = 0;
    for (let turn = 0; turn < ANSWERS; turn++) {
      const [here, there] = turn % 2 === 0 ? [second, first] : [first, second];
      await here.locator("#not-saved").waitFor();
      told += 1;
      assert.ok((await stored(there)).answers.time, "what the other window saved is there");
      await press(here, "Use the other window’s answers");
      await here.locator("#not-saved").waitFor({ state: "detached" });
      await here.locator("#answer-why").fill(`Turn ${turn}.`);
      await here.waitForFunction(([key, words]) => localStorage.getItem(key).includes(words), [KEY, `Turn ${turn}.`]);
    }
    assert.equal((await stored(first)).answers.time.value, 1.54);
    return `${ANSWERS} turns, told ${told} times, the first answer still there`;
  })],
  ["storage is full, and has room again", onLab(async (page) => {
    const filled = await page.evaluate(() => {
      for (let size = 2 ** 22; size >= 1; size /= 2) {
        try {
          for (;;) localStorage.setItem(`fill${Math.random()}`, "x".repeat(size));
        } catch { /* no room for so much */ }
      }
      return Object.values(localStorage).join("").length;
    });
    await page.locator("#answer-time").fill("1.54");
    await page.locator("#answer-time").press("Enter");
    await feedback(page, "time", /Right/);
    await page.locator("#not-saved").waitFor();
    const words = await page.locator("#not-saved").innerText();
    assert.match(words, /no room left/);
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("fill")).forEach((key) => localStorage.removeItem(key)));
    await page.locator("#answer-why").fill("Bytes.");
    await page.locator('#saved[data-saved="true"]').waitFor();
    await page.reload();
    await feedback(page, "time", /Right/);
    return `${(filled / 1e6).toFixed(1)} million characters; “${words.split("\n")[0]}” With room again the answer is saved, and there after a reload`;
  })],
  ["the clock is set back a day between answers", onLab(async (page) => {
    await page.locator("#answer-time").fill("1.54");
    await page.locator("#answer-time").press("Enter");
    await feedback(page, "time", /Right/);
    await page.evaluate(() => (window.clockBack = 86_400_000));
    await page.locator("#answer-why").fill("Bytes.");
    await page.locator('#saved[data-saved="true"]').waitFor();
    await page.reload();
    await feedback(page, "time", /Right/);
    assert.equal(await page.locator("#answer-why").inputValue(), "Bytes.");
    const { started_at, answers } = await stored(page);
    return `begun ${started_at.slice(0, 10)}, answered ${answers.time.at.slice(0, 10)}; both answers there after a reload`;
  }, () => {
    const { now } = Date;
    const Real = Date;
    globalThis.Date = class extends Real {
      constructor(...given) {
        super(...(given.length > 0 ? given : [now() - (window.clockBack ?? 0)]));
      }
      static now() {
        return now() - (window.clockBack ?? 0);
      }
    };
  })],
];
