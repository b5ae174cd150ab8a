// A widget's life on a page: it starts, follows the address and the page's colours, measures its room, fails and starts again, and
// leaves nothing behind.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RidgepointError } from "#engine";
import { text } from "../../web/build/still.js";
import { handlers } from "./drawing.js";
import { lab, place, type Made } from "./widgets.js";
import { stubPage, type Part } from "./parts.js";

type Widget = Made & {
  disconnectedCallback(): void;
  lab: unknown;
  width: number;
  style: { minHeight: string };
  load(again: boolean): Promise<unknown>;
  fail(error: unknown): void;
  scheduleUpdate(): Promise<void>;
  updated(changed: Map<string, unknown>): void;
};

let page: Part;
let events: { type: string; detail: Record<string, unknown> }[];
let loads: { again: boolean; come(): void; fail(error: Error): void }[];
let sizes: (() => void)[];
let seen: ((entries: { isIntersecting: boolean }[]) => void)[];
let dark: boolean;
let states: Set<string>;
let updates: number;
const written: string[] = [];
const main = { clientWidth: 500 };
const heights: string[] = [];

beforeEach(() => {
  page = stubPage();
  [events, loads, sizes, seen, dark, updates] = [[], [], [], [], false, 0];
  states = new Set();
  heights.length = written.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal("location", { hash: "", pathname: "/", search: "", href: "https://example.org/" });
  vi.stubGlobal("navigator", { userAgent: "A browser" });
  vi.stubGlobal("RIDGEPOINT_VERSION", "1.2.3");
  vi.stubGlobal("history", { state: null, replaceState: (_: unknown, __: string, address: string) => written.push(address) });
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => setTimeout(run));
  vi.stubGlobal("getComputedStyle", () => ({ colorScheme: "normal", height: "120px" }));
  Object.assign(document, { documentElement: { matches: () => dark }, body: { matches: () => false } });
  vi.stubGlobal("MutationObserver", class {
    observe(): void {}
  });
  vi.stubGlobal("IntersectionObserver", class {
    constructor(told: (typeof seen)[number]) {
      seen.push(told);
    }
    observe(): void {}
    disconnect(): void {}
  });
  vi.stubGlobal("ResizeObserver", class {
    constructor(changed: () => void) {
      sizes.push(changed);
    }
    observe(): void {}
    disconnect(): void {
      sizes.length = 0;
    }
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A widget on the page, before its engine is there. */
function made(attributes: Record<string, string> = {}): Widget {
  const element = place("RidgeRoofline", 0, attributes).element as Widget;
  const style = { set minHeight(height: string) { heights.push(height); }, get minHeight() { return heights.at(-1) ?? "10px"; } };
  Object.assign(element, {
    lab: undefined, result: undefined, renderRoot: { querySelector: (selector: string) => (selector === ".main" ? main : null), querySelectorAll: () => [] },
    getRootNode: () => ({ querySelectorAll: () => [] }), attachInternals: () => ({ states }), requestUpdate: () => (updates += 1), performUpdate: () => undefined, drawn: async () => undefined,
    dispatchEvent: (event: (typeof events)[number]) => events.push(event) > 0,
    load: (again: boolean) => new Promise<unknown>((come, fail) => loads.push({ again, come: () => come(lab), fail })),
  });
  Object.defineProperty(element, "style", { value: style });
  element.connectedCallback();
  return element;
}
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(300);
const words = (element: Widget): string => text(element.render()).replace(/\s+/g, " ");

describe("a start", () => {
  it("comes near the viewport; then the widget tells what it asked and found, in the room that was kept for it", async () => {
    const element = made();
    expect([loads.length, events, states.has("waiting"), words(element).includes("Loading the engine")]).toEqual([0, [], true, true]);
    seen[0]!([{ isIntersecting: true }]);
    expect(loads.map(({ again }) => again)).toEqual([false]);
    loads[0]!.come();
    await settle();
    expect(events.map(({ type }) => type)).toEqual(["ridge-change", "ridge-ready"]);
    expect(events[1]!.detail).toMatchObject({ request: { model: "Llama3_8B" }, result: { regime: "memory" } });
    expect([heights, states.has("waiting")]).toEqual([["120px", "10px"], false]);
  });

  it("is made once, however often its attribute says so", async () => {
    const element = made({ loading: "eager" });
    loads[0]!.come();
    await settle();
    element.connectedCallback();
    expect(loads.length).toBe(1);
  });

  it("comes at once where its attribute becomes eager on a page, and from no other attribute", () => {
    const element = made();
    Object.defineProperty(element, "isConnected", { value: true });
    element.attributeChangedCallback("loading", null, "lazy");
    element.attributeChangedCallback("hide", null, "eager");
    expect(loads.length).toBe(0);
    element.attributeChangedCallback("loading", "lazy", "eager");
    expect(loads.length).toBe(1);
  });

  it("that fails is told, and tried again at a click", async () => {
    const element = made({ loading: "eager" });
    loads[0]!.fail(new Error("no network"));
    await settle();
    expect(events.map(({ type, detail }) => [type, detail["message"]])).toEqual([["ridge-error", "no network"]]);
    expect(words(element)).toMatch(/could not start, because its engine did not load/);
    handlers(element.render(), "click")[0]!();
    expect(loads.length).toBe(2);
    loads[1]!.come();
    await settle();
    expect([events.at(-1)!.type, words(element).includes('class="failed"')]).toEqual(["ridge-ready", false]);
  });
});

describe("a widget that runs", () => {
  const running = async (attributes: Record<string, string> = {}): Promise<Widget> => {
    const element = made({ loading: "eager", ...attributes });
    loads[0]!.come();
    await settle();
    events.length = 0;
    return element;
  };

  it("takes what the address says as it starts, and as it changes, until it leaves the page", async () => {
    location.hash = "#mine=1;batch=4";
    const element = await running({ "url-state": "mine" });
    expect(element.request["batch"]).toBe(4);
    location.hash = "#mine=1;batch=16;nonsense=1";
    const before = updates;
    page.dispatchEvent({ type: "hashchange" });
    expect([element.request["batch"], updates > before]).toEqual([16, true]);
    expect(words(element)).toContain("nonsense (this part of the link was not understood)");
    element.edit({ batch: 8 });
    expect(words(element)).not.toContain("nonsense");
    element.disconnectedCallback();
    location.hash = "#mine=1;batch=2";
    page.dispatchEvent({ type: "hashchange" });
    expect(element.request["batch"]).toBe(8);
  });

  it("writes into the address what is answered, and nothing else", async () => {
    const early = made({ "url-state": "mine" });
    await settle();
    written.length = 0;
    early.edit({ batch: 8 });
    await settle();
    expect(written).toEqual([]);
    const element = await running({ "url-state": "mine" });
    written.length = 0;
    element.edit({ batch: "many" });
    await settle();
    expect(written).toEqual([]);
    element.edit({ batch: 8 });
    await settle();
    expect(written).toEqual(["#mine=1;batch=8"]);
  });

  it("goes without what the engine refuses of an address, and says so", async () => {
    location.hash = "#mine=1;batch=-4;context=64";
    const element = await running({ "url-state": "mine" });
    expect(element.request).toMatchObject({ context: 64 });
    expect(element.request["batch"]).not.toBe(-4);
    expect(words(element)).toContain("batch (this part of the link was not understood)");
  });

  it("that cannot follow its room says so, and its page goes on", async () => {
    vi.stubGlobal("ResizeObserver", class {
      constructor() {
        throw new TypeError("no observers here");
      }
    });
    const element = await running();
    await Promise.all([element.scheduleUpdate(), settle()]);
    expect(events.at(-1)).toMatchObject({ type: "ridge-error", detail: { message: expect.stringContaining("no observers here") } });
    expect(words(element)).toMatch(/An error stopped this widget/);
  });

  it("measures its room once there is a frame, and draws again as that changes, until it leaves the page", async () => {
    const element = await running();
    const before = updates;
    await Promise.all([element.scheduleUpdate(), settle()]);
    expect([element.width, updates > before, sizes.length]).toEqual([500, true, 1]);
    main.clientWidth = 320;
    sizes[0]!();
    expect(element.width).toBe(320);
    // It is measured already.
    await Promise.all([element.scheduleUpdate(), settle()]);
    expect(sizes.length).toBe(1);
    element.disconnectedCallback();
    expect(sizes.length).toBe(0);
    main.clientWidth = 500;
  });

  it("stops at an error with its diagnostic, and goes back to its start at a click", async () => {
    const element = await running();
    element.edit({ batch: 8 });
    element.fail(new Error("no such chart"));
    expect(words(element)).toMatch(/An error stopped this widget.*no such chart/);
    handlers(element.render(), "click")[0]!();
    expect(words(element)).not.toContain("An error stopped");
    expect(element.request["batch"]).not.toBe(8);
  });

  it.each(["internal", "engine_failed"])("stops where the engine does, by its code %s, and tells other refusals at their controls", async (code) => {
    const element = await running();
    const refused = (as: string): void => {
      Object.assign(element, { solve: () => {
        throw new RidgepointError({ code: as, field: "batch", message: "no more" });
      } });
      element.edit({ batch: 8 });
    };
    refused("out_of_range");
    expect([words(element).includes('class="failed"'), words(element).includes("no more")]).toEqual([false, true]);
    refused(code);
    expect(words(element)).toMatch(/class="failed".*no more/);
  });

  it("is dark on a page that only says so", () => {
    dark = true;
    const element = made();
    expect(states.has("dark")).toBe(true);
    element.disconnectedCallback();
    dark = false;
    made();
    expect(states.has("dark")).toBe(false);
  });
});
