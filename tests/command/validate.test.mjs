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
/** Of steps on one device; the others are simulated, which takes seconds. */
const quick = shipped.filter((file) => !/\/(trt15|trtos|nim)\.json$/.test(file));
const held = JSON.parse(readFileSync(join(root, "core/data/held-out.json"), "utf8"));

const point = JSON.parse(readFileSync(join(measured, "gptfast.json"), "utf8")).points[0];
const written = (name, value) => {
  const file = join(folder, name);
  writeFileSync(file, typeof value === "string" ? value : JSON.stringify(value));
  return file;
};

test("decoding of one sequence, whole documents left out: 10 % with the software known, 12 % without, as promised", () => {
  const { software_known, software_unknown } = held.decode_of_one_sequence;
  assert.ok(software_known.median_error <= 0.1, `${software_known.median_error}`);
  assert.ok(software_unknown.median_error <= 0.12, `${software_unknown.median_error}`);
  for (const { in_band, points } of [software_known, software_unknown]) {
    assert.ok(in_band >= 0.8 && in_band <= 0.92, `${in_band}`);
    assert.ok(points > 250);
  }
});

test("prompts and batches, whole documents left out: 18 % and 12 % with the software known, as promised", () => {
  const { prompts, batches } = held;
  assert.ok(prompts.software_known.median_error <= 0.18, `${prompts.software_known.median_error}`);
  assert.ok(prompts.software_known.in_band >= 0.8, `${prompts.software_known.in_band}`);
  assert.ok(batches.software_known.median_error <= 0.12, `${batches.software_known.median_error}`);
});

test("README states the errors of what was left out", () => {
  const text = readFileSync(join(root, "README.md"), "utf8").replace(/\s+/g, " ");
  const percent = (share) => `${Math.round(100 * share)} %`;
  const off = (kind) => percent(held.systems[kind].median_error);
  assert.ok(
    text.includes(
      `was off by ${off("devices_decode")} in the median, the time per token at full load by ${off("maximum_load")}, that ` +
        `between tokens under load by ${off("served_itl")}, that to the first token by ${off("served_ttft")}.`,
    ),
  );
  const { software_known, software_unknown } = held.decode_of_one_sequence;
  assert.ok(
    text.includes(
      `was off by ${percent(software_known.median_error)} in the median, by ${percent(software_unknown.median_error)} with ` +
        `the software unknown, and ${percent(software_known.in_band)} of the measured times lay in the band`,
    ),
  );
});

test("perplexity, whole documents left out: 3 points at 4 bits, 6 at 3 bits, 10 with half of the weights pruned, anywhere or 2:4", () => {
  const { quant_ppl, prune_ppl } = held.perplexity;
  const off = ({ by_group }, group) => by_group[group].median_points_off;
  assert.ok(off(quant_ppl, "4 bits") <= 0.03 && off(quant_ppl, "3 bits") <= 0.06);
  for (const method of ["Wanda", "SparseGPT"])
    for (const pattern of ["50 % anywhere", "2:4"]) {
      assert.ok(off(prune_ppl, `${method}, ${pattern}`) <= 0.1, `${method}, ${pattern}`);
      assert.ok(prune_ppl.by_group[`${method}, ${pattern}`].documents >= 2, `${method}, ${pattern}`);
    }
  for (const { in_band, by_document } of [quant_ppl, prune_ppl]) {
    assert.ok(in_band >= 0.8 && in_band <= 0.92, `${in_band}`);
    assert.ok(by_document.length >= 3 && by_document.every(({ document, url }) => document && url.startsWith("https://")));
  }
});

test("left out: a software's name never makes its decoding worse, nor its prompts", () => {
  for (const kind of ["decode_by_software", "prompts_by_software"]) {
    const found = Object.entries(held[kind]).filter(([, { points }]) => points >= 5);
    assert.ok(found.length >= 7, kind);
    for (const [software, { median_error, median_error_unknown }] of found) {
      // Of a document alone, a tenth of a point of rounding.
      assert.ok(median_error <= median_error_unknown + 1e-3, `${kind}, ${software}: ${median_error} > ${median_error_unknown}`);
    }
  }
});

