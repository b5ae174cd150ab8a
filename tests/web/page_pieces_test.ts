// What stands around a widget's drawings: its foot, its failure, its bar of controls, the line of its settings, and what it says
// aloud.

import { afterEach, describe, expect, it, vi } from "vitest";
import { html } from "lit";
import { text } from "../../web/build/still.js";
import { copyText } from "../../web/ui/clipboard.js";
import { Failure, knowAnswers, lateView } from "../../web/ui/failure.js";
import { Foot } from "../../web/ui/foot.js";
import { hold, holdFirst, rail } from "../../web/ui/rail.js";
import { settingsLine } from "../../web/ui/settings-line.js";
import { Speaker } from "../../web/ui/speaker.js";
import type { Toolbox } from "../../web/ui/toolbox.js";
import { followWidth } from "../../web/ui/width.js";
import { handlers } from "./drawing.js";
import { part, stubPage, type Part } from "./parts.js";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const words = (value: unknown): string => text(value).replace(/\s+/g, " ");

describe("the foot", () => {
  const made = (file: () => Promise<Blob> = async () => new Blob([])) => {
    const toolbox = { said: "", copying: () => ({ isOpen: false, toggle: vi.fn(), view: html`<p>Copies.</p>` }) } as unknown as Toolbox;
    const of = { name: "ridge-roofline", toolbox, export: vi.fn(file), reset: vi.fn(), changed: vi.fn() };
    return { of, foot: new Foot(of) };
  };

  it("takes a widget back to its start, and offers files and copies once there is a result", () => {
    const { of, foot } = made();
    expect([...words(foot.view(false)).matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, name]) => name)).toEqual(["Reset"]);
    expect(words(foot.view(false))).not.toContain("Copies.");
    expect([...words(foot.view(true)).matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, name]) => name)).toEqual(["Reset", "Copy or open", "SVG", "PNG", "CSV", "JSON"]);
    expect(words(foot.view(true))).toMatch(/aria-expanded="false".*Copies\./);
    handlers(foot.view(true), "click")[0]!();
    expect(of.reset).toHaveBeenCalledOnce();
  });

  it("saves a file under the widget's name, or says why it could not", async () => {
    vi.useFakeTimers();
    const names: string[] = [];
    vi.stubGlobal("document", { createElement: () => ({ set download(name: string) { names.push(name); }, click: () => undefined }) });
    vi.stubGlobal("URL", { createObjectURL: () => "blob:1", revokeObjectURL: () => undefined });
    const { of, foot } = made();
    of.toolbox.said = "something before";
    handlers(foot.view(true), "click")[4]!();
    await vi.waitFor(() => expect(of.changed).toHaveBeenCalledOnce());
    expect([of.export.mock.calls, names, of.toolbox.said]).toEqual([[["csv"]], ["ridge-roofline.csv"], ""]);
    const failing = made(() => Promise.reject(new Error("there is no result to export yet")));
    handlers(failing.foot.view(true), "click")[3]!();
    await vi.waitFor(() => expect(failing.of.changed).toHaveBeenCalledOnce());
    expect(failing.of.toolbox.said).toBe("The PNG file could not be saved: there is no result to export yet.");
  });
});

