// The times behind a latency, on one scale of time: memory and arithmetic side by side as they overlap, overhead after both.

import { nothing, svg, type SVGTemplateResult } from "lit";
import { quantity } from "../ui/format.js";
import type { Regime } from "../ui/palette.js";
import { scaleLinear } from "./scale.js";
import { ghostBar, mark, px, ROW, type Drawing } from "./shared.js";

export interface Leg {
  name: string;
  seconds: number;
  regime: Regime;
}

/** When a leg begins. */
function starting(legs: Leg[], total: number): (leg: Leg) => number {
  const following = legs.filter(({ regime }) => regime !== "memory" && regime !== "compute");
  const longest = Math.max(...legs.filter((leg) => !following.includes(leg)).map(({ seconds }) => seconds));
  const lasting = (some: Leg[]): number => some.reduce((sum, { seconds }) => sum + seconds, 0);
  /** When those that follow begin. */
  const then = Math.max(0, total - lasting(following));
  const isHidden = then <= longest * (1 + 1e-9);
  // What the longest hides begins with it; what overlaps in part, or not at all, ends where the others begin.
  return (leg) => {
    const place = following.indexOf(leg);
    if (place >= 0) return then + lasting(following.slice(0, place));
    return isHidden || leg === legs.find(({ seconds }) => seconds === longest) ? 0 : then - leg.seconds;
  };
}

/** `total`: what they come to; memory and compute overlap, the others follow one after the other. `ghost`: the same as it was pinned. */
export function legsChart(legs: Leg[], total: number, width: number, ghost?: [legs: Leg[], total: number]): Drawing {
  const left = 96;
  const [pinned, before] = ghost ?? [[], 0];
  const x = scaleLinear([0, Math.max(total, before, Number.MIN_VALUE, ...[...legs, ...pinned].map(({ seconds }) => seconds))], [left, Math.max(left + 40, width - 84)]);
  const start = starting(legs, total);
  const began = starting(pinned, before);
  const height = (legs.length + (ghost ? 2 : 1)) * ROW + 4;
  const row = (index: number): number => index * ROW + ROW / 2 + 2;
  const end = px(x(total));
  const whole = (index: number, name: string, kind: string, stroke: string, seconds: number): SVGTemplateResult => svg`
    <text class=${kind} x="20" y=${row(index)} dominant-baseline="central">${name}</text>
    <line class=${stroke} x1=${left} x2=${px(x(seconds))} y1=${row(index)} y2=${row(index)}></line>
    <text class="${kind} halo" x=${px(x(seconds) + 6)} y=${row(index)} dominant-baseline="central">${quantity(seconds, "s")}</text>`;
  return {
    height,
    body: svg`
      <line class="axis" x1=${left} x2=${left} y1="0" y2=${height}></line>
      <line class="reference" x1=${end} x2=${end} y1="0" y2=${height}></line>
      ${legs.map((leg, index) => {
        const { name, seconds, regime } = leg;
        const from = x(start(leg));
        const y = row(index);
        const was = pinned.find((one) => one.name === name);
        const to = x(start(leg) + seconds);
        const until = was ? x(began(was) + was.seconds) : 0;
        const last = Math.max(to, until);
        // Beside the bar and what was pinned, or behind the end of all of it where it would stand across that.
        const behind = last + 6 < end && last + 64 > end ? end + 6 : last + 6;
        return svg`${mark(regime, 7, y, 0.85)}
          <text x="20" y=${y} dominant-baseline="central">${name}</text>
          <rect class=${regime} x=${px(from)} y=${y - 8} width=${px(Math.max(0, to - from))} height="16"></rect>
          ${was ? ghostBar(x(began(was)), until, y) : nothing}
          <text class="halo" x=${px(behind)} y=${y} dominant-baseline="central">${quantity(seconds, "s")}</text>`;
      })}
      ${whole(legs.length, "Together", "strong", "axis", total)} ${ghost ? whole(legs.length + 1, "pinned", "quiet", "ghost", before) : nothing}
    `,
    points: [...legs.map((leg) => ({ ...leg, end: start(leg) + leg.seconds })), { name: "Together", seconds: total, end: total }].map(({ name, seconds, end }, index) => ({ x: px(x(end)), y: row(index), text: `${name}: ${quantity(seconds, "s")}` })),
  };
}
