import { describe, expect, it } from "vitest";
import { sound, text } from "../../../tests/web/drawing.js";
import type { BenchJudged, BenchLevel } from "#bench";
import { memoryChart } from "./charts/memory.js";
import { predictedChart } from "./charts/predicted.js";
import { roofsChart } from "./charts/roofs.js";
import type { Measured, Product } from "./measured.js";
import { reason, steps, stepName, tokenReason, tokenSentence } from "./sentences.js";

const WIDTHS = [240, 320, 640, 1200];

/** 64 GB/s up to 1 MiB, 20 GB/s up to 16 MiB, 8 GB/s beyond. */
const levels: BenchLevel[] = Array.from({ length: 13 }, (_, index) => {
  const bytes = 2 ** (14 + index);
  const value = bytes <= 2 ** 20 ? 64e9 : bytes <= 2 ** 24 ? 20e9 : 8e9;
  return { bytes, bytes_per_s: { value, low: value * 0.97, high: value * 1.02 }, ends_step: [20, 24, 26].includes(14 + index) };
});

describe("steps", () => {
  it("are called by what they hold, the last one memory", () => {
    expect(steps(levels).map((step) => stepName(levels, step).replace(/\s/g, " "))).toEqual(["up to 1 MiB", "up to 16 MiB", "main memory"]);
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

  it("has the lines that were pinned, but for those of now, within its axes", () => {
    const [one, all] = [{ name: "one thread", levels }, { name: "8 threads", levels: levels.map((step) => ({ ...step, bytes_per_s: { value: 4 * step.bytes_per_s.value, low: 3e10, high: 4e11 } })) }];
    for (const width of WIDTHS) {
      const drawing = memoryChart([one], width, [one, all]);
      expect(text(drawing.body).match(/<path class="ghost" d=/g)).toHaveLength(1);
      expect(drawing.labels!.map((label) => label.text)).toEqual(["one thread", "pinned"]);
      expect(Math.min(...[...text(drawing.body).matchAll(/<path class="ghost" d=(\S+?)>/g)].flatMap(([, path]) => [...path!.matchAll(/,([-\d.]+)/g)].map(([, y]) => Number(y))))).toBeGreaterThan(drawing.box!.top);
      expect(text(memoryChart([one], width, [one]).body)).not.toMatch(/ghost|pinned/);
    }
  });
});

describe("roofs", () => {
  const own = { name: "Your machine", slopes: [{ name: "up to 1 MB", rate: 64e9 }, { name: "memory", rate: 8e9 }], flats: [{ name: "fp32", rate: 5e10 }, { name: "int8", rate: 1e11 }] };
  const reference = { name: "A device", slopes: [{ name: "memory", rate: 1e11 }], flats: [{ name: "fp32", rate: 3.5e12 }] };

  it("are drawn one over another, the first in full strokes", () => {
    const drawing = roofsChart([own, reference], 640);
    expect(text(drawing.body).match(/class="roof second"|class=roof second/g)).toHaveLength(4);
    const said = drawing.points.map((point) => point.text.replace(/\s/g, " "));
    expect(said).toEqual(["Your machine, up to 1 MB: 64.0 GB/s", "Your machine, memory: 8.00 GB/s", "A device, memory: 100 GB/s", "Your machine, fp32: 50.0 GFLOP/s", "Your machine, int8: 100 GFLOP/s", "A device, fp32: 3.50 TFLOP/s"]);
    // Each stands in the key under its number, on a phone too, where a long one has several lines.
    for (const one of WIDTHS) {
      const key = text(roofsChart([own, reference], one).body).replace(/<text x=\S+ y=\S+>/g, "<text>").replace(/<\/text>\s*<text>/g, " ").replace(/\s+/g, " ");
      for (const [index, line] of said.entries()) expect(key).toMatch(new RegExp(`>${index + 1} ${line}</text>`));
    }
    expect(roofsChart([own, { ...reference, name: "A device of a long name" }], 240).height).toBeGreaterThan(roofsChart([own, reference], 240).height);
    WIDTHS.forEach((width) => sound(roofsChart([own, reference], width), width));
    WIDTHS.forEach((width) => sound(roofsChart([reference], width), width));
  });

  it("have those that were pinned over them, but for lines of now, and in the key", () => {
    const before = { name: "Another", slopes: [{ name: "memory", rate: 5e9 }], flats: [{ name: "fp32", rate: 3.5e12 }] };
    for (const width of WIDTHS) {
      const drawing = roofsChart([own, reference], width, [own, before]);
      // A slope, a flat part, and a stroke in the key.
      expect(text(drawing.body).match(/<path class="ghost"/g)).toHaveLength(3);
      expect(text(drawing.body)).toContain(">pinned</text>");
      expect(drawing.height).toBe(roofsChart([own, reference], width).height + 18);
      sound(drawing, width);
      expect(text(roofsChart([own, reference], width, [own, reference]).body)).not.toMatch(/ghost|pinned/);
    }
  });
});

describe("predictions", () => {
  it("lie on the diagonal where they are right, and wait for what has not run", () => {
    const drawing = predictedChart([{ name: "a", predicted_s: 1e-4, measured_s: 1e-4 }, { name: "b", predicted_s: 1e-3, measured_s: 2e-3 }, { name: "c", predicted_s: 1e-2, measured_s: null }], 640);
    expect(text(drawing.body).match(/class="dot"/g)).toHaveLength(2);
    expect(drawing.points[2]!.text).toMatch(/not run yet/);
    WIDTHS.forEach((width) => sound(predictedChart([{ name: "a", predicted_s: 1e-4, measured_s: 1e-4 }], width), width));
  });

  it("have rings where those that had run were pinned, one of them named", () => {
    const now = [{ name: "a", predicted_s: 1e-4, measured_s: 1e-4 }];
    for (const width of WIDTHS) {
      const drawing = predictedChart(now, width, [{ name: "a", predicted_s: 1e-5, measured_s: 2e-5 }, { name: "b", predicted_s: 1e-3, measured_s: 2e-3 }, { name: "c", predicted_s: 1e-2, measured_s: null }]);
      const rings = [...text(drawing.body).matchAll(/<circle class="ghost" cx=(\S+) cy=(\S+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
      expect(rings).toHaveLength(2);
      for (const [x, y] of rings) expect(x > drawing.box!.left && x < drawing.box!.right && y > drawing.box!.top && y < drawing.box!.bottom).toBe(true);
      expect(drawing.labels!.map((label) => label.text)).toEqual(["pinned"]);
      sound(drawing, width);
      expect(text(predictedChart(now, width).body)).not.toMatch(/ghost|pinned/);
    }
  });
});

describe("a token of the language model", () => {
  const token = (error: number | null, outcome: BenchJudged["outcome"] = "as_predicted", limit: Product["predicted"]["limit"] = "overhead"): Product => ({
    task: { kind: "step", format: "int8", bytes: 0, rows: 0, columns: 0, batch: 4 },
    predicted: { seconds: 1e-5, memory_s: 1e-6, arithmetic_s: 2e-6, overhead_s: 8e-6, limit },
    timing: null,
    judged: error === null ? null : { error, outcome },
  });

  it("says what it waits for, and where it was off why", () => {
    expect(tokenReason(token(null))).toBe("attention, norms, gates");
    expect(tokenReason(token(0.1, "as_predicted", "memory"))).toBe("reading the weights");
    expect(tokenReason(token(0.2, "slower"))).toMatch(/; slower: short rows, and each layer waits/);
    expect(tokenReason(token(-0.2, "faster"))).toMatch(/; faster: the products fitted were held up/);
    expect(reason(token(0.2, "overlapping", "memory"))).toMatch(/^reading the weights; slower, as reading and arithmetic take about as long/);
  });

  it("is summed up by the median, and by the one that was furthest off", () => {
    const found = (steps: Product[], steps_median_error: number | null): Measured => ({ steps, steps_median_error }) as unknown as Measured;
    expect(tokenSentence(found([token(null)], null))).toMatch(/runs after the products/);
    expect(tokenSentence(found([token(0.1), token(-0.12)], 0.11))).toMatch(/2 times: median error 11\s%.*, largest for INT8, 4 sequences \(faster by 12\s%\)\.$/);
    expect(tokenSentence(found([token(0.4, "slower"), token(0.2, "slower"), token(0.1)], 0.2))).toMatch(/The table says why, line by line\.$/);
  });
});
