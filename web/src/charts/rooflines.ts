// Several workloads under their roofs, each going from place to place.

import { line } from "d3-shape";
import { scaleLog } from "d3-scale";
import { nothing, svg } from "lit";
import { quantity } from "../format.js";
import { REGIMES, shownRegime } from "../palette.js";
import { axes, ceilDecade, floorDecade, frameOf, says } from "./roofline.js";
import { mark, px, textWidth, whisker, type Drawing } from "./shared.js";

/** A workload at one setting, and the roof it then stands under. */
export interface Place {
  label: string;
  intensity: number;
  achieved_flop_per_s: number;
  /** Between which rates nine in ten measured ones lie, where that is known. */
  band?: [low: number, high: number] | undefined;
  regime: string;
  feasible: boolean;
  device: string;
  attainable_flop_per_s: number;
  /** Bytes a second that give the slope. */
  rate: number;
}

/** What the roofs that several workloads stand under look like, and how each workload moves from place to place. */
export function rooflinesChart(ways: { name: string; places: Place[] }[], width: number): Drawing {
  const { height: usual, box } = frameOf(width);
  const all = ways.flatMap(({ places }) => places);
  const roofs = [...new Map(all.map((place) => [`${place.device} ${place.rate} ${place.attainable_flop_per_s}`, place])).values()]
    .map(({ device, label, rate, attainable_flop_per_s: flat }) => ({ device, label, rate, flat, ridge: flat / rate }))
    .sort((a, b) => b.flat - a.flat);
  // A narrow drawing has no room for the roofs' names beside its slopes: they stand above it.
  const room = width < 520 ? roofs.length * 15 : 0;
  const height = usual + room;
  box.bottom += room;
  const intensities = all.map(({ intensity }) => intensity);
  const rates = all.flatMap((place) => [place.achieved_flop_per_s, ...(place.band ?? [])]);
  const xLow = floorDecade(Math.min(...intensities) / 2);
  const xHigh = ceilDecade(Math.max(...intensities, ...roofs.map(({ ridge }) => ridge * 4)) * 2);
  const yLow = floorDecade(Math.min(...rates, ...roofs.map(({ rate }) => rate * xLow)) * 0.9);
  const yHigh = Math.max(roofs[0]!.flat, ...rates) * 4;
  const x = scaleLog([xLow, xHigh], [box.left, box.right]);
  const y = scaleLog([yLow, yHigh], [box.bottom, box.top + room]);
  const path = line<[number, number]>(([a]) => px(x(a)), ([, b]) => px(y(b)));
  let above = room ? box.top + room + 11 : Infinity;
  const body = svg`
    ${axes(box, [xLow, xHigh], [yLow, yHigh], x, y)}
    ${roofs.map(({ rate, flat, ridge }) => svg`<path class=${rate === roofs[0]!.rate ? "roof" : "roof second"} d=${path([[xLow, rate * xLow], [ridge, flat], [xHigh, flat]]) ?? ""}></path>`)}
    ${[...roofs].reverse().map(({ device, label, flat }) => {
      above = Math.min(above - 15, y(flat) - 6);
      // Where the format of the arithmetic lifts a device's roof, each of its roofs has that name too.
      const lifted = roofs.filter((one) => one.device === device).length > 1;
      return svg`<text class="halo" x=${box.left + 8} y=${px(above)}>${device}${lifted ? `, ${label}` : ""}: ${quantity(flat, "flop/s")}</text>`;
    })}
    ${ways.map(({ places }) => svg`<path class="trail" d=${path(places.map((place) => [place.intensity, place.achieved_flop_per_s])) ?? ""}></path>`)}
    ${all.map(({ band, intensity }) => (band ? whisker(y(band[0]), y(band[1]), x(intensity), "y") : nothing))}
    ${all.map((place) => mark(shownRegime(place), x(place.intensity), y(place.achieved_flop_per_s)))}
    ${ways.map(({ name, places }) => {
      const ends = places.length - 1;
      const low = Math.max(...places.map((place) => y(place.achieved_flop_per_s))) + 24;
      const start = Math.max(box.left + 8, Math.min(x(places[0]!.intensity), box.right - textWidth(name, 13)));
      return svg`${places.map(({ label, intensity, achieved_flop_per_s: rate }, index) => {
        const inside = index > 0 && index < ends;
        // A label between the ends only where it has room.
        if (inside && Math.abs(x(intensity) - x(places[0]!.intensity)) < 44 * index) return nothing;
        return svg`<text class="halo" x=${px(x(intensity) + (inside ? 0 : index ? 10 : -10))} y=${px(y(rate) - (inside ? 12 : -4))} text-anchor=${inside ? "middle" : index ? "start" : "end"}>${label}</text>`;
      })}
      <text class="strong halo" x=${px(start)} y=${px(low)}>${name}</text>`;
    })}
  `;
  return {
    height,
    body,
    points: ways.flatMap(({ name, places }) =>
      places.map((place) => ({ x: px(x(place.intensity)), y: px(y(place.achieved_flop_per_s)), text: `${[name, place.label].filter(Boolean).join(", ")}: ${says(place.intensity, place.achieved_flop_per_s)}, ${REGIMES[shownRegime(place)].word}` })),
    ),
  };
}
