// The page that grades a class, held against the command: a hundred submissions dropped at once, a zip, labs of one's own.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answered, changed } from "../command/submissions.mjs";
import { ON_A_PHONE, passesAxe } from "./axe.mjs";
import { command, test } from "./harness.mjs";
import { here, onLab, plain } from "./labs-shared.mjs";

const { unzipSync, zipSync } = createRequire(new URL("../../web/package.json", import.meta.url))("fflate");

const SAMPLE = here("../web/labs");
const root = mkdtempSync(join(tmpdir(), "ridgepoint-class-"));
process.on("exit", () => rmSync(root, { recursive: true, force: true }));

/** Submissions by file, in a folder of their own, where the command finds them under the paths of the page. */
function folderOf(name, submissions) {
  const folder = join(root, name);
  mkdirSync(join(folder, "submissions"), { recursive: true });
  for (const [file, content] of Object.entries(submissions)) writeFileSync(join(folder, "submissions", file), typeof content === "string" ? content : JSON.stringify(content));
  return { folder, files: Object.keys(submissions).map((file) => `submissions/${file}`) };
}
const graded = ({ folder, files }, labs, ...flags) => spawnSync(command, ["grade", "--labs", labs, ...flags, ...files], { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 26 });

/** Of a hundred students every third is wrong about the time, and every tenth leaves the table out. */
const student = (index) => {
  const one = changed("student", { name: `Student ${index}`, id: `s${index}` });
  one.answers.why.value = `Because of the bytes, says ${index}.`;
  if (index % 3 === 0) one.answers.time = answered(9, { tries: 3, at: one.answers.time.at, earlier: [4, 7] });
  if (index % 10 === 0) delete one.answers.cells;
  delete one.shown;
  return one;
};
const hundred = () => Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`student-${String(index).padStart(3, "0")}.json`, student(index)]));

const at = (more = {}) => ({ path: "labs/grading.html", ...more });
const status = (page) => page.locator("#status");
const ready = (page) => page.waitForFunction(() => /graded|cannot|Now add|did not work/.test(document.querySelector("#status").textContent));
async function downloaded(page, label) {
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: label }).click();
  return readFileSync(await (await saved).path());
}

