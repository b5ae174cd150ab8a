// Axes and the scales behind them, and the frame that the rooflines stand in.

import { svg, type SVGTemplateResult } from "lit";
import { withBand, type Band } from "../ui/band.js";
import { quantity, tick } from "../ui/format.js";
import type { Box } from "./labels.js";
import { scaleLog } from "./scale.js";
import { px, type Domain } from "./shared.js";

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
export function logScale(domain: Domain["x"], range: [number, number]): (value: number) => number {
  const scale = scaleLog(domain, range);
  return (value) => scale(Math.max(value, domain[0]));
}

/** What a logarithmic axis can show. */
export const positive = (...values: number[]): number[] => values.filter((value) => value > 0);

export const floorDecade = (value: number): number => 10 ** Math.floor(Math.log10(value));
export const ceilDecade = (value: number): number => 10 ** Math.ceil(Math.log10(value));

/** `band`: of the rate. */
export const coordinates = (intensity: number, rate: number, band?: Band | null): string =>
  `${quantity(intensity, "flop/byte")}, ${quantity(rate, "flop/s")}${withBand(band ?? null)}`;

/** Decades that an axis may show beyond what it would by itself, before it follows. */
const SLACK = 2;

/**
 * What axes show that stay put while a device changes: a roof is then seen to move. They follow where what is `needed` has no
 * place in them, or is lost in too much room. `wanted`: what they would show by themselves.
 */
export function steady(wanted: Domain, needed: Domain, held: Domain | undefined): Domain {
  if (!held) return wanted;
  const span = ([low, high]: Domain["x"]): number => Math.log10(high / low);
  const along = (by: Domain["x"], [low, high]: Domain["x"], kept: Domain["x"]): Domain["x"] => {
    const both: Domain["x"] = low >= kept[0] && high <= kept[1] ? kept : [Math.min(by[0], kept[0]), Math.max(by[1], kept[1])];
    return span(both) > span(by) + SLACK ? by : both;
  };
  return { x: along(wanted.x, needed.x, held.x), y: along(wanted.y, needed.y, held.y) };
}

type Scale = (value: number) => number;

/** `most`: how high it may be. */
export const frameOf = (width: number, most = 400): { height: number; box: Box } => {
  const height = Math.round(Math.min(most, Math.max(260, width * 0.58)));
  return { height, box: { left: 44, right: width - 8, top: 30, bottom: height - 40 } };
};

/** Both axes. The grid only helps the eye along: every value that is drawn is read of its point too, and stands in the table. */
export const frame = ({ left, right, top, bottom }: Box): SVGTemplateResult => svg`<path class="axis" d="M${left},${top}V${bottom}H${right}"></path>`;

export const axes = (box: Box, [xLow, xHigh]: Domain["x"], [yLow, yHigh]: Domain["y"], x: Scale, y: Scale): SVGTemplateResult => svg`
    ${decades(yLow, yHigh, (box.bottom - box.top) * 1.6).map(
      (value) => svg`<line class="grid" x1=${box.left} x2=${box.right} y1=${px(y(value))} y2=${px(y(value))}></line>
        <text class="quiet" x=${box.left - 6} y=${px(y(value))} text-anchor="end" dominant-baseline="central">${tick(value)}</text>`,
    )}
    ${decades(xLow, xHigh, box.right - box.left).map(
      (value) => svg`<line class="grid" x1=${px(x(value))} x2=${px(x(value))} y1=${box.top} y2=${box.bottom}></line>
        <text class="quiet" x=${px(x(value))} y=${box.bottom + 16} text-anchor=${x(value) > box.right - 12 ? "end" : "middle"}>${tick(value)}</text>`,
    )}
    ${frame(box)}
    <text class="quiet" x=${box.right} y=${box.bottom + 34} text-anchor="end">FLOP per byte moved</text>
    <text class="quiet" x="0" y="14">FLOP/s</text>`;
