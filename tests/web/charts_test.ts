import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frameOf } from "../../web/charts/apart/frame.js";
import { legsChart } from "../../web/charts/bars.js";
import { curveChart, type Curve } from "../../web/widgets/quantization/charts/curve.js";
import { frontierChart } from "../../web/widgets/quantization/charts/frontier.js";
import { rooflineChart, type RooflineData } from "../../web/charts/roofline.js";
import type { Place } from "../../web/charts/apart/place.js";
import { rooflinesChart } from "../../web/charts/apart/rooflines.js";
import { tornadoChart } from "../../web/widgets/sensitivity/charts/tornado.js";
import { waterfallChart } from "../../web/widgets/explainer/charts/waterfall.js";
import { decades } from "../../web/charts/axes.js";
import { textWidth, type Drawing } from "../../web/charts/shared.js";
import { rates } from "../../web/ui/band.js";
import { asBefore, picture, text } from "./drawing.js";

const roofline: RooflineData = {
  name: "A model, batch 8", precision: "FP16", intensity: 8, achieved_flop_per_s: 2.4e13, regime: "memory", feasible: true,
  bandwidth_bytes_per_s: 3.35e12, peak_flop_per_s: 9.89e14, attainable_flop_per_s: 4.945e14, ridge: 295.2, attainable_ridge: 147.6, peak_ridge: 295.2,
  trail: [[1, 3e12], [8, 2.4e13], [64, 1.9e14], [512, 4.9e14]].map(([intensity, rate]) => ({ name: `A model, at ${intensity}`, intensity: intensity!, rate: rate! })),
};

const place = (label: string, intensity: number, achieved: number, device: string, flat: number, rate: number): Place => ({
  label, intensity, achieved_flop_per_s: achieved, regime: intensity > flat / rate ? "compute" : "memory", feasible: true, device, attainable_flop_per_s: flat, rate, ridge: flat / rate,
});
const moving = [
  { name: "A language model", places: ["FP16", "INT8", "INT4"].map((label, step) => place(label, 2 ** step, 3e12 * 2 ** step, "One device", 4.9e14, 3.35e12)) },
  { name: "Images", places: ["FP16", "INT8", "INT4"].map((label, step) => place(label, 1500 * 2 ** step, 1.5e14 * 2 ** step, "Another", 1.56e14 * 2 ** step, 2.04e12)) },
];
const methods = [
  { name: "quantization", points: [{ label: "INT8", ratio: 4, delta: -0.002 }, { label: "INT4", ratio: 8, delta: -0.025 }] },
  { name: "pruning", points: [{ label: "50 %", ratio: 2, delta: -0.001 }, { label: "90 %", ratio: 10, delta: -0.06 }] },
];

const curve = (name: string, gain: (batch: number) => number): Curve => ({
  name,
  points: Array.from({ length: 512 }, (_, index) => ({ batch: index + 1, speedup: gain(index + 1), fits: index < 200 })),
});

describe("the names of curves that end together", () => {
  it.each([320, 640, 1100])("stand apart from one another and from the numbers of the axis, at %i px", (width) => {
    const drawing = curveChart([curve("INT4", (batch) => Math.max(1, 3 / batch)), curve("INT8", (batch) => Math.max(1, 2 / batch))], [], 1, width);
    const [int4, int8] = ["INT4", "INT8"].map((name) => Number(new RegExp(` y=(\\S+) dominant-baseline="central">${name}<`).exec(text(drawing.body))?.[1])) as [number, number];
    expect(Math.abs(int4 - int8)).toBeGreaterThanOrEqual(15);
    expect(Math.max(int4, int8) + 7).toBeLessThan(drawing.box!.bottom + 5);
  });
});

