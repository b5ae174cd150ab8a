// Predictions beside what was measured: a right one lies on the diagonal.

import { decades, line, nothing, px, quantity, scaleLog, svg, type Drawing } from "#shared";
import { dot, frameOf, levels } from "../../../charts/apart/frame.js";

export interface Compared {
  name: string;
  predicted_s: number;
  /** Null: it has not run yet. */
  measured_s: number | null;
}

export function predictedChart(products: readonly Compared[], width: number): Drawing {
  const { height, box } = frameOf(width);
  const all = products.flatMap(({ predicted_s, measured_s }) => [predicted_s, measured_s ?? predicted_s]);
  const [low, high] = [Math.min(...all) / 1.5, Math.max(...all) * 1.5];
  const x = scaleLog([low, high], [box.left, box.right]);
  const y = scaleLog([low, high], [box.bottom, box.top]);
  const path = line(x, y);
  return {
    height,
    box,
    body: svg`
      <text class="quiet" x="0" y="12">measured</text>
      ${levels(box, decades(low, high, (box.bottom - box.top) * 1.6), y, (value) => quantity(value, "s", 1))}
      ${decades(low, high, (box.right - box.left) * 0.7).map((value) => svg`<text class="quiet" x=${px(x(value))} y=${box.bottom + 16} text-anchor="middle">${quantity(value, "s", 1)}</text>`)}
      <text class="quiet" x=${box.right} y=${height - 6} text-anchor="end">predicted before it ran</text>
      <path class="reference" d=${path([[low, low], [high, high]])}></path>
      ${products.map(({ predicted_s, measured_s }) => (measured_s === null ? nothing : dot(x(predicted_s), y(measured_s))))}
    `,
    points: products.map(({ name, predicted_s, measured_s }) => ({
      x: px(x(predicted_s)),
      y: px(y(measured_s ?? predicted_s)),
      text: `${name}: predicted ${quantity(predicted_s, "s")}, ${measured_s === null ? "not run yet" : `measured ${quantity(measured_s, "s")}`}`,
    })),
  };
}