test("left out: several devices, servers and training have errors by document, with those of data sheets beside them", () => {
  const kinds = ["devices_decode", "devices_prompt", "devices_batch", "maximum_load", "served_itl", "served_ttft", "served_latency", "training_step"];
  for (const kind of kinds) {
    const { points, documents, by_document, first_principles } = held.systems[kind];
    assert.equal(by_document.length, documents, kind);
    assert.equal(by_document.reduce((sum, one) => sum + one.points, 0), points, kind);
    assert.equal(first_principles.points, points, kind);
    for (const { url } of by_document) assert.match(url, /^https:\/\//, kind);
  }
  assert.ok(held.systems.devices_decode.median_error <= 0.1);
  assert.ok(held.systems.maximum_load_node.median_error <= 0.12);
  assert.ok(held.systems.maximum_load_pcie.median_error <= 0.25);
  for (const kind of ["served_itl", "served_latency"]) assert.ok(held.systems[kind].median_error <= 0.07);
  assert.ok(held.systems.served_ttft.median_error <= 0.18);
  for (const kind of ["maximum_load", "served_itl", "served_ttft", "served_latency"]) {
    assert.ok(held.systems[kind].in_band >= 0.8 && held.systems[kind].in_band <= 0.95, `${kind}: ${held.systems[kind].in_band}`);
  }
  assert.ok(held.systems.training_step.median_error <= 0.08);
});

test("the fitted servers state what was left out as the report does", () => {
  const kinds = { throughput: "maximum_load", itl: "served_itl", ttft: "served_ttft", latency: "served_latency" };
  for (const id of ["unknown", "tensorrt-llm"]) {
    const entry = JSON.parse(readFileSync(join(root, `core/data/serving/${id}.json`), "utf8"));
    for (const [residuals, kind] of Object.entries(kinds)) {
      assert.equal(entry[residuals].points, held.systems[kind].points, `${id} ${residuals}`);
      assert.ok(Math.abs(entry[residuals].median_error / held.systems[kind].median_error - 1) < 0.01, `${id} ${residuals}`);
    }
  }
});

test("a server under load, several devices and training: by kind, by document, and with rates of one's own", () => {
  const { runs, sources } = JSON.parse(readFileSync(join(measured, "served.json"), "utf8"));
  const some = runs.filter(({ id }) => /^ix-llama70b-b200-tp[18]-1k1k-c4$/.test(id));
  const steps = JSON.parse(readFileSync(join(root, "core/data/training-steps.json"), "utf8"));
  const files = [
    written("served.json", { runs: some, sources }),
    written("steps.json", { ...steps, steps: steps.steps.slice(0, 2) }),
    join(measured, "gptfast.json"),
  ];
  const tables = (...words) => JSON.parse(run("--json", ...words, "--data", ...files).stdout);
  const { by_kind, by_document } = tables();
  const kind = (list, name) => list.find((one) => one.name === name);
  assert.deepEqual(by_kind.map(({ name, points }) => [name, points]).filter(([name]) => !name.startsWith("decode")), [
    ["devices_decode", 22], ["served_itl", 2], ["served_ttft", 2], ["training_step", 2],
  ]);
  assert.ok(kind(by_kind, "devices_decode").in_band > 0.8);
  assert.ok(kind(by_kind, "served_itl").in_band >= 0);
  assert.equal(kind(by_document, "devices_decode, pytorch-labs/gpt-fast").points, 22);
  const slower = tables("--server", '{"request_overhead_s": 5}');
  assert.ok(kind(slower.by_kind, "served_ttft").bias > 10);
  assert.equal(kind(slower.by_kind, "served_itl").bias, kind(by_kind, "served_itl").bias);
  assert.match(run("--data", files[0]).stdout, /^served_itl, inference-sim\/blis-latency-kernel, testdata.* +2 /m);
});

test("left out: the order of devices, and INT4 over FP16", () => {
  for (const order of [held.order_of_devices, held.order_of_devices_left_out]) assert.ok(order.ordered >= 0.9);
  assert.ok(held.int4_over_fp16.median_error <= 0.2);
});

test("the fits that are built in are at least as near to what they were fitted to as to what they had not seen", () => {
  const tables = JSON.parse(run("--json", "--data", ...quick).stdout);
  const of = (name) => tables.by_kind.find((row) => row.name === name);
  assert.equal(of("decode_tokens_per_s").points, 431);
  assert.ok(of("decode_tokens_per_s").median_error <= held.by_kind.decode_tokens_per_s.software_known.median_error);
  // Few points decide: which is the middle one differs by chance between the two.
  assert.ok(of("throughput").median_error <= 1.05 * held.by_kind.throughput.software_known.median_error);
  assert.ok(of("quant_ppl").points >= 150);
});

test("before calibration the bound is optimistic, and with it most points are in the band", () => {
  const [bound, fitted] = ["first-principles", ""].map((preset) =>
    JSON.parse(run("--json", "--data", ...quick, ...(preset ? ["--assumptions", preset] : [])).stdout).by_kind.find(
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
  const multiple = Number(value("predicted_over_measured"));
  assert.ok(Math.abs(multiple * Number(value("measured_s")) - Number(value("predicted_s"))) < 1e-12);
  assert.ok(Math.abs(multiple - 1 - Number(value("error"))) < 1e-12);
});

test("one's own device is named in the file", () => {
  const own = { ...point, hardware: "card", software: "gpt-fast" };
  const hardware = { card: { peak_flop_per_s: { fp16: 1e14, fp32: 1e13 }, memory_capacity_bytes: 1e11, memory_bandwidth_bytes_per_s: 1e12 } };
  assert.match(run("--data", written("own.json", { hardware, points: [own] })).stdout, /decode_tokens_per_s, card +1 /);
  assert.match(run("--data", written("unknown.json", { points: [own] })).stdout, /the device is not known +1/);
});

test("a stranger's spelling of a name is taken for what it can only mean, and said", () => {
  const strange = { ...point, hardware: "A100 SXM4 80 GB", model: "meta-llama/Llama-2-7b-chat-hf", software: "gpt-fast 2.1" };
  const file = written("strange.json", { _about: "a remark", points: [strange] });
  const { stdout } = run("--data", file);
  assert.match(stdout, /^decode_tokens_per_s, gpt-fast +1 /m);
  assert.match(stdout, /^A100 SXM4 80 GB +A100$/m);
  assert.match(stdout, /^meta-llama\/Llama-2-7b-chat-hf +Llama2_7B$/m);
  const { names } = JSON.parse(run("--data", file, "--json").stdout);
  assert.deepEqual(names.find(({ name }) => name === "gpt-fast 2.1"), { name: "gpt-fast 2.1", taken_for: "gpt-fast" });
  assert.doesNotMatch(run("--data", written("known.json", { points: [point] })).stdout, /taken for/);
});

test("a collection of thousands of points is one file", () => {
  const many = written("many.json", { points: Array.from({ length: 3000 }, () => ({ ...point, kind: "kernel_speedup" })) });
  assert.ok(readFileSync(many).length > 2 ** 20);
  assert.match(run("--data", many).stdout, /no model of this kind +3000/);
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
  assert.match(refused("--data", join(folder, "absent.json")), /absent\.json: there is no such file/);
  assert.match(refused("--data", written("broken.json", "{")), /broken\.json: the file is not JSON/);
  assert.match(refused("--data", written("none.json", {})), /hold none/);
  assert.match(refused("--data", written("kind.json", { points: [point, { ...point, kind: 5 }] })), /kind\.json: points\[1\]\.kind must be a string, given 5/);
  assert.match(refused("--data", "/dev/zero"), /\/dev\/zero: this is a pipe or a device, not a file/);
  const ranges = { batch: "1 to 1e18", concurrency: "1 to 1e18", devices: "1 to 1e18", tp: "1 to 1e18", weights_bits: "1 to 64", weights_gb: "1e-9 to 1e18", input_len: "0 to 1e18" };
  for (const [member, range] of Object.entries(ranges))
    for (const given of [-1, 1e300])
      assert.ok(refused("--data", written("far.json", { points: [{ ...point, [member]: given }] })).includes(`points[0].${member} must be a number from ${range}, or null, given ${given}`), member);
  assert.match(refused("--data", written("zero.json", { points: [{ ...point, value: 0 }] })), /points\[0\]\.value must be above 0, given 0/);
  assert.match(refused("--assumptions", "guess", "--data", shipped[0]), /assumptions must be one of first-principles, textbook or calibrated/);
  assert.match(refused("--assumptions", '{"preset":"calibrated","software":"trt"}', "--data", shipped[0]), /assumptions\.software must be one of/);
  assert.match(refused("--server", '{"link_efficiency": 2}', "--data", shipped[0]), /link_efficiency must be/);
  assert.match(refused("--server", '{"links": 1}', "--data", shipped[0]), /links/);
  const { runs } = JSON.parse(readFileSync(join(measured, "served.json"), "utf8"));
  const wrong = (fields) => written("run.json", { runs: [{ ...runs[0], ...fields }] });
  assert.match(refused("--data", wrong({ request: { ...runs[0].request, model: "none" } })), /run\.json: runs\[0\]\.request\.model/);
  assert.match(refused("--data", wrong({ measured: { itl_s: -1 } })), /runs\[0\]\.measured\.itl_s must be/);
});

test("what has no prediction is left out, by reason and count", () => {
  const pruned = (precision) => ({ ...point, kind: "prune_ppl", model: "Llama-2-7B", precision, unit: "ppl", source_locator: "table", weights_bits: 16, value: precision === "dense" ? 5 : 7 });
  const points = [
    point,
    { id: "own-1", kind: "energy_per_token", value: -3 },
    { id: "own-2", kind: "energy_per_token" },
    { ...point, precision: "Q4_K_M", weights_bits: null, weights_gb: null },
    { ...point, precision: "fp16", weights_bits: null, weights_gb: null },
    ...["dense", "Wanda 50% unstructured", "Wanda 70% unstructured", "Wanda 1:4", "Wanda"].map(pruned),
  ].map((one, index) => ({ ...one, id: one.id.startsWith("own") ? one.id : `own-${index}` }));
  const file = written("left-out.json", { points });
  const { by_kind, left_out } = JSON.parse(run("--json", "--data", file).stdout);
  assert.deepEqual(
    by_kind.map(({ name, points }) => [name, points]),
    [["decode_tokens_per_s", 2], ["prune_ppl", 1]],
  );
  assert.deepEqual(left_out, [
    { name: "decode_tokens_per_s: the bits of a weight are not stated", points: 1 },
    { name: "energy_per_token: not a kind that is known", points: 2 },
    { name: "prune_ppl: 1:4, a pattern that is not modelled", points: 1 },
    { name: "prune_ppl: 70 % pruned, and the fit is of 50 %", points: 1 },
    { name: "prune_ppl: the sparsity is not stated", points: 1 },
    { name: "prune_ppl: the uncompressed model itself", points: 1 },
  ]);
  assert.match(run("--data", file).stdout, /^left out +points\n[^]*^energy_per_token: not a kind that is known +2$/m);
});

test("a CSV cell is never a formula", () => {
  const csv = join(folder, "formula.csv");
  run("--data", written("formula.json", { points: [{ ...point, id: "=1+1", software: "@SUM(A1)" }] }), "--csv", csv);
  const [id] = readFileSync(csv, "utf8").split("\n")[1].split(",");
  assert.equal(id, "'=1+1");
  assert.match(readFileSync(csv, "utf8"), /,'@SUM\(A1\),/);
});

test("a CSV that cannot be written ends with status 3", () => {
  const { status, stderr } = run("--data", shipped[0], "--csv", join(folder, "no/such/folder.csv"));
  assert.equal(status, 3);
  assert.match(stderr, /could not be written/);
});

test("help tells of the files", () => {
  assert.match(execFileSync(command, ["validate", "--help"], { encoding: "utf8" }), /--data FILES/);
});
