// `ridgepoint route analyze`: the two files, their replacement, and every way in which there is nothing to write.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { closeSync, existsSync, ftruncateSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { violations } from "../wasm/schema.mjs";
import { path } from "../wasm/shared.mjs";

const folder = mkdtempSync(join(tmpdir(), "ridgepoint-route-"));
after(() => rmSync(folder, { recursive: true }));
const at = (name) => join(folder, name);
const file = (name, content) => {
  writeFileSync(at(name), content);
  return at(name);
};

/** A run of a fraction of a second. */
const brief = ["--samples", "10", "--repetitions", "1", "--sequence-lengths", "16,64", "--config-sequence-length", "16"];

function analyze(args, input) {
  const run = spawnSync(path("bin/ridgepoint"), ["route", "analyze", ...args], { input, encoding: "utf8", maxBuffer: 2 ** 26 });
  // Progress is told of runs that take more than a second.
  return { status: run.status, out: run.stdout, err: run.stderr.replace(/^ridgepoint: \d+ %, [^\n]*\n/gm, "") };
}

/** Refused with one line that says so. */
function refused(args, reason, { status = 2, input } = {}) {
  const run = analyze(args, input);
  assert.equal(run.status, status, run.err);
  assert.equal(run.out, "");
  assert.match(run.err, /^ridgepoint: [^\n]*\n$/);
  assert.match(run.err, reason);
}

const files = ["profile_report.json", "systems_analysis.json"];
const load = (name) => files.map((part) => JSON.parse(readFileSync(join(at(name), part), "utf8")));

test("both files are written, as their schemas say, with the fields that scripts expect", () => {
  const { status, out, err } = analyze([...brief, "--output", at("results/phase5/")]);
  assert.equal(status, 0, err);
  assert.equal(err, "");
  assert.deepEqual(readdirSync(at("results/phase5")), files);
  const [profile, analysis] = load("results/phase5");
  const schema = JSON.parse(spawnSync(path("bin/ridgepoint"), ["schema"], { encoding: "utf8", maxBuffer: 2 ** 26 }).stdout);
  assert.deepEqual(violations(schema, { $ref: "#/$defs/SystemsAnalysis" }, analysis), []);
  assert.deepEqual(violations(schema, { $ref: "#/$defs/ProfileReport" }, profile), []);
  assert.deepEqual(schema.calls.route_analyze.request, { $ref: "#/$defs/RouteAnalyzeRequest" });

  for (const run of [analysis.baseline, analysis.var])
    for (const field of ["avg_time_ms", "throughput_tps", "memory"]) assert.notEqual(run[field], undefined, field);
  assert.notEqual(analysis.var.var_stats, undefined);
  assert.deepEqual(Object.keys(analysis.scaling), ["16", "64"]);
  for (const point of Object.values(analysis.scaling))
    for (const field of ["avg_time_ms", "time_per_token_ms"]) assert.notEqual(point[field], undefined, field);
  for (const field of ["total_params_billions", "peak_memory_gb", "estimated_tflops"]) assert.notEqual(analysis.roofline[field], undefined, field);
  for (const field of ["actual_speedup", "predicted_speedup", "prediction_error_pct"]) assert.notEqual(analysis.comparison[field], undefined, field);
  assert.ok(Array.isArray(analysis.bottlenecks));
  const scopes = profile.scopes.map(({ name }) => name);
  for (const name of ["baseline", "baseline/route", "adaptive", "adaptive/experts", "look-up/table", "host/read"]) assert.ok(scopes.includes(name), name);

  assert.match(out, /Speedup .*predicted/);
  assert.match(out, /fast +\d+/);
  assert.match(out, new RegExp(`Written: ${at("results/phase5")}/systems_analysis.json\n`));
});

test("--json prints the analysis, and the request's fields are flags", () => {
  const { status, out, err } = analyze([...brief, "--json", "--config-cache-size", "7", "--config-preset", "mixtral_proportions", "--config-expert-width", "32"]);
  assert.equal(status, 0, err);
  const { config, samples, repetitions, baseline } = JSON.parse(out);
  assert.deepEqual([config.cache_size, config.preset, config.expert_width, config.gated_experts, samples, repetitions], [7, "mixtral_proportions", 32, true, 10, 1]);
  assert.ok("throughput_tps" in baseline);
});

test("a configuration file, flags over it, and a text from a file or standard input", () => {
  const config = file("config.json", '{"frequency_threshold": 30, "entropy_threshold": 0.7, "cache_size": 5000, "cache_ttl_seconds": 120}');
  const run = (args, input) => {
    const { status, out, err } = analyze([...brief, "--json", ...args], input);
    assert.equal(status, 0, err);
    return JSON.parse(out);
  };
  const one = run(["--config", config, "--config-cache-size", "10", "--text", file("text.txt", "one two three one")]);
  assert.deepEqual([one.config.frequency_threshold, one.config.cache_ttl_seconds, one.config.cache_size], [30, 120, 10]);
  assert.equal(one.text.tokens, 4);
  assert.equal(run(["--text", "-"], "a b").text.tokens, 2);
  assert.equal(run(["--quick"]).repetitions, 1);
  assert.equal(run([]).text.tokens, 17292);
});

