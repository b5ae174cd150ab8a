// How far the residual stream is from the original's, place by place.

import { number, percent, px, scaleLinear, svg, type Drawing } from "#shared";
import { ROW } from "../../../charts/apart/frame.js";

export interface PlaceError {
  name: string;
  error: number;
}

export function errorsChart(places: PlaceError[], width: number): Drawing {
  const left = Math.min(150, width * 0.4);
  const most = Math.max(0.01, ...places.map(({ error }) => error));
  const x = scaleLinear([0, most * 1.05], [left, width - 58]);
  const top = 8;
  const height = top + places.length * ROW + 6;
  const middle = (index: number): number => top + ROW * (index + 0.5);
  return {
    height,
    body: svg`
      <line class="axis" x1=${px(left)} x2=${px(left)} y1=${top} y2=${height}></line>
      ${places.map(
        ({ name, error }, index) => svg`<text x="0" y=${middle(index)} dominant-baseline="central">${name}</text>
          <rect class="bar" x=${px(left)} y=${middle(index) - 8} width=${px(x(error) - left)} height="16"></rect>
          <text x=${width} y=${middle(index)} text-anchor="end" dominant-baseline="central">${percent(error)}</text>`,
      )}
    `,
    points: places.map(({ name, error }, index) => ({ x: px(x(error)), y: middle(index), text: `${name}: ${number(100 * error)} % of the norm of the original’s` })),
  };
}
