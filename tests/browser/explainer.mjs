// The explainer on its page: published figures, regimes, what it copies, and refusals.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { command, test, textOf } from "./harness.mjs";
import { near, onSite, readPoints, result } from "./widgets-shared.mjs";

test("explainer: A100 to H100 is 1.39×, memory to memory, and the factors multiply to it", onSite("explainer.html", async (page) => {
  const text = await textOf(page, "ridge-explainer");
  assert.match(text, /1\.39×/);
  const { speedup, factors, baseline_regime, proposal_regime } = await result(page, "ridge-explainer");
  near(factors.reduce((product, { ratio }) => product * ratio, 1), speedup, 1e-9);
  assert.deepEqual([baseline_regime, proposal_regime], ["memory", "memory"]);
}));

test("explainer: batches of 256 are compute to compute", onSite("explainer.html", async (page) => {
  const widget = page.locator("ridge-explainer");
  for (const index of [0, 1]) {
    await widget.getByRole("spinbutton", { name: "Batch, typed" }).nth(index).fill("256");
  }
  const { speedup, baseline_regime, proposal_regime } = await result(page, "ridge-explainer");
  assert.deepEqual([baseline_regime, proposal_regime], ["compute", "compute"]);
  near(speedup, 2.57, 0.02);
}));

test("explainer: other batches are compared per sample, and both paces are named", onSite("explainer.html", async (page) => {
  const widget = page.locator("ridge-explainer");
  await widget.evaluate((element) => {
    const side = (hardware, batch) => ({ model: "Llama3_8B", hardware, batch, assumptions: "first-principles" });
    element.request = { baseline: side("A100", 1), proposal: side("H100", 8) };
  });
  const { speedup, factors, baseline, proposal } = await result(page, "ridge-explainer");
  near(speedup, proposal.throughput_per_s / baseline.throughput_per_s, 1e-12);
  near(factors.reduce((product, { ratio }) => product * ratio, 1), speedup, 1e-12);
  const text = await textOf(page, "ridge-explainer");
  assert.match(text, new RegExp(`${speedup.toFixed(1)}\\d*×\\s+as fast per sample`));
  assert.match(text, /The batches differ: the proposal is [\d.]+× as fast per sample, 1\.45× per step\./);
  assert.match(text, /Memory bandwidth alone\s+[\d.]+×\s+had nothing else changed/);
  // The same device with another batch: what limits it is what it was.
  await widget.getByLabel("Device", { exact: true }).nth(1).selectOption("A100");
  assert.match(await textOf(page, "ridge-explainer"), /7\.20×\s+as fast per sample[^]*Limit of the baseline\s+Memory bandwidth\s+has not changed/);
}));

test("explainer: a side that fits only without its cache has no speedup with current software, but the reason", onSite("explainer.html#explainer=1;baseline.batch=4096", async (page) => {
  const headline = page.locator("ridge-explainer .headline");
  assert.match(await headline.innerText(), /0\.013×\s+as fast per sample: a slowdown/);
  assert.equal(await headline.locator(".band").innerText(), "no room for the baseline and its KV cache with current software");
  await page.locator("ridge-explainer").evaluate((element) => (element.request = { baseline: { ...element.request.baseline, batch: 1 }, proposal: { ...element.request.proposal, batch: 4096 } }));
  assert.equal(await headline.locator(".band").innerText(), "no room for the proposal and its KV cache with current software");
}));

test("explainer: an error names the side, and is told at its control", onSite("explainer.html", async (page) => {
  const widget = page.locator("ridge-explainer");
  await widget.getByRole("spinbutton", { name: "Batch, typed" }).nth(1).fill("-3");
  await widget.locator('[data-field="proposal.batch"] .refused').waitFor();
  assert.equal(await widget.locator(".refused").count(), 1);
  assert.match(await textOf(page, "ridge-explainer"), /1\.39×/);
}));

test("explainer: the text can be copied", onSite("explainer.html", async (page, { context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const widget = page.locator("ridge-explainer");
  await widget.getByRole("button", { name: "Copy as Markdown" }).click();
  await widget.getByText("Markdown copied.").waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied, (await result(page, "ridge-explainer")).markdown);
}));

test("explainer: the copied CI command runs, passes as things stand, and fails above", onSite("explainer.html", async (page, { context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const widget = page.locator("ridge-explainer");
  const copied = async () => {
    await widget.getByRole("button", { name: "Copy as CI command" }).click();
    await widget.getByText("Command copied.").waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const runs = (line) => spawnSync("sh", ["-c", line.replace(/^ridgepoint/, '"$0"') + " --json", command], { encoding: "utf8" });
  const check = async () => {
    const line = await copied();
    const ran = runs(line);
    assert.equal(ran.status, 0, `${line}\n${ran.stderr}`);
    const { speedup } = await result(page, "ridge-explainer");
    assert.equal(JSON.parse(ran.stdout).speedup, speedup, line);
    const bar = Number(line.match(/--fail-below ([\d.]+)$/)[1]);
    assert.ok(bar <= speedup && bar > speedup * 0.9, line);
    assert.equal(runs(line.replace(/[\d.]+$/, String(speedup * 1.01))).status, 1);
  };
  await check();
  await widget.evaluate((element) => {
    element.request = {
      baseline: { model: { name: "It's mine", family: "transformer", parameters: 7e9, layers: 32, hidden_dim: 4096, heads: 32 }, hardware: "H100", batch: 4, assumptions: "textbook" },
      proposal: { model: "Llama3_8B", hardware: "A100", batch: 1, precision: "fp32", assumptions: { efficiency: 0.3, execution: "eager" } },
    };
  });
  await check();
}));

test("explainer: a regime shift is told, and shown on one roofline", onSite("explainer.html", async (page) => {
  await page.locator("ridge-explainer").evaluate((element) => {
    const side = { model: "Llama3_8B", hardware: "H100", context: 128, assumptions: "first-principles" };
    element.request = { baseline: side, proposal: { ...side, batch: 512 } };
  });
  const read = await readPoints(page, "ridge-explainer", "roofline");
  assert.match(read[0], /^Baseline: 1 FLOP\/byte.*memory-bound$/);
  assert.match(read[1], /^Proposal: 335 FLOP\/byte.*compute-bound$/);
  assert.match(await textOf(page, "ridge-explainer"), /The regime shifts: the baseline is memory-bound, the proposal compute-bound/);
}));

test("explainer: on a wide screen its controls stay beside its charts", onSite("explainer.html", async (page) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const widget = page.locator("ridge-explainer");
  for (const name of ["waterfall", "roofline"]) {
    await widget.locator(`svg[data-name=${name}]`).evaluate((found) => found.scrollIntoView({ block: "center", behavior: "instant" }));
    const reached = await widget.evaluate((element) =>
      [...element.shadowRoot.querySelectorAll(".rail select, .rail input")].filter((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return y >= 0 && y + height <= innerHeight && one.getRootNode().elementFromPoint(x + width / 2, y + height / 2) === one;
      }).length,
    );
    assert.ok(reached >= 6, `${reached} controls beside ${name}`);
  }
}));
