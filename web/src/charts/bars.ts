// Horizontal bars: the legs of a latency, the elasticities of a device, the factors of a speedup.

import { scaleLinear, scaleLog } from "d3-scale";
import { nothing, svg } from "lit";
import { elasticity, quantity, times } from "../format.js";
import type { Regime } from "../palette.js";
import { mark, px, textWidth, whisker, type Drawing } from "./shared.js";

const ROW = 30;

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

export interface Pull {
  name: string;
  exact: number;
  secant: number;
  /** The colour of what binds; none for the rest. */
  binds: Regime | null;
}

/** Elasticities left and right of zero, the secant of a finite step marked on each. */
export function tornadoChart(pulls: Pull[], width: number): Drawing {
  const narrow = width < 440;
  const left = narrow ? 120 : 136;
  const right = width - 46;
  const reach = Math.max(1, ...pulls.flatMap((pull) => [Math.abs(pull.exact), Math.abs(pull.secant)]));
  const some = pulls.some((pull) => pull.exact > 0.005 || pull.secant > 0.005);
  const most = some ? Math.max(...pulls.map((pull) => Math.max(pull.exact, pull.secant))) : 0;
  const x = scaleLinear([-reach, most], [left, right]);
  const top = 26;
  const height = top + pulls.length * ROW + 6;
  const ticks = x.ticks(narrow ? 3 : 5).filter((value) => value <= most + 1e-9);
  return {
    height,
    body: svg`
      ${ticks.map(
        (value) => svg`<line class=${value === 0 ? "axis" : "grid"} x1=${px(x(value))} x2=${px(x(value))} y1=${top - 4} y2=${height}></line>
          <text class="quiet" x=${px(x(value))} y="14" text-anchor="middle">${elasticity(value)}</text>`,
      )}
      ${pulls.map(({ name, exact, secant, binds }, index) => {
        const y = top + index * ROW + ROW / 2;
        const start = Math.min(x(0), x(exact));
        return svg`<text class=${binds ? "strong" : ""} x="0" y=${y} dominant-baseline="central">${name}</text>
          <rect class=${binds ?? "bar"} x=${px(start)} y=${y - 8} width=${px(Math.abs(x(exact) - x(0)))} height="16"></rect>
          ${Math.abs(exact) + Math.abs(secant) > 0.0005
            ? svg`<line class="secant" x1=${px(x(secant))} x2=${px(x(secant))} y1=${y - 11} y2=${y + 11}></line>`
            : nothing}
          <text class=${binds ? "strong" : ""} x=${width} y=${y} text-anchor="end" dominant-baseline="central">${elasticity(exact)}</text>`;
      })}
    `,
    points: pulls.map(({ name, exact, secant }, index) => ({
      x: px(x(exact)),
      y: top + index * ROW + ROW / 2,
      text: `${name}: exact ${elasticity(exact)}, secant ${elasticity(secant)}`,
    })),
  };
}

export interface Factor {
  name: string;
  ratio: number;
}

/** Factors that multiply from 1 to the speedup, each starting where the one before ended; a whisker is the speedup's band. */
export function waterfallChart(before: string, after: string, factors: Factor[], speedup: number, width: number, band?: { low: number; high: number } | null): Drawing {
  const names = [before, ...factors.map(({ name }) => name), after];
  const left = Math.min(width * 0.38, Math.max(...names.map((name) => textWidth(name))) + 12);
  const right = width - 56;
  let level = 1;
  const steps = factors.map(({ name, ratio }) => {
    const from = level;
    level *= ratio;
    return { name, ratio, from, to: level };
  });
  const levels = [1, speedup, ...(band ? [band.low, band.high] : []), ...steps.flatMap(({ from, to }) => [from, to])].filter((value) => value > 0 && Number.isFinite(value));
  const low = Math.min(...levels) / 1.06;
  const high = Math.max(...levels, 1.25) * 1.06;
  const x = scaleLog([low, high], [left, Math.max(left + 60, right)]);
  const top = 26;
  const rows = steps.length + 2;
  const height = top + rows * ROW + 6;
  const middle = (row: number): number => top + row * ROW + ROW / 2;
  const fine = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.8, 2];
  const wanted = (high / low < 2.2 ? fine : [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 1.5, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000]).filter((value) => value >= low && value <= high);
  const thin = Math.ceil((wanted.length * 48) / Math.max(48, right - left));
  const ticks = wanted.filter((value, index) => value === 1 || index % thin === wanted.indexOf(1) % thin);
  const whole = (row: number, name: string, value: number) => svg`
    <text class="strong" x="0" y=${middle(row)} dominant-baseline="central">${name}</text>
    <line class="axis" x1=${px(x(value))} x2=${px(x(value))} y1=${middle(row) - 11} y2=${middle(row) + 11}></line>
    <path class="dot" d="M-5,0a5,5 0 1,0 10,0a5,5 0 1,0 -10,0z" transform="translate(${px(x(value))},${middle(row)})"></path>
    <text class="strong" x=${width} y=${middle(row)} text-anchor="end" dominant-baseline="central">${times(value)}</text>`;
  return {
    height,
    body: svg`
      ${ticks.map(
        (value) => svg`<line class="grid" x1=${px(x(value))} x2=${px(x(value))} y1=${top - 4} y2=${height}></line>
          <text class="quiet" x=${px(x(value))} y="14" text-anchor="middle">${value}×</text>`,
      )}
      ${whole(0, before, 1)}
      ${steps.map(({ name, ratio, from, to }, index) => {
        const y = middle(index + 1);
        return svg`<line class="axis" x1=${px(x(from))} x2=${px(x(from))} y1=${y - ROW + 8} y2=${y + 8}></line>
          <text x="0" y=${y} dominant-baseline="central">${name}</text>
          <rect class=${ratio >= 1 ? "gain" : "loss"} x=${px(Math.min(x(from), x(to)))} y=${y - 8} width=${px(Math.abs(x(to) - x(from)))} height="16"></rect>
          <text x=${width} y=${y} text-anchor="end" dominant-baseline="central">×${"\u2009"}${times(ratio).slice(0, -1)}</text>`;
      })}
      ${band ? whisker(x(band.low), x(band.high), middle(rows - 1), "x") : nothing}
    ${whole(rows - 1, after, speedup)}
    `,
    points: [
      { x: px(x(1)), y: middle(0), text: `${before}: 1×` },
      ...steps.map(({ name, ratio, to }, index) => ({ x: px(x(to)), y: middle(index + 1), text: `${name}: factor ${times(ratio)}` })),
      { x: px(x(speedup)), y: middle(rows - 1), text: `${after}: ${times(speedup)}` },
    ],
  };
}
