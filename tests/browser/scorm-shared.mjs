// A course around a lab's package, and a student who works through it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { dist, open, site } from "./harness.mjs";
import { engine, here } from "./labs-shared.mjs";
import { serve } from "./server.mjs";

const require = createRequire(new URL("../../web/package.json", import.meta.url));
export const { strFromU8, unzipSync } = require("fflate");

const base = mkdtempSync(join(tmpdir(), "ridgepoint-scorm-"));
process.on("exit", () => rmSync(base, { recursive: true, force: true }));
export const temporary = () => mkdtempSync(join(base, "folder-"));

/** The lesson's frame, when its script runs. */
export async function lessonOf(page) {
  const frame = await (await page.waitForSelector("iframe")).contentFrame();
  await frame.waitForSelector("html.lab-live");
  return frame;
}

/** The packages of a folder of labs, by file name. */
function packages(folder) {
  const out = temporary();
  execFileSync(process.execPath, [join(dist, "lab-tool.js"), "lab", "scorm", "--labs", here(folder), "--out", out], { stdio: ["ignore", "ignore", "inherit"] });
  return readdirSync(out).map((name) => ({ name, zip: new Uint8Array(readFileSync(join(out, name))) }));
}

let made;
const all = () => (made ??= [...packages("../../labs"), ...packages("../web/labs")]);

export const labs = [...readdirSync(join(site, "labs"), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name), "sample"];
export const packageOf = (lab) => all().find(({ name }) => name.replace(/-\d+\.zip$/, "") === lab);

/** A system's server with a lab's package unpacked in a folder of its own; nothing else of the site is there. */
export async function course(lab) {
  const root = temporary();
  for (const [name, content] of Object.entries(unzipSync(packageOf(lab).zip))) {
    mkdirSync(dirname(join(root, "package", name)), { recursive: true });
    writeFileSync(join(root, "package", name), content);
  }
  copyFileSync(require.resolve("scorm-again/scorm12/min"), join(root, "scorm12.js"));
  copyFileSync(here("scorm-strict.js"), join(root, "strict.js"));
  writeFileSync(join(root, "host.html"), `<!doctype html><title>Course</title><link rel="icon" href="data:," /><script src="scorm12.js"></script><script src="strict.js"></script><body></body>`);
  return { server: await serve(root), page: `package/labs/${lab}/index.html` };
}

/** A course open in the browser; `body` gets ways to launch the lesson and to leave it. */
export const inCourse = (lab, body) => async (browser) => {
  const { server, page: lesson } = await course(lab);
  const { page, faults, close } = await open(browser, `${server.address}/host.html`);
  try {
    await body({
      launch: async (kept, options) => {
        await page.evaluate(([address, ...rest]) => launch(address, ...rest), [lesson, kept ?? {}, options ?? {}]);
        return lessonOf(page);
      },
      leave: () => page.evaluate(() => leave()),
      said: () => page.evaluate(() => lms),
    });
    assert.deepEqual(faults, []);
    assert.deepEqual(server.requests.filter((path) => !path.startsWith("/package/") && !["/host.html", "/scorm12.js", "/strict.js"].includes(path)), []);
  } finally {
    await close();
    await server.close();
  }
};

export const exercisesOf = (frame) => frame.evaluate(() => JSON.parse(document.querySelector("#lab").textContent));

/** Fills an exercise's controls and presses its button, and waits until the page has answered. */
export const attempt = (frame, id, values) =>
  frame.evaluate(
    async ([exercise, given]) => {
      const home = document.querySelector(`#exercise-${exercise}`);
      for (const [selector, value] of given) {
        const control = home.querySelector(selector);
        if (control.localName === "button") {
          control.click();
          continue;
        }
        if (control.type === "radio") control.checked = true;
        else control.value = value;
        control.dispatchEvent(new Event("input", { bubbles: true }));
      }
      // A widget that stands as it did is not checked.
      const { widget } = JSON.parse(document.querySelector("#lab").textContent).exercises.find(({ id }) => id === exercise);
      if (widget) {
        const element = document.querySelector(`#widget-${widget}`).firstElementChild;
        element.setAttribute("loading", "eager");
        while (!element.result) await new Promise((next) => requestAnimationFrame(next));
        await element.updateComplete;
        const control = ["input[type=range]:enabled", "[data-field] select:enabled"].map((kind) => element.shadowRoot.querySelector(kind)).find(Boolean);
        const steps = control.localName === "select" ? control.options.length : Math.round((control.max - control.min) / Number(control.step || 1)) + 1;
        // What the widget refuses is no answer either.
        for (let moved = 0; moved === 0 || (element.refused.length > 0 && moved < steps); ++moved) {
          if (control.localName === "select") control.selectedIndex = (control.selectedIndex + 1) % steps;
          else control.value = control.value === control.max ? control.min : String(Number(control.value) + Number(control.step || 1));
          for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true }));
          await element.updateComplete;
        }
      }
      const said = () => `${home.dataset.state} ${home.querySelector(".feedback").innerHTML}`;
      const before = said();
      home.querySelector("button[type=submit]").click();
      while (said() === before || /is still loading/.test(said())) await new Promise((next) => requestAnimationFrame(next));
    },
    [id, values],
  );

