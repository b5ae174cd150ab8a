// The run over time: sequences in the batch, and requests that wait.

import { drawn, laidOut, line, number, px, quantity, scaleLinear, svg, type Drawing, type Label } from "#shared";
import { frameOf, levels } from "../../../charts/apart/frame.js";

export interface Timeline {
  time_s: readonly number[];
  batch: readonly number[];
  waiting: readonly number[];
}

/** About how many of the moments can be read off; all of them are drawn. */
const READ = 40;

/** The moments that are read, of the drawing and in its table, by their places: as far apart as one another, and those at which most share a step or wait. */
export function momentsOf({ time_s: at, batch, waiting }: Timeline): number[] {
  const step = Math.max(1, Math.ceil(at.length / READ));
  const peaks = [batch, waiting].map((values) => values.indexOf(Math.max(...values)));
  return [...at.keys()].filter((index) => index % step === 0 || peaks.includes(index));
}

export function timelineChart(timeline: Timeline, width: number): Drawing {
  const { time_s: at, batch, waiting } = timeline;
  const { height, box } = frameOf(width);
  const x = scaleLinear([0, at.at(-1) ?? 1], [box.left, box.right]);
  const most = Math.max(1, ...batch, ...waiting);
  const y = scaleLinear([0, most * 1.08], [box.bottom, box.top]);
  const path = line(x, y);
  const over = (values: readonly number[]): [number, number][] => at.map((moment, index) => [moment, values[index]!]);
  const waited = Math.max(...waiting, 0) > 0;
  const peak = (values: readonly number[]): Label["x"] => x(at[values.indexOf(Math.max(...values))] ?? 0);
  const named = (name: string, values: readonly number[]): Label => ({ texts: [name], x: peak(values), y: y(Math.max(...values)) - 6, anchor: "middle", kind: "halo" });
  const labels = laidOut([named("in the batch", batch), ...(waited ? [named("waiting", waiting)] : [])], { left: box.left, right: width, top: 12, bottom: box.bottom });
  return {
    height,
    box,
    body: svg`
      <text class="quiet" x="0" y="12">requests</text>
      ${levels(box, y.ticks(4).filter(Number.isInteger), y, (value) => number(value))}
      ${x.ticks(width < 480 ? 3 : 6).map((moment) => svg`<text class="quiet" x=${px(x(moment))} y=${box.bottom + 16} text-anchor="middle">${moment === 0 ? "0" : quantity(moment, "s")}</text>`)}
      <text class="quiet" x=${box.right} y=${height - 6} text-anchor="end">time since the first request</text>
      <path class="curve" d=${path(over(batch))}></path>
      ${waited ? svg`<path class="curve second" d=${path(over(waiting))}></path>` : null}
      ${drawn(labels)}
    `,
    labels,
    points: momentsOf(timeline).map((index) => ({
      x: px(x(at[index]!)),
      y: px(y(batch[index]!)),
      text: `after ${quantity(at[index], "s")}: ${number(batch[index])} in the batch, ${number(waiting[index])} waiting`,
    })),
  };
}