test("grading: a hundred submissions dropped give the tables, and the files, that the command gives", onLab(async (page) => {
  const whole = folderOf("hundred", { ...hundred(), "torn.json": '{"format": "ridgepoint-submission", ' });
  // A drop is an event with files in it, which a script may make too.
  const files = whole.files.map((path) => ({ name: path.split("/")[1], text: readFileSync(join(whole.folder, path), "utf8") }));
  await page.evaluate((all) => {
    const dataTransfer = new DataTransfer();
    for (const { name, text } of all) dataTransfer.items.add(new File([text], name));
    document.querySelector("#drop").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, files);
  await ready(page);
  assert.match(plain(await status(page).innerText()), /^100 submissions are graded; 1 cannot be\. submissions\/torn\.json: the file is not JSON/);

  const rows = page.locator("#results table").first().locator("tbody tr");
  assert.equal(await rows.count(), 100);
  assert.equal(plain(await rows.nth(3).innerText()), "Student 3 (s3) A sample 6 of 8 2026-03-01 11:00 1 remark");
  const spread = page.getByRole("group", { name: "A sample: points" });
  const tenths = JSON.parse(graded(whole, SAMPLE, "--stats", "--json").stdout).labs[0].points_by_tenth;
  assert.deepEqual((await spread.locator("tbody .count").allInnerTexts()).map(Number), tenths.slice(tenths.findIndex(Boolean)));
  const missed = page.getByRole("group", { name: "A sample: exercises" }).locator("tbody tr", { has: page.getByRole("rowheader", { name: "time", exact: true }) });
  assert.match(plain(await missed.innerText()), /^time 100 of 100 66 .*9 ms \(34\)/);
  assert.match(plain(await page.getByRole("group", { name: "A sample: exercises" }).locator("tbody tr", { has: page.getByRole("rowheader", { name: "guess", exact: true }) }).innerText()), /^guess 100 of 100 100 .*predicted: Reading weights.* \(100\)$/);
  const texts = page.locator("details", { hasText: "why: 100 texts" });
  await texts.locator("summary").click();
  assert.equal(await texts.locator("dd").nth(7).innerText(), "Because of the bytes, says 7.");

  for (const [label, ...flags] of [["Students (CSV)", "--csv"], ["Exercises (CSV)", "--stats", "--csv"], ["Grades for Canvas (CSV)", "--gradebook", "canvas"], ["Grades for Moodle (CSV)", "--gradebook", "moodle"], ["Grades for Brightspace (CSV)", "--gradebook", "brightspace"], ["Scores as Gradescope exports them (CSV)", "--gradebook", "gradescope"], ["Statistics with all texts", "--stats"], ["Reports (Markdown)", "--markdown"]])
    assert.equal((await downloaded(page, label)).toString(), graded(whole, SAMPLE, ...flags).stdout, label);
  graded(whole, SAMPLE, "--feedback", "feedback");
  const pages = unzipSync(await downloaded(page, "A page for each student (zip)"));
  assert.equal(Object.keys(pages).length, 100);
  assert.equal(Buffer.from(pages["s3.html"]).toString(), readFileSync(join(whole.folder, "feedback/s3.html"), "utf8"));

  await page.getByRole("button", { name: "Student 3 (s3)", exact: true }).click();
  await page.waitForFunction(() => document.activeElement?.tagName === "H2");
  assert.match(plain(await page.locator("#opened").innerText()), /^Back to the list Previous Next Student 3 \(s3\) A sample student Student 3 \(s3\) .* time: 0 of 2 points .* Answered: 9 ms \(wrong\), try 3 Right: 1\.60 ms/);
  assert.equal(await page.locator("#results").isVisible(), false);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("heading", { name: "Student 4 (s4)" }).waitFor();
  await page.getByRole("button", { name: "Back to the list" }).click();
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Student 4 (s4)");

  await page.getByLabel("Find").fill("student 9");
  assert.equal(await page.getByText("19 of 100", { exact: true }).count(), 1);
  await page.getByLabel("Order").selectOption("Most points first");
  const points = (await page.locator("#results table").first().locator("tbody .figure").allInnerTexts()).map((one) => parseFloat(one));
  assert.deepEqual([points.length, points], [19, [...points].sort((one, other) => other - one)]);
  assert.ok(points[0] > points[18]);
  // Once more, with another file: the list stays as it was set.
  await page.locator("#submissions").setInputFiles({ name: "empty.json", mimeType: "application/json", buffer: Buffer.from("{}") });
  await page.waitForFunction(() => /empty\.json/.test(document.querySelector("#status").textContent));
  assert.deepEqual([await rows.count(), await page.getByLabel("Find").inputValue()], [19, "student 9"]);
  await page.getByLabel("Find").fill("");
  assert.equal(await rows.count(), 100);

  // The same again is no other class.
  await page.locator("#submissions").setInputFiles(whole.files.slice(0, 5).map((path) => join(whole.folder, path)));
  await page.waitForFunction(() => /files were here already/.test(document.querySelector("#status").textContent));
  assert.match(plain(await status(page).innerText()), /^100 submissions are graded; 2 cannot be\. .* 5 files were here already$/);

  await page.getByRole("button", { name: "Remove all files" }).click();
  await page.getByRole("button", { name: "Remove them" }).click();
  await page.waitForFunction(() => !document.querySelector("#status").textContent);
  assert.equal(await page.locator("#results").innerText(), "");
}, at()));

test("grading: a zip as systems hand them out, names twice, and what is no submission", onLab(async (page) => {
  const bytes = (value) => Buffer.from(JSON.stringify(value));
  const zip = zipSync({ "Ada_1/submission.json": bytes(student(1)), "../Bo_2/submission.json": bytes(student(2)), "Mallory/sample/lab.json": bytes({ title: "Mine" }), "__MACOSX/Ada_1/._submission.json": Buffer.from("x"), "readme.txt": Buffer.from("x") });
  const put = (name, buffer) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(buffer) });
  const add = (...files) => page.locator("#submissions").setInputFiles(files);
  await add(put("moodle.zip", zip), put("ONE.JSON", bytes(student(4))), put("notes.txt", "x"), put("broken.zip", "PK"));
  await ready(page);
  const said = plain(await status(page).innerText());
  assert.match(said, /^3 submissions are graded\./);
  assert.match(said, /notes\.txt: a submission is a \.json file/);
  assert.match(said, /broken\.zip: this zip cannot be read/);
  // Who hands in a lab does not set the key.
  assert.match(said, /Mallory\/sample\/lab\.json: this is a lab and not a submission/);
  // More come to those that are there; another file of the same name is another submission.
  await add(put("ONE.JSON", bytes(student(5))));
  await page.waitForFunction(() => /^4 submissions/.test(document.querySelector("#status").textContent));
  const csv = (await downloaded(page, "Students (CSV)")).toString();
  assert.deepEqual(csv.trim().split("\n").slice(1).map((line) => line.split(",")[0]), ["submissions/Ada_1/submission.json", "submissions/Bo_2/submission.json", "submissions/ONE.JSON", "submissions/ONE (2).JSON"]);
}, at()));

