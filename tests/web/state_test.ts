import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decode, encode, read, write } from "../../web/ui/state.js";

const names = fc.stringMatching(/^[a-z][a-z_.]{0,20}$/);
const values = fc.oneof(
  fc.string(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  fc.boolean(),
  fc.constant(null),
  fc.dictionary(names, fc.oneof(fc.string(), fc.integer())),
);
const states = fc.dictionary(names, values, { minKeys: 1, maxKeys: 8 });
const keys = fc.stringMatching(/^[a-z]{1,10}$/);

describe("the state in an address", () => {
  it("comes back as it went in", () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(decode(encode(state))).toEqual(JSON.parse(JSON.stringify(state)));
      }),
    );
  });

  it("needs no character that a fragment would change", () => {
    fc.assert(fc.property(states, (state) => /^[\w.~%;=:,-]*$/.test(encode(state))));
  });

  it("is short and readable for what people do", () => {
    expect(write("", "roofline", { batch: 32, hardware: "H200" })).toBe("#roofline=1;batch=32;hardware=H200");
  });

  it("is below 2 kB with a price for each of thirty devices", () => {
    const prices = Array.from({ length: 30 }, (_, index) => ({ hardware: `H${100 + index}_NVL`.slice(0, 7), usd_per_hour: 12.34 + index }));
    const demand = { rate_per_s: 12.5, slo: { ttft_s: 0.75, itl_s: 0.045 } };
    const hash = write("", "plan", { model: "Qwen3_235B_A22B", prompt_tokens: 8192, prices, ...demand });
    expect(read(hash, "plan")).toEqual({ model: "Qwen3_235B_A22B", prompt_tokens: 8192, prices, ...demand });
    expect(hash.length).toBeLessThan(2048);
  });

  it("keeps widgets and whatever else is there apart", () => {
    fc.assert(
      fc.property(states, states, keys, keys, (one, other, first, second) => {
        fc.pre(first !== second);
        const hash = write(write("#section-2", first, one), second, other);
        expect(read(hash, first)).toEqual(decode(encode(one)));
        expect(read(hash, second)).toEqual(decode(encode(other)));
        expect(write(write(hash, first, {}), second, {})).toBe("#section-2");
      }),
    );
  });

  it("of another version, or nonsense, is no state", () => {
    expect(decode("2;batch=3")).toBeNull();
    expect(read("#roofline=2;batch=3", "roofline")).toBeNull();
    expect(read("#section", "roofline")).toBeUndefined();
    fc.assert(fc.property(fc.string(), (text) => void decode(text)));
  });

  it("is bounded: a long or deep one is no state, or stays the text that it is", () => {
    expect(decode(`1;batch=${"9".repeat(200_000)}`)).toBeNull();
    const deep = `${"[".repeat(5000)}${"]".repeat(5000)}`;
    expect(decode(`1;model=${deep}`)).toEqual({ model: deep });
    // Many side by side are not deep.
    const wide = JSON.stringify(Array.from({ length: 40 }, () => [{}]));
    expect(decode(`1;model=${encodeURIComponent(wide)}`)).toEqual({ model: JSON.parse(wide) });
    const nested = (depth: number, open: string, close: string): string => `1;model=${encodeURIComponent(`${open.repeat(depth)}1${close.repeat(depth)}`)}`;
    for (const [open, close] of [["[", "]"], ['{"a":', "}"]] as const) expect([16, 17].map((depth) => typeof decode(nested(depth, open, close))!["model"])).toEqual(["object", "string"]);
    expect(decode(`1;model=${encodeURIComponent('{"name":"Mine","peak":{"fp16":1}}')}`)).toEqual({ model: { name: "Mine", peak: { fp16: 1 } } });
  });
});
