// Horizontal bars that start where the one before ended: the factors of a speedup.

import { ghostBar, nothing, number, px, ROW, scaleLog, svg, textWidth, times, whisker, type Drawing } from "#shared";
import { ghostKey } from "../../../charts/apart/frame.js";
import { multiplying } from "../multiplying.js";

export interface Factor {
  name: string;
  ratio: number;
}

/** Each factor from where the one before ended. */
function stepped(factors: Factor[]): (Factor & { from: number; to: number })[] {
  let level = 1;
  return factors.map((factor) => ({ ...factor, from: level, to: (level *= factor.ratio) }));
}

/** Factors that multiply from 1 to the speedup, each starting where the one before ended; a whisker is the speedup's band. `ghost`: the factors that were pinned. */
export function waterfallChart(before: string, after: string, factors: Factor[], speedup: number, width: number, band?: { low: number; high: number } | null, ghost: Factor[] = []): Drawing {
  const names = [before, ...factors.map(({ name }) => name), after];
  // The ends are in bold letters, which are a little wider, and have dots. On a narrow page the bars keep some room.
  const left = Math.min(width - 130, Math.max(...names.map((name, index) => textWidth(name) * (index % (names.length - 1) ? 1 : 1.15))) + 18);
  const right = width - 56;
  const shown = multiplying(factors.map(({ ratio }) => ratio), speedup);
  const steps = stepped(factors).map((step, index) => ({ ...step, shown: shown[index]! }));
  const pinned = stepped(ghost);
  const levels = [1, speedup, ...(band ? [band.low, band.high] : []), ...[...steps, ...pinned].flatMap(({ from, to }) => [from, to])].filter((value) => value > 0 && Number.isFinite(value));
  const low = Math.min(...levels) / 1.06;
  const high = Math.max(...levels, 1.25) * 1.06;
  const x = scaleLog([low, high], [left, Math.max(left + 60, right)]);
  const top = 26;
  const rows = steps.length + 2;
  const height = top + (rows + (ghost.length > 0 ? 1 : 0)) * ROW + 6;
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
        (value) => svg`<line class=${value === 1 ? "axis" : "grid"} x1=${px(x(value))} x2=${px(x(value))} y1=${top - 4} y2=${height}></line>
          <text class="quiet" x=${px(x(value))} y="14" text-anchor="middle">${number(value)}×</text>`,
      )}
      ${whole(0, before, 1)}
      ${steps.map(({ name, ratio, shown, from, to }, index) => {
        const y = middle(index + 1);
        return svg`<line class="axis" x1=${px(x(from))} x2=${px(x(from))} y1=${y - ROW + 8} y2=${y + 8}></line>
          <text x="0" y=${y} dominant-baseline="central">${name}</text>
          <rect class=${ratio >= 1 ? "gain" : "loss"} x=${px(Math.min(x(from), x(to)))} y=${y - 8} width=${px(Math.abs(x(to) - x(from)))} height="16"></rect>
          ${pinned.filter((one) => one.name === name).map((one) => ghostBar(x(one.from), x(one.to), y))}
          <text x=${width} y=${y} text-anchor="end" dominant-baseline="central">×${"\u2009"}${shown.slice(0, -1)}</text>`;
      })}
      ${band ? whisker(x(band.low), x(band.high), middle(rows - 1), "x") : nothing}
    ${whole(rows - 1, after, speedup)}
      ${ghost.length > 0 ? ghostKey(left, middle(rows)) : nothing}
    `,
    points: [
      { x: px(x(1)), y: middle(0), text: `${before}: ${times(1)}` },
      ...steps.map(({ name, shown, to }, index) => ({ x: px(x(to)), y: middle(index + 1), text: `${name}: factor ${shown}` })),
      { x: px(x(speedup)), y: middle(rows - 1), text: `${after}: ${times(speedup)}${band ? `, nine in ten measured ${times(band.low)} to ${times(band.high)}` : ""}` },
    ],
  };
}
