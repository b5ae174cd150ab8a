// A lab from question to submission: a sample is built for the test, and each lab of the site is looked over.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { open, settled, test } from "./harness.mjs";
import { rounded } from "./labs-answers.mjs";
import { engine, feedback, here, onLab, plain, sample, tabTo } from "./labs-shared.mjs";
import { serve } from "./server.mjs";

const KEY = "ridgepoint.lab.sample.2";

/** The items of an order as they stand. */
const standing = (page, id) => page.locator(`#exercise-${id} [data-item]`).evaluateAll((all) => all.map((one) => one.dataset.item));

test("labs: a lab is worked through from prediction to submission by keyboard alone, with a reload in the middle", onLab(async (page) => {
  const reveal = page.locator('[data-reveal="guess"]');
  assert.equal(await reveal.evaluate((details) => details.open), false);

  // What follows a prediction stays shut until it is made.
  await tabTo(page, '[name="answer-guess"]');
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.locator('[name="answer-guess"]:checked').getAttribute("value"), "compute");
  await tabTo(page, "#exercise-guess button[type=submit]");
  await page.keyboard.press("Enter");
  assert.match(await feedback(page, "guess", /You said/), /Arithmetic/);
  assert.equal(await reveal.evaluate((details) => details.open), true);
  assert.match(plain(await reveal.innerText()), /You said: Arithmetic\. The engine says: Reading weights\./);
  assert.equal(await page.locator("#exercise-guess fieldset").evaluate((fieldset) => fieldset.disabled), true);

  // The widget's batch to its upper end: the step becomes compute-bound.
  await page.locator("#widget-roof").scrollIntoViewIfNeeded();
  await settled(page);
  await tabTo(page, '[data-field="batch"] input[type="range"]');
  await page.keyboard.press("ArrowRight");
  await tabTo(page, "#exercise-reach button[type=submit]");
  await page.keyboard.press("Enter");
  assert.match(await feedback(page, "reach", /Not yet/), /still memory-bound/);
  await tabTo(page, '[data-field="batch"] input[type="range"]', { key: "Shift+Tab" });
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.querySelector("ridge-roofline").result.regime === "compute");
  await tabTo(page, "#exercise-reach button[type=submit]");
  await page.keyboard.press("Enter");
  await feedback(page, "reach", /Right\. 0\.67 of 1 point/);

  // Items are moved by their buttons, which keep the focus; where an item stands now is said.
  await tabTo(page, '#exercise-rank [data-item="b200"] .up');
  await page.keyboard.press("Enter");
  assert.deepEqual(await standing(page, "rank"), ["h100", "b200", "a100"]);
  await page.keyboard.press("Space");
  assert.deepEqual(await standing(page, "rank"), ["b200", "h100", "a100"]);
  assert.equal(await page.evaluate(() => document.activeElement.ariaLabel), "Move up: B200");
  await tabTo(page, "#exercise-rank button[type=submit]");
  await page.keyboard.press("Enter");
  assert.match(await feedback(page, "rank", /You said/), /^Right\. You said: 1\. B200, 2\. H100, 3\. A100\. 1 of 1 point\./);
  assert.match(plain(await page.locator('[data-reveal="rank"]').innerText()), /You said: 1\. B200, 2\. H100, 3\. A100\. The engine agrees\./);
  await tabTo(page, '#exercise-sort [data-item="int4"] .down');
  await page.keyboard.press("Enter");

  // A wrong number gets the hint of its misconception; the draft of another survives the reload.
  await tabTo(page, "#answer-time");
  await page.keyboard.type("5.19");
  await page.keyboard.press("Enter");
  assert.match(await feedback(page, "time", /Not yet/), /That is the time at FP16: 5\.19 ms\. 2 tries left\./);
  await tabTo(page, "#answer-cells-fp16");
  await page.keyboard.type("16.06");
  await page.waitForFunction((key) => localStorage.getItem(key)?.includes("16.06"), KEY);
  assert.equal(await page.locator("#saved").innerText(), "Saved in this browser");

  await page.reload();
  assert.equal(await page.locator("#answer-cells-fp16").inputValue(), "16.06");
  assert.equal(await page.locator("#progress-text").innerText(), "3 of 7 done");
  assert.deepEqual([await standing(page, "rank"), await standing(page, "sort")], [["b200", "h100", "a100"], ["fp16", "int4", "int8"]]);
  assert.match(await feedback(page, "time", /Not yet/), /at FP16/);
  assert.equal(await reveal.evaluate((details) => details.open), true);
  await page.locator("#widget-roof").scrollIntoViewIfNeeded();
  await settled(page);
  assert.equal(await page.evaluate(() => document.querySelector("ridge-roofline").result.regime), "compute");

  await page.locator("#exercise-time").scrollIntoViewIfNeeded();
  await page.locator("body").evaluate(() => document.activeElement?.blur());
  await tabTo(page, "#answer-time");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("1.54");
  await page.keyboard.press("Enter");
  await feedback(page, "time", /Right\. 1\.33 of 2 points/);
  assert.equal(await page.locator("#exercise-time .explanation").evaluate((details) => details.open), true);

  await tabTo(page, "#answer-cells-int8");
  await page.keyboard.type("1");
  await page.keyboard.press("Enter");
  assert.match(await feedback(page, "cells", /Partly right/), /1 of 2 points\. Right: FP16\. Not right: INT8 \(too small\)\./);
  await tabTo(page, "#exercise-sort button[type=submit]");
  await page.keyboard.press("Enter");
  assert.equal(await feedback(page, "sort", /Not yet/), "Not yet. 0 of 1 point. 2 tries left. Show the explanation");
  await tabTo(page, '#exercise-sort [data-item="int8"] .up', { key: "Shift+Tab" });
  await page.keyboard.press("Enter");
  await tabTo(page, "#exercise-sort button[type=submit]");
  await page.keyboard.press("Enter");
  await feedback(page, "sort", /Right\. 0\.67 of 1 point/);
  await tabTo(page, "#answer-why");
  await page.keyboard.type("Bytes.");
  await tabTo(page, "#exercise-why button[type=submit]");
  await page.keyboard.press("Space");
  await feedback(page, "why", /Kept/);
  assert.equal(await page.locator("#progress-text").innerText(), "6 of 7 done");

  // The lab wants to know who it is.
  await tabTo(page, "#submission button[type=submit]");
  await page.keyboard.press("Enter");
  assert.match(await page.locator("#submission-error").innerText(), /name or your id/);
  assert.equal(await page.evaluate(() => document.activeElement.id), "student-name");
  await page.keyboard.type("Ada");
  await tabTo(page, "#submission button[type=submit]");
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  assert.equal(download.suggestedFilename(), "submission.json");
  const handed = JSON.parse(readFileSync(await download.path(), "utf8"));
  assert.equal(handed.format, "ridgepoint-submission");
  assert.deepEqual({ ...handed.student }, { name: "Ada" });
  assert.deepEqual(handed.shown, { points: 4.666667, of: 8 });
  assert.equal(handed.restarts, 0);
  assert.deepEqual(Object.fromEntries(Object.entries(handed.answers).map(([id, { value, tries, predicted }]) => [id, id === "reach" ? tries : { value, tries, predicted }])), {
    guess: { value: "compute", tries: 1, predicted: true },
    time: { value: 1.54, tries: 2, predicted: false },
    reach: 2,
    cells: { value: { fp16: 16.06, int8: 1 }, tries: 1, predicted: false },
    rank: { value: ["b200", "h100", "a100"], tries: 1, predicted: true },
    sort: { value: ["fp16", "int8", "int4"], tries: 2, predicted: false },
    why: { value: "Bytes.", tries: 1, predicted: false },
  });
  assert.equal(handed.widgets.roof.model, "Llama3_8B");
  assert.ok(handed.widgets.roof.batch > 100);

  // The engine alone gives the file the score that the page showed.
  const lab = JSON.parse(readFileSync(here("../web/labs/sample/lab.json"), "utf8"));
  const { score } = await engine();
  const points = lab.exercises.map((exercise) => score({ exercise, answer: handed.answers[exercise.id].value, tries: handed.answers[exercise.id].tries, variables: lab.variables, definitions: lab.definitions }).points);
  assert.equal(rounded(points.reduce((sum, one) => sum + one, 0)), handed.shown.points);
}));

