// Each lab on a phone, by taps: every question answered absurdly, then wrong, then right, from the first to the submission.
// `node tests/browser/labs-touch.mjs [part of a name]`; needs the build.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpus } from "node:os";
import { command, run, test } from "./harness.mjs";
import { ANY, changed, far, offered, reach, requestOf } from "./labs-answers.mjs";
import { engine, looked, onLab, plain } from "./labs-shared.mjs";

const PHONE = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };
const ABSURD = ["", "abc", "1e999", "−∞", "1e400%"];

/** Taps the button of an exercise, and gives what the page then says of it. */
async function check(page, id) {
  const box = page.locator(`#exercise-${id} .feedback`);
  await box.evaluate((home) => home.replaceChildren());
  await page.locator(`#exercise-${id} button[type=submit]`).tap();
  await page.waitForFunction((one) => document.querySelector(`#exercise-${one} .feedback`).innerText.trim() || document.querySelector(`#exercise-${one} [role=alert]`)?.innerText.trim(), id);
  return plain(await page.locator(`#exercise-${id}`).innerText());
}

async function rank(page, id, keys) {
  const standing = () => page.locator(`#exercise-${id} [data-item]`).evaluateAll((all) => all.map((one) => one.dataset.item));
  for (const [place, key] of keys.entries())
    while ((await standing()).indexOf(key) > place) await page.locator(`#exercise-${id} [data-item="${key}"] .up`).tap();
}

async function give(page, { kind, id, cells }, value) {
  if (kind === "choice") await page.locator(`#exercise-${id} label`, { has: page.locator(`input[value="${value}"]`) }).tap();
  else if (kind === "order") await rank(page, id, value);
  else if (cells) for (const [cell, one] of Object.entries(value)) await page.locator(`#answer-${id}-${cell}`).fill(String(one));
  else await page.locator(`#answer-${id}`).fill(String(value));
}

/** What is no answer is refused beside its field and costs no try. */
async function absurd(page, exercise) {
  const fields = exercise.cells ? Object.keys(exercise.cells).map((cell) => `#answer-${exercise.id}-${cell}`) : exercise.kind === "number" ? [`#answer-${exercise.id}`] : [];
  for (const text of fields.length > 0 ? ABSURD : []) {
    for (const field of fields) await page.locator(field).fill(text);
    const said = await check(page, exercise.id);
    assert.doesNotMatch(said, /Right\.|tries left|NaN|undefined|Infinity/, `${exercise.id}, ${JSON.stringify(text)}: ${said}`);
  }
}

for (const { name, ...where } of looked.filter((one) => one.name !== "the sample")) {
  test(`touch: ${name} is completed by taps on a phone, whatever is typed first, and grade gives its points`, onLab(async (page) => {
    const asked = await engine();
    const lab = JSON.parse(await page.locator("#lab").textContent());
    const expectedOf = (exercise) => ANY[exercise.kind] && asked.score({ exercise, answer: ANY[exercise.kind](exercise), variables: lab.variables, definitions: lab.definitions }).expected;
    const inOrder = (await page.locator("[data-exercise]").evaluateAll((all) => all.map((one) => one.dataset.exercise))).map((id) => lab.exercises.find((one) => one.id === id));
    for (const exercise of inOrder) {
      const { id, kind } = exercise;
      const expected = expectedOf(exercise);
      await page.locator(`#exercise-${id}`).scrollIntoViewIfNeeded();
      if (kind === "text") {
        await page.locator(`#answer-${id}`).fill("In my own words.");
        assert.match(await check(page, id), /Kept|Recorded/);
        continue;
      }
      if (kind === "estimates") {
        await absurd(page, exercise);
        await give(page, exercise, Object.fromEntries(Object.keys(exercise.cells).map((cell) => [cell, 2.5])));
        assert.match(await check(page, id), /Recorded/);
        continue;
      }
      if (kind === "setting") {
        await page.locator(`#widget-${exercise.widget}`).scrollIntoViewIfNeeded();
        await page.waitForFunction((widget) => document.querySelector(`#widget-${widget} > *`).result, exercise.widget);
        const request = await requestOf(page, exercise.widget);
        const changes = reach(asked, exercise, lab, request, await offered(page, exercise.widget));
        // Where the way leads through a control that must be shown first, the keyboard's walk takes it.
        if (!changes) continue;
        await page.locator(`#widget-${exercise.widget} > *`).evaluate((element, wanted) => new Promise((done) => {
          element.addEventListener("ridge-change", done, { once: true });
          element.request = wanted;
        }).then(() => null), changed(request, changes));
      } else {
        await absurd(page, exercise);
        if (!exercise.predict) {
          const wrong = kind === "choice" ? Object.keys(exercise.options).find((one) => one !== expected) : kind === "number" ? far(expected) : kind === "order" ? [...expected].reverse() : Object.fromEntries(Object.entries(expected).map(([cell, value]) => [cell, far(value)]));
          await give(page, exercise, wrong);
          assert.match(await check(page, id), /Not yet|Partly/);
        }
        await give(page, exercise, expected);
      }
      assert.match(await check(page, id), /Right\.|You predicted|Recorded/);
    }
    await page.locator("#submission").scrollIntoViewIfNeeded();
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#submission button[type=submit]").tap()]);
    const [graded] = JSON.parse(execFileSync(command, ["grade", "--labs", where.labs, "--json", await download.path()], { encoding: "utf8" }));
    assert.ok(graded.points > 0.6 * graded.of, `${graded.points} of ${graded.of}`);
  }, { ...where, context: PHONE }));
}

await run({ browsers: Math.min(2, cpus().length) });
