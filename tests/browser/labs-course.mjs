// The pages beside the labs: a course with several labs begun, and what its teacher reads.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { ON_A_PHONE, passesAxe } from "./axe.mjs";
import { command, site, test } from "./harness.mjs";
import { here, onLab, plain } from "./labs-shared.mjs";

const of = (path) => ({ root: () => site, path, context: ON_A_PHONE });

test("course: of two labs begun the page says how far they are, and hands in both as one file that grade takes", onLab(async (page, _, { address }) => {
  const standing = async (lab) => plain(await page.locator(`[data-lab="${lab}"] .standing`).innerText());
  const course = page.url();
  await page.getByRole("button", { name: "Download submissions.json" }).click();
  assert.match(await page.locator("#submissions .refused").innerText(), /nothing to hand in yet/);

  for (const [lab, id] of [["quantization", "predict_decode"], ["explainer", "predict_memory"]]) {
    await page.goto(`${address}/labs/${lab}/index.html`);
    await page.locator(`#answer-${id}:enabled`).fill("3");
    await page.locator(`#answer-${id}`).press("Enter");
    await page.waitForFunction((key) => localStorage.getItem(key)?.includes("predict_"), `ridgepoint.lab.${lab}.2`);
  }
  await page.goto(course);
  await page.waitForFunction(() => document.querySelector("#all").textContent);
  assert.match(await page.locator("#all").innerText(), /^2 of \d+ exercises done, 2 of \d+ labs begun\.$/);
  for (const lab of ["quantization", "explainer"]) assert.match(await standing(lab), /^1 of \d+ done, 0 of \d+ points\. Open it to go on\.$/);
  assert.equal(await standing("load"), "Not begun.");

  await page.getByLabel("Name").fill("Ada");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download submissions.json" }).click();
  const file = await (await saved).path();
  const graded = JSON.parse(execFileSync(command, ["grade", "--labs", here("../../labs"), "--json", file], { encoding: "utf8" }));
  assert.deepEqual(graded.map(({ name, lab }) => [name, lab]), [["Ada", "quantization"], ["Ada", "explainer"]]);
  // The page and the command that grades are of one build.
  assert.deepEqual(graded.flatMap(({ remarks }) => remarks), []);
  await passesAxe(page);
}, of("labs/course.html")));

test("course: on a shared computer all that is kept goes at once, once that is confirmed, and nothing of another site's", onLab(async (page) => {
  const keys = () => page.evaluate(() => Object.keys(localStorage));
  await page.evaluate(() => ["ridgepoint.lab.load.2", "ridgepoint.machine.1", "other"].forEach((key) => localStorage.setItem(key, "{}")));
  await page.getByRole("button", { name: "Delete everything kept in this browser" }).click();
  await passesAxe(page);
  await page.getByRole("button", { name: "Keep it" }).click();
  assert.equal((await keys()).length, 3);
  await page.getByRole("button", { name: "Delete everything kept in this browser" }).click();
  await page.getByRole("button", { name: "Delete everything", exact: true }).click();
  assert.match(await page.locator("#deleted").innerText(), /is deleted/);
  assert.deepEqual(await keys(), ["other"]);
}, of("labs/course.html")));

test("course: axe finds nothing on the teacher's page, and on a phone it needs no sideways scrolling", onLab(async (page) => {
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
  await passesAxe(page);
}, of("labs/teach.html")));
