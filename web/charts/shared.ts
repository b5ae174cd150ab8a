// Parts that all drawings use. Every chart is a pure function from numbers and a width to a drawing
// and the points that can be read off it.

import { svg, type SVGTemplateResult } from "lit";
import { REGIMES, type Regime } from "../ui/palette.js";
import type { Box, Laid } from "./labels.js";

/** A place in a drawing that pointer and arrow keys can read. */
export interface Point {
  x: number;
  y: number;
  text: string;
}

/** What the axes of a drawing show. */
export interface Domain {
  x: readonly [low: number, high: number];
  y: readonly [low: number, high: number];
}

export interface Drawing {
  height: number;
  body: SVGTemplateResult;
  points: Point[];
  /** Where a crosshair runs through the point that is read. */
  box?: Box;
  /** What its axes show, so that the next drawing may keep them. */
  domain?: Domain;
  /** Those that had to find room. */
  labels?: Laid[];
}

/** Coordinates with a tenth of a pixel: enough for the eye, and equal on every machine. */
export const px = (value: number): number => Math.round(value * 10) / 10;

/** How high a bar with its label is. */
export const ROW = 30;

/** A regime's shape in its colour, on the page's ground. */
export const mark = (regime: Regime, x: number, y: number, scale = 1): SVGTemplateResult =>
  svg`<path class="point ${regime}" d=${REGIMES[regime].shape} transform="translate(${px(x)},${px(y)}) scale(${scale})"></path>`;

/** Where a pinned bar ended, in the row whose middle this is. */
export const ghostBar = (from: number, to: number, y: number): SVGTemplateResult =>
  svg`<rect class="ghost" x=${px(Math.min(from, to))} y=${y - 8} width=${px(Math.abs(to - from))} height="16"></rect>`;

/** From one end of a band to the other, along x at a height or along y. */
export const whisker = (low: number, high: number, across: number, along: "x" | "y"): SVGTemplateResult => {
  const [a, b, c] = [px(low), px(high), px(across - 5)];
  return svg`<path class="whisker" d=${along === "x" ? `M${a},${c}v10m0,-5H${b}m0,-5v10` : `M${c},${a}h10m-5,0V${b}m-5,0h10`}></path>`;
};

/** How wide a text will be, roughly: system fonts differ, so labels are placed with room to spare. */
export const textWidth = (text: string, size = 12): number => text.length * size * 0.56;
