// A lab's progress where keeping it is hard: two windows, a store that refuses or holds what nobody can read, a sandbox.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { open, test } from "./harness.mjs";
import { feedback, onLab, plain, sample } from "./labs-shared.mjs";
import { serve } from "./server.mjs";

const KEY = "ridgepoint.lab.sample.2";
const stored = (page, key = KEY) => page.evaluate((name) => localStorage.getItem(name), key);
const answer = async (page, value, said = /Right|Not yet|Partly/) => {
  await page.locator("#answer-time").fill(value);
  await page.locator("#answer-time").press("Enter");
  return feedback(page, "time", said);
};
const unsaved = async (page, pattern) => {
  await page.waitForFunction((source) => new RegExp(source).test(document.querySelector("#not-saved")?.innerText ?? ""), pattern.source);
  assert.equal(await page.locator("#saved").innerText(), "Not saved");
};
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();

/** Two windows of one browser on the sample lab. */
const twoWindows = (body) => async (browser) => {
  const server = await serve(sample());
  const { page: first, context, faults, close } = await open(browser, `${server.address}/labs/sample/index.html`);
  const second = await context.newPage();
  second.on("pageerror", (error) => faults.push(error.message));
  await second.goto(first.url());
  await second.locator("#answer-time:enabled").waitFor();
  try {
    await body(first, second);
    assert.deepEqual(faults, []);
  } finally {
    await close();
    await server.close();
  }
};

test("saving: a second window never writes over the first unasked, and can take its answers", twoWindows(async (first, second) => {
  await answer(first, "1.54", /Right/);
  await unsaved(second, /another window.*last saved at \d\d:\d\d/);
  const mine = await stored(first);
  await answer(second, "9");
  await unsaved(second, /another window/);
  assert.equal(await stored(second), mine);
  await press(second, "Use the other window’s answers");
  await feedback(second, "time", /Right\. 2 of 2 points/);
  assert.equal(await second.locator("#saved").innerText(), "Saved in this browser");
  assert.equal(await second.locator("#not-saved").count(), 0);
}));

test("saving: a second window's answers can be kept instead; then the first is told, and writes over nothing", twoWindows(async (first, second) => {
  await answer(first, "1.54", /Right/);
  await unsaved(second, /another window/);
  await answer(second, "9");
  await press(second, "Keep this window’s answers");
  await second.locator('#saved[data-saved="true"]').waitFor();
  assert.equal(JSON.parse(await stored(second)).answers.time.value, 9);
  await unsaved(first, /another window/);
  await first.locator("#answer-why").fill("Bytes.");
  await press(first, "Keep the answer for good");
  await feedback(first, "why", /Kept/);
  assert.equal(JSON.parse(await stored(first)).answers.why, undefined);
}));

test("saving: a prediction made in one window is recorded in the other, whose answers cannot replace it", twoWindows(async (first, second) => {
  await first.locator('[name="answer-guess"][value="compute"]').check();
  await first.locator("#exercise-guess button[type=submit]").click();
  await feedback(first, "guess", /You said: Arithmetic/);
  await feedback(second, "guess", /You said: Arithmetic/);
  assert.equal(await second.locator("#exercise-guess fieldset:disabled").count(), 1);
  await press(second, "Keep this window’s answers");
  await second.locator('#saved[data-saved="true"]').waitFor();
  assert.equal(JSON.parse(await stored(second)).answers.guess.value, "compute");
}));

test("saving: starting over in one window is told in the other, which keeps its answers until asked", twoWindows(async (first, second) => {
  await answer(first, "1.54", /Right/);
  await unsaved(second, /another window/);
  await press(second, "Use the other window’s answers");
  await feedback(second, "time", /Right/);
  await press(first, "Start over");
  await press(first, "Delete my answers");
  await first.locator("#answer-time:enabled").waitFor();
  await unsaved(second, /deleted in another window/);
  assert.equal(await stored(second), null);
  assert.match(await feedback(second, "time", /Right/), /2 of 2/);
  await press(second, "Keep this window’s answers");
  await second.locator('#saved[data-saved="true"]').waitFor();
  assert.equal(JSON.parse(await stored(second)).answers.time.value, 1.54);
}));

test("saving: starting over puts widgets, drafts, refusals and notices back without a reload", onLab(async (page) => {
  await page.evaluate(() => (window.sameDocument = true));
  await page.locator("#widget-roof").scrollIntoViewIfNeeded();
  await page.waitForFunction(() => document.querySelector("ridge-roofline").result);
  await page.evaluate(() => (document.querySelector("ridge-roofline").request = { batch: 64 }));
  await page.locator("#answer-cells-int8").fill("3");
  await page.locator("#answer-time").fill("soon");
  await page.locator("#answer-time").press("Enter");
  await page.locator('[name="answer-guess"][value="memory"]').check();
  await page.locator("#exercise-guess button[type=submit]").click();
  await feedback(page, "guess", /You said/);
  await page.waitForFunction((key) => localStorage.getItem(key)?.includes('"batch":64'), KEY);
  await press(page, "Start over");
  await press(page, "Delete my answers");
  await page.waitForFunction(() => document.querySelector("ridge-roofline").request.batch === 1);
  assert.equal(await page.evaluate(() => window.sameDocument), true);
  assert.equal(await page.locator(".exercise [aria-invalid]").count(), 0);
  assert.equal(await page.locator("#answer-cells-int8").inputValue(), "");
  assert.equal(await page.locator('[data-reveal="guess"]').evaluate((reveal) => reveal.open), false);
  assert.equal(await page.locator('[name="answer-guess"]:checked').count(), 0);
  assert.equal(await stored(page), null);
}));