test("labs: an item says where it is moved to, keeps its button at either end, and goes back when starting over", onLab(async (page) => {
  const said = () => page.locator("#exercise-sort .moved").textContent();
  const stuck = () => page.locator('#exercise-sort [aria-disabled="true"]').evaluateAll((all) => all.map((one) => one.ariaLabel));
  assert.deepEqual(await stuck(), ["Move up: INT4, with its scales", "Move down: INT8"]);
  assert.equal(await page.locator("#exercise-sort .moved").getAttribute("role"), "status");

  // As it was shown at the start it is no answer, and costs no try.
  await page.locator("#exercise-sort button[type=submit]").click();
  assert.match(await feedback(page, "sort", /\w/), /Move an item first/);
  assert.equal(await page.evaluate(() => document.activeElement.ariaLabel), "Move down: INT4, with its scales");

  const down = page.getByRole("button", { name: "Move down: INT4, with its scales" });
  for (const [place, order] of [["now 2nd", ["fp16", "int4", "int8"]], ["now 3rd", ["fp16", "int8", "int4"]], ["already 3rd", ["fp16", "int8", "int4"]]]) {
    await page.keyboard.press("Enter");
    assert.equal(await said(), `INT4, with its scales: ${place} of 3`);
    assert.deepEqual(await standing(page, "sort"), order);
    assert.equal(await down.evaluate((button) => button === document.activeElement), true);
  }
  assert.deepEqual(await stuck(), ["Move up: FP16 & BF16", "Move down: INT4, with its scales"]);
  await page.getByRole("button", { name: "Move up: FP16 & BF16" }).press("Enter");
  assert.equal(await said(), "FP16 & BF16: already 1st of 3");
  for (const button of await page.locator("#exercise-sort .moves button").all()) {
    const { width, height } = await button.boundingBox();
    assert.ok(width >= 24 && height >= 24, `${width} × ${height}`);
  }

  await page.waitForFunction((key) => JSON.parse(localStorage.getItem(key) ?? "{}").drafts?.sort, KEY);
  await page.reload();
  await page.locator("#answer-time:enabled").waitFor();
  assert.deepEqual(await standing(page, "sort"), ["fp16", "int8", "int4"]);
  assert.equal(await said(), "");
  await page.locator("#exercise-sort button[type=submit]").click();
  await feedback(page, "sort", /Right\. 1 of 1 point/);
  assert.equal(await page.locator("#exercise-sort button:visible").count(), 0);

  await page.evaluate(() => (window.print = () => {}));
  await page.locator("#student-name").fill("Ada");
  await page.locator("#print").click();
  assert.match(plain(await page.locator("#report").textContent()), /1\. FP16 & BF16, 2\. INT8, 3\. INT4, with its scales/);
  await page.locator("#reset").click();
  await page.getByRole("button", { name: "Delete my answers" }).click();
  await page.waitForFunction(() => document.querySelector("#exercise-sort [data-item]").dataset.item === "int4");
  assert.deepEqual(await stuck(), ["Move up: INT4, with its scales", "Move down: INT8"]);
}));

