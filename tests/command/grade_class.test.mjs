// What an instructor gets for a class: gradebooks, feedback, and the difference that a changed key makes.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { loadRidgepoint, path } from "../wasm/shared.mjs";
import { answered, changed, file, folder, grade, labs, right } from "./grading.mjs";

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
  const handedIn = "2026-03-01 11:00:00 +0000,00:00:00,00:00:00";
  assert.deepEqual(lines("gradescope"), [
    "Name,SID,Email,A sample,A sample - Max Points,A sample - Submission Time,A sample - Lateness (H:M:S),Total Lateness (H:M:S)",
    `Ada,20067930,,8,8,${handedIn}`,
    `'=1+1,,bo@example.org,8,8,${handedIn}`,
  ]);
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

test("gradebooks: Gradescope's has how late a lab is, in hours, and all of them together", () => {
  const own = edited("dated", (lab) => (lab.due = "2026-02-27T23:58:57Z"));
  cpSync(join(own, "sample"), join(own, "again"), { recursive: true });
  const both = [file(right()), file({ ...right(), lab: "again" }), file({ ...right(), lab: "again", student: { name: "Bo", id: "b" } })];
  const { stdout } = run("--labs", own, "--gradebook", "gradescope", ...both);
  const late = "8,8,2026-03-01 11:00:00 +0000,35:01:03";
  assert.deepEqual(stdout.trimEnd().split("\n").slice(1), [`Ada,a1,,${late},${late},70:02:06`, `Bo,b,,,8,,00:00:00,${late},35:01:03`]);
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
  assert.match(page, /Right answer: 1\.60 ms/);
  assert.match(page, /finished 2026-03-01, 11:00 UTC</);
  assert.match(page, /the one with the <i>most<\/i> bytes/);
  assert.doesNotMatch(page, /<script|\{\{|https?:/);
});

test("feedback: an exercise that has no points says so, and a setting is told as it stood", () => {
  const own = edited("free", (lab) => (lab.exercises[0].points = 0));
  const whole = right();
  whole.answers.reach.value = { ...whole.answers.reach.value, parallel: { tensor: 1 } };
  const out = join(folder, "unscored");
  run("--labs", own, "--feedback", out, file(whole));
  const page = readFileSync(join(out, "a1.html"), "utf8");
  assert.match(page, /<p class="points">no points<\/p>/);
  assert.match(page, /Your answer: model Llama3_8B, hardware H100, batch 512, context 128, parallel \(tensor 1\) /);
});

test("feedback: a variable that is a word or a number stands in a text under its own name, and points have two decimals", () => {
  const own = edited("variable", (lab) => {
    lab.variables.users = 12;
    delete lab.figures.hardware;
    lab.exercises[1].prompt = "How long does {{users}} take on the {{hardware}}?";
  });
  const whole = right();
  Object.assign(whole.answers.time, { tries: 2, earlier: [5.19] });
  const out = join(folder, "variables");
  run("--labs", own, "--feedback", out, file(whole));
  const page = readFileSync(join(out, "a1.html"), "utf8");
  assert.match(page, /How long does 12 take on the H100\?/);
  assert.match(page, /<p class="points">1\.33 of 2<\/p>/);
  const { stdout } = run("--labs", own, file(whole));
  assert.match(stdout, /: 7\.33 of 8,/);
  assert.match(stdout, /^Note: the page showed 8 of 8 points; the answers are worth 7\.33 of 8$/m);
});

test("feedback: what a lab says in figures reads as on its page, and so do answers", () => {
  const words = (html) => html.replace(/<[^>]+>/g, "").replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&").replaceAll("\u00a0", " ");
  const own = fileURLToPath(new URL("../../labs", import.meta.url));
  for (const { name } of readdirSync(own, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const page = readFileSync(path(`site/labs/${name}/index.html`), "utf8");
    const printed = new Map([...page.matchAll(/<data class="live" data-figure="([^"]+)"[^>]*>([^<]*)</g)].map(([, key, text]) => [words(key), words(text)]));
    assert.ok(printed.size > 10, name);
    const copy = join(folder, `figures-${name}`);
    cpSync(join(own, name), join(copy, name), { recursive: true });
    const lab = JSON.parse(readFileSync(join(copy, name, "lab.json"), "utf8"));
    lab.exercises = [{ id: "all", kind: "text", prompt: [...printed.keys()].map((key) => `- {{${key}}}`).join("\n") }];
    writeFileSync(join(copy, name, "lab.json"), JSON.stringify(lab));
    const out = join(folder, `figures-of-${name}`);
    run("--labs", copy, "--feedback", out, file({ ...right(), lab: name, lab_version: lab.version, answers: { all: answered("x") } }));
    const said = [...readFileSync(join(out, "a1.html"), "utf8").matchAll(/<li>(.*?)<\/li>/g)].map(([, text]) => words(text));
    assert.deepEqual(Object.fromEntries([...printed.keys()].map((key, index) => [key, said[index]])), Object.fromEntries(printed), name);
  }
  const out = join(folder, "digits");
  grade("--feedback", out, file(changed("answers.time.value", 3.2494)));
  assert.match(readFileSync(join(out, "a1.html"), "utf8"), /Your answer: 3\.2494 ms /);
});

test("feedback: of what was not answered the right answer stands there too", () => {
  const out = join(folder, "nothing");
  const whole = right();
  for (const { id, kind } of JSON.parse(readFileSync(join(labs, "sample", "lab.json"), "utf8")).exercises) if (kind !== "setting") delete whole.answers[id];
  grade("--feedback", out, file(whole));
  const page = readFileSync(join(out, "a1.html"), "utf8");
  const answers = [...page.matchAll(/Not answered\.<\/p>\n(?:<p class="expected">Right answer: ([^<]*)<\/p>)?/g)].map(([, answer]) => answer?.replace(/\s/g, " "));
  assert.deepEqual(answers, ["Reading weights", "1.60 ms", "FP16: 16.06 GB; INT8: 8.03 GB", "B200, then H100, then A100", "FP16 &amp; BF16, then INT8, then INT4, with its scales", undefined]);
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

test("a report in Markdown: versions, each question with answer and points, what is missing, and nothing that Markdown would read", () => {
  const whole = changed("answers.time.value", 5.19);
  whole.engine = { version: "0.0.9", data: "ab" };
  whole.student = { name: "Ada | *Bo*", id: "a1" };
  whole.answers.why.value = "Bytes.\n# <b>more</b>";
  delete whole.answers.rank;
  const out = grade("--markdown", file(whole)).out;
  assert.match(out, /^# A sample\n\n\| \| \|\n\|:--\|:--\|\n\| student \| Ada \\\| \\\*Bo\\\* \(a1\) \|\n\| lab \| sample, version 1 \|\n/);
  assert.match(out, /\| made with \| Ridgepoint 0\.0\.9, data ab \|\n\| graded with \| Ridgepoint \d+\.\d+\.\d+, data [0-9a-f]{16} \|\n\| points \| 5 of 8 \|/);
  assert.match(out, /\nNot answered: rank\.\n\nRemark: was made with Ridgepoint 0\.0\.9/);
  assert.match(out, /\n## guess: 1 of 1 points\n\nWhat limits one token\?\n\n- Predicted: Reading weights \(right\)\n/);
  assert.match(out, /\n- Answered: 5\.19 ms \(wrong\)\n- Right: 1\.60 ms\n/);
  assert.match(out, /\n- Not answered\.\n- Right: B200, then H100, then A100\n/);
  assert.match(out, /\n- Answered: Bytes\. \\# \\<b\\>more\\<\/b\\>\n$/);
  const future = edited("later", (lab) => (lab.due = "2999-03-01T10:00:00Z"));
  const early = run("--labs", future, "--markdown", file(whole)).stdout;
  assert.match(early, /Right answers follow when the lab is due\./);
  assert.doesNotMatch(early, /- Right:/);
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

test("a class of 200 with numbers of their own: everyone's key follows, and the statistics are those worked by hand", async () => {
  const { evaluate, variant } = await loadRidgepoint({ calls: "all" });
  const variants = { model: ["Llama3_8B", "Qwen2_5_7B", "Mistral_7B"], hardware: ["H100", "H200", "A100", "B200"] };
  const own = edited("variants", (lab) => Object.assign(lab, { variants }));
  const lab = JSON.parse(readFileSync(join(own, "sample", "lab.json"), "utf8"));
  const class200 = [...Array(200).keys()].map((index) => {
    const id = `s${1000 + index}`;
    const drawn = variant({ variants, lab: "sample", student: id });
    const value = (formula) => evaluate({ formula, variables: { ...lab.variables, ...drawn.variables }, definitions: lab.definitions }).value;
    const whole = right();
    const { answers } = whole;
    // The able, three of four, get the tables; every third of all the time, and every other of those who are not able.
    const able = index % 4 !== 0;
    const isRight = index % 3 === 0 || (!able && index % 8 === 0);
    const time = value("token(p='int4').itl_s") / 0.001;
    answers.time.value = isRight ? time : time * 3;
    answers.guess.value = value("token.decode_regime");
    answers.cells.value = { fp16: (able ? 1 : 2) * value("token.weights_bytes") / 1e9, int8: value("token(p='int8').weights_bytes") / 1e9 };
    for (const one of Object.values(answers)) one.at = one.at.replace("00.000", `00.${String(index).padStart(3, "0")}`);
    return { id, drawn, isRight, points: 6 + (isRight ? 2 : 0) - (able ? 0 : 1), at: file({ ...whole, student: { id }, variant: drawn.key, shown: undefined }) };
  });
  class200.slice(1).forEach(({ drawn }, index) => {
    for (const name of Object.keys(variants)) assert.notEqual(drawn.variables[name], class200[index].drawn.variables[name]);
  });
  assert.equal(new Set(class200.map(({ drawn }) => drawn.key)).size, 12);

  const files = class200.map(({ at }) => at);
  const graded = JSON.parse(run("--labs", own, "--json", ...files).stdout);
  assert.deepEqual(graded.map(({ id, points, variant: key, remarks }) => [id, points, key, remarks]), class200.map(({ id, points, drawn }) => [id, points, drawn.key, []]));

  const { exercises } = JSON.parse(run("--labs", own, "--stats", "--json", ...files).stdout);
  const item = exercises.find(({ exercise }) => exercise === "time");
  // The point-biserial coefficient: (mean of the rest of those who are right − of those who are not) / spread × √(pq).
  const mean = (list) => list.reduce((sum, one) => sum + one, 0) / list.length;
  const rests = class200.map(({ points, isRight }) => points - (isRight ? 2 : 0));
  const of = (which) => rests.filter((_, index) => class200[index].isRight === which);
  const p = of(true).length / 200;
  const spread = Math.sqrt(mean(rests.map((one) => (one - mean(rests)) ** 2)));
  assert.equal(item.difficulty, p);
  assert.ok(Math.abs(item.discrimination - ((mean(of(true)) - mean(of(false))) / spread) * Math.sqrt(p * (1 - p))) < 1e-9);
  assert.equal(item.right, of(true).length);
  assert.equal(item.wrong_answers.reduce((sum, { students }) => sum + students, 0), 200 - item.right);

  // Of 5 to 8 points, each in its tenth; the longest bar is 40 wide.
  const counts = [...Array(10).keys()].map((tenth) => class200.filter(({ points: got }) => Math.min(9, Math.floor((10 * got) / 8)) === tenth).length);
  assert.deepEqual(JSON.parse(run("--labs", own, "--stats", "--json", ...files).stdout).labs, [{ lab: "sample", points_by_tenth: counts }]);
  const bars = [...run("--labs", own, "--stats", ...files).stdout.matchAll(/^ *(\d+)–\d+ % +(\d+)(?: +(█+))? *$/gm)].map(([, from, count, bar = ""]) => [Number(from) / 10, Number(count), bar.length]);
  assert.deepEqual(bars.map(([tenth, count]) => [tenth, count]), counts.map((count, tenth) => [tenth, count]).slice(counts.findIndex(Boolean)));
  assert.equal(bars.find(([, count]) => count === Math.max(...counts))[2], 40);

  // With another's numbers the answers are wrong, and the remark says why.
  const stolen = { ...JSON.parse(readFileSync(files[0], "utf8")), student: { id: "s1001" } };
  const [{ points, remarks }] = JSON.parse(run("--labs", own, "--json", file(stolen)).stdout);
  assert.ok(points < 8);
  assert.match(remarks[0], /was worked with the numbers of variant \d-\d, and the id has those of variant \d-\d, by which it is graded/);
});

test("lists that a lab has ready draw nothing as long as no id is required", () => {
  const ready = edited("ready", (lab) => Object.assign(lab, { identify: "optional", variants: { hardware: ["A100", "B200"] } }));
  const [{ points, of, variant, remarks }] = JSON.parse(run("--labs", ready, "--json", file(right())).stdout);
  assert.deepEqual([points, of, variant, remarks], [8, 8, undefined, []]);
  const drawn = edited("drawn", (lab) => Object.assign(lab, { variants: { hardware: ["A100", "B200"] } }));
  assert.match(JSON.parse(run("--labs", drawn, "--json", file(right())).stdout)[0].variant, /^[01]$/);
});

test("an exam: tries cost nothing, and nobody was shown a score", () => {
  const own = edited("exam", (lab) => (lab.exam = true));
  const whole = changed("answers.time.tries", 3);
  whole.shown = { points: 0, of: 8 };
  const [{ points, remarks }] = JSON.parse(run("--labs", own, "--json", file(whole)).stdout);
  assert.deepEqual([points, remarks], [8, []]);
});

test("the file of a course: each lab in it is graded, and one that is not does not stop the others", () => {
  const several = { format: "ridgepoint-submissions", version: 1, submissions: [right(), changed("lab", "cooking"), changed("answers.time.value", 9)] };
  const { status, out, err } = grade("--json", file(several));
  assert.equal(status, 2);
  assert.deepEqual(JSON.parse(out).map(({ points, error }) => points ?? error.code), [8, 6, "unknown_name"]);
  assert.match(err, /submissions\.1: there is no lab "cooking"/);
});

test("a choice is told by its words too, plain and with the lab's figures, the first sixty characters of them", () => {
  const own = edited("worded", (lab) => (lab.exercises[0].options.compute.text = "*Arithmetic*: {{itl}} is what `serve` [says](https://example.org) of a step like this one, is it not?"));
  const guess = file(changed("answers.guess.value", "compute"));
  const short = "compute (Arithmetic: 5.19 ms is what serve says of a step like this o…)";
  assert.match(run("--labs", own, "--stats", guess).stdout.replace(/[\u00a0\u202f]/g, " "), new RegExp(`^ {6}1 × ${short.replace(/[().]/g, "\\$&")}$`, "m"));
  assert.ok(run("--labs", own, "--stats", "--csv", guess).stdout.replace(/[\u00a0\u202f]/g, " ").includes(`1 × ${short}`));
});

test("wrong answers are told as a person reads them: numbers alike in two digits as most gave them, a setting as it stood", () => {
  const files = [127, 128.4, 128.4].map((time) => {
    const whole = changed("answers.time.value", time);
    whole.answers.reach.value = { model: "Llama3_8B", hardware: "H100", batch: 128, parallel: { tensor: 2 }, lora: false };
    return file(whole);
  });
  const { exercises } = JSON.parse(grade("--stats", "--json", ...files).out);
  const wrong = (id) => exercises.find(({ exercise }) => exercise === id).wrong_answers;
  assert.deepEqual(wrong("time"), [{ answer: "128.4 ms", students: 3 }]);
  assert.deepEqual(exercises.find(({ exercise }) => exercise === "guess").predictions, [{ answer: "memory", text: "Reading weights", students: 3 }]);
  assert.deepEqual(wrong("reach"), [{ answer: "model Llama3_8B, hardware H100, batch 128, parallel (tensor 2), lora false", students: 3 }]);
});
