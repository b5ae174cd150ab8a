// The measuring of a machine from JavaScript, on a clock of the test's own: which figures come of which times.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { path } from "./shared.mjs";

const { loadBench, RidgepointError, supportedKernels } = await import(`file://${path("dist/bench.js")}`);

const bytes = (kernels) => readFileSync(path(`dist/bench${kernels === "simd128" ? "" : `-${kernels}`}.wasm`));
/** Shows a millisecond more at each reading: what is timed takes one, however much it is. */
const ticking = () => {
  let now = 0;
  return () => (now += 1);
};
const load = (kernels = "simd128", now = ticking()) => loadBench({ kernels, wasm: bytes(kernels), now });
const built = ["simd128", "scalar", ...(existsSync(path("dist/bench-relaxed.wasm")) && supportedKernels().includes("relaxed") ? ["relaxed"] : [])];

const product = (format, rows, columns, batch) => ({ kind: "product", format, bytes: 0, rows, columns, batch });
const step = (format, batch) => ({ kind: "step", format, bytes: 0, rows: 0, columns: 0, batch });
const taking = (seconds) => ({ median_s: seconds, low_s: seconds, high_s: seconds, repeats: 1, passes: 1, resolved: true, drift: 1 });

test("each module computes its products", async () => {
  for (const kernels of built) {
    const bench = await load(kernels);
    assert.equal(bench.kernels, kernels);
    // Memory is filled with 0x3c: weights and activations of 60; halves of 12 and 3, less 8.
    assert.equal(bench.output(product("int8", 4, 64, 3)), 64 * 60 * 60);
    assert.equal(bench.output(product("int4", 4, 64, 3)), 32 * (4 - 5) * 60);
    const small = new Float32Array(Uint8Array.of(60, 60, 60, 60).buffer)[0];
    const sum = bench.output(product("fp32", 4, 64, 3));
    assert.ok(Math.abs(sum / (64 * small * small) - 1) < 1e-6, `${sum}`);
  }
});

test("each module runs the language model, and gives the same logits in whatever format, nearly; without products, none", async () => {
  const exact = (await load("scalar")).output(step("fp32", 1));
  assert.ok(Math.abs(exact) > 1e-3);
  for (const kernels of built) {
    const bench = await load(kernels);
    const near = (value, within) => assert.ok(Math.abs(value / exact - 1) < within, `${kernels}: ${value}, and exactly ${exact}`);
    near(bench.output(step("fp32", 4)), 1e-4);
    near(bench.output(step("int8", 1)), 0.1);
    near(bench.output(step("int8", 16)), 0.1);
    assert.equal(bench.output({ ...step("fp32", 1), kind: "rest" }), 0);
  }
});

test("a timing spans fifty steps of the clock, and says how it came about", async () => {
  let now = 0;
  // A clock in steps of 100 µs, moved by being read: 7 µs each time.
  const bench = await load("simd128", () => Math.floor((now += 0.007) / 0.1) * 0.1);
  assert.ok(Math.abs(bench.resolution_s - 1e-4) < 1e-5, `${bench.resolution_s}`);
  const still = await load("simd128", () => 5);
  assert.equal(still.resolution_s, Infinity);
});

test("the tasks of a machine and the products to be predicted have names and sizes", async () => {
  const bench = await load();
  const tasks = bench.machineTasks(65536);
  assert.deepEqual(tasks.filter(({ kind }) => kind === "read").map(({ bytes: size }) => size), [16384, 32768, 65536]);
  assert.deepEqual(tasks.filter(({ kind }) => kind === "arithmetic").map(({ format }) => format), ["fp32", "int8", "int4"]);
  const tested = bench.testedProducts();
  assert.ok(tested.length >= 12);
  assert.ok(tested.every(({ kind, batch }) => kind === "product" && batch >= 1));
  assert.deepEqual(tested[0], product("fp32", 1024, 2048, 1));
});

