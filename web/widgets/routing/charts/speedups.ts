// A prediction beside its measurement.

import { nothing, number, px, scaleLinear, svg, times, type Drawing } from "#shared";
import { dot, ROW } from "../../../charts/apart/frame.js";

export interface Speedup {
  name: string;
  /** Null: not measured yet, or too short for the clock. */
  value: number | null;
  /** More than usual, where they tell it from a target just above. */
  digits?: number;
  /** Quartiles of what was measured. */
  between?: [number, number] | undefined;
}

/** With the digits that it has in the drawing. */
export const said = ({ value, digits }: Speedup): string => (digits === undefined || value === null ? times(value) : `${number(value, digits)}×`);

/** Speedups on one scale, what was measured with its spread. */
export function speedupsChart(speedups: Speedup[], width: number): Drawing {
  const left = Math.min(150, width * 0.4);
  const all = speedups.flatMap(({ value, between }) => [...(value === null ? [] : [value]), ...(between ?? [])]);
  const [low, high] = [Math.min(1, ...all), Math.max(1.1, ...all)];
  const x = scaleLinear([low - (high - low) * 0.08, high + (high - low) * 0.08], [left, width - 58]);
  const top = 26;
  const height = top + speedups.length * ROW + 6;
  const middle = (index: number): number => top + ROW * (index + 0.5);
  return {
    height,
    body: svg`
      ${x.ticks(width < 440 ? 3 : 5).map(
        (value) => svg`<line class=${value === 1 ? "axis" : "grid"} x1=${px(x(value))} x2=${px(x(value))} y1=${top - 4} y2=${height}></line>
          <text class="quiet" x=${px(x(value))} y="14" text-anchor="middle">${number(value)}×</text>`,
      )}
      ${speedups.map((one, index) => {
        const { name, value, between } = one;
        const y = middle(index);
        return svg`<text x="0" y=${y} dominant-baseline="central">${name}</text>
          ${between ? svg`<line class="roof" x1=${px(x(between[0]))} x2=${px(x(between[1]))} y1=${y} y2=${y}></line>` : nothing}
          ${value === null ? nothing : dot(x(value), y)}
          <text class="strong" x=${width} y=${y} text-anchor="end" dominant-baseline="central">${said(one)}</text>`;
      })}
    `,
    points: speedups.map((one, index) => ({
      x: px(x(one.value ?? 1)),
      y: middle(index),
      text: `${one.name}: ${said(one)}${one.between ? `, half of the repetitions between ${times(one.between[0])} and ${times(one.between[1])}` : ""}`,
    })),
  };
}
