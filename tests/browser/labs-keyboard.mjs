// Each lab from the question to the submission with the keyboard alone: no mouse, nothing focused or filled in by
// the test. Everything is answered wrong and then right, in the order in which a reader meets it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { command, test } from "./harness.mjs";
import { ANY, changed, far, offered, progress, reach, requestOf, rounded, secondTry } from "./labs-answers.mjs";
import { engine, feedback, looked, onLab, plain, tabTo } from "./labs-shared.mjs";

const button = (id) => `#exercise-${id} button[type=submit]`;
const form = (id) => `#exercise-${id} :is(input, textarea, .up)`;

/** Presses the button of an exercise, and waits until the page has said something new about it. */
async function check(page, id, key = "Tab") {
  await tabTo(page, button(id), { key });
  await page.evaluate((one) => Object.assign(document.querySelector(`#exercise-${one} .feedback`).firstElementChild ?? {}, { old: true }), id);
  await page.keyboard.press("Enter");
  await page.waitForFunction((one) => {
    const said = document.querySelector(`#exercise-${one} .feedback`).firstElementChild;
    return said && !said.old;
  }, id);
}

async function choose(page, exercise, key) {
  const keys = Object.keys(exercise.options);
  const at = await page.evaluate(() => document.activeElement.value);
  await page.keyboard.press("Space");
  for (let left = (keys.indexOf(key) - keys.indexOf(at) + keys.length) % keys.length; left > 0; left -= 1) await page.keyboard.press("ArrowDown");
  assert.equal(await page.locator(`#exercise-${exercise.id} input:checked`).getAttribute("value"), key);
}

const type = async (page, value) => {
  await page.keyboard.press("Control+A");
  await page.keyboard.type(String(value));
};

/** Each item in turn is moved up to its place, below those that stand there already. */
async function rank(page, { id }, keys) {
  const standing = () => page.locator(`#exercise-${id} [data-item]`).evaluateAll((all) => all.map((one) => one.dataset.item));
  for (const [place, key] of keys.entries()) {
    await tabTo(page, `#exercise-${id} [data-item="${key}"] .up`);
    for (let from = (await standing()).indexOf(key); from > place; from -= 1) await page.keyboard.press("Enter");
  }
  assert.deepEqual(await standing(), keys);
}

/** Puts an answer into the controls of an exercise, from the first of them on, which a key leads to. */
async function give(page, exercise, value, key = "Tab") {
  const first = exercise.kind === "order" ? `#exercise-${exercise.id} .up` : exercise.kind === "choice" ? `#exercise-${exercise.id} input` : exercise.cells ? `#answer-${exercise.id}-${Object.keys(exercise.cells)[0]}` : `#answer-${exercise.id}`;
  await tabTo(page, first, { key });
  if (exercise.kind === "choice") return choose(page, exercise, value);
  if (exercise.kind === "order") return rank(page, exercise, value);
  if (!exercise.cells) return type(page, value);
  for (const [cell, one] of Object.entries(value)) {
    if (cell !== Object.keys(exercise.cells)[0]) await tabTo(page, `#answer-${exercise.id}-${cell}`);
    await type(page, one);
  }
}

/** Moves one control of a widget to a value with the keys that its kind takes. */
async function set(page, widget, { path, value }, key) {
  const select = await page.evaluate(([name, field, wanted]) => {
    const box = document.querySelector(`#widget-${name} > *`).shadowRoot.querySelector(`[data-field="${field}"] select`);
    return box && { from: box.selectedIndex, to: [...box.options].findIndex((option) => option.value === wanted) };
  }, [widget, path, value]);
  if (!select) {
    await tabTo(page, `[data-field="${path}"] input[role=spinbutton]`, { widget, key });
    return type(page, value);
  }
  await tabTo(page, `[data-field="${path}"] select`, { widget, key });
  for (let left = Math.abs(select.to - select.from); left > 0; left -= 1) await page.keyboard.press(select.to > select.from ? "ArrowDown" : "ArrowUp");
}

/** Whether one stands before the other on the page. */
const before = (page, first, second) => page.evaluate(([a, b]) => Boolean(document.querySelector(a).compareDocumentPosition(document.querySelector(b)) & Node.DOCUMENT_POSITION_FOLLOWING), [first, second]);

/** From the button of a setting to its widget, whose controls are moved; gives the key that leads back. */
async function goThere(page, { id, widget, ...exercise }, asked, lab) {
  const away = (await before(page, `#exercise-${id}`, `#widget-${widget}`)) ? "Tab" : "Shift+Tab";
  await tabTo(page, "[data-field] :is(select, input)", { widget, key: away });
  let controls = await offered(page, widget);
  const place = (path) => controls.findIndex((one) => one.path === path);
  let at = away === "Tab" ? -1 : controls.length;
  const move = async (change) => {
    await set(page, widget, change, place(change.path) > at ? "Tab" : "Shift+Tab");
    at = place(change.path);
  };
  const search = async () => reach(asked, { id, widget, ...exercise }, lab, await requestOf(page, widget), controls);
  let changes = await search();
  // Some controls are there for quantized weights alone.
  for (const { path, values } of changes ? [] : controls.filter(({ values }) => values.includes("int4"))) {
    await move({ path, value: values.at(-1) });
    controls = await offered(page, widget);
    at = place(path);
    changes = await search();
  }
  assert.ok(changes, `no controls of ${widget} reach the goal of ${id}`);
  changes.sort((one, other) => (place(one.path) - place(other.path)) * (away === "Tab" ? 1 : -1));
  for (const change of changes) await move(change);
  const there = await requestOf(page, widget);
  assert.deepEqual(there, changed(there, changes));
  return away === "Tab" ? "Shift+Tab" : "Tab";
}

