// What the drawings of scripts beside ridgepoint.js share: their frame, level lines and dots. Like these they take their parts
// from #shared.

import { px, svg, type SVGTemplateResult } from "#shared";
import type { Box } from "../labels.js";

/** How high a bar with its label is. */
export const ROW = 26;

export const dot = (x: number, y: number): SVGTemplateResult => svg`<path class="dot" d="M-5,0a5,5 0 1,0 10,0a5,5 0 1,0 -10,0z" transform="translate(${px(x)},${px(y)})"></path>`;

export const frameOf = (width: number): { height: number; box: Box } => {
  const height = Math.round(Math.max(220, Math.min(300, width * 0.44)));
  return { height, box: { left: 50, right: width - 8, top: 26, bottom: height - 40 } };
};

/** Level lines with their names, and the axis below. */
export const levels = (box: Box, ticks: number[], y: (value: number) => number, name: (value: number) => string): SVGTemplateResult => svg`
  ${ticks.map(
    (value) => svg`<line class="grid" x1=${box.left} x2=${box.right} y1=${px(y(value))} y2=${px(y(value))}></line>
      <text class="quiet" x=${box.left - 6} y=${px(y(value))} text-anchor="end" dominant-baseline="central">${name(value)}</text>`,
  )}
  <line class="axis" x1=${box.left} x2=${box.right} y1=${box.bottom} y2=${box.bottom}></line>`;
