// Latency over the load: flat, then a knee, then the queue.

import { around, decades, drawn, line, number, px, quantity, scaleLinear, scaleLog, svg, type Drawing, type Label } from "#shared";
import type { Laid } from "../../../charts/labels.js";
import { frameOf, ghostDot, ghostLine, ghostName, levels, placed } from "../../../charts/apart/frame.js";
import type { Loaded } from "../result.js";

export interface Latencies {
  curve: readonly Loaded[];
  now: Loaded;
  /** Where the queue begins to grow for ever. */
  saturation: number;
  closed: boolean;
  limits: { ttft_s: number | null; itl_s: number | null };
}

export function loadName(load: number, closed: boolean): string {
  if (load === 1) return closed ? "1 user" : "1 request a second";
  return closed ? `${number(load)} users` : `${number(load)} requests a second`;
}

/** How far from its limit a label still tells which it is of, in pixels: a line. */
const NEAR = 20;

const byLoad = ({ curve, now }: Pick<Latencies, "curve" | "now">): Loaded[] => [...curve, now].sort((a, b) => a.load - b.load);

/** Nine in ten requests keep what the curves show. `ghost`: as it was pinned. */
export function latencyChart({ curve, now, saturation, closed, limits }: Latencies, width: number, ghost?: Pick<Latencies, "curve" | "now">): Drawing {
  const { height, box } = frameOf(width);
  const all = byLoad({ curve, now });
  const pinned = ghost ? byLoad(ghost) : [];
  const most = Math.max(closed ? 0 : saturation * 1.22, ...[...all, ...pinned].map(({ load }) => load));
  const x = closed ? scaleLog([1, most], [box.left, box.right]) : scaleLinear([0, most], [box.left, box.right]);
  const values = [...all, ...pinned].flatMap(({ ttft_s, itl_s }) => [ttft_s, itl_s]).filter((value) => value > 0);
  const kept = [limits.ttft_s, limits.itl_s].filter((value): value is number => value !== null);
  const low = 10 ** Math.floor(Math.log10(Math.min(...values, ...kept)));
  const high = 10 ** Math.ceil(Math.log10(Math.max(...values, ...kept) * 1.01));
  const y = scaleLog([low, high], [box.bottom, box.top]);
  const path = line(x, (value) => y(Math.max(value, low)));
  const ticks = closed ? all.map(({ load }) => load).filter((load) => Number.isInteger(Math.log2(load))) : scaleLinear([0, most], [0, 1]).ticks(width < 480 ? 4 : 6);
  const curveAt = (pick: (one: Loaded) => number, some = all) =>
    some.flatMap((one, index) => {
      const before = some[Math.max(0, index - 1)]!;
      // Where a curve runs no label may lie: small boxes along each of its pieces.
      return [0, 0.25, 0.5, 0.75].map((part) => {
        const [cx, cy] = [x(before.load) * (1 - part) + x(one.load) * part, y(Math.max(pick(before), low)) * (1 - part) + y(Math.max(pick(one), low)) * part];
        return { left: cx - 8, right: cx + 8, top: cy - 2, bottom: cy + 2 };
      });
    });
  const bounds = { ...box, top: box.top - 6 };
  const curves = [...curveAt(({ ttft_s }) => ttft_s), ...curveAt(({ itl_s }) => itl_s)];
  const uprights = [x(now.load), ...(closed ? [] : [x(saturation)])].map((at) => ({ left: at - 2, right: at + 2, top: box.top, bottom: box.bottom }));
  // Above its curve or below, near the end, where no upright line crosses it; where that is nowhere, over one.
  const named = (texts: readonly string[], pick: (one: Loaded) => number): Label[] => {
    const ends = all.filter((one) => x(one.load) < Math.min(box.right - 60, closed ? Infinity : x(saturation) - 4)).reverse();
    return [-8, 18].flatMap((below) => (ends.length > 0 ? ends : all.slice(-1)).map((one): Label => ({ texts, x: x(one.load), y: y(Math.max(pick(one), low)) + below, anchor: "end", kind: "halo" })));
  };
  const wanted: Label[][] = [
    ...(ghost ? [[ghostName(x(ghost.now.load), y(ghost.now.ttft_s))]] : []),
    named(["first token"], ({ ttft_s }) => ttft_s),
    named(["time between tokens", "between tokens"], ({ itl_s }) => itl_s),
    ...(closed ? [] : [[{ texts: [`saturated at ${number(saturation)}/s`, `${number(saturation)}/s`], x: x(saturation) - 5, y: box.top + 10, anchor: "end" as const, kind: "quiet halo" }]]),
  ];
  const near = (laid: Laid, place: Label): boolean => Math.abs(laid.y - place.y) < NEAR;
  const taken = [...curves, ...(ghost ? [around(x(ghost.now.load), y(ghost.now.ttft_s))] : [])];
  const names = placed(wanted, bounds, taken, [...uprights, ...curveAt(({ ttft_s }) => ttft_s, pinned)], near);
  taken.push(...uprights);
  // In full where it can be, above its line or below: at an end, beside an upright line, or between. Far from its line it would name another.
  const limit = (value: number | null, name: string): Label[][] => {
    if (value === null) return [];
    const short = quantity(value, "s");
    const starts = [box.left, x(now.load), ...[0.2, 0.4, 0.6].map((share) => box.left + share * (box.right - box.left))];
    const ends = [box.right, ...(closed ? [] : [x(saturation) - 6])];
    return [[`limit of the ${name}, ${short}`, `limit, ${short}`, short].flatMap((text) =>
      [-5, 13].flatMap((below) => {
        const at = { texts: [text], y: y(value) + below, kind: "quiet halo" };
        return [...starts.map((from): Label => ({ ...at, x: from + 6, anchor: "start" })), ...ends.map((to): Label => ({ ...at, x: to, anchor: "end" }))];
      }),
    )];
  };
  const limited = placed([...limit(limits.ttft_s, "first token"), ...limit(limits.itl_s, "time between tokens")], bounds, taken, [], near);
  const labels = [...names, ...limited];
  const first = (some: readonly Loaded[]): string => path(some.map(({ load, ttft_s }) => [load, ttft_s]));
  const next = (some: readonly Loaded[]): string => path(some.map(({ load, itl_s }) => [load, itl_s]));
  return {
    height,
    box,
    body: svg`
      <text class="quiet" x="0" y="12">90th-percentile latency</text>
      ${levels(box, decades(low, high, (box.bottom - box.top) * 1.6), y, (value) => quantity(value, "s", 1))}
      ${ticks.map((load) => svg`<text class="quiet" x=${px(x(load))} y=${box.bottom + 16} text-anchor="middle">${number(load)}</text>`)}
      <text class="quiet" x=${box.right} y=${height - 6} text-anchor="end">${closed ? "users at a time" : "requests a second"}</text>
      ${closed ? null : svg`<line class="peak" x1=${px(x(saturation))} x2=${px(x(saturation))} y1=${box.top} y2=${box.bottom}></line>`}
      ${kept.map((value) => svg`<line class="reference" x1=${box.left} x2=${box.right} y1=${px(y(value))} y2=${px(y(value))}></line>`)}
      <path class="curve" d=${first(all)}></path>
      <path class="curve second" d=${next(all)}></path>
      ${ghost ? svg`${ghostLine(first(ghost.curve), first(curve))}${ghostLine(next(ghost.curve), next(curve))}${ghostDot(x(ghost.now.load), y(ghost.now.ttft_s))}` : null}
      <line class="now" x1=${px(x(now.load))} x2=${px(x(now.load))} y1=${box.top} y2=${box.bottom}></line>
      ${drawn(labels)}
    `,
    labels,
    points: all.map((one) => ({
      x: px(x(one.load)),
      y: px(y(one.ttft_s)),
      text: `${loadName(one.load, closed)}: first token within ${quantity(one.ttft_s, "s")}, ${quantity(one.itl_s, "s")} between tokens`,
    })),
  };
}
