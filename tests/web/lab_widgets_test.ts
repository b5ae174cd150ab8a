// The widgets of a lab's page: one that has not been in view is started when an exercise asks where it stands.

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fresh, type LabState } from "../../web/labs/state.js";
import { Widgets } from "../../web/labs/widgets.js";
import { LAB, NOW, WidgetPart } from "./living_lab.js";
import { part, stubPage } from "./parts.js";

let widget: WidgetPart;
let state: LabState;
let widgets: Widgets;
const moved = vi.fn();

beforeEach(() => {
  stubPage();
  moved.mockClear();
  widget = new WidgetPart();
  state = fresh(LAB, NOW);
  widgets = new Widgets(part("main", {}, part("div", { "data-widget": "w" }, widget.part)) as unknown as ParentNode, () => state, moved);
});
afterEach(() => vi.unstubAllGlobals());

it("is started, and waited for", async () => {
  const standing = widgets.standing("w");
  expect([widget.part.getAttribute("loading"), widgets.requests()]).toEqual(["eager", {}]);
  widget.ready();
  expect(await standing).toEqual({ initial: { batch: 1 }, request: { batch: 1 } });
  widget.set({ batch: 4 });
  expect(await widgets.standing("w")).toEqual({ initial: { batch: 1 }, request: { batch: 4 } });
  expect([widgets.requests(), moved.mock.calls]).toEqual([{ w: { batch: 4 } }, [["w", { initial: { batch: 1 }, request: { batch: 4 } }]]]);
});

it("that does not start is an error of its own words", async () => {
  const standing = widgets.standing("w");
  widget.part.dispatchEvent({ type: "ridge-error", detail: { message: "no network" } } as { type: string });
  await expect(standing).rejects.toThrow("no network");
});

it("that refuses a value later has started all the same", async () => {
  const standing = widgets.standing("w");
  widget.ready();
  widget.part.dispatchEvent({ type: "ridge-error", detail: { message: "batch must be at least 1" } } as { type: string });
  expect((await standing).initial).toEqual({ batch: 1 });
});

it("is put where its reader left it once it runs, and tells of no change before", () => {
  state.widgets = { w: { changed: { batch: 8 }, request: { batch: 8 } } };
  widget.set({ batch: 2 });
  expect(moved).not.toHaveBeenCalled();
  widget.ready();
  expect(widget.part.request).toEqual({ batch: 8 });
  state.widgets = {};
  widgets.place();
  expect(widget.part.request).toEqual({ batch: 1 });
  // Where it stands as it began, it is left alone.
  const reset = vi.spyOn(widget.part, "reset");
  widgets.place();
  expect(reset).not.toHaveBeenCalled();
});
