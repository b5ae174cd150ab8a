// Axes and the scales behind them, and the frame that the rooflines stand in.

import { svg, type SVGTemplateResult } from "lit";
import { quantity, tick } from "../ui/format.js";
import type { Box } from "./labels.js";
import { scaleLog } from "./scale.js";
import { px } from "./shared.js";

/** Decades of a logarithmic axis, thinned so that their labels have room. */
export function decades(low: number, high: number, room: number): number[] {
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  const step = Math.max(1, Math.ceil(((last - first + 1) * 44) / Math.max(room, 44)));
  const ticks: number[] = [];
  for (let power = first; power <= last; power += step) ticks.push(Number(`1e${power}`));
  return ticks;
}

/** A logarithmic scale on which zero, a workload without arithmetic, stands at the low end. */
export function logScale(domain: [low: number, high: number], range: [number, number]): (value: number) => number {
  const scale = scaleLog(domain, range);
  return (value) => scale(Math.max(value, domain[0]));
}

/** What a logarithmic axis can show. */
export const positive = (...values: number[]): number[] => values.filter((value) => value > 0);

export const floorDecade = (value: number): number => 10 ** Math.floor(Math.log10(value));
export const ceilDecade = (value: number): number => 10 ** Math.ceil(Math.log10(value));

export const says = (intensity: number, rate: number): string => `${quantity(intensity, "flop/byte")}, ${quantity(rate, "flop/s")}`;

type Scale = (value: number) => number;

export const frameOf = (width: number): { height: number; box: Box } => {
  const height = Math.round(Math.max(260, Math.min(400, width * 0.58)));
  return { height, box: { left: 44, right: width - 8, top: 30, bottom: height - 40 } };
};

export const axes = (box: Box, [xLow, xHigh]: [number, number], [yLow, yHigh]: [number, number], x: Scale, y: Scale): SVGTemplateResult => svg`
    ${decades(yLow, yHigh, (box.bottom - box.top) * 1.6).map(
      (value) => svg`<line class="grid" x1=${box.left} x2=${box.right} y1=${px(y(value))} y2=${px(y(value))}></line>
        <text class="quiet" x=${box.left - 6} y=${px(y(value))} text-anchor="end" dominant-baseline="central">${tick(value)}</text>`,
    )}
    ${decades(xLow, xHigh, box.right - box.left).map(
      (value) => svg`<line class="grid" x1=${px(x(value))} x2=${px(x(value))} y1=${box.top} y2=${box.bottom}></line>
        <text class="quiet" x=${px(x(value))} y=${box.bottom + 16} text-anchor=${x(value) > box.right - 12 ? "end" : "middle"}>${tick(value)}</text>`,
    )}
    <line class="axis" x1=${box.left} x2=${box.right} y1=${box.bottom} y2=${box.bottom}></line>
    <text class="quiet" x=${box.right} y=${box.bottom + 34} text-anchor="end">FLOP per byte moved</text>
    <text class="quiet" x="0" y="14">FLOP/s</text>`;