const closed = (frame, id) => frame.evaluate((exercise) => document.querySelector(`#exercise-${exercise} fieldset`).disabled, id);

/** The buttons that bring the items of an order from where the lab has them to another order. */
function movesTo({ items }, wanted) {
  const standing = Object.keys(items);
  return wanted.flatMap((key, place) => {
    const from = standing.indexOf(key);
    standing.splice(place, 0, ...standing.splice(from, 1));
    return Array.from({ length: from - place }, () => [`[data-item="${key}"] .up`, ""]);
  });
}

/** What is kept as it is, and not right or wrong. */
export const isKept = ({ kind }) => kind === "text" || kind === "estimates";

/** Answers every exercise: as `answer` says, again while it is open. Predictions come first in a lab; they open the rest. */
export async function workThrough(frame, { exercises }, answer) {
  for (const exercise of exercises) {
    let tries = 0;
    do await attempt(frame, exercise.id, answer(exercise, tries++));
    while (!isKept(exercise) && !(await closed(frame, exercise.id)));
  }
}

/** The option chosen at a try, the last one first: the same answer twice is no second try. */
export const anotherOption = ({ options }, tries) => `input[value="${Object.keys(options).at(-1 - tries)}"]`;

export const field = (id) => `[id="answer-${id}"]`;

/** The right answers to all but settings, which are left as the lab gives them. */
export async function rightAnswers(lab) {
  const { evaluate, score } = await engine();
  const key = (answer, { scale = 1 } = {}) => {
    const { value } = evaluate({ formula: answer, variables: lab.variables, definitions: lab.definitions });
    return typeof value === "number" ? String(Number((value / scale).toPrecision(9))) : value;
  };
  return (exercise) => {
    switch (exercise.kind) {
      case "choice":
        return [[`input[value="${key(exercise.answer)}"]`, ""]];
      case "number":
        return [[field(exercise.id), key(exercise.answer, exercise)]];
      case "table":
        return Object.entries(exercise.cells).map(([name, cell]) => [field(`${exercise.id}-${name}`), key(cell.answer, cell)]);
      case "estimates":
        return Object.keys(exercise.cells).map((name) => [field(`${exercise.id}-${name}`), "2.5"]);
      case "order":
        return movesTo(exercise, score({ exercise, answer: Object.keys(exercise.items), variables: lab.variables, definitions: lab.definitions }).expected);
      case "setting":
        return [];
      case "text":
        return [[field(exercise.id), "Because of the bytes. Ätsch — 字 😀"]];
    }
  };
}

/** All that a reader sees of an exercise's state, but for the buttons. */
export const shown = (frame) =>
  frame.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll("[data-exercise]")].map((home) => [
        home.dataset.exercise,
        {
          state: home.dataset.state,
          feedback: home.querySelector(".feedback").innerText,
          controls: [...home.querySelectorAll("input, textarea")].map((control) => (control.type === "radio" ? control.checked : control.value)),
          items: [...home.querySelectorAll("[data-item]")].map((item) => item.dataset.item),
          predicted: document.querySelector(`[data-predicted="${home.dataset.exercise}"]`)?.textContent,
        },
      ]),
    ),
  );

/** What the widgets ask, every one of them started; with `move`, after their batches and efficiencies have been moved. */
export const requests = (frame, move = false) =>
  frame.evaluate(async (moving) => {
    const found = {};
    for (const home of document.querySelectorAll("[data-widget]")) {
      const widget = home.firstElementChild;
      widget.setAttribute("loading", "eager");
      while (!widget.result) await new Promise((next) => requestAnimationFrame(next));
      // The lab puts it where the student left it once it is drawn.
      while (!(await widget.updateComplete));
      await new Promise((next) => setTimeout(next));
      if (moving) {
        const request = structuredClone(widget.request);
        for (const { path } of widget.constructor.inputs) {
          const steps = path.split(".");
          const last = steps.pop();
          const part = steps.reduce((at, step) => at?.[step], request);
          if (part && last === "batch") part.batch = 2 + home.dataset.widget.length;
          if (part && last === "draft_tokens") part.draft_tokens = 1 + (home.dataset.widget.length % 8);
          if (part && last === "assumptions") part.assumptions = { ...part.assumptions, efficiency: 0.123456789012345 + home.dataset.widget.length / 1e6 };
        }
        widget.request = request;
        await widget.updateComplete;
      }
      found[home.dataset.widget] = widget.request;
    }
    return found;
  }, move);

export const score = async (frame) => {
  const [, points, of] = /So far ([\d.]+) of ([\d.]+) points/.exec(await frame.locator("#score").textContent());
  return Number(((100 * points) / of).toFixed(2));
};

export const kept = (said) => Object.fromEntries(Object.entries(said).filter(([element]) => ["cmi.suspend_data", "cmi.core.lesson_status", "cmi.core.score.raw"].includes(element)));
