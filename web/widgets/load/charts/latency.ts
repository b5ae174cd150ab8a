// Latency over the load: flat, then a knee, then the queue.

import { decades, line, number, px, quantity, scaleLinear, scaleLog, svg, type Drawing, type SVGTemplateResult } from "#shared";
import { frameOf, levels } from "../../../charts/apart/frame.js";
import type { Loaded } from "../result.js";

export interface Latencies {
  curve: readonly Loaded[];
  now: Loaded;
  /** Where the queue begins to grow for ever. */
  saturation: number;
  closed: boolean;
  limits: { ttft_s: number | null; itl_s: number | null };
}

export const loadName = (load: number, closed: boolean): string => (closed ? `${number(load)} users` : `${number(load)} requests a second`);

/** Nine in ten requests keep what the curves show. */
export function latencyChart({ curve, now, saturation, closed, limits }: Latencies, width: number): Drawing {
  const { height, box } = frameOf(width);
  const all = [...curve, now].sort((a, b) => a.load - b.load);
  const most = Math.max(closed ? 0 : saturation * 1.22, ...all.map(({ load }) => load));
  const x = closed ? scaleLog([1, most], [box.left, box.right]) : scaleLinear([0, most], [box.left, box.right]);
  const values = all.flatMap(({ ttft_s, itl_s }) => [ttft_s, itl_s]).filter((value) => value > 0);
  const kept = [limits.ttft_s, limits.itl_s].filter((value): value is number => value !== null);
  const low = 10 ** Math.floor(Math.log10(Math.min(...values, ...kept)));
  const high = 10 ** Math.ceil(Math.log10(Math.max(...values, ...kept) * 1.01));
  const y = scaleLog([low, high], [box.bottom, box.top]);
  const path = line(x, (value) => y(Math.max(value, low)));
  const ticks = closed ? all.map(({ load }) => load).filter((load) => Number.isInteger(Math.log2(load))) : scaleLinear([0, most], [0, 1]).ticks(width < 480 ? 4 : 6);
  const limit = (value: number | null, name: string): SVGTemplateResult | null =>
    value === null
      ? null
      : svg`<line class="reference" x1=${box.left} x2=${box.right} y1=${px(y(value))} y2=${px(y(value))}></line>
          <text class="quiet halo" x=${box.left + 6} y=${px(y(value)) - 5}>limit of the ${name}, ${quantity(value, "s")}</text>`;
  const end = (name: string, pick: (one: Loaded) => number): SVGTemplateResult => {
    const last = all.filter((one) => x(one.load) < box.right - 90).at(-1) ?? all.at(-1)!;
    return svg`<text class="halo" x=${px(x(last.load))} y=${px(y(Math.max(pick(last), low))) - 8} text-anchor="end">${name}</text>`;
  };
  return {
    height,
    body: svg`
      <text class="quiet" x="0" y="12">nine in ten requests within</text>
      ${levels(box, decades(low, high, (box.bottom - box.top) * 1.6), y, (value) => quantity(value, "s", 1))}
      ${ticks.map((load) => svg`<text class="quiet" x=${px(x(load))} y=${box.bottom + 16} text-anchor="middle">${number(load)}</text>`)}
      <text class="quiet" x=${box.right} y=${height - 6} text-anchor="end">${closed ? "users at a time" : "requests a second"}</text>
      ${closed
        ? null
        : svg`<line class="peak" x1=${px(x(saturation))} x2=${px(x(saturation))} y1=${box.top} y2=${box.bottom}></line>
            <text class="quiet halo" x=${px(x(saturation)) - 5} y=${box.top + 10} text-anchor="end">saturated at ${number(saturation)}/s</text>`}
      ${limit(limits.ttft_s, "first token")} ${limit(limits.itl_s, "time between tokens")}
      <path class="curve" d=${path(all.map(({ load, ttft_s }) => [load, ttft_s]))}></path>
      <path class="curve second" d=${path(all.map(({ load, itl_s }) => [load, Math.max(itl_s, low)]))}></path>
      <line class="now" x1=${px(x(now.load))} x2=${px(x(now.load))} y1=${box.top} y2=${box.bottom}></line>
      ${end("first token", ({ ttft_s }) => ttft_s)} ${end("time between tokens", ({ itl_s }) => itl_s)}
    `,
    points: all.map((one) => ({
      x: px(x(one.load)),
      y: px(y(one.ttft_s)),
      text: `${loadName(one.load, closed)}: first token within ${quantity(one.ttft_s, "s")}, ${quantity(one.itl_s, "s")} between tokens`,
    })),
  };
}
