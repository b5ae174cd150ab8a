// What the tests of `ridgepoint grade` share: a right submission, and files made of it.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { path } from "../wasm/shared.mjs";

export const labs = fileURLToPath(new URL("../web/labs", import.meta.url));
export const folder = mkdtempSync(join(tmpdir(), "ridgepoint-grade-"));
after(() => rmSync(folder, { recursive: true }));

export const grade = (...args) => {
  const { status, stdout, stderr } = spawnSync(path("bin/ridgepoint"), ["grade", "--labs", labs, ...args], { encoding: "utf8", maxBuffer: 2 ** 26 });
  return { status, out: stdout, err: stderr };
};

let files = 0;
/** A file of that text, or of that object as JSON. */
export function file(content, name = `${(files += 1)}.json`) {
  const at = join(folder, name);
  writeFileSync(at, typeof content === "string" || Buffer.isBuffer(content) ? content : JSON.stringify(content));
  return at;
}

export const answered = (value, more = {}) => ({ value, at: "2026-03-01T10:30:00.000Z", tries: 1, predicted: false, ...more });

/** Each answer five minutes after the one before, the first at five past ten. */
const inTurn = (answers) => Object.fromEntries(Object.entries(answers).map(([id, one], index) => [id, { ...one, at: `2026-03-01T10:${String(5 * (index + 1)).padStart(2, "0")}:00.000Z` }]));

export const right = () => ({
  format: "ridgepoint-submission",
  version: 1,
  lab: "sample",
  lab_version: 1,
  student: { name: "Ada", id: "a1" },
  started_at: "2026-03-01T10:00:00.000Z",
  finished_at: "2026-03-01T11:00:00.000Z",
  answers: inTurn({
    guess: answered("memory", { predicted: true }),
    time: answered(1.54),
    reach: answered({ model: "Llama3_8B", hardware: "H100", batch: 512, context: 128 }),
    cells: answered({ fp16: 16.06, int8: 8.03 }),
    rank: answered(["b200", "h100", "a100"], { predicted: true }),
    sort: answered(["fp16", "int8", "int4"]),
    why: answered("Bytes."),
  }),
  widgets: { roof: { model: "Llama3_8B", hardware: "H100", batch: 512, context: 128 } },
  shown: { points: 8, of: 8 },
});

/** The right submission with one member replaced, by its dotted path; undefined takes it away. */
export function changed(where, value) {
  const whole = right();
  const steps = where.split(".");
  const last = steps.pop();
  const holder = steps.reduce((inner, step) => inner[step], whole);
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return whole;
}
