// Horizontal bars: the legs of a latency.

import { svg } from "lit";
import { quantity } from "../ui/format.js";
import type { Regime } from "../ui/palette.js";
import { scaleLinear } from "./scale.js";
import { mark, px, ROW, type Drawing } from "./shared.js";

export interface Leg {
  name: string;
  seconds: number;
  regime: Regime;
}

/** The times that make up a latency, on one linear scale. */
export function legsChart(legs: Leg[], width: number): Drawing {
  const left = 96;
  const right = width - 84;
  const x = scaleLinear([0, Math.max(...legs.map(({ seconds }) => seconds), Number.MIN_VALUE)], [left, Math.max(left + 40, right)]);
  const height = legs.length * ROW + 4;
  return {
    height,
    body: svg`
      <line class="axis" x1=${left} x2=${left} y1="0" y2=${height}></line>
      ${legs.map(({ name, seconds, regime }, index) => {
        const y = index * ROW + ROW / 2 + 2;
        return svg`${mark(regime, 7, y, 0.85)}
          <text x="20" y=${y} dominant-baseline="central">${name}</text>
          <rect class=${regime} x=${left} y=${y - 8} width=${px(Math.max(0, x(seconds) - left))} height="16"></rect>
          <text x=${px(x(seconds) + 6)} y=${y} dominant-baseline="central">${quantity(seconds, "s")}</text>`;
      })}
    `,
    points: legs.map(({ name, seconds }, index) => ({ x: x(seconds), y: index * ROW + ROW / 2 + 2, text: `${name}: ${quantity(seconds, "s")}` })),
  };
}
