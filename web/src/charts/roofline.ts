// The roofline: what a device can reach at each arithmetic intensity, and where a workload stands.

import { line } from "d3-shape";
import { scaleLog } from "d3-scale";
import { nothing, svg, type SVGTemplateResult } from "lit";
import { quantity, tick } from "../format.js";
import { shownRegime, type Regime } from "../palette.js";
import { decades, mark, px, textWidth, whisker, type Drawing } from "./shared.js";

export interface RooflineData {
  /** Name of the workload's point. */
  name: string;
  /** Of the arithmetic behind the peak; empty where it is not known. */
  precision: string;
  intensity: number;
  achieved_flop_per_s: number;
  /** Between which rates nine in ten measured ones lie, where that is known. */
  band?: [low: number, high: number] | undefined;
  regime: string;
  feasible: boolean;
  bandwidth_bytes_per_s: number;
  peak_flop_per_s: number;
  attainable_flop_per_s: number;
  ridge: number;
  attainable_ridge: number;
  /** The point's way as the batch grows: intensity and rate. */
  trail: [number, number][];
}

export const floorDecade = (value: number): number => 10 ** Math.floor(Math.log10(value));
export const ceilDecade = (value: number): number => 10 ** Math.ceil(Math.log10(value));

export const says = (intensity: number, rate: number): string => `${quantity(intensity, "flop/byte")}, ${quantity(rate, "flop/s")}`;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

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

export function rooflineChart(data: RooflineData, width: number): Drawing {
  const { height, box } = frameOf(width);
  // Fixed by the device, so that a moving slider moves the point and not the axes.
  const xLow = floorDecade(Math.min(data.attainable_ridge / 1000, data.intensity / 2));
  // Where weights come from outside the memory the slope is that of their way in, and both ridges are further right.
  const rate = data.attainable_flop_per_s / data.attainable_ridge;
  const peakRidge = data.peak_flop_per_s / rate;
  const xHigh = ceilDecade(Math.max(data.ridge * 10, peakRidge * 2, data.intensity * 2));
  const roofAtLeft = rate * xLow;
  const yLow = floorDecade(Math.min(roofAtLeft, data.achieved_flop_per_s, ...(data.band ?? [])) * 0.9);
  const yHigh = data.peak_flop_per_s * 2.2;
  const x = scaleLog([xLow, xHigh], [box.left, box.right]);
  const y = scaleLog([yLow, yHigh], [box.bottom, box.top]);
  const path = line<[number, number]>(([a]) => px(x(a)), ([, b]) => px(y(b)));
  const slope = [[xLow, roofAtLeft], [data.attainable_ridge, data.attainable_flop_per_s], [xHigh, data.attainable_flop_per_s]] as [number, number][];
  const peak = [[data.attainable_ridge, data.attainable_flop_per_s], [peakRidge, data.peak_flop_per_s], [xHigh, data.peak_flop_per_s]] as [number, number][];
  const regime: Regime = shownRegime(data);
  const at = { x: px(x(data.intensity)), y: px(y(data.achieved_flop_per_s)) };
  const ridgeX = px(x(data.attainable_ridge));

  const angle = (Math.atan2(y(roofAtLeft) - y(data.attainable_flop_per_s), ridgeX - box.left) * -180) / Math.PI;
  const middle = { x: box.left + (ridgeX - box.left) * 0.4, y: y(roofAtLeft) + (y(data.attainable_flop_per_s) - y(roofAtLeft)) * 0.4 };
  const bandwidth = quantity(data.bandwidth_bytes_per_s, "bytes/s");
  const same = Math.abs(data.peak_flop_per_s / data.attainable_flop_per_s - 1) < 0.02;
  const narrow = width < 420;
  const peakText = `${quantity(data.peak_flop_per_s, "flop/s")}${narrow || !data.precision ? " peak" : ` peak, ${data.precision}`}`;
  const reach = quantity(data.attainable_flop_per_s, "flop/s");
  // Below the flat roof there is room as far left as the ridge.
  const reachText = [`${reach} at the assumed efficiency`, `${reach} attainable`].find((one) => box.right - 4 - textWidth(one) > ridgeX + 4) ?? reach;
  const nameWidth = textWidth(data.name, 12);
  const nameLeft = at.x + 12 + nameWidth > box.right;
  const nameAt = nameLeft ? Math.max(box.left + nameWidth, at.x - 12) : at.x + 12;
  // Near the flat roof the line below the point belongs to the roof's own label.
  const roofY = y(data.attainable_flop_per_s);
  const crowded = !same && at.x + nameWidth > ridgeX && Math.abs(at.y - roofY) < 26;
  const below = at.y + (crowded ? Math.max(22, roofY + 36 - at.y) : 22);
  const nameY = px(below > box.bottom - 20 ? at.y - 14 : below);
  const inside = (p: [number, number]): boolean => p[0] >= xLow && p[0] <= xHigh && p[1] >= yLow && p[1] <= yHigh;

  const body = svg`
    <rect class="wash memory" x=${box.left} y=${box.top} width=${Math.max(0, ridgeX - box.left)} height=${box.bottom - box.top}></rect>
    <rect class="wash compute" x=${ridgeX} y=${box.top} width=${Math.max(0, box.right - ridgeX)} height=${box.bottom - box.top}></rect>
    ${axes(box, [xLow, xHigh], [yLow, yHigh], x, y)}
    <line class="reference" x1=${ridgeX} x2=${ridgeX} y1=${px(y(data.attainable_flop_per_s))} y2=${box.bottom}></line>
    ${ridgeX - box.left > 90 ? svg`<text class="quiet" x=${ridgeX - 6} y=${box.bottom - 8} text-anchor="end">memory-bound</text>` : nothing}
    ${box.right - ridgeX > 96 ? svg`<text class="quiet" x=${ridgeX + 6} y=${box.bottom - 8}>compute-bound</text>` : nothing}
    <path class="peak" d=${path(peak) ?? ""}></path>
    <path class="roof" d=${path(slope) ?? ""}></path>
    <text class="halo" x=${px(middle.x)} y=${px(middle.y) - 7} text-anchor="middle"
      transform="rotate(${px(angle)},${px(middle.x)},${px(middle.y)})">${bandwidth}</text>
    ${same ? nothing : svg`<text class="halo" x=${box.right - 4} y=${px(y(data.attainable_flop_per_s)) + 16} text-anchor="end">${reachText}</text>`}
    <text class=${same ? "halo" : "quiet halo"} x=${box.right - 4} y=${px(y(data.peak_flop_per_s)) - 7} text-anchor="end">${peakText}</text>
    ${data.trail.length > 1 ? svg`<path class="trail" d=${path(data.trail.filter(inside)) ?? ""}></path>` : nothing}
    ${data.band ? whisker(y(data.band[0]), y(data.band[1]), at.x, "y") : nothing}
    ${mark(regime, at.x, at.y, 1.15)}
    <text class="strong halo" x=${px(nameAt)} y=${nameY} text-anchor=${nameLeft ? "end" : "start"}>${data.name}</text>
  `;
  return {
    height,
    body,
    points: [
      { ...at, text: `${data.name}: ${says(data.intensity, data.achieved_flop_per_s)}` },
      { x: ridgeX, y: px(y(data.attainable_flop_per_s)), text: `Ridge at the assumed efficiency: ${says(data.attainable_ridge, data.attainable_flop_per_s)}` },
      ...(same ? [] : [{ x: px(x(peakRidge)), y: px(y(data.peak_flop_per_s)), text: `Ridge at peak: ${says(peakRidge, data.peak_flop_per_s)}` }]),
    ],
  };
}
