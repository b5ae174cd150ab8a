// Several workloads under their roofs, each going from place to place.

import {
  around, axes, ceilDecade, coordinates, drawn, floorDecade, frameOf, line, logScale, mark, nothing, positive, px, quantity, REGIMES, shownRegime, steady, svg, whisker,
  type Domain, type Drawing, type Label,
} from "#shared";
import { ghostDot, ghostLine, ghostNames, placed } from "./frame.js";
import type { Place } from "./place.js";

interface Surroundings {
  held?: Domain | undefined;
  most?: number | undefined;
  /** The places that were pinned. */
  ghost?: readonly Place[] | undefined;
}

type Roof = Pick<Place, "rate" | "ridge"> & { flat: number };

const roofOf = ({ rate, ridge, attainable_flop_per_s: flat }: Place): Roof => ({ rate, flat, ridge });

/** What the roofs that several workloads stand under look like, and how each workload moves from place to place. */
export function rooflinesChart(ways: { name: string; places: Place[] }[], width: number, { held, most, ghost = [] }: Surroundings = {}): Drawing {
  const { height: usual, box } = frameOf(width, most);
  const all = ways.flatMap(({ places }) => places);
  // Under one roof the rates differ in their last bits: each is that of its step's own traffic.
  const roofs = [...new Map(all.map((place) => [`${place.device} ${place.rate.toPrecision(9)} ${place.attainable_flop_per_s}`, place])).values()]
    .map((place) => ({ device: place.device, label: place.label, ...roofOf(place) }))
    .sort((a, b) => b.flat - a.flat);
  // A narrow drawing has no room for the roofs' names beside its slopes: they stand above it.
  const room = width < 520 ? roofs.length * 15 : 0;
  const height = usual + room;
  box.bottom += room;
  // What was pinned is within the axes too.
  const intensities = [...all, ...ghost].map(({ intensity }) => intensity);
  const rates = [...all.flatMap((place) => [place.achieved_flop_per_s, ...(place.band ? [place.band.low, place.band.high] : [])]), ...ghost.map((place) => place.achieved_flop_per_s)];
  const spanned = [...roofs, ...ghost.map(roofOf)];
  const ridges = spanned.map(({ ridge }) => ridge);
  const highest = Math.max(...spanned.map(({ flat }) => flat), ...rates);
  const low = floorDecade(Math.min(...positive(...intensities), ...ridges) / 2);
  const domain = steady(
    {
      x: [low, ceilDecade(Math.max(...intensities, ...ridges.map((ridge) => ridge * 4)) * 2)],
      y: [floorDecade(Math.min(...positive(...rates), ...spanned.map(({ rate }) => rate * low)) * 0.9), highest * 4],
    },
    {
      x: [Math.min(...positive(...intensities), ...ridges) / 2, Math.max(...intensities, ...ridges) * 2],
      y: [Math.min(...positive(...rates), ...spanned.map(({ flat }) => flat)) / 2, highest * 1.5],
    },
    held,
  );
  const [xLow, xHigh] = domain.x;
  const [yLow, yHigh] = domain.y;
  const x = logScale([xLow, xHigh], [box.left, box.right]);
  const y = logScale([yLow, yHigh], [box.bottom, box.top + room]);
  const path = line(x, y);
  let above = room ? box.top + room + 11 : Infinity;
  const at = (place: Place): [number, number] => [x(place.intensity), y(place.achieved_flop_per_s)];
  const corners = ({ rate, flat, ridge }: Roof): [number, number][] => [[Math.max(xLow, yLow / rate), Math.max(rate * xLow, yLow)], [ridge, flat], [xHigh, flat]];
  const shape = (roof: Roof): string => path(corners(roof));
  const ends = ways.flatMap(({ name, places }): Label[] => {
    const low = Math.max(...places.map((place) => at(place)[1])) + 24;
    return [
      ...places.flatMap((place, index): Label[] => {
        const [left, down] = at(place);
        const between = index > 0 && index < places.length - 1;
        // A label between the ends only where it has room.
        if (between && Math.abs(left - x(places[0]!.intensity)) < 44 * index) return [];
        // A point lies under its slope, which rises to the right: below and to the right nothing crosses the label of the first.
        return [{ texts: [place.label], x: left + (between ? 0 : 10), y: down + (between ? -12 : index ? 4 : 20), anchor: between ? "middle" : "start", kind: "halo" }];
      }),
      ...(name ? [{ texts: [name, name.split(", ")[0]!], x: Math.max(box.left + 8, x(places[0]!.intensity)), y: low, anchor: "start" as const, kind: "strong halo" }] : []),
    ];
  });
  const names = [...roofs].reverse().map(({ device, label, flat }): Label => {
    above = Math.min(above - 15, y(flat) - 6);
    // Where the format of the arithmetic lifts a device's roof, each of its roofs has that name too.
    const lifted = roofs.filter((one) => one.device === device).length > 1;
    const text = `${device}${lifted ? `, ${label}` : ""}`;
    return { texts: [`${text}: ${quantity(flat, "flop/s")}`, text], x: box.left + 8, y: above, anchor: "start", kind: "halo" };
  });
  const lines = roofs.flatMap((roof) => {
    const ends = corners(roof).map(([across, up]) => [x(across), y(up)] as const);
    // Small boxes along each piece.
    return ends.slice(1).flatMap((to, index) => {
      const from = ends[index]!;
      const pieces = Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / 10);
      return Array.from({ length: pieces + 1 }, (_, piece) => around(from[0] + ((to[0] - from[0]) * piece) / pieces, from[1] + ((to[1] - from[1]) * piece) / pieces, 3));
    });
  });
  // Those that have moved first: their name stands beside one of them if it can.
  const spot = (place: Place): string => at(place).map(px).join();
  const here = all.map(spot);
  const stood = [...ghost].sort((a, b) => Number(here.includes(spot(a))) - Number(here.includes(spot(b)))).map(at);
  const bounds = { left: box.left, right: width, top: 16, bottom: box.bottom };
  const taken = [...all.map(at), ...stood].map((point) => around(...point));
  // From the top down, so that names moved clear of a roof stand in the order of their points.
  const wanted = [...ends.sort((a, b) => a.y - b.y), ...names].map((label) => [label]);
  const labels = placed(wanted, bounds, taken, lines);
  labels.push(...placed([stood.flatMap((point) => ghostNames(...point))], bounds, taken, lines, (laid, place) => laid.y === place.y));
  // Marks that would overlap are smaller.
  const close = ways.some(({ places }) => places.some((place, index) => index > 0 && Math.hypot(at(place)[0] - at(places[index - 1]!)[0], at(place)[1] - at(places[index - 1]!)[1]) < 14));
  const body = svg`
    ${axes(box, [xLow, xHigh], [yLow, yHigh], x, y)}
    ${roofs.map((roof) => svg`<path class=${roof.rate.toPrecision(9) === roofs[0]!.rate.toPrecision(9) ? "roof" : "roof second"} d=${shape(roof)}></path>`)}
    ${ways.map(({ places }) => svg`<path class="trail" d=${path(places.map((place) => [place.intensity, place.achieved_flop_per_s]))}></path>`)}
    ${[...new Set(ghost.map((place) => shape(roofOf(place))))].map((one) => ghostLine(one, ...roofs.map(shape)))}
    ${stood.map((point) => ghostDot(...point))}
    ${all.map(({ band, intensity }) => (band ? whisker(y(band.low), y(band.high), x(intensity), "y") : nothing))}
    ${all.map((place) => mark(shownRegime(place), x(place.intensity), y(place.achieved_flop_per_s), close ? 0.7 : 1))}
    ${drawn(labels)}
  `;
  return {
    height,
    body,
    labels,
    box,
    domain,
    points: ways.flatMap(({ name, places }) =>
      places.map((place) => ({ x: px(x(place.intensity)), y: px(y(place.achieved_flop_per_s)), text: `${[name, place.label].filter(Boolean).join(", ")}: ${coordinates(place.intensity, place.achieved_flop_per_s, place.band)}, ${REGIMES[shownRegime(place)].word}` })),
    ),
  };
}
