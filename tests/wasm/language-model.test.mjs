// The language model as WebAssembly: the command's table to the last bit, and whatever it is given, an answer or an error.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { path, withoutWebAssembly } from "./shared.mjs";

const { loadLanguageModel, RidgepointError } = await import(`file://${path("dist/language-model.js")}`);
const model = await loadLanguageModel();

const native = (args) => {
  const { stdout, status, stderr } = spawnSync(path("bin/ridgepoint"), ["quantize", ...args, "--json"], { encoding: "utf8", maxBuffer: 2 ** 26 });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
};

const FEW = { windows: 2 };

test("the table of methods, bits and granularity is the command's to the last bit", () => {
  const rows = native(["--table", "--windows", "2"]);
  assert.equal(rows.length, 37);
  for (const { method, bits, granularity, ...figures } of rows) {
    const found = model.quantize({ ...FEW, method, bits, granularity });
    for (const [name, value] of Object.entries(figures)) assert.equal(found[name], value, `${method} ${bits} ${granularity}: ${name}`);
  }
});

/** A result without what is timed, which is there, or null. */
function untimed({ tokens_per_s, reference_tokens_per_s, ...found }) {
  for (const pace of [tokens_per_s, reference_tokens_per_s]) assert.ok(pace === null || pace > 0);
  return found;
}

const DRAFTED = { bits: "3", prune: "wanda", pattern: "channels", sparsity: 0.2, size: "small", draft_tokens: 2, temperature: 1, seed: 7 };

test("so is every other way to break it, and the text it writes", () => {
  for (const request of [
    { bits: "8", activations: "int8_per_tensor", outliers: 100 },
    { bits: "8", activations: "int8_per_token", method: "smoothquant", outliers: 100 },
    { bits: "16", kv_bits: "4", prune: "wanda", pattern: "two_of_four" },
    { bits: "4", method: "gptq", prune: "magnitude", sparsity: 0.3 },
    DRAFTED,
  ]) {
    const flags = Object.entries({ ...FEW, ...request }).flatMap(([name, value]) => [`--${name.replaceAll("_", "-")}`, String(value)]);
    assert.deepEqual(untimed(model.quantize({ ...FEW, ...request })), untimed(native(flags)));
  }
});

test("plain JavaScript, where no WebAssembly may run or it knows no SIMD, gives the same to the last bit", async () => {
  const forbidden = await withoutWebAssembly(() => loadLanguageModel());
  const { validate } = WebAssembly;
  WebAssembly.validate = () => false;
  const old = await loadLanguageModel().finally(() => Object.assign(WebAssembly, { validate }));
  const request = { ...FEW, ...DRAFTED };
  const expected = untimed(model.quantize(request));
  for (const plain of [forbidden, old]) assert.deepEqual(untimed(plain.quantize(request)), expected);
  const grouped = { ...FEW, bits: "4", method: "gptq", granularity: "group" };
  assert.deepEqual(untimed(forbidden.quantize(grouped)), untimed(model.quantize(grouped)));
  assert.throws(() => forbidden.quantize({ windows: 0 }), { name: "RidgepointError", field: "windows" });
});

test("what the methods are for shows on the model: GPTQ beats rounding, SmoothQuant repairs outliers, 8 bits change nothing", () => {
  const loss = (request) => model.quantize({ windows: 16, ...request });
  const eight = loss({ bits: "8" });
  assert.ok(Math.abs(eight.perplexity - eight.reference_perplexity) < eight.perplexity_error);
  for (const bits of ["4", "3", "2"]) assert.ok(loss({ bits, granularity: "group", method: "gptq" }).loss_increase < loss({ bits, granularity: "group" }).loss_increase, bits);
  const pruned = { bits: "4", prune: "wanda" };
  assert.ok(loss({ ...pruned, method: "gptq" }).loss_increase < 0.8 * loss(pruned).loss_increase);
  const whole = { bits: "8", activations: "int8_per_tensor" };
  const broken = loss({ ...whole, outliers: 100 });
  assert.ok(broken.perplexity > 4 * broken.reference_perplexity);
  const repaired = loss({ ...whole, outliers: 100, method: "smoothquant" });
  assert.ok(repaired.perplexity < 1.05 * repaired.reference_perplexity);
  assert.ok(loss({ bits: "16", outliers: 100 }).loss_increase < 1e-3);
  assert.ok(loss({ bits: "16", prune: "wanda" }).perplexity < loss({ bits: "16", prune: "wanda", pattern: "two_of_four" }).perplexity);
});

