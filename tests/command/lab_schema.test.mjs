// What lab.json holds is described in core/course; the schema for editors and the types of the web come from there.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const schema = (...flags) => spawnSync(`${root}/build/bin/ridgepoint`, ["schema", "--lab", ...flags], { encoding: "utf8" }).stdout;

test("labs/lab.schema.json is what the command wrote when it was built", () => {
  assert.equal(readFileSync(`${root}/labs/lab.schema.json`, "utf8"), schema());
});

test("each kind of exercise is one file in C++ and one in TypeScript, and both descriptions have it", () => {
  const { kind } = JSON.parse(schema()).definitions.Exercise.properties;
  const kinds = [...kind.enum].sort();
  const named = (folder, ending) => readdirSync(`${root}/${folder}`).filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length)).sort();
  assert.deepEqual(named("core/course/kinds", ".cpp"), kinds);
  assert.deepEqual(named("web/labs/kinds", ".ts"), kinds);
  const types = schema("--typescript");
  for (const one of kinds) assert.match(types, new RegExp(`kind: "${one}";`));
});
