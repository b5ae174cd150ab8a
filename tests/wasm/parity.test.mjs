// The same core, compiled twice: WebAssembly must answer as the command does.

import assert from "node:assert/strict";
import { test } from "node:test";
import { command, grid, loadRidgepoint, method } from "./shared.mjs";

const small = await loadRidgepoint();
const engine = await loadRidgepoint({ calls: "all" });

const bits = new DataView(new ArrayBuffer(8));
const ordinal = (number) => {
  bits.setFloat64(0, number);
  return bits.getBigInt64(0);
};

/** Equal but for the last bit of a number, whose logarithms and powers come from two C libraries. */
function assertSame(actual, expected, where) {
  if (typeof actual === "number" && typeof expected === "number") {
    const distance = ordinal(actual) - ordinal(expected);
    assert.ok(distance >= -1n && distance <= 1n, `${where}: ${actual} is not ${expected}`);
  } else if (typeof actual === "object" && actual !== null && typeof expected === "object" && expected !== null) {
    assert.deepEqual(Object.keys(actual), Object.keys(expected), where);
    for (const key of Object.keys(expected)) assertSame(actual[key], expected[key], `${where}.${key}`);
  } else {
    assert.equal(actual, expected, where);
  }
}

for (const [call, requests] of Object.entries(grid)) {
  test(`${call} answers as the command does`, () => {
    for (const request of requests) {
      const native = command(call, request);
      assert.equal(native.status, 0, JSON.stringify(native.answer));
      for (const one of call in small ? [small, engine] : [engine])
        assertSame(method(one, call)(request), native.answer, `${call} ${JSON.stringify(request)}`);
    }
  });
}

test("sweep answers as its call does, row by row", () => {
  const base = { model: "Llama3_8B", hardware: "H100" };
  const axes = { precision: ["fp16", "int8"], batch: new Float64Array([1, 16, 1024]), "assumptions.efficiency": [0.3, 0.5] };
  const { rows, columns } = engine.sweep({ call: "roofline", base, axes, outputs: ["latency_s", "regime", "mfu"] });
  assert.equal(rows, 12);
  assert.deepEqual(Object.keys(columns), [...Object.keys(axes), "latency_s", "regime", "mfu"]);
  assert.ok(columns.latency_s instanceof Float64Array);
  let row = 0;
  for (const precision of axes.precision)
    for (const batch of axes.batch)
      for (const efficiency of axes["assumptions.efficiency"]) {
        const alone = engine.roofline({ ...base, precision, batch, assumptions: { efficiency } });
        for (const [name, value] of Object.entries({ precision, batch, "assumptions.efficiency": efficiency }))
          assert.equal(columns[name][row], value);
        for (const name of ["latency_s", "regime", "mfu"]) assert.equal(columns[name][row], alone[name], `${name} of row ${row}`);
        row++;
      }
});

test("a device of one's own gives the figures of the registry's", () => {
  const { sources, estimated, notes, ...inline } = engine.hardware({ id: "H100" });
  const own = engine.roofline({ model: "Llama3_8B", hardware: inline });
  assert.deepEqual(own.latency_s, engine.roofline({ model: "Llama3_8B", hardware: "H100" }).latency_s);
});

test("the page's registry is the command's, but for words that no solver can read", () => {
  for (const kind of ["hardware", "models"])
    for (const entry of command(`zoo ${kind}`, {}).answer) {
      const { sources, estimated, notes, ...figures } = entry;
      const priced = (sources ?? []).filter(({ fields }) => fields.includes("price_usd_per_hour")).map(({ title, date }) => ({ fields: ["price_usd_per_hour"], title, date }));
      assert.deepEqual(engine[kind]({ id: entry.id }), { ...figures, ...(priced.length > 0 ? { sources: priced } : {}) }, entry.id);
    }
});

test("a result is plain data", () => {
  const result = engine.roofline({ model: "Llama3_8B", hardware: "H100" });
  assert.deepEqual(structuredClone(result), result);
  assert.deepEqual(JSON.parse(JSON.stringify(result)), result);
});
