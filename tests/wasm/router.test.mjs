// The measured router as WebAssembly: the same decisions as the command's, with SIMD and without, as plain JavaScript, in a worker and in Node.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { violations } from "./schema.mjs";
import { compiles, path, withoutWebAssembly } from "./shared.mjs";

const script = `file://${path("dist/router.js")}`;
const { loadRouter, RidgepointError } = await import(script);
const text = readFileSync(path("dist/moby-dick.txt"));

/** A run of a fraction of a second; on so few tokens every path needs lower thresholds. */
const request = {
  config: { sequence_length: 32, frequency_threshold: 10, warm_up_samples: 10, cache_ttl_seconds: 5 },
  samples: 20,
  repetitions: 1,
  sequence_lengths: [16, 64],
};

const error = (field, code) => (thrown) => {
  assert.ok(thrown instanceof RidgepointError);
  assert.deepEqual([thrown.field, thrown.code], [field, code], thrown.message);
  return true;
};

test("SIMD, scalar and native decide alike, to the last bit of the outputs", async () => {
  const { stdout, status, stderr } = spawnSync(path("bin/ridgepoint"), ["route", "analyze", "--input", "-", "--json"], {
    input: JSON.stringify(request),
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
  const native = JSON.parse(stdout);
  assert.equal(native.host.kernels, "simd");
  const { fast, cached, learned, tokens } = native.var.var_stats;
  assert.equal(tokens, 640);
  assert.equal(fast + cached + learned, tokens);
  for (const count of [fast, cached, learned]) assert.ok(count > 0);
  for (const kernels of ["simd", "scalar", "plain"]) {
    const router = kernels === "plain" ? await withoutWebAssembly(() => loadRouter()) : await loadRouter({ simd: kernels === "simd" });
    assert.equal(router.kernels, kernels);
    const { systems_analysis: analysis } = router.analyze(request, text);
    assert.equal(analysis.host.kernels, kernels === "simd" ? "simd" : "scalar");
    for (const part of ["config", "text"]) assert.deepEqual(analysis[part], native[part]);
    assert.deepEqual(analysis.var.var_stats, native.var.var_stats);
    assert.deepEqual(analysis.projection, native.projection);
  }
});

test("an analysis is as its schema says, and so is its request", async () => {
  const router = await loadRouter();
  const schema = JSON.parse(readFileSync(path("dist/schema.json"), "utf8"));
  const { request: asked, result } = schema.calls.route_analyze;
  assert.deepEqual(violations(schema, asked, request, false), []);
  const analysis = router.analyze(request, text);
  assert.deepEqual(violations(schema, result, analysis), []);
  assert.ok(Object.keys(analysis.systems_analysis.scaling).length === 2);
  assert.notDeepEqual(violations(schema, result, { ...analysis, more: 1 }), []);
  const { preset, ...rest } = router.presets().default;
  assert.equal(preset, "default");
  assert.notEqual(rest.router_width, undefined);
  assert.deepEqual(violations(schema, asked, { config: router.presets().mixtral_proportions }, false), []);
});

test("a text can be a string or the bytes of a file, whatever they are", async () => {
  const router = await loadRouter();
  const counts = (given) => router.analyze(request, given).systems_analysis.text;
  assert.deepEqual(counts(text.toString("utf8")), counts(text));
  assert.equal(counts(Uint8Array.of(0x61, 0xff, 0x20, 0x62)).replaced, 1);
  assert.deepEqual(counts("lone \ud800 surrogate"), counts("lone \ufffd surrogate"));
  assert.equal(counts("whale").tokens, 1);
});

test("progress goes from 0 to 1", async () => {
  const router = await loadRouter();
  const heard = [];
  router.analyze(request, text, (done, stage) => heard.push([done, stage]));
  assert.deepEqual(heard[0], [0, "building the layer"]);
  assert.deepEqual(heard.at(-1), [1, "done"]);
  const shares = heard.map(([done]) => done);
  assert.deepEqual(shares, [...shares].sort((a, b) => a - b));
});

test("bad input is thrown with its field, and the router goes on", async () => {
  const router = await loadRouter();
  assert.throws(() => router.analyze({ config: { entropy_threshold: -1 } }, text), error("config.entropy_threshold", "out_of_range"));
  assert.throws(() => router.analyze({ config: { cache: 1 } }, text), error("config.cache", "unknown_field"));
  assert.throws(() => router.analyze({ samples: NaN }, text), error("samples", "wrong_type"));
  assert.throws(() => router.analyze(undefined, text), error("", "wrong_type"));
  assert.throws(() => router.analyze(request, ""), error("text", "missing_field"));
  assert.throws(() => router.analyze(request, " \n"), error("text", "missing_field"));
  assert.throws(() => router.analyze(request, "x".repeat(2 ** 24 + 1)), error("text", "too_large"));
  assert.throws(() => router.analyze(request, new Uint8Array(1e8)), error("text", "too_large"));
  assert.throws(() => router.analyze(request, "€".repeat(2 ** 23)), error("text", "too_large"));
  assert.throws(() => router.analyze(request, 42), error("text", "wrong_type"));
  assert.throws(() => router.analyze(request), error("text", "wrong_type"));
  assert.equal(router.analyze(request, text).systems_analysis.samples, 20);
});

test("a module that cannot be loaded is told of", async () => {
  for (const wasm of [new Uint8Array([1, 2, 3]), new URL("file:///nowhere/router.wasm"), "no address"])
    await assert.rejects(loadRouter({ wasm }), { name: "RidgepointError", code: "load_failed" });
  const router = await loadRouter({ wasm: readFileSync(path("dist/router-scalar.wasm")), simd: false });
  assert.equal(router.kernels, "scalar");
  assert.ok(Object.isFrozen(router));
});

test("runs in a worker, where ending it ends a run", async () => {
  const source = `
    const { parentPort, workerData } = require("node:worker_threads");
    import(${JSON.stringify(script)})
      .then(({ loadRouter }) => loadRouter())
      .then((router) => {
        const tell = (done, stage) => parentPort.postMessage({ done, stage });
        parentPort.postMessage({ result: router.analyze(workerData.request, workerData.text, tell) });
      });`;
  const run = (data) => new Worker(source, { eval: true, workerData: data });
  const messages = [];
  const worker = run({ request, text });
  await new Promise((done, failed) => {
    worker.on("error", failed);
    worker.on("message", (message) => {
      messages.push(message);
      if (message.result) done();
    });
  });
  await worker.terminate();
  assert.equal(messages.at(-1).result.systems_analysis.var.var_stats.tokens, 640);
  assert.ok(messages.length > 5);

  const long = run({ request: { samples: 10000, repetitions: 1000 }, text });
  await new Promise((done) => long.once("message", done));
  await long.terminate();
});

test("nothing makes code from text", () => {
  assert.doesNotMatch(readFileSync(path("dist/router.js"), "utf8"), /\beval\b|\bFunction\s*\(|\bsetTimeout\s*\(\s*["'`]/);
  const answer = execFileSync(process.execPath, [
    "--disallow-code-generation-from-strings",
    "--input-type=module",
    "-e",
    `const { loadRouter } = await import(${JSON.stringify(script)});
     console.log((await loadRouter()).analyze(${JSON.stringify(request)}, "a b a c").systems_analysis.text.tokens);`,
  ]);
  assert.equal(Number(answer), 4);
});

test("a strict TypeScript consumer compiles, and its mistakes do not", () => {
  compiles(`
    import { loadRouter, RidgepointError, type Router } from ${JSON.stringify(path("dist/router.js"))};
    const router: Router = await loadRouter({ simd: false });
    const report = (done: number, stage: string) => console.log(done, stage);
    try {
      const { systems_analysis: a, profile_report: p } = router.analyze({ config: { cache_size: 5 }, quick: true }, "text", report);
      const speedup: number | null = a.comparison.actual_speedup;
      const path: number = a.var.var_stats.fast + a.config.cache_size;
      const point: number | null | undefined = a.scaling["64"]?.time_per_token_ms;
      const limit: "high" | "medium" | undefined = a.bottlenecks[0]?.severity;
      const median: number | null | undefined = p.scopes[0]?.p50_s;
      console.log(speedup, path, point, limit, median, router.presets().default.experts, router.version);
    } catch (error) {
      if (error instanceof RidgepointError) console.log(error.field);
    }
    // @ts-expect-error no such field
    router.analyze({ config: { caches: 5 } }, "text");
    // @ts-expect-error a text is missing
    router.analyze({});
  `);
});