describe("labels of the roofline", () => {
  const place = (drawing: Drawing, words: string): { x: number; y: number } => drawing.labels!.find(({ text: one }) => one === words)!;

  it("name the point on its right, without its batch where that has no room, and then at the end of the frame", () => {
    const whole: number[] = [];
    const short = new Set<string>();
    for (let power = 0; power < 4; power += 0.02) {
      const drawing = rooflineChart({ ...roofline, intensity: 10 ** power, achieved_flop_per_s: 2e12, trail: [] }, 600);
      const { x } = place(drawing, "A model, batch 8") ?? {};
      if (x !== undefined) whole.push(Math.round(x - drawing.points[0]!.x));
      else {
        const { x: at } = place(drawing, "A model");
        short.add(at === 592 ? "at the end" : `${Math.round(at - drawing.points[0]!.x)} px from the point`);
      }
    }
    // Where it just has room it is moved a little nearer.
    expect([Math.max(...whole), Math.min(...whole) >= 5]).toEqual([12, true]);
    expect([...short].filter((where) => where !== "at the end" && !/^([5-9]|1[0-2]) px/.test(where))).toEqual([]);
    expect(short).toContain("at the end");
  });

  it("name the format of the peak from 420 px on", () => {
    expect([419, 420].map((width) => /989\sTFLOP\/s peak[^<]*/.exec(text(rooflineChart(roofline, width).body))![0].replace(/\s/, " "))).toEqual(["989 TFLOP/s peak", "989 TFLOP/s peak, FP16"]);
  });

  it("have the bandwidth above the slope, and below only where a faster pinned device is above it", () => {
    const y = (bandwidth?: number): number => place(rooflineChart(roofline, 600, bandwidth === undefined ? {} : { ghost: { ...roofline, bandwidth_bytes_per_s: bandwidth } }), "3.35\u00a0TB/s").y;
    expect([y(3.35e12), y(1e12), y(6.7e12) - y()]).toEqual([y(), y(), 22]);
  });
});

describe("the label of the flat roof", () => {
  it("keeps right of the slope at every width", () => {
    for (let width = 300; width <= 1100; width += 5) {
      for (const bandwidth of [2.73e11, 3.35e12]) {
        const attainable_ridge = roofline.attainable_flop_per_s / bandwidth;
        const { body, points } = rooflineChart({ ...roofline, bandwidth_bytes_per_s: bandwidth, attainable_ridge, ridge: 2 * attainable_ridge, peak_ridge: 2 * attainable_ridge }, width);
        const words = />([^<>]* (?:at the assumed efficiency|attainable))</.exec(text(body))?.[1];
        if (words) expect(width - 12 - textWidth(words), `at ${width} px`).toBeGreaterThan(points[1]!.x);
      }
    }
  });

  it("is long where there is room", () => expect(text(rooflineChart(roofline, 1000).body)).toMatch(/at the assumed efficiency/));
});

describe("the labels of a point that has just reached the flat roof", () => {
  it.each([320, 390, 640, 900])("lie below the roof and below the slope, at %i px", (width) => {
    const at = (intensity: number): Drawing => rooflineChart({ ...roofline, name: "Llama 3 / 3.1 8B, batch 192", intensity, achieved_flop_per_s: Math.min(roofline.attainable_flop_per_s, intensity * roofline.bandwidth_bytes_per_s), regime: "compute", trail: [] }, width);
    const { labels, points } = at(160);
    const [ridge, below] = [points[1]!, at(16).points[0]!];
    const slopeAt = (x: number): number => ridge.y + ((ridge.x - Math.min(x, ridge.x)) * (below.y - ridge.y)) / (ridge.x - below.x);
    const near = labels!.filter(({ text: said }) => /Llama|495/.test(said));
    expect(near).toHaveLength(2);
    for (const { text: said, boxes } of near) expect(boxes[0]!.top, said).toBeGreaterThan(slopeAt(boxes[0]!.left));
  });
});

describe("the name of the compute-bound side", () => {
  it("stands right of the ridge, or where that leaves no room, nowhere", () => {
    const place = (width: number): [name: number | undefined, ridge: number] => {
      const peak = { attainable_flop_per_s: 1e14, peak_flop_per_s: 1e14, ridge: 100, attainable_ridge: 100, peak_ridge: 100 };
      const { body, points } = rooflineChart({ ...roofline, ...peak, bandwidth_bytes_per_s: 1e12, intensity: 0.01, achieved_flop_per_s: 1e10 }, width);
      const found = />compute-bound</.test(text(body)) ? /x=(\S+) y=\S+ text-anchor=start>compute-bound</.exec(text(body))?.[1] : undefined;
      return [found === undefined ? undefined : Number(found), points[1]!.x];
    };
    const widths = Array.from({ length: 161 }, (_, index) => 300 + 5 * index);
    for (const width of widths) {
      const [name, ridge] = place(width);
      if (name !== undefined) expect(name, `at ${width} px`).toBeCloseTo(ridge + 6);
    }
    expect([place(300)[0], place(1100)[0] === undefined]).toEqual([undefined, false]);
  });
});

