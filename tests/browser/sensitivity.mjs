// Sensitivity on its page: published figures, and what a target asks of devices.

import assert from "node:assert/strict";
import { test, textOf } from "./harness.mjs";
import { near, onSite, result } from "./widgets-shared.mjs";

test("sensitivity: 70B on one A100 is bound by memory capacity", onSite("sensitivity.html", async (page) => {
  const text = await textOf(page, "ridge-sensitivity");
  assert.match(text, /Memory capacity/);
  assert.match(text, /does not fit/);
  const { sensitivity } = await result(page, "ridge-sensitivity");
  assert.equal(sensitivity.binding_constraint, "memory_capacity");
  assert.equal(sensitivity.devices_needed, 2);
  // The longest bar is capacity's: what else is named strongest says that it leaves capacity out.
  assert.match(text, /Strongest apart from capacity\s+Host link/);
}));

test("sensitivity: what the page says to try does something", onSite("sensitivity.html", async (page) => {
  const before = await result(page, "ridge-sensitivity");
  await page.getByRole("link", { name: "Time it as if memory were large enough" }).click();
  await page.waitForFunction((baseline) => document.querySelector("ridge-sensitivity").result.sensitivity.baseline_s !== baseline, before.sensitivity.baseline_s);
  const { sensitivity } = await result(page, "ridge-sensitivity");
  assert.notDeepEqual(sensitivity.elasticities, before.sensitivity.elasticities);
  assert.equal(sensitivity.knob, "memory_bandwidth");
}));

test("sensitivity: shared by ever more devices, 70B ends bound by the latency of their links", onSite("sensitivity.html", async (page) => {
  const devices = page.locator("ridge-sensitivity").getByRole("spinbutton", { name: "Devices that share each layer (tensor parallel), typed" });
  const alone = (await result(page, "ridge-sensitivity")).sensitivity.baseline_s;
  const seconds = [];
  for (const [count, binds] of [[2, "memory_bandwidth"], [4, "memory_bandwidth"], [8, "memory_bandwidth"], [16, "link_latency"]]) {
    await devices.fill(String(count));
    await page.waitForFunction((before) => document.querySelector("ridge-sensitivity").result.sensitivity.baseline_s !== before, seconds.at(-1) ?? alone);
    const { sensitivity } = await result(page, "ridge-sensitivity");
    assert.equal(sensitivity.binding_constraint, binds);
    seconds.push(sensitivity.baseline_s);
  }
  assert.deepEqual(seconds, [...seconds].sort((a, b) => b - a));
}));

test("sensitivity: the textbook's 4854.57 ms, host link −1, and 2.82 TB/s, 5.65 TFLOP/s, 141.2 GB", onSite("sensitivity.html", async (page) => {
  const widget = page.locator("ridge-sensitivity");
  // The textbook's own figures of these two, which the vetted registry corrects.
  await widget.evaluate((element) => {
    element.request = {
      model: { name: "Llama 3 70B", family: "transformer", parameters: 70.6e9, layers: 80, hidden_dim: 8192, heads: 64, kv_heads: 8 },
      hardware: {
        name: "NVIDIA A100", peak_flop_per_s: { fp16: 312e12 }, memory_capacity_bytes: 85899345920, memory_bandwidth_bytes_per_s: 2.039e12,
        host_link_bytes_per_s: 32e9, dispatch_overhead_s: 1.5e-5,
      },
      target: "latency", assumptions: "textbook", inverse: { target_s: 0.05 },
    };
  });
  const { sensitivity, synthesis } = await result(page, "ridge-sensitivity");
  near(sensitivity.baseline_s, 4.85457, 1e-5);
  near(sensitivity.elasticities.host_link, -1, 0.001);
  assert.equal(sensitivity.binding_constraint, "memory_capacity");
  near(synthesis.bandwidth_bytes_per_s, 2.824e12, 1e-3);
  const text = await textOf(page, "ridge-sensitivity");
  assert.match(text, /4\.85 s/);
  assert.match(text, /2\.82 TB\/s/);
  assert.match(text, /5\.65 TFLOP\/s/);
  assert.match(text, /141\.2 GB/);
}));

test("sensitivity: a tighter target leaves fewer devices", onSite("sensitivity.html", async (page) => {
  const widget = page.locator("ridge-sensitivity");
  const meeting = async () => (await result(page, "ridge-sensitivity")).synthesis.devices.filter((device) => device.meets).length;
  const before = await meeting();
  const slider = widget.getByRole("slider", { name: "Target time" });
  await slider.focus();
  for (let step = 0; step < 30; step++) await page.keyboard.press("ArrowLeft");
  assert.ok((await meeting()) < before, `${await meeting()} < ${before}`);
}));
