// `ridgepoint bench`, as short as it gets: what it writes is looked at, not how fast the machine is.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../../build/bin/ridgepoint", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "ridgepoint-bench-"));
after(() => rmSync(folder, { recursive: true }));

const SHORT = ["--repeats", "3", "--largest-bytes", "65536"];
const run = (...args) => spawnSync(command, ["bench", ...args], { encoding: "utf8" });

test("a measurement is whole, and its device file is taken at once", () => {
  const file = join(folder, "mine.json");
  const { status, stdout, stderr } = run(...SHORT, "--threads", "2", "--name", "A laptop", "--kernels", "simd128", "--output", file, "--json");
  assert.equal(status, 0, stderr);
  const report = JSON.parse(stdout);
  assert.equal(report.kernels, "simd128");
  assert.equal(report.threads, 2);
  assert.deepEqual(report.levels.map((level) => level.working_set_bytes), [16384, 32768, 65536]);
  assert.deepEqual(report.rates.map(({ what }) => what), ["fp32", "int8", "int4"]);
  for (const { one, one_low, one_high, all } of report.rates) assert.ok(one_low <= one && one <= one_high && all > 0);
  assert.deepEqual(report.constants.map(({ name }) => name), ["efficiency", "bandwidth_efficiency", "layer_overhead_s"]);
  assert.equal(report.products.length, 21);
  assert.deepEqual(report.steps.map(({ format, batch }) => `${format} ${batch}`), [1, 4, 8, 16].flatMap((batch) => ["fp32", "int8", "int4"].map((format) => `${format} ${batch}`)));
  for (const { predicted_s, measured_s, error, outcome } of [...report.products, ...report.steps]) {
    assert.ok(Math.abs(measured_s / predicted_s - 1 - error) < 1e-9);
    assert.match(outcome, Math.abs(error) <= 0.15 ? /^as_predicted$/ : error < 0 ? /^faster$/ : /^(slower|overlapping)$/);
  }
  // What is no product grows with the sequences, and the calls of nine products come on top.
  const beside = report.steps.filter(({ format }) => format === "fp32").map(({ overhead_s }) => overhead_s);
  const calls = 9 * report.constants.find(({ name }) => name === "layer_overhead_s").value;
  assert.ok(Math.abs((beside[3] - calls) / (beside[0] - calls) / 16 - 1) < 1e-9);

  const device = JSON.parse(readFileSync(file, "utf8"));
  assert.deepEqual(device, report.device);
  assert.equal(device.name, "A laptop");
  for (const name of [file, `@${file}`]) {
    const served = JSON.parse(execFileSync(command, ["serve", "--model", "Llama3_8B", "--hardware", name, "--precision", "int4", "--json"], { encoding: "utf8" }));
    assert.ok(served.itl_s > 0);
  }
  // The constants in its notes are assumptions that the engine takes.
  const assumptions = /As assumptions: (\{.*\})/.exec(device.notes[0])[1];
  execFileSync(command, ["serve", "--model", "Llama3_8B", "--hardware", file, "--assumptions", assumptions]);
});

test("for a person it is five tables and what they suffered from", () => {
  const { status, stdout, stderr } = run(...SHORT, "--threads", "1", "--kernels", "scalar");
  assert.equal(status, 0, stderr);
  for (const part of ["working set", "arithmetic", "layer_overhead_s", "Predicted before they ran", "A token of the language model for each sequence, predicted by serve", "scalar, 1 thread"]) assert.ok(stdout.includes(part), part);
});

test("bad input is refused in one line, before anything runs, and a file that was there stays", () => {
  for (const [args, words] of [
    [["--threads", "0"], /threads must be a whole number/],
    [["--kernels", "widst"], /kernels must be one of/],
    [["--largest-bytes", "1"], /largest_bytes/],
    [["--repeats", "1"], /repeats/],
    [["--name", ""], /name must not be empty/],
    [["mine.json"], /takes flags only/],
  ]) {
    const { status, stderr } = run(...args);
    assert.equal(status, 2, stderr);
    assert.match(stderr, words);
    assert.equal(stderr.trim().split("\n").length, 1);
  }
  const file = join(folder, "there.json");
  writeFileSync(file, "before");
  assert.equal(run("--threads", "0", "--output", file).status, 2);
  assert.equal(readFileSync(file, "utf8"), "before");
  assert.equal(run(...SHORT, "--output", join(folder, "no", "where.json")).status, 3);
  assert.ok(!existsSync(join(folder, "no")));
});

test("a device file that is none is refused with its name", () => {
  const { status, stderr } = spawnSync(command, ["serve", "--model", "Llama3_8B", "--hardware", join(folder, "none.json")], { encoding: "utf8" });
  assert.equal(status, 2);
  assert.match(stderr, /none\.json/);
});
