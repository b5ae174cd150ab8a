// What less latency costs: the layouts that nothing both cheaper and quicker beats, as the steps that lead from one to the next.

import { around, drawn, number, px, quantity, scaleLog, svg, type Drawing, type Label } from "#shared";
import { dot, frameOf, ghostDot, ghostLine, ghostName, levels, placed } from "../../../charts/apart/frame.js";
import type { Box } from "../../../charts/labels.js";

export interface Point {
  name: string;
  cost_usd: number;
  latency_s: number;
  text: string;
}

/** What the axes are, and the limit on the horizontal one. */
export interface Axes {
  amount: string;
  time: string;
  /** What the ticks of the time count. */
  unit_s: number;
  limit_s: number | null;
}

type Domain = [low: number, high: number];

/** With room about the values, so that a single one has an axis too. */
function domain(values: readonly number[], room: number): Domain {
  const [low, high] = [Math.min(...values) / room, Math.max(...values) * room];
  const wider = Math.max(1, 2 / Math.sqrt(high / low));
  return [low / wider, high * wider];
}

/** 1, 2 and 5 times each power of ten, or the powers alone where those are too many. */
function ticks([low, high]: Domain, most: number): number[] {
  const powers = Array.from({ length: Math.ceil(Math.log10(high / low)) + 2 }, (_, index) => Math.floor(Math.log10(low)) + index);
  const within = (multiples: number[]): number[] =>
    powers.flatMap((power) => multiples.map((multiple) => Number(`${multiple}e${power}`))).filter((value) => value >= low && value <= high);
  const [all, few] = [within([1, 2, 5]), within([1])];
  return all.length <= most || few.length < 2 ? all : few;
}

/** No label lies on a line: the narrow room along each piece. */
const along = (a: readonly [number, number], b: readonly [number, number]): Box => ({
  left: Math.min(a[0], b[0]) - 2,
  right: Math.max(a[0], b[0]) + 2,
  top: Math.min(a[1], b[1]) - 2,
  bottom: Math.max(a[1], b[1]) + 2,
});

/** `points`: the cheapest first, each next one quicker. `ghost`: those that were pinned. */
export function frontChart(points: readonly Point[], { amount, time, unit_s, limit_s }: Axes, width: number, ghost: readonly Point[] = []): Drawing {
  const { height, box } = frameOf(width);
  const xs = domain([...[...points, ...ghost].map(({ latency_s }) => latency_s), ...(limit_s === null ? [] : [limit_s])], 1.25);
  const ys = domain([...points, ...ghost].map(({ cost_usd }) => cost_usd), 1.4);
  const x = scaleLog(xs, [box.left, box.right]);
  const y = scaleLog(ys, [box.bottom, box.top]);
  const places = (some: readonly Point[]): [number, number][] => some.map(({ latency_s, cost_usd }) => [x(latency_s), y(cost_usd)]);
  // Down to a layout's price once its latency is allowed, and level until the next cheaper one's is.
  const steps = (some: [number, number][]): [number, number][] => some.flatMap(([across, up], index) => [[index === 0 ? box.right : some[index - 1]![0], up] as [number, number], [across, up] as [number, number]]);
  const path = (some: [number, number][]): string => some.map(([across, up], index) => `${index ? "L" : "M"}${px(across)},${px(up)}`).join("");
  const at = places(points);
  const corners = steps(at);
  const pinned = places(ghost);
  const full: Box[] = [
    ...at.map(([across, up]) => ({ left: across - 8, right: across + 8, top: up - 8, bottom: up + 8 })),
    ...pinned.slice(0, 1).map(([across, up]) => around(across, up)),
    ...corners.slice(1).map((corner, index) => along(corners[index]!, corner)),
    ...(limit_s === null ? [] : [along([x(limit_s), box.top], [x(limit_s), box.bottom])]),
  ];
  // Left of a point and below it nothing is drawn; where there is no room, to its right.
  const sided = (texts: readonly string[], [across, up]: readonly [number, number], kind: string): Label[] => [
    { texts, x: across - 11, y: up + 4, anchor: "end", kind },
    { texts, x: across + 11, y: up - 7, anchor: "start", kind },
  ];
  const asked = [
    ...(points[0] ? [sided([`cheapest: ${points[0].name}`, points[0].name], at[0]!, "strong halo")] : []),
    ...(limit_s === null ? [] : [sided([`limit, ${quantity(limit_s, "s")}`, quantity(limit_s, "s")], [x(limit_s) + 5, box.top + 8], "quiet halo")]),
    ...pinned.slice(0, 1).map(([across, up]) => [ghostName(across, up)]),
    ...points.slice(1).map(({ name }, index) => sided([name], at[index + 1]!, "halo")),
  ];
  const bounds = { ...box, top: box.top - 6 };
  // Moved a line up or down, or slid over at an edge, a layout's label would seem to be that of the point beside it.
  const labels = placed(asked, bounds, full, [], (laid, side) => side.kind !== "halo" || (laid.x === side.x && laid.y === side.y));
  const [cheapest] = at;
  return {
    height,
    box,
    body: svg`
      <text class="quiet" x="0" y="12">${amount}</text>
      ${levels(box, ticks(ys, 7), y, (value) => number(value))}
      ${ticks([xs[0] / unit_s, xs[1] / unit_s], width < 480 ? 4 : 8).map((units) => units * unit_s).map((value) => svg`<text class="quiet" x=${px(x(value))} y=${box.bottom + 16} text-anchor="middle">${quantity(value, "s", 1)}</text>`)}
      <text class="quiet" x=${box.right} y=${height - 6} text-anchor="end">${time}</text>
      ${limit_s === null ? null : svg`<line class="reference" x1=${px(x(limit_s))} x2=${px(x(limit_s))} y1=${box.top} y2=${box.bottom}></line>`}
      <path class="curve second" d=${path(corners)}></path>
      ${pinned[0] ? svg`${ghostLine(path(steps(pinned)), path(corners))}${ghostDot(...pinned[0])}` : null}
      ${at.slice(1).map(([across, up]) => dot(across, up))}
      ${cheapest ? svg`<circle class="gain" cx=${px(cheapest[0])} cy=${px(cheapest[1])} r="7"></circle>` : null}
      ${drawn(labels)}
    `,
    labels,
    points: points.map(({ text }, index) => ({ x: px(at[index]![0]), y: px(at[index]![1]), text })),
  };
}
