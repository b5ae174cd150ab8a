// What keys do in a widget, what a step back takes back, and what is left to the page.

import { expect, it } from "vitest";
import { keepKeys } from "../../web/ui/keys.js";
import type { Toolbox } from "../../web/ui/toolbox.js";
import { place, type Made } from "./widgets.js";

const NONE = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

/** Whether the widget uses a key. */
function press(element: Made, key: string, modifiers: Partial<typeof NONE>): boolean {
  const stopped: string[] = [];
  const event = { key, ...NONE, ...modifiers, preventDefault: () => stopped.push("default"), stopPropagation: () => stopped.push("page") };
  const used = (element as unknown as { toolbox: Toolbox }).toolbox.keys(event as unknown as KeyboardEvent);
  expect(stopped).toEqual(used ? ["default", "page"] : []);
  return used;
}

it("Ctrl+Z or Cmd+Z takes a step back, with Shift, or Ctrl+Y, it is taken again", () => {
  const { element } = place("RidgeRoofline");
  element.edit({ batch: 8 });
  element.edit({ batch: 16 });
  const batch = (): unknown => element.request["batch"];
  expect([press(element, "z", { ctrlKey: true }), batch()]).toEqual([true, 8]);
  expect([press(element, "Z", { metaKey: true, shiftKey: true }), batch()]).toEqual([true, 16]);
  expect([press(element, "z", { metaKey: true }), batch()]).toEqual([true, 8]);
  expect([press(element, "y", { ctrlKey: true }), batch()]).toEqual([true, 16]);
});

it("other keys are left as they are", () => {
  const { element } = place("RidgeRoofline");
  element.edit({ batch: 8 });
  for (const [key, modifiers] of [["z", {}], ["y", {}], ["z", { ctrlKey: true, altKey: true }], ["y", { ctrlKey: true, shiftKey: true }], ["c", { ctrlKey: true }]] as const) expect(press(element, key, modifiers), key).toBe(false);
  expect(element.request["batch"]).toBe(8);
});

it("a box that is left with the value it had is no step", () => {
  const { element } = place("RidgeRoofline");
  const start = element.request["batch"];
  element.edit({ batch: 8 });
  element.edit({ batch: 8 });
  press(element, "z", { ctrlKey: true });
  expect(element.request["batch"]).toBe(start);
});

it("keys stay in the widget, but for the browser's own and shortcuts that nothing here used", () => {
  const passed = (key: string, modifiers: Partial<typeof NONE & { defaultPrevented: boolean }> = {}): boolean => {
    let goesOn = true;
    keepKeys({ key, ...NONE, defaultPrevented: false, ...modifiers, stopPropagation: () => (goesOn = false) } as unknown as KeyboardEvent);
    return goesOn;
  };
  for (const key of ["s", "n", "ArrowRight", "PageDown", " ", "Enter"]) expect(passed(key), key).toBe(false);
  for (const key of ["Tab", "Escape", "F5", "F11"]) expect(passed(key), key).toBe(true);
  for (const modifier of ["ctrlKey", "metaKey", "altKey"]) expect(passed("s", { [modifier]: true }), modifier).toBe(true);
  // Escape that closed a list here closes no dialog around the widget as well.
  expect(passed("Escape", { defaultPrevented: true })).toBe(false);
});