test("results are replaced when the new ones are complete, and not otherwise", () => {
  mkdirSync(at("old"));
  for (const name of files) writeFileSync(join(at("old"), name), "old");
  const content = () => files.map((name) => readFileSync(join(at("old"), name), "utf8"));
  refused([...brief, "--output", at("old"), "--config-entropy-threshold", "-1"], /config\.entropy_threshold must be a number from 0 to 6, given -1/);
  refused([...brief, "--output", at("old"), "--text", file("empty.txt", "")], /text must have at least one word or sign, given an empty text/);
  assert.deepEqual(content(), ["old", "old"]);
  assert.deepEqual(readdirSync(at("old")), files);
  const { status, err } = analyze([...brief, "--output", at("old")]);
  assert.equal(status, 0, err);
  assert.deepEqual(readdirSync(at("old")), files);
  assert.equal(load("old").length, 2);
});

test("a folder that cannot be written is found out before the run, with status 3", () => {
  const writable = { status: 3 };
  refused(["--output", file("a-file", "")], /a-file cannot be written: /, writable);
  refused(["--output", join(at("a-file"), "below")], /below cannot be written: /, writable);
  refused(["--output", "/proc/nowhere"], /\/proc\/nowhere cannot be written: /, writable);
  mkdirSync(join(at("taken"), "systems_analysis.json"), { recursive: true });
  refused([...brief, "--output", at("taken")], /systems_analysis\.json cannot be written: it is a folder/, writable);
  assert.deepEqual(readdirSync(at("taken")), ["systems_analysis.json"]);
  refused([...brief, "--output", at("fresh"), "--samples", "0"], /samples must be a whole number from 1 to 10000, given 0/);
  assert.equal(existsSync(at("fresh")), false);
});

test("output that cannot be printed is a failure, and said", () => {
  const full = openSync("/dev/full", "w");
  const run = spawnSync(path("bin/ridgepoint"), ["route", "analyze", ...brief], { stdio: ["ignore", full, "pipe"], encoding: "utf8" });
  closeSync(full);
  assert.equal(run.status, 3);
  assert.match(run.stderr, /ridgepoint: the output could not be written\n$/);
});

test("texts that cannot be routed", () => {
  const huge = openSync(at("huge.txt"), "w");
  ftruncateSync(huge, 1e8);
  closeSync(huge);
  refused(["--text", at("huge.txt")], /huge\.txt: the file must be at most 16777216 bytes, and is larger/);
  refused(["--text", at("nowhere.txt")], /nowhere\.txt: there is no such file/);
  refused(["--text", folder], /this is a folder/);
  refused(["--text", file("blank.txt", " \n\t")], /given white space alone/);
  refused(["--text", "-"], /given an empty text/, { input: "" });
  refused(["--text", "/dev/zero"], /\/dev\/zero: this is a pipe or a device, not a file/);
});

test("configurations that are damaged or out of range", () => {
  const config = (content) => ["--config", file("bad.json", content)];
  refused(config('{"cache_size": 10'), /bad\.json: the file is not JSON, at character/);
  refused(config(""), /bad\.json: the file is empty/);
  refused(config("[1]"), /config must be an object, given an array/);
  refused(config('{"cash_size": 10}'), /config has no field "cash_size"; it has preset, frequency_threshold/);
  refused(config('{"frequency_threshold": 0}'), /config\.frequency_threshold must be a whole number from 1 to 1000000000, given 0/);
  refused(config('{"cache_ttl_seconds": "60"}'), /config\.cache_ttl_seconds must be a number, given "60"/);
  refused(config('{"experts": 2, "top_k": 3}'), /config\.top_k must be at most experts \(2\), given 3/);
  refused(config('{"width": 30}'), /config\.width must be a multiple of 4, given 30/);
  refused(["--config", at("nowhere.json")], /nowhere\.json: there is no such file/);
});

test("flags that mean nothing here", () => {
  refused(["--model", "Llama3_8B"], /model must be a mixture of experts/);
  refused(["--sequence-lengths", "64,no"], /sequence_lengths must be an array of numbers/);
  refused(["--sequence-lengths", "8,8"], /sequence_lengths must differ, given 8 twice/);
  refused(["--outputs", "x"], /--outputs is not a flag of route analyze/);
  refused(["extra"], /route analyze takes flags only, given "extra"/);
  refused(["--text"], /--text needs a value/);
});

test("help names the flags, and the schema the call", () => {
  const { status, out } = analyze(["--help"]);
  assert.equal(status, 0);
  for (const flag of ["--text FILE", "--config FILE", "--output FOLDER", "--quick", "--samples", "--config-cache-ttl-seconds"]) assert.ok(out.includes(flag), flag);
  const refusedCall = spawnSync(path("bin/ridgepoint"), ["schema", "--typescript", "--call", "nothing"], { encoding: "utf8" });
  assert.equal(refusedCall.status, 2);
  assert.match(refusedCall.stderr, /--call must be one of route_analyze or quantize/);
});