test("what the schema calls unread changes no figure, and what it does not call so does", () => {
  const schema = JSON.parse(readFileSync(path("generated/schema.json"), "utf8"));
  const rows = schema.calls.quantize["x-unread"];
  assert.ok(rows.length > 0);
  const other = { method: "gptq", granularity: "group", group: 8, pattern: "channels", sparsity: 0.2 };
  const figures = (request) => {
    const { tokens_per_s, reference_tokens_per_s, text_before, ...found } = model.quantize({ ...FEW, ...request });
    return found;
  };
  for (const { field, beside, choice } of rows) {
    // Each in a request that would read the field, were it not for that choice.
    const around = { bits: "4", granularity: beside === "granularity" || field !== "group" ? "channel" : "group", prune: "wanda", [beside]: choice };
    assert.deepEqual(figures({ ...around, [field]: other[field] }), figures(around), `${field} while ${beside} is ${choice}`);
    const read = { bits: "4", granularity: field === "group" ? "group" : "channel", prune: "magnitude" };
    assert.notDeepEqual(figures({ ...read, [field]: other[field] }), figures(read), `${field} of another request`);
  }
});

test("the ratio of perplexities is e to the increase of the loss, and as uncertain", () => {
  const { perplexity, reference_perplexity, perplexity_ratio: ratio, perplexity_ratio_error: error, loss_increase, loss_increase_error } = model.quantize({ ...FEW, bits: "3" });
  assert.ok(Math.abs(ratio - perplexity / reference_perplexity) < 1e-12 * ratio);
  assert.ok(Math.abs(ratio - Math.exp(loss_increase)) < 1e-12 * ratio);
  assert.ok(error > 0 && Math.abs(error - ratio * loss_increase_error) < 1e-12);
});

test("an increase that chance may explain is not beyond it", () => {
  const { loss_increase: eight, loss_increase_error: chance, beyond_chance: found } = model.quantize({ ...FEW, bits: "8" });
  assert.equal(found, Math.abs(eight) >= 2 * chance);
  assert.equal(model.quantize({ windows: 16, bits: "2" }).beyond_chance, true);
});

test("progress runs from nothing to all", () => {
  const told = [];
  model.quantize(FEW, (done, stage) => told.push([done, stage]));
  assert.deepEqual(told.at(-1), [1, "Done"]);
  assert.ok(told.every(([done], index) => index === 0 || done >= told[index - 1][0]));
});

for (const [what, request, field, code] of [
  ["no object", null, "", "wrong_type"],
  ["an unknown field", { bitz: 4 }, "bitz", "unknown_field"],
  ["a width that is none", { bits: 9 }, "bits", "unknown_name"],
  ["an unknown method", { method: "magic" }, "method", "unknown_name"],
  ["a text for a number", { windows: "all" }, "windows", "wrong_type"],
  ["NaN", { outliers: NaN }, "outliers", "wrong_type"],
  ["a number below its range", { outliers: -1 }, "outliers", "out_of_range"],
  ["a broken number", { windows: 2.5 }, "windows", "out_of_range"],
  ["SmoothQuant without 8-bit activations", { method: "smoothquant" }, "method", "not_applicable"],
  ["16-bit weights with 8-bit activations", { bits: "16", activations: "int8_per_token" }, "bits", "not_applicable"],
  ["groups with 8-bit activations", { granularity: "group", activations: "int8_per_token" }, "granularity", "not_applicable"],
])
  test(`${what} is refused by name, and the model works on`, () => {
    assert.throws(
      () => model.quantize(request),
      (error) => error instanceof RidgepointError && error.field === field && error.code === code && error.message.length > 10,
    );
    assert.ok(model.quantize(FEW).perplexity > 1);
  });

test("one model alone gives what it gives beside the other, and the other is refused by name", async () => {
  const lone = async (without) => loadLanguageModel({ [without]: null });
  const [large, small] = [await lone("small"), await lone("large")];
  for (const [alone, size] of [[large, "large"], [small, "small"]]) assert.deepEqual(untimed(alone.quantize({ ...FEW, size })), untimed(model.quantize({ ...FEW, size })));
  const refused = (alone, request, field) => assert.throws(() => alone.quantize({ ...FEW, ...request }), (error) => error instanceof RidgepointError && error.field === field && error.code === "not_applicable");
  refused(large, { size: "small" }, "size");
  refused(small, { size: "large" }, "size");
  refused(large, { draft_tokens: 2 }, "draft_tokens");
  assert.deepEqual(untimed(small.quantize({ ...FEW, ...DRAFTED })), untimed(model.quantize({ ...FEW, ...DRAFTED })));
});

test("files that are none are refused", async () => {
  const refused = (options, field) => assert.rejects(loadLanguageModel(options), (error) => error instanceof RidgepointError && error.field === field);
  await refused({ large: new Uint8Array([1, 2, 3]) }, "weights");
  const withoutLineEnd = new Uint8Array(readFileSync(path("dist/language-model-large.bin")));
  withoutLineEnd[37] = 0x78; // its first piece
  await refused({ large: withoutLineEnd }, "weights");
  await refused({ text: new TextEncoder().encode("CHAPTER 3. And no fourth.") }, "text");
  await refused({ wasm: new Uint8Array([1, 2, 3]) }, "");
});
