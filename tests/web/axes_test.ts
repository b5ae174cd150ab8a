// What the axes of a roofline show: decades around the ridge and the point, kept while the device changes.

import { describe, expect, it } from "vitest";
import { axes, ceilDecade, decades, floorDecade, frameOf, logScale, positive, steady } from "../../web/charts/axes.js";
import type { Place } from "../../web/charts/apart/place.js";
import { rooflinesChart } from "../../web/charts/apart/rooflines.js";
import { rooflineChart, type RooflineData } from "../../web/charts/roofline.js";
import type { Domain } from "../../web/charts/shared.js";
import { rates } from "../../web/ui/band.js";
import { text } from "./drawing.js";

const data: RooflineData = {
  name: "A model", precision: "FP16", intensity: 8, achieved_flop_per_s: 2.4e13, regime: "memory", feasible: true,
  bandwidth_bytes_per_s: 3.35e12, peak_flop_per_s: 9.89e14, attainable_flop_per_s: 4.945e14, ridge: 50, attainable_ridge: 147.6, peak_ridge: 295.2, trail: [],
};
const domain = (changed: Partial<RooflineData>, held?: Domain): Domain => rooflineChart({ ...data, ...changed }, 600, { held }).domain!;

describe("by themselves, axes", () => {
  it.each<[Partial<RooflineData>, number]>([
    [{}, 0.1], [{ attainable_ridge: 100 }, 0.1], [{ attainable_ridge: 99 }, 0.01], [{ intensity: 0.25 }, 0.1], [{ intensity: 0.15 }, 0.01], [{ intensity: 0 }, 0.1],
  ])("begin a thousandth of the ridge to the left, and with %j where there is room for the point: %d", (changed, low) => expect(domain(changed).x[0]).toBeCloseTo(low, 10));

  it.each<[Partial<RooflineData>, number]>([[{}, 1e3], [{ ridge: 100 }, 1e3], [{ ridge: 101 }, 1e4], [{ peak_ridge: 500 }, 1e3], [{ peak_ridge: 501 }, 1e4], [{ intensity: 500 }, 1e3], [{ intensity: 501 }, 1e4]])(
    "end ten times the ridge to the right, and with %j where there is room for point and peak: %d", (changed, high) => expect(domain(changed).x[1]).toBeCloseTo(high, 6));

  it("go from below the slope, the point and its band to above the peak", () => {
    expect(domain({}).y).toEqual([1e11, 2.2 * data.peak_flop_per_s]);
    expect(domain({ achieved_flop_per_s: 1.05e11 }).y[0]).toBe(1e10);
    expect(domain({ achieved_flop_per_s: 1.15e11 }).y[0]).toBe(1e11);
    expect(domain({ band: rates(5e9, 6e13) }).y[0]).toBe(1e9);
  });
});

describe("axes that stay", () => {
  const held: Domain = { x: [0.1, 1e4], y: [1.2e11, 3e15] };

  it("make room where a point comes near an edge, as far again as it is from it, and not before", () => {
    expect([domain({ intensity: 0.21 }, held).x[0], domain({ intensity: 0.15 }, held).x[0]].map((low) => Number(low.toPrecision(3)))).toEqual([0.1, 0.01]);
    expect([domain({ achieved_flop_per_s: 2.5e11 }, held).y[0], domain({ achieved_flop_per_s: 2.3e11 }, held).y[0]]).toEqual([1.2e11, 1e11]);
    expect([domain({ attainable_flop_per_s: 2.3e11 }, held).y[0]]).toEqual([1e11]);
    expect(domain({ attainable_ridge: 0.15 }, held).x[0]).toBeLessThan(0.1);
  });

  const one: Domain["x"] = [1, 10];
  const x = (wanted: Domain["x"], needed: Domain["x"], kept: Domain["x"]): Domain["x"] => steady({ x: wanted, y: one }, { x: needed, y: one }, { x: kept, y: one }).x;

  it("are kept to their very ends, and grow at the end that is passed", () => {
    expect(x([0.1, 100], one, one)).toEqual(one);
    expect(x([0.1, 100], [0.9, 10], one)).toEqual([0.1, 100]);
    expect(x([0.5, 20], [1, 11], one)).toEqual([0.5, 20]);
    expect(steady({ x: one, y: one }, { x: one, y: one }, undefined)).toEqual({ x: one, y: one });
  });

  it("follow where they would show more than two decades too many", () => {
    expect([x(one, one, [1, 1000]), x(one, one, [1, 1001]), x([1, 20], [1, 20], [1, 1000])]).toEqual([[1, 1000], one, [1, 1000]]);
  });

  it("let the slope begin where it enters the frame: at its left edge, or at its foot", () => {
    const start = (kept: Domain): number[] => /class="roof" d=M([^L]*)/.exec(text(rooflineChart(data, 600, { held: kept }).body))![1]!.split(",").map(Number);
    const { box } = rooflineChart(data, 600);
    const [left, above] = start({ x: [0.1, 1e4], y: [1e11, 3e15] }) as [number, number];
    expect([left, above < box!.bottom - 10]).toEqual([box!.left, true]);
    const [right, foot] = start({ x: [0.1, 1e4], y: [1e13, 3e15] }) as [number, number];
    expect([right > box!.left + 10, foot]).toEqual([true, box!.bottom]);
  });
});