describe.each([320, 640])("at a width of %i", (width) => {
  const cases: [string, Drawing][] = [
    ["roofline", rooflineChart(roofline, width)],
    ["roofline-spilling", rooflineChart({ ...roofline, feasible: false, attainable_flop_per_s: 9.89e14, attainable_ridge: 295.2, trail: [] }, width)],
    ["roofline-pinned", rooflineChart({ ...roofline, band: rates(1.2e13, 2.2e13) }, width, { ghost: { intensity: 30, achieved_flop_per_s: 5.4e13, bandwidth_bytes_per_s: 2.04e12, attainable_flop_per_s: 1.56e14, attainable_ridge: 76.5 } })],
    ["roofline-pinned-above", rooflineChart(roofline, width, { most: 280, ghost: { intensity: 4, achieved_flop_per_s: 2e13, bandwidth_bytes_per_s: 8e12, attainable_flop_per_s: 1.1e15, attainable_ridge: 137.5 } })],
    // All that is reached is the peak, and the point stands at the right edge; nobody has said in which format.
    ["roofline-compute", rooflineChart({ ...roofline, precision: "", intensity: 2e5, achieved_flop_per_s: 9.7e14, regime: "compute", attainable_flop_per_s: 9.75e14, attainable_ridge: 291, trail: [{ name: "A model, at its end", intensity: 2e5, rate: 9.7e14 }] }, width)],
    ["roofline-of-a-link", rooflineChart({ ...roofline, bandwidth_bytes_per_s: 5e9, attainable_ridge: 98900, ridge: 295.2, peak_ridge: 197800, intensity: 0, achieved_flop_per_s: 0 }, width)],
    ["rooflines", rooflinesChart(moving, width)],
    ["rooflines-pinned", rooflinesChart(moving, width, { ghost: moving.flatMap(({ places }, way) => places.map((one) => (way ? one : { ...one, intensity: one.intensity / 4, achieved_flop_per_s: one.achieved_flop_per_s / 2, rate: one.rate * 2, ridge: one.ridge / 2 }))) })],
    ["frontier", frontierChart(methods, width, "estimated change of accuracy")],
    ["legs", legsChart([{ name: "Memory", seconds: 4.79e-3, regime: "memory" }, { name: "Compute", seconds: 3.2e-5, regime: "compute" }, { name: "Overhead", seconds: 3.2e-4, regime: "overhead" }], 5.11e-3, width)],
    // Memory and compute one after the other; half of the shorter beside the longer; and times so short that nothing has a length.
    ["legs-pinned", legsChart([{ name: "Memory", seconds: 4.79e-3, regime: "memory" }, { name: "Compute", seconds: 3.2e-5, regime: "compute" }, { name: "Overhead", seconds: 3.2e-4, regime: "overhead" }], 5.11e-3, width, [[{ name: "Memory", seconds: 2e-3, regime: "memory" }, { name: "Compute", seconds: 6e-3, regime: "compute" }, { name: "Overhead", seconds: 5e-4, regime: "overhead" }], 6.5e-3])],
    ["legs-apart", legsChart([{ name: "Memory", seconds: 2e-3, regime: "memory" }, { name: "Compute", seconds: 3e-3, regime: "compute" }, { name: "Overhead", seconds: 1e-3, regime: "overhead" }], 6e-3, width)],
    ["legs-in-part", legsChart([{ name: "Memory", seconds: 4e-3, regime: "memory" }, { name: "Compute", seconds: 2e-3, regime: "compute" }, { name: "Overhead", seconds: 0, regime: "overhead" }], 5e-3, width)],
    ["legs-of-nothing", legsChart([{ name: "Memory", seconds: 0, regime: "memory" }, { name: "Compute", seconds: 0, regime: "compute" }, { name: "Overhead", seconds: 0, regime: "overhead" }], 0, width)],
    ["tornado", tornadoChart([{ name: "Memory bandwidth", exact: -0.94, secant: -0.85, binds: "memory" }, { name: "Layer overhead", exact: 0.06, secant: 0.06, binds: null }], width)],
    ["tornado-pinned", tornadoChart([{ name: "Memory bandwidth", exact: -0.6, secant: -0.5, binds: "memory" }, { name: "Layer overhead", exact: 0.06, secant: 0.06, binds: null }], width, [{ name: "Layer overhead", exact: 0.2 }, { name: "Memory bandwidth", exact: -0.9 }])],
    ["waterfall-pinned", waterfallChart("Before", "After", [{ name: "Memory bandwidth", ratio: 1.52 }, { name: "Layer overhead", ratio: 0.9 }], 1.368, width, null, [{ name: "Memory bandwidth", ratio: 2.1 }, { name: "Layer overhead", ratio: 0.8 }])],
    ["waterfall", waterfallChart("Before", "After", [{ name: "Memory bandwidth", ratio: 1.52 }, { name: "Layer overhead", ratio: 0.9 }], 1.368, width)],
    ["curve-pinned", curveChart([curve("INT4", (batch) => 1 + 3 / (1 + batch / 64)), curve("INT8", () => 1.9)], [{ threshold: 2, batch: 129 }], 16, width, { curves: [curve("INT4", (batch) => 1 + 2.5 / (1 + batch / 24)), curve("INT8", () => 1.9)], batch: 64 })],
    ["curve", curveChart([curve("INT4", (batch) => 1 + 3 / (1 + batch / 64)), curve("INT8", () => 1.9)], [{ threshold: 2, batch: 129 }, { threshold: 1.5, batch: null }], 16, width)],
  ];

  asBefore(cases, width);
});