describe("a widget that failed", () => {
  const made = (isOwn: boolean, inside: string, otherwise?: string[]) => {
    vi.stubGlobal("RIDGEPOINT_VERSION", "1.2.3");
    vi.stubGlobal("location", { href: "https://example.org/page.html#secret" });
    vi.stubGlobal("navigator", { userAgent: "A browser" });
    const of = { element: { localName: "ridge-x", textContent: inside, firstElementChild: null, } as unknown as HTMLElement, otherwise: () => otherwise, root: () => ({ querySelector: () => null }) as unknown as ParentNode, isOwn, again: vi.fn(), changed: vi.fn() };
    return { of, failure: new Failure({ code: "internal", field: "", message: "out of memory" }, of) };
  };

  it("says what happened and with what, and leaves the page what it has in its place", () => {
    knowAnswers({ "ridge-x": ["5.19 ms."] });
    const { of, failure } = made(true, "What the page has");
    expect(words(failure.view())).toMatch(/An error stopped this widget\. The rest of the page is not affected\..*<pre>Ridgepoint 1\.2\.3, ridge-x internal: out of memory https:\/\/example\.org\/page\.html A browser<\/pre>.*<slot><\/slot>/);
    handlers(failure.view(), "click")[0]!();
    expect(of.again).toHaveBeenCalledOnce();
    const bare = words(made(false, " ").failure.view());
    expect(bare).toMatch(/could not start, because its engine did not load\..*At its standard settings:.*5\.19 ms\./);
    expect(bare).not.toContain("<slot>");
  });

  it("does not let its first answer pass for one to what it is set to", () => {
    knowAnswers({ "ridge-x": ["5.19 ms."] });
    expect(words(made(false, "", ["A100", "batch 8"]).failure.view())).toMatch(/is set to A100, batch 8, for which there is no answer here\..*An answer for other settings, the standard ones:.*5\.19 ms\./);
    expect(words(made(false, "", []).failure.view())).toMatch(/is set to other settings, for which there is no answer here\./);
    knowAnswers({ "ridge-x": [] });
    expect(words(made(false, "").failure.view())).not.toContain("standard settings");
  });

  it("hands on what it says, and says so", async () => {
    const { of, failure } = made(true, "");
    const copied: string[] = [];
    vi.stubGlobal("navigator", { userAgent: "A browser", clipboard: { writeText: async (one: string) => void copied.push(one) } });
    handlers(failure.view(), "click")[1]!();
    await vi.waitFor(() => expect(of.changed).toHaveBeenCalledOnce());
    expect([copied[0], words(failure.view()).includes("Copied.")]).toEqual([expect.stringContaining("out of memory"), true]);
  });

  it("may be tried again while its engine is late", () => {
    const again = vi.fn();
    handlers(lateView(again), "click")[0]!();
    expect(again).toHaveBeenCalledOnce();
  });
});

it("text that may not be copied is selected where it stands, or the reader is told", async () => {
  const selected: unknown[] = [];
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("getSelection", () => ({ selectAllChildren: (one: unknown) => selected.push(one) }));
  const shown = {} as Element;
  expect(await copyText("a", "Copied.", null)).toBe("The browser blocked copying.");
  expect(await copyText("a", "Copied.", shown)).toMatch(/The text is selected: copy it yourself/);
  expect(selected).toEqual([shown]);
});

describe("the bar of controls", () => {
  const field = (name: string, inside: Part): Part => part("div", { class: "control", "data-field": name }, inside);

  it("opens to all of them and shuts again", () => {
    stubPage();
    const [button, bar] = [part("button"), part("div", { class: "rail" })];
    bar.append(button);
    const toggled: boolean[] = [];
    Object.assign(button, { parentElement: { classList: { toggle: () => (toggled.push(toggled.length === 0), toggled.at(-1)) } } });
    const click = handlers(rail(html``), "click")[0]!;
    click({ currentTarget: button });
    expect(button.getAttribute("aria-expanded")).toBe("true");
    click({ currentTarget: button });
    expect(button.getAttribute("aria-expanded")).toBe("false");
  });

  it("holds the control that was used last, one at a time", () => {
    const [one, other] = [field("a", part("input")), field("b", part("input"))];
    const bar = part("div", { class: "rail" }, one, other);
    for (const control of [one, other]) Object.assign(control, { closest: () => bar });
    const held = (): string[] => bar.querySelectorAll(".held").map(({ dataset }) => dataset["field"]!);
    hold(one as unknown as Element);
    hold(other as unknown as Element);
    expect(held()).toEqual(["b"]);
    handlers(rail(html``), "input")[0]!({ target: { closest: () => one } });
    expect(held()).toEqual(["a"]);
    hold(null);
    expect(held()).toEqual(["a"]);
  });

  it("begins with the control that the widget names, or else the first slider, or else the first of all", () => {
    const found = (known: readonly string[]): unknown => {
      const asked = { closest: () => null, classList: { add: () => (held = asked) } };
      let held: unknown;
      const bar = { dataset: { first: "batch" }, querySelector: (selector: string) => (known.includes(selector) ? Object.assign(asked, { selector }) : null) };
      holdFirst({ querySelectorAll: () => [bar] } as unknown as ParentNode);
      return (held as { selector: string } | undefined)?.selector;
    };
    const [named, slider, any] = ['[data-field="batch"]', ".control:has([type=range]:enabled)", ".control"] as const;
    expect([found([named, slider, any]), found([slider, any]), found([any]), found([])]).toEqual([named, slider, any, undefined]);
  });
});

