import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bins, scatter } from "../../web/build/pages/trust-chart.js";
import { csvRows } from "../../web/build/pages/trust-data.js";

describe("rows of a CSV file", () => {
  it("go by the names of the header, quotes, commas and line ends in cells as well", () => {
    const text = 'id,software,url\r\nxd-001,"llama.cpp (May 2024, CUDA)",https://x\r\nxd-002,"a ""b""\nc",\r\n';
    expect(csvRows(text)).toEqual([
      { id: "xd-001", software: "llama.cpp (May 2024, CUDA)", url: "https://x" },
      { id: "xd-002", software: 'a "b"\nc', url: "" },
    ]);
  });

  it("need no line end behind the last", () => {
    expect(csvRows("a,b\n1,2")).toEqual([{ a: "1", b: "2" }]);
  });
});

describe("bins of ratios", () => {
  it("hold every ratio once, each where it belongs", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 1e-3, max: 1e3, noNaN: true })), (ratios) => {
        const all = bins([ratios]);
        expect(all.reduce((sum, { counts }) => sum + counts[0]!, 0)).toBe(ratios.length);
        for (const { from, to, counts } of all) expect(counts[0]).toBe(ratios.filter((ratio) => ratio >= from && ratio < to).length);
      }),
    );
  });
});

describe("the drawing of predicted against measured", () => {
  const place = (measured_s: number, predicted_s: number): [number, number] => {
    const [, x, y] = /<use href="#shape-0" x="([\d.]+)" y="([\d.]+)"/.exec(scatter("a", "A", [[{ measured_s, predicted_s, text: "p" }]]))!;
    return [Number(x), Number(y)];
  };
  const diagonal = /class="diagonal" d="M([\d.]+),([\d.]+)L([\d.]+),([\d.]+)"/.exec(scatter("a", "A", []))!.slice(1).map(Number) as [number, number, number, number];

  it("has a right prediction on the diagonal, and one that is too short below it", () => {
    const [x0, y0, x1, y1] = diagonal;
    for (const [measured, predicted, below] of [[0.01, 0.01, 0], [0.01, 0.005, 1], [0.01, 0.02, -1]] as const) {
      const [x, y] = place(measured, predicted);
      const line = y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
      expect(Math.abs(y - line) < 0.2 ? 0 : Math.sign(y - line)).toBe(below);
    }
  });

  it("leaves no point out in silence", () => {
    expect(() => scatter("a", "A", [[{ measured_s: 10, predicted_s: 1, text: "far off" }]])).toThrow(/far off/);
  });

  it("escapes what points say", () => {
    expect(scatter("a", "A", [[{ measured_s: 0.1, predicted_s: 0.1, text: "<b>" }]])).toContain("<title>&lt;b&gt;</title>");
  });
});
