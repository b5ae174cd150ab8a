// Predictions against measurements, by command; and that the errors of what was left out of the fit are as good as promised.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const command = join(root, "build/bin/ridgepoint");
const folder = mkdtempSync(join(tmpdir(), "ridgepoint-validate-"));
after(() => rmSync(folder, { recursive: true }));

const run = (...words) => {
  const { status, stdout, stderr } = spawnSync(command, ["validate", ...words], { encoding: "utf8", cwd: root });
  return { status, stdout, stderr };
};
const measured = join(root, "core/data/measured");
const shipped = readdirSync(measured)
  .map((name) => join(measured, name))
  .filter((file) => file.endsWith(".json") && readFileSync(file, "utf8").includes('"points"'));
const held = JSON.parse(readFileSync(join(root, "core/data/held-out.json"), "utf8"));

const point = JSON.parse(readFileSync(join(measured, "gptfast.json"), "utf8")).points[0];
const written = (name, value) => {
  const file = join(folder, name);
  writeFileSync(file, typeof value === "string" ? value : JSON.stringify(value));
  return file;
};

test("decoding of one sequence left out of the fit: 15 % with the software known, 30 % without, as promised", () => {
  const { software_known, software_unknown } = held.decode_of_one_sequence;
  assert.ok(software_known.median_error <= 0.15, `${software_known.median_error}`);
  assert.ok(software_unknown.median_error <= 0.3, `${software_unknown.median_error}`);
  for (const { in_band, points } of [software_known, software_unknown]) {
    assert.ok(in_band >= 0.75 && in_band <= 0.95, `${in_band}`);
    assert.ok(points > 250);
  }
});

test("README states the errors of what was left out", () => {
  const text = readFileSync(join(root, "README.md"), "utf8").replace(/\s+/g, " ");
  const percent = (share) => `${Math.round(100 * share)} %`;
  const { software_known, software_unknown } = held.decode_of_one_sequence;
  assert.ok(
    text.includes(
      `was off by ${percent(software_known.median_error)} in the median, by ${percent(software_unknown.median_error)} with ` +
        `the software unknown, and ${percent(software_known.in_band)} of the measured times lay in the band`,
    ),
  );
});

test("left out: the order of devices, INT4 over FP16, and perplexity at 4 bits", () => {
  for (const order of [held.order_of_devices, held.order_of_devices_left_out]) assert.ok(order.ordered >= 0.9);
  assert.ok(held.int4_over_fp16.median_error <= 0.2);
  assert.ok(held.perplexity.quant_ppl.by_group["4 bits"].median_points_off <= 0.05);
});

test("the fits that are built in are at least as near to what they were fitted to as to what they had not seen", () => {
  const tables = JSON.parse(run("--json", "--data", ...shipped).stdout);
  const of = (name) => tables.by_kind.find((row) => row.name === name);
  assert.equal(of("decode_tokens_per_s").points, 225);
  assert.ok(of("decode_tokens_per_s").median_error <= held.by_kind.decode_tokens_per_s.software_known.median_error);
  assert.ok(of("throughput").median_error <= held.by_kind.throughput.software_known.median_error);
  assert.ok(of("quant_ppl").points >= 150);
});

test("before calibration the bound is optimistic, and with it most points are in the band", () => {
  const [bound, fitted] = ["first-principles", ""].map((preset) =>
    JSON.parse(run("--json", "--data", ...shipped, ...(preset ? ["--assumptions", preset] : [])).stdout).by_kind.find(
      (row) => row.name === "decode_tokens_per_s",
    ),
  );
  assert.ok(bound.bias < -0.2, `${bound.bias}`);
  assert.ok(Math.abs(fitted.bias) < 0.05, `${fitted.bias}`);
  assert.ok(fitted.in_band > 0.75);
});

test("tables for a person, and a CSV of every point", () => {
  const csv = join(folder, "points.csv");
  const { status, stdout } = run("--data", written("one.json", { points: [point] }), "--csv", csv);
  assert.equal(status, 0);
  assert.match(stdout, /^by kind +points +median \|error\|/m);
  assert.match(stdout, /^decode_tokens_per_s, gpt-fast +1 /m);
  assert.match(stdout, /^decode_tokens_per_s, NVIDIA A100-SXM4-80GB +1 /m);
  const [header, row, ...rest] = readFileSync(csv, "utf8").split("\n");
  assert.deepEqual(rest, [""]);
  const value = (name) => row.match(/("[^"]*"|[^,]*)(,|$)/g)[header.split(",").indexOf(name)].replace(/,$/, "");
  assert.equal(value("id"), "gptfast-001");
  assert.equal(Number(value("measured_s")), 1 / 104.9);
  assert.ok(Number(value("low_s")) < Number(value("predicted_s")));
});

test("one's own device is named in the file", () => {
  const own = { ...point, hardware: "card", software: "gpt-fast" };
  const hardware = { card: { peak_flop_per_s: { fp16: 1e14, fp32: 1e13 }, memory_capacity_bytes: 1e11, memory_bandwidth_bytes_per_s: 1e12 } };
  assert.match(run("--data", written("own.json", { hardware, points: [own] })).stdout, /decode_tokens_per_s, card +1 /);
  assert.match(run("--data", written("unknown.json", { points: [own] })).stdout, /the device is not known +1/);
});

test("wrong input: one line that names the file, the point and what is allowed, and status 2", () => {
  const refused = (...words) => {
    const { status, stdout, stderr } = run(...words);
    assert.equal(status, 2, stderr);
    assert.equal(stdout, "");
    assert.equal(stderr.trimEnd().split("\n").length, 1, stderr);
    return stderr;
  };
  assert.match(refused(), /--data FILE/);
  assert.match(refused("--data", join(folder, "absent.json")), /absent\.json cannot be read/);
  assert.match(refused("--data", written("broken.json", "{")), /broken\.json: the request is not JSON/);
  assert.match(refused("--data", written("none.json", {})), /hold none/);
  assert.match(refused("--data", written("kind.json", { points: [point, { ...point, kind: "speed" }] })), /kind\.json: points\[1\]\.kind must be one of decode_tokens_per_s/);
  assert.match(refused("--data", written("zero.json", { points: [{ ...point, value: 0 }] })), /points\[0\]\.value must be above 0, given 0/);
  assert.match(refused("--assumptions", "guess", "--data", shipped[0]), /assumptions must be one of first-principles, textbook or calibrated/);
  assert.match(refused("--assumptions", '{"preset":"calibrated","software":"vllm"}', "--data", shipped[0]), /assumptions\.software must be one of/);
});

test("a CSV that cannot be written ends with status 3", () => {
  const { status, stderr } = run("--data", shipped[0], "--csv", join(folder, "no/such/folder.csv"));
  assert.equal(status, 3);
  assert.match(stderr, /could not be written/);
});

test("help tells of the files", () => {
  assert.match(execFileSync(command, ["validate", "--help"], { encoding: "utf8" }), /--data FILES/);
});
