// What fewer bits cost: the reader's runs, and published curves of large models beside them.

import { drawn, laidOut, line, number, percent, px, scaleLinear, scaleLog, svg, type Drawing, type Label } from "#shared";
import { dot, frameOf, levels } from "../../../charts/apart/frame.js";

export interface Tried {
  name: string;
  /** Stored bits of a weight. */
  bits: number;
  /** Of the loss, in nats a token, with its standard error. */
  increase: number;
  error: number;
}

export interface Frontier {
  tried: Tried[];
  curves: { name: string; points: { bits: number; increase: number }[] }[];
}

/** Below a tenth of a percent nothing is told apart; beyond a factor of e² nothing is left to lose. */
const [LEAST, MOST] = [1e-3, 2];

/** Perplexity as a factor: 5 %, 2.3×. */
export const grown = (increase: number): string => (increase < 0.7 ? percent(Math.expm1(increase)) : `${number(Math.exp(increase))}×`);

export function frontierChart({ tried, curves }: Frontier, width: number): Drawing {
  const { height, box } = frameOf(width);
  const x = scaleLinear([1.5, 16.5], [box.left, box.right]);
  const up = scaleLog([LEAST, MOST], [box.bottom, box.top]);
  const y = (increase: number): number => up(Math.min(MOST, Math.max(LEAST, increase)));
  const path = line(x, y);
  const last = tried.at(-1);
  const labels: Label[] = [
    ...(last ? [{ texts: ["this run"], x: x(last.bits) + (last.bits > 12 ? -10 : 10), y: y(last.increase) - 8, anchor: last.bits > 12 ? ("end" as const) : ("start" as const), kind: "strong halo" }] : []),
    ...curves.flatMap(({ name, points }) => (points.length > 0 ? [{ texts: [name], x: x(points[0]!.bits) + 8, y: y(points[0]!.increase) - 6, anchor: "start" as const, kind: "quiet halo" }] : [])),
  ];
  const laid = laidOut(labels, { left: box.left, right: box.right, top: box.top - 12, bottom: box.bottom });
  return {
    height,
    body: svg`
      <text class="quiet" x="0" y="12">perplexity grows by</text>
      ${levels(box, [0.001, 0.01, 0.1, 1], y, (value) => (value === 1 ? `${number(2.7)}×` : value === LEAST ? `≤${percent(LEAST)}` : percent(value)))}
      ${[2, 4, 6, 8, 12, 16].map((bits) => svg`<text class="quiet" x=${px(x(bits))} y=${box.bottom + 16} text-anchor="middle">${bits}</text>`)}
      <text class="quiet" x=${box.right} y=${height - 6} text-anchor="end">bits stored of a weight</text>
      ${curves.map(({ points }, index) => svg`<path class=${index ? "curve second" : "curve"} d=${path(points.map(({ bits, increase }) => [bits, increase]))}></path>`)}
      ${tried.map(
        ({ bits, increase, error }) => svg`<line class="axis" x1=${px(x(bits))} x2=${px(x(bits))} y1=${px(y(increase - error))} y2=${px(y(increase + error))}></line>
          ${dot(x(bits), y(increase))}`,
      )}
      ${last ? svg`<circle class="cursor" cx=${px(x(last.bits))} cy=${px(y(last.increase))} r="9"></circle>` : ""}
      ${drawn(laid)}
    `,
    labels: laid,
    points: [
      ...tried.map(({ name, bits, increase, error }) => ({ x: px(x(bits)), y: px(y(increase)), text: `${name}: ${number(bits)} bits stored, perplexity ${increase < 0 ? "unchanged" : `up ${grown(increase)}`} (±${percent(error)})` })),
      ...curves.flatMap(({ name, points }) => points.map(({ bits, increase }) => ({ x: px(x(bits)), y: px(y(increase)), text: `${name}, published: ${number(bits)} bits, up ${grown(increase)}` }))),
    ],
  };
}
