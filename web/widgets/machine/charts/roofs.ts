// Rooflines: a device's by its data sheet, and the machine's own with a slope for each step of its memory.

import { decades, drawn, laidOut, line, number, px, quantity, scaleLog, svg, type Drawing, type Label } from "#shared";
import { frameOf, levels } from "../../../charts/apart/frame.js";

/** A slope, or a flat part. */
export interface Roof {
  name: string;
  /** Bytes a second, or operations a second. */
  rate: number;
}

export interface Roofline {
  name: string;
  slopes: readonly Roof[];
  flats: readonly Roof[];
}

type Ends = [from: [number, number], to: [number, number]];

/** The first roofline in full strokes, others dashed. */
export function roofsChart(roofs: readonly Roofline[], width: number): Drawing {
  const { height: usual, box: usualBox } = frameOf(width);
  const height = usual + 60;
  const box = { ...usualBox, bottom: usualBox.bottom + 60 };
  const slopes = roofs.flatMap((roof) => roof.slopes.map(({ rate }) => rate));
  const flats = roofs.flatMap((roof) => roof.flats.map(({ rate }) => rate));
  const ridges = roofs.flatMap((roof) => roof.slopes.flatMap((slope) => roof.flats.map((flat) => flat.rate / slope.rate)));
  const decade = (value: number, round: (exponent: number) => number): number => 10 ** round(Math.log10(value));
  const [left, right] = [decade(Math.min(...ridges) / 3, Math.floor), decade(Math.max(...ridges) * 2, Math.ceil)];
  const [low, high] = [decade(Math.min(...slopes) * left, Math.floor), Math.max(...flats) * 3];
  const x = scaleLog([left, right], [box.left, box.right]);
  const y = scaleLog([low, high], [box.bottom, box.top]);
  const path = line(x, y);
  const lines = roofs.flatMap(({ slopes: own, flats: tops }, index) => {
    const most = Math.max(...tops.map(({ rate }) => rate));
    const least = Math.max(...own.map(({ rate }) => rate));
    return [
      ...own.map(({ rate }) => ({ index, points: [[Math.max(left, low / rate), Math.max(low, rate * left)], [most / rate, most]] as Ends })),
      ...tops.map(({ rate }) => ({ index, points: [[rate / least, rate], [right, rate]] as Ends })),
    ];
  });
  const labels = laidOut(
    roofs.flatMap(({ name, slopes: own, flats: tops }): Label[] => [
      ...tops.map(({ name: format, rate }): Label => ({ texts: [`${name}, ${format}: ${quantity(rate, "flop/s")}`, `${format}: ${quantity(rate, "flop/s")}`], x: box.right - 4, y: y(rate) - 5, anchor: "end", kind: "halo" })),
      ...own.map(({ name: level, rate }, index): Label => {
        // Each a little further up its own slope, so that they do not stand in a heap.
        const at = Math.max(left, low / rate) * 2 ** (own.length - index);
        return { texts: [`${level}: ${quantity(rate, "bytes/s")}`, quantity(rate, "bytes/s")], x: x(at) + 8, y: y(rate * at) + 12, anchor: "start", kind: "quiet halo" };
      }),
    ]),
    { ...box, top: box.top - 6 },
    // Where a line runs no label may lie: small boxes along it.
    lines.flatMap(({ points: [[fromX, fromY], [toX, toY]] }) =>
      Array.from({ length: 25 }, (_, step) => {
        const [cx, cy] = [x(fromX) + ((x(toX) - x(fromX)) * step) / 24, y(fromY) + ((y(toY) - y(fromY)) * step) / 24];
        return { left: cx - 4, right: cx + 4, top: cy - 2, bottom: cy + 2 };
      }),
    ),
  );
  return {
    height,
    body: svg`
      <text class="quiet" x="0" y="12">operations a second</text>
      ${levels(box, decades(low, high, (box.bottom - box.top) * 1.6), y, (value) => quantity(value, "flop/s", 1).replace(/FLOP/, ""))}
      ${decades(left, right, box.right - box.left).map((value) => svg`<text class="quiet" x=${px(x(value))} y=${box.bottom + 16} text-anchor=${value === right ? "end" : "middle"}>${number(value)}</text>`)}
      <text class="quiet" x=${box.right} y=${height - 6} text-anchor="end">operations a byte</text>
      ${lines.map(({ index, points }) => svg`<path class=${index ? "roof second" : "roof"} d=${path(points)}></path>`)}
      ${drawn(labels)}
    `,
    labels,
    points: roofs.flatMap(({ name, slopes: own, flats: tops }) => {
      const fastest = Math.max(...own.map(({ rate }) => rate));
      const most = Math.max(...tops.map(({ rate }) => rate));
      return [
        ...tops.map(({ name: format, rate }) => ({ x: px(x(rate / fastest)), y: px(y(rate)), text: `${name}, ${format}: ${quantity(rate, "flop/s")}` })),
        ...own.map(({ name: level, rate }) => ({ x: px(x(most / rate)), y: px(y(most)), text: `${name}, ${level}: ${quantity(rate, "bytes/s")}` })),
      ];
    }),
  };
}
