// The drawings of the page on trust as static SVG: predicted against measured times, and the spread of their ratio.

import { scaleLinear, scaleLog } from "../../charts/scale.js";
import { px } from "../../charts/shared.js";
import { escapeHtml } from "../../labs/html.js";

export interface Series {
  id: string;
  name: string;
  /** An outline within 10 by 10 around 0,0: software is told by shape as well as by colour. */
  shape: string;
}

export interface Mark {
  measured_s: number;
  predicted_s: number;
  /** What hovering shows. */
  text: string;
}

/** In the order in which series take them. */
export const SHAPES = [
  "M-4.5,0a4.5,4.5 0 1,0 9,0a4.5,4.5 0 1,0 -9,0z",
  "M-4,-4h8v8h-8z",
  "M0,-5L5,4H-5z",
  "M0,-5.5L5.5,0L0,5.5L-5.5,0z",
  "M0,5L5,-4H-5z",
  "M-1.5,-5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z",
  "M0,-5.5L1.6,-1.6L5.5,0L1.6,1.6L0,5.5L-1.6,1.6L-5.5,0L-1.6,-1.6z",
  "M-5,-3.5L-3.5,-5L0,-1.5L3.5,-5L5,-3.5L1.5,0L5,3.5L3.5,5L0,1.5L-3.5,5L-5,3.5L-1.5,0z",
  "M-5,-4.5L5,4.5V-4.5L-5,4.5z",
  "M-4.5,-5L4.5,5H-4.5L4.5,-5z",
  "M-2.5,-4.5h5L5,0L2.5,4.5h-5L-5,0z",
];

const SIZE = 440;
const BOX = { left: 46, right: SIZE - 8, top: 24, bottom: SIZE - 44 };
/** Range of both axes, in seconds. */
const DOMAIN = [0.5e-3, 0.4] as const;
const TICKS_MS = [1, 10, 100];

/** The outlines once a page. */
export const shapes = (series: Series[]): string =>
  `<svg width="0" height="0" class="unseen" aria-hidden="true"><defs>${series.map(({ shape }, index) => `<path id="shape-${index}" d="${shape}"/>`).join("")}</defs></svg>`;

/**
 * Times on two logarithmic axes: on the diagonal a prediction is what was measured, below it was too short.
 * `band`: between which multiples of the predicted time nine in ten measured ones lay.
 */
export function scatter(name: string, title: string, marks: Mark[][], band?: { low: number; high: number }): string {
  const x = scaleLog(DOMAIN, [BOX.left, BOX.right]);
  const y = scaleLog(DOMAIN, [BOX.bottom, BOX.top]);
  const [low, high] = DOMAIN;
  const outside = marks.flat().find(({ measured_s, predicted_s }) => Math.min(measured_s, predicted_s) < low || Math.max(measured_s, predicted_s) > high);
  if (outside) throw new Error(`a point lies outside of the drawing: ${outside.text}`);
  const place = (measured: number, predicted: number): string => `${px(x(measured))},${px(y(predicted))}`;
  const grid = TICKS_MS.map((ms) => {
    const [a, b] = [px(x(ms / 1000)), px(y(ms / 1000))];
    return `<path class="grid" d="M${a},${BOX.top}V${BOX.bottom}M${BOX.left},${b}H${BOX.right}"/>
<text class="quiet" x="${a}" y="${BOX.bottom + 18}" text-anchor="middle">${ms}</text><text class="quiet" x="${BOX.left - 6}" y="${b + 4}" text-anchor="end">${ms}</text>`;
  }).join("\n");
  // Within the axes: measured = multiple x predicted.
  const edge = (multiple: number): [string, string] =>
    multiple > 1 ? [place(low * multiple, low), place(high, high / multiple)] : [place(low, low / multiple), place(high * multiple, high)];
  const area = band ? `<path class="around" d="M${edge(band.low).join("L")}L${place(high, high)}L${edge(band.high).reverse().join("L")}L${place(low, low)}z"/>` : "";
  const groups = marks.map((some, index) =>
    some.length === 0 ? "" : `<g class="s${index}">${some.map(({ measured_s, predicted_s, text }) => `<use href="#shape-${index}" x="${px(x(measured_s))}" y="${px(y(predicted_s))}"><title>${escapeHtml(text)}</title></use>`).join("\n")}</g>`,
  ).join("\n");
  return `<div class="plot" data-name="${name}"><svg viewBox="0 0 ${SIZE} ${SIZE}" role="img" aria-labelledby="${name}-title">
<title id="${name}-title">${escapeHtml(title)}</title>
${area}${grid}
<path class="axis" d="M${BOX.left},${BOX.top}V${BOX.bottom}H${BOX.right}"/>
<path class="diagonal" d="M${place(low, low)}L${place(high, high)}"/>
<text class="quiet" x="0" y="16">predicted, ms a token</text><text class="quiet" x="${BOX.right}" y="${SIZE - 6}" text-anchor="end">measured, ms a token</text>
${groups}
</svg></div>`;
}

export interface Bin {
  /** Bounds of predicted / measured. */
  from: number;
  to: number;
  counts: number[];
}

/** Four bins an octave; the first and the last also hold what lies beyond them. */
export function bins(ratios: number[][], octaves = 2): Bin[] {
  const count = 8 * octaves;
  const of = (ratio: number): number => Math.max(0, Math.min(count - 1, Math.floor((Math.log2(ratio) + octaves) * 4)));
  return Array.from({ length: count }, (_, index) => ({
    from: index === 0 ? 0 : 2 ** (index / 4 - octaves),
    to: index === count - 1 ? Infinity : 2 ** ((index + 1) / 4 - octaves),
    counts: ratios.map((some) => some.filter((ratio) => of(ratio) === index).length),
  }));
}

/** How many predictions lie how far off: one row of bars above another. */
export function histogram(name: string, title: string, rows: string[], all: Bin[]): string {
  const [width, row, left, right] = [640, 130, 0, 640];
  const bottom = rows.length * row + 8;
  const x = scaleLinear([0, all.length], [left, right]);
  const most = Math.max(...all.flatMap(({ counts }) => counts));
  const middle = px(x(all.length / 2));
  const bars = rows.map((text, index) => {
    const floor = (index + 1) * row;
    const y = scaleLinear([0, most], [0, row - 44]);
    return `<text class="strong" x="${left}" y="${floor - row + 28}">${escapeHtml(text)}</text><path class="axis" d="M${left},${floor}H${right}"/>
<path class="bars" d="${all.map(({ counts }, bin) => (counts[index] ? `M${px(x(bin) + 1)},${floor}V${px(floor - y(counts[index]))}H${px(x(bin + 1) - 1)}V${floor}z` : "")).join("")}"/>`;
  });
  const ticks = [[0.25, "¼×"], [0.5, "½×"], [1, "1×"], [2, "2×"], [4, "4×"]] as const;
  return `<div class="plot"><svg class="wide" viewBox="0 0 ${width} ${bottom + 70}" role="img" aria-labelledby="${name}-title">
<title id="${name}-title">${escapeHtml(title)}</title>
<path class="diagonal" d="M${middle},8V${bottom}"/>
${bars.join("\n")}
${ticks.map(([ratio, text]) => `<text class="quiet" x="${px(x((Math.log2(ratio) + 2) * 4))}" y="${bottom + 26}" text-anchor="${ratio === 0.25 ? "start" : ratio === 4 ? "end" : "middle"}">${text}</text>`).join("")}
<text class="quiet" x="${right}" y="${bottom + 60}" text-anchor="end">predicted / measured time</text>
</svg></div>`;
}
