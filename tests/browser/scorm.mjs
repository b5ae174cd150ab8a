// Packages for learning-management systems: what is in them, and each lab launched, answered, left and resumed in one.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { open, site, test } from "./harness.mjs";
import { engine, here, plain, sample } from "./labs-shared.mjs";
import { serve } from "./server.mjs";

const require = createRequire(new URL("../../web/package.json", import.meta.url));
const { strFromU8, unzipSync } = require("fflate");

const base = mkdtempSync(join(tmpdir(), "ridgepoint-scorm-"));
process.on("exit", () => rmSync(base, { recursive: true, force: true }));
const temporary = () => mkdtempSync(join(base, "folder-"));

/** The lesson's frame, when its script runs. */
async function lessonOf(page) {
  const frame = await (await page.waitForSelector("iframe")).contentFrame();
  await frame.waitForSelector("html.lab-live");
  return frame;
}

/** The packages of a built site, by file name. */
function packages(root) {
  const build = temporary();
  symlinkSync(root, join(build, "site"));
  execFileSync(process.execPath, [here("../../web/node_modules/vite/bin/vite.js"), "build", "-c", "vite.scorm.config.ts", "--logLevel", "error"], {
    cwd: here("../../web"),
    env: { ...process.env, RIDGEPOINT_BUILD: build },
  });
  return readdirSync(join(build, "scorm")).map((name) => ({ name, zip: new Uint8Array(readFileSync(join(build, "scorm", name))) }));
}

let made;
const all = () => (made ??= [...packages(site), ...packages(sample())]);

const labs = [...readdirSync(join(site, "labs"), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name), "sample"];
const packageOf = (lab) => all().find(({ name }) => name.replace(/-\d+\.zip$/, "") === lab);

