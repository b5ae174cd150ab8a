// Labels keep clear of the lines, dots and bars of their charts.

import { describe, expect, it } from "vitest";
import { latencyChart, type Latencies } from "../../web/widgets/load/charts/latency.js";
import { curveChart } from "../../web/widgets/quantization/charts/curve.js";
import { waterfallChart } from "../../web/widgets/explainer/charts/waterfall.js";
import { rooflinesChart } from "../../web/charts/apart/rooflines.js";
import type { Place } from "../../web/charts/apart/place.js";
import { overlap, type Box } from "../../web/charts/labels.js";
import { textWidth, type Drawing } from "../../web/charts/shared.js";
import { text } from "./drawing.js";

const labelled = ({ labels }: Drawing, start: string): Box => labels!.find((one) => one.text.startsWith(start) || one.text === start.replace("time ", ""))!.boxes[0]!;
/** Where an upright line of a class stands. */
const upright = (drawing: Drawing, kind: string): number => Number(new RegExp(`<line class="${kind}" x1=(\\S+)`).exec(text(drawing.body))![1]);
const clear = ({ left, right }: Box, x: number): boolean => x < left || x > right;

describe("latency against load", () => {
  const loaded = (load: number): Latencies["now"] => ({ load, ttft_s: 0.03 / (1 - load / 27), itl_s: 0.008 + load / 1500 });
  const at = (load: number, width: number): Drawing => latencyChart({ curve: [1, 4, 8, 12, 16, 20, 24, 26].map(loaded), now: loaded(load), saturation: 25, closed: false, limits: { ttft_s: 1, itl_s: 0.05 } }, width);

  it.each([640, 800, 1100])("has the names of its curves clear of the upright lines, %i px wide", (width) => {
    for (const load of [2, 5, 10, 15, 20, 24]) {
      const drawing = at(load, width);
      for (const name of ["first token", "time between tokens"]) for (const kind of ["peak", "now"]) expect([load, name, kind, clear(labelled(drawing, name), upright(drawing, kind))]).toEqual([load, name, kind, true]);
    }
  });

  it("says of both limits what they are, at every load", () => {
    for (let load = 1; load <= 24; load += 1) expect(at(load, 800).labels!.filter(({ text }) => text.startsWith("limit")).length).toBe(2);
  });
});

describe("speedup over batch", () => {
  it("has where a gain ends clear of the line of the batch now", () => {
    const curves = [{ name: "INT4", points: Array.from({ length: 512 }, (_, index) => ({ batch: index + 1, speedup: 1 + 2.5 / (1 + (index + 1) / 18), fits: true })) }];
    for (const batch of [16, 26, 32, 48, 64, 100]) {
      const drawing = curveChart(curves, [{ threshold: 2, batch: 26 }], batch, 640);
      expect([batch, clear(labelled(drawing, "below"), upright(drawing, "now"))]).toEqual([batch, true]);
    }
  });
});

describe("the factors of a speedup", () => {
  it.each([300, 320, 480, 800])("have room for the names before their dots and bars, %i px wide", (width) => {
    const drawing = text(waterfallChart("Baseline, 8.33 ms", "Proposal, 2.29 ms", [{ name: "Memory bandwidth", ratio: 3.9 }, { name: "Overhead a layer", ratio: 0.93 }], 3.63, width).body);
    const dots = [...drawing.matchAll(/class="dot"[^>]*translate\(([\d.]+),/g)].map(([, x]) => Number(x) - 5);
    const bars = [...drawing.matchAll(/<rect class=\S+ x=([\d.]+)/g)].map(([, x]) => Number(x));
    expect(Math.min(...dots)).toBeGreaterThan(textWidth("Baseline, 8.33 ms") * 1.15);
    expect(Math.min(...bars)).toBeGreaterThan(textWidth("Memory bandwidth"));
  });
});

describe("two places under two roofs", () => {
  const place = (label: string, intensity: number, achieved: number, flat: number, rate: number): Place => ({ label, intensity, achieved_flop_per_s: achieved, regime: "memory", feasible: true, device: label, attainable_flop_per_s: flat, rate, ridge: flat / rate });
  const places = [place("Baseline", 1, 1.5e12, 1.5e14, 2e12), place("Proposal", 1, 2.1e12, 4.9e14, 3.3e12)];
  const drawing = rooflinesChart([{ name: "", places }], 640);

  it("have names clear of both", () => {
    const points = [...text(drawing.body).matchAll(/<path class=roof(?: second)? d=(\S+?)>/g)].map(([, d]) => [...d!.matchAll(/([\d.]+),([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const));
    expect(points.length).toBe(2);
    for (const name of ["Baseline", "Proposal"]) {
      const box = labelled(drawing, name);
      for (const corners of points)
        for (let piece = 1; piece < corners.length; piece += 1)
          for (let share = 0; share <= 1; share += 0.002) {
            const [from, to] = [corners[piece - 1]!, corners[piece]!];
            const [x, y] = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
            expect(overlap(box, { left: x, right: x + 0.1, top: y, bottom: y + 0.1 }), `${name} at ${x},${y}`).toBe(false);
          }
    }
  });

  it("have names in the order of their points", () => expect(labelled(drawing, "Proposal").top).toBeLessThan(labelled(drawing, "Baseline").top));

  it("have smaller marks where these would overlap", () => {
    expect(text(drawing.body).match(/scale\(0\.7\)/g)).toHaveLength(2);
    expect(text(rooflinesChart([{ name: "", places: [places[0]!, place("Proposal", 50, 1e14, 4.9e14, 3.3e12)] }], 640).body)).not.toMatch(/scale\(0\.7\)/);
  });
});
