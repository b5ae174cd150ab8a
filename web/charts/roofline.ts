// The roofline: what a device can reach at each arithmetic intensity, and where a workload stands.

import { nothing, svg } from "lit";
import type { Band } from "../ui/band.js";
import { quantity } from "../ui/format.js";
import { shownRegime, type Regime } from "../ui/palette.js";
import { axes, ceilDecade, coordinates, floorDecade, frameOf, logScale, positive, steady } from "./axes.js";
import { around, drawn, laidOut, type Label } from "./labels.js";
import { line } from "./scale.js";
import { mark, px, textWidth, whisker, type Domain, type Drawing } from "./shared.js";

/** A place that can be read. */
export interface RooflinePoint {
  name: string;
  intensity: number;
  rate: number;
  band?: Band | null;
}

export interface RooflineData {
  /** Name of the workload's point. */
  name: string;
  /** Format of the arithmetic behind the peak; empty where it is not known. */
  precision: string;
  intensity: number;
  achieved_flop_per_s: number;
  /** Of the rate, where that is known. */
  band?: Band | null;
  regime: string;
  feasible: boolean;
  /** Rate of the traffic, and so the slope; where weights come from outside the memory, that of their way in. */
  bandwidth_bytes_per_s: number;
  peak_flop_per_s: number;
  attainable_flop_per_s: number;
  ridge: number;
  attainable_ridge: number;
  /** Where the slope would reach the peak. */
  peak_ridge: number;
  /** The point's path as the batch doubles. */
  trail: readonly RooflinePoint[];
}

/** A device's roof, and under it where a pinned step stood. */
export type Ghost = Pick<RooflineData, "intensity" | "achieved_flop_per_s" | "bandwidth_bytes_per_s" | "attainable_flop_per_s" | "attainable_ridge">;

export interface Surroundings {
  /** The axes of the drawing before. */
  held?: Domain | undefined;
  /** How high it may be. */
  most?: number | undefined;
  ghost?: Ghost | undefined;
}

/** Whether what is attainable is the peak. */
const isPeak = ({ peak_flop_per_s: peak, attainable_flop_per_s: attainable }: RooflineData): boolean => Math.abs(peak / attainable - 1) < 0.02;

/** All that is read of a roofline, of its drawing and in its table: the step, the ridges, and the path. */
export const pointsOf = (data: RooflineData): RooflinePoint[] => [
  { name: data.name, intensity: data.intensity, rate: data.achieved_flop_per_s, band: data.band ?? null },
  { name: "Ridge at the assumed efficiency", intensity: data.attainable_ridge, rate: data.attainable_flop_per_s },
  ...(isPeak(data) ? [] : [{ name: "Ridge at peak", intensity: data.peak_ridge, rate: data.peak_flop_per_s }]),
  // The step is on its own path.
  ...data.trail.filter(({ name }) => name !== data.name),
];

