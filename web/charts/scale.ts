// From numbers to pixels: the two scales of the drawings, and lines of straight pieces. Our own, since no drawing asks for more:
// d3-scale, d3-shape and d3-array bring dates, colours, curves and arcs with them, 3 kB of every first download.

import { px } from "./shared.js";

type Pair = readonly [number, number];

export interface Scale {
  (value: number): number;
  /** About so many round values of the domain. */
  ticks(count: number): number[];
}

/** The multiples of 1, 2 or 5 times a power of ten from one value to another, about `count` of them. */
function ticks(low: number, high: number, count: number): number[] {
  const apart = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(apart));
  // The neighbour that is closer as a factor.
  const [multiple] = [[10, 5], [5, 2], [2, 1]].find(([more, less]) => apart / power >= Math.sqrt(more! * less!)) ?? [1];
  const step = multiple! * power;
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** The ends of the domain stand at the ends of the range; a domain without width in its middle. */
export function scaleLinear([low, high]: Pair, [from, to]: Pair): Scale {
  const scale = (value: number): number => {
    const share = low === high ? 0.5 : (value - low) / (high - low);
    return from * (1 - share) + to * share;
  };
  return Object.assign(scale, { ticks: (count: number) => ticks(low, high, count) });
}

/** Equal factors are equally far apart. */
export function scaleLog([low, high]: Pair, range: Pair): (value: number) => number {
  const scale = scaleLinear([Math.log(low), Math.log(high)], range);
  return (value) => scale(Math.log(value));
}

/** Draws straight from point to point, as an SVG path. */
export const line = (x: (value: number) => number, y: (value: number) => number) => (points: readonly Pair[]): string =>
  points.map(([across, up], index) => `${index ? "L" : "M"}${px(x(across))},${px(y(up))}`).join("");
