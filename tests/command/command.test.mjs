// The command at its edges: files that cannot be read, output that cannot be written, flags that would be ignored.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { path } from "../wasm/shared.mjs";
import { refused, ridgepoint } from "./shared.mjs";

const folder = mkdtempSync(join(tmpdir(), "ridgepoint-command-"));
after(() => rmSync(folder, { recursive: true }));

const command = path("bin/ridgepoint");
const words = (text) => ridgepoint(...text.split(" "));

const llama = ["--model", "Llama3_8B", "--hardware", "H100"];

test("a folder, a file that cannot be read, one that is not there", () => {
  for (const [name, reason] of [
    [folder, /this is a folder/],
    ["/proc/self/mem", /cannot be read|no such file/],
    [join(folder, "nowhere.json"), /there is no such file/],
  ]) {
    refused(ridgepoint("roofline", "--input", name), reason);
    refused(ridgepoint("roofline", "--hardware", "H100", "--model", `@${name}`), reason);
    refused(ridgepoint("sweep", "--call", "roofline", "--axis", `model=@${name}`, "--outputs", "latency_s"), reason);
  }
});

test("standard input: a request, and no more of a stream than a request may have", () => {
  const piped = (input, ...args) => {
    const { status, stdout, stderr } = spawnSync(command, args, { input, encoding: "utf8" });
    return { status, out: stdout, err: stderr };
  };
  const request = JSON.stringify({ model: "Llama3_8B", hardware: "H100" });
  const longest = request + " ".repeat(2 ** 20 - request.length);
  assert.equal(piped(longest, "roofline", "--input", "-").status, 0);
  const reason = /standard input must be at most 1048576 bytes, and is larger/;
  refused(piped(`${longest} `, "roofline", "--input", "-"), reason);
  refused(piped(`${longest} `, "roofline", "--hardware", "H100", "--model", "@-"), reason);
  const endless = openSync("/dev/zero", "r");
  const { status, stderr } = spawnSync(command, ["roofline", "--input", "-"], { stdio: [endless, "ignore", "pipe"], encoding: "utf8" });
  closeSync(endless);
  assert.equal(status, 2);
  assert.match(stderr, reason);
});

test("--input takes what another command writes, and no more of an endless one than a request may have", () => {
  const { status, stdout, stderr } = spawnSync("bash", ["-c", `"$0" roofline --input <(printf %s "$1")`, command, JSON.stringify({ model: "Llama3_8B", hardware: "H100" })], { encoding: "utf8" });
  assert.deepEqual([status, stderr], [0, ""]);
  assert.match(stdout, /5\.19 ms/);
  refused(ridgepoint("roofline", "--input", "/dev/zero"), /\/dev\/zero: the file must be at most 1048576 bytes, and is larger/);
});

test("output that cannot be written is a failure, and said", () => {
  for (const args of [["serve", ...llama], ["sweep", "--call", "roofline", ...llama, "--axis", "batch=1,2", "--outputs", "latency_s"], ["--help"], ["schema"]]) {
    const full = openSync("/dev/full", "w");
    const run = spawnSync(command, args, { stdio: ["ignore", full, "pipe"], encoding: "utf8" });
    closeSync(full);
    assert.deepEqual([run.status, run.stderr], [3, "ridgepoint: the output could not be written\n"], args[0]);
  }
  const closed = spawnSync("sh", ["-c", `exec "${command}" --version >&-`], { encoding: "utf8" });
  assert.deepEqual([closed.status, closed.stderr], [3, "ridgepoint: the output could not be written\n"]);
});