export function rooflineChart(data: RooflineData, width: number, { held, most, ghost }: Surroundings = {}): Drawing {
  const { height, box } = frameOf(width, most);
  // Fixed by the device, so that a moving slider moves the point and not the axes.
  const wantedLow = floorDecade(Math.min(data.attainable_ridge / 1000, ...positive(data.intensity / 2)));
  const wantedHigh = ceilDecade(Math.max(data.ridge * 10, data.peak_ridge * 2, data.intensity * 2));
  const rates = positive(data.achieved_flop_per_s, ...(data.band ? [data.band.low, data.band.high] : []));
  const domain = steady(
    {
      x: [wantedLow, wantedHigh],
      y: [floorDecade(Math.min(data.bandwidth_bytes_per_s * wantedLow, ...rates) * 0.9), data.peak_flop_per_s * 2.2],
    },
    { x: [Math.min(data.attainable_ridge, ...positive(data.intensity)) / 2, Math.max(data.peak_ridge, data.intensity) * 2], y: [Math.min(...rates, data.attainable_flop_per_s) / 2, data.peak_flop_per_s * 1.5] },
    held,
  );
  const [xLow, xHigh] = domain.x;
  const [yLow, yHigh] = domain.y;
  /** Where a slope enters the frame. */
  const entry = (rate: number): [number, number] => [Math.max(xLow, yLow / rate), Math.max(rate * xLow, yLow)];
  const [slopeLow, roofAtLeft] = entry(data.bandwidth_bytes_per_s);
  const x = logScale([xLow, xHigh], [box.left, box.right]);
  const y = logScale([yLow, yHigh], [box.bottom, box.top]);
  const path = line(x, y);
  const slope = [[slopeLow, roofAtLeft], [data.attainable_ridge, data.attainable_flop_per_s], [xHigh, data.attainable_flop_per_s]] as [number, number][];
  const peak = [[data.attainable_ridge, data.attainable_flop_per_s], [data.peak_ridge, data.peak_flop_per_s], [xHigh, data.peak_flop_per_s]] as [number, number][];
  const regime: Regime = shownRegime(data);
  const at = { x: px(x(data.intensity)), y: px(y(data.achieved_flop_per_s)) };
  const was = ghost && { ...ghost, x: px(x(ghost.intensity)), y: px(y(ghost.achieved_flop_per_s)) };
  const ridgeX = px(x(data.attainable_ridge));

  const angle = (Math.atan2(y(roofAtLeft) - y(data.attainable_flop_per_s), ridgeX - x(slopeLow)) * -180) / Math.PI;
  const middle = { x: x(slopeLow) + (ridgeX - x(slopeLow)) * 0.4, y: y(roofAtLeft) + (y(data.attainable_flop_per_s) - y(roofAtLeft)) * 0.4 };
  const bandwidth = quantity(data.bandwidth_bytes_per_s, "bytes/s");
  const same = isPeak(data);
  const narrow = width < 420;
  const peakText = `${quantity(data.peak_flop_per_s, "flop/s")}${narrow || !data.precision ? " peak" : ` peak, ${data.precision}`}`;
  const reach = quantity(data.attainable_flop_per_s, "flop/s");
  // Below the flat roof there is room as far left as the ridge.
  const reachTexts = [`${reach} at the assumed efficiency`, `${reach} attainable`, reach].filter((one) => box.right - textWidth(one) > ridgeX + 4);
  const fits = (text: string): boolean => at.x + 12 + textWidth(text) <= box.right;
  // The settings above the chart say the batch as well.
  const name = fits(data.name) ? data.name : data.name.split(",")[0]!;
  const roofY = y(data.attainable_flop_per_s);
  const end = { x: box.right, anchor: "end" as const };
  const wanted: Label[] = [
    ...(same ? [] : [{ texts: reachTexts, ...end, y: roofY + 16, kind: "halo" }]),
    { texts: [name], ...(fits(name) ? { x: at.x + 12, anchor: "start" } : end), y: at.y + 22, kind: "strong halo", of: was && [at, was] },
    ...(was ? [{ texts: ["pinned"], x: was.x - 10, y: was.y - 8, anchor: "end" as const, kind: "quiet halo", of: [was, at] as const }] : []),
    { texts: [peakText, peakText.split(" peak")[0]!], ...end, y: y(data.peak_flop_per_s) - 7, kind: same ? "halo" : "quiet halo" },
    { texts: [bandwidth], x: middle.x, y: middle.y + (was && was.bandwidth_bytes_per_s > data.bandwidth_bytes_per_s ? 15 : -7), anchor: "middle", kind: "halo", angle },
    ...(ridgeX - box.left > 90 ? [{ texts: ["memory-bound"], x: ridgeX - 6, y: box.bottom - 8, anchor: "end" as const, kind: "quiet" }] : []),
    ...(box.right - ridgeX > 96 ? [{ texts: ["compute-bound"], x: ridgeX + 6, y: box.bottom - 8, anchor: "start" as const, kind: "quiet" }] : []),
  ];
  const labels = laidOut(wanted, { ...box, right: width, top: 18 }, [around(at.x, at.y), ...(was ? [{ left: x(was.attainable_ridge), right: width, top: y(was.attainable_flop_per_s) - 2, bottom: y(was.attainable_flop_per_s) + 2 }, around(was.x, was.y)] : [])]);
  // The path may leave the axes, which follow the step.
  const trail = data.trail.filter(({ intensity, rate }) => intensity >= xLow && intensity <= xHigh && rate >= yLow && rate <= yHigh);

  const shadow = was && svg`<path class="ghost" d=${path([entry(was.bandwidth_bytes_per_s), [was.attainable_ridge, was.attainable_flop_per_s], [xHigh, was.attainable_flop_per_s]])}></path>
    <circle class="ghost" cx=${was.x} cy=${was.y} r="7"></circle>`;

  const body = svg`
    <rect class="wash memory" x=${box.left} y=${box.top} width=${Math.max(0, ridgeX - box.left)} height=${box.bottom - box.top}></rect>
    <rect class="wash compute" x=${ridgeX} y=${box.top} width=${Math.max(0, box.right - ridgeX)} height=${box.bottom - box.top}></rect>
    ${axes(box, [xLow, xHigh], [yLow, yHigh], x, y)}
    <line class="reference" x1=${ridgeX} x2=${ridgeX} y1=${px(y(data.attainable_flop_per_s))} y2=${box.bottom}></line>
    <path class="peak" d=${path(peak)}></path>
    <path class="roof" d=${path(slope)}></path>
    ${trail.length > 1 ? svg`<path class="trail" d=${path(trail.map(({ intensity, rate }) => [intensity, rate]))}></path>` : nothing}
    ${shadow ?? nothing}
    ${data.band ? whisker(y(data.band.low), y(data.band.high), at.x, "y") : nothing}
    ${mark(regime, at.x, at.y, 1.15)}
    ${drawn(labels)}
  `;
  return {
    height,
    body,
    labels,
    box,
    domain,
    points: pointsOf({ ...data, trail }).map(({ name, intensity, rate, band }) => ({ x: px(x(intensity)), y: px(y(rate)), text: `${name}: ${coordinates(intensity, rate, band)}` })),
  };
}
