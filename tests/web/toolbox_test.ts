// What a reader does with a widget beside moving its controls: steps back, pins, copies, and brings files.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { text } from "../../web/build/still.js";
import type { Toolbox } from "../../web/ui/toolbox.js";
import { tools } from "../../web/ui/tools.js";
import { handlers } from "./drawing.js";
import { place, type Made } from "./widgets.js";

let element: Made;
let toolbox: Toolbox;
let drawn: number;

beforeEach(() => {
  ({ element } = place("RidgeRoofline"));
  toolbox = (element as unknown as { toolbox: Toolbox }).toolbox;
  drawn = 0;
  // Tools put their styles beside the widget's.
  vi.stubGlobal("CSSStyleSheet", class {
    replaceSync(): void {}
  });
  Object.assign(element, { requestUpdate: () => (drawn += 1), renderRoot: { adoptedStyleSheets: [] } });
});
afterEach(() => vi.unstubAllGlobals());

/** The buttons beside the headline: what each is called, and whether it is off or pressed. */
const bar = (): string[] => [...text(toolbox.bar()).matchAll(/aria-label="(.*?)" title="(.*?)"( aria-disabled="true")?(?: aria-pressed="(\w+)")?/g)].map(([, name, title, off, pressed]) => [name, title === name ? "" : title, off ? "off" : "", pressed ?? ""].filter(Boolean).join(", "));
const click = (index: number): void => void handlers(toolbox.bar(), "click")[index]!();
const batch = (): unknown => element.request["batch"];

describe("steps", () => {
  it("back and forth are off where there are none, and taken by a click", () => {
    const start = batch();
    // That the widget is placed is a step here.
    for (let times = 0; times < 2; times += 1) click(0);
    expect(bar().slice(0, 2)).toEqual(["Undo, Undo (Ctrl+Z), off", "Redo, Redo (Ctrl+Shift+Z)"]);
    expect(batch()).toBe(start);
    element.edit({ batch: 8 });
    expect(bar().slice(0, 2)).toEqual(["Undo, Undo (Ctrl+Z)", "Redo, Redo (Ctrl+Shift+Z), off"]);
    click(0);
    expect(batch()).toBe(start);
    expect(bar().slice(0, 2)).toEqual(["Undo, Undo (Ctrl+Z), off", "Redo, Redo (Ctrl+Shift+Z)"]);
    click(1);
    expect(batch()).toBe(8);
  });

  it("back bring the result of what is set again", () => {
    const before = element.result;
    element.edit({ batch: 64 });
    expect(element.result).not.toEqual(before);
    click(0);
    expect(element.result).toEqual(before);
  });
});

describe("what is pinned", () => {
  it("stays beside what is shown until it is let go", async () => {
    expect([bar()[2], text(toolbox.compared())]).toEqual(["Pin to compare, false", ""]);
    await tools();
    click(2);
    expect([bar()[2], drawn]).toEqual(["Unpin, true", 1]);
    element.edit({ batch: 64 });
    expect(text(toolbox.compared()).replace(/<[^>]*>/g, "").replace(/\s+/g, " ")).toMatch(/batch 64: at least [\d.]+ ms a step .*→ at least [\d.]+ ms a step/);
    click(2);
    expect([toolbox.pinned, text(toolbox.compared())]).toEqual([undefined, ""]);
  });
});

describe("copying", () => {
  it("opens and shuts", async () => {
    await tools();
    const state = (): unknown[] => [toolbox.copying().isOpen, text(toolbox.copying().view).includes("<button")];
    expect(state()).toEqual([false, false]);
    toolbox.copying().toggle();
    expect([...state(), drawn]).toEqual([true, true, 1]);
    toolbox.copying().toggle();
    expect(state()).toEqual([false, false]);
  });
});