test("saving: progress in the first form is taken over, every answer of it", async (browser) => {
  const server = await serve(sample());
  const at = "2026-01-01T00:00:00.000Z";
  const first = { format: "ridgepoint-lab", version: 1, lab: "sample", lab_version: 1, started_at: at, student: { name: "Ada" }, answers: { guess: { value: "memory", at, tries: 1, predicted: true, closed: true }, time: { value: 1.54, at, tries: 2, predicted: false, closed: true } }, drafts: { why: "Because" }, widgets: {} };
  const { page, faults, close } = await open(browser, `${server.address}/labs/sample/index.html`, { script: `localStorage.getItem("ridgepoint.lab.sample.1") ?? localStorage.setItem("ridgepoint.lab.sample.1", ${JSON.stringify(JSON.stringify(first))})` });
  await feedback(page, "time", /Right\. 1\.33 of 2 points/);
  assert.equal(await page.locator("#answer-why").inputValue(), "Because");
  assert.equal(await page.locator("#student-name").inputValue(), "Ada");
  await page.locator("#answer-why").fill("Because of bytes");
  await page.waitForFunction((key) => localStorage.getItem(key)?.includes("of bytes"), KEY);
  const now = JSON.parse(await stored(page));
  assert.deepEqual([now.version, now.started_at, now.answers.guess.value, now.answers.time.tries], [2, at, "memory", 2]);
  await page.reload();
  assert.equal(await page.locator("#answer-why").inputValue(), "Because of bytes");
  assert.deepEqual(faults, []);
  await close();
  await server.close();
});

test("saving: what cannot be read is never written over unasked, and is put aside then", onLab(async (page) => {
  await unsaved(page, /cannot read/);
  await answer(page, "1.54", /Right/);
  assert.equal(await stored(page), "{damaged");
  await press(page, "Replace it");
  await page.locator('#saved[data-saved="true"]').waitFor();
  assert.equal(JSON.parse(await stored(page)).answers.time.value, 1.54);
  assert.equal(await stored(page, `${KEY}.unreadable`), "{damaged");
}, { script: `localStorage.getItem(${JSON.stringify(KEY)}) ?? localStorage.setItem(${JSON.stringify(KEY)}, "{damaged")` }));

for (const [what, script, said] of [
  ["full", () => (Storage.prototype.setItem = () => { throw new DOMException("no room", "QuotaExceededError"); }), /no room/],
  ["blocked", () => Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } }), /blocks saving/],
  ["lying", () => (Storage.prototype.setItem = () => undefined), /blocks saving/],
]) {
  test(`saving: a store that is ${what} is told; link and submission are offered, without a name too, and the browser asks before the page goes`, onLab(async (page) => {
    await answer(page, "1.54", /Right/);
    await unsaved(page, said);
    const [download] = await Promise.all([page.waitForEvent("download"), press(page, "Download the submission")]);
    assert.equal(JSON.parse(readFileSync(await download.path(), "utf8")).answers.time.value, 1.54);
    await press(page, "Copy a link to these answers");
    assert.match(await page.locator("#shared-text").inputValue(), /#lab=1\.[\w-]+$/);
    const [dialog] = await Promise.all([page.waitForEvent("dialog"), page.evaluate(() => void setTimeout(() => location.reload()))]);
    assert.equal(dialog.type(), "beforeunload");
    await dialog.dismiss();
    assert.match(await feedback(page, "time", /Right/), /2 of 2/);
  }, { script }));
}

test("saving: in a frame in a sandbox the lab works, says that nothing is saved, and shows the submission to be copied", async (browser) => {
  const server = await serve(sample(), {
    // Scripts of a page without an origin come from elsewhere, as all else does to it.
    headers: { "access-control-allow-origin": "*" },
    pages: { "/host.html": `<!doctype html><title>Host</title><iframe src="labs/sample/index.html" sandbox="allow-scripts" style="width:100%;height:800px"></iframe>` },
  });
  const { page, close } = await open(browser, `${server.address}/host.html`);
  try {
    const frame = page.frameLocator("iframe");
    await frame.locator("#answer-time").fill("1.54");
    await frame.locator("#answer-time").press("Enter");
    await frame.locator("#exercise-time .verdict.right").waitFor();
    await frame.locator('[name="answer-guess"][value="memory"]').check();
    await frame.locator("#exercise-guess button[type=submit]").click();
    await frame.locator('#exercise-guess[data-state="right"]').waitFor();
    assert.match(plain(await frame.locator("#not-saved").innerText()), /blocks saving/);
    assert.equal(await frame.locator("#saved").innerText(), "Not saved");
    await frame.getByRole("button", { name: "Download the submission" }).click();
    const handed = JSON.parse(await frame.locator("#unsent-text").inputValue());
    assert.deepEqual([handed.answers.time.value, handed.answers.guess.value], [1.54, "memory"]);
  } finally {
    await close();
    await server.close();
  }
});
