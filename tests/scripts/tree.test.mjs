// What the scripts do with a tree that was copied, a disk without room, and parts of scripts/test.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const scripts = fileURLToPath(new URL("../../scripts", import.meta.url));

/** Runs lines of shell in an empty folder, with what the scripts share. */
function shell(t, lines, files = {}) {
  const root = mkdtempSync(join(tmpdir(), "ridgepoint-tree-"));
  t.after(() => rmSync(root, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(root, name, ".."), { recursive: true });
    writeFileSync(join(root, name), content.replaceAll("ROOT", root));
  }
  const { status, stdout, stderr } = spawnSync("bash", ["-c", `source '${scripts}/lib/common.sh'\ncd '${root}'\n${lines}`, "scripts/build"], { encoding: "utf8" });
  return { root, status, stdout, stderr };
}

test("a build folder that was made for another tree is made afresh, and says so; its own stays", (t) => {
  for (const [home, stays] of [["ROOT", true], ["ROOT/.", true], ["/nowhere/before", false], ["/", false]]) {
    const { root, stdout } = shell(t, "forget_if_moved build/wasm", { "build/wasm/CMakeCache.txt": `A:B=C\nCMAKE_HOME_DIRECTORY:INTERNAL=${home}\n` });
    assert.equal(existsSync(join(root, "build/wasm")), stays, home);
    assert.equal(stdout, stays ? "" : `build/wasm was built for ${home}; building it from scratch\n`);
  }
});

test("a compiler that finds no room is told of once, with the remedy", (t) => {
  const { status, stdout, stderr } = shell(
    t,
    `cmake() {
       [ "$1" = --build ] || return 0
       echo "[1/2] Building one.o"
       for line in 1 2 3; do echo "FAILED: $line.o"; echo "cc: fatal error: error writing: No space left on device"; done
       return 1
     }
     cmake_build release core_tests`,
  );
  assert.equal(status, 1);
  assert.equal(stdout, "[1/2] Building one.o\nFAILED: 1.o\n");
  assert.equal(stderr, "scripts/build: the preset release does not compile: the disk is full; free some space (a full build takes about 4 GB) and run this again\n");
});

test("a disk without room is told as the cause, before anything is compiled or when the room has run out", (t) => {
  const disk = `head() { [ -e room ] || { echo "head: error writing 'standard output': No space left on device" >&2; return 1; }; }`;
  const compiler = `cmake() { [ "$1" = --build ] || return 0; rm room; echo "ninja: error: still dirty after 100 tries"; return 1; }`;
  for (const [room, compiled] of [[{}, ""], [{ room: "" }, "ninja: error: still dirty after 100 tries\n"]]) {
    const { status, stdout, stderr } = shell(t, `${disk}\n${compiler}\ncmake_build release`, room);
    assert.deepEqual([status, stdout], [1, compiled]);
    assert.equal(stderr, "scripts/build: build/ cannot be written to: the disk is full; free some space (a full build takes about 4 GB) and run this again\n");
  }
});

test("scripts/test names its parts, and what a part does not have", () => {
  const run = (...words) => spawnSync(join(scripts, "test"), words, { encoding: "utf8" });
  assert.match(run("everything").stderr, /^scripts\/test: the part must be one of .*\bcore\b.*, given everything\n$/);
  const none = run("scripts", "nosuchthing");
  assert.equal(none.status, 1);
  assert.match(none.stdout, /no file of tests\/scripts has nosuchthing in its name/);
  assert.match(none.stdout, /\n0 passed, 1 failed\n$/);
});

test("without Catch2, which serving does not install, everything but the tests is still built", (t) => {
  const build = mkdtempSync(join(tmpdir(), "ridgepoint-tree-"));
  t.after(() => rmSync(build, { recursive: true }));
  const source = fileURLToPath(new URL("../..", import.meta.url));
  const without = ["-DCMAKE_DISABLE_FIND_PACKAGE_Catch2=ON", "-Dfound_catch2="];
  const configured = spawnSync("cmake", ["-S", source, "-B", build, "-G", "Ninja", ...without], { encoding: "utf8" });
  assert.equal(configured.status, 0, configured.stderr);
  const { stdout } = spawnSync("ninja", ["-C", build, "-t", "targets", "all"], { encoding: "utf8" });
  assert.match(stdout, /^ridgepoint_command: phony$/m);
  assert.doesNotMatch(stdout, /^core_tests:/m);
});

test("in a path with a space the WebAssembly linker is given each of its files in one piece", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "ridgepoint-tree-")), source = join(folder, "a b"), build = join(folder, "built");
  t.after(() => rmSync(folder, { recursive: true }));
  symlinkSync(fileURLToPath(new URL("../..", import.meta.url)), source);
  const preset = JSON.parse(readFileSync(join(source, "CMakePresets.json"), "utf8")).configurePresets.find(({ name }) => name === "wasm");
  const configured = spawnSync("cmake", ["-S", source, "-B", build, "-G", "Ninja", `-DCMAKE_TOOLCHAIN_FILE=${preset.toolchainFile}`], { encoding: "utf8" });
  assert.equal(configured.status, 0, configured.stderr);
  const { stdout } = spawnSync("ninja", ["-C", build, "-t", "commands", "ridgepoint_engine"], { encoding: "utf8" });
  const linked = stdout.match(/(?<=--js-library )("[^"]*"|\S+)/g);
  assert.ok(linked.includes(`"${source}/wasm/libc.js"`), linked.join("\n"));
  assert.deepEqual(linked.filter((file) => !file.startsWith(`"${source}/wasm/`)), []);
});

test("the version of CMakeLists.txt is the one that Quarto is told", () => {
  const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
  const [, version] = /project\(ridgepoint VERSION (\S+)/.exec(read("CMakeLists.txt"));
  assert.match(read("web/quarto/_extensions/ridgepoint/_extension.yml"), new RegExp(`^version: ${version.replaceAll(".", "\\.")}$`, "m"));
});
