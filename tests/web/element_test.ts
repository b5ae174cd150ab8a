// A widget on its page: what it shows of itself, tells the page, and hands on; and one whose drawing fails.

import { LitElement } from "lit";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { text } from "../../web/build/still.js";
import { handlers } from "./drawing.js";
import { wrongDetails } from "./event_check.js";
import { lab, place, type Made, type Placed } from "./widgets.js";

type Widget = Made & {
  width: number;
  lab: unknown;
  view: string | null;
  most: number | undefined;
  headline(result: unknown): unknown;
  bodyOf(result: unknown): unknown;
  settings(): { path: string; words: string }[];
  change(path: string, value: unknown, draft?: string): void;
  fail(error: unknown): void;
  load(again: boolean): Promise<unknown>;
  strange(attributes: Iterable<{ name: string; value: string }>): string[];
  export(kind: string): Promise<Blob>;
  toolbox: { history: { canUndo: boolean; undo(): boolean; isMoving: boolean }; of: { link(): string | null; setting(path: string): { label: string } | undefined } };
};

let events: { type: string; detail: Record<string, unknown>; bubbles: boolean; composed: boolean }[];
let updates: number;

beforeEach(() => {
  vi.stubGlobal("CustomEvent", class {
    constructor(readonly type: string, given: object) {
      Object.assign(this, given);
    }
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A widget, and all that it tells from now on. */
function made(attributes: Record<string, string> = {}, kind = "RidgeRoofline", width = 640): { element: Widget; told: Placed["told"] } {
  const { element, told } = place(kind, width, attributes);
  events = [];
  updates = 0;
  const dispatchEvent = (event: (typeof events)[number]): boolean => {
    events.push(event);
    return true;
  };
  Object.assign(element, { dispatchEvent, requestUpdate: () => (updates += 1) });
  Object.defineProperty(element, "attributes", { value: Object.entries(attributes).map(([name, value]) => ({ name, value })) });
  return { element: element as Widget, told };
}
const words = (value: unknown): string => text(value).replace(/\s+/g, " ");
const shown = (element: Widget): string => words(element.render());

it("tells an error of its drawing, and draws once more: then what it has to say of it", () => {
  const { element, told } = place("RidgeRoofline");
  const drawing = vi.spyOn(LitElement.prototype as unknown as { update(changed: unknown): void }, "update").mockImplementationOnce(() => {
    throw new Error("no such chart");
  }).mockImplementation(() => undefined);
  (element as unknown as { update(changed: Map<string, unknown>): void }).update(new Map());
  expect(drawing).toHaveBeenCalledTimes(2);
  expect(told.map(({ message }) => message)).toEqual([expect.stringContaining("no such chart")]);
});

describe("what the page is told", () => {
  it("is each answer with its request, and each refusal with its field, through the borders of the widget", () => {
    const { element } = made();
    element.edit({ batch: 8 });
    element.edit({ batch: "many" });
    expect(events.map(({ type, bubbles, composed }) => [type, bubbles, composed])).toEqual([["ridge-change", true, true], ["ridge-error", true, true]]);
    expect(events[0]!.detail).toMatchObject({ request: { batch: 8 }, result: { regime: "memory" } });
    expect(events[1]!.detail).toMatchObject({ field: "batch" });
    expect(wrongDetails(Object.fromEntries(events.map(({ type, detail }) => [type, detail])))).toEqual([]);
    expect(updates).toBeGreaterThan(0);
  });

  it("is what failed, once, and the widget gives way to it until its reader tries again", () => {
    const { element } = made();
    element.fail(new Error("out of memory"));
    expect(events.map(({ type, detail }) => [type, detail["message"]])).toEqual([["ridge-error", "out of memory"]]);
  });
});

describe("a step back", () => {
  it("takes all of a drag or of a number being typed, and each choice by itself", () => {
    const { element } = made();
    const undone = (): unknown[] => {
      element.toolbox.history.undo();
      return [element.request["batch"], element.request["hardware"]];
    };
    element.change("hardware", "A100");
    element.change("hardware", "H200");
    for (const batch of [2, 3, 4]) element.change("batch", batch);
    for (const [batch, draft] of [[1, "1"], [16, "16"]] as const) element.change("context", batch, draft);
    expect(undone()).toEqual([4, "H200"]);
    expect(undone()).toEqual([1, "H200"]);
    expect(undone()).toEqual([1, "A100"]);
  });

  it("is one over a request that a script sets, and none before the engine is there", () => {
    const { element } = made();
    const before = element.request;
    element.request = { batch: 32 };
    expect([element.request["batch"], events.map(({ type }) => type)]).toEqual([32, ["ridge-change"]]);
    element.toolbox.history.undo();
    expect(element.request).toEqual(before);
    const { element: early } = made();
    while (early.toolbox.history.undo());
    Object.assign(early, { lab: undefined });
    early.request = { batch: 32 };
    expect([early.toolbox.history.canUndo, events]).toEqual([false, []]);
  });
});

describe("a refused value", () => {
  it("is told at its control, or where it has none above the widget", () => {
    const { element } = made();
    element.edit({ batch: "many" });
    expect(shown(element)).toMatch(/id="[^"]*-batch-error">Batch must be a whole number/);
    const { element: unknown } = made();
    unknown.request = { bacht: 8, context: 64 };
    expect(shown(unknown).match(/<p class="refused" role="alert">the request has no field &quot;bacht&quot;/g)).toHaveLength(1);
    // It is told once, and what else is set counts.
    expect(events.map(({ type, detail }) => [type, detail["field"]])).toEqual([["ridge-error", "bacht"], ["ridge-change", undefined]]);
    expect((unknown as unknown as { shown: object }).shown).toMatchObject({ context: 64 });
  });

  it("of a script is told before any widget has an answer, and the widget waits for a better one", () => {
    const { element } = made();
    Object.assign(element, { result: undefined });
    expect(shown(element)).toContain("No result yet.");
    expect(words(element.headline(undefined))).not.toContain("<strong");
  });
});

describe("what stands on the tag", () => {
  it("is told where it is no setting, and a misspelt value too", () => {
    expect(shown(made({ bacht: "8" }).element)).toContain("bacht is not a setting of this widget.");
    expect(made().element.strange([{ name: "view", value: "pie" }])).toEqual([expect.stringMatching(/^view takes .*roofline.* or table, not “pie”$/)]);
    expect(made().element.strange([{ name: "hide", value: "roofline tools" }])).toEqual([]);
  });

  it("takes the part that it names for the whole, lower where there is little room", () => {
    expect([made({ view: "roofline" }).element.view, made({ view: "table" }).element.view, made({ view: "pie" }).element.view, made().element.view]).toEqual(["roofline", "table", null, null]);
    expect([made({ view: "roofline" }).element.most, made({ view: "roofline" }, "RidgeRoofline", 479).element.most, made({ view: "roofline" }, "RidgeRoofline", 480).element.most, made().element.most]).toEqual([300, 210, 300, undefined]);
  });

  it("draws that part alone, and controls and tools beside it only where they are asked for", () => {
    const alone = shown(made({ view: "roofline" }).element);
    expect(alone).toMatch(/class="root alone"/);
    expect([alone.includes('data-name="roofline"'), alone.includes('class="tools"'), alone.includes('class="foot"'), alone.includes("data-field=")]).toEqual([true, false, false, false]);
    const controlled = shown(made({ view: "roofline", controls: "batch" }).element);
    expect([...controlled.matchAll(/data-field="(.*?)"/g)].map(([, path]) => path)).toEqual(["batch"]);
    expect([controlled.includes('class="tools"'), controlled.includes('class="foot"')]).toEqual([true, false]);
    const table = words(made({ view: "table" }).element.bodyOf(made().element.result));
    expect([table.match(/<table>/g)!.length, table.includes("<figure")]).toEqual([1, false]);
  });

  it("hides readouts by their names", () => {
    const whole = shown(made().element);
    expect([/class="tools"/, /class="settings"/, /with current software/, /data-name="roofline"/, /class="root docked"/].map((one) => one.test(whole))).toEqual(Array(5).fill(true));
    const bare = shown(made({ hide: "tools settings band roofline" }).element);
    expect([/class="tools"/, /class="settings"/, /with current software/, /data-name="roofline"/].map((one) => one.test(bare))).toEqual(Array(4).fill(false));
  });

  it("names the widget to a screen reader, or else its kind does", () => {
    expect(shown(made({ label: "The first step" }).element)).toContain('aria-label="The first step"');
    expect(shown(made().element)).toMatch(/<section [^>]*aria-label="\w+/);
  });

  it("is looked at again where it changes what stands on the page, and asks the engine where it is a setting", () => {
    const { element } = made();
    for (const name of ["lock", "hide", "view", "controls"]) element.attributeChangedCallback(name, null, "batch");
    expect([updates >= 4, events]).toEqual([true, []]);
    element.attributeChangedCallback("batch", "8", "8");
    expect(events).toEqual([]);
    element.attributeChangedCallback("batch", null, "8");
    expect(events.map(({ detail }) => (detail["request"] as { batch: number }).batch)).toEqual([8]);
  });
});

describe("before its width is known", () => {
  it("has a frame and its headline, and neither drawings nor a foot", () => {
    const early = shown(made({}, "RidgeRoofline", 0).element);
    expect([/class="headline"/, /<figure/, /class="foot"/].map((one) => one.test(early))).toEqual([true, false, false]);
    expect(shown(made().element)).toMatch(/<figure.*class="foot"/);
  });
});

describe("the headline", () => {
  it("has beside an estimate what to expect, unless the assumptions are those of measured software", () => {
    const { element } = made();
    expect(words(element.headline(element.result))).toMatch(/class="band">about .* with current software</);
    element.edit({ "assumptions.preset": "calibrated" });
    expect(words(element.headline(element.result))).not.toContain("with current software");
  });

  it("names what it is the answer of: the request's own settings, and of assumptions those that matter or are changed", () => {
    const { element } = made();
    const paths = (): string[] => element.settings().map(({ path }) => path);
    expect(paths()).toEqual(expect.arrayContaining(["model", "hardware", "batch", "assumptions.preset"]));
    expect(paths()).not.toContain("assumptions.efficiency");
    element.edit({ "assumptions.efficiency": 0.3 });
    expect(paths()).toContain("assumptions.efficiency");
  });
});

describe("what a number opens with", () => {
  it("is the call behind the result, and nothing before there is one", () => {
    const { element } = made();
    const calls = (): unknown[] => (element.toolbox as unknown as { of: { calls(): unknown[] } }).of.calls();
    expect(calls()).toMatchObject([{ call: "roofline", request: { model: "Llama3_8B" }, result: { regime: "memory" } }]);
    Object.assign(element, { result: undefined });
    expect(calls()).toEqual([]);
  });
});

describe("a key", () => {
  it("is used for a step back, stays in the widget, or goes on to the browser", () => {
    const { element } = made();
    element.edit({ batch: 8 });
    const press = handlers(element.render(), "keydown")[0]!;
    const stopped = (key: string, ctrlKey = false): string[] => {
      const told: string[] = [];
      press({ key, ctrlKey, metaKey: false, altKey: false, shiftKey: false, defaultPrevented: false, preventDefault: () => told.push("default"), stopPropagation: () => told.push("page") });
      return told;
    };
    expect([stopped("s"), stopped("Tab"), stopped("c", true), stopped("z", true)]).toEqual([["page"], [], [], ["default", "page"]]);
    expect(element.request["batch"]).not.toBe(8);
  });
});

describe("a figure", () => {
  it("reads the point that a key leads to, and none once it is left", () => {
    const { element } = made();
    const figure = (): string => /<div class="plot".*?<\/figure>/.exec(shown(element))![0];
    expect(figure()).not.toContain('class="cursor"');
    const plot = handlers((element as unknown as { body(result: unknown): unknown }).body(element.result), "keydown")[0]!;
    plot({ key: "ArrowLeft", preventDefault: () => undefined });
    expect([figure().includes('class="cursor"'), updates]).toEqual([true, 1]);
    handlers((element as unknown as { body(result: unknown): unknown }).body(element.result), "blur")[0]!();
    expect([figure().includes('class="cursor"'), updates]).toEqual([false, 2]);
  });
});

describe("what is exported", () => {
  it("has the numbers of the tables, or the request with its result and the engine's version", async () => {
    const { element } = made();
    element.edit({ batch: 8 });
    Object.assign(element, { drawn: async () => undefined });
    const record = JSON.parse(await (await element.export("json")).text()) as Record<string, unknown>;
    expect(record).toMatchObject({ request: { batch: 8 }, engine: (lab.engine as unknown as { version: string }).version, result: { regime: "memory" } });
    expect(await (await element.export("csv")).text()).toContain(element.tables(element.result)[0]!.caption);
    Object.assign(element, { result: undefined });
    await expect(element.export("csv")).rejects.toThrow("there is no result to export yet");
  });
});
