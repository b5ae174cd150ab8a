// A lab from its first prediction to the graded submission, in any browser: typed and pressed, with a reload in the
// middle. Predictions are wrong and right in turn; of the rest, every second answer is wrong first.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { command, dist } from "../browser/harness.mjs";
import { ANY, far, offered, progress, reach, requestOf, rounded, secondTry } from "../browser/labs-answers.mjs";

const { loadRidgepoint } = await import(pathToFileURL(`${dist}/engine.js`).href);
const engine = await loadRidgepoint({ calls: "all" });

/** Types into one box, or chooses one option, of an exercise. */
async function give(page, { id, kind, cells }, value) {
  if (kind === "choice") {
    await page.focus(`#exercise-${id} input[value="${value}"]`);
    return page.type(" ");
  }
  if (kind === "order") {
    const standing = await page.evaluate((one) => [...document.querySelectorAll(`#exercise-${one} [data-item]`)].map((item) => item.dataset.item), id);
    for (const [place, key] of value.entries()) {
      await page.focus(`#exercise-${id} [data-item="${key}"] .up`);
      for (let left = standing.indexOf(key) - place; left > 0; left -= 1) await page.press("Enter");
      standing.splice(place, 0, ...standing.splice(standing.indexOf(key), 1));
    }
    return;
  }
  const boxes = cells ? Object.entries(value).map(([cell, one]) => [`#answer-${id}-${cell}`, one]) : [[`#answer-${id}`, value]];
  for (const [box, one] of boxes) {
    await page.focus(box);
    await page.type(String(one));
  }
}

/** Presses the button of an exercise; what the page then says of it, once the engine is there. */
async function check(page, id) {
  await page.evaluate((one) => Object.assign(document.querySelector(`#exercise-${one} .feedback`).firstElementChild ?? {}, { old: true }), id);
  await page.focus(`#exercise-${id} button[type=submit]`);
  await page.press("Enter");
  return page.until((one) => {
    const said = document.querySelector(`#exercise-${one} .feedback`).firstElementChild;
    return said && !said.old && !said.matches(".aside") && said.innerText;
  }, id);
}

/** Starts a widget by going there, and sets its controls so that the goal of an exercise is reached. */
async function goThere(page, { widget, ...exercise }, lab) {
  await page.until((name) => {
    const home = document.querySelector(`#widget-${name}`);
    home.scrollIntoView();
    return home.firstElementChild.result !== undefined;
  }, widget);
  const seek = async () => {
    const controls = await offered(page, widget);
    return { controls, changes: reach(engine, { widget, ...exercise }, lab, await requestOf(page, widget), controls) };
  };
  const set = async ({ path, value }) => {
    const chosen = await page.evaluate((name, field, wanted) => {
      const select = document.querySelector(`#widget-${name} > *`).shadowRoot.querySelector(`[data-field="${field}"] select`);
      if (!select) return false;
      select.value = wanted;
      return select.dispatchEvent(new Event("change", { bubbles: true }));
    }, widget, path, value);
    if (chosen) return;
    await page.focus(`#widget-${widget} > *`, `[data-field="${path}"] input[role=spinbutton]`);
    await page.type(String(value));
  };
  let { controls, changes } = await seek();
  // Some controls are there for quantized weights alone.
  for (const { path, values } of changes ? [] : controls.filter(({ values }) => values.includes("int4"))) {
    await set({ path, value: values.at(-1) });
    ({ changes } = await seek());
  }
  assert.ok(changes, `no controls of ${widget} reach the goal of ${exercise.id}`);
  for (const change of changes) await set(change);
}

const wrong = ({ kind, options }, expected) => {
  if (kind === "choice") return Object.keys(options).find((one) => one !== expected);
  if (kind === "number") return far(expected);
  if (kind === "order") return [...expected].reverse();
  return Object.fromEntries(Object.entries(expected).map(([cell, value], index) => [cell, index === 0 ? far(value) : value]));
};

/** What is kept as it is, and not right or wrong. */
const isKept = ({ kind }) => kind === "text" || kind === "estimates";
const anything = ({ cells }) => (cells ? Object.fromEntries(Object.keys(cells).map((cell) => [cell, 2.5])) : "In my own words.");

/** Works the lab that the page shows to its end; `labs` is the folder that `grade` reads. */
export async function workThrough(page, labs) {
  const lab = await page.until(() => JSON.parse(document.querySelector("#lab")?.textContent ?? "null"));
  await page.until(() => document.querySelector("#progress-text").innerText.startsWith("0 of"));
  const ids = await page.evaluate(() => [...document.querySelectorAll("[data-exercise]")].map((one) => one.dataset.exercise));
  const exercises = ids.map((id) => lab.exercises.find((one) => one.id === id));
  const middle = exercises.findIndex((one, index) => index >= exercises.length / 2 - 1 && !isKept(one) && !one.predict);
  let points = 0;
  for (const [index, exercise] of exercises.entries()) {
    const { id, kind, predict } = exercise;
    const expected = ANY[kind] && engine.score({ exercise, answer: ANY[kind](exercise), variables: lab.variables, definitions: lab.definitions }).expected;
    const mistaken = index % 2 === 0;
    if (predict) {
      const opened = () => page.evaluate((one) => [...document.querySelectorAll(`[data-reveal="${one}"]`)].map(({ open }) => open), id);
      assert.ok((await opened()).every((one) => !one), `what follows ${id} is open before the prediction`);
      await give(page, exercise, isKept(exercise) ? anything(exercise) : mistaken ? wrong(exercise, expected) : expected);
      assert.match(await check(page, id), isKept(exercise) ? /Recorded/ : /You said/);
      assert.ok((await opened()).every(Boolean), `what follows ${id} is shut after the prediction`);
      if (!mistaken && !isKept(exercise)) points += exercise.points ?? 1;
    } else if (isKept(exercise)) {
      await give(page, exercise, anything(exercise));
      assert.match(await check(page, id), /^Kept/);
    } else {
      if (mistaken && kind !== "setting") {
        await give(page, exercise, wrong(exercise, expected));
        assert.match(await check(page, id), /^(Not yet|Partly right)/);
      }
      if (kind === "setting") await goThere(page, exercise, lab);
      else await give(page, exercise, expected);
      assert.match(await check(page, id), /^Right\./);
      points += mistaken && kind !== "setting" ? secondTry(exercise) : (exercise.points ?? 1);
    }
    if (index === middle) {
      const kept = await progress(page);
      await page.reload();
      await page.until((done) => document.querySelector("#progress-text")?.innerText === done, kept.done);
      assert.deepEqual(await progress(page), kept);
    }
  }
  assert.equal(await page.evaluate(() => document.querySelector("#progress-text").innerText), `${exercises.length} of ${exercises.length} done`);
  if (lab.identify !== "none") {
    await page.focus("#student-name");
    await page.type("Ada");
  }
  await page.focus("#submission button[type=submit]");
  await page.press("Enter");
  const submission = await page.saved("submission.json");
  const [found] = JSON.parse(execFileSync(command, ["grade", "--labs", labs, "--json", submission], { encoding: "utf8" }));
  const { shown } = JSON.parse(readFileSync(submission, "utf8"));
  assert.deepEqual({ points: rounded(found.points), of: found.of }, shown);
  assert.equal(shown.points, rounded(points));
  const said = await page.evaluate(() => document.querySelector("#score").innerText.replace(/\u00a0/g, " "));
  assert.ok(said.startsWith(`So far ${Number(found.points.toFixed(2))} of ${found.of} points`), said);
}
