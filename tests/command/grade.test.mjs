// `ridgepoint grade` on files as they come in: right, odd and broken ones.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { loadRidgepoint, path } from "../wasm/shared.mjs";
import { answered, changed, file, folder, grade, labs, right } from "./grading.mjs";

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
  const other = changed("student.id", "b2");
  for (const one of Object.values(other.answers)) one.at = one.at.replace("T10", "T11");
  other.finished_at = "2026-03-01T12:00:00.000Z";
  const twice = remarks(right(), changed("answers.time.value", 1), other);
  assert.match(twice[0], /^another submission of this student: [^ ]*\.json$/);
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

test("what no student does and no page writes is remarked, and graded all the same", () => {
  const remarks = (content) => {
    const [graded] = JSON.parse(grade("--json", file(content)).out);
    assert.equal(graded.points, 8);
    return graded.remarks;
  };
  const each = (change) => {
    const whole = right();
    for (const one of Object.values(whole.answers)) change(one);
    return whole;
  };
  const { started_at: _, finished_at: __, ...timeless } = each((one) => delete one.at);
  assert.deepEqual(remarks(timeless), ["no answer says when it was given, as each does that a page writes", "does not say when the lab was begun and finished, as every page does"]);
  assert.deepEqual(remarks(each((one) => (one.at = "2026-03-01T10:30:00.000Z"))), ["all 7 answers were given within a second"]);
  assert.deepEqual(remarks({ ...each((one) => (one.at = one.at.replace("2026-03-01", "1970-01-01"))), started_at: "1970-01-01T10:00:00.000Z", finished_at: "1970-01-01T11:00:00.000Z" }), ["dated before 2025, when there was no such lab"]);
  assert.deepEqual(remarks(changed("answers.why.tries", 1e15)), ["more tries than the page allows: why 1e15"]);
  assert.deepEqual(remarks({ ...right(), linked: 2 }), ["took answers from a link 2 times"]);
  const wonder = { name: "Wonder", memory_capacity_bytes: 1e12, memory_bandwidth_bytes_per_s: 1e15, peak_flop_per_s: { fp16: 1e12 } };
  const [invented] = remarks(changed("answers.reach.value", { model: "Llama3_8B", hardware: wonder, batch: 1 }));
  assert.equal(invented, "reach was reached with a device of the student’s own, Wonder");
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
