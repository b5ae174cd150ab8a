// Labels that never lie over one another: each takes the first free place near its own, in fewer words if need be, or goes.

import { svg, type SVGTemplateResult } from "lit";
import { px, textWidth } from "./shared.js";

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Label {
  /** In full, then shorter. */
  texts: readonly string[];
  x: number;
  /** The baseline. */
  y: number;
  anchor: "start" | "middle" | "end";
  /** How it is set; one that is `quiet` and no more names an area, and stays where it is, or goes. */
  kind: string;
  /** Degrees about its place; such a label stays where it is, or goes. */
  angle?: number;
  /** The mark that it names, and another that it must not seem to name: it may stand on either side of its own. */
  of?: readonly [own: Place, other: Place] | undefined;
}

interface Place {
  x: number;
  y: number;
}

export interface Laid extends Omit<Label, "texts"> {
  text: string;
  boxes: Box[];
}

const SIZE = 12;
const [ASCENT, DESCENT, LINE] = [11, 4, 16];
/** How far a label's end is from the middle of the mark that it stands beside. */
const BESIDE = 12;
/** So many times nearer its own mark than another, a label is not taken for that one's. */
const CLEARLY = 1.4;
/** Lines up or down from a label's own place, nearest first. */
const DODGES = [0, 1, -1, 2, -2, 3, -3, 4, -4];

export const overlap = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The room that a point's mark takes. */
export const around = (x: number, y: number, reach = 7): Box => ({ left: x - reach, right: x + reach, top: y - reach, bottom: y + reach });

/** Bold letters are a little wider than others. */
const widthOf = (text: string, kind: string): number => textWidth(text, SIZE) * (/\bstrong\b/.test(kind) ? 1.15 : 1);

const inside = (box: Box, bounds: Box): boolean =>
  box.left >= bounds.left && box.right <= bounds.right && box.top >= bounds.top && box.bottom <= bounds.bottom;

/** How far a place is from a label. */
const away = ({ left, right, top, bottom }: Box, { x, y }: Place): number => Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));

/** A turned text as a row of small boxes. */
function turned(x: number, y: number, width: number, angle: number): Box[] {
  const [along, down] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const count = Math.ceil(width / SIZE);
  return Array.from({ length: count }, (_, index) => {
    const at = ((index + 0.5) / count - 0.5) * width;
    return around(x + at * along + 3 * down, y + at * down - 3 * along, SIZE / 2 + 2);
  });
}

function straight(label: Omit<Label, "texts">, text: string, lines: number, bounds: Box): { x: number; y: number; boxes: Box[] } {
  const width = widthOf(text, label.kind);
  const before = label.anchor === "start" ? 0 : label.anchor === "end" ? width : width / 2;
  const x = Math.max(bounds.left + before, Math.min(bounds.right - width + before, label.x));
  const y = label.y + lines * LINE;
  return { x, y, boxes: [{ left: x - before, right: x - before + width, top: y - ASCENT, bottom: y + DESCENT }] };
}

/** Where a label may stand, the best place first. */
function* placesOf({ texts, ...label }: Label, bounds: Box): Generator<Laid> {
  const { of, kind, angle, x, y } = label;
  const sides = of ? [label, { ...label, x: of[0].x + BESIDE, anchor: "start" as const }, { ...label, x: of[0].x - BESIDE, anchor: "end" as const }] : [label];
  for (const text of texts) {
    if (angle !== undefined) yield { ...label, text, boxes: turned(x, y, textWidth(text, SIZE), angle) };
    else for (const lines of kind === "quiet" ? [0] : DODGES) for (const side of sides) yield { ...side, text, ...straight(side, text, lines, bounds) };
  }
}

/** The most important first; `taken`: where no label may lie. */
export function laidOut(labels: readonly Label[], bounds: Box, taken: readonly Box[] = []): Laid[] {
  const full = [...taken];
  return labels.flatMap((label) => {
    const { of } = label;
    for (const times of of ? [CLEARLY, 1] : [1]) {
      for (const laid of placesOf(label, bounds)) {
        if (!laid.boxes.every((box) => inside(box, bounds) && !full.some((other) => overlap(box, other)))) continue;
        if (of && away(laid.boxes[0]!, of[0]) * times > away(laid.boxes[0]!, of[1])) continue;
        full.push(...laid.boxes);
        return [laid];
      }
    }
    return [];
  });
}

export const drawn = (labels: readonly Laid[]): SVGTemplateResult[] =>
  labels.map(({ text, x, y, anchor, kind, angle }) =>
    angle === undefined
      ? svg`<text class="${kind}" x=${px(x)} y=${px(y)} text-anchor=${anchor}>${text}</text>`
      : svg`<text class="${kind}" x=${px(x)} y=${px(y)} text-anchor=${anchor} transform="rotate(${px(angle)},${px(x)},${px(y)})">${text}</text>`,
  );
