// The module itself: where it runs, what it exports, and that no text becomes code.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { compiles, loadRidgepoint, path, RidgepointError } from "./shared.mjs";

/** Loaded apart, for the engine that is loaded first serves all who come later. */
const whole = await (await import(`file://${path("dist/engine.js")}?all`)).loadRidgepoint({ calls: "all" });
const glue = readFileSync(path("dist/engine.js"), "utf8");

test("nothing makes code from text", () => {
  assert.doesNotMatch(glue, /\beval\b|\bFunction\s*\(|\bsetTimeout\s*\(\s*["'`]/);
});

test("runs where code generation from strings is forbidden", () => {
  const answer = execFileSync(process.execPath, [
    "--disallow-code-generation-from-strings",
    "--input-type=module",
    "-e",
    `const { loadRidgepoint } = await import(${JSON.stringify(`file://${path("dist/engine.js")}`)});
     console.log((await loadRidgepoint()).roofline({ model: "Llama3_8B", hardware: "H100" }).latency_s);`,
  ]);
  assert.ok(Number(answer) > 0);
});

test("runs in a worker", async () => {
  const source = `
    const { parentPort } = require("node:worker_threads");
    import(${JSON.stringify(`file://${path("dist/engine.js")}`)})
      .then(({ loadRidgepoint }) => loadRidgepoint())
      .then((engine) => parentPort.postMessage(engine.roofline({ model: "Llama3_8B", hardware: "H100" })));`;
  const worker = new Worker(source, { eval: true });
  const result = await new Promise((done, failed) => worker.once("message", done).once("error", failed));
  await worker.terminate();
  const engine = await loadRidgepoint();
  assert.deepEqual(result, engine.roofline({ model: "Llama3_8B", hardware: "H100" }));
});

test("one promise is shared, and a failed load is not kept", async () => {
  assert.equal(loadRidgepoint(), loadRidgepoint());
  const fresh = await import(`file://${path("dist/engine.js")}?another`);
  for (const wasm of [new Uint8Array([1, 2, 3]), new URL("file:///nowhere/ridgepoint.wasm"), "no address"]) {
    await assert.rejects(fresh.loadRidgepoint({ wasm }), { name: "RidgepointError", code: "load_failed" });
  }
  const engine = await fresh.loadRidgepoint({ wasm: readFileSync(path("dist/ridgepoint.wasm")) });
  assert.equal(engine.version, (await loadRidgepoint()).version);
});

test("the engine cannot be altered by one of its users", async () => {
  for (const engine of [await loadRidgepoint(), whole, whole.route]) assert.ok(Object.isFrozen(engine));
});

test("the whole engine serves those who ask for the smaller one later, never the other way round", async () => {
  const fresh = await import(`file://${path("dist/engine.js")}?whole`);
  const small = await fresh.loadRidgepoint();
  assert.equal(small.evaluate, undefined);
  const large = await fresh.loadRidgepoint({ calls: "all" });
  assert.equal(large.evaluate({ formula: "1 * 3" }).value, 3);
  assert.equal(await fresh.loadRidgepoint(), large);
  const request = { model: "Llama3_8B", hardware: "H100" };
  assert.deepEqual(small.roofline(request), large.roofline(request));
});

test("the declarations name exactly what is there", async () => {
  const engine = await loadRidgepoint();
  const declared = readFileSync(path("generated/engine.d.ts"), "utf8");
  const calls = /export interface Calls \{(.*?)^\}/ms.exec(declared)[1];
  const solvers = [...calls.matchAll(/^ {2}(\w+): /gm)].map((match) => match[1]).filter((name) => !/^(explain|sensitivity)_/.test(name));
  const face = readFileSync(path("dist/engine.d.ts"), "utf8");
  const others = /interface Base \{(.*?)^\}/ms.exec(face)[1];
  const besides = [...others.matchAll(/^ {4}(?:readonly )?(\w+)[(:]/gm)].map((match) => match[1]);
  const routes = solvers.filter((name) => name.startsWith("route_"));
  const systems = await loadRidgepoint({ calls: "systems" });
  const wholes = solvers.filter((name) => ["load", "train", "layouts", "plan"].includes(name));
  const direct = solvers.filter((name) => !name.startsWith("route_") && !wholes.includes(name));
  assert.deepEqual(Object.keys(engine).sort(), [...direct, ...besides].sort());
  assert.deepEqual(Object.keys(systems).sort(), [...wholes, ...besides].sort());
  const more = ["RoutingEngine", "WholeEngine"].map((name) => new RegExp(`export type ${name} = .*?^\\};`, "ms").exec(face)[0]).join("\n");
  const asked = [...more.matchAll(/^ {4}(?:readonly )?(\w+)[(:]/gm)].map((match) => match[1]);
  assert.deepEqual(Object.keys(whole).sort(), [...direct, ...wholes, ...besides, ...asked].sort());
  assert.deepEqual(Object.keys(whole.route).sort(), routes.map((name) => name.slice("route_".length)).sort());

  const module = await import(`file://${path("dist/engine.js")}`);
  assert.deepEqual(Object.keys(module).sort(), ["RidgepointError", "loadRidgepoint"]);
  assert.equal(module.RidgepointError, RidgepointError);
});

test("the declarations say what the results hold", async () => {
  const engine = await loadRidgepoint();
  const { $defs, calls } = await engine.schema();
  for (const [call, request] of [
    ["roofline", { model: "Llama3_8B", hardware: "H100" }],
    ["serve", { model: "Llama3_8B", hardware: "H100" }],
    ["compress", { model: "Llama3_8B", hardware: "H100", method: "quantization", bits: 4 }],
  ]) {
    const type = $defs[calls[call].result.$ref.split("/").at(-1)];
    assert.deepEqual(Object.keys(engine[call](request)).sort(), Object.keys(type.properties).sort());
  }
});

test("whole systems come out as in the command, to the bit", async () => {
  const systems = await loadRidgepoint({ calls: "systems" });
  const command = (call, asked) => JSON.parse(execFileSync(path("bin/ridgepoint"), [call, "--input", "-", "--json"], { input: JSON.stringify(asked), encoding: "utf8" }));
  const request = { model: "Llama3_8B", hardware: "H100", rate_per_s: 5, prompt_tokens: { mean: 300, spread: 0.5 }, output_tokens: 60, requests: 200, slo: { itl_s: 0.02 } };
  assert.deepEqual(systems.load(request), command("load", request));
  const trained = { model: "GPT3", hardware: "A100", parallel: { tensor: 8, pipeline: 8, data: 16 }, global_batch: 1536, recomputation: "full", tokens: 3e11, device_mtbf_s: 1.8e8, assumptions: "calibrated" };
  assert.deepEqual(systems.train(trained), command("train", trained));
  const planned = { model: "Llama3_70B", demand: { rate_per_s: 10, slo: { ttft_s: 1, itl_s: 0.05 } } };
  assert.deepEqual(systems.plan(planned), command("plan", planned));
  const { columns } = systems.sweep({ call: "plan", base: planned, axes: { "demand.rate_per_s": [10, 1e6] }, outputs: ["cheapest.hardware", "cheapest.cost_usd"] });
  const { options, cheapest } = systems.plan(planned);
  assert.deepEqual(columns["cheapest.hardware"], [options[cheapest].hardware, undefined]);
  assert.deepEqual([...columns["cheapest.cost_usd"]], [options[cheapest].cost_usd, NaN]);
  assert.throws(() => systems.load({ ...request, parallel: { tensor: 3 } }), { code: "out_of_range", field: "parallel.tensor" });
});

test("a strict TypeScript consumer compiles, and its mistakes do not", () => {
  compiles(`
    import { loadRidgepoint, RidgepointError, type WholeEngine } from ${JSON.stringify(path("dist/engine.js"))};
    const engine: WholeEngine = await loadRidgepoint({ calls: "all", wasm: new URL("x.wasm", "https://a.example/") });
    const { latency_s, regime } = engine.roofline({ model: "Llama3_8B", hardware: "H100", precision: "fp8" });
    const seconds: number = latency_s;
    const limit: "memory" | "compute" | "overhead" | "links" = regime;
    const id: string = engine.hardware()[0]!.id + engine.models({ id: "Llama3_8B" }).id;
    const { rows, columns } = engine.sweep({ call: "serve", axes: { batch: new Float64Array(2) }, outputs: ["itl_s"] });
    const { feasible, distribution_pct } = engine.route.breakeven({ target_speedup: 1.3, costs_us: { learned: 60 } });
    const learned: number = feasible ? distribution_pct.learned : engine.route.model({}).share.learned;
    const first: number | string | undefined = columns["itl_s"]?.[rows - 1];
    try {
      engine.explain({ baseline: { model: "a", hardware: "b" }, proposal: { model: "a", hardware: "b" } });
    } catch (error) {
      if (error instanceof RidgepointError) console.log(error.code, error.field, error.message, seconds, limit, id, first, learned);
    }
    // @ts-expect-error a required field is missing
    engine.roofline({ model: "Llama3_8B" });
    // @ts-expect-error the engine of the widgets has no routes
    (await loadRidgepoint()).route;
    // @ts-expect-error no such path
    engine.route.model({ distribution_pct: { slow: 1 } });
    // @ts-expect-error no such precision
    engine.roofline({ model: "Llama3_8B", hardware: "H100", precision: "fp7" });
    // @ts-expect-error no such field
    engine.serve({ model: "Llama3_8B", hardware: "H100", batchsize: 1 });
    // @ts-expect-error no such call
    engine.sweep({ call: "tune", axes: {}, outputs: [] });
  `);
});
