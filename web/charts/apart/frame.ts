// What the drawings of scripts beside ridgepoint.js share: their frame, level lines and dots. Like these they take their parts
// from #shared.

import { frame, ghostBar, laidOut, nothing, px, svg, type Label, type SVGTemplateResult } from "#shared";
import type { Box, Laid } from "../labels.js";

/** How high a bar with its label is. */
export const ROW = 26;

export const dot = (x: number, y: number): SVGTemplateResult => svg`<path class="dot" d="M-5,0a5,5 0 1,0 10,0a5,5 0 1,0 -10,0z" transform="translate(${px(x)},${px(y)})"></path>`;

export const frameOf = (width: number): { height: number; box: Box } => {
  const height = Math.round(Math.max(220, Math.min(300, width * 0.44)));
  return { height, box: { left: 50, right: width - 8, top: 26, bottom: height - 40 } };
};

/** Level lines with their names, and both axes. */
export const levels = (box: Box, ticks: number[], y: (value: number) => number, name: (value: number) => string): SVGTemplateResult => svg`
  ${ticks.map(
    (value) => svg`<line class="grid" x1=${box.left} x2=${box.right} y1=${px(y(value))} y2=${px(y(value))}></line>
      <text class="quiet" x=${box.left - 6} y=${px(y(value))} text-anchor="end" dominant-baseline="central">${name(value)}</text>`,
  )}
  ${frame(box)}`;

/** A pinned line, but where it is one of now. */
export const ghostLine = (pinned: string, ...now: string[]): SVGTemplateResult | typeof nothing => (now.includes(pinned) ? nothing : svg`<path class="ghost" d=${pinned}></path>`);

export const ghostDot = (x: number, y: number): SVGTemplateResult => svg`<circle class="ghost" cx=${px(x)} cy=${px(y)} r="7"></circle>`;

/** The name of a pinned point. */
export const ghostName = (x: number, y: number): Label => ({ texts: ["pinned"], x: x - 10, y: y - 8, anchor: "end", kind: "quiet halo" });

const AROUND: readonly [right: number, down: number, anchor: Label["anchor"]][] = [
  [-10, -8, "end"], [10, -8, "start"], [-10, 4, "end"], [10, 4, "start"], [-10, 16, "end"], [10, 16, "start"], [0, -12, "middle"], [0, 20, "middle"],
];

/** All its places beside the point. */
export const ghostNames = (x: number, y: number): Label[] => AROUND.map(([right, down, anchor]) => ({ ...ghostName(x, y), x: x + right, y: y + down, anchor }));

/** What the outlines of bars are, in a row of its own. */
export const ghostKey = (x: number, y: number): SVGTemplateResult => svg`${ghostBar(x, x + 28, y)}<text class="quiet" x=${px(x + 36)} y=${y} dominant-baseline="central">pinned</text>`;

/**
 * Each label at the first of its places where it can stand: where nothing of `full` or `rather` is, or else where nothing of `full` is.
 * Those laid out before are among what is full.
 */
export function placed(labels: readonly (readonly Label[])[], bounds: Box, full: Box[], rather: readonly Box[] = [], isNear: (laid: Laid, place: Label) => boolean = () => true): Laid[] {
  return labels.flatMap((places) => {
    for (const some of [rather, []]) {
      for (const place of places) {
        const [laid] = laidOut([place], bounds, [...full, ...some]);
        if (!laid || !isNear(laid, place)) continue;
        full.push(...laid.boxes);
        return [laid];
      }
    }
    return [];
  });
}
