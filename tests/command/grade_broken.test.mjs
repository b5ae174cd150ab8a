// What a broken submission is told, file by file; the others are graded.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { answered, changed, file, folder, grade, right } from "./grading.mjs";

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
  ["no object", "[1]", /format must be "ridgepoint-submission", given no object but an array/],
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
  ["a list of answers", changed("answers", [1]), /answers must be an object.*given an array/],
  ["an answer that is none", changed("answers.time", 1.54), /answers\.time must be an object with value, at, tries and predicted, given 1\.54/],
  ["an answer with more to it", changed("answers.time.points", 2), /answers\.time has no member "points"; it has value, at, tries, predicted or earlier/],
  ["a text for a number", changed("answers.time.value", "NaN"), /answers\.time\.value must be a number, given "NaN"/],
  ["an option nobody offered", changed("answers.guess.value", "magic"), /answers\.guess\.value must be one of memory or compute, given "magic"/],
  ["a cell nobody asked for", changed("answers.cells.value", { fp32: 1 }), /answers\.cells\.value has no cell "fp32"; it has fp16 or int8/],
  ["a text in a cell", changed("answers.cells.value", { fp16: "16" }), /answers\.cells\.value\.fp16 must be a number, given "16"/],
  ["a setting that is a number", changed("answers.reach.value", 7), /answers\.reach\.value must be the request of a widget, given 7/],
  ["a setting no widget has", changed("answers.reach.value", { model: "Llama3_8B", hardware: "H100", batch: -1 }), /answers\.reach: batch must be a whole number from 1 .*given -1/],
  ["an order that is a text", changed("answers.sort.value", "fp16"), /answers\.sort\.value must be an array of int4, fp16, int8, each once; given "fp16"/],
  ["an order of too few", changed("answers.sort.value", ["fp16", "int4"]), /answers\.sort\.value must be an array of .*; missing: "int8"/],
  ["an order with one twice", changed("answers.sort.value", ["fp16", "int8", "fp16"]), /answers\.sort\.value must be an array of .*; given twice: "fp16"/],
  ["an order of what is not there", changed("answers.sort.value", ["fp16", "int8", "fp8"]), /answers\.sort\.value must be an array of .*; there is no item "fp8"/],
  ["a number as free text", changed("answers.why.value", 3), /answers\.why\.value must be a string, given 3/],
  ["an earlier answer nobody could give", changed("answers.time.earlier", ["soon"]), /answers\.time\.earlier must be a number, given "soon"/],
  ["half a link", { ...right(), linked: 0.5 }, /linked must be a whole number of at least 0, given 0\.5/],
  ["several that are none", { format: "ridgepoint-submissions", version: 1, submissions: [] }, /submissions must be an array of submissions, given \[\]/],
  ["one of several that is broken", { format: "ridgepoint-submissions", version: 1, submissions: [changed("lab", "cooking"), changed("lab", "cooking")] }, /submissions\.0: there is no lab "cooking"/],
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
  ["a name that is a number", changed("student.name", 5), /student\.name must be a string of at most 200 characters, given 5/],
  ["a name without end", changed("student.name", long + long), /student\.name must be a string of at most 200 characters, given "xxx/],
];

test("each broken file gets one line that names it, what was found and what is allowed; the others are graded", () => {
  const good = file(right());
  const bad = broken.map(([what, content, reason]) => ({ what, reason, at: typeof content === "function" ? content() : file(content) }));
  const { status, out, err } = grade("--csv", ...bad.flatMap(({ at }) => [at, good]));
  assert.equal(status, 2);
  assert.equal(out.split("\n").filter((line) => line.startsWith(`${good},Ada,a1,sample,8,8,`)).length, bad.length);
  assert.equal(out.trimEnd().split("\n").length, bad.length + 1);
  // Of several submissions in a file each has a line of its own.
  const lines = err.trimEnd().split("\n").filter((line) => !line.includes("submissions.1:"));
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