describe("a file", () => {
  const dragged = (given: object): { isTaken: boolean } => {
    const event = { isTaken: false, dataTransfer: { types: [], files: [], ...given }, preventDefault: () => (event.isTaken = true) };
    toolbox.drag(event as unknown as DragEvent);
    toolbox.drop(event as unknown as DragEvent);
    return event;
  };
  const file = (content: string): File => ({ text: async () => content }) as File;

  it("that is dropped takes the place of the request, as one step; what else is dragged is the browser's", async () => {
    expect(dragged({ types: ["text/plain"] }).isTaken).toBe(false);
    expect(dragged({ types: ["Files"] }).isTaken).toBe(true);
    element.edit({ batch: 8, context: 64 });
    expect(dragged({ files: [file('{"request": {"batch": 16}}')] }).isTaken).toBe(true);
    await vi.waitFor(() => expect(batch()).toBe(16));
    expect(element.request["context"]).not.toBe(64);
    await vi.waitFor(() => expect(drawn).toBeGreaterThan(0));
    click(0);
    expect(element.request).toMatchObject({ batch: 8, context: 64 });
    expect(toolbox.said).toBe("");
  });

  it("that holds no request is refused in a sentence, which the next one takes away", async () => {
    const before = element.request;
    toolbox.take(file("hello"));
    await vi.waitFor(() => expect(toolbox.said).toMatch(/not JSON.*\.$/));
    expect(element.request).toEqual(before);
    await vi.waitFor(() => expect(drawn).toBe(1));
    toolbox.take(file('{"batch": 2}'));
    expect(toolbox.said).toBe("");
    await vi.waitFor(() => expect(batch()).toBe(2));
  });
});

it("a label says what its field is, once the tools are there", async () => {
  const label = { title: "" } as HTMLElement;
  toolbox.describe(label, "roofline", "batch");
  await vi.waitFor(() => expect(label.title).not.toBe(""));
});

/** A toolbox with other tools than ours. */
async function withTools(made: () => object | Promise<object>): Promise<Toolbox> {
  vi.resetModules();
  vi.doMock("#tools", made);
  const { Toolbox } = await import("../../web/ui/toolbox.js");
  const state = { edits: new Map(), drafts: new Map() };
  return new Toolbox({ state, changed: () => (drawn += 1), now: () => ({ request: {}, result: {}, words: [], tables: [] }) } as unknown as ConstructorParameters<typeof Toolbox>[0]);
}
afterEach(() => vi.doUnmock("#tools"));

/** A list that notes what is done to it, and an event on it. */
const list = () => ({ focus: vi.fn(), showPicker: vi.fn() });
const on = (box: Toolbox, select: object, event: object): boolean => {
  const preventDefault = vi.fn();
  box.browse(select as HTMLSelectElement, { preventDefault, ...event } as unknown as Event);
  return preventDefault.mock.calls.length > 0;
};

describe("the picker, while its script is on its way,", () => {
  it("opens for the press or key that asked, once it is there; other events stay the browser's", async () => {
    const browse = vi.fn();
    let come = (): void => {};
    const box = await withTools(() => new Promise((done) => (come = () => done({ browse }))));
    const select = list();
    const isHeld = [{ type: "focus" }, { type: "pointerenter" }, { type: "keydown", key: "Tab" }, { type: "keydown", key: "l" }, { type: "keydown", key: "Enter" }, { type: "mousedown" }].map((event) => on(box, select, event));
    expect(isHeld).toEqual([false, false, false, false, true, true]);
    expect(browse).not.toHaveBeenCalled();
    await vi.waitFor(() => {
      come();
      expect(browse).toHaveBeenCalledTimes(2);
    });
    expect(browse.mock.calls.map(([of, { type }]) => [of === select, type])).toEqual([[true, "keydown"], [true, "mousedown"]]);
    expect(select.showPicker).not.toHaveBeenCalled();
  });
});

describe("without its script", () => {
  /** A toolbox whose tools do not come. */
  const lacking = (): Promise<Toolbox> =>
    withTools(() => {
      throw new Error("no network");
    });

  it("a widget says so where something of it is asked for, and waits until it knows", async () => {
    const box = await lacking();
    handlers(box.bar(), "click")[2]!();
    expect(text(box.compared())).toMatch(/Loading…/);
    await vi.waitFor(() => expect(text(box.compared())).toMatch(/class="refused" role="alert">ridgepoint-tools\.js, which belongs beside the widget’s script, did not load \(.*\)\.</));
    expect(drawn).toBeGreaterThan(1);
    box.take({ text: async () => "{}" } as File);
    await vi.waitFor(() => expect(box.said).toMatch(/did not load \(.*\)\.$/));
  });

  it("a label has no title", async () => {
    const box = await lacking();
    const label = { title: "" } as HTMLElement;
    box.describe(label, "roofline", "batch");
    await new Promise((done) => setTimeout(done));
    expect(label.title).toBe("");
  });

  it("the browser's own list opens, or where it cannot be opened has the focus", async () => {
    const box = await lacking();
    const select = list();
    on(box, select, { type: "focus" });
    on(box, select, { type: "mousedown" });
    await vi.waitFor(() => expect(select.showPicker).toHaveBeenCalledOnce());
    const older = { focus: vi.fn() };
    on(box, older, { type: "keydown", key: " " });
    await vi.waitFor(() => expect(older.focus).toHaveBeenCalledOnce());
  });
});
