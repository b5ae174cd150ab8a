// Amounts one after the other, each beginning where the last ended, so that their sum is seen against a limit.

import { px, quantity, scaleLinear, svg, type Drawing } from "#shared";
import { ROW } from "../../../charts/apart/frame.js";

export interface Amount {
  name: string;
  value: number;
}

export interface Limit {
  name: string;
  value: number;
}

export function stackChart(amounts: readonly Amount[], unit: string, width: number, limit?: Limit): Drawing {
  const left = Math.min(150, width * 0.4);
  const total = amounts.reduce((sum, { value }) => sum + value, 0);
  const most = Math.max(total, limit?.value ?? 0, Number.MIN_VALUE);
  const x = scaleLinear([0, most], [left, width - 70]);
  let end = 0;
  const rows = amounts.map(({ name, value }) => ({ name, from: (end += value) - value, value }));
  rows.push({ name: "in total", from: 0, value: total });
  const height = ROW * rows.length + (limit ? 22 : 6);
  const points: Drawing["points"] = [];
  return {
    height,
    body: svg`
      <line class="axis" x1=${px(left)} x2=${px(left)} y1="0" y2=${ROW * rows.length}></line>
      ${rows.map(({ name, from, value }, index) => {
        const y = ROW * (index + 0.5);
        const last = index === rows.length - 1;
        points.push({ x: px(x(from + value)), y, text: `${name}: ${quantity(value, unit)}` });
        return svg`<text class=${last ? "strong" : ""} x="0" y=${y} dominant-baseline="central">${name}</text>
          <rect class="bar" x=${px(x(from))} y=${y - 8} width=${px(Math.max(0, x(from + value) - x(from)))} height="16"></rect>
          <text class=${last ? "strong" : ""} x=${width} y=${y} text-anchor="end" dominant-baseline="central">${quantity(value, unit)}</text>`;
      })}
      ${limit
        ? svg`<line class="reference" x1=${px(x(limit.value))} x2=${px(x(limit.value))} y1="0" y2=${ROW * rows.length + 4}></line>
            <text class="quiet" x=${px(x(limit.value))} y=${height - 4} text-anchor="end">${limit.name}, ${quantity(limit.value, unit)}</text>`
        : null}
    `,
    points,
  };
}
