// Horizontal bars to both sides: the elasticities of a device.

import { elasticity, ghostBar, nothing, px, ROW, scaleLinear, svg, textWidth, type Drawing, type Regime } from "#shared";
import { ghostKey } from "../../../charts/apart/frame.js";

export interface Pull {
  name: string;
  exact: number;
  secant: number;
  /** The colour of what binds; none for the rest. */
  binds: Regime | null;
}

/** Elasticities left and right of zero, the secant of a finite step marked on each. `ghost`: as they were pinned. */
export function tornadoChart(pulls: Pull[], width: number, ghost: Pick<Pull, "name" | "exact">[] = []): Drawing {
  const narrow = width < 440;
  // Bold letters are a little wider, and a secant reaches a little beyond its bar.
  const left = Math.max(narrow ? 120 : 136, ...pulls.map(({ name, binds }) => Math.ceil(textWidth(name) * (binds ? 1.15 : 1)) + 12));
  const right = width - 46;
  const reach = Math.max(1, ...pulls.flatMap((pull) => [Math.abs(pull.exact), Math.abs(pull.secant)]), ...ghost.map(({ exact }) => Math.abs(exact)));
  const most = Math.max(...[...pulls.flatMap((pull) => [pull.exact, pull.secant]), ...ghost.map(({ exact }) => exact)].map((value) => (value > 0.005 ? value : 0)));
  const x = scaleLinear([-reach, most], [left, right]);
  const top = 26;
  const height = top + (pulls.length + (ghost.length > 0 ? 1 : 0)) * ROW + 6;
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
          ${ghost.filter((one) => one.name === name).map((one) => ghostBar(x(0), x(one.exact), y))}
          ${Math.abs(exact) + Math.abs(secant) > 0.0005
            ? svg`<line class="secant" x1=${px(x(secant))} x2=${px(x(secant))} y1=${y - 11} y2=${y + 11}></line>`
            : nothing}
          <text class=${binds ? "strong" : ""} x=${width} y=${y} text-anchor="end" dominant-baseline="central">${elasticity(exact)}</text>`;
      })}
      ${ghost.length > 0 ? ghostKey(left, top + (pulls.length + 0.5) * ROW) : nothing}
    `,
    points: pulls.map(({ name, exact, secant }, index) => ({
      x: px(x(exact)),
      y: top + index * ROW + ROW / 2,
      text: `${name}: exact ${elasticity(exact)}, secant ${elasticity(secant)}`,
    })),
  };
}
