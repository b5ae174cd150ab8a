// What fewer bits cost: the reader's runs, and published curves of large models beside them.

import { drawn, laidOut, line, nothing, number, percent, px, scaleLinear, scaleLog, svg, type Drawing, type Label } from "#shared";
import { dot, frameOf, ghostDot, ghostName, levels } from "../../../charts/apart/frame.js";

export interface Tried {
  name: string;
  /** Stored bits of a weight. */
  bits: number;
  /** Perplexity over that in FP16, with its standard error. */
  ratio: number;
  error: number;
}

export interface Frontier {
  tried: Tried[];
  curves: { name: string; points: { bits: number; ratio: number }[] }[];
}

/** Growth: below a tenth of a percent nothing is told apart; beyond ten times the perplexity nothing is left to lose. */
const [LEAST, MOST] = [1e-3, 9];

/** A ratio in words: up 5 %, unchanged, 2.3 times as high. */
export const grown = (ratio: number): string => (ratio < 1 ? "unchanged" : ratio < 2 ? `up ${percent(ratio - 1)}` : `${number(ratio)} times as high`);

/** `ghost`: the run that was pinned. */
export function frontierChart({ tried, curves }: Frontier, width: number, ghost?: Pick<Tried, "bits" | "ratio">): Drawing {
  const { height, box } = frameOf(width);
  const x = scaleLinear([1.5, 16.5], [box.left, box.right]);
  const up = scaleLog([LEAST, MOST], [box.bottom, box.top]);
  const y = (ratio: number): number => up(Math.min(MOST, Math.max(LEAST, ratio - 1)));
  const path = line(x, y);
  const last = tried.at(-1);
  const stood = ghost && ([x(ghost.bits), y(ghost.ratio)] as const);
  const labels: Label[] = [
    ...(last ? [{ texts: ["this run"], x: x(last.bits) + (last.bits > 12 ? -10 : 10), y: y(last.ratio) - 8, anchor: last.bits > 12 ? ("end" as const) : ("start" as const), kind: "strong halo" }] : []),
    ...(stood ? [ghostName(...stood)] : []),
    ...curves.flatMap(({ name, points }) => (points.length > 0 ? [{ texts: [name], x: x(points[0]!.bits) + 8, y: y(points[0]!.ratio) - 6, anchor: "start" as const, kind: "quiet halo" }] : [])),
  ];
  const laid = laidOut(labels, { left: box.left, right: box.right, top: box.top - 12, bottom: box.bottom });
  return {
    height,
    box,
    body: svg`
      <text class="quiet" x="0" y="12">perplexity grows by</text>
      ${levels(box, [LEAST, 0.01, 0.1, 1, MOST], up, (value) => `${value === LEAST ? "≤" : value === MOST ? "≥" : ""}${percent(value)}`)}
      ${[2, 4, 6, 8, 12, 16].map((bits) => svg`<text class="quiet" x=${px(x(bits))} y=${box.bottom + 16} text-anchor="middle">${bits}</text>`)}
      <text class="quiet" x=${box.right} y=${height - 6} text-anchor="end">bits stored per weight</text>
      ${curves.map(({ points }, index) => svg`<path class=${index ? "curve second" : "curve"} d=${path(points.map(({ bits, ratio }) => [bits, ratio]))}></path>`)}
      ${tried.map(
        ({ bits, ratio, error }) => svg`<line class="axis" x1=${px(x(bits))} x2=${px(x(bits))} y1=${px(y(ratio - error))} y2=${px(y(ratio + error))}></line>
          ${dot(x(bits), y(ratio))}`,
      )}
      ${last ? svg`<circle class="cursor" cx=${px(x(last.bits))} cy=${px(y(last.ratio))} r="9"></circle>` : ""}
      ${stood ? ghostDot(...stood) : nothing}
      ${drawn(laid)}
    `,
    labels: laid,
    points: [
      ...tried.map(({ name, bits, ratio, error }) => ({ x: px(x(bits)), y: px(y(ratio)), text: `${name}: ${number(bits)} bits stored, perplexity ${grown(ratio)} (±${percent(error)})` })),
      ...curves.flatMap(({ name, points }) => points.map(({ bits, ratio }) => ({ x: px(x(bits)), y: px(y(ratio)), text: `${name}, published: ${number(bits)} bits, perplexity ${grown(ratio)}` }))),
    ],
  };
}
