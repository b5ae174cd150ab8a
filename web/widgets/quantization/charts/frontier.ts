// What a smaller model costs: compression against the change of accuracy or perplexity, one line a method.

import { line, nothing, percent, px, scaleLinear, scaleLog, svg, times, whisker, type Drawing } from "#shared";

export interface Method {
  name: string;
  /** `delta`: a loss is below zero, a growth above; null: not known. */
  points: { label: string; ratio: number; delta: number | null; low?: number; high?: number }[];
}

export function frontierChart(methods: Method[], width: number, what: string): Drawing {
  const height = Math.round(Math.max(230, Math.min(300, width * 0.44)));
  const box = { left: 48, right: width - 88, top: 26, bottom: height - 40 };
  const ways = methods.map(({ name, points }) => ({ name, points: points.flatMap((one) => (one.delta === null ? [] : [{ ...one, delta: one.delta }])) }));
  const all = ways.flatMap(({ points }) => points);
  const most = Math.max(2, ...all.map(({ ratio }) => ratio)) * 1.15;
  const x = scaleLog([1, most], [box.left, box.right]);
  const deltas = all.map(({ delta }) => delta);
  const grows = deltas.some((delta) => delta > 0);
  const least = grows ? 0 : Math.min(-0.01, ...deltas) * 1.15;
  // A band may reach far beyond what is likely: it is cut off there.
  const greatest = grows ? Math.max(...deltas) * 1.6 : 0;
  const y = scaleLinear([least, greatest], [box.bottom, box.top]);
  const path = line(x, y);
  const ticks = [1, 2, 4, 8, 16, 32].filter((value) => value <= most);
  return {
    height,
    box,
    body: svg`
      ${y.ticks(4).map(
        (value) => svg`<line class=${value === 0 ? "axis" : "grid"} x1=${box.left} x2=${box.right} y1=${px(y(value))} y2=${px(y(value))}></line>
          <text class="quiet" x=${box.left - 6} y=${px(y(value))} text-anchor="end" dominant-baseline="central">${percent(value)}</text>`,
      )}
      ${ticks.map((value) => svg`<text class="quiet" x=${px(x(value))} y=${box.bottom + 16} text-anchor="middle">${value}×</text>`)}
      <text class="quiet" x="0" y="12">${what}</text>
      <text class="quiet" x=${box.right} y=${height - 6} text-anchor="end">times smaller than FP32</text>
      ${ways.map(({ name, points }, index) => {
        const last = points.at(-1);
        return svg`<path class=${index === 0 ? "curve" : "curve second"} d=${path([[1, 0], ...points.map(({ ratio, delta }) => [ratio, delta] as const)])}></path>
          ${points.map(({ ratio, low, high }) =>
            low === undefined || high === undefined || high === low ? nothing : whisker(y(Math.min(low, greatest)), y(Math.min(high, greatest)), x(ratio), "y"),
          )}
          ${points.map(
            ({ label, ratio, delta }) => svg`<circle class="dot" cx=${px(x(ratio))} cy=${px(y(delta))} r="4.5"></circle>
              <text class="halo" x=${px(x(ratio) + (index === 0 ? 8 : -8))} y=${px(y(delta) + (index === 0 ? -7 : grows ? -7 : 16))} text-anchor=${index === 0 ? "start" : "end"}>${label}</text>`,
          )}
          ${last ? svg`<text class=${index === 0 ? "strong halo" : "quiet halo"} x=${px(x(last.ratio) + 8)} y=${px(y(last.delta) + (index === 0 ? 10 : 0))}>${name}</text>` : nothing}`;
      })}
    `,
    points: ways.flatMap(({ name, points }) =>
      points.map(({ label, ratio, delta, low, high }) => ({
        x: px(x(ratio)),
        y: px(y(delta)),
        text: `${name}, ${label}: ${times(ratio)} smaller, ${percent(delta)} ${what.split(" ").at(-1)}${low === undefined || high === undefined || high === low ? "" : `, between ${percent(low)} and ${percent(high)}`}`,
      })),
    ),
  };
}
