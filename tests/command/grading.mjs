// What the tests of `ridgepoint grade` share: the command on the sample lab, and files of submissions.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { path } from "../wasm/shared.mjs";

export { answered, changed, right } from "./submissions.mjs";

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
