// Scales and lines of the drawings: where numbers stand, and what is drawn through them.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { line, scaleLinear, scaleLog } from "../../web/charts/scale.js";

describe("scaleLinear", () => {
  it("puts the ends of its domain at the ends of its range, exactly, and goes on beyond them", () => {
    const y = scaleLinear([0.1, 0.7], [300, 20]);
    expect([y(0.1), y(0.7)]).toEqual([300, 20]);
    expect(y(0.4)).toBeCloseTo(160, 9);
    expect(y(1)).toBeCloseTo(-120, 9);
  });

  it("puts a domain without width in the middle", () => {
    expect(scaleLinear([2, 2], [0, 100])(2)).toBe(50);
  });

  it("has round ticks within its domain, also of one that begins below zero", () => {
    expect(scaleLinear([0.93, 3.4], [0, 100]).ticks(5)).toEqual([1, 1.5, 2, 2.5, 3]);
    expect(scaleLinear([-0.0115, 0], [0, 100]).ticks(4)).toEqual([-0.01, -0.008, -0.006, -0.004, -0.002, 0]);
  });

  it("has about as many ticks as asked, evenly apart by 1, 2 or 5 times a power of ten", () => {
    const ends = fc.tuple(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.double({ min: 1e-3, max: 1e6, noNaN: true }));
    fc.assert(
      fc.property(ends, fc.integer({ min: 3, max: 6 }), ([low, length], count) => {
        const found = scaleLinear([low, low + length], [0, 1]).ticks(count);
        expect(found.length).toBeGreaterThanOrEqual(Math.floor(count / 2));
        expect(found.length).toBeLessThanOrEqual(2 * count + 1);
        const near = 1e-9 * (Math.abs(low) + length);
        expect(found[0]).toBeGreaterThanOrEqual(low - near);
        expect(found.at(-1)).toBeLessThanOrEqual(low + length + near);
        const step = (found.at(-1)! - found[0]!) / (found.length - 1);
        if (found.length > 1) expect(String(Number(step.toPrecision(3)).toExponential())).toMatch(/^[125]e/);
      }),
    );
  });
});

describe("scaleLog", () => {
  it("puts equal factors equally far apart", () => {
    const x = scaleLog([1, 1000], [44, 344]);
    expect([1, 10, 100, 1000].map((value) => Math.round(x(value) * 1e9) / 1e9)).toEqual([44, 144, 244, 344]);
  });
});

describe("line", () => {
  const path = line(scaleLinear([0, 1], [0, 100]), scaleLinear([0, 1], [10, 0]));

  it("goes straight from point to point, in tenths of a pixel", () => {
    expect(path([[0, 0], [1 / 3, 0.5], [1, 1]])).toBe("M0,10L33.3,5L100,0");
  });

  it("is empty without points", () => {
    expect(path([])).toBe("");
  });
});
