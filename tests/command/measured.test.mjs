// The published measurements: their form, that each name stands for a device or a network, and where figures come from.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const data = new URL("../../core/data/", import.meta.url);
const json = (name) => JSON.parse(readFileSync(new URL(name, data), "utf8"));
const named = (folder) => new Set(readdirSync(new URL(folder, data)).map((name) => name.replace(/\.json$/, "")));

const { hardware } = json("measured/hardware.json");
const { models } = json("measured/models.json");
const sources = [...named("measured/")].filter((name) => !["hardware", "models", "software", "spellings", "served", "README.md"].includes(name));
const points = sources.flatMap((name) => json(`measured/${name}.json`).points.map((point) => ({ point, name })));

const units = {
  decode_tokens_per_s: ["tokens/s"],
  decode_itl: ["ms/token"],
  prefill: ["tokens/s"],
  ttft: ["ms", "s"],
  throughput: ["tokens/s", "tokens/s (column printed as inputs/s)"],
  infer_images_per_s: ["images/s"],
  infer_sequences_per_s: ["sequences/s"],
  train_images_per_s: ["images/s"],
  train_tokens_per_s: ["tokens/s/GPU", "sequences/s"],
  kernel_speedup: /^x vs /,
  quant_ppl: / ppl/,
  prune_ppl: / ppl/,
  quant_acc: / %$/,
};
const timed = Object.keys(units).slice(0, 9);
const text = ["id", "kind", "hardware", "model", "precision", "unit", "software", "source_url", "source_locator", "confidence"];
const counts = ["devices", "batch", "tp", "input_len", "output_len"];
const optional = ["weights_gb", "bw_gbps_reported", "mfu_reported", "qps", "mean_concurrency_derived", "cached_len", "concurrency"];
const noDevice = /^(n\/a$|unstated \()/;

test("there are 2719 points, each with its own id, in the file of its source", () => {
  assert.equal(points.length, 2719);
  assert.equal(new Set(points.map(({ point }) => point.id)).size, points.length);
  for (const { point, name } of points) assert.match(point.id, new RegExp(`^${name}-\\d{3}$`));
});

test("each point has every member, and no other", () => {
  const members = [...text, ...counts, "weights_bits", "kv_precision", "value"].sort();
  for (const { point, name } of points) {
    assert.deepEqual(Object.keys(point).filter((key) => !optional.includes(key)).sort(), members, point.id);
    for (const key of text) assert.ok(typeof point[key] === "string" && point[key] !== "", `${point.id} ${key}`);
    for (const key of counts) {
      const least = key.endsWith("_len") ? 0 : 1;
      assert.ok(point[key] === null || (Number.isInteger(point[key]) && point[key] >= least), `${point.id} ${key}`);
    }
    for (const key of ["value", "weights_bits", ...optional.filter((key) => key in point)])
      assert.ok(Number.isFinite(point[key]) && point[key] > 0, `${point.id} ${key}`);
    assert.ok(point.kv_precision === null || typeof point.kv_precision === "string", point.id);
    assert.ok(["high", "medium", "low"].includes(point.confidence), point.id);
    assert.match(point.source_url, name === "own" ? /^Ridgepoint, tests\/bench\/gpu$/ : /^https:\/\//, point.id);
  }
});

test("each kind is known, and measured in its unit", () => {
  for (const { point } of points) {
    const unit = units[point.kind];
    assert.ok(unit, `${point.id}: kind ${point.kind}`);
    assert.ok(unit instanceof RegExp ? unit.test(point.unit) : unit.includes(point.unit), `${point.id}: unit ${point.unit}`);
  }
});

const resolves = (entry, registry) => (typeof entry === "string" ? registry.has(entry) : entry?.id && !registry.has(entry.id));

test("each name stands for an entry of the registry or for figures of its own", () => {
  const devices = named("hardware/");
  const networks = named("models/");
  for (const { point } of points) {
    if (!noDevice.test(point.hardware)) assert.ok(resolves(hardware[point.hardware], devices), `${point.id}: ${point.hardware}`);
    else assert.ok(!timed.includes(point.kind) || point.confidence === "low", `${point.id}: timed on ${point.hardware}`);
    if (point.kind !== "kernel_speedup") assert.ok(resolves(models[point.model], networks), `${point.id}: ${point.model}`);
  }
  const used = (key) => new Set(points.map(({ point }) => point[key]));
  assert.deepEqual(Object.keys(hardware).filter((name) => !used("hardware").has(name)), []);
  assert.deepEqual(Object.keys(models).filter((name) => !used("model").has(name)), []);
  const spellings = json("measured/spellings.json");
  for (const [key, entries] of [["hardware", devices], ["models", networks]])
    for (const [name, id] of Object.entries(spellings[key])) assert.ok(entries.has(id), `${name}: ${id}`);
});

const inline = (entries) => Object.values(entries).filter((entry) => typeof entry !== "string");
const identity = ["id", "name", "vendor", "class", "family", "unit", "unsupported_precisions", "estimated", "sources", "notes"];

test("each figure names its source, or says that it is an estimate", () => {
  const checks = ["primary_read", "secondary_read", "config_read_and_recomputed", "not_rechecked"];
  for (const entry of [...inline(hardware), ...inline(models)]) {
    const figures = Object.entries(entry)
      .filter(([key]) => !identity.includes(key))
      .flatMap(([key, value]) => (typeof value === "object" ? Object.keys(value).map((part) => `${key}.${part}`) : [key]));
    const covered = [...entry.sources.flatMap(({ fields }) => fields), ...entry.estimated.map(({ field }) => field)];
    for (const figure of figures)
      assert.ok(covered.some((field) => figure === field || figure.startsWith(`${field}.`)), `${entry.id}: ${figure}`);
    for (const field of covered)
      assert.ok(figures.some((figure) => figure === field || figure.startsWith(`${field}.`)), `${entry.id}: no ${field}`);
    for (const { url, check } of entry.sources) {
      assert.match(url, /^https:\/\//, entry.id);
      assert.ok(checks.includes(check), `${entry.id}: check ${check}`);
    }
    for (const { why } of entry.estimated) assert.ok(why, entry.id);
  }
});

test("devices have the rates and the memory that a prediction needs", () => {
  for (const { id, peak_flop_per_s: peak, memory_capacity_bytes, memory_bandwidth_bytes_per_s } of inline(hardware)) {
    assert.ok(peak.fp32 > 1e12 && peak.fp32 <= peak.fp16, id);
    assert.ok(memory_capacity_bytes >= 8e9 && memory_capacity_bytes <= 512e9, id);
    const ridge = peak.fp16 / memory_bandwidth_bytes_per_s;
    assert.ok(ridge > 10 && ridge < 500, `${id}: ridge point ${ridge}`);
  }
});

/** Embeddings, attention and feed-forward matrices; norms and biases are below the tolerance. */
function recounted({ id, layers, hidden_dim, intermediate_dim, heads, kv_heads, head_dim, vocab_size, max_context, ...rest }) {
  const attention = hidden_dim * head_dim * 2 * (heads + kv_heads);
  const feedForward = (rest.gated_mlp ? 3 : 2) * hidden_dim * intermediate_dim;
  const learnedPositions = /^(MPT|BERT|OPT)/.test(id) ? max_context : 0;
  return layers * (attention + feedForward) + hidden_dim * (vocab_size * (rest.tied_embeddings ? 1 : 2) + learnedPositions);
}

test("parameters agree with the architecture within 1 %", () => {
  const transformers = inline(models).filter(({ layers }) => layers);
  assert.ok(transformers.length > 25);
  for (const model of transformers) {
    const ratio = recounted(model) / model.parameters;
    assert.ok(Math.abs(ratio - 1) < 0.01, `${model.id}: ${ratio}`);
    if (model.unit === "token") assert.equal(model.forward_flops, 2 * model.parameters, model.id);
  }
});

test("there are 250 served runs, each with its own id, a known source, a request and what was measured", () => {
  const { runs, sources: addresses } = json("measured/served.json");
  assert.equal(runs.length, 250);
  assert.equal(new Set(runs.map(({ id }) => id)).size, runs.length);
  for (const { id, source, software, source_url, source_locator, confidence, request, measured } of runs) {
    assert.match(addresses[source] ?? "", /^https:\/\//, id);
    assert.match(source_url, /^https:\/\//, id);
    assert.ok(software && source_locator && confidence && request.model && request.hardware, id);
    assert.ok(!("assumptions" in request), id);
    const figures = Object.values(measured);
    assert.ok(figures.length > 0 && figures.every((value) => Number.isFinite(value) && value > 0), id);
  }
});