it("the line of settings marks what is no default, and leads to what has a control", () => {
  const lead = vi.fn();
  const line = settingsLine([{ path: "batch", words: "batch 8", changed: true, open: true }, { path: "model", words: "Llama 3", changed: false, open: true }, { path: "phase", words: "decoding", changed: true, open: false }], lead);
  expect(words(line)).toMatch(/<li><button type="button"><b title="not the default">batch 8<span.*, not the default<\/span><\/b><\/button><\/li><li><button type="button">Llama 3<\/button><\/li><li><b title="not the default">decoding/);
  handlers(line, "click")[1]!();
  expect(lead).toHaveBeenCalledWith("model");
  expect(words(settingsLine([], lead))).toBe("");
});

it("a sentence is said aloud once it has stayed as it is, and once only", () => {
  vi.useFakeTimers();
  const changed = vi.fn();
  const speaker = new Speaker(changed);
  const hear = (textContent: string): void => speaker.hear([{ id: "", textContent }], "");
  for (const sentence of ["one", "two", "two"]) {
    hear(sentence);
    vi.advanceTimersByTime(400);
  }
  expect([speaker.text, changed.mock.calls.length]).toEqual(["two", 1]);
  hear("three");
  speaker.silence();
  vi.runAllTimers();
  expect(speaker.text).toBe("two");
});

it("of the figures' sentences one is said beside the widget's, that of the figure the reader was at; where neither changed, the first that did", () => {
  vi.useFakeTimers();
  const speaker = new Speaker(() => {});
  const said = (own: string, first: string, second: string, attended = ""): string => {
    speaker.hear([{ id: "", textContent: own }, { id: "a", textContent: first }, { id: "b", textContent: second }], attended);
    vi.runAllTimers();
    return speaker.text;
  };
  expect(said("one", "a1", "b1")).toBe("one");
  // To come to a figure is no change: it describes itself.
  expect(said("one", "a1", "b1", "b")).toBe("one");
  expect(said("two", "a2", "b2", "b")).toBe("two b2");
  expect(said("two", "a2", "b3", "b")).toBe("two b3");
  expect(said("two", "a3", "b3", "b")).toBe("a3");
  expect(said("two", "a4", "b4")).toBe("a4");
  // What has changed within the pause is all told, and a figure that is gone is not.
  speaker.hear([{ id: "", textContent: "three" }, { id: "a", textContent: "a4" }], "b");
  vi.advanceTimersByTime(400);
  speaker.hear([{ id: "", textContent: "three" }, { id: "a", textContent: "a5" }], "b");
  vi.runAllTimers();
  expect(speaker.text).toBe("three");
});

it("a width is told at once in whole pixels, and again when it has changed, until nobody asks", () => {
  let changes: () => void = () => undefined;
  const left = vi.fn();
  vi.stubGlobal("ResizeObserver", class {
    constructor(changed: () => void) {
      changes = changed;
    }
    observe(): void {}
    disconnect = left;
  });
  const element = { clientWidth: 0 };
  const told: number[] = [];
  const leave = followWidth(element as Element, (width) => told.push(width));
  for (const width of [320.7, 320.2, 640]) {
    element.clientWidth = width;
    changes();
  }
  expect(told).toEqual([0, 320, 640]);
  leave();
  expect(left).toHaveBeenCalledOnce();
});
