// `ridgepoint grade` on files as they come in: right, odd and broken ones.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { loadRidgepoint, path } from "../wasm/shared.mjs";

const labs = fileURLToPath(new URL("../web/labs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "ridgepoint-grade-"));
after(() => rmSync(folder, { recursive: true }));

const grade = (...args) => {
  const { status, stdout, stderr } = spawnSync(path("bin/ridgepoint"), ["grade", "--labs", labs, ...args], { encoding: "utf8", maxBuffer: 2 ** 26 });
  return { status, out: stdout, err: stderr };
};

let files = 0;
/** A file of that text, or of that object as JSON. */
function file(content, name = `${(files += 1)}.json`) {
  const at = join(folder, name);
  writeFileSync(at, typeof content === "string" || Buffer.isBuffer(content) ? content : JSON.stringify(content));
  return at;
}

const answered = (value, more = {}) => ({ value, at: "2026-03-01T10:30:00.000Z", tries: 1, predicted: false, ...more });
const right = () => ({
  format: "ridgepoint-submission",
  version: 1,
  lab: "sample",
  lab_version: 1,
  student: { name: "Ada", id: "a1" },
  started_at: "2026-03-01T10:00:00.000Z",
  finished_at: "2026-03-01T11:00:00.000Z",
  answers: {
    guess: answered("memory", { predicted: true }),
    time: answered(1.54),
    reach: answered({ model: "Llama3_8B", hardware: "H100", batch: 512, context: 128 }),
    cells: answered({ fp16: 16.06, int8: 8.03 }),
    rank: answered(["b200", "h100", "a100"], { predicted: true }),
    sort: answered(["fp16", "int8", "int4"]),
    why: answered("Bytes."),
  },
  widgets: { roof: { model: "Llama3_8B", hardware: "H100", batch: 512, context: 128 } },
  shown: { points: 8, of: 8 },
});

/** The right submission with one member replaced, by its dotted path; undefined takes it away. */
function changed(where, value) {
  const whole = right();
  const steps = where.split(".");
  const last = steps.pop();
  const holder = steps.reduce((inner, step) => inner[step], whole);
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return whole;
}

test("a right submission: a table, its total, a line of CSV, and JSON", () => {
  const good = file(right());
  const person = grade(good);
  assert.equal(person.status, 0, person.err);
  assert.equal(person.err, "");
  assert.equal(
    person.out,
    `Ada (a1), lab sample: 8 of 8, finished 2026-03-01T11:00:00.000Z
exercise  points  of  tries  verdict  given
guess          1   1         right    memory
time           2   2      1  right    1.54 ms
reach          1   1      1  right    model Llama3_8B, hardware H100, batch 512, context 128
cells          2   2      1  right    fp16 16.06, int8 8.03
rank           1   1         right    b200, h100, a100
sort           1   1      1  right    fp16, int8, int4
why            0   0         kept     Bytes.
total          8   8

`,
  );
  assert.equal(
    grade("--csv", good).out,
    `file,name,id,lab,points,of,finished_at,${["guess", "time", "reach", "cells", "rank", "sort", "why"].map((id) => `sample.${id},sample.${id}.tries`).join()},remarks
${good},Ada,a1,sample,8,8,2026-03-01T11:00:00.000Z,1,,2,1,1,1,2,1,1,,1,1,Bytes.,,
`,
  );
  const [graded] = JSON.parse(grade("--json", good).out);
  assert.deepEqual([graded.points, graded.of, graded.exercises.cells], [8, 8, { points: 2, of: 2, verdict: "right", tries: 1, given: "fp16 16.06, int8 8.03" }]);
});

test("tolerance, partial credit, shares of a table, and what was not answered", () => {
  const points = (where, value) => {
    const [graded] = JSON.parse(grade("--json", file(changed(where, value))).out);
    return graded.exercises[where.split(".")[1]].points;
  };
  // INT4 takes 1.599 ms; 5 % is whole, 20 % is half.
  assert.deepEqual([1.53, 1.67, 1.44, 1.84, 1.2, 5.19].map((value) => points("answers.time.value", value)), [2, 2, 1, 1, 0, 0]);
  assert.equal(points("answers.cells.value", { int8: 8 }), 1);
  assert.equal(points("answers.cells.value", {}), 0);
  assert.equal(points("answers.guess.value", "compute"), 0);
  assert.equal(points("answers.rank.value", ["h100", "b200", "a100"]), 0);
  assert.equal(points("answers.sort.value", ["int4", "int8", "fp16"]), 0);
  assert.equal(points("answers.reach.value", { model: "Llama3_8B", hardware: "H100" }), 0);
  assert.equal(points("answers.time", undefined), 0);
  assert.match(grade(file(changed("answers.time", undefined))).out, /^time +0 +2 +not answered$/m);
});

test("each wrong try costs a third of a number's points; more tries than the page allows are remarked", () => {
  const at = (tries) => {
    const whole = right();
    whole.answers.time.tries = tries;
    delete whole.shown;
    return JSON.parse(grade("--json", file(whole)).out)[0];
  };
  assert.deepEqual([1, 2, 3, 4].map((tries) => Number(at(tries).exercises.time.points.toFixed(6))), [2, 1.333333, 0.666667, 0]);
  assert.deepEqual([1, 3, 4].map((tries) => at(tries).remarks), [[], [], ["more tries than the page allows: time 4 of 3"]]);
});

test("starting over is remarked", () => {
  const remarks = (restarts) => JSON.parse(grade("--json", file({ ...right(), restarts })).out)[0].remarks;
  assert.deepEqual([0, 1, 3].map(remarks), [[], ["started over once"], ["started over 3 times"]]);
});

test("CSV: whole free texts, nothing where nothing was answered, and tries", () => {
  const whole = right();
  const why = `=1+1, ${"because of bytes ".repeat(20)}\nand no more`;
  whole.answers.why.value = why;
  whole.answers.time = answered(9, { tries: 2 });
  delete whole.answers.cells;
  const [head, row] = cellsOf(grade("--csv", file(whole)).out);
  const cell = (name) => row[head.indexOf(`sample.${name}`)];
  assert.equal(cell("why"), `'${why.replace("\n", " ")}`);
  assert.deepEqual(["time", "time.tries", "cells", "cells.tries", "guess", "guess.tries"].map(cell), ["0", "2", "", "", "1", ""]);
  assert.equal(row[head.indexOf("finished_at")], "2026-03-01T11:00:00.000Z");
});

test("the score is the one the engine gives the page", async () => {
  const { score } = await loadRidgepoint({ calls: "all" });
  const lab = JSON.parse(readFileSync(join(labs, "sample", "lab.json"), "utf8"));
  const whole = right();
  for (const [time, tries] of [[1.54, 1], [1.54, 3], [1.8, 2], [5.19, 1]]) {
    Object.assign(whole.answers.time, { value: time, tries });
    const [graded] = JSON.parse(grade("--json", file(whole)).out);
    for (const exercise of lab.exercises) {
      const { points, of } = score({ exercise, answer: whole.answers[exercise.id].value, tries: whole.answers[exercise.id].tries, variables: lab.variables, definitions: lab.definitions });
      assert.deepEqual([graded.exercises[exercise.id].points, graded.exercises[exercise.id].of], [points, of]);
    }
  }
});

const text = JSON.stringify(right());
const long = "x".repeat(500);
/** What is wrong, the file or its content, and what the line must say of what was found and what is allowed. */
const broken = [
  ["missing", () => join(folder, "nowhere.json"), /there is no such file/],
  ["a folder", () => folder, /this is a folder/],
  ["empty", "", /the file is empty/],
  ["cut off", text.slice(0, -3), /not JSON, at character \d+: .*unexpected end of input/],
  ["cut off in a text", text.slice(0, -40), /not JSON, at character \d+: .*missing closing quote/],
  ["damaged", text.replace(":", ";"), /not JSON, at character \d+/],
  ["binary", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255]), /not JSON: a NUL byte at character 5/],
  ["compressed", Buffer.from([0x1f, 0x8b, 8, 1, 255, 254]), /not JSON, at character 1/],
  ["not UTF-8", Buffer.from(text.replace("Ada", "Ad\xe9"), "latin1"), /not JSON, at character \d+: .*ill-formed UTF-8/],
  ["UTF-16", Buffer.from(text, "utf16le"), /not JSON/],
  ["10 MB", `{"a": "${"x".repeat(10e6)}"}`, /at most 1048576 bytes, and is larger/],
  ["deep", "[".repeat(100) + "]".repeat(100), /nests deeper than the 32 levels allowed/],
  ["a number out of reach", text.replace("1.54", "1e999"), /not JSON, at character \d+/],
  ["a key twice", text.replace('"version":1', '"version":1,"version":1'), /the key "version" is given twice/],
  ["no object", "[1]", /format must be "ridgepoint-submission", given no object but a list/],
  ["another format", changed("format", "quiz"), /format must be "ridgepoint-submission", given "quiz"/],
  ["no format", changed("format", undefined), /format must be "ridgepoint-submission", given null/],
  ["a later version", changed("version", 2), /version must be 1.*given 2/],
  ["a member nobody knows", changed("points", 8), /a submission has no member "points"; it has format, version/],
  ["no lab", changed("lab", undefined), /lab must be the name of a lab, given null/],
  ["a lab nobody knows", changed("lab", "cooking"), /there is no lab "cooking"; the folder .* has sample/],
  ["a lab that is a path", changed("lab", "../labs/sample"), /there is no lab "\.\.\/labs\/sample"; the folder .* has sample/],
  ["a lab whose name is cut short", changed("lab", "sample\u0000"), /there is no lab "sample\\u0000"; the folder .* has sample/],
  ["another version of the lab", changed("lab_version", 2), /lab_version must be 1, as that of the lab sample, given 2/],
  ["no version of the lab", changed("lab_version", undefined), /lab_version must be 1, .* given null/],
  ["an exercise nobody knows", changed("answers.bonus", answered(1)), /the lab sample has no exercise "bonus"; it has guess, time, reach, cells, rank, sort or why/],
  ["no answers", changed("answers", undefined), /answers must be an object.*given null/],
  ["a list of answers", changed("answers", [1]), /answers must be an object.*given a list/],
  ["an answer that is none", changed("answers.time", 1.54), /answers\.time must be an object with value, at, tries and predicted, given 1\.54/],
  ["an answer with more to it", changed("answers.time.points", 2), /answers\.time has no member "points"; it has value, at, tries or predicted/],
  ["a text for a number", changed("answers.time.value", "NaN"), /answers\.time\.value must be a number, given "NaN"/],
  ["an option nobody offered", changed("answers.guess.value", "magic"), /answers\.guess\.value must be one of memory or compute, given "magic"/],
  ["a cell nobody asked for", changed("answers.cells.value", { fp32: 1 }), /answers\.cells\.value has no cell "fp32"; it has fp16 or int8/],
  ["a text in a cell", changed("answers.cells.value", { fp16: "16" }), /answers\.cells\.value\.fp16 must be a number, given "16"/],
  ["a setting that is a number", changed("answers.reach.value", 7), /answers\.reach\.value must be the request of a widget, given 7/],
  ["a setting no widget has", changed("answers.reach.value", { model: "Llama3_8B", hardware: "H100", batch: -1 }), /answers\.reach: batch must be a whole number from 1 .*given -1/],
  ["an order that is a text", changed("answers.sort.value", "fp16"), /answers\.sort\.value must be a list of int4, fp16, int8, each once; given "fp16"/],
  ["an order of too few", changed("answers.sort.value", ["fp16", "int4"]), /answers\.sort\.value must be a list of .*; missing: "int8"/],
  ["an order with one twice", changed("answers.sort.value", ["fp16", "int8", "fp16"]), /answers\.sort\.value must be a list of .*; given twice: "fp16"/],
  ["an order of what is not there", changed("answers.sort.value", ["fp16", "int8", "fp8"]), /answers\.sort\.value must be a list of .*; there is no item "fp8"/],
  ["a number as free text", changed("answers.why.value", 3), /answers\.why\.value must be a text, given 3/],
  ["tries below one", changed("answers.time.tries", -1), /answers\.time\.tries must be a whole number of at least 1, given -1/],
  ["half a try", changed("answers.time.tries", 1.5), /answers\.time\.tries must be a whole number of at least 1, given 1\.5/],
  ["half a restart", { ...right(), restarts: 0.5 }, /restarts must be a whole number of at least 0, given 0\.5/],
  ["a prediction made again", changed("answers.guess.tries", 2), /answers\.guess\.tries must be 1: a prediction is recorded once, given 2/],
  ["a prediction that is said to be none", changed("answers.guess.predicted", false), /answers\.guess\.predicted must be true: it is a prediction, given false/],
  ["an answer that is said to be a prediction", changed("answers.time.predicted", true), /answers\.time\.predicted must be false: it is no prediction, given true/],
  ["a time that is none", changed("started_at", "2026-02-30T10:00:00.000Z"), /started_at must be a time such as .*, given "2026-02-30/],
  ["a number as a time", changed("started_at", 5), /started_at must be a time such as .*, given 5/],
  ["a score above what there is", changed("shown.points", 60), /shown\.points must be at most shown\.of, 8, given 60/],
  ["a score below nothing", changed("shown.points", -1), /shown\.points must be a number of at least 0, given -1/],
  ["a score that is a text", changed("shown", "8"), /shown must be an object with points and of, given "8"/],
  ["a student who is a text", changed("student", "Ada"), /student must be an object with name and id, given "Ada"/],
  ["a name that is a number", changed("student.name", 5), /student\.name must be a text of at most 200 characters, given 5/],
  ["a name without end", changed("student.name", long + long), /student\.name must be a text of at most 200 characters, given "xxx/],
];

test("each broken file gets one line that names it, what was found and what is allowed; the others are graded", () => {
  const good = file(right());
  const bad = broken.map(([what, content, reason]) => ({ what, reason, at: typeof content === "function" ? content() : file(content) }));
  const { status, out, err } = grade("--csv", ...bad.flatMap(({ at }) => [at, good]));
  assert.equal(status, 2);
  assert.equal(out.split("\n").filter((line) => line.startsWith(`${good},Ada,a1,sample,8,8,`)).length, bad.length);
  assert.equal(out.trimEnd().split("\n").length, bad.length + 1);
  const lines = err.trimEnd().split("\n");
  assert.equal(lines.pop(), `ridgepoint: ${bad.length} of ${2 * bad.length} files could not be graded`);
  assert.equal(lines.length, bad.length, err);
  bad.forEach(({ what, at, reason }, index) => {
    assert.ok(lines[index].startsWith(`ridgepoint: ${at}: `), `${what}: ${lines[index]}`);
    assert.match(lines[index], reason, what);
  });
  assert.equal(Buffer.from(err, "utf8").toString("utf8").includes("\ufffd"), false, "a message that is not UTF-8");
});

test("as JSON a broken file is an entry with its error", () => {
  const bad = file(changed("answers.time.tries", 0));
  const { status, out } = grade("--json", bad, file(right()));
  const list = JSON.parse(out);
  assert.equal(status, 2);
  assert.equal(list.length, 2);
  assert.deepEqual(list.find((entry) => entry.error), {
    file: bad,
    error: { code: "wrong_type", field: "answers.time.tries", message: "answers.time.tries must be a whole number of at least 1, given 0" },
  });
});

test("a file marked as UTF-8, and one with only what grading needs, are graded", () => {
  const { format, version, lab, lab_version, answers } = right();
  const bare = { format, version, lab, lab_version, answers: Object.fromEntries(Object.entries(answers).map(([id, { value }]) => [id, { value }])) };
  for (const content of [`\ufeff${text}`, bare, text.replaceAll(".000Z", "Z")]) {
    const { status, out, err } = grade("--json", file(content));
    assert.equal(status, 0, err);
    assert.equal(JSON.parse(out)[0].points, 8);
  }
});

test("odd files are graded, with a remark", () => {
  const remarks = (...contents) => JSON.parse(grade("--json", ...contents.map((content) => file(content))).out).map((graded) => graded.remarks.join("; "));
  assert.deepEqual(remarks(changed("shown", { points: 7, of: 8 })), ["the page showed 7 of 8 points; the answers are worth 8 of 8"]);
  assert.deepEqual(remarks(changed("shown", { points: 8, of: 80 })), ["the page showed 8 of 80 points; the answers are worth 8 of 8"]);
  assert.deepEqual(remarks(changed("student", {})), ["the lab asks for a name or an id, and the file has none"]);
  const twice = remarks(right(), changed("answers.time.value", 1), changed("student.id", "b2"));
  assert.match(twice[0], /^another submission of this student: .*\.json$/);
  assert.match(twice[1], /another submission of this student: /);
  assert.equal(twice[2], "");
  const one = file(changed("student", { name: "Bo" }));
  const { status, out } = grade(one, one);
  assert.equal(status, 0);
  assert.equal(out.match(/^Note: another submission of this student/gm).length, 2);
});

test("times that no clock kept are remarks: a clock is set back, or ran ahead and is corrected", () => {
  const remarks = (content) => {
    const { status, out, err } = grade("--json", file(content));
    assert.equal(status, 0, err);
    const [graded] = JSON.parse(out);
    assert.equal(graded.points, 8);
    return graded.remarks;
  };
  assert.deepEqual(remarks(right()), []);
  assert.deepEqual(remarks(changed("finished_at", "2026-03-01T09:00:00.000Z")), [
    "finished before it was begun, at 2026-03-01T09:00:00.000Z and 2026-03-01T10:00:00.000Z: the clock was set back",
    "answered after the lab was finished: guess, time, reach, cells, rank, sort, why",
  ]);
  assert.deepEqual(remarks(changed("finished_at", "2999-03-01T09:00:00.000Z")), ["finished in the future, at 2999-03-01T09:00:00.000Z: some clock was wrong"]);
  assert.deepEqual(remarks(changed("answers.time.at", "2026-03-01T09:00:00.000Z")), ["answered before the lab was begun: time"]);
  assert.deepEqual(remarks(changed("answers.time.at", "2026-03-02T09:00:00.000Z")), ["answered after the lab was finished: time"]);
  const ahead = right();
  ahead.started_at = "2026-03-01T12:00:00.000Z";
  assert.equal(remarks(ahead).length, 2);
});

test("only regular files are graded: nothing waits for a pipe or reads a device", () => {
  const pipe = join(folder, "pipe");
  assert.equal(spawnSync("mkfifo", [pipe]).status, 0);
  for (const name of [pipe, "/dev/zero", "/dev/null"]) {
    const { status, err } = grade(name);
    assert.equal(status, 2);
    assert.equal(err, `ridgepoint: ${name}: this is a pipe or a device, not a file\n`);
  }
});

test("behind -- every word is a file", () => {
  const named = file(right(), "--csv");
  const { status, stdout, stderr } = spawnSync(path("bin/ridgepoint"), ["grade", "--labs", labs, "--", "--csv", "--json"], { encoding: "utf8", cwd: folder });
  assert.equal(status, 2);
  assert.match(stdout, /^Ada \(a1\), lab sample: 8 of 8, finished /);
  assert.equal(stderr, "ridgepoint: --json: there is no such file\nridgepoint: 1 of 2 files could not be graded\n");
  rmSync(named);
});

test("a setting that holds the key's own formula is wrong", () => {
  const own = join(folder, "secret-labs");
  const lab = JSON.parse(readFileSync(join(labs, "sample", "lab.json"), "utf8"));
  lab.variables.wanted = 512;
  lab.exercises.find(({ id }) => id === "reach").goal = "state.batch == wanted * 1";
  cpSync(join(labs, "sample"), join(own, "sample"), { recursive: true });
  writeFileSync(join(own, "sample", "lab.json"), JSON.stringify(lab));
  const points = (batch) => {
    const at = file(changed("answers.reach.value", { model: "Llama3_8B", hardware: "H100", batch, context: 128 }));
    const { stdout } = spawnSync(path("bin/ridgepoint"), ["grade", "--labs", own, "--json", at], { encoding: "utf8" });
    return JSON.parse(stdout)[0].exercises.reach.points;
  };
  assert.deepEqual([512, 511, "wanted", "wanted * 1"].map(points), [1, 0, 0, 0]);
});

/** The cells of a CSV text, as RFC 4180 has them. */
function cellsOf(csv) {
  const rows = [[""]];
  let inside = false;
  for (let at = 0; at < csv.length; at += 1) {
    const one = csv[at];
    const row = rows.at(-1);
    if (inside && one === '"' && csv[at + 1] === '"') row[row.length - 1] += csv[(at += 1)];
    else if (one === '"') inside = !inside;
    else if (!inside && one === ",") row.push("");
    else if (!inside && one === "\n") rows.push([""]);
    else row[row.length - 1] += one;
  }
  return rows.slice(0, -1);
}

test("CSV: a name keeps its commas and quotes, stands on one line, and is never a formula", () => {
  const plain = ['Lovelace, Ada "the first"', "two\nlines\r\t\u0085\u001b[2J", "semi;colon", "Žofie Müller 李", " spaces "];
  const formulas = ['=HYPERLINK("http://a.example")', "+1", "-1+1", "@SUM(A1)", "\t=1", " =1", "\r\n=1"];
  const names = [...plain, ...formulas];
  const at = names.map((name, index) => file(changed("student", { name, id: `n${index}` })));
  const { out } = grade("--csv", ...at);
  assert.equal(out.split("\n").length, names.length + 2);
  assert.doesNotMatch(out, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  const rows = cellsOf(out);
  assert.equal(rows.length, names.length + 1);
  assert.ok(rows.every((row) => row.length === rows[0].length));
  rows.slice(1).forEach(([where, name], index) => {
    assert.equal(where, at[index]);
    const line = names[index].replace(/[\u0000-\u001f\u007f-\u009f]/g, " ");
    assert.equal(name, index < plain.length ? line : `'${line}`);
  });
});

test("what a file says stays on its line, and does not steer the terminal", () => {
  const bad = file(changed("lab", "a\u001b[2Jb\nc\u009bd"));
  assert.match(grade(bad).err, /^ridgepoint: [^\n]*there is no lab "a\\u001b\[2Jb\\nc d"[^\n]*\n$/);
  const named = grade(file(changed("student", { name: "A\u001b[31mda\nlab sample: 9 of 8" })));
  assert.match(named.out, /^A \[31mda lab sample: 9 of 8, lab sample: 8 of 8, finished /);
  const told = grade(file(changed("answers.why.value", "a\nb\u001b[2J".repeat(30))));
  assert.equal(told.out.split("\n").length, 12);
  assert.ok(!told.out.includes("\u001b"));
  assert.match(told.out, /^why .* a b \[2Ja b.*…$/m);
});

test("a prediction worth no points is told to be right or wrong", () => {
  const own = join(folder, "unscored");
  cpSync(join(labs, "sample"), join(own, "sample"), { recursive: true });
  const json = readFileSync(join(labs, "sample", "lab.json"), "utf8").replace('"predict": true, "points": 1', '"predict": true, "points": 0');
  writeFileSync(join(own, "sample", "lab.json"), json);
  for (const [guess, verdict] of [["memory", "right"], ["compute", "wrong"]]) {
    const at = file({ ...changed("answers.guess.value", guess), shown: { points: 7, of: 7 } });
    const { stdout } = spawnSync(path("bin/ridgepoint"), ["grade", "--labs", own, at], { encoding: "utf8" });
    assert.match(stdout, new RegExp(`^guess +0 +0 +${verdict} +${guess}$`, "m"));
    const [head, row] = cellsOf(spawnSync(path("bin/ridgepoint"), ["grade", "--labs", own, "--csv", at], { encoding: "utf8" }).stdout);
    assert.equal(row[head.indexOf("sample.guess")], verdict);
  }
});

test("two labs in one class: columns of each, empty for the other", () => {
  const both = join(folder, "labs");
  mkdirSync(both, { recursive: true });
  for (const name of ["sample", "again"]) cpSync(join(labs, "sample"), join(both, name), { recursive: true });
  const run = spawnSync(path("bin/ridgepoint"), ["grade", "--labs", both, "--csv", file(right()), file(changed("lab", "again"))], { encoding: "utf8" });
  const [head, first, second] = cellsOf(run.stdout);
  assert.deepEqual(head.slice(7), [...["sample", "again"].flatMap((lab) => ["guess", "time", "reach", "cells", "rank", "sort", "why"].flatMap((id) => [`${lab}.${id}`, `${lab}.${id}.tries`])), "remarks"]);
  const results = ["1", "", "2", "1", "1", "1", "2", "1", "1", "", "1", "1", "Bytes.", ""];
  assert.deepEqual(first.slice(7, -1), [...results, ...results.map(() => "")]);
  assert.deepEqual(second.slice(7, -1), [...results.map(() => ""), ...results]);
});

test("a lab that is wrong itself is told as such, and the other lab's files are graded", () => {
  const own = join(folder, "wrong-labs");
  const json = readFileSync(join(labs, "sample", "lab.json"), "utf8");
  const wrong = {
    cut: json.slice(0, -20),
    nokey: json.replace(`"answer": "token(p='int4').itl_s"`, `"answer": "token(p='int4').nothing"`),
    noexercises: JSON.stringify({ ...JSON.parse(json), exercises: 3 }),
  };
  cpSync(join(labs, "sample"), join(own, "sample"), { recursive: true });
  for (const [name, content] of Object.entries(wrong)) {
    mkdirSync(join(own, name));
    writeFileSync(join(own, name, "lab.json"), content);
  }
  const at = [...Object.keys(wrong), "sample"].map((lab) => file(changed("lab", lab)));
  const { status, stdout, stderr } = spawnSync(path("bin/ridgepoint"), ["grade", "--labs", own, ...at], { encoding: "utf8" });
  assert.equal(status, 2);
  assert.match(stdout, /^Ada \(a1\), lab sample: 8 of 8/);
  const lines = stderr.split("\n");
  assert.match(lines[0], /the lab cut itself is wrong: the file is not JSON, at character \d+/);
  assert.match(lines[1], /the lab nokey itself is wrong: exercise time: .*nothing/);
  assert.match(lines[2], /the lab noexercises itself is wrong: it has no list of exercises/);
});

test("no file, and labs that are not there", () => {
  assert.equal(grade().status, 2);
  assert.match(grade().err, /grade needs at least one submission file/);
  const { status, stderr } = spawnSync(path("bin/ridgepoint"), ["grade", "--labs", join(folder, "nowhere"), file(right())], { encoding: "utf8" });
  assert.equal(status, 2);
  assert.match(stderr, /there is no lab "sample"; there is no lab in the folder .*nowhere; --labs names another/);
});
