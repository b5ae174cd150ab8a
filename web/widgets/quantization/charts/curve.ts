// Speedup over batch: one line a precision, with where a gain falls below a threshold.

import { around, drawn, frame, line, nothing, number, px, scaleLinear, scaleLog, svg, times, type Drawing, type Label } from "#shared";
import { ghostDot, ghostLine, ghostName, placed } from "../../../charts/apart/frame.js";

export interface Curve {
  name: string;
  /** Batch, speedup, and whether everything fits the device there. */
  points: { batch: number; speedup: number; fits: boolean }[];
}

export interface Crossing {
  threshold: number;
  /** The first batch below the threshold; null where the gain holds over the whole range. */
  batch: number | null;
}

/**
 * The batches that are read, of the drawing and in its table: the powers of two, the last, the one now, and those from which a gain is
 * below a threshold.
 */
export function batchesOf([first]: readonly Curve[], marks: readonly Crossing[], batch: number): number[] {
  const last = first!.points.at(-1)!.batch;
  const powers = Array.from({ length: Math.floor(Math.log2(last)) + 1 }, (_, power) => 2 ** power);
  const others = [last, batch, ...marks.flatMap(({ batch: at }) => at ?? [])].filter((one) => one <= last);
  return [...new Set([...powers, ...others])].sort((a, b) => a - b);
}

/** Of a curve's name at its end. */
const NAME_HEIGHT = 15;

/** Every point that a line of this width can show. */
function thinned(points: Curve["points"]): Curve["points"] {
  let last = 0;
  return points.filter(({ batch }, index) => {
    const keep = index === 0 || index === points.length - 1 || Math.log(batch) - last > 0.02;
    if (keep) last = Math.log(batch);
    return keep;
  });
}

/** `ghost`: the curves and the batch that were pinned. */
export function curveChart(curves: Curve[], marks: Crossing[], batch: number, width: number, ghost?: { curves: Curve[]; batch: number }): Drawing {
  const height = Math.round(Math.max(230, Math.min(320, width * 0.46)));
  const box = { left: 34, right: width - 58, top: 16, bottom: height - 40 };
  const all = [...curves, ...(ghost?.curves ?? [])].flatMap(({ points }) => points);
  const last = Math.max(...all.map((point) => point.batch), 2);
  const most = Math.max(2.2, ...all.map((point) => point.speedup)) * 1.06;
  const x = scaleLog([1, last], [box.left, box.right]);
  const y = scaleLinear([Math.min(1, ...all.map((point) => point.speedup)) * 0.94, most], [box.bottom, box.top]);
  const through = line(x, y);
  const path = (points: Curve["points"]): string => through(thinned(points).map(({ batch, speedup }) => [batch, speedup]));
  const powers: number[] = [];
  for (let value = 1; value <= last; value *= box.right - box.left < 340 ? 8 : 4) powers.push(value);
  const now = batch <= last ? px(x(batch)) : undefined;
  const at = (batch: number, { points }: Curve): Curve["points"][number] | undefined => points.find((one) => one.batch >= batch);
  const stood = (ghost?.curves ?? []).flatMap((curve) => {
    const point = at(ghost!.batch, curve);
    return point ? [{ x: x(ghost!.batch), y: y(point.speedup) }] : [];
  });
  const ends = curves
    .map((curve, index) => ({ name: curve.name, index, y: y(curve.points.at(-1)?.speedup ?? 1) }))
    .sort((a, b) => a.y - b.y);
  for (let index = 1; index < ends.length; index++) ends[index]!.y = Math.max(ends[index]!.y, ends[index - 1]!.y + NAME_HEIGHT);
  // Where lines end together near the axis, their names keep clear of its numbers.
  ends.forEach((end, index) => (end.y = Math.min(end.y, box.bottom - 4 - (ends.length - 1 - index) * NAME_HEIGHT)));

  const below = marks.flatMap(({ threshold, batch: at }) => (at === null || at > last ? [] : [{ threshold, at, x: px(x(at)), y: px(y(threshold)) }]));
  // Curves fall: there is room above them on the right, and below on the left.
  const labels = below.map(({ threshold, at, x: across, y: up }): Label[] => {
    const text = { texts: [`below ${number(threshold)}× from ${number(at)}`], kind: "halo" };
    return [{ ...text, x: across + 8, y: up - 9, anchor: "start" }, { ...text, x: across - 8, y: up + 16, anchor: "end" }];
  });
  if (stood[0]) labels.push([ghostName(stood[0].x, stood[0].y)]);
  const marked = [...curves.flatMap(({ points }) => thinned(points).map((point) => around(x(point.batch), y(point.speedup), 3))), ...stood.map((place) => around(place.x, place.y))];
  const cursor = now === undefined ? [] : [{ left: now - 2, right: now + 2, top: box.top, bottom: box.bottom }];
  const named = placed(labels, { ...box, right: width, top: 0 }, marked, cursor);

  const body = svg`
    ${y.ticks(5).map(
      (value) => svg`<line class="grid" x1=${box.left} x2=${box.right} y1=${px(y(value))} y2=${px(y(value))}></line>
        <text class="quiet" x=${box.left - 6} y=${px(y(value))} text-anchor="end" dominant-baseline="central">${number(value)}×</text>`,
    )}
    ${powers.map((value) => svg`<text class="quiet" x=${px(x(value))} y=${box.bottom + 16} text-anchor="middle">${number(value)}</text>`)}
    ${frame(box)}
    <text class="quiet" x=${box.right} y=${height - 6} text-anchor="end">requests in a batch</text>
    ${now === undefined ? nothing : svg`<line class="now" x1=${now} x2=${now} y1=${box.top} y2=${box.bottom}></line>`}
    ${curves.map(({ points }, index) => {
      const fits = points.filter((point) => point.fits);
      const beyond = points.filter((point) => !point.fits);
      const joined = fits.length > 0 && beyond.length > 0 ? [fits.at(-1)!, ...beyond] : beyond;
      const kind = index === 0 ? "curve" : "curve second";
      return svg`<path class=${kind} d=${path(fits)}></path>
        ${joined.length > 1 ? svg`<path class="${kind} spilling" d=${path(joined)}></path>` : nothing}`;
    })}
    ${ghost?.curves.map(({ points }, index) => ghostLine(path(points), path(curves[index]?.points ?? [])))}
    ${stood.map((place) => ghostDot(place.x, place.y))}
    ${ends.map(({ name, index, y: at }) => svg`<text class=${index === 0 ? "strong" : "quiet"} x=${box.right + 8} y=${px(at)} dominant-baseline="central">${name}</text>`)}
    ${below.map((mark) => svg`<circle class="dot" cx=${mark.x} cy=${mark.y} r="4.5"></circle>`)}
    ${drawn(named)}
    ${now === undefined
      ? nothing
      : curves.map((curve) => {
          const point = at(batch, curve);
          return point ? svg`<circle class="cursor" cx=${now} cy=${px(y(point.speedup))} r="4.5"></circle>` : nothing;
        })}
  `;
  const readable = batchesOf(curves, marks, batch).map((value) => {
    const found = curves.map((curve) => ({ name: curve.name, speedup: at(value, curve)!.speedup }));
    return { x: px(x(value)), y: px(y(found[0]!.speedup)), text: `Batch ${number(value)}: ${found.map(({ name, speedup }) => `${name} ${times(speedup)}`).join(", ")}` };
  });
  return { height, body, box, labels: named, points: readable };
}
