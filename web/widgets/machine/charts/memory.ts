// Bandwidth over the size of the working set: each cache is a step.

import type { BenchLevel } from "#bench";
import { binaryBytes, decades, drawn, line, px, quantity, scaleLog, svg, type Drawing, type Label } from "#shared";
import { frameOf, ghostLine, ghostName, levels, placed } from "../../../charts/apart/frame.js";

export interface Series {
  name: string;
  levels: readonly Pick<BenchLevel, "bytes" | "bytes_per_s">[];
}

/** Series over one another, each with the quartiles of its timings. `ghost`: those that were pinned. */
export function memoryChart(series: readonly Series[], width: number, ghost: readonly Series[] = []): Drawing {
  const { height, box } = frameOf(width);
  const all = series.flatMap((one) => one.levels);
  const before = ghost.flatMap((one) => one.levels);
  const sizes = [...all, ...before].map(({ bytes }) => bytes);
  const x = scaleLog([Math.min(...sizes), Math.max(...sizes)], [box.left + 6, box.right - 6]);
  const rates = [...all, ...before].map(({ bytes_per_s }) => bytes_per_s.value);
  const low = 10 ** Math.floor(Math.log10(Math.min(...rates)));
  const high = Math.max(...rates) * 1.6;
  const y = scaleLog([low, high], [box.bottom, box.top]);
  const path = line(x, y);
  const shape = ({ levels: own }: Series): string => path(own.map(({ bytes, bytes_per_s }) => [bytes, bytes_per_s.value]));
  const now = series.map(shape);
  const moved = ghost.filter((one) => !now.includes(shape(one)));
  const named = series.map(({ name, levels: own }, index): Label[] => {
    // One beside the start of its line, the next beside its end.
    const at = own[index % 2 ? own.length - 1 : 0]!;
    return [{ texts: [name], x: x(at.bytes), y: y(at.bytes_per_s.value) - 8, anchor: index % 2 ? "end" : "start", kind: "halo" }];
  });
  const pinned = moved.flatMap((one) => one.levels.map(({ bytes, bytes_per_s }) => ghostName(x(bytes), y(bytes_per_s.value))));
  const labels = placed(
    [...named, pinned],
    { ...box, top: box.top - 6 },
    all.map(({ bytes, bytes_per_s }) => ({ left: x(bytes) - 6, right: x(bytes) + 6, top: y(bytes_per_s.value) - 3, bottom: y(bytes_per_s.value) + 3 })),
  );
  const ticks = sizes.filter((size, index) => sizes.indexOf(size) === index && Number.isInteger(Math.log2(size / 2 ** 14) / (width < 480 ? 4 : 2)));
  return {
    height,
    box,
    body: svg`
      <text class="quiet" x="0" y="12">bytes a second</text>
      ${levels(box, decades(low, high, (box.bottom - box.top) * 1.6), y, (value) => quantity(value, "bytes/s", 1))}
      ${ticks.map((size) => svg`<text class="quiet" x=${px(x(size))} y=${box.bottom + 16} text-anchor=${x(size) > box.right - 24 ? "end" : "middle"}>${binaryBytes(size)}</text>`)}
      <text class="quiet" x=${box.right} y=${height - 6} text-anchor="end">working set of a thread</text>
      ${series.map(
        ({ levels: own }, index) => svg`<path class=${index % 2 ? "curve second" : "curve"} d=${now[index]}></path>
        ${own.map(({ bytes, bytes_per_s }) => svg`<line class="axis" x1=${px(x(bytes))} x2=${px(x(bytes))} y1=${px(y(Math.max(low, bytes_per_s.low)))} y2=${px(y(Math.min(high, bytes_per_s.high)))}></line>`)}`,
      )}
      ${moved.map((one) => ghostLine(shape(one)))} ${drawn(labels)}
    `,
    labels,
    points: series.flatMap(({ name, levels: own }) =>
      own.map(({ bytes, bytes_per_s: { value, low: least, high: most } }) => ({
        x: px(x(bytes)),
        y: px(y(value)),
        text: `${name}, ${binaryBytes(bytes)}: ${quantity(value, "bytes/s")}, half of the timings between ${quantity(least, "bytes/s")} and ${quantity(most, "bytes/s")}`,
      })),
    ),
  };
}
