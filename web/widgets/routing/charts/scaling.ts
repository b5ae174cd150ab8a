// Time of a token over the length of a sequence.

import { line, number, px, quantity, scaleLinear, scaleLog, svg, type Drawing } from "#shared";
import { dot, frameOf, levels } from "../../../charts/apart/frame.js";

export interface Length {
  tokens: number;
  seconds: number;
  low: number;
  high: number;
}

/** Time of a token over the length of a sequence, from zero, so that steady looks level. */
export function scalingChart(lengths: Length[], width: number): Drawing {
  const { height, box } = frameOf(width);
  const [first, last] = [lengths[0]!.tokens, lengths.at(-1)!.tokens];
  const x = scaleLog([first / 1.3, last * 1.3], [box.left, box.right]);
  const y = scaleLinear([0, Math.max(...lengths.map(({ high }) => high)) * 1.12], [box.bottom, box.top]);
  const path = line(x, y);
  return {
    height,
    box,
    body: svg`
      <text class="quiet" x="0" y="12">time of a token</text>
      ${levels(box, y.ticks(4), y, (value) => (value === 0 ? "0" : quantity(value, "s", 2)))}
      ${lengths.map(({ tokens }) => svg`<text class="quiet" x=${px(x(tokens))} y=${box.bottom + 16} text-anchor="middle">${number(tokens)}</text>`)}
      <text class="quiet" x=${box.right} y=${height - 6} text-anchor="end">tokens in a sequence</text>
      <path class="curve" d=${path(lengths.map(({ tokens, seconds }) => [tokens, seconds]))}></path>
      ${lengths.map(
        ({ tokens, seconds, low, high }) => svg`<line class="axis" x1=${px(x(tokens))} x2=${px(x(tokens))} y1=${px(y(low))} y2=${px(y(high))}></line>
          ${dot(x(tokens), y(seconds))}`,
      )}
    `,
    points: lengths.map(({ tokens, seconds, low, high }) => ({
      x: px(x(tokens)),
      y: px(y(seconds)),
      text: `${number(tokens)} tokens: ${quantity(seconds, "s")} a token, from ${quantity(low, "s")} to ${quantity(high, "s")}`,
    })),
  };
}