test("labs: an order given up shows the right one", onLab(async (page) => {
  await page.getByRole("button", { name: "Move up: INT8" }).click();
  await page.locator("#exercise-sort button[type=submit]").click();
  await feedback(page, "sort", /Not yet/);
  await page.locator("#exercise-sort").getByRole("button", { name: "Show the explanation" }).click();
  await feedback(page, "sort", /Not right\. 0 of 1 point/);
  assert.match(plain(await page.locator("#exercise-sort .explanation").innerText()), /Answer: 1\. FP16 & BF16, 2\. INT8, 3\. INT4, with its scales Half the bits/);
  assert.deepEqual(await standing(page, "sort"), ["int4", "int8", "fp16"]);

  // A prediction that is wrong is told the right order; before it, the summary leads to the first button that moves something.
  await page.locator('[data-reveal="rank"] summary').click();
  assert.equal(await page.evaluate(() => document.activeElement.ariaLabel), "Move down: H100");
  await page.keyboard.press("Enter");
  await page.locator("#exercise-rank button[type=submit]").click();
  await feedback(page, "rank", /You said/);
  assert.match(plain(await page.locator('[data-predicted="rank"]').innerText()), /You said: 1\. A100, 2\. H100, 3\. B200\. The engine says: 1\. B200, 2\. H100, 3\. A100\./);
}));