describe("the times behind a latency", () => {
  const legs = (memory: number, compute: number, overhead: number) => [{ name: "Memory", seconds: memory, regime: "memory" as const }, { name: "Compute", seconds: compute, regime: "compute" as const }, { name: "Overhead", seconds: overhead, regime: "overhead" as const }];
  /** Where each bar begins and ends, as shares of all of the time. */
  const spans = (memory: number, compute: number, overhead: number, total: number, links?: number): number[][] => {
    const { body } = legsChart([...legs(memory, compute, overhead), ...(links === undefined ? [] : [{ name: "Links", seconds: links, regime: "links" as const }])], total, 1096 + 84);
    return [...text(body).matchAll(/<rect class=\w+ x=(\S+) y=\S+ width=(\S+)/g)].map(([, x, width]) => [Number(x) - 96, Number(x) - 96 + Number(width)].map((end) => Math.round(end) / 1000));
  };

  it("stand side by side as far as they overlap, and the overhead after both", () => {
    expect(spans(4, 2, 2, 6)).toEqual([[0, 0.667], [0, 0.333], [0.667, 1]]);
    expect(spans(4, 2, 2, 7)).toEqual([[0, 0.571], [0.429, 0.714], [0.714, 1]]);
    expect(spans(2, 4, 2, 8)).toEqual([[0.5, 0.75], [0, 0.5], [0.75, 1]]);
    expect(spans(4, 4, 0, 8)).toEqual([[0, 0.5], [0.5, 1], [1, 1]]);
    // Between devices there are links besides, after the overhead.
    expect(spans(4, 2, 2, 10, 4)).toEqual([[0, 0.4], [0, 0.2], [0.4, 0.6], [0.6, 1]]);
    expect(spans(4, 2, 1, 10, 3)).toEqual([[0, 0.4], [0.4, 0.6], [0.6, 0.7], [0.7, 1]]);
    // The engine's sum differs in its last bits.
    expect(spans(4, 2, 2, 6 * (1 + 2 ** -52))[1]).toEqual([0, 0.333]);
  });

  it("stand in figures right behind their bars, or behind the end of all, but never across it", () => {
    const kinds = new Set<string>();
    for (let share = 0.01; share < 1; share += 0.01) {
      const html = text(legsChart(legs(4e-3, 4e-3 * share, 0), 4e-3, 640).body);
      const [, from, , width, label] = /<rect class=compute x=(\S+) y=(\S+) width=(\S+) height="16"><\/rect>\s*<text class="halo" x=(\S+)/.exec(html)!.map(Number) as [number, number, number, number, number];
      const [to, end] = [from + width, 640 - 84];
      const kind = Math.abs(label - to - 6) < 0.2 ? "beside" : "behind";
      kinds.add(kind);
      if (kind === "beside") expect(label + 58 <= end + 0.2 || label >= end).toBe(true);
      else expect([label, to + 64 > end]).toEqual([end + 6, true]);
    }
    expect([...kinds]).toEqual(["beside", "behind"]);
  });

  it("have a scale where there is hardly room for their names", () => {
    const [memory, compute] = legsChart(legs(2e-3, 1e-3, 0), 2e-3, 150).points;
    expect([memory!.x, compute!.x]).toEqual([136, 116]);
  });
});

