import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nearest, stops, type Range } from "../../web/ui/stops.js";

const ranges = fc
  .record({
    low: fc.integer({ min: 1, max: 1000 }),
    span: fc.integer({ min: 1, max: 1_000_000 }),
    scale: fc.constantFrom<Range["scale"]>("log", "linear"),
    integer: fc.boolean(),
  })
  .map(({ low, span, ...rest }): Range => ({ low, high: low + span, ...rest }));

describe("stops", () => {
  it("rise from the low end to the high end, both included", () => {
    fc.assert(
      fc.property(ranges, (range) => {
        const list = stops(range);
        expect(list[0]).toBe(range.low);
        expect(list.at(-1)).toBe(range.high);
        for (let index = 1; index < list.length; index++) expect(list[index]).toBeGreaterThan(list[index - 1]!);
      }),
    );
  });

  it("are whole where the field is", () => {
    fc.assert(fc.property(ranges, (range) => !range.integer || stops(range).every(Number.isInteger)));
  });

  it("move at every step of a logarithmic scale of whole numbers", () => {
    const list = stops({ low: 1, high: 1024, scale: "log", integer: true });
    expect(list.slice(0, 5)).toEqual([1, 2, 3, 4, 5]);
    for (let value = 1; value <= 1024; value *= 2) expect(list).toContain(value);
    expect(list.length).toBeLessThan(160);
    expect(stops({ low: 100, high: 5000, scale: "log", integer: true })).toEqual(expect.arrayContaining([128, 256, 512, 1024, 2048, 4096]));
  });

  it("of a linear scale stand evenly, a hundred steps of any number or two hundred whole ones", () => {
    expect(stops({ low: 10, high: 20, scale: "linear", integer: true })).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
    const whole = stops({ low: 0, high: 2000, scale: "linear", integer: true });
    expect([whole.length, whole[1], whole[200]]).toEqual([201, 10, 2000]);
    const share = stops({ low: 0, high: 1, scale: "linear", integer: false });
    expect([share.length, share[1], share[50]]).toEqual([101, 0.01, 0.5]);
  });

  it("find themselves", () => {
    fc.assert(
      fc.property(ranges, fc.nat(), (range, pick) => {
        const list = stops(range);
        const index = pick % list.length;
        expect(nearest(list, list[index]!, range.scale)).toBe(index);
      }),
    );
  });

  it("of a logarithmic scale: zero is nearest to its low end, though no ratio leads there", () => {
    const list = stops({ low: 1e-7, high: 1e-3, scale: "log", integer: false });
    expect(nearest(list, 0, "log")).toBe(0);
    expect(nearest(list, 1, "log")).toBe(list.length - 1);
  });

  it("of a range without extent are its one value", () => {
    expect(stops({ low: 4, high: 4, scale: "linear", integer: true })).toEqual([4]);
  });
});
