// What the tests of the engine in JavaScript share: the engine, the command, and a grid of requests.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const build = new URL("../../build/", import.meta.url);
export const path = (name) => fileURLToPath(new URL(name, build));

export const { loadRidgepoint, RidgepointError } = await import(new URL("dist/engine.js", build));

/** The command's answer to a request: its result, or the error it reports. */
export function command(call, request) {
  const input = typeof request === "string" ? request : JSON.stringify(request);
  const run = spawnSync(path("bin/ridgepoint"), [...call.split(" "), "--input", "-", "--json"], {
    input,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  return { status: run.status, answer: run.stdout === "" ? undefined : JSON.parse(run.stdout) };
}

/** Runs what is given as in a page whose policy lets no WebAssembly run. */
export async function withoutWebAssembly(run) {
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = () => Promise.reject(new Error("a policy forbids it"));
  try {
    return await run();
  } finally {
    Object.assign(WebAssembly, { instantiate });
  }
}

/** Fails unless a strict TypeScript consumer compiles; what must not compile in it is marked @ts-expect-error. */
export function compiles(source) {
  const folder = mkdtempSync(join(tmpdir(), "ridgepoint-"));
  try {
    const tsc = createRequire(new URL("../../wasm/package.json", import.meta.url)).resolve("typescript/bin/tsc");
    const file = join(folder, "consumer.ts");
    writeFileSync(file, source);
    const flags = ["--noEmit", "--strict", "--noUncheckedIndexedAccess", "--target", "es2022", "--module", "es2022", "--moduleResolution", "bundler", "--lib", "es2022,dom"];
    execFileSync(process.execPath, [tsc, ...flags, file], { encoding: "utf8" });
  } catch (error) {
    assert.fail(error.stdout || String(error));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The engine's method for a call as the command spells it: "route model" is engine.route.model. */
export const method = (engine, call) => call.split(" ").reduce((holder, name) => holder[name], engine);

const pairs = [
  { model: "Llama3_8B", hardware: "H100" },
  { model: "Llama3_70B", hardware: "A100" },
  { model: "ResNet50", hardware: "V100" },
];
const language = pairs.slice(0, 2);

const product = (bases, variations) => bases.flatMap((base) => variations.map((variation) => ({ ...base, ...variation })));

const metal = { preset: "calibrated", software: "llama.cpp-metal" };

/** Valid requests for each solver, through every regime and preset. */
export const grid = {
  roofline: product(pairs, [
    {},
    { batch: 256 },
    { batch: 7, precision: "int8" },
    { batch: 3, precision: "int4", assumptions: "textbook" },
    { batch: 32, phase: "training", zero_stage: 2, data_parallel: 8 },
    { batch: 16, assumptions: { preset: "textbook", efficiency: 0.37, overlap: 0.3 } },
    { batch: 2, assumptions: { preset: "calibrated", software: "tensorrt" } },
  ]),
  serve: product(language, [
    {},
    { batch: 64, context: 8192 },
    { batch: 8, precision: "fp8", cached_prefix: 1024 },
    { batch: 4, assumptions: "textbook" },
    { assumptions: "calibrated" },
    { batch: 2, precision: "int4", weight_bits: 4.89, kv_precision: "fp16", assumptions: metal },
  ]),
  compress: product(pairs, [
    { method: "quantization", bits: 4 },
    { method: "pruning", sparsity: 0.5, pattern: "unstructured" },
    { method: "pruning", sparsity: 0.9, pattern: "structured", assumptions: "textbook" },
    { bits: 3, algorithm: "gptq", group_size: 0, assumptions: "calibrated" },
    { method: "pruning", sparsity: 0.5, pattern: "n_m", algorithm: "sparsegpt", assumptions: metal },
  ]),
  sensitivity: [
    ...product(pairs, [{}, { batch: 512 }, { assumptions: "textbook", delta: 0.05 }]),
    ...product(language, [{ target: "itl", batch: 16 }, { target: "ttft" }, { target: "itl", assumptions: metal }]),
  ],
  synthesize: product([{ model: "Llama3_8B" }, { model: "Llama3_70B" }], [
    { target_s: 0.05 },
    { target_s: 0.001 },
    { target_s: 0.5, phase: "prefill", context: 4096 },
    { target_s: 0.05, assumptions: "calibrated" },
    { target_s: 0.02, parallel: { tensor: 16, pipeline: 2 }, batch: 4 },
    { target_s: 2, phase: "prefill", parallel: { tensor: 2, data: 2 }, batch: 4, assumptions: "calibrated" },
  ]),
  explain: [
    { baseline: pairs[0], proposal: { ...pairs[0], hardware: "A100" } },
    { baseline: pairs[1], proposal: { ...pairs[1], precision: "int4" } },
    { baseline: pairs[2], proposal: { ...pairs[2], batch: 256 }, },
    { baseline: { ...pairs[0], assumptions: metal }, proposal: { ...pairs[0], assumptions: "calibrated" } },
  ],
  "route model": [
    {},
    { costs_us: { learned: 2, cached: 3 }, distribution_pct: { fast: 10, cached: 20, learned: 70 } },
    { distribution_pct: { fast: 33.3, cached: 33.3, learned: 33.3 }, cascade: false },
  ],
  "route breakeven": [
    { target_speedup: 1.3 },
    { target_speedup: 1.5 },
    { target_speedup: 1.2, max_learned_pct: 15, costs_us: { cached: 40 } },
  ],
  "route project": product([{ model: "Mixtral_8x7B", hardware: "H100" }, { model: "DeepSeek_V3", hardware: "B200" }], [
    {},
    { batch: 8192, precision: "int8" },
    { batch: 64, assumptions: "textbook", cascade: false },
  ]),
};
