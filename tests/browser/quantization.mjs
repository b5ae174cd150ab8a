// Quantization on its page: published figures, both workloads under their roofs, the frontier and the crossings.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { command, test, textOf } from "./harness.mjs";
import { near, onSite, readPoints, result } from "./widgets-shared.mjs";

test("quantization: 5.19, 2.80 and 1.60 ms with 16.06, 8.03 and 4.015 GB", onSite("quantization.html", async (page) => {
  const rows = await page.locator("ridge-quantization table").first().locator("tbody tr").allInnerTexts();
  const wanted = [["FP16", "5.19", "16.06"], ["INT8", "2.80", "8.03"], ["INT4", "1.60", "4.015"]];
  assert.match(await textOf(page, "ridge-quantization"), /weights of 16\.06 GB and 4\.015 GB/);
  wanted.forEach((cells, row) => assert.deepEqual(rows[row].split("\t").slice(0, 3).map((cell) => cell.trim()), cells));
}));

test("quantization: the compute-bound table gains nothing from weights alone, and something natively", onSite("quantization.html", async (page) => {
  const widget = page.locator("ridge-quantization");
  const [alone] = [await result(page, "ridge-quantization")];
  near(alone.compute[1].latency_s, alone.compute[0].latency_s, 0.01);
  assert.equal(alone.compute[0].regime, "compute");
  await widget.getByLabel("Arithmetic of quantized weights").selectOption("native");
  const native = await result(page, "ridge-quantization");
  assert.ok(native.compute[0].latency_s / native.compute[1].latency_s > 1.5);
}));

test("quantization: both workloads stand in one roofline, and move as the precision does", onSite("quantization.html", async (page) => {
  const { places, decode, compute } = await result(page, "ridge-quantization");
  for (const [index, step] of decode.entries()) {
    const { intensity, achieved_flop_per_s: rate, attainable_flop_per_s: flat, rate: slope, regime } = places.decode[index];
    assert.equal(regime, step.decode_regime);
    // Overheads keep it under the roof; without them it would touch.
    assert.ok(rate <= Math.min(flat, intensity * slope));
    const moved = (step.weights_bytes + step.kv_cache_bytes) / slope;
    assert.ok(Math.abs(moved / step.decode_memory_s - 1) < 1e-9);
    assert.ok(Math.abs((intensity * (step.weights_bytes + step.kv_cache_bytes)) / step.itl_s / rate - 1) < 1e-9);
  }
  assert.deepEqual(places.compute.map(({ intensity }) => intensity), compute.map((one) => one.arithmetic_intensity_flop_per_byte));
  const read = await readPoints(page, "ridge-quantization", "roofline");
  assert.equal(read.length, 6);
  assert.match(read[0], /decode step, FP16: 1\.05 FLOP\/byte.*memory-bound/);
  assert.match(read[5], /ResNet-50, batch 256, INT4: .*compute-bound/);
  const roofs = () => page.locator("ridge-quantization [data-name=roofline] .roof").count();
  assert.equal(await roofs(), 2);
  await page.locator('ridge-quantization [data-field="compute.scheme"] select').selectOption("native");
  await page.waitForFunction(() => document.querySelector("ridge-quantization").result.places.compute[2].attainable_flop_per_s > 6e14);
  assert.equal(await roofs(), 4);
}));

test("quantization: the frontier has two precisions with the table's numbers, and no estimate of pruning from other kinds of model", onSite("quantization.html", async (page) => {
  const { accuracy, pruning } = await result(page, "ridge-quantization");
  const read = await readPoints(page, "ridge-quantization", "frontier");
  assert.deepEqual(read.map((line) => line.split(":")[0]), ["quantization, INT8", "quantization, INT4"]);
  accuracy.slice(1).forEach(({ compression_ratio: ratio, accuracy_delta: delta }, index) => {
    const [, smaller, less] = read[index].match(/: ([\d.]+)× smaller, −([\d.]+) % accuracy/);
    assert.ok(Math.abs(smaller - ratio) < 0.05 && Math.abs(Number(less) + delta * 100) < 0.01);
  });
  assert.deepEqual(pruning.map((one) => Math.round(one.compression_ratio)), [2, 4, 10]);
}));

test("quantization: only models that can are offered to decode, and only those with a count of FLOPs to compute", onSite("quantization.html", async (page) => {
  const offered = await page.locator("ridge-quantization").evaluate((widget) =>
    ["model", "compute.model"].map((path) => [...widget.shadowRoot.querySelectorAll(`[data-field="${path}"] option`)].map(({ value }) => value)),
  );
  const { able, counted } = await page.evaluate(async () => {
    const engine = await (await import("./ridgepoint.js")).loadRidgepoint();
    const runs = ({ id }) => {
      try {
        return Boolean(engine.serve({ model: id, hardware: "H100" }));
      } catch {
        return false;
      }
    };
    const models = engine.models();
    return { able: models.filter(runs).map(({ id }) => id), counted: models.filter((one) => one.forward_flops).map(({ id }) => id) };
  });
  for (const [index, wanted] of [able, counted].entries()) assert.deepEqual(offered[index].filter((id) => /^\w+$/.test(id)).sort(), wanted.sort());
  assert.ok(able.length > 10 && able.length < 42);
}));

