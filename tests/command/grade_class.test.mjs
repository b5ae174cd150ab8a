// What an instructor gets for a class: gradebooks, feedback, and the difference that a changed key makes.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { path } from "../wasm/shared.mjs";
import { changed, file, folder, grade, labs, right } from "./grading.mjs";

/** The sample lab with something else in it, in a folder of labs of its own. */
function edited(name, edit) {
  const own = join(folder, name);
  cpSync(join(labs, "sample"), join(own, "sample"), { recursive: true });
  const lab = JSON.parse(readFileSync(join(own, "sample", "lab.json"), "utf8"));
  edit(lab);
  writeFileSync(join(own, "sample", "lab.json"), JSON.stringify(lab));
  return own;
}
const run = (...args) => spawnSync(path("bin/ridgepoint"), ["grade", ...args], { encoding: "utf8" });
const student = (name, id) => file({ ...right(), student: { ...(name ? { name } : {}), ...(id ? { id } : {}) } });

test("gradebooks: each system's columns, a row a student, formulas neutralised", () => {
  const files = [student("Ada", "20067930"), student("=1+1", "bo@example.org"), student("", "")];
  const lines = (system) => grade("--gradebook", system, ...files).out.trimEnd().split("\n");
  assert.deepEqual(lines("canvas"), ["Student,ID,SIS User ID,SIS Login ID,Section,A sample", "Points Possible,,,,,8", "Ada,,20067930,,,8", "'=1+1,,,bo@example.org,,8"]);
  assert.deepEqual(lines("moodle"), ["Full name,ID number,Email address,A sample", "Ada,20067930,,8", "'=1+1,,bo@example.org,8"]);
  assert.deepEqual(lines("brightspace"), ["OrgDefinedId,Username,A sample Points Grade <Numeric MaxPoints:8>,End-of-Line Indicator", "20067930,,8,#", ",bo@example.org,8,#"]);
  assert.deepEqual(lines("gradescope"), ["Name,SID,Email,A sample,A sample - Max Points", "Ada,20067930,,8,8", "'=1+1,,bo@example.org,8,8"]);
  assert.match(grade("--gradebook", "canvas", files[2]).err, /it names nobody, so that it is left out/);
  const { status, err } = grade("--gradebook", "blackboard", files[0]);
  assert.equal(status, 2);
  assert.match(err, /--gradebook must be one of canvas, moodle, brightspace or gradescope, given "blackboard"/);
});

test("gradebooks: of two submissions the last counts, and a lab that was not handed in has an empty cell", () => {
  const late = file({ ...changed("answers.time.value", 100), finished_at: "2026-03-01T12:00:00.000Z" });
  const own = edited("two", () => {});
  cpSync(join(own, "sample"), join(own, "again"), { recursive: true });
  const other = file({ ...right(), lab: "again", student: { name: "Bo", id: "b" } });
  const { stdout } = run("--labs", own, "--gradebook", "moodle", late, file(right()), other);
  assert.deepEqual(stdout.trimEnd().split("\n").slice(1), ["Ada,a1,,6,", "Bo,b,,,8"]);
});

test("feedback: right answers, points and reasons, in one file a student", () => {
  const out = join(folder, "feedback");
  const wrong = changed("answers.time.value", 5.19);
  wrong.answers.guess.value = "compute";
  wrong.answers.why.value = "<script>alert(1)</script>";
  wrong.student = { name: "Ada & Bo", id: "../a1" };
  assert.match(grade("--feedback", out, file(wrong), student("Cy", "c")).out, /^2 files in /);
  assert.deepEqual(readdirSync(out).sort(), ["_._a1.html", "c.html"]);
  const page = readFileSync(join(out, "_._a1.html"), "utf8");
  assert.match(page, /<h1>Feedback for Ada &amp; Bo/);
  assert.match(page, /You predicted: Arithmetic <b class="wrong">wrong<\/b>/);
  assert.match(page, /Count the bytes for each operation\./);
  assert.match(page, /Right answer: Reading weights/);
  assert.match(page, /Your answer: 5\.19 ms/);
  assert.match(page, /That is the time at FP16: 5\.19.ms\./);
  assert.match(page, /Right answer: 1\.599 ms/);
  assert.match(page, /the one with the <i>most<\/i> bytes/);
  assert.doesNotMatch(page, /<script|\{\{|https?:/);
});

test("feedback: before a lab is due there are points and no answers; later ones are late", () => {
  const out = join(folder, "early");
  const whole = file(changed("answers.time.value", 5.19));
  const future = edited("future", (lab) => (lab.due = "2999-03-01T10:00:00Z"));
  assert.equal(run("--labs", future, "--feedback", out, whole).status, 0);
  const page = readFileSync(join(out, "a1.html"), "utf8");
  assert.match(page, /Right answers and reasons follow when the lab is due/);
  assert.match(page, /6 of 8 points/);
  assert.doesNotMatch(page, /Right answer:|A quarter of the bytes|That is the time/);
  const past = edited("past", (lab) => (lab.due = "2026-03-01T10:30:00Z"));
  assert.deepEqual(JSON.parse(run("--labs", past, "--json", whole).stdout)[0].remarks.slice(0, 1), ["handed in 1800 s after it was due"]);
  const { status, stderr } = run("--labs", past, "--feedback", "/dev/null/x", whole);
  assert.equal(status, 3);
  assert.match(stderr, /the file cannot be written/);
});

test("a changed key: who has other points than before, and why", () => {
  const old = edited("old", (lab) => (lab.exercises[1].tolerance = 0.001));
  const next = edited("next", (lab) => (lab.version = 2));
  const [a, b] = [student("Ada", "a"), file({ ...changed("answers.time.value", 9), student: { id: "b" } })];
  const { status, stdout } = run("--labs", next, "--against", old, a, b);
  assert.equal(status, 0);
  assert.match(stdout, /^ *7 +8 +8 +Ada \(a\) +sample +time 1 → 2$/m);
  assert.match(stdout, /1 of 2 submissions have other points than before/);
  const csv = run("--labs", next, "--against", old, "--csv", a, b).stdout.trimEnd().split("\n");
  assert.deepEqual(csv.slice(1).map((line) => line.replace(/^[^,]*/, "")), [",Ada,a,sample,7,8,8,time 1 → 2", ",,b,sample,6,6,8,"]);
});
