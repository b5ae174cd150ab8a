// Who may know whom: labs → web → wasm → core, and in core: cli → bench, routers and language model; cli, engine → course,
// calibration, prose → model → describe.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const core = fileURLToPath(new URL("../../core", import.meta.url));

/** `numbers` is the formatter alone, which knows nothing but quantities: error messages of the lowest room need it too. */
const numbers = "prose/text.hpp";
const rooms = {
  describe: ["numbers"],
  model: ["describe"],
  prose: ["numbers", "model", "describe"],
  calibration: ["numbers", "prose", "model", "describe"],
  course: ["numbers", "prose", "model", "describe"],
  engine: ["numbers", "course", "calibration", "prose", "model", "describe"],
  moe_router: ["numbers", "engine", "prose", "model", "describe"],
  language_model: ["numbers", "moe_router", "model", "describe"],
  bench: ["numbers", "engine", "moe_router", "language_model", "model", "describe"],
  cli: ["numbers", "engine", "bench", "language_model", "moe_router", "course", "calibration", "prose", "model", "describe"],
};

/** Public headers belong to nobody, but for the door of the engine and what the router that routes has of its own. */
function room_of(header) {
  if (header === numbers) return "numbers";
  if (header === "ridgepoint/api.hpp") return "engine";
  const [first, second] = header.split("/");
  return first === "ridgepoint" ? (second in rooms ? second : null) : first;
}

function includes() {
  const found = [];
  for (const room of Object.keys(rooms)) {
    for (const entry of readdirSync(`${core}/${room}`, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.(cpp|hpp)$/.test(entry.name)) continue;
      const file = `${entry.parentPath ?? entry.path}/${entry.name}`;
      for (const [, header] of readFileSync(file, "utf8").matchAll(/#include "([^"]+\/[^"]+)"/g)) {
        const to = room_of(header);
        if (to !== null && to !== room) found.push({ room, to, line: `${relative(core, file)} includes ${header}` });
      }
    }
  }
  return found;
}

test("each room of core includes only rooms below it", () => {
  const folders = readdirSync(core).filter((name) => name !== "include" && name !== "data");
  assert.deepEqual(folders.sort(), Object.keys(rooms).sort(), "every folder has a row");
  const all = includes();
  assert.ok(all.length > 50, "the includes were found");
  for (const { to, line } of all) assert.ok(to === "numbers" || to in rooms, `no room: ${line}`);
  const wrong = all.filter(({ room, to }) => !rooms[room].includes(to)).map(({ line }) => line);
  assert.deepEqual(wrong, []);
});

test("neither core nor wasm knows what lies above it", () => {
  const root = `${core}/..`;
  for (const [folder, above] of [["core", "wasm|web|labs"], ["wasm", "web|labs"]])
    for (const name of readdirSync(`${root}/${folder}`, { recursive: true })) {
      if (name.includes("node_modules") || !/\.(cpp|hpp|ts|js|mjs)$/.test(name)) continue;
      const found = readFileSync(`${root}/${folder}/${name}`, "utf8").match(new RegExp(`(?:#include|from|import) *\\(?"(?:\\.\\./)*(?:${above})/[^"]+"`));
      assert.equal(found, null, `${folder}/${name}: ${found?.[0]}`);
    }
});

test("public headers include public headers alone", () => {
  for (const name of readdirSync(`${core}/include/ridgepoint`, { recursive: true })) {
    if (!name.endsWith(".hpp")) continue;
    const text = readFileSync(`${core}/include/ridgepoint/${name}`, "utf8");
    for (const [line] of text.matchAll(/#include "(?!ridgepoint\/)[^"]+"/g)) assert.fail(`${name}: ${line}`);
  }
});

test("what is made from descriptions knows none of the types described", () => {
  const files = [...readdirSync(`${core}/describe`).map((name) => `${core}/describe/${name}`), ...["field", "describe", "catalogue", "call"].map((name) => `${core}/include/ridgepoint/${name}.hpp`)];
  for (const file of files)
    for (const [line] of readFileSync(file, "utf8").matchAll(/^(?!\s*\/\/).*\b(Model|Hardware|Assumptions|Registry)\b.*$/gm)) assert.fail(`${relative(core, file)}: ${line}`);
});