test("quantization: the crossings are those of a sweep, and move with the context", onSite("quantization.html", async (page) => {
  const widget = page.locator("ridge-quantization");
  await widget.getByRole("spinbutton", { name: /^Context/ }).fill("128");
  const { crossings, curves } = await result(page, "ridge-quantization");
  const [two, oneAndHalf] = crossings;
  assert.ok(two.batch > 1 && oneAndHalf.batch > two.batch, JSON.stringify(crossings));
  const at = (batch) => curves[0].points[batch - 1].speedup;
  assert.ok(at(two.batch) < 2 && at(two.batch - 1) >= 2);
  assert.ok(at(oneAndHalf.batch) < 1.5 && at(oneAndHalf.batch - 1) >= 1.5);
  assert.match(await textOf(page, "ridge-quantization"), new RegExp(`falls below 2× at batch ${two.batch}`));
}));

test("quantization: the cache can keep a precision of its own, and the crossings are then the lab's", onSite("quantization.html", async (page) => {
  const widget = page.locator("ridge-quantization");
  const cache = widget.getByLabel("KV precision");
  const caches = async () => (await result(page, "ridge-quantization")).decode.map(({ kv_cache_bytes }) => kv_cache_bytes);
  assert.equal(await cache.locator("option:checked").innerText(), "FP16, as assumed");
  const [full] = await caches();
  const half = full / 2;
  assert.deepEqual(await caches(), [full, full, full]);
  await cache.selectOption("weights");
  assert.deepEqual(await caches(), [full, half, full / 4]);
  await cache.selectOption("fp16");
  assert.deepEqual(await caches(), [full, full, full]);
  assert.match(await widget.locator(".sentence").first().innerText(), /KV cache at FP16/);
  const { variables, definitions, figures } = JSON.parse(readFileSync(new URL("../../labs/quantization/lab.json", import.meta.url), "utf8"));
  const asked = (figure) => JSON.parse(execFileSync(command, ["evaluate", "--input", "-"], { input: JSON.stringify({ formula: figures[figure].replace(/\|[^|]*$/, ""), variables, definitions }), encoding: "utf8" })).value;
  const { crossings } = await result(page, "ridge-quantization");
  assert.deepEqual(crossings.map(({ threshold, batch }) => [threshold, batch]), [[variables.high, asked("cache_below_2")], [variables.low, asked("cache_below_15")]]);
  await cache.selectOption("fp8");
  assert.deepEqual(await caches(), [half, half, half]);
  assert.notDeepEqual((await result(page, "ridge-quantization")).crossings, crossings);
  await cache.selectOption({ label: "FP16, as assumed" });
  assert.equal(await cache.locator("option").count(), 10);
  assert.equal(await widget.evaluate((element) => "kv_precision" in element.request), false);
  assert.deepEqual(await caches(), [full, full, full]);
}));

test("quantization: a model that does not decode is refused at its control", onSite("quantization.html", async (page) => {
  const widget = page.locator("ridge-quantization");
  await widget.evaluate((element) => element.setAttribute("model", "ResNet50"));
  await widget.locator('[data-field="model"] .refused').waitFor();
  assert.match(await textOf(page, "ridge-quantization"), /5\.19/);
  await widget.getByRole("spinbutton", { name: "Batch, typed" }).nth(1).fill("0");
  await widget.getByLabel("Model").first().selectOption("Llama3_8B");
  await widget.locator('[data-field="compute.batch"] .refused').waitFor();
}));

test("quantization: what does not fit one device fits the number that its note names", onSite("quantization.html", async (page) => {
  const widget = page.locator("ridge-quantization");
  await widget.evaluate((element) => { element.request = { model: "Llama3_70B", hardware: "H100" }; });
  await page.waitForFunction(() => document.querySelector("ridge-quantization").result.decode[0].devices_needed === 2);
  assert.match(await textOf(page, "ridge-quantization"), /It fits on 2 of these devices: tensor 2, pipeline 1\./);
  await widget.getByRole("spinbutton", { name: "Devices that share each layer (tensor parallel), typed" }).fill("2");
  await page.waitForFunction(() => document.querySelector("ridge-quantization").result.decode[0].feasible);
  const { decode } = await result(page, "ridge-quantization");
  assert.equal(decode[0].devices, 2);
  assert.equal(decode[0].devices_needed, null);
  assert.ok(decode[0].links_s > 0);
}));
