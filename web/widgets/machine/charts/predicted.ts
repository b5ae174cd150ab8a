// Predictions beside what was measured: a right one lies on the diagonal.

import { around, decades, drawn, line, px, quantity, scaleLog, svg, type Drawing, type Label } from "#shared";
import { dot, frameOf, ghostDot, ghostName, levels, placed } from "../../../charts/apart/frame.js";

export interface Compared {
  name: string;
  predicted_s: number;
  /** Null: it has not run yet. */
  measured_s: number | null;
}

/** `ghost`: those that were pinned. */
export function predictedChart(products: readonly Compared[], width: number, ghost: readonly Compared[] = []): Drawing {
  const { height, box } = frameOf(width);
  const all = [...products, ...ghost].flatMap(({ predicted_s, measured_s }) => [predicted_s, measured_s ?? predicted_s]);
  const [low, high] = [Math.min(...all) / 1.5, Math.max(...all) * 1.5];
  const x = scaleLog([low, high], [box.left, box.right]);
  const y = scaleLog([low, high], [box.bottom, box.top]);
  const path = line(x, y);
  const places = (some: readonly Compared[]): [number, number][] => some.flatMap(({ predicted_s, measured_s }) => (measured_s === null ? [] : [[x(predicted_s), y(measured_s)] as [number, number]]));
  const [run, stood] = [places(products), places(ghost)];
  // Before and above a ring or behind and below it: its dot stands on the other side.
  const beside = stood.flatMap(([across, up]): Label[] => [ghostName(across, up), { ...ghostName(across, up), x: across + 10, y: up + 16, anchor: "start" }]);
  const labels = placed([beside], box, [...run, ...stood].map((place) => around(...place)), [], (laid, place) => laid.y === place.y);
  return {
    height,
    box,
    body: svg`
      <text class="quiet" x="0" y="12">measured</text>
      ${levels(box, decades(low, high, (box.bottom - box.top) * 1.6), y, (value) => quantity(value, "s", 1))}
      ${decades(low, high, (box.right - box.left) * 0.7).map((value) => svg`<text class="quiet" x=${px(x(value))} y=${box.bottom + 16} text-anchor="middle">${quantity(value, "s", 1)}</text>`)}
      <text class="quiet" x=${box.right} y=${height - 6} text-anchor="end">predicted before it ran</text>
      <path class="reference" d=${path([[low, low], [high, high]])}></path>
      ${stood.map((place) => ghostDot(...place))} ${run.map((place) => dot(...place))} ${drawn(labels)}
    `,
    labels,
    points: products.map(({ name, predicted_s, measured_s }) => ({
      x: px(x(predicted_s)),
      y: px(y(measured_s ?? predicted_s)),
      text: `${name}: predicted ${quantity(predicted_s, "s")}, ${measured_s === null ? "not run yet" : `measured ${quantity(measured_s, "s")}`}`,
    })),
  };
}
