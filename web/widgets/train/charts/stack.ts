// Amounts one after the other, each beginning where the last ended, so that their sum is seen against a limit.

import { ghostBar, mark, px, quantity, scaleLinear, svg, type Drawing, type Regime } from "#shared";
import { ROW } from "../../../charts/apart/frame.js";

export interface Amount {
  name: string;
  value: number;
  /** What it is a time of, which its bar has in colour and its name as a shape; none for the rest. */
  regime?: Regime | undefined;
}

export interface Limit {
  name: string;
  value: number;
}

/** Each from where the last one ended, and what they come to. */
function stacked(amounts: readonly Amount[]): (Amount & { from: number })[] {
  let end = 0;
  const rows: (Amount & { from: number })[] = amounts.map((one) => ({ ...one, from: (end += one.value) - one.value }));
  return [...rows, { name: "in total", from: 0, value: end }];
}

/** `ghost`: the amounts that were pinned. */
export function stackChart(amounts: readonly Amount[], unit: string, width: number, limit?: Limit, ghost?: readonly Amount[]): Drawing {
  // Names stand behind their shapes, where any has one.
  const indent = amounts.some(({ regime }) => regime) ? 20 : 0;
  const left = Math.min(150, width * 0.4) + indent;
  const rows = stacked(amounts);
  const pinned = ghost ? stacked(ghost) : [];
  const before = pinned.at(-1);
  const most = Math.max(rows.at(-1)!.value, before?.value ?? 0, limit?.value ?? 0, Number.MIN_VALUE);
  const x = scaleLinear([0, most], [left, width - 70]);
  const bottom = ROW * (rows.length + (before ? 1 : 0));
  const height = bottom + (limit ? 22 : 6);
  const points: Drawing["points"] = [];
  return {
    height,
    body: svg`
      <line class="axis" x1=${px(left)} x2=${px(left)} y1="0" y2=${bottom}></line>
      ${rows.map(({ name, from, value, regime }, index) => {
        const y = ROW * (index + 0.5);
        const last = index === rows.length - 1;
        points.push({ x: px(x(from + value)), y, text: `${name}: ${quantity(value, unit)}` });
        return svg`${regime ? mark(regime, 7, y, 0.85) : null}
          <text class=${last ? "strong" : ""} x=${indent} y=${y} dominant-baseline="central">${name}</text>
          <rect class=${regime ?? "bar"} x=${px(x(from))} y=${y - 8} width=${px(Math.max(0, x(from + value) - x(from)))} height="16"></rect>
          ${last ? null : pinned.filter((one) => one.name === name).map((one) => ghostBar(x(one.from), x(one.from + one.value), y))}
          <text class=${last ? "strong" : ""} x=${width} y=${y} text-anchor="end" dominant-baseline="central">${quantity(value, unit)}</text>`;
      })}
      ${before
        ? svg`<text class="quiet" x=${indent} y=${bottom - ROW / 2} dominant-baseline="central">pinned</text>
          ${ghostBar(left, x(before.value), bottom - ROW / 2)}
          <text class="quiet" x=${width} y=${bottom - ROW / 2} text-anchor="end" dominant-baseline="central">${quantity(before.value, unit)}</text>`
        : null}
      ${limit
        ? svg`<line class="reference" x1=${px(x(limit.value))} x2=${px(x(limit.value))} y1="0" y2=${bottom + 4}></line>
            <text class="quiet" x=${px(x(limit.value))} y=${height - 4} text-anchor="end">${limit.name}, ${quantity(limit.value, unit)}</text>`
        : null}
    `,
    points,
  };
}
