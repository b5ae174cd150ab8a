// Rooflines: a device's by its data sheet, and the machine's own with a slope for each step of its memory. There are too many
// lines to name each beside itself: they have numbers, and a key below says what each is.

import { decades, line, nothing, number, px, quantity, scaleLog, svg, textWidth, type Drawing } from "#shared";
import { frameOf, ghostLine, levels } from "../../../charts/apart/frame.js";

/** A slope, or a flat part. */
export interface Roof {
  name: string;
  /** Bytes a second, or operations a second. */
  rate: number;
}

export interface Roofline {
  name: string;
  slopes: readonly Roof[];
  flats: readonly Roof[];
}

type Point = [x: number, y: number];

interface Line {
  roofline: number;
  /** Of a memory before the last: drawn thin. */
  isCache: boolean;
  ends: [from: Point, to: Point];
  said: string;
}

/** How high a line of the key is, how wide its column has to be, and where in it the words begin. */
const [ROW, COLUMN, INDENT] = [18, 280, 32];

/** In lines that fit the width, as far as words allow. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && textWidth(longer, 12.5) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Where along themselves so many lines have their numbers: apart from one another, even where the lines are close. */
const spread = (count: number): number[] => Array.from({ length: count }, (_, index) => (count === 1 ? 0.5 : 0.2 + (0.6 * index) / (count - 1)));

const stroke = ({ roofline, isCache }: Line): string => `roof${roofline ? " second" : ""}${isCache ? " cache" : ""}`;

/** The first roofline in full strokes, others dashed. `ghost`: those that were pinned. */
export function roofsChart(roofs: readonly Roofline[], width: number, ghost: readonly Roofline[] = []): Drawing {
  const { height, box: frame } = frameOf(width);
  const box = { ...frame, bottom: frame.bottom + 60 };
  const all = [...roofs, ...ghost];
  const slopes = all.flatMap((roof) => roof.slopes.map(({ rate }) => rate));
  const flats = all.flatMap((roof) => roof.flats.map(({ rate }) => rate));
  const ridges = all.flatMap((roof) => roof.slopes.flatMap((slope) => roof.flats.map((flat) => flat.rate / slope.rate)));
  const decade = (value: number, round: (exponent: number) => number): number => 10 ** round(Math.log10(value));
  const [left, right] = [decade(Math.min(...ridges) / 3, Math.floor), decade(Math.max(...ridges) * 2, Math.ceil)];
  const [low, high] = [decade(Math.min(...slopes) * left, Math.floor), Math.max(...flats) * 3];
  const x = scaleLog([left, right], [box.left, box.right]);
  const y = scaleLog([low, high], [box.bottom, box.top]);
  const path = line(x, y);
  const sloping = (some: readonly Roofline[]): Line[] => some.flatMap(({ name, slopes: own, flats: tops }, roofline): Line[] => {
    const most = Math.max(...tops.map(({ rate }) => rate));
    return own.map(({ name: level, rate }, index) => ({ roofline, isCache: index < own.length - 1, ends: [[Math.max(left, low / rate), Math.max(low, rate * left)], [most / rate, most]], said: `${name}, ${level}: ${quantity(rate, "bytes/s")}` }));
  });
  const level = (some: readonly Roofline[]): Line[] => some.flatMap(({ name, slopes: own, flats: tops }, roofline): Line[] => {
    const fastest = Math.max(...own.map(({ rate }) => rate));
    return tops.map(({ name: format, rate }) => ({ roofline, isCache: false, ends: [[rate / fastest, rate], [right, rate]], said: `${name}, ${format}: ${quantity(rate, "flop/s")}` }));
  });
  const rising = sloping(roofs);
  const lines = [...rising, ...level(roofs)];
  const drawn = lines.map(({ ends }) => path(ends));
  const pinned = [...sloping(ghost), ...level(ghost)].map(({ ends }) => path(ends)).filter((one) => !drawn.includes(one));
  const marks = [...spread(rising.length), ...spread(lines.length - rising.length)].map((share, index): Point => {
    const [[fromX, fromY], [toX, toY]] = lines[index]!.ends;
    return [px(x(fromX) + (x(toX) - x(fromX)) * share), px(y(fromY) + (y(toY) - y(fromY)) * share)];
  });
  const columns = Math.max(1, Math.min(2, Math.floor(width / COLUMN)));
  const column = width / columns;
  const entries = lines.map(({ said }) => wrapped(said, column - INDENT));
  const half = Math.ceil(lines.length / columns);
  const rowsBefore = (index: number): number => entries.slice(Math.floor(index / half) * half, index).flat().length;
  const key = height + 60 + ROW;
  const foot = key + ROW * Math.max(entries.slice(0, half).flat().length, entries.slice(half).flat().length);
  return {
    height: foot + (pinned.length > 0 ? ROW : 0) - 6,
    box,
    body: svg`
      <text class="quiet" x="0" y="12">operations a second</text>
      ${levels(box, decades(low, high, (box.bottom - box.top) * 1.6), y, (value) => quantity(value, "flop/s", 1).replace(/FLOP\/s/, ""))}
      ${decades(left, right, box.right - box.left).map((value) => svg`<text class="quiet" x=${px(x(value))} y=${box.bottom + 16} text-anchor=${value === right ? "end" : "middle"}>${number(value)}</text>`)}
      <text class="quiet" x=${box.right} y=${height + 54} text-anchor="end">operations a byte</text>
      ${lines.map((one, index) => svg`<path class=${stroke(one)} d=${drawn[index]}></path>`)}
      ${pinned.map((one) => ghostLine(one))}
      ${marks.map(([markX, markY], index) => svg`<text class="strong halo" x=${markX} y=${markY + 4} text-anchor="middle">${index + 1}</text>`)}
      ${lines.map((one, index) => {
        const [keyX, keyY] = [Math.floor(index / half) * column, key + ROW * rowsBefore(index)];
        return svg`<path class=${stroke(one)} d=${`M${px(keyX)},${keyY - 4}h26`}></path>
          <text class="strong halo" x=${px(keyX + 13)} y=${keyY} text-anchor="middle">${index + 1}</text>
          ${entries[index]!.map((row, place) => svg`<text x=${px(keyX + INDENT)} y=${keyY + ROW * place}>${row}</text>`)}`;
      })}
      ${pinned.length > 0 ? svg`${ghostLine(`M0,${foot - 4}h26`)}<text class="quiet" x=${INDENT} y=${foot}>pinned</text>` : nothing}
    `,
    points: lines.map(({ said }, index) => ({ x: marks[index]![0], y: marks[index]![1], text: said })),
  };
}
