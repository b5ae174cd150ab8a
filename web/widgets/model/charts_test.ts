import { describe, expect, it } from "vitest";
import { sound, text } from "../../../tests/web/drawing.js";
import { errorsChart } from "./charts/errors.js";
import { frontierChart, grown } from "./charts/frontier.js";
import { histogramChart } from "./charts/histogram.js";

const WIDTHS = [240, 320, 640, 1200];

describe("the frontier", () => {
  const curves = [{ name: "Llama 2 7B, GPTQ", points: [{ bits: 4.2, ratio: 1.03 }, { bits: 3.1, ratio: 1.2 }] }];
  const tried = [{ name: "to nearest", bits: 4.27, ratio: 1.0704, error: 0.005 }, { name: "lost", bits: 2, ratio: 8000, error: 0.1 }, { name: "as good", bits: 16, ratio: 0.99999, error: 1e-5 }];

  it("has every run, those beyond its edges at the edge", () => {
    const drawing = frontierChart({ tried, curves }, 640);
    expect(text(drawing.body).match(/class="dot"/g)).toHaveLength(3);
    expect(drawing.points[0]!.text).toBe("to nearest: 4.27 bits stored, perplexity up 7.04\u00a0% (±0.5\u00a0%)");
    expect(drawing.points[2]!.text).toContain("unchanged");
    for (const { y } of drawing.points) expect(y).toBeGreaterThan(0);
    WIDTHS.forEach((width) => sound(frontierChart({ tried, curves }, width), width));
    sound(frontierChart({ tried: [], curves: [] }, 320), 320);
  });

  it("has the pinned run, ringed and named", () => {
    const drawing = frontierChart({ tried, curves }, 640, { bits: 8.25, ratio: 1.002 });
    expect(text(drawing.body)).toContain('<circle class="ghost"');
    expect(drawing.labels!.map((label) => label.text)).toContain("pinned");
    expect(text(frontierChart({ tried, curves }, 640).body)).not.toContain("ghost");
    for (const width of WIDTHS)
      for (const run of tried) {
        const pinned = frontierChart({ tried, curves }, width, run);
        sound(pinned, width);
        expect(pinned.labels!.map((label) => label.text)).toEqual(expect.arrayContaining(["this run", "pinned"]));
      }
  });

  it("tells growth in percent, then as a factor", () => {
    expect(grown(1.0704)).toBe("up 7.04\u00a0%");
    expect(grown(7.39)).toBe("7.39 times as high");
  });
});

describe("the histogram", () => {
  it("cuts levels that many weights share at the top, and reads their share", () => {
    const drawing = histogramChart({ edges: [-1, 0, 1], before: [50, 50], after: [0, 100] }, 640);
    expect(drawing.points[1]!.text).toBe("0 to 1: 50\u00a0% before, 100\u00a0% after");
    WIDTHS.forEach((width) => sound(histogramChart({ edges: [-1, 0, 1], before: [5, 5], after: [0, 100] }, width), width));
  });

  it("has the outline of what was pinned, where it is another", () => {
    const pinned = (after: number[]): string => text(histogramChart({ edges: [-1, 0, 1], before: [50, 50], after: [0, 100] }, 640, { after }).body);
    expect(pinned([80, 20])).toMatch(/<path class="ghost" d=M8,\S+H320L320,\S+H632>/);
    expect(pinned([0, 100])).not.toContain('<path class="ghost"');
    for (const after of [[80, 20], [0, 100]]) expect(pinned(after)).toContain(">pinned</text>");
  });
});

describe("the errors", () => {
  it("start at nothing", () => {
    const drawing = errorsChart([{ name: "Block 1, attention", error: 0 }, { name: "Logits", error: 0.1 }], 640);
    expect(text(drawing.body)).toContain("width=0 ");
    WIDTHS.forEach((width) => sound(errorsChart([{ name: "Logits", error: 0.1 }], width), width));
    sound(errorsChart([{ name: "Logits", error: 0 }], 320), 320);
  });

  it("have outlines of those that were pinned, which are in the scale too", () => {
    const places = [{ name: "Block 1, attention", error: 0.02 }, { name: "Logits", error: 0.1 }];
    const drawing = errorsChart(places, 640, [{ name: "Block 1, attention", error: 0.05 }, { name: "Logits", error: 0.4 }]);
    const lengths = [...text(drawing.body).matchAll(/<rect class="ghost" x=150 y=\S+ width=(\S+) height="16">/g)].map(([, width]) => Number(width));
    expect(lengths).toHaveLength(3);
    expect(lengths[1]! / lengths[0]!).toBeCloseTo(8, 1);
    expect(150 + lengths[1]!).toBeLessThan(640 - 58);
    expect(text(drawing.body)).toContain(">pinned</text>");
    expect(drawing.height).toBe(errorsChart(places, 640).height + 26);
    WIDTHS.forEach((width) => sound(errorsChart(places, width, places), width));
  });
});
