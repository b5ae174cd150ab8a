// How far the residual stream is from the original's, place by place.

import { ghostBar, nothing, number, percent, px, scaleLinear, svg, type Drawing } from "#shared";
import { ghostKey, ROW } from "../../../charts/apart/frame.js";

export interface PlaceError {
  name: string;
  error: number;
}

/** `ghost`: the same places as they were pinned. */
export function errorsChart(places: PlaceError[], width: number, ghost: readonly PlaceError[] = []): Drawing {
  const left = Math.min(150, width * 0.4);
  const most = Math.max(0.01, ...[...places, ...ghost].map(({ error }) => error));
  const x = scaleLinear([0, most * 1.05], [left, width - 58]);
  const top = 8;
  const foot = top + places.length * ROW + 6;
  const middle = (index: number): number => top + ROW * (index + 0.5);
  return {
    height: foot + (ghost.length > 0 ? ROW : 0),
    body: svg`
      <line class="axis" x1=${px(left)} x2=${px(left)} y1=${top} y2=${foot}></line>
      ${places.map(
        ({ name, error }, index) => svg`<text x="0" y=${middle(index)} dominant-baseline="central">${name}</text>
          <rect class="bar" x=${px(left)} y=${middle(index) - 8} width=${px(x(error) - left)} height="16"></rect>
          ${ghost.filter((one) => one.name === name).map((one) => ghostBar(left, x(one.error), middle(index)))}
          <text x=${width} y=${middle(index)} text-anchor="end" dominant-baseline="central">${percent(error)}</text>`,
      )}
      ${ghost.length > 0 ? ghostKey(left, middle(places.length)) : nothing}
    `,
    points: places.map(({ name, error }, index) => ({ x: px(x(error)), y: middle(index), text: `${name}: ${number(100 * error)} % of the norm of the original’s` })),
  };
}
