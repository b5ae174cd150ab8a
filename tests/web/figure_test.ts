// What the arrow keys and the pointer read of a drawing.

import { expect, it } from "vitest";
import { svg } from "lit";
import { figureView, nextPoint } from "../../web/ui/figure.js";
import type { Drawing } from "../../web/charts/shared.js";
import { bound, handlers } from "./drawing.js";

it("arrow keys go round the points, from either end", () => {
  expect(["ArrowRight", "ArrowLeft"].map((key) => nextPoint(key, undefined, 3))).toEqual([0, 2]);
  expect(["ArrowRight", "ArrowLeft"].map((key) => nextPoint(key, 0, 3))).toEqual([1, 2]);
  expect(nextPoint("ArrowRight", 2, 3)).toBe(0);
});

it("Escape leads away from a point, and other keys are left to the page, those that scroll it too", () => {
  expect(nextPoint("Escape", 1, 3)).toBeNull();
  expect(nextPoint("Escape", undefined, 3)).toBeUndefined();
  for (const key of ["ArrowUp", "ArrowDown", "Home", "End", "PageDown", " ", "a", "Tab"]) expect(nextPoint(key, 1, 3), key).toBeUndefined();
});

it("the pointer reads the nearest point, in a drawing shown at half its size too; of two in one place, the first", () => {
  const points = [{ x: 100, y: 50, text: "one" }, { x: 300, y: 150, text: "two" }, { x: 300, y: 150, text: "the same" }];
  const read: (number | null)[] = [];
  const table = { caption: "", head: [], rows: [] };
  const shown = (at?: number) => figureView({ name: "", heading: "", summary: "", drawing: { height: 200, body: svg``, points, box: { left: 0, right: 400, top: 0, bottom: 200 } }, table }, { id: "a", width: 400, at, read: (point) => read.push(point), attend: () => {} });
  const plot = { getBoundingClientRect: () => ({ left: 10, top: 20, width: 200 }) };
  const move = (clientX: number, clientY: number, at?: number): unknown => handlers(shown(at), "pointermove")[0]!({ currentTarget: plot, clientX, clientY });
  move(65, 45);
  move(155, 95);
  expect(read).toEqual([0, 1]);
  // What is read already is not read again.
  move(65, 45, 0);
  expect(read).toEqual([0, 1]);
  // A mouse that goes away reads nothing more; a finger that is lifted still does.
  const leave = handlers(shown(0), "pointerleave")[0]!;
  leave({ pointerType: "touch" });
  expect(read).toEqual([0, 1]);
  leave({ pointerType: "mouse" });
  expect(read).toEqual([0, 1, null]);
});

it("a bar is read beside it, for above and below are its neighbours; a point is read above or below", () => {
  const table = { caption: "", head: [], rows: [] };
  const style = (x: number, y: number, box?: Drawing["box"]): string => {
    const drawing: Drawing = { height: 200, body: svg``, points: [{ x, y, text: "one" }], ...(box ? { box } : {}) };
    return String(bound(figureView({ name: "", heading: "", summary: "", drawing, table }, { id: "a", width: 400, at: 0, read: () => {}, attend: () => {} }), ".style")[0]);
  };
  expect(style(100, 41)).toBe("left:25%;top:41px;max-width:69%;transform:translate(8%,-50%)");
  expect(style(300, 41)).toBe("left:75%;top:41px;max-width:69%;transform:translate(-108%,-50%)");
  const box = { left: 0, right: 400, top: 0, bottom: 200 };
  expect([style(100, 100, box), style(100, 41, box)]).toEqual(["left:25%;top:86px;transform:translate(-25%,-100%)", "left:25%;top:55px;transform:translate(-25%,0%)"]);
});
