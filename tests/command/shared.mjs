// What the tests of the command share.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { path } from "../wasm/shared.mjs";

export function ridgepoint(...args) {
  const { status, stdout, stderr } = spawnSync(path("bin/ridgepoint"), args, { encoding: "utf8", maxBuffer: 2 ** 26 });
  return { status, out: stdout, err: stderr };
}

/** Refused with one line that says so. */
export function refused({ status, out, err }, reason) {
  assert.equal(status, 2, err);
  assert.equal(out, "");
  assert.match(err, /^ridgepoint: [^\n]*\n$/);
  assert.match(err, reason);
}