describe("the roofline", () => {
  const positive = fc.double({ min: 1e-3, max: 1e9, noNaN: true });

  it("draws any device and workload without a gap", () => {
    fc.assert(
      fc.property(positive, positive, fc.double({ min: 0.01, max: 1, noNaN: true }), fc.double({ min: 1e-4, max: 1, noNaN: true }), (ridge, intensity, efficiency, share) => {
        const peak = 1e12;
        const drawing = rooflineChart(
          {
            ...roofline, ridge, intensity, peak_flop_per_s: peak, attainable_flop_per_s: peak * efficiency,
            attainable_ridge: ridge * efficiency, peak_ridge: ridge, bandwidth_bytes_per_s: peak / ridge, achieved_flop_per_s: peak * share, trail: [],
          },
          600,
        );
        expect(picture(drawing, 600)).not.toMatch(/NaN|Infinity|undefined/);
      }),
    );
  });

  it("has the point of a step that waits for bytes on the slope, also where they cross the host link", () => {
    for (const rate of [3.35e12, 7.24e10]) {
      const ridges = { attainable_ridge: roofline.attainable_flop_per_s / rate, peak_ridge: roofline.peak_flop_per_s / rate };
      const data = { ...roofline, ...ridges, intensity: 8, achieved_flop_per_s: 8 * rate, bandwidth_bytes_per_s: rate };
      const drawing = rooflineChart(data, 600);
      const [[left, low], [ridge, high], [, flat]] = [.../class="roof" d="?M([^">]*)/.exec(picture(drawing, 600))![1]!.split("L")].map((pair) => pair.split(",").map(Number)) as [number, number][];
      const { x, y } = drawing.points[0]!;
      expect(y).toBeCloseTo(low! + ((high! - low!) * (x - left!)) / (ridge! - left!), 0);
      expect(flat).toBe(high);
      // The thin line to the peak goes on in the same direction.
      const [[, from], [peakX, peak]] = /class="peak" d="?M([^">]*)/.exec(picture(drawing, 600))![1]!.split("L").map((pair) => pair.split(",").map(Number)) as [number, number][];
      expect((from! - peak!) / (peakX! - ridge!)).toBeCloseTo((low! - high!) / (ridge! - left!), 1);
    }
  });

  it("draws the path of the batch as far as it lies in the frame, its edges included", () => {
    const { x, y } = rooflineChart(roofline, 600).domain!;
    const corners: [number, number][] = [[x[0], y[0]], [x[1], y[1]]];
    const path = (way: [number, number][]): number => {
      const trail = way.map(([intensity, rate]) => ({ name: "A model", intensity, rate }));
      return (/class="trail" d="?([^">]*)/.exec(picture(rooflineChart({ ...roofline, trail }, 600), 600))?.[1]?.match(/[ML]/g) ?? []).length;
    };
    expect(path(corners)).toBe(2);
    const outside: [number, number][] = [[x[0] / 2, y[0]], [x[0], y[0] / 2], [x[1] * 2, y[1]], [x[1], y[1] * 2]];
    expect(path([...outside.slice(0, 2), ...corners, ...outside.slice(2)])).toBe(2);
  });

  it("moves the point to the right as the intensity grows", () => {
    const x = (intensity: number): number => rooflineChart({ ...roofline, intensity }, 600).points[0]!.x;
    fc.assert(fc.property(fc.double({ min: 1, max: 100, noNaN: true }), (at) => x(at * 1.5) > x(at)));
  });
});