/** A system's server with a lab's package unpacked in a folder of its own; nothing else of the site is there. */
async function course(lab) {
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
const inCourse = (lab, body) => async (browser) => {
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

const exercisesOf = (frame) => frame.evaluate(() => JSON.parse(document.querySelector("#lab").textContent));

/** Fills an exercise's controls and presses its button, and waits until the page has answered. */
const attempt = (frame, id, values) =>
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
        let slider;
        while (!(slider = element.shadowRoot?.querySelector("input[type=range]"))) await new Promise((next) => requestAnimationFrame(next));
        slider.value = String(Number(slider.value) + (slider.value === slider.max ? -1 : 1) * Number(slider.step || 1));
        for (const type of ["input", "change"]) slider.dispatchEvent(new Event(type, { bubbles: true }));
        await element.updateComplete;
      }
      const said = () => `${home.dataset.state} ${home.querySelector(".feedback").innerHTML}`;
      const before = said();
      home.querySelector("button[type=submit]").click();
      while (said() === before) await new Promise((next) => requestAnimationFrame(next));
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

/** Answers every exercise: as `answer` says, again while it is open. Predictions come first in a lab; they open the rest. */
async function workThrough(frame, { exercises }, answer) {
  for (const exercise of exercises) {
    let tries = 0;
    do await attempt(frame, exercise.id, answer(exercise, tries++));
    while (exercise.kind !== "text" && !(await closed(frame, exercise.id)));
  }
}

/** The option chosen at a try, the last one first: the same answer twice is no second try. */
const anotherOption = ({ options }, tries) => `input[value="${Object.keys(options).at(-1 - tries)}"]`;

const field = (id) => `[id="answer-${id}"]`;

/** The right answers to all but settings, which are left as the lab gives them. */
async function rightAnswers(lab) {
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
const shown = (frame) =>
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
const requests = (frame, move = false) =>
  frame.evaluate(async (moving) => {
    const found = {};
    for (const home of document.querySelectorAll("[data-widget]")) {
      const widget = home.firstElementChild;
      widget.setAttribute("loading", "eager");
      while (!widget.result) await new Promise((next) => requestAnimationFrame(next));
      if (moving) {
        const request = structuredClone(widget.request);
        for (const { path } of widget.constructor.inputs) {
          const steps = path.split(".");
          const last = steps.pop();
          const part = steps.reduce((at, step) => at?.[step], request);
          if (part && last === "batch") part.batch = 2 + home.dataset.widget.length;
          if (part && last === "assumptions") part.assumptions = { ...part.assumptions, efficiency: 0.123456789012345 + home.dataset.widget.length / 1e6 };
        }
        widget.request = request;
        await widget.updateComplete;
      }
      found[home.dataset.widget] = widget.request;
    }
    return found;
  }, move);

const score = async (frame) => {
  const [, points, of] = /So far ([\d.]+) of ([\d.]+) points/.exec(await frame.locator("#score").textContent());
  return Number(((100 * points) / of).toFixed(2));
};

const kept = (said) => Object.fromEntries(Object.entries(said).filter(([element]) => ["cmi.suspend_data", "cmi.core.lesson_status", "cmi.core.score.raw"].includes(element)));

for (const lab of labs) {
  test(`scorm: the package of ${lab} has a well-formed manifest that lists every file, and nothing leads out of it`, async (browser) => {
    const { name, zip } = packageOf(lab);
    const files = unzipSync(zip);
    const manifest = strFromU8(files["imsmanifest.xml"]);
    const page = await browser.newPage();
    assert.equal(await page.evaluate((text) => new DOMParser().parseFromString(text, "application/xml").querySelector("parsererror")?.textContent, manifest), undefined);
    await page.close();
    assert.match(manifest, /<schema>ADL SCORM<\/schema>\s*<schemaversion>1\.2<\/schemaversion>/);
    const [, href] = /type="webcontent" adlcp:scormtype="sco" href="([^"]+)"/.exec(manifest);
    assert.deepEqual([...manifest.matchAll(/<file href="([^"]+)"\/>/g)].map(([, one]) => one).sort(), Object.keys(files).filter((one) => one !== "imsmanifest.xml").sort());
    assert.ok(href in files);
    const about = JSON.parse(/id="lab">(.*?)<\/script>/s.exec(strFromU8(files[href]))[1]);
    assert.equal(name, `${lab}-${about.version}.zip`);
    for (const path of Object.keys(files).filter((one) => one.endsWith(".html"))) {
      for (const [, address] of strFromU8(files[path]).matchAll(/ (?:href|src)="([^"#]+)"/g)) {
        if (/^https:/.test(address)) continue;
        const target = new URL(address, `http://package/${path}`).pathname.slice(1);
        assert.ok(target in files, `${path} leads to ${address}`);
      }
    }
  });

  test(`scorm: ${lab} is launched, answered, left and resumed; the system has the page's score`, inCourse(lab, async ({ launch, leave, said }) => {
    let frame = await launch();
    assert.equal(await frame.locator("#notices").innerText(), "");
    const about = await exercisesOf(frame);
    const answer = await rightAnswers(about);
    const [first, ...others] = about.exercises;
    await attempt(frame, first.id, answer(first));
    let now = await said();
    assert.equal(now.said["cmi.core.lesson_status"], about.exercises.length === 1 ? "completed" : "incomplete");
    assert.equal(now.commits, 1);
    assert.equal(await frame.locator("#saved").innerText(), "Saved in your course");
    assert.equal(await frame.evaluate(() => localStorage.length), 0);

    // Typed, and left before it would have been kept by itself.
    const reached = await frame.evaluate(() => [...document.querySelectorAll("[data-exercise]")].filter((home) => home.checkVisibility()).map((home) => home.dataset.exercise));
    const typed = others.find(({ id, kind }) => reached.includes(id) && (kind === "number" || kind === "text" || kind === "table"));
    if (typed) await frame.locator(`#exercise-${typed.id} :is(input, textarea)`).first().fill("12.25");
    const before = await shown(frame);
    const points = await frame.locator("#score").textContent();
    now = await leave();
    assert.equal(now.finished, 1);
    assert.deepEqual(now.refused, []);
    assert.match(now.said["cmi.core.session_time"], /^00:0\d:\d\d$/);
    assert.equal(now.said["cmi.core.exit"], "suspend");

    frame = await launch(kept(now.said));
    await frame.waitForFunction((line) => document.querySelector("#score").textContent === line, points);
    await frame.waitForFunction(([id, line]) => (document.querySelector(`[data-predicted="${id}"]`)?.textContent ?? line) === line, [first.id, before[first.id].predicted ?? ""]);
    assert.deepEqual(await shown(frame), before);
    await workThrough(frame, { exercises: others }, answer);
    now = await said();
    const percent = await score(frame);
    assert.equal(Number(now.said["cmi.core.score.raw"]), percent);
    assert.deepEqual([now.said["cmi.core.score.min"], now.said["cmi.core.score.max"]], ["0", "100"]);
    assert.ok(percent >= 70, `${percent} %`);
    assert.equal(now.said["cmi.core.lesson_status"], about.mastery ? "passed" : "completed");
    const results = Object.entries(now.said).filter(([element]) => /^cmi\.interactions\.\d+\.result$/.test(element));
    const graded = others.filter(({ kind }) => kind !== "text" && kind !== "setting");
    assert.equal(results.filter(([, result]) => result === "correct").length, graded.length);
    const done = await shown(frame);
    for (const { id, items } of others.filter(({ kind }) => kind === "order")) {
      const [, record] = Object.entries(now.said).map(([element, value]) => value === id && /^(cmi\.interactions\.\d+\.)id$/.exec(element)).find(Boolean);
      const letters = done[id].items.map((key) => "abcdefghij"[Object.keys(items).indexOf(key)]);
      assert.deepEqual([now.said[`${record}type`], now.said[`${record}student_response`]], ["sequencing", letters.join(",")]);
    }
    now = await leave();
    assert.deepEqual(now.refused, []);

    frame = await launch(kept(now.said));
    await frame.waitForFunction((line) => document.querySelector("#score").textContent.includes(line), `${about.exercises.length} of ${about.exercises.length} done`);
    await frame.waitForFunction((wanted) => [...document.querySelectorAll("[data-exercise]")].every((home) => home.querySelector(".feedback").innerText === wanted[home.dataset.exercise].feedback), done);
    assert.deepEqual(await shown(frame), done);
    assert.equal(await score(frame), percent);
    const last = await leave();
    assert.deepEqual(last.refused, []);
    assert.equal(Number(last.said["cmi.core.score.raw"]), percent);
  }));

  test(`scorm: ${lab} fits into 4096 characters when everything is answered at length; the reader is told what was cut`, inCourse(lab, async ({ launch, leave }) => {
    let frame = await launch();
    const about = await exercisesOf(frame);
    // Text that cannot be compressed: the same each time, from a linear congruential generator.
    let seed = 1;
    const noise = (length) => Array.from({ length }, () => String.fromCharCode(0x4e00 + ((seed = (seed * 1103515245 + 12345) % 2147483648) >> 8) % 20000)).join("");
    const digits = () => String(Number(`0.${(seed = (seed * 1103515245 + 12345) % 2147483648)}${seed}`));
    await workThrough(frame, about, (exercise, tries) => ({
      choice: () => [[anotherOption(exercise, tries), ""]],
      number: () => [[field(exercise.id), digits()]],
      table: () => Object.keys(exercise.cells).map((name) => [field(`${exercise.id}-${name}`), digits()]),
      order: () => [[".down", ""]],
      setting: () => [],
      text: () => [[field(exercise.id), noise(6000)]],
    })[exercise.kind]());
    const untouched = await requests(frame);
    const moved = await requests(frame, true);
    assert.notDeepEqual(moved, untouched);
    for (const id of ["name", "id"]) if (await frame.locator(`#student-${id}`).count()) await frame.locator(`#student-${id}`).fill(noise(200));
    await frame.locator("#print").evaluate(() => dispatchEvent(new Event("visibilitychange")));
    const texts = about.exercises.filter(({ kind }) => kind === "text");
    const cut = await frame.locator("#cut").allInnerTexts();
    assert.equal(cut.length, texts.length > 0 ? 1 : 0);
    for (const { id } of texts) assert.ok(plain(cut[0]).includes(await frame.locator(`#exercise-${id}`).getAttribute("aria-label")));
    const before = await shown(frame);
    let now = await leave();
    assert.deepEqual(now.refused, []);
    assert.ok(now.said["cmi.suspend_data"].length <= 4096);

    frame = await launch(kept(now.said));
    await frame.waitForFunction((wanted) => [...document.querySelectorAll("[data-exercise]")].every((home) => home.querySelector(".feedback").innerText === wanted[home.dataset.exercise].feedback), before);
    const after = await shown(frame);
    for (const { id, kind } of about.exercises) {
      if (kind !== "text") assert.deepEqual(after[id], before[id]);
      else {
        const [text] = after[id].controls;
        assert.ok(text.endsWith(" […]") && before[id].controls[0].startsWith(text.slice(0, -4)) && text.length > 64);
      }
    }
    assert.deepEqual(await requests(frame), moved);
    if (texts.length > 0) assert.match(await frame.locator("#was-cut").innerText(), /\[…\]/);
    now = await leave();
    assert.deepEqual(now.refused, []);
  }));
}

const OUTSIDE = [
  ["no system", { api: "none" }, /not been opened from your course’s system/, "Saved in this browser"],
  ["a system that opens no session", { initialize: "refuses" }, /has not opened a session/, "Saved in this browser"],
  ["a system whose commit fails", { commit: "refuses" }, /has not taken your answers/, "Not saved"],
  ["a system that throws", { commit: "throws" }, /has not taken your answers \(the network is away\)/, "Not saved"],
];
for (const [what, options, told, mark] of OUTSIDE) {
  test(`scorm: with ${what} the lab works, and tells the student`, inCourse("sample", async ({ launch, leave }) => {
    const frame = await launch({}, options);
    await attempt(frame, "time", [[field("time"), "1.54"]]);
    assert.match(plain(await frame.locator("#exercise-time .feedback").innerText()), /Right\. 2 of 2 points/);
    await frame.waitForFunction((said) => document.querySelector("#saved").innerText === said, mark);
    assert.match(plain(await frame.locator("#notices").innerText()), told);
    assert.equal(await frame.getByRole("button", { name: "Download submission.json" }).count(), 1);
    await leave();
  }));
}

test("scorm: below a page of another site the lab works, and tells the student", async (browser) => {
  const { server, page: lesson } = await course("sample");
  const elsewhere = await serve(temporary(), { pages: { "/host.html": `<!doctype html><title>Elsewhere</title><iframe name="lesson" style="width:100%;height:800px" src="${server.address}/${lesson}"></iframe>` } });
  const context = await browser.newContext();
  const page = await context.newPage();
  try {
    await page.goto(`${elsewhere.address}/host.html`);
    const frame = await lessonOf(page);
    await attempt(frame, "time", [[field("time"), "1.54"]]);
    assert.match(plain(await frame.locator("#notices").innerText()), /on another site/);
    assert.equal(await frame.locator("#saved").innerText(), "Saved in this browser");
  } finally {
    await context.close();
    await server.close();
    await elsewhere.close();
  }
});

test("scorm: progress that cannot be read is left as it is until the student chooses", inCourse("sample", async ({ launch, leave, said }) => {
  const frame = await launch({ "cmi.suspend_data": "another lesson's", "cmi.core.lesson_status": "incomplete" });
  await attempt(frame, "time", [[field("time"), "1.54"]]);
  assert.match(await frame.locator("#not-saved").innerText(), /cannot read/);
  assert.equal((await said()).said["cmi.suspend_data"], undefined);
  await frame.getByRole("button", { name: "Replace it" }).click();
  await frame.waitForFunction(() => document.querySelector("#saved").innerText === "Saved in your course");
  assert.match((await said()).said["cmi.suspend_data"], /^1\./);
  assert.deepEqual((await leave()).refused, []);
}));

test("scorm: starting over tells the system, and the session goes on", inCourse("sample", async ({ launch, leave, said }) => {
  const frame = await launch();
  await attempt(frame, "time", [[field("time"), "1.54"]]);
  assert.ok(Number((await said()).said["cmi.core.score.raw"]) > 20);
  assert.equal(await frame.locator("#student-name").inputValue(), "Lovelace, Ada");
  await frame.getByRole("button", { name: "Start over" }).click();
  await frame.getByRole("button", { name: "Delete my answers" }).click();
  await frame.waitForFunction(() => document.querySelector("#progress-text").innerText.startsWith("0 of"));
  assert.equal((await said()).said["cmi.core.score.raw"], "0");
  await attempt(frame, "time", [[field("time"), "1.54"]]);
  const now = await leave();
  assert.deepEqual([now.refused, now.finished], [[], 1]);
}));

test("scorm: what is done and below the mastery score is completed, not passed", inCourse("sample", async ({ launch, leave }) => {
  const frame = await launch({ "cmi.student_data.mastery_score": "90" });
  await workThrough(frame, await exercisesOf(frame), (exercise, tries) => ({
    choice: () => [[anotherOption(exercise, tries), ""]],
    number: () => [[field(exercise.id), String(9 + tries)]],
    table: () => Object.keys(exercise.cells).map((name) => [field(`${exercise.id}-${name}`), String(9 + tries)]),
    order: () => [[".down", ""]],
    setting: () => [],
    text: () => [[field(exercise.id), "No idea."]],
  })[exercise.kind]());
  const now = await leave();
  assert.deepEqual([now.refused, now.said["cmi.core.lesson_status"], now.said["cmi.core.score.raw"]], [[], "completed", "0"]);
}));
