// Weights of one matrix by size, before and after.

import { nothing, number, percent, px, scaleLinear, svg, type Drawing } from "#shared";
import { frameOf, ghostKey, ghostLine } from "../../../charts/apart/frame.js";

export interface Histogram {
  edges: number[];
  before: number[];
  after: number[];
}

/** The weights of a size, before and after, as shares of all. */
export interface Bin {
  from: number;
  to: number;
  before: number;
  after: number;
}

/** What is read of the drawing and in its table: the sizes that any weight has, or had. */
export function binsOf({ edges, before, after }: Histogram): Bin[] {
  const count = before.reduce((sum, one) => sum + one, 0);
  return before.flatMap((one, index) => (one || after[index] ? [{ from: edges[index]!, to: edges[index + 1]!, before: one / count, after: after[index]! / count }] : []));
}

/** The height of a bar is the share of the weights; before as an outline, after as bars. What lies beyond the top is cut there; the points that a reader opens say its share. `ghost`: what was pinned, between the same edges. */
export function histogramChart(histogram: Histogram, width: number, ghost?: Pick<Histogram, "after">): Drawing {
  const { edges, before, after } = histogram;
  const { height, box } = frameOf(width);
  const left = 8;
  const count = before.reduce((sum, one) => sum + one, 0);
  // Levels gather what lay between them: the outline sets the scale, three times as high.
  const most = 3 * Math.max(...before);
  const x = scaleLinear([edges[0]!, edges.at(-1)!], [left, box.right]);
  const y = scaleLinear([0, most], [box.bottom, box.top]);
  const top = (value: number): number => px(y(Math.min(most, value)));
  const outline = (values: readonly number[]): string => values.map((value, index) => `${index ? "L" : "M"}${px(x(edges[index]!))},${top(value)}H${px(x(edges[index + 1]!))}`).join("");
  const middle = (edges[0]! + edges.at(-1)!) / 2;
  return {
    height,
    box,
    body: svg`
      <text class="quiet" x="0" y="12">share of the weights; line: before, bars: after</text>
      ${after.map((value, index) => svg`<rect class="bar" x=${px(x(edges[index]!))} y=${top(value)} width=${px(Math.max(1, x(edges[index + 1]!) - x(edges[index]!) - 1))} height=${px(box.bottom - top(value))}></rect>`)}
      <path class="curve" d=${outline(before)}></path>
      ${ghost ? svg`${ghostLine(outline(ghost.after), outline(after))}${ghostKey(left, height - 10)}` : nothing}
      <line class="axis" x1=${left} x2=${box.right} y1=${box.bottom} y2=${box.bottom}></line>
      ${[edges[0]!, middle, edges.at(-1)!].map((value, index) => svg`<text class="quiet" x=${px(x(value))} y=${box.bottom + 16} text-anchor=${["start", "middle", "end"][index]}>${Math.abs(value) < 1e-9 ? "0" : number(value, 2)}</text>`)}
      <text class="quiet" x=${box.right} y=${height - 6} text-anchor="end">weight</text>
    `,
    points: binsOf(histogram).map((bin) => ({
      x: px((x(bin.from) + x(bin.to)) / 2),
      y: top(bin.after * count),
      text: `${number(bin.from, 2)} to ${number(bin.to, 2)}: ${percent(bin.before)} before, ${percent(bin.after)} after`,
    })),
  };
}
