// The router's calls from a shell: two words a command, and flags for the fields of nested objects.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { refused, ridgepoint } from "./shared.mjs";

function json(...args) {
  const { status, out, err } = ridgepoint(...args, "--json");
  assert.equal(status, 0, err);
  return JSON.parse(out);
}
const near = (actual, expected) => assert.ok(Math.abs(actual / expected - 1) < 1e-9, `${actual} is not ${expected}`);

test("route model: a table and sentences for a person, the exact result for a machine", () => {
  const { status, out } = ridgepoint("route", "model");
  assert.equal(status, 0);
  assert.match(out, /^time_per_token_us +108 µs /m);
  assert.match(out, /^speedup +1\.39 /m);
  assert.match(out, /^max_speedup +1\.5 /m);
  assert.match(out, /\nshare:\nfast .*\ncached .*\nlearned .*\nexpert /);
  assert.match(out, /^Note: Amdahl's law: .* 1\.39×; taking no time at all, 1\.50×\.$/m);
  const exact = json("route", "model");
  near(exact.speedup, 150 / 107.95);
  near(exact.max_speedup, 150 / 100.1);
  const busy = ridgepoint("route", "model", "--distribution-pct-cached", "35", "--distribution-pct-learned", "35").out;
  assert.match(busy, /bottlenecks:\nname +severity .*\nhigh_learned_routing +high +35 +20 +frequency_threshold +50 +30 /);
});

test("the fields of an object: a flag each, all as JSON, from a file, over --input", () => {
  const folder = mkdtempSync(join(tmpdir(), "ridgepoint-route-"));
  try {
    const costs = { learned: 20, expert: 60 };
    const time = (...args) => json("route", "model", ...args).time_per_token_us;
    const expected = 0.03 + 0.55 * 0.6 + 0.15 * 20.6 + 60;
    near(time("--costs-us-learned", "20", "--costs-us-expert=60"), expected);
    near(time("--costs-us", JSON.stringify(costs)), expected);
    const file = join(folder, "costs.json");
    writeFileSync(file, JSON.stringify(costs));
    near(time("--costs-us", `@${file}`), expected);
    writeFileSync(file, JSON.stringify({ costs_us: { learned: 99, expert: 60 } }));
    near(time("--input", file, "--costs-us-learned", "20"), expected);
    near(time("--input", file, "--costs-us", '{"learned":20}'), expected);
    near(time("--costs-us-learned", "20", "--costs-us", '{"expert":60}'), expected);
    near(time("--cascade", "false"), 107.805);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("route breakeven: infeasible with the bound, feasible and put back", () => {
  const beyond = ridgepoint("route", "breakeven", "--target-speedup", "1.5");
  assert.equal(beyond.status, 0);
  assert.match(beyond.out, /^feasible +no /m);
  assert.match(beyond.out, /No distribution reaches 1\.5×.*which caps it at 1\.4985×/);
  const { feasible, distribution_pct } = json("route", "breakeven", "--target-speedup", "1.3");
  assert.equal(feasible, true);
  near(json("route", "model", "--distribution-pct", JSON.stringify(distribution_pct)).speedup, 1.3);
});

test("route project: a full-size model's router, with the assumptions of every solver", () => {
  const mixtral = ["route", "project", "--model", "Mixtral_8x7B", "--hardware", "H100", "--precision", "int8"];
  assert.match(ridgepoint(...mixtral).out, /gates are 1\.89 % of a step \(launching them 1\.88 %\), so skipping them gains at most 1\.0128×/);
  const { time_per_token_us } = json(...mixtral);
  assert.ok(json(...mixtral, "--bandwidth-efficiency", "0.5").time_per_token_us > 1.5 * time_per_token_us);
});

test("a sweep takes them too, a field of an object by its flag's name or its path", () => {
  const swept = (axis) => ridgepoint("sweep", "--call", "route_breakeven", "--target-speedup", "1.3", "--axis", axis, "--outputs", "distribution_pct.learned,feasible");
  const { status, out, err } = swept("costs-us-expert=50,100,1000");
  assert.equal(status, 0, err);
  assert.match(out, /^costs_us\.expert,distribution_pct\.learned,feasible\n50,[\d.]+,true\n100,30\.26[\d.]+,true\n1000,0,false\n$/);
});

test("what cannot be is refused, by name", () => {
  refused(ridgepoint("route", "model", "--distribution-pct-fast", "50"), /distribution_pct must sum to 100 ± 0\.5, given 120/);
  refused(ridgepoint("route", "model", "--costs-us-learned", "0"), /costs_us\.learned must be a number from 0.000001 to 1e9, given 0/);
  refused(ridgepoint("route", "model", "--costs-us-learned", "NaN"), /costs_us\.learned must be a number, given "NaN"/);
  refused(ridgepoint("route", "model", "--costs-us", "5"), /costs_us must be an object/);
  refused(ridgepoint("route", "model", "--costs-us-gate", "5"), /--costs-us-gate is not a flag of route model; ridgepoint route model --help/);
  refused(ridgepoint("route", "breakeven"), /target_speedup is missing/);
  refused(ridgepoint("route", "project", "--model", "Llama3_8B", "--hardware", "H100"), /model must be a mixture of experts .* given Llama3_8B/);
  refused(ridgepoint("route", "skip"), /no command "route skip"; there are .*route model, route breakeven, route project/);
  refused(ridgepoint("route"), /no command "route"/);
  refused(ridgepoint("route_model"), /no command "route_model"/);
});

test("help: the commands, and each one's flags", () => {
  assert.match(ridgepoint("--help").out, /ridgepoint route model .*\n +ridgepoint route breakeven .*\n +ridgepoint route project /);
  const { status, out } = ridgepoint("route", "--help");
  assert.equal(status, 0);
  assert.deepEqual([...out.matchAll(/^ {2}ridgepoint (.*?) {2}/gm)].map((match) => match[1]), ["route model", "route breakeven", "route project", "route analyze"]);
  const help = ridgepoint("route", "breakeven", "--help").out;
  assert.match(help, /^ridgepoint route breakeven --target-speedup RATIO/);
  assert.match(help, /--costs-us-learned +the gating network \(0.000001 to 1e9 us; default 50\)/);
  assert.doesNotMatch(help, /assumptions/i);
  assert.match(ridgepoint("sweep", "--call", "route_model", "--help").out, /--distribution-pct-fast/);
});