test("labs: other scripts are told of an answer and of the submission, and of nothing that is refused", onLab(async (page) => {
  await page.evaluate(() => {
    window.told = [];
    for (const name of ["ridge-answer", "ridge-submission"]) document.addEventListener(name, ({ type, detail }) => window.told.push({ type, ...detail }));
  });
  const told = () => page.evaluate(() => window.told);
  await page.locator("#answer-time").fill("soon");
  await page.locator("#answer-time").press("Enter");
  await feedback(page, "time", /number/);
  await page.locator("#submission button[type=submit]").click();
  assert.deepEqual(await told(), []);

  await page.locator("#answer-time").fill("1.54");
  await page.locator("#answer-time").press("Enter");
  await feedback(page, "time", /Right/);
  const lab = { lab: "sample", version: 1 };
  assert.deepEqual(await told(), [{ type: "ridge-answer", ...lab, exercise: "time", answer: 1.54, tries: 1, predicted: false, points: 2, of: 2, correct: true }]);

  await page.locator("#student-name").fill("Ada");
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#submission button[type=submit]").click()]);
  const submission = JSON.parse(readFileSync(await download.path(), "utf8"));
  assert.deepEqual((await told())[1], { type: "ridge-submission", ...lab, submission });
}));

test("labs: what is typed is never executed, and nonsense is told beside its field", onLab(async (page) => {
  await page.locator("#answer-time").fill("soon");
  await page.locator("#answer-time").press("Enter");
  assert.match(await feedback(page, "time", /number/), /Give a number in ms/);
  assert.equal(await page.locator("#answer-time").getAttribute("aria-invalid"), "true");
  await page.locator("#answer-why").fill('<img src=x onerror="document.title=1">');
  await page.locator("#exercise-why button[type=submit]").click();
  await feedback(page, "why", /Kept/);
  await page.locator("#student-name").fill("<b>Ada</b>");
  await page.evaluate(() => (window.print = () => {}));
  await page.locator("#print").click();
  await page.getByRole("button", { name: "Print anyway" }).click();
  assert.equal(await page.locator("#report img, #report b").count(), 0);
  assert.match(await page.locator("#report").textContent(), /<b>Ada<\/b>.*onerror/);
  // In print the report stands alone.
  await page.emulateMedia({ media: "print" });
  assert.deepEqual(await page.locator("main > *").evaluateAll((parts) => parts.filter((part) => part.checkVisibility()).map(({ id }) => id)), ["report"]);
}));

test("labs: three wrong answers end in the explanation, and it can be asked for earlier", onLab(async (page) => {
  for (const [value, said] of [["9", /2 tries left/], ["8", /One try left/], ["7", /Not right\. 0 of 2 points/]]) {
    await page.locator("#answer-time").fill(value);
    await page.locator("#answer-time").press("Enter");
    await feedback(page, "time", said);
  }
  assert.equal(await page.locator("#exercise-time fieldset").evaluate((fieldset) => fieldset.disabled), true);
  assert.match(plain(await page.locator("#exercise-time .explanation").innerText()), /1\.60? ms/);
  await page.locator("#answer-cells-fp16").fill("1");
  await page.locator("#answer-cells-fp16").press("Enter");
  await feedback(page, "cells", /Not yet/);
  await page.locator("#exercise-cells").getByRole("button", { name: "Show the explanation" }).click();
  await feedback(page, "cells", /Not right/);
  assert.equal(await page.locator("#exercise-cells fieldset").evaluate((fieldset) => fieldset.disabled), true);
}));

