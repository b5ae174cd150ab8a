// What the arrow keys read of a drawing.

import { expect, it } from "vitest";
import { nextPoint } from "../../web/ui/figure.js";

it("go round the points, from either end", () => {
  expect(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"].map((key) => nextPoint(key, undefined, 3))).toEqual([0, 0, 2, 2]);
  expect(["ArrowRight", "ArrowLeft"].map((key) => nextPoint(key, 0, 3))).toEqual([1, 2]);
  expect(nextPoint("ArrowRight", 2, 3)).toBe(0);
});

it("lead to the ends and away, and leave other keys to the page", () => {
  expect(["Home", "End", "Escape"].map((key) => nextPoint(key, 1, 3))).toEqual([0, 2, null]);
  expect(["Escape", "a", "Tab"].map((key) => nextPoint(key, undefined, 3))).toEqual([undefined, undefined, undefined]);
});
