import { describe, expect, it } from "vitest";
import { sound, text } from "../../../tests/web/drawing.js";
import { boundChart } from "./charts/bound.js";
import { scalingChart } from "./charts/scaling.js";
import { sharesChart } from "../../charts/apart/shares.js";
import { skippingChart } from "./charts/skipping.js";
import { speedupsChart } from "./charts/speedups.js";
import { below } from "./sentences.js";

const WIDTHS = [240, 320, 640, 1200];

const curve = Array.from({ length: 41 }, (_, step): [number, number] => [step / 40, 1 + step / 81]);
const layer = { curve, bound: 1.4985, target: 1.3, now: [0.85, 1.39] as [number, number], breakeven: [0.697, 1.3] as [number, number] };

describe("shares", () => {
  it("are drawn on one scale from nothing to all, with what was measured as a stroke", () => {
    const rows = [{ name: "Fast", share: 0.3, measured: 0.36 }, { name: "Learned", share: 0.15 }];
    const drawing = sharesChart([{ heading: "of the tokens", rows }, { heading: "of the time", rows: [{ name: "Experts", share: 1 }] }], 640);
    const bars = [...text(drawing.body).matchAll(/class="bar" x=([\d.]+) y=[\d.]+ width=([\d.]+)/g)].map(([, , width]) => Number(width));
    expect(bars[0]! / bars[2]!).toBeCloseTo(0.3, 2);
    expect(bars[1]! / bars[2]!).toBeCloseTo(0.15, 2);
    expect(text(drawing.body).match(/class="secant"/g)).toHaveLength(1);
    expect(drawing.points[0]!.text).toContain("measured 36");
    WIDTHS.forEach((width) => sound(sharesChart([{ heading: "of the tokens", rows }], width), width));
  });
});

describe("skipping", () => {
  it("ends below the bound, and rings the target where it can be reached", () => {
    const drawing = skippingChart(layer, 640);
    expect(text(drawing.body)).toContain("Amdahl’s bound 1.4985×");
    const [last] = drawing.points.filter(({ text: said }) => said.startsWith("100"));
    const bound = Number(/class=roof second x1=\S+ x2=\S+ y1=([\d.]+)/.exec(text(drawing.body))![1]);
    expect(last!.y).toBeGreaterThanOrEqual(bound - 0.2);
    expect(text(drawing.body)).toContain('class="cursor"');
    expect(text(skippingChart({ ...layer, target: 1.5, breakeven: null }, 640).body)).not.toContain('class="cursor"');
    WIDTHS.forEach((width) => sound(skippingChart(layer, width), width));
  });
});

it("a speedup is not rounded above the bound that stands beside it", () => {
  expect([below(1.4985, 1.4985), below(1.4983, 1.4985), below(1.386, 1.4985), below(1.002, 1.4985), below(1.6, 1.4985)]).toEqual(["1.4985×", "1.4983×", "1.39×", "1.002×", "1.60×"]);
  expect(skippingChart({ ...layer, now: [1, 1.4985] }, 640).points.filter(({ text: said }) => said.includes("1.50×"))).toEqual([]);
});

describe("the bound over the router's share", () => {
  const law = Array.from({ length: 121 }, (_, step): [number, number] => [1 - 1 / (1 + 10 ** (-5 + step / 20)), 1 + 10 ** (-5 + step / 20)]);
  const points = [{ name: "assumed costs", routerShare: 1 / 3, bound: 1.4985 }, { name: "a model", routerShare: 7.5e-5, bound: 1.000075 }];

  it("has each layer at its place, with digits enough to see that there is no gain", () => {
    const drawing = boundChart(law, points, 640);
    expect(text(drawing.body)).toContain("a model: 1.00008");
    expect(drawing.points[1]!.x).toBeLessThan(drawing.points[0]!.x);
    expect(drawing.points[1]!.y).toBeGreaterThan(drawing.points[0]!.y);
    WIDTHS.forEach((width) => sound(boundChart(law, points, width), width));
    sound(boundChart(law, [{ name: "nearly all", routerShare: 0.98, bound: 50 }, { name: "nearly none", routerShare: 1e-9, bound: 1.000000001 }], 640), 640);
  });

  it("writes no label over another", () => {
    const near = ["one", "two", "three"].map((name, step) => ({ name, routerShare: 0.33 + step / 100, bound: 1.49 + step / 100 }));
    const lines = [...text(boundChart(law, near, 640).body).matchAll(/class="halo" x=\S+ y=([\d.]+)/g)].map(([, y]) => Number(y)).sort((a, b) => a - b);
    expect(lines).toHaveLength(3);
    for (let index = 1; index < lines.length; index++) expect(lines[index]! - lines[index - 1]!).toBeGreaterThanOrEqual(14);
  });
});

describe("speedups", () => {
  it("have their spread, and a dash where nothing was measured", () => {
    const rows = [{ name: "Predicted", value: 1.33 }, { name: "Measured", value: 1.35, between: [1.3, 1.41] as [number, number] }, { name: "Bound", value: null }];
    const drawing = speedupsChart(rows, 640);
    expect(text(drawing.body).match(/class="roof"/g)).toHaveLength(1);
    expect(text(drawing.body).match(/class="dot"/g)).toHaveLength(2);
    expect(drawing.points[2]!.text).toBe("Bound: —");
    WIDTHS.forEach((width) => sound(speedupsChart(rows, width), width));
    sound(speedupsChart([{ name: "Slower", value: 0.7, between: [0.5, 0.9] }], 320), 320);
  });
});

describe("scaling", () => {
  it("starts at nothing, so that a steady time looks level", () => {
    const steady = [64, 128, 256, 512].map((tokens) => ({ tokens, seconds: 8e-6, low: 7.9e-6, high: 8.2e-6 }));
    const drawing = scalingChart(steady, 640);
    expect(new Set(drawing.points.map(({ y }) => y)).size).toBe(1);
    expect(text(drawing.body)).toMatch(/>0<\/text>/);
    WIDTHS.forEach((width) => sound(scalingChart(steady, width), width));
    sound(scalingChart([{ tokens: 32, seconds: 8e-6, low: 8e-6, high: 8e-6 }], 320), 320);
  });
});
