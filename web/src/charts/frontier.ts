// What a smaller model costs: compression against the estimated change of accuracy, one line a method.

import { line } from "d3-shape";
import { scaleLinear, scaleLog } from "d3-scale";
import { svg } from "lit";
import { percent, times } from "../format.js";
import { px, type Drawing } from "./shared.js";

export interface Method {
  name: string;
  points: { label: string; ratio: number; delta: number }[];
}

export function frontierChart(methods: Method[], width: number): Drawing {
  const height = Math.round(Math.max(230, Math.min(300, width * 0.44)));
  const box = { left: 48, right: width - 88, top: 26, bottom: height - 40 };
  const all = methods.flatMap(({ points }) => points);
  const most = Math.max(2, ...all.map(({ ratio }) => ratio)) * 1.15;
  const x = scaleLog([1, most], [box.left, box.right]);
  const y = scaleLinear([Math.min(-0.01, ...all.map(({ delta }) => delta)) * 1.15, 0], [box.bottom, box.top]);
  const path = line<[number, number]>(([ratio]) => px(x(ratio)), ([, delta]) => px(y(delta)));
  const ticks = [1, 2, 4, 8, 16, 32].filter((value) => value <= most);
  return {
    height,
    body: svg`
      ${y.ticks(4).map(
        (value) => svg`<line class=${value === 0 ? "axis" : "grid"} x1=${box.left} x2=${box.right} y1=${px(y(value))} y2=${px(y(value))}></line>
          <text class="quiet" x=${box.left - 6} y=${px(y(value))} text-anchor="end" dominant-baseline="central">${percent(value)}</text>`,
      )}
      ${ticks.map((value) => svg`<text class="quiet" x=${px(x(value))} y=${box.bottom + 16} text-anchor="middle">${value}×</text>`)}
      <text class="quiet" x="0" y="12">estimated change of accuracy</text>
      <text class="quiet" x=${box.right} y=${height - 6} text-anchor="end">times smaller than FP32</text>
      ${methods.map(({ name, points }, index) => {
        const last = points.at(-1)!;
        return svg`<path class=${index === 0 ? "curve" : "curve second"} d=${path([[1, 0], ...points.map(({ ratio, delta }) => [ratio, delta] as [number, number])]) ?? ""}></path>
          ${points.map(
            ({ label, ratio, delta }) => svg`<circle class="dot" cx=${px(x(ratio))} cy=${px(y(delta))} r="4.5"></circle>
              <text class="halo" x=${px(x(ratio) + (index === 0 ? 8 : -8))} y=${px(y(delta) + (index === 0 ? -7 : 16))} text-anchor=${index === 0 ? "start" : "end"}>${label}</text>`,
          )}
          <text class=${index === 0 ? "strong halo" : "quiet halo"} x=${px(x(last.ratio) + 8)} y=${px(y(last.delta) + (index === 0 ? 10 : 0))}>${name}</text>`;
      })}
    `,
    points: methods.flatMap(({ name, points }) =>
      points.map(({ label, ratio, delta }) => ({ x: px(x(ratio)), y: px(y(delta)), text: `${name}, ${label}: ${times(ratio)} smaller, ${percent(delta)} accuracy` })),
    ),
  };
}
