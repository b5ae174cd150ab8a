// Whatever a page hands over, the answer is a RidgepointError and the engine works on.

import assert from "node:assert/strict";
import { test } from "node:test";
import { command, grid, loadRidgepoint, method, RidgepointError } from "./shared.mjs";

const engine = await loadRidgepoint({ calls: "all" });
const valid = {
  ...Object.fromEntries(Object.entries(grid).map(([call, requests]) => [call, requests[0]])),
  sweep: { call: "roofline", base: { model: "Llama3_8B", hardware: "H100" }, axes: { batch: [1, 2] }, outputs: ["latency_s"] },
};

function nested(depth) {
  let value = [];
  for (let level = 1; level < depth; level++) value = [value];
  return value;
}

const circular = {};
circular.self = circular;

/** Puts a value where the call takes a number: inside explain's proposal and a sweep's base. */
const number = {
  roofline: "batch",
  serve: "batch",
  compress: "batch",
  sensitivity: "delta",
  synthesize: "target_s",
  explain: "proposal.batch",
  "route model": "costs_us.learned",
  "route breakeven": "target_speedup",
  "route project": "batch",
  sweep: "base.context",
};

/** A copy of the request with one value replaced; the value itself is not copied. */
function withField(request, path, value) {
  const [part, ...rest] = path.split(".");
  return { ...request, [part]: rest.length === 0 ? value : withField(request[part] ?? {}, rest.join("."), value) };
}

function refusal(call, request) {
  let result;
  try {
    result = method(engine, call)(request);
  } catch (error) {
    assert.ok(error instanceof RidgepointError, `${call}: ${error}`);
    assert.ok(error instanceof Error && error.name === "RidgepointError");
    for (const part of ["code", "field", "message"]) assert.equal(typeof error[part], "string");
    assert.match(error.code, /^[a-z_]+$/);
    assert.notEqual(error.message, "");
    assert.notEqual(error.code, "engine_failed", error.message);
    return error;
  }
  assert.fail(`${call} accepted it: ${JSON.stringify(result).slice(0, 200)}`);
}

for (const [call, request] of Object.entries(valid)) {
  const field = number[call];
  const others = { explain: "proposal.hardware", sweep: "base.hardware", synthesize: "model", "route model": "distribution_pct", "route breakeven": "costs_us" };
  const device = others[call] ?? "hardware";

  test(`${call}: numbers that are none, or out of range`, () => {
    for (const value of [NaN, Infinity, -Infinity, 0, -1, -1e308, 1e308, new Number(NaN)]) {
      const error = refusal(call, withField(request, field, value));
      assert.match(error.field, new RegExp(`${field.split(".").at(-1)}$`), `${call} ${value}: ${error.message}`);
    }
  });

  test(`${call}: values of a wrong type`, () => {
    for (const value of ["", "many", true, [], [1], {}, 10n, () => 1, Symbol("s"), new Date(0)]) {
      const error = refusal(call, withField(request, field, value));
      assert.match(error.field, new RegExp(field.split(".").at(-1)), `${call}: ${error.message}`);
    }
    if (call !== "route model") refusal(call, undefined); // which has a default for every field
    for (const value of [null, [], "", "text", 1, NaN, true, () => 1, Symbol("s"), 10n]) refusal(call, value);
  });

  test(`${call}: names that are unknown`, () => {
    for (const name of ["", "No such name", "h100\u0000", "\ud800", "__proto__", "constructor"]) {
      const error = refusal(call, withField(request, device, name));
      assert.ok(error.message.length < 1000);
    }
    const error = refusal(call, { ...request, batchsize: 1 });
    assert.equal(error.code, "unknown_field");
    assert.match(error.field, /batchsize/);
    refusal(call, withField(request, call === "sweep" ? "base.nonsense" : "nonsense", null));
    refusal(call, { ...request, [`x`.repeat(100_000)]: 1 });
  });

  test(`${call}: too long, too deep, or not to be written as JSON`, () => {
    const long = refusal(call, withField(request, device, "x".repeat(10_000_000)));
    assert.ok(long.message.length < 1000);
    assert.equal(long.code, "too_large");
    for (const depth of [100, 1000, 10_000]) refusal(call, withField(request, field, nested(depth)));
    assert.equal(refusal(call, { ...request, circular }).code, "malformed_json");
    const trap = { ...request, get batch() { throw new Error("no"); } };
    refusal(call, trap);
    refusal(call, { ...request, toJSON: () => "text" });
    refusal(call, new Proxy(request, { ownKeys: () => { throw new TypeError("no"); } }));
  });

  test(`${call}: works on after all that`, () => {
    assert.ok(method(engine, call)(request));
  });
}

test("sweep: axes and outputs that make no table", () => {
  for (const axes of [{ batch: [] }, { batch: [1, NaN] }, { batch: 1 }, { batch: [0] }, { batch: ["1"] }, { nope: [1] }, null]) {
    refusal("sweep", { ...valid.sweep, axes });
  }
  const thousand = Array.from({ length: 1000 }, (_, index) => index + 1);
  refusal("sweep", { ...valid.sweep, axes: { batch: thousand, context: [...thousand, 1001] } });
  for (const outputs of [[], ["nope"], ["notes"], "latency_s", [1], null]) refusal("sweep", { ...valid.sweep, outputs });
  for (const call of ["nope", "", null, 1, "sweep", "schema"]) refusal("sweep", { ...valid.sweep, call });
});

test("malformed JSON gets the command's error, and the engine never sends any", () => {
  for (const call of Object.keys(grid)) {
    for (const text of ["", "{", "nonsense", '{"batch": 01}', '{"a":1,"a":2}', "\ufeff{", '{"model": "\\ud800"}']) {
      const { status, answer } = command(call, text);
      assert.equal(status, 2, text);
      assert.equal(typeof answer.error.code, "string");
    }
  }
});

test("hardware and models refuse an unknown id", () => {
  for (const list of ["hardware", "models"]) {
    assert.equal(refusal(list, { id: "nope" }).code, "unknown_name");
    refusal(list, { ids: 1 });
    refusal(list, { id: NaN });
    refusal(list, null);
  }
});

test("an error in JavaScript is the command's error", () => {
  for (const request of [
    { model: "Llama3_8B", hardware: "H100", batch: 0 },
    { model: "Nope", hardware: "H100" },
    { model: "Llama3_8B", hardware: "H100", batchsize: 1 },
    { model: "Llama3_8B" },
  ]) {
    const { code, field, message } = refusal("roofline", request);
    assert.deepEqual({ error: { code, field, message } }, command("roofline", request).answer);
  }
});
