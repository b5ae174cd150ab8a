// Every command with every JSON type where an object belongs, alone and under flags: an answer or one line, never a crash.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { path } from "../wasm/shared.mjs";

const folder = mkdtempSync(join(tmpdir(), "ridgepoint-fuzz-"));
after(() => rmSync(folder, { recursive: true }));

function run(program, args) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (err += text));
    child.on("close", (status, signal) => resolve({ status, signal, out, err }));
  });
}

const ridgepoint = (args) => run(path("bin/ridgepoint"), args);

let files = 0;
function file(json) {
  const at = join(folder, `${(files += 1)}.json`);
  writeFileSync(at, JSON.stringify(json));
  return at;
}

const values = [null, true, 5, "text", [], [1], {}, { x: 1 }];
const device = "--hardware=H100";
const sides = (member) => values.flatMap((value) => values.map((other) => ({ [member[0]]: value, [member[1]]: other })));
const each = (member, rest = {}) => values.map((value) => ({ ...rest, [member]: value }));

/** For a command: the requests, and the flags set over them. */
const cases = {
  roofline: [[...values, ...each("assumptions"), ...each("model")], [[], ["--batch=2"], ["--efficiency=0.5"], ["--assumptions=textbook", '--assumptions={"overlap":0}'], [device]]],
  load: [[...values, ...each("parallel")], [[], ["--tensor=2"], ["--efficiency=0.5"]]],
  train: [[...values, ...each("parallel")], [[], ["--tensor=2"], ["--parallel={\"tensor\":2}", "--data=2"]]],
  plan: [[...values, ...each("candidates"), ...each("assumptions")], [[], ["--rate-per-s=1"], ["--efficiency=0.5"]]],
  explain: [[...values, ...sides(["baseline", "proposal"]), ...each("assumptions")], [[], ["--batch=2"], ["--proposal-batch=2"], ["--efficiency=0.5"], [device, "--model=Llama3_8B"]]],
  sweep: [
    [...values, ...sides(["base", "axes"]), ...sides(["base", "axes"]).map((request) => ({ ...request, call: "roofline" })), ...each("call"), ...each("outputs", { call: "roofline" })],
    [[], ["--batch=2"], ["--axis=batch=1,2"], ["--call=roofline", "--axis=batch=1,2", "--outputs=latency_s", device], ["--call=serve", "--efficiency=0.5"]],
  ],
  "route model": [[...values, ...each("costs_us"), ...each("cascade")], [[], ["--costs-us-learned=50"], ["--costs-us={\"fast\":1}"]]],
  "route analyze": [[...values, ...each("config")], [["--text=/dev/null"], ["--text=/dev/null", "--config-cache-size=8"], [`--config=${file([1])}`]]],
  evaluate: [[...values, ...each("formula"), ...sides(["variables", "definitions"]).map((request) => ({ ...request, formula: "x" }))], [[]]],
};

for (const [command, [requests, flags]] of Object.entries(cases))
  test(`${command}: whatever JSON stands in the request`, async () => {
    const runs = requests.flatMap((request) => flags.map((more) => [...command.split(" "), "--input", file(request), ...more]));
    for (let at = 0; at < runs.length; at += 8)
      await Promise.all(
        runs.slice(at, at + 8).map(async (args) => {
          const { status, signal, out, err } = await ridgepoint(args);
          const told = `${args.join(" ")} -> ${status ?? signal} ${err}`;
          assert.ok(status === 0 || status === 2, told);
          if (status === 2) assert.match(err, /^ridgepoint: (?!there is no command)[^\n]+\n$/, told);
          if (status === 2) assert.equal(out, "", told);
        }),
      );
  });

test("what flags would be set over must be an object, and is named", async () => {
  for (const [args, request, reason] of [
    [["explain", "--batch", "2"], { baseline: 5, proposal: {} }, /^ridgepoint: baseline must be an object, given 5\n$/],
    [["sweep", "--batch", "2"], { call: "roofline", base: 5, axes: {} }, /^ridgepoint: base must be an object, given 5\n$/],
    [["sweep", "--axis", "batch=1,2"], { call: "roofline", base: {}, axes: [1] }, /^ridgepoint: axes must be an object, given an array\n$/],
    [["roofline", "--efficiency", "1"], { assumptions: 5 }, /^ridgepoint: assumptions must be an object, given 5\n$/],
    [["sweep", "--efficiency", "1"], { call: "roofline", base: { assumptions: 5 } }, /^ridgepoint: base\.assumptions must be an object, given 5\n$/],
    [["route", "model", "--costs-us-learned", "1"], { costs_us: "cheap" }, /^ridgepoint: costs_us must be an object, given "cheap"\n$/],
  ]) {
    const { status, err } = await ridgepoint([...args, "--input", file(request)]);
    assert.equal(status, 2, err);
    assert.match(err, reason);
  }
});

test("too little memory is one line and a code, not an abort; rows written as they come need none", async () => {
  const thousand = Array.from({ length: 1000 }, (_, index) => index + 1);
  const sweep = { call: "roofline", base: { model: "Llama3_8B", hardware: "H100" }, axes: { batch: thousand, context: thousand }, outputs: ["latency_s", "compute_s", "memory_s", "overhead_s", "throughput_per_s", "mfu", "hfu"] };
  const { status, out, err } = await run("sh", ["-c", `ulimit -v 60000; exec "${path("bin/ridgepoint")}" sweep --json --input "${file(sweep)}"`]);
  assert.deepEqual([status, out, err], [4, "", "ridgepoint: this needs more memory than there is\n"]);
  const rows = await run("sh", ["-c", `ulimit -v 60000; "${path("bin/ridgepoint")}" sweep --input "${file(sweep)}" | wc -l`]);
  assert.deepEqual([rows.out.trim(), rows.err], ["1000001", ""]);
  const lines = await run("sh", ["-c", `ulimit -v 60000; "${path("bin/ridgepoint")}" sweep --format jsonl --input "${file(sweep)}" | tail -n 1`]);
  assert.deepEqual([JSON.parse(lines.out).batch, JSON.parse(lines.out).context, lines.err], [1000, 1000, ""]);
});
