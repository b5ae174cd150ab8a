// scripts/build says which tool is too old, and what is needed.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

function build(tools) {
  const stubs = Object.entries(tools).map(([name, says]) => `${name}() { printf '%s\\n' "${says}"; }`);
  const script = ["source scripts/lib/common.sh", "source scripts/lib/toolchain.sh", ...stubs, "check_toolchain"].join("\n");
  const { status, stderr } = spawnSync("bash", ["-c", script, "scripts/build"], { cwd: root, encoding: "utf8" });
  return { status, said: stderr.trim() };
}

const known = { "em++": "3.1.6", "g++": "12.2.0", cmake: "cmake version 3.25.1", node: "v18.20.4" };

test("the oldest tools that are known to work are taken, and newer ones", () => {
  assert.deepEqual(build(known), { status: 0, said: "" });
  assert.deepEqual(build({ "em++": "4.0.10", "g++": "14.1.0", cmake: "cmake version 4.0.2", node: "v24.1.0" }), { status: 0, said: "" });
});

for (const [tool, says, said] of [
  ["em++", "3.1.5", "em++ is 3.1.5; 3.1.6 or newer is needed"],
  ["g++", "9.4.0", "g++ is 9.4.0; 12 or newer is needed"],
  ["cmake", "cmake version 3.9.6", "cmake is 3.9.6; 3.25 or newer is needed"],
  ["node", "v16.20.1", "node is 16.20.1; 18.19 or newer is needed"],
  ["node", "", "the version of node is unknown; 18.19 or newer is needed"],
]) {
  test(`${tool} that says “${says}” is refused by name`, () => {
    assert.deepEqual(build({ ...known, [tool]: says }), { status: 1, said: `scripts/build: ${said}` });
  });
}
