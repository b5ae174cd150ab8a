// Packages for learning-management systems: what is in them, and each lab launched, answered, left and resumed in one.

import assert from "node:assert/strict";
import { test } from "./harness.mjs";
import { plain } from "./labs-shared.mjs";
import { serve } from "./server.mjs";
import { anotherOption, attempt, course, exercisesOf, field, inCourse, isKept, kept, labs, lessonOf, packageOf, requests, rightAnswers, score, shown, strFromU8, temporary, unzipSync, workThrough } from "./scorm-shared.mjs";

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
    // The page shows points with two decimals.
    assert.ok(Math.abs(Number(now.said["cmi.core.score.raw"]) - percent) < 0.1, `${now.said["cmi.core.score.raw"]} for ${percent}`);
    assert.deepEqual([now.said["cmi.core.score.min"], now.said["cmi.core.score.max"]], ["0", "100"]);
    assert.ok(percent >= 70, `${percent} %`);
    assert.equal(now.said["cmi.core.lesson_status"], about.mastery ? "passed" : "completed");
    // A setting is tried where its widget happens to stand, and may be right too.
    const recorded = Object.entries(now.said).flatMap(([element, id]) => (/^cmi\.interactions\.\d+\.id$/.test(element) ? [[id, now.said[element.replace(/id$/, "result")]]] : []));
    const correct = new Set(recorded.filter(([, result]) => result === "correct").map(([id]) => id));
    assert.deepEqual(others.filter((one) => !isKept(one) && one.kind !== "setting" && !correct.has(one.id)), []);
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
    assert.equal(last.said["cmi.core.score.raw"], now.said["cmi.core.score.raw"]);
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
      estimates: () => Object.keys(exercise.cells).map((name) => [field(`${exercise.id}-${name}`), digits()]),
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
    // Of a text that was cut, what is quoted of it is cut too.
    const quoting = texts.map(({ id }) => id);
    await frame.waitForFunction(([wanted, cutShort]) => [...document.querySelectorAll("[data-exercise]")].every((home) => {
      const { exercise } = home.dataset;
      const said = home.querySelector(".feedback").innerText;
      return said === wanted[exercise].feedback || (cutShort.includes(exercise) && said.includes(" […]"));
    }), [before, quoting]);
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