describe("axes", () => {
  const other = { ...roofline, bandwidth_bytes_per_s: 2.04e12, peak_flop_per_s: 3.12e14, attainable_flop_per_s: 1.56e14, ridge: 153, attainable_ridge: 76.5, peak_ridge: 153 };

  it("stay put while the device changes, so that the roof moves", () => {
    const first = rooflineChart(roofline, 600);
    const second = rooflineChart(other, 600, { held: first.domain });
    expect(second.domain).toEqual(first.domain);
    // Of the same intensity, lower under the lower roof.
    expect(second.points[1]!.y).toBeGreaterThan(first.points[1]!.y);
  });

  it("follow what is far away from them", () => {
    const small = { ...roofline, peak_flop_per_s: 1e8, attainable_flop_per_s: 5e7, bandwidth_bytes_per_s: 3e7, achieved_flop_per_s: 2e7, ridge: 3.3, attainable_ridge: 1.67, peak_ridge: 3.3, intensity: 1 };
    expect(rooflineChart(small, 600, { held: rooflineChart(roofline, 600).domain }).domain!.y).toEqual(rooflineChart(small, 600).domain!.y);
  });

  it("make room where the point, or the ridge of the peak, comes near their end", () => {
    const held = rooflineChart(roofline, 600).domain!;
    const end = held.x[1];
    for (const near of [{ intensity: end / 1.5 }, { peak_ridge: end / 1.5 }]) expect(rooflineChart({ ...roofline, ...near }, 600, { held }).domain!.x[1]).toBeGreaterThan(end);
    for (const near of [{ intensity: end / 2.5 }, { peak_ridge: end / 2.5 }]) expect(rooflineChart({ ...roofline, ...near }, 600, { held }).domain!.x[1]).toBe(end);
    const top = (peak: number): number => rooflineChart({ ...roofline, peak_flop_per_s: peak }, 600, { held }).domain!.y[1];
    expect([top(held.y[1] / 1.6), top(held.y[1] / 1.2) > held.y[1]]).toEqual([held.y[1], true]);
  });
});

describe("the frame of drawings beside ridgepoint.js", () => {
  it("is as high as its width allows, between 220 and 300", () => {
    expect([320, 600, 1200].map((width) => frameOf(width).height)).toEqual([220, 264, 300]);
  });
});

describe("the roof of what is pinned", () => {
  it("takes two pixels to either side of its line from labels, and no more", () => {
    const drawing = (flat: number) => rooflineChart(roofline, 600, { ghost: { intensity: 4, achieved_flop_per_s: 8e12, bandwidth_bytes_per_s: 2.04e12, attainable_flop_per_s: flat, attainable_ridge: 76.5 } });
    const label = (of: ReturnType<typeof drawing>) => of.labels!.find(({ text }) => /^49\d/.test(text))!;
    const free = drawing(2e13);
    const { top, bottom } = label(free).boxes[0]!;
    const [low, high] = free.domain!.y;
    const lineOf = (flat: number): number => free.box!.bottom - (Math.log(flat / low) / Math.log(high / low)) * (free.box!.bottom - free.box!.top);
    let near = 0;
    for (let flat = 1.2e14; flat < 9e14; flat *= 1.004) {
      const line = lineOf(flat);
      const away = Math.max(top - line, line - bottom);
      if (away > 2 && away < 3) near += 1;
      expect(label(drawing(flat)).y === label(free).y, `a line ${away} px away`).toBe(away >= 2);
    }
    expect(near).toBeGreaterThan(3);
  });
});