test("grading: a folder of one's own labs takes the place of the site's, and grades an exam", onLab(async (page) => {
  const own = join(root, "own");
  cpSync(SAMPLE, own, { recursive: true });
  const lab = JSON.parse(readFileSync(join(own, "sample/lab.json"), "utf8"));
  for (const name of ["sample", "final"]) {
    mkdirSync(join(own, name), { recursive: true });
    writeFileSync(join(own, name, "lab.json"), JSON.stringify({ ...lab, title: `Mine: ${name}`, exam: name === "final" }));
  }
  const exam = folderOf("exam", { "exam.json": { ...student(1), lab: "final" }, "sample.json": student(2) });
  await page.locator("#submissions").setInputFiles(exam.files.map((path) => join(exam.folder, path)));
  await ready(page);
  assert.match(plain(await status(page).innerText()), /^1 submission is graded; 1 cannot be\. submissions\/exam\.json: there is no lab "final"; the folder labs has sample/);
  await page.getByText("Labs of your own, or corrected ones").click();
  await page.locator("#own-labs").setInputFiles(own);
  await page.waitForFunction(() => /^2 submissions/.test(document.querySelector("#status").textContent));
  assert.deepEqual(await page.locator("#results h2").allInnerTexts(), ["Downloads", "Submissions", "Mine: final (yours)", "Mine: sample (yours)"]);
  assert.match(plain(await status(page).innerText()), /^2 submissions are graded\. Graded by your labs final, sample\.$/);
  assert.equal((await downloaded(page, "Students (CSV)")).toString(), graded(exam, own, "--csv").stdout);
  // What a corrected lab changes, against the one of the site.
  assert.match((await downloaded(page, "Points that your labs change (CSV)")).toString(), /^\S*name,id,lab/);
}, at()));

test("grading: leaving is asked about while there is a class, and a name of any length or direction keeps to its cell", onLab(async (page) => {
  const named = (name, index) => ({ name: `${index}.json`, mimeType: "application/json", buffer: Buffer.from(JSON.stringify({ ...student(index), student: { name } })) });
  await page.locator("#submissions").setInputFiles(["x".repeat(200), "\u202eevil", "שלום עולם", "<b>Bo</b>"].map(named));
  await ready(page);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 1280);
  assert.equal(await page.locator("#results b").count(), 0);
  const asked = page.waitForEvent("dialog");
  await page.getByRole("heading", { name: "Grade a class" }).click();
  const left = page.goto("about:blank").catch(() => {});
  const dialog = await asked;
  assert.equal(dialog.type(), "beforeunload");
  await dialog.accept();
  await left;
}, at()));

test("grading: opened from a file, without a server, it grades as well", onLab(async (page) => {
  const one = student(1);
  await page.locator("#submissions").setInputFiles([{ name: "one.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify({ ...one, lab: "load", lab_version: 0 })) }]);
  await ready(page);
  assert.match(plain(await status(page).innerText()), /lab_version/);
}, at({ offline: true })));

test("grading: axe finds nothing before and after, and on a phone it needs no sideways scrolling", onLab(async (page) => {
  await passesAxe(page);
  await page.locator("#submissions").setInputFiles([1, 2, 3].map((index) => ({ name: `${index}.json`, mimeType: "application/json", buffer: Buffer.from(JSON.stringify({ ...student(index), restarts: index })) })));
  await ready(page);
  await page.getByRole("button", { name: "Student 3 (s3)", exact: true }).click();
  await page.waitForFunction(() => document.activeElement?.tagName === "H2");
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
  await passesAxe(page);
}, at({ context: ON_A_PHONE })));
