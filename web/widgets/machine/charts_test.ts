import { describe, expect, it } from "vitest";
import { sound, text } from "../../../tests/web/drawing.js";
import type { BenchLevel } from "#bench";
import { memoryChart } from "./charts/memory.js";
import { predictedChart } from "./charts/predicted.js";
import { roofsChart } from "./charts/roofs.js";
import { steps, stepName } from "./sentences.js";

const WIDTHS = [240, 320, 640, 1200];

/** 64 GB/s up to 1 MiB, 20 GB/s up to 16 MiB, 8 GB/s beyond. */
const levels: BenchLevel[] = Array.from({ length: 13 }, (_, index) => {
  const bytes = 2 ** (14 + index);
  const value = bytes <= 2 ** 20 ? 64e9 : bytes <= 2 ** 24 ? 20e9 : 8e9;
  return { bytes, bytes_per_s: { value, low: value * 0.97, high: value * 1.02 } };
});

describe("steps", () => {
  it("are the caches, each by the widest working set that it holds", () => {
    expect(steps(levels).map(({ bytes }) => bytes)).toEqual([2 ** 20, 2 ** 24, 2 ** 26]);
    expect(stepName(levels, steps(levels).at(-1)!)).toBe("memory");
  });

  it("do not come of one slow timing", () => {
    const once = levels.map((level, index) => (index === 3 ? { ...level, bytes_per_s: { value: 10e9, low: 9e9, high: 60e9 } } : level));
    expect(steps(once)).toHaveLength(3);
  });
});

describe("memory by size", () => {
  it("has a point for each size of each series, with its quartiles", () => {
    const drawing = memoryChart([{ name: "one thread", levels }, { name: "8 threads", levels: levels.slice(0, 12) }], 640);
    expect(drawing.points).toHaveLength(25);
    expect(drawing.points[0]!.text).toMatch(/one thread.*64.*GB\/s.*between/);
    expect(drawing.points[0]!.y).toBeLessThan(drawing.points[12]!.y);
    WIDTHS.forEach((width) => sound(memoryChart([{ name: "one thread", levels }], width), width));
  });
});

describe("roofs", () => {
  const own = { name: "Your machine", slopes: [{ name: "up to 1 MB", rate: 64e9 }, { name: "memory", rate: 8e9 }], flats: [{ name: "fp32", rate: 5e10 }, { name: "int8", rate: 1e11 }] };
  const reference = { name: "A device", slopes: [{ name: "A device, memory", rate: 1e11 }], flats: [{ name: "fp32", rate: 3.5e12 }] };

  it("are drawn one over another, the first in full strokes", () => {
    const drawing = roofsChart([own, reference], 640);
    expect(text(drawing.body).match(/class="roof second"|class=roof second/g)).toHaveLength(2);
    expect(drawing.points.map(({ text: said }) => said).join("\n")).toMatch(/Your machine, int8/);
    WIDTHS.forEach((width) => sound(roofsChart([own, reference], width), width));
    WIDTHS.forEach((width) => sound(roofsChart([reference], width), width));
  });
});

describe("predictions", () => {
  it("lie on the diagonal where they are right, and wait for what has not run", () => {
    const drawing = predictedChart([{ name: "a", predicted_s: 1e-4, measured_s: 1e-4 }, { name: "b", predicted_s: 1e-3, measured_s: 2e-3 }, { name: "c", predicted_s: 1e-2, measured_s: null }], 640);
    expect(text(drawing.body).match(/class="dot"/g)).toHaveLength(2);
    expect(drawing.points[2]!.text).toMatch(/not run yet/);
    WIDTHS.forEach((width) => sound(predictedChart([{ name: "a", predicted_s: 1e-4, measured_s: 1e-4 }], width), width));
  });
});