/** Downloads the submission; where a number is typed that nobody has checked, the page says so first. */
async function handIn(page, { unchecked = false } = {}) {
  await tabTo(page, "#submission button[type=submit]");
  if (unchecked) {
    await page.keyboard.press("Enter");
    await page.locator("#left-out a").waitFor();
    await tabTo(page, "#unchecked button");
  }
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  assert.equal(download.suggestedFilename(), "submission.json");
  const file = await download.path();
  return { file, handed: JSON.parse(readFileSync(file, "utf8")) };
}

const offline = looked.filter(({ name }) => name !== "the sample").map((lab) => ({ ...lab, name: `${lab.name}, offline,`, offline: true, context: { offline: true } }));

for (const { name, ...where } of [...looked, ...offline]) {
  test(`labs: ${name} is completed by keyboard alone, with a reload in the middle, and grade gives the score that the page showed`, onLab(async (page) => {
    const asked = await engine();
    const lab = JSON.parse(await page.locator("#lab").textContent());
    const key = `ridgepoint.lab.${lab.name}.2`;
    const inOrder = (await page.locator("[data-exercise]").evaluateAll((all) => all.map((one) => one.dataset.exercise))).map((id) => lab.exercises.find((one) => one.id === id));
    const expectedOf = (exercise) => ANY[exercise.kind] && asked.score({ exercise, answer: ANY[exercise.kind](exercise), variables: lab.variables, definitions: lab.definitions }).expected;
    const graded = async ({ file, handed }) => {
      const shown = plain(await page.locator("#score").innerText());
      const [found] = JSON.parse(execFileSync(command, ["grade", "--labs", where.labs, "--json", file], { encoding: "utf8" }));
      assert.deepEqual({ points: rounded(found.points), of: found.of }, handed.shown);
      assert.ok(shown.startsWith(`So far ${Number(found.points.toFixed(2))} of ${found.of} points`), shown);
      return handed.shown;
    };
    let given = 0;
    let moved;
    const of = lab.exercises.reduce((sum, { kind, points = 1 }) => sum + (kind === "text" || kind === "estimates" ? 0 : points), 0);

    const wrong = async (exercise, expected) => {
      if (exercise.kind === "setting") return slideAndCheck(exercise);
      if (exercise.kind === "choice") await give(page, exercise, Object.keys(exercise.options).find((one) => one !== expected));
      else if (exercise.kind === "number") await give(page, exercise, far(expected));
      else if (exercise.kind === "order") await give(page, exercise, [...expected].reverse());
      else if (exercise.kind === "table") {
        const [first, ...others] = Object.entries(expected);
        await give(page, exercise, { [first[0]]: far(first[1]), ...Object.fromEntries(others) });
      }
      await check(page, exercise.id);
      if (!exercise.predict) await feedback(page, exercise.id, /Not yet|Partly right/);
    };
    const right = async (exercise, expected) => {
      let direction = "Tab";
      if (exercise.kind === "setting") direction = await goThere(page, exercise, asked, lab);
      else await give(page, exercise, expected, "Shift+Tab");
      await check(page, exercise.id, direction);
      await feedback(page, exercise.id, /^Right\./);
      if (exercise.kind === "setting") moved = exercise.widget;
      given += secondTry(exercise);
      assert.equal(await page.locator(`#exercise-${exercise.id} fieldset`).evaluate((fieldset) => fieldset.disabled), true);
      const explanation = page.locator(`#exercise-${exercise.id} .explanation`);
      if (await explanation.count()) assert.equal(await explanation.evaluate((details) => details.open), true);
    };

    /** A slider, or a list where there is none, moved by its arrows moves the widget's result; moved back, the widget is where it began. */
    const slideAndCheck = async ({ id, widget }) => {
      await tabTo(page, button(id));
      const away = (await before(page, `#exercise-${id}`, `#widget-${widget}`)) ? "Tab" : "Shift+Tab";
      const back = away === "Tab" ? "Shift+Tab" : "Tab";
      // What it offers can be told once it has started, and it starts when one comes near.
      await tabTo(page, "[data-field] :is(input, select)", { widget, key: away });
      const slider = (await offered(page, widget)).some(({ number }) => number);
      const refused = () => page.locator(`#widget-${widget} .control [role=alert]`).count();
      /** As often as said; on the way there, on from what the engine refuses. Gives how often. */
      const slide = async (key, times = 0) => {
        await tabTo(page, `[data-field] ${slider ? "input[type=range]" : "select"}`, { widget, key: away });
        let pressed = 0;
        for (; pressed < (times || (slider ? 5 : 1)) || (!times && pressed < 40 && (await refused())); pressed += 1) await page.keyboard.press(key);
        return pressed;
      };
      await check(page, id, back);
      await feedback(page, id, /Change something in the widget first/);
      const was = await requestOf(page, widget);
      const on = slider ? "ArrowRight" : "ArrowDown";
      let times = await slide(on);
      assert.notDeepEqual(await requestOf(page, widget), was);
      await check(page, id, back);
      // Where a worker answers, its refusal may come after the last press.
      while (/is not possible/.test(await feedback(page, id, /Not yet|is not possible/))) {
        times += await slide(on, 1);
        await check(page, id, back);
      }
      await slide(slider ? "ArrowLeft" : "ArrowUp", times);
      assert.deepEqual(await requestOf(page, widget), was);
      await tabTo(page, button(id), { key: back });
    };

    const middle = inOrder.findIndex(({ kind, predict }, index) => index >= inOrder.length / 2 - 1 && kind !== "text" && !predict);
    let predictions = 0;
    for (const [index, exercise] of inOrder.entries()) {
      const expected = expectedOf(exercise);
      if (exercise.kind === "text") {
        await give(page, exercise, "In my own words.");
        await check(page, exercise.id);
        await feedback(page, exercise.id, /^(Kept|Recorded)/);
        continue;
      }
      if (exercise.kind === "estimates") {
        await give(page, exercise, Object.fromEntries(Object.keys(exercise.cells).map((cell) => [cell, "2.5"])));
        await check(page, exercise.id);
        await feedback(page, exercise.id, /^Recorded\.$/);
        for (const text of await page.locator(`[data-reveal="${exercise.id}"] .predicted`).allInnerTexts()) assert.match(plain(text), /^You said: .*: 2\.5/s);
        continue;
      }
      if (exercise.predict) {
        const reveals = page.locator(`[data-reveal="${exercise.id}"]`);
        const open = () => reveals.evaluateAll((all) => all.map((reveal) => reveal.open));
        assert.ok((await open()).every((one) => !one));
        // There is one try; every second prediction is right.
        predictions += 1;
        if (predictions % 2) await wrong(exercise, expected);
        else {
          await give(page, exercise, expected);
          await check(page, exercise.id);
          given += exercise.points ?? 1;
        }
        await feedback(page, exercise.id, /You said/);
        assert.ok((await open()).every(Boolean));
        for (const text of await reveals.locator(".predicted").allInnerTexts()) assert.match(plain(text), predictions % 2 ? /^You said: .* The engine says: / : /^You said: .* The engine agrees\./);
        continue;
      }
      await wrong(exercise, expected);
      if (index === middle) {
        let unchecked = false;
        // The next that is not shut, where there is one: what is typed there survives a reload as well.
        const open = await page.locator("[data-exercise]").evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.dataset.exercise));
        const later = inOrder.slice(index + 1).find(({ id, kind, predict }) => !predict && (kind === "number" || kind === "text") && open.includes(id));
        if (later) {
          await tabTo(page, `#answer-${later.id}`);
          await page.keyboard.type("12.5");
          unchecked = later.kind === "number";
          await page.waitForFunction(([store, id]) => JSON.parse(localStorage.getItem(store)).drafts[id] === "12.5", [key, later.id]);
        }
        const kept = await progress(page);
        const stands = moved && (await requestOf(page, moved));
        await page.reload();
        await page.waitForFunction((done) => document.querySelector("#progress-text").innerText === done, kept.done);
        assert.deepEqual(await progress(page), kept);

        // Handed in unfinished, with widgets that have not started again: the score is that of what is there.
        if (lab.identify !== "none") {
          await tabTo(page, "#student-name", { key: "Shift+Tab" });
          await page.keyboard.type("Ada");
        }
        const early = await handIn(page, { unchecked });
        if (moved) assert.deepEqual(early.handed.widgets[moved], stands);
        assert.deepEqual(await graded(early), { points: rounded(given + asked.score({ exercise, answer: early.handed.answers[exercise.id].value, variables: lab.variables, definitions: lab.definitions }).points), of });
        await tabTo(page, exercise.kind === "setting" ? button(exercise.id) : form(exercise.id), { key: "Shift+Tab" });
        await tabTo(page, button(exercise.id));
      }
      await right(exercise, expected);
    }

    const done = lab.exercises.length;
    assert.equal(await page.locator("#progress-text").innerText(), `${done} of ${done} done`);
    const { handed, file } = await handIn(page);
    assert.deepEqual(await graded({ handed, file }), { points: rounded(given), of });
    for (const exercise of lab.exercises) assert.equal(handed.answers[exercise.id].tries, exercise.predict || exercise.kind === "text" ? 1 : 2, exercise.id);
    for (const { kind, widget, id } of lab.exercises) if (kind === "setting") assert.deepEqual(handed.answers[id].value, handed.widgets[widget]);
    if (lab.identify !== "none") assert.equal(handed.student.name, "Ada");
  }, where));
}