test("a model, a device and assumptions can be JSON in the flag, or a file", () => {
  const device = { peak_flop_per_s: { fp16: 1e14 }, memory_capacity_bytes: 1e11, memory_bandwidth_bytes_per_s: 1e12 };
  const file = join(folder, "device.json");
  writeFileSync(file, JSON.stringify(device));
  const seconds = (...args) => {
    const { status, out, err } = ridgepoint("roofline", "--model", "Llama3_8B", "--json", ...args);
    assert.equal(status, 0, err);
    return JSON.parse(out).latency_s;
  };
  assert.equal(seconds("--hardware", JSON.stringify(device)), seconds("--hardware", `@${file}`));
  const set = seconds("--hardware", "H100", "--assumptions", "textbook", "--overlap", "0");
  assert.notEqual(set, seconds("--hardware", "H100", "--assumptions", "textbook"));
  assert.equal(seconds("--hardware", "H100", "--assumptions", '{"preset":"textbook","overlap":0}'), set);
  assert.equal(seconds("--hardware", "H100", "--assumptions", "textbook", "--assumptions", '{"overlap":0}'), set);
  assert.equal(seconds("--hardware", "H100", "--overlap", "0", "--assumptions", "textbook"), set);
  refused(ridgepoint("roofline", "--hardware", "H100", "--model", '{"parameters":'), /the text of --model is not JSON, at character/);
  const swept = ridgepoint("sweep", "--call", "roofline", "--model", "Llama3_8B", "--axis", `hardware=H100,${JSON.stringify(device)}`, "--outputs", "latency_s");
  assert.equal(swept.status, 0, swept.err);
  assert.equal(swept.out.trimEnd().split("\n").length, 3);
});

test("flags and words that would be ignored are refused", () => {
  refused(words("zoo hardware H100 extra"), /zoo takes one id at a time, given also "extra"/);
  refused(words("zoo"), /zoo needs hardware or models\n/);
  refused(words("zoo planets"), /zoo needs hardware or models, given "planets"/);
  const swept = [...llama, "--call", "roofline", "--outputs", "latency_s"];
  refused(ridgepoint("sweep", ...swept, "--axis", "batch=1,2", "--axis", "batch=4"), /--axis batch is given twice/);
  refused(ridgepoint("sweep", ...swept, "--axis", "efficiency=0.5", "--axis", "assumptions.efficiency=1"), /is given twice/);
});

test("explain asks what the proposal changes", () => {
  refused(ridgepoint("explain", ...llama), /give what the proposal changes, .*--proposal-precision fp8/);
  for (const side of ["--proposal-batch", "--baseline-batch"]) assert.equal(ridgepoint("explain", ...llama, side, "8").status, 0);
  const request = { model: "Llama3_8B", hardware: "H100" };
  const file = join(folder, "pair.json");
  writeFileSync(file, JSON.stringify({ baseline: request, proposal: request }));
  assert.equal(ridgepoint("explain", "--input", file).status, 0);
});

test("what is set of one side holds, wherever the flags of both sides stand", () => {
  const speedup = (...args) => JSON.parse(ridgepoint("explain", "--model", "Llama3_8B", ...args, "--json").out).speedup;
  const newer = speedup("--hardware", "A100", "--proposal-hardware", "H100");
  assert.ok(newer > 1.2);
  assert.equal(speedup("--proposal-hardware", "H100", "--hardware", "A100"), newer);
  assert.equal(speedup("--proposal-hardware", "H100", "--hardware", "L4", "--baseline-hardware", "A100"), newer);
  const served = JSON.parse(ridgepoint("explain", "serve", ...llama, "--proposal-precision", "int4", "--precision", "fp16", "--json").out);
  assert.ok(served.speedup > 2);
  // Of flags of the same kind the last holds, and all of them hold over a file.
  assert.equal(speedup("--proposal-hardware", "H200", "--proposal-hardware", "H100", "--hardware", "L4", "--hardware", "A100"), newer);
  const file = join(folder, "sides.json");
  writeFileSync(file, JSON.stringify({ baseline: { hardware: "L4" }, proposal: { hardware: "L4", assumptions: { efficiency: 0.9 } } }));
  assert.equal(speedup("--input", file, "--proposal-hardware", "H100", "--hardware", "A100", "--efficiency", "0.5"), newer);
});

