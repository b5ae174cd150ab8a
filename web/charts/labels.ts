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
}

export interface Laid extends Omit<Label, "texts"> {
  text: string;
  boxes: Box[];
}

const SIZE = 12;
const [ASCENT, DESCENT, LINE] = [11, 4, 16];
/** Lines up or down from a label's own place, nearest first. */
const DODGES = [0, 1, -1, 2, -2, 3, -3, 4, -4];

export const overlap = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The room that a point's mark takes. */
export const around = (x: number, y: number, reach = 7): Box => ({ left: x - reach, right: x + reach, top: y - reach, bottom: y + reach });

/** Bold letters are a little wider than others. */
const widthOf = (text: string, kind: string): number => textWidth(text, SIZE) * (/\bstrong\b/.test(kind) ? 1.15 : 1);

const inside = (box: Box, bounds: Box): boolean =>
  box.left >= bounds.left && box.right <= bounds.right && box.top >= bounds.top && box.bottom <= bounds.bottom;

/** A turned text as a row of small boxes. */
function turned(x: number, y: number, width: number, angle: number): Box[] {
  const [along, down] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const count = Math.ceil(width / SIZE);
  return Array.from({ length: count }, (_, index) => {
    const at = ((index + 0.5) / count - 0.5) * width;
    return around(x + at * along + 3 * down, y + at * down - 3 * along, SIZE / 2 + 2);
  });
}

function straight(label: Label, text: string, lines: number, bounds: Box): { x: number; y: number; boxes: Box[] } {
  const width = widthOf(text, label.kind);
  const before = label.anchor === "start" ? 0 : label.anchor === "end" ? width : width / 2;
  const x = Math.max(bounds.left + before, Math.min(bounds.right - width + before, label.x));
  const y = label.y + lines * LINE;
  return { x, y, boxes: [{ left: x - before, right: x - before + width, top: y - ASCENT, bottom: y + DESCENT }] };
}

/** The most important first; `taken`: where no label may lie. */
export function laidOut(labels: readonly Label[], bounds: Box, taken: readonly Box[] = []): Laid[] {
  const full = [...taken];
  return labels.flatMap(({ texts, ...label }) => {
    for (const text of texts) {
      for (const lines of label.angle === undefined && label.kind !== "quiet" ? DODGES : [0]) {
        const at =
          label.angle === undefined
            ? straight({ texts, ...label }, text, lines, bounds)
            : { x: label.x, y: label.y, boxes: turned(label.x, label.y, textWidth(text, SIZE), label.angle) };
        if (!at.boxes.every((box) => inside(box, bounds) && !full.some((other) => overlap(box, other)))) continue;
        full.push(...at.boxes);
        return [{ ...label, text, ...at }];
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
