// A WebAssembly module as plain JavaScript, for browsers and policies that let no WebAssembly run: by Binaryen's wasm2js, which
// Emscripten brings. Its function `instantiate` takes what the module imports and gives what it exports.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const run = (program, ...args) => execFileSync(program, [...args, "--all-features"], { encoding: "utf8", maxBuffer: 2 ** 28, stdio: ["ignore", "pipe", "pipe"] });

/**
 * wasm2js has no saturating conversions to integers. Others do where a number fits its integer, as it always does in C++ that
 * is defined; the sanitizers of the tests look at each.
 */
const unsaturated = (text) => text.replace(/\b(i(?:32|64)\.trunc)_sat_/g, "$1_");

export function plain(wasm) {
  const folder = mkdtempSync(join(tmpdir(), "ridgepoint-plain-"));
  const [text, module, script] = ["module.wat", "module.wasm", "module.js"].map((name) => join(folder, name));
  try {
    writeFileSync(text, unsaturated(run("wasm-dis", wasm)));
    run("wasm-as", text, "-o", module);
    run("wasm2js", module, "--emscripten", "-O2", "-o", script);
    return `export ${readFileSync(script, "utf8")}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