test("every flag that the help of a call lists is a flag of it", () => {
  const listed = (help) => [...help.matchAll(/^ {2}(--[a-z0-9-]+)/gm)].map((match) => match[1]);
  const calls = [...ridgepoint("--help").out.matchAll(/^ {2}ridgepoint (.*?) {2}/gm)].map((match) => match[1].split(" "));
  assert.ok(calls.length > 20);
  const empty = join(folder, "empty.json");
  writeFileSync(empty, "{}");
  const values = { "--input": empty, "--config": empty, "--call": "load", "--prices": "H100=2", "--below": "latency_s=1" };
  for (const call of [...calls.filter(([name]) => name !== "sweep"), ["sweep", "--call", "load"]]) {
    const flags = listed(ridgepoint(...call, "--help").out);
    assert.ok(flags.length > 1, call.join(" "));
    assert.equal(new Set(flags).size, flags.length, call.join(" "));
    // All at once, and one more: the first that is not known is the one that is complained of.
    const given = flags.filter((flag) => !/^--(help|json)$/.test(flag)).map((flag) => `${flag}=${values[flag] ?? 1}`);
    assert.match(ridgepoint(...call, ...given, "--no-such-flag=1").err, /^ridgepoint: --no-such-flag is not a flag of/, call.join(" "));
  }
});

test("a short name means the assumption; of other fields that share one, the message gives the longer names", () => {
  const step = (...args) => JSON.parse(ridgepoint("train", ...llama, "--json", ...args).out).step_s;
  for (const name of ["efficiency", "bandwidth-efficiency", "overlap"]) assert.equal(step(`--${name}`, "0.6"), step(`--assumptions-${name}`, "0.6"), name);
  assert.notEqual(step("--efficiency", "0.6"), step());
  assert.equal(step("--rates-efficiency", "0.6", "--efficiency", "0.3"), step("--rates-efficiency", "0.6"));
  refused(ridgepoint("load", ...llama, "--spread", "0.5"), /give --prompt-tokens-spread or --output-tokens-spread; --spread can mean each of them/);
  refused(ridgepoint("sweep", ...llama, "--axis", "batch=1,2", "--outputs", "latency_s"), /call is missing/);
});