test("labs: a link restores the exact state elsewhere, without the name; another's answers never replace one's own unasked", async (browser) => {
  const server = await serve(sample());
  const address = `${server.address}/labs/sample/index.html`;
  const first = await open(browser, address, { context: { permissions: ["clipboard-read", "clipboard-write"] } });
  await first.page.locator("#answer-time").fill("1.7");
  await first.page.locator("#answer-time").press("Enter");
  await feedback(first.page, "time", /Partly right/);
  await first.page.locator("#student-name").fill("Ada");
  await first.page.locator("#share").click();
  const link = await first.page.locator("#shared-text").inputValue();
  await first.close();
  const second = await open(browser, link);
  await feedback(second.page, "time", /Partly right\. 1 of 2 points/);
  assert.equal(await second.page.locator("#answer-time").inputValue(), "1.7");
  assert.equal(await second.page.locator("#student-name").inputValue(), "");
  assert.equal(new URL(second.page.url()).hash, "");
  await second.page.locator("#answer-time").fill("1.54");
  await second.page.locator("#answer-time").press("Enter");
  await feedback(second.page, "time", /Right/);
  await second.page.goto(`${address}?again=1${new URL(link).hash}`);
  await second.page.getByRole("button", { name: "Keep mine" }).click();
  await feedback(second.page, "time", /Right\. 1\.33 of 2/);
  await second.page.goto(`${address}#lab=1.AAAA`);
  await second.page.waitForFunction(() => document.querySelector("#notices").innerText.includes("no progress that this lab can read"));
  assert.deepEqual([...first.faults, ...second.faults], []);
  await second.close();
  await server.close();
});

test("labs: starting over asks first, and then forgets everything", onLab(async (page) => {
  await page.locator("#answer-time").fill("1.54");
  await page.locator("#answer-time").press("Enter");
  await feedback(page, "time", /Right/);
  await page.locator("#reset").click();
  await page.keyboard.press("Escape");
  await feedback(page, "time", /Right/);
  await page.locator("#reset").click();
  await page.getByRole("button", { name: "Delete my answers" }).click();
  await page.waitForFunction(() => document.querySelector("#progress-text").innerText.startsWith("0 of") && document.querySelector("#answer-time").value === "");
  assert.equal(await page.evaluate((key) => localStorage.getItem(key), KEY), null);

  // How often is handed in.
  await page.locator("#student-name").fill("Ada");
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#submission button[type=submit]").click()]);
  assert.equal(JSON.parse(readFileSync(await download.path(), "utf8")).restarts, 1);
}));

for (const width of [1040, 1280, 1600]) {
  test(`labs: at ${width} px the text stands in the middle, and a widget takes the width of the bar`, onLab(async (page) => {
    const { text, bar, widget, middle } = await page.evaluate(() => {
      const sides = (selector) => {
        const { left, right } = document.querySelector(selector).getBoundingClientRect();
        return [left, right];
      };
      return { text: sides(".prose"), bar: sides(".bar"), widget: sides(".widget"), middle: document.documentElement.clientWidth / 2 };
    });
    assert.ok(Math.abs((text[0] + text[1]) / 2 - middle) <= 1, `${text} around ${middle}`);
    assert.ok(text[1] - text[0] > 680 && text[1] - text[0] < 760, `${text}`);
    assert.deepEqual(widget, bar);
    assert.ok(bar[0] >= 16 && bar[1] <= 2 * middle - 16, `${bar}`);
  }, { context: { viewport: { width, height: 900 } } }));
}
