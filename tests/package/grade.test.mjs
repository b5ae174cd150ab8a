// `ridgepoint grade` of the npm package: with Node alone what the compiled command says, to the byte.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { answered, changed, file, folder, labs } from "../command/grading.mjs";
import { path } from "../wasm/shared.mjs";

const run = (program, args) => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", maxBuffer: 2 ** 26 });
  return { status, out: stdout, err: stderr };
};
const packaged = (...args) => run(process.execPath, [path("dist/lab-tool.js"), "grade", ...args]);
const compiled = (...args) => run(path("bin/ridgepoint"), ["grade", ...args]);

const why = (number) => `It waits for bytes and not for FLOP/s, as student ${number} says.`;
const class_ = Array.from({ length: 200 }, (_, number) =>
  file({ ...changed("answers.time.value", 1.5 + number / 100), student: { name: `Student ${number}`, id: `s${number}` } }));
const odd = [
  file({ ...changed("answers.why", answered(why(1))), student: { name: "=1+1", id: "x@example.org" } }),
  file({ ...changed("answers.why", answered(why(1))), student: { name: "Zoë 🦉", id: "" } }),
  file(changed("lab", "nothing")),
  file(changed("answers.time.tries", 0)),
  file("{"),
  file(""),
  file("[".repeat(100_000)),
  file(" ".repeat(2 ** 20 + 1)),
  folder,
  join(folder, "none.json"),
];

test("a class, what is odd and what is refused, in every form that it prints", () => {
  const given = ["--labs", labs];
  for (const [status, ...args] of [
    [0, ...given, ...class_],
    [2, ...given, ...odd],
    [2, ...given, "--json", ...odd],
    [2, ...given, "--csv", ...class_, ...odd],
    [2, ...given, "--stats", ...class_, ...odd],
    [0, ...given, "--stats", "--csv", ...class_],
    ...["canvas", "moodle", "brightspace", "gradescope"].map((system) => [2, ...given, "--gradebook", system, ...class_, ...odd]),
    [0, ...given, "--against", labs, ...class_],
    [2, "--labs", "nowhere", class_[0]],
    [2, ...given, "--gradebook", "blackboard", class_[0]],
    [2, ...given, "--frob", class_[0]],
    [2, "--json"],
    [3, ...given, "--feedback", "/dev/null/x", class_[0]],
    [0, "--help"],
  ]) {
    const expected = compiled(...args);
    assert.equal(expected.status, status, args.slice(0, 5).join(" "));
    assert.deepEqual(packaged(...args), expected);
  }
});

test("a page for each student is the same page", () => {
  const pages = (name, grade) => {
    const out = join(folder, name);
    assert.match(grade("--labs", labs, "--feedback", out, ...class_.slice(0, 20)).out, /^20 files in /);
    return Object.fromEntries(readdirSync(out).map((page) => [page, readFileSync(join(out, page), "utf8")]));
  };
  assert.deepEqual(pages("packaged", packaged), pages("compiled", compiled));
});