test("explain of served models, load and training: text, Markdown, JSON and a threshold", () => {
  const server = ["--model", "Llama3_8B", "--hardware", "A100", "--proposal-hardware", "H100"];
  const served = ridgepoint("explain", "serve", ...server, "--target", "ttft");
  assert.match(served.out, /Speedup: [\d.]+× \(time to the first token\)/);
  assert.match(ridgepoint("explain", "train", ...server, "--format", "markdown").out, /^### Differential analysis: \*\*[\d.]+×\*\* \(tokens a second\)/);
  const load = JSON.parse(ridgepoint("explain", "load", ...server, "--requests", "50", "--json").out);
  assert.ok(load.speedup > 1 && load.factors.length > 1);
  assert.deepEqual(load.changed, ["hardware"]);
  assert.equal(ridgepoint("explain", "serve", ...server, "--fail-below", "9").status, 1);
  refused(ridgepoint("explain", "serve", ...llama), /explain compares two configurations/);
  refused(ridgepoint("explain", "serve", ...llama, "--target", "ttft"), /explain compares two configurations/);
  refused(ridgepoint("explain", "serve", ...server, "--target", "latency"), /target must be one of itl, ttft or throughput/);
  refused(ridgepoint("explain", "zoo"), /there is no command "explain zoo"/);
  assert.match(words("explain load --help").out, /For the comparison itself:\n {2}--target /);
  assert.match(words("serve --help").out, /is enough where no other flag ends alike: --tensor for --parallel-tensor\./);
});

test("sensitivity of load, training and plans, and a comparison of plans: words, JSON, and what is no flag of theirs", () => {
  const load = ridgepoint("sensitivity", "load", ...llama, "--requests", "50", "--target", "itl");
  assert.match(load.out, /Memory bandwidth binds: 1 % more of it changes the time between tokens by −0\.\d+ %\./);
  const train = JSON.parse(ridgepoint("sensitivity", "train", ...llama, "--micro-batch", "4", "--json").out);
  assert.equal(train.binding_constraint, "memory_capacity");
  assert.match(ridgepoint("sweep", "--call", "sensitivity_train", ...llama, "--axis", "devices=8,16", "--outputs", "elasticities.device_link").out, /^devices,elasticities\.device_link\n8,-?[\d.e-]+\n16,-?[\d.e-]+\n$/);
  const demand = ["--model", "Llama3_8B", "--slo-itl-s", "0.05", "--candidates", "H100", "--max-devices", "8"];
  const plans = ridgepoint("explain", "plan", ...demand, "--proposal-prices", "H100=1");
  assert.match(plans.out, /Changed: prices\n {2}Cost: 0\.\d+× \(a million tokens\)/);
  assert.match(ridgepoint("explain", "plan", ...demand, "--proposal-prices", "H100=1", "--format", "markdown").out, /^### Differential analysis: \*\*0\.\d+×\*\* the cost/);
  refused(ridgepoint("explain", "plan", ...demand), /explain compares two configurations/);
  refused(ridgepoint("explain", "plan", ...demand, "--proposal-max-devices", "4", "--fail-below", "1"), /--fail-below is not a flag of explain plan/);
  const firm = ridgepoint("sensitivity", "plan", ...demand, "--candidates", "H100,MI300X");
  assert.match(firm.out, /The same devices would meet \d+(\.\d+)?× the demand\. They stay the cheapest up to \d+\.\d\d USD an hour each; beyond that, 1 (H100|MI300X) is cheaper\. [A-Z]\S* .*binds: 1 % more of it changes the cost by −0\.\d+ %\./);
  refused(ridgepoint("sensitivity", "plan", ...demand, "--slo-itl-s", "1e-6"), /no devices meet the demand: .* the limit is 1\.00 µs/);
  refused(ridgepoint("sensitivity", "synthesize"), /there is no command "sensitivity synthesize"/);
});

test("sweep: true and false as the call itself has them, names in quotes where CSV needs them", () => {
  const { out: alone } = ridgepoint("serve", ...llama, "--json");
  const device = { name: 'A "big", odd\none', peak_flop_per_s: { fp16: 1e14 }, memory_capacity_bytes: 1e9, memory_bandwidth_bytes_per_s: 1e12 };
  const sweep = ["sweep", "--call", "serve", "--model", "Llama3_8B", "--axis", `hardware=H100,${JSON.stringify(device)}`, "--outputs", "feasible,max_batch"];
  const { columns } = JSON.parse(ridgepoint(...sweep, "--json").out);
  assert.deepEqual(columns.feasible, [JSON.parse(alone).feasible, false]);
  assert.deepEqual(columns.hardware, ["H100", device.name]);
  assert.equal(ridgepoint(...sweep).out, `hardware,feasible,max_batch\nH100,true,${JSON.parse(alone).max_batch}\n"A ""big"", odd one",false,0\n`);
  const lines = ridgepoint(...sweep, "--format", "jsonl").out.trimEnd().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(lines, columns.hardware.map((_, row) => Object.fromEntries(Object.entries(columns).map(([name, cells]) => [name, cells[row]]))));
  assert.equal(ridgepoint(...sweep, "--format", "json").out, ridgepoint(...sweep, "--json").out);
  refused(ridgepoint(...sweep, "--format", "xml"), /--format must be one of csv, json or jsonl, given xml/);
  const formula = ridgepoint("sweep", "--call", "serve", "--model", "Llama3_8B", "--axis", `hardware=${JSON.stringify({ ...device, name: "=cmd|' /C calc'!A0" })}`, "--outputs", "ttft_s");
  assert.match(formula.out, /^hardware,ttft_s\n'=cmd\|' \/C calc'!A0,/);
  const axis = ridgepoint("sweep", "--call", "roofline", ...llama, "--axis", "lora=false,true", "--outputs", "latency_s");
  assert.match(axis.out, /^lora,latency_s\nfalse,[^\n]+\ntrue,/);
});

test("an axis of the assumptions goes by its own name or by its path", () => {
  const swept = (axis) => ridgepoint("sweep", "--call", "roofline", ...llama, "--batch", "512", "--context", "128", "--axis", axis, "--outputs", "latency_s");
  for (const [name, path, values] of [
    ["efficiency", "assumptions.efficiency", "0.03,0.05"],
    ["bandwidth-efficiency", "assumptions.bandwidth_efficiency", "0.3,0.5"],
    ["activation-fraction", "assumptions.activation-fraction", "null,0.5"],
    ["decode-compute", "assumptions.decode_compute", "true,false"],
    ["offload", "assumptions.offload", "spill,all"],
  ]) {
    const { status, out, err } = swept(`${path}=${values}`);
    assert.equal(status, 0, err);
    assert.equal(out, swept(`${name}=${values}`).out);
    assert.match(out, /^assumptions\.\w+,latency_s\n/);
  }
  const [low, high] = swept("assumptions.efficiency=0.03,0.05").out.match(/(?<=,)\d.*/g);
  assert.ok(Number(low) > Number(high));
  refused(swept("assumptions.nonsense=1"), /has no field "assumptions\.nonsense"; Assumptions has preset, /);
  refused(words("sweep --call serve --outputs xyz --axis batch=1"), /ServeResult has no field "xyz"; it has ttft_s, /);
});

test("a sweep says from where on an output is below a threshold, all rows at once", () => {
  const sweep = ["sweep", "--call", "roofline", ...llama, "--axis", "hardware=A100,H100", "--axis", "batch=1,8,64,512", "--outputs", "latency_s"];
  const all = JSON.parse(ridgepoint(...sweep, "--json").out).columns;
  const limit = (all.latency_s[5] + all.latency_s[6]) / 2;
  const { below, columns } = JSON.parse(ridgepoint(...sweep, "--json", "--below", `latency_s=${limit},0`).out);
  assert.deepEqual(columns, all);
  const first = (row) => (all.latency_s[row] < limit ? 1 : null);
  assert.deepEqual(below, { latency_s: [[first(0), first(4)], [null, null]] });
  refused(ridgepoint(...sweep, "--below", "latency_s=1"), /below is worked out of all rows at once: it needs --json, and no --shard/);
  refused(ridgepoint(...sweep, "--format", "json", "--shard", "1/2", "--below", "latency_s=1"), /needs --json, and no --shard/);
  for (const wrong of ["latency_s", "latency_s=", "latency_s=fast"])
    refused(ridgepoint(...sweep, "--format", "json", "--below", wrong), /--below must be FIELD=NUMBER,NUMBER,…, given latency_s/);
  refused(ridgepoint(...sweep, "--format", "json", "--below", "bound=1"), /below must give numbers for outputs that are numbers/);
});

test("--csv: a result as a line under the names of its fields, the layouts of a plan or a training step a line each", () => {
  const lines = (text) => words(text).out.trimEnd().split("\n");
  for (const call of ["roofline", "serve", "load", "train"]) {
    const ask = `${call} --model Llama3_8B --hardware H100`;
    const [names, values, ...more] = lines(`${ask} --csv`).map((line) => line.split(","));
    assert.deepEqual(more, []);
    assert.equal(values.length, names.length);
    const result = JSON.parse(words(`${ask} --json`).out);
    for (const [place, name] of names.entries()) {
      const value = name.split(".").reduce((at, key) => at?.[key], result);
      assert.equal(typeof value === "number" ? Number(values[place]) : values[place], typeof value === "boolean" ? String(value) : (value ?? ""), `${call}: ${name}`);
    }
    assert.ok(names.length > 10);
    assert.ok(!names.includes("notes") && !names.includes("timeline.time_s"));
  }
  for (const [call, list] of [["plan", "options"], ["layouts", "layouts"]]) {
    const ask = `${call} --model Llama3_8B${call === "plan" ? "" : " --hardware H100 --devices 8"}`;
    assert.equal(lines(`${ask} --csv`).length, 1 + JSON.parse(words(`${ask} --json`).out)[list].length);
  }
});

test("plan takes prices as NAME=NUMBER, as JSON and from a file, and its parts divide the devices that have one", () => {
  const plan = (...flags) => ridgepoint("plan", "--model", "Llama3_70B", "--json", ...flags);
  const file = join(folder, "prices.json");
  const list = [{ hardware: "H100", usd_per_hour: 0.5 }, { hardware: "GB200_NVL72", usd_per_hour: 400 }];
  writeFileSync(file, JSON.stringify(list));
  const [short, json, read] = [["--prices", "H100=0.5,GB200_NVL72=400"], ["--prices", JSON.stringify(list)], ["--prices", `@${file}`]].map((flags) => plan(...flags).out);
  assert.equal(JSON.parse(short).prices.find(({ hardware }) => hardware === "H100").usd_per_hour, 0.5);
  assert.equal(json, short);
  assert.equal(read, short);
  for (const given of ["H100", "H100=", "H100=cheap", "H100=1,B200"]) refused(ridgepoint("plan", "--prices", given), /--prices must be NAME=NUMBER,NAME=NUMBER,… or a list as JSON, given "H100/);
  refused(ridgepoint("plan", "--prices", "[1"), /the text of --prices/);
  refused(ridgepoint("plan", "--model", "Llama3_70B", "--prices", "H1000=1"), /prices.*H1000/);
  assert.match(words("plan --help").out, /--prices .*\(hardware=usd_per_hour,…\)/);
  // The last of as many parts as devices have a price, which one more has.
  const priced = JSON.parse(words("zoo hardware --json").out).filter((device) => device.price_usd_per_hour !== undefined && device.price_usd_per_hour !== null).length;
  refused(ridgepoint("plan", "--model", "Llama3_70B", "--shard", `1/${priced + 1}`), /fewer than its parts/);
  assert.ok(JSON.parse(plan("--shard", `1/${priced + 1}`, "--prices", "GB200_NVL72=400").out).considered > 0);
});

test("a sweep of plans has the choice of each in columns, whole, by lines and in parts", () => {
  const ask = (...flags) => ridgepoint("sweep", "--call", "plan", "--model", "Llama3_70B", "--slo-itl-s", "0.05", "--max-devices", "16", "--axis", "rate-per-s=1,10,1000", "--outputs", "cheapest.hardware,cheapest.devices,cheapest.cost_usd,cheapest.simulated", ...flags);
  const choices = [1, 10].map((rate) => {
    const { options, cheapest } = JSON.parse(words(`plan --model Llama3_70B --slo-itl-s 0.05 --max-devices 16 --rate-per-s ${rate} --json`).out);
    const { hardware, devices, cost_usd, simulated } = options[cheapest];
    return [rate, hardware, devices, cost_usd, simulated];
  });
  const header = "demand.rate_per_s,cheapest.hardware,cheapest.devices,cheapest.cost_usd,cheapest.simulated\n";
  const lines = [...choices.map((cells) => `${cells.join(",")}\n`), "1000,,,,\n"];
  assert.equal(ask().out, header + lines.join(""));
  assert.equal([1, 2, 3].map((part) => ask("--shard", `${part}/3`).out.replace(header, "")).join(""), lines.join(""));
  const { columns } = JSON.parse(ask("--json").out);
  assert.deepEqual(columns["cheapest.hardware"], [...choices.map((cells) => cells[1]), null]);
  assert.deepEqual(ask("--format", "jsonl").out.trimEnd().split("\n").map((line) => JSON.parse(line)["cheapest.simulated"]), [...choices.map((cells) => cells[4]), null]);
  refused(ask("--axis", "max-devices=0"), /max_devices/);
  refused(words("sweep --call plan --model Llama3_70B --axis days=1 --outputs cheapest.devices"), /demand\.tokens and demand\.days go together/);
  refused(words("sweep --call plan --model Llama3_70B --axis rate-per-s=1 --outputs cheapest.price"), /PlanResult has no field "cheapest\.price"; PlanOption has hardware, /);
});

test("the help of a sweep lists the flags of the swept call", () => {
  const { out } = words("sweep --call serve --help");
  assert.match(out, /--draft-acceptance/);
  assert.match(out, /the flags above are those of serve/);
  assert.doesNotMatch(out, /--zero-stage/);
  assert.match(words("sweep --help").out, /--zero-stage[^]*the flags above are those of roofline/);
  assert.match(words("roofline --help").out, /or @FILE with JSON in it/);
});

test("one empty line between the tables of a report", () => {
  const args = [["sensitivity", ...llama], ["synthesize", "--model", "Llama3_8B", "--target-s", "0.01"], ["zoo", "hardware", "H100"], ["roofline", ...llama]];
  for (const one of args) assert.doesNotMatch(ridgepoint(...one).out, /\n\n\n/, one[0]);
});

test("whole numbers print whole, however many devices it takes", () => {
  const { devices_needed } = JSON.parse(ridgepoint("sensitivity", "--model", "GPT3", "--hardware", "nRF52840", "--json").out);
  assert.ok(devices_needed > 100_000);
  assert.match(words("sensitivity --model GPT3 --hardware nRF52840").out, new RegExp(`^devices_needed +${devices_needed.toLocaleString("en-US")} `, "m"));
  const table = words("synthesize --model GPT3 --target-s 0.001").out;
  const counts = JSON.parse(words("synthesize --model GPT3 --target-s 0.001 --json").out).devices.map((device) => device.devices_needed);
  for (const count of counts) if (count) assert.match(table, new RegExp(` ${count.toLocaleString("en-US")}$`, "m"));
});

test("the help says what each exit code means, and the command keeps to it", () => {
  assert.match(words("--help").out, /Exits with 0 when done, 1 when .*--fail-below, 2 on bad input, 3 when the output could\s+not be written, 4 when the command itself fails\./);
  const full = openSync("/dev/full", "w");
  const codes = [
    words("--help").status,
    words("explain --model Llama3_8B --hardware A100 --proposal-hardware H100 --fail-below 9").status,
    words("roofline").status,
    spawnSync(command, ["--help"], { stdio: ["ignore", full, "ignore"] }).status,
  ];
  closeSync(full);
  assert.deepEqual(codes, [0, 1, 2, 3]);
});

test("--fail-below: the two ratios are told apart", () => {
  const compared = (limit) => ridgepoint("explain", ...["--model", "Llama3_8B", "--hardware", "A100", "--proposal-hardware", "H100"], "--fail-below", limit);
  for (const [limit, said] of [
    ["2", "the speedup of 1.60× is below 2.00×"],
    ["1.604", "the speedup of 1.603× is below 1.604×"],
  ])
    assert.deepEqual([compared(limit).status, compared(limit).err], [1, `ridgepoint: ${said}\n`]);
  const [, exact] = /"speedup": ([\d.]+)/.exec(ridgepoint("explain", "--model", "Llama3_8B", "--hardware", "A100", "--proposal-hardware", "H100", "--json").out);
  const [, one, other] = /of (\S+)× is below (\S+)×/.exec(compared(String(Number(exact) + 1e-9)).err);
  assert.notEqual(one, other);
  assert.equal(compared(exact).status, 0);
});

test("an id that is nearly right is told the one it may mean", () => {
  refused(words("zoo hardware h100"), /perhaps H100, given "h100"/);
  refused(words("serve --model llama-3-8b --hardware H100"), /perhaps Llama3_8B, or/);
  refused(words("zoo hardware none"), /must be one of [^]*A100/);
});

test("a sweep is bounded by its rows and by its cells, and takes each output once", () => {
  const thousand = Array.from({ length: 1000 }, (_, index) => index + 1).join(",");
  const sweep = (...more) => ridgepoint("sweep", "--call", "roofline", ...llama, "--axis", `batch=${thousand}`, ...more);
  const outputs = "latency_s,compute_s,memory_s,overhead_s,throughput_per_s,mfu,hfu,energy_j,footprint_bytes";
  refused(sweep("--axis", `context=${thousand}`, "--outputs", outputs), /rows times columns must be at most 10000000, given 1000000 rows of 2 axes and 9 outputs/);
  refused(sweep("--axis", `context=${thousand},1001`, "--outputs", "mfu"), /axes must span at most 1000000 rows of roofline/);
  const loads = ridgepoint("sweep", "--call", "load", ...llama, "--axis", `output_tokens.mean=${thousand}`, "--axis", "seed=1,2,3", "--outputs", "mfu");
  refused(loads, /axes must span at most 2500 rows of load/);
  refused(sweep("--outputs", "mfu,hfu,mfu"), /outputs: "mfu" is given twice/);
});

test("results without a measured band say in one line what they are worth", () => {
  for (const call of ["roofline", "serve"]) {
    assert.match(ridgepoint(call, ...llama).out, /\nAccuracy: an idealised estimate [^\n]*--assumptions calibrated[^\n]*\n$/);
    const calibrated = ridgepoint(call, ...llama, "--assumptions", "calibrated").out;
    assert.doesNotMatch(calibrated, /Accuracy:/);
    assert.match(calibrated, /half of the predictions were within/);
    assert.doesNotMatch(ridgepoint(call, ...llama, "--json").out, /Accuracy/);
  }
  // A result without a band says so itself where calibrated rates were asked for.
  const cut = ridgepoint("serve", "--model", "Llama3_70B", "--hardware", "H100", "--tensor", "8", "--pipeline", "2", "--assumptions", "calibrated").out;
  assert.match(cut, /No band: /);
  assert.doesNotMatch(cut, /Accuracy:/);
});