describe("rooflines", () => {
  it("keep their axes while the devices change, and make room where a point comes near an end", () => {
    const moved = (times: number) => moving.map((way) => ({ ...way, places: way.places.map((one) => ({ ...one, intensity: one.intensity * times })) }));
    const held = rooflinesChart(moving, 600).domain!;
    const [low, high] = held.x;
    expect(rooflinesChart(moved(1.1), 600, { held }).domain).toEqual(held);
    const left = rooflinesChart(moved(low), 600, { held }).domain!.x;
    expect([left[0] <= low / 2, left[1]]).toEqual([true, high]);
    expect(rooflinesChart(moved(high / 1000), 600, { held }).domain!.x[1]).toBeGreaterThan(high);
  });

  it("name the points between the first and the last only where all of them have room", () => {
    const steps = (factor: number): string[] =>
      rooflinesChart([{ name: "", places: ["FP32", "FP16", "INT8", "INT4", "INT2"].map((label, step) => place(label, 2 * factor ** step, 6e12 * factor ** step, "One device", 4.9e14, 3.35e12)) }], 760).labels!.map(({ text }) => text).filter((text) => /^(FP|INT)\d+$/.test(text)).sort();
    expect(steps(1.2)).toEqual(["FP32", "INT2"]);
    expect(steps(3)).toEqual(["FP16", "FP32", "INT2", "INT4", "INT8"]);
  });

  it("are one roof where the rates of its steps differ in their last bits", () => {
    const [first, ...others] = moving[0]!.places as [Place, ...Place[]];
    const drawn = (places: Place[]): number => picture(rooflinesChart([{ name: "", places }], 600), 600).match(/class="roof/g)!.length;
    expect(drawn([{ ...first, rate: first.rate * (1 + 2 ** -52) }, ...others])).toBe(drawn([first]));
    expect(drawn([{ ...first, rate: first.rate * 2 }, ...others])).toBe(drawn([first]) + 1);
  });
});

describe("a band", () => {
  const ends = (html: string): number[] => /class="whisker" d="?M([^">]*)/.exec(html)![1]!.match(/-?[\d.]+/g)!.map(Number);

  it("goes through its point on the roofline, from the lower to the higher rate", () => {
    const drawing = rooflineChart({ ...roofline, band: rates(roofline.achieved_flop_per_s / 2, roofline.achieved_flop_per_s * 1.5) }, 600);
    const [x, low, , , , high] = ends(picture(drawing, 600)) as [number, number, number, number, number, number];
    const point = drawing.points[0]!;
    expect(x).toBeCloseTo(point.x - 5, 1);
    expect(low).toBeGreaterThan(point.y);
    expect(high).toBeLessThan(point.y);
    expect(picture(rooflineChart(roofline, 600), 600)).not.toContain("whisker");
  });

  it("is read with its point, and nothing is read of one that is not drawn", () => {
    const plain = ({ points }: Drawing): string[] => points.map((point) => point.text.replace(/\u00a0/g, " "));
    const band = rates(9e11, 2.5e13);
    const words = " (nine in ten measured 0.90 to 25 TFLOP/s)";
    expect(plain(rooflineChart({ ...roofline, band }, 600)).map((text) => text.includes(words))).toEqual([true, false, false, false, false, false, false]);
    expect(plain(rooflineChart(roofline, 600)).join()).not.toContain("measured");
    const [one, other] = plain(rooflinesChart([{ name: "", places: [{ ...place("A", 8, 2.4e13, "One", 4.9e14, 3.35e12), band }, place("B", 16, 4.8e13, "One", 4.9e14, 3.35e12)] }], 600));
    expect([one, other!.includes("measured")]).toEqual([`A: 8 FLOP/byte, 24.0 TFLOP/s${words}, memory-bound`, false]);
    const speedup = (ends: { low: number; high: number } | null): string => plain(waterfallChart("a", "b", [{ name: "bandwidth", ratio: 2 }], 2, 600, ends)).at(-1)!;
    expect([speedup({ low: 1.8, high: 2.25 }), speedup(null)]).toEqual(["b: 2.00×, nine in ten measured 1.80× to 2.25×", "b: 2.00×"]);
    const cost = (ends: object): string => plain(frontierChart([{ name: "quantization", points: [{ label: "INT4", ratio: 8, delta: 0.05, ...ends }] }], 600, "rise in perplexity"))[0]!;
    expect([cost({ low: 0.02, high: 0.125 }), cost({})]).toEqual(["quantization, INT4: 8.00× smaller, 5 % perplexity, between 2 % and 12.5 %", "quantization, INT4: 8.00× smaller, 5 % perplexity"]);
  });

  it("of a speedup lies around the last row of the waterfall, within the drawing", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.2, max: 1, noNaN: true }), fc.double({ min: 1, max: 5, noNaN: true }), (down, up) => {
        const drawing = waterfallChart("a", "b", [{ name: "bandwidth", ratio: 2 }], 2, 600, { low: 2 * down, high: 2 * up });
        const [low, , , , , high] = ends(picture(drawing, 600)) as [number, number, number, number, number, number];
        const { x } = drawing.points.at(-1)!;
        return low <= x + 0.1 && high >= x - 0.1 && low >= 0 && high <= 600;
      }),
    );
  });
});

describe("decades", () => {
  it("are powers of ten within the axis, few enough for their labels", () => {
    expect(decades(0.1, 1e4, 600)).toEqual([0.1, 1, 10, 100, 1000, 10000]);
    expect(decades(1e-3, 1e15, 200).length).toBeLessThanOrEqual(5);
  });
});
