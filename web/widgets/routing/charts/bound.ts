// Amdahl's law: what skipping can gain at most.

import { decades, line, number, percent, px, scaleLinear, scaleLog, svg, textWidth, type Drawing } from "#shared";
import { dot, frameOf, levels } from "../../../charts/apart/frame.js";

export interface Bounded {
  name: string;
  /** Its share of the time when every token goes through the gating network. */
  routerShare: number;
  bound: number;
}

type Law = [share: number, bound: number][];

/** What is read, of the drawing and in its table: each layer, and the law at a few of its shares. */
export const readOf = (law: Law, points: Bounded[]): Bounded[] => [
  ...points,
  ...law.filter((_, index) => index % 20 === 0).map(([routerShare, bound]) => ({ name: "Amdahl’s law", routerShare, bound })),
];

/** Amdahl's law: what skipping can gain at most, over the share of the time that the router had. */
export function boundChart(law: Law, points: Bounded[], width: number): Drawing {
  const { height, box } = frameOf(width);
  const low = Math.min(1e-5, ...points.map(({ routerShare }) => routerShare / 2));
  const x = scaleLog([low, 1], [box.left, box.right]);
  const most = Math.max(3, ...points.map(({ bound }) => bound * 1.15));
  const y = scaleLinear([1, most], [box.bottom, box.top]);
  const path = line(x, y);
  const inside = (share: number, bound: number): boolean => share >= low && bound <= most;
  // Labels stand one above another, from the lowest point up.
  let above = Infinity;
  return {
    height,
    box,
    body: svg`
      <text class="quiet" x="0" y="12">most that skipping can gain</text>
      ${levels(box, y.ticks(4), y, (value) => `${number(value)}×`)}
      ${decades(low, 1, (box.right - box.left) * 0.8).map((value) => svg`<text class="quiet" x=${px(x(value))} y=${box.bottom + 16} text-anchor=${value === 1 ? "end" : "middle"}>${percent(value)}</text>`)}
      <text class="quiet" x=${box.right} y=${height - 6} text-anchor="end">share of the time that goes to the router</text>
      <path class="curve" d=${path(law.filter((at) => inside(...at)))}></path>
      ${[...points].sort((a, b) => a.bound - b.bound).map(({ name, routerShare, bound }) => {
        const [cx, cy] = [px(x(routerShare)), px(y(bound))];
        const text = `${name}: ${number(bound, bound < 1.01 ? 6 : 5)}×`;
        const wide = textWidth(text);
        const flip = cx - wide > box.left;
        above = Math.min(above - 15, cy - 12);
        return svg`${dot(cx, cy)}
          <text class="halo" x=${flip ? cx - 10 : Math.max(box.left + 4, Math.min(cx - 6, box.right - wide))} y=${px(above)} text-anchor=${flip ? "end" : "start"}>${text}</text>`;
      })}
    `,
    points: readOf(law, points).filter(({ routerShare, bound }) => inside(routerShare, bound)).map(({ name, routerShare, bound }) => ({ x: px(x(routerShare)), y: px(y(bound)), text: `${name}: the router takes ${percent(routerShare)}, skipping gains ${number(bound, 6)}× at most` })),
  };
}