describe("axes of several roofs", () => {
  const place: Place = { label: "FP16", intensity: 10, achieved_flop_per_s: 1e13, regime: "memory", feasible: true, device: "H100", attainable_flop_per_s: 1e14, rate: 1e12, ridge: 100 };
  const shown = (changed: Partial<Place>, held?: Domain): Domain => rooflinesChart([{ name: "", places: [{ ...place, ...changed }] }], 600, { held }).domain!;

  it("go from half the least to twice the most of points and four times the ridges, by decades", () => {
    expect([{}, { intensity: 2.5 }, { intensity: 2 }, { intensity: 1.9 }, { ridge: 1.5 }].map((one) => shown(one).x[0])).toEqual([1, 1, 1, 0.1, 0.1]);
    expect([{}, { ridge: 125 }, { ridge: 126 }, { intensity: 500 }, { intensity: 501 }].map((one) => shown(one).x[1])).toEqual([1e3, 1e3, 1e4, 1e3, 1e4]);
  });

  it("go from below the slopes, the points and their bands to four times the highest", () => {
    expect([{}, { achieved_flop_per_s: 1.15e11 }, { achieved_flop_per_s: 1.05e11 }, { achieved_flop_per_s: 0 }, { band: rates(2e9, 3e13) }].map((one) => shown(one).y[0])).toEqual([1e11, 1e11, 1e10, 1e11, 1e9]);
    expect([shown({}).y[1], shown({ band: rates(1e12, 2e14) }).y[1]]).toEqual([4e14, 8e14]);
  });

  it("have room for what was pinned", () => {
    const pinned = (changed: Partial<Place>): Domain => rooflinesChart([{ name: "", places: [place] }], 600, { ghost: [{ ...place, ...changed }] }).domain!;
    expect([pinned({}), pinned({ intensity: 1.9 }).x[0], pinned({ ridge: 126 }).x[1], pinned({ achieved_flop_per_s: 1.05e11 }).y[0], pinned({ attainable_flop_per_s: 2e14 }).y[1]]).toEqual([shown({}), 0.1, 1e4, 1e10, 8e14]);
  });

  it("stay until what is shown comes near an end", () => {
    const held: Domain = { x: [1, 1e3], y: [1e12, 4e14] };
    expect([{}, { intensity: 2.1 }, { intensity: 499, ridge: 400 }, { achieved_flop_per_s: 2.1e12 }, { attainable_flop_per_s: 2.6e14 }].map((one) => shown(one, held))).toEqual(Array(5).fill(held));
    expect([shown({ intensity: 1.9 }, held).x[0], shown({ ridge: 1.9 }, held).x[0], shown({ intensity: 501 }, held).x[1], shown({ ridge: 501 }, held).x[1]]).toEqual([0.1, 0.1, 1e4, 1e4]);
    expect([shown({ achieved_flop_per_s: 1.9e12 }, held).y[0], shown({ attainable_flop_per_s: 2.7e14 }, held).y[1], shown({ band: rates(2e12, 2.7e14) }, held).y[1]]).toEqual([1e11, 1.08e15, 1.08e15]);
  });
});

describe("ticks", () => {
  it("have 44 pixels each", () => {
    expect([decades(1, 1e9, 440).length, decades(1, 1e9, 439).length, decades(1, 1e9, 10).length]).toEqual([10, 5, 1]);
    expect(decades(1, 1e3, 44)).toEqual([1]);
  });

  it("are centred, but for one at the right edge, which ends there", () => {
    const box = { left: 44, right: 592, top: 30, bottom: 300 };
    const anchor = (place: number): string => /text-anchor=(\w+)>1</.exec(text(axes(box, [1, 1], [1, 1], () => place, () => 100)).replace(/text-anchor="end"/g, ""))![1]!;
    expect([anchor(box.right - 12), anchor(box.right - 11)]).toEqual(["middle", "end"]);
  });
});

it("a logarithmic axis shows what is above nothing, and nothing at its low end", () => {
  expect(positive(0, 1, -1, 2)).toEqual([1, 2]);
  expect([logScale([1, 100], [0, 200])(0), logScale([1, 100], [0, 200])(10)]).toEqual([0, 100]);
  expect([floorDecade(250), floorDecade(100), ceilDecade(250), ceilDecade(100)]).toEqual([100, 100, 1000, 100]);
});

it("the frame is as high as its width allows, between 260 and 400, or as it may be", () => {
  expect([frameOf(300), frameOf(500), frameOf(1000), frameOf(1000, 280)].map(({ height }) => height)).toEqual([260, 290, 400, 280]);
  expect(frameOf(1000).box).toEqual({ left: 44, right: 992, top: 30, bottom: 360 });
});