test("a machine of known times gives its rates, its constants and its predictions", async () => {
  const bench = await load();
  const samples = bench.machineTasks(2 ** 24).map((task) => {
    const { kind, format, bytes: size, rows, columns, batch } = task;
    const work = 2 * rows * columns * batch;
    const rate = { fp32: 1e10, int8: 2e10, int4: 4e10 }[format];
    if (kind === "read" || kind === "copy") return { task, timing: taking(size / 1e10) };
    if (kind === "arithmetic") return { task, timing: taking(work / rate) };
    if (kind === "rest") return { task, timing: taking(5e-6) };
    return { task, timing: taking(work < 1000 ? 1e-6 : 1e-6 + work / rate / 0.5) };
  });
  const machine = bench.machine(samples);
  const near = (value, expected) => assert.ok(Math.abs(value / expected - 1) < 1e-9, `${value} is not ${expected}`);
  near(machine.operations_per_s.int4.value, 4e10);
  near(machine.efficiency.value, 0.5);
  near(machine.overhead_s.value, 1e-6);
  assert.equal(machine.read.length, 11);
  near(machine.copy.at(-1).bytes_per_s.value, 1e10);
  const predicted = bench.predict(product("int8", 512, 512, 8));
  near(predicted.seconds, (2 * 512 * 512 * 8) / 2e10 / 0.5 + 1e-6);
  assert.equal(predicted.limit, "arithmetic");
  const judged = bench.judge({ seconds: 1e-3, memory_s: 1e-3, arithmetic_s: 9e-4, overhead_s: 0, limit: "memory" }, 1.25e-3);
  near(judged.error, 0.25);
  assert.equal(judged.outcome, "overlapping");
  assert.deepEqual(machine.read.filter(({ ends_step }) => ends_step), [machine.read.at(-1)]);
  // All together are twice as fast, and predictions still go by one thread.
  const alone = bench.device();
  assert.deepEqual(alone, {
    peak_flop_per_s: { fp32: machine.operations_per_s.fp32.value, int8: machine.operations_per_s.int8.value, int4: machine.operations_per_s.int4.value },
    memory_bandwidth_bytes_per_s: machine.read.at(-1).bytes_per_s.value,
    dispatch_overhead_s: machine.overhead_s.value,
    assumptions: { efficiency: machine.efficiency.value, bandwidth_efficiency: machine.bandwidth_efficiency.value, layer_overhead_s: machine.overhead_s.value },
  });
  bench.machine(samples.filter(({ task: { kind } }) => kind !== "product").map(({ task, timing }) => ({ task, timing: taking(timing.median_s / 2) })), true);
  near(bench.device().peak_flop_per_s.fp32, 2e10);
  assert.deepEqual(bench.device().assumptions, alone.assumptions);
  assert.deepEqual(bench.predict(product("int8", 512, 512, 8)), predicted);
  const steps = bench.testedSteps();
  assert.deepEqual(steps.map(({ kind, format, batch }) => `${kind} ${format} ${batch}`).slice(0, 4), ["step fp32 1", "step int8 1", "step int4 1", "step fp32 4"]);
  const serving = bench.serving(steps[3]);
  near(serving.hardware.memory_bandwidth_bytes_per_s, 1e10);
  near(serving.assumptions.efficiency, 0.5);
  near(serving.assumptions.layer_overhead_s, (9 * 1e-6 + 4 * 5e-6) / 2);
  assert.deepEqual(serving, {
    model: { id: "language-model", parameters: 130368, layers: 2, hidden_dim: 64, intermediate_dim: 168, heads: 4, vocab_size: 512, tied_embeddings: true, gated_mlp: true },
    hardware: serving.hardware, context: 1, batch: 4, precision: "fp32", scheme: "native", assumptions: serving.assumptions,
  });
});

test("timings come together, repeats are summed up, and the batch of a crossing is found", async () => {
  const bench = await load();
  assert.ok(Math.abs(bench.together([taking(2e-6), taking(2e-6)]).median_s - 1e-6) < 1e-15);
  assert.deepEqual(bench.troubles([{ ...taking(1), resolved: false, drift: 1.2 }, taking(1)]), { short: 1, noisy: 0, throttled: 1 });
  const { value, low, high } = bench.rate(1, 6, { ...taking(4), low_s: 1, high_s: 7 });
  assert.deepEqual([value, low, high], [2, 1, 0]);
  const { median_s, low_s, high_s, repeats } = bench.summary([4, 1, 2, 8, 3]);
  assert.deepEqual([median_s, low_s, high_s, repeats], [3, 2, 4, 5]);
  assert.ok(Math.abs(bench.crossover([1, 4, 16], [4, 8, 16], [1, 4, 16], 3) - 2) < 1e-12);
  assert.equal(bench.crossover([1, 4], [4, 8], [1, 2], 2), Infinity);
});

test("a module that is none is refused with a reason", async () => {
  await assert.rejects(loadBench({ wasm: new Uint8Array(8) }), (error) => {
    assert.ok(error instanceof RidgepointError);
    assert.equal(error.code, "load_failed");
    assert.match(error.message, /measurement could not be loaded/);
    return true;
  });
});
