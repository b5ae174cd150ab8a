// The page of a lab as it is built, made of what the lab's script touches, and that script come alive on it.

import { vi } from "vitest";
import type { Exercise, PageLab, Verdict } from "../../web/labs/types.js";
import { part, stubPage, type Part } from "./parts.js";

export const NOW = "2026-03-01T10:00:00.000Z";
export const guess: Exercise = { id: "guess", kind: "number", predict: true, prompt: "How long?", unit: "ms", answer: "5" };
export const time: Exercise = { id: "time", kind: "number", prompt: "And now?", points: 2, unit: "ms", answer: "5" };
export const why: Exercise = { id: "why", kind: "text", prompt: "Why?" };
export const LAB: PageLab = {
  name: "one", title: "One", version: 3, engine: { version: "0.1.0", data: "d29c0e5fca627f0d" }, build: "older", identify: "optional", variables: { batch: 8 }, definitions: {}, exercises: [guess, time, why],
  figures: { itl: "itl | time" }, tables: { all: { caption: "All", for: { batch: [1, 2] }, columns: [{ title: "Batch", value: "batch | number" }] } }, widgets: { w: ["batch"] },
};

/** What the engine says: numbers are right at 5, and a figure is worth what stands here. */
export const engine = {
  build: "newer",
  itl: 0.005,
  asked: 0,
  score({ exercise, answer, tries = 1 }: { exercise: Exercise; answer: unknown; tries?: number }): Verdict {
    engine.asked += 1;
    if (exercise.kind === "text") return { points: 0, of: 0, correct: null, expected: null };
    const of = exercise.points ?? 1;
    return { points: answer === 5 ? (of * (4 - tries)) / 3 : 0, of, correct: answer === 5, expected: 5, tries_allowed: 3 };
  },
  evaluate: ({ formula, variables }: { formula: string; variables: Record<string, unknown> }) => ({ value: formula === "itl" ? engine.itl : variables[formula] }),
  models: () => [],
  hardware: () => [],
};

/** A widget of the page, where its reader has put it. */
export class WidgetPart {
  readonly part = Object.assign(part("ridge-roofline"), { request: {} as Record<string, unknown>, reset: () => this.set({ batch: 1 }) });
  /** It starts. */
  ready(): void {
    this.part.request = { batch: 1 };
    this.part.dispatchEvent({ type: "ridge-ready" });
  }
  set(request: Record<string, unknown>): void {
    this.part.request = request;
    this.part.dispatchEvent({ type: "ridge-change" });
  }
}

const exercise = (id: string, control: string, label: string): Part =>
  part("section", { id: `exercise-${id}`, "aria-label": label },
    part("form", {}, part("fieldset", {}, part(control)), part("div", { class: "buttons" }, part("button", { type: "submit" }, "Check"))),
    part("div", { class: "feedback" }), part("template", {}, part("details", { class: "explanation" }, `Explained: ${id}.`)));

const named = (localName: string, ...ids: string[]): Part[] => ids.map((id) => part(localName, { id }));

/** All that stands in the page of a lab. */
export const pageOf = (lab: PageLab, widget: WidgetPart): Part[] => [
  part("script", { id: "lab" }, JSON.stringify(lab)),
  ...named("div", "notices", "saved", "progress", "progress-text", "score"),
  ...named("button", "share", "reset", "another"),
  exercise("guess", "input", "Prediction 1"),
  part("details", { "data-after": "guess", "data-reveal": "guess" }, part("summary", { "aria-disabled": "true" }), part("p", { class: "predicted" }), part("template", {}, part("p", {}, "The result is ", part("data", { "data-figure": "itl" }, "5.00\u00a0ms")))),
  exercise("time", "input", "Exercise 1"),
  part("div", { "data-after": "guess time" }, part("p", { class: "locked" }, "Opens with prediction 1 and exercise 1."), part("template", {}, part("p", { id: "exercise-later" }, "What comes next."))),
  part("ul", {}, part("li", { "data-after": "time" }, part("template", {}, "What to take away."))),
  exercise("why", "textarea", "Exercise 2"),
  part("div", { "data-widget": "w" }, widget.part),
  part("table", { "data-table": "all" }, part("tbody", {}, part("data", {}, "1"), part("data", {}, "7"))),
  part("section", { class: "hand-in", hidden: "" }, part("form", { id: "submission" }, ...(lab.identify === "none" ? [] : [part("fieldset", { disabled: "" }, ...named("input", "student-name", "student-id"))]), part("p", { id: "submission-error" }), part("button", { type: "submit" }, "Download"), part("button", { id: "print" }), part("div", { id: "left-out" }))),
  part("section", { id: "report", hidden: "" }),
];

/** What stands around the page, and what it did there. */
export const around = {
  window: undefined as unknown as Part,
  /** What the browser keeps. */
  there: new Map<string, string>(),
  location: { hash: "", href: "", pathname: "/labs/one/index.html", search: "?a=1", protocol: "https:", reload: vi.fn() },
  host: {} as { ridgepointHost?: object },
  copied: [] as string[],
  saved: [] as { name: string; text: Promise<string> }[],
};

type Alive = Part & { connectedCallback(): void };
const classes = new Map<string, new () => Alive>();

/** A page that no script has come to yet. `load`: how the engine comes, where that is not at once. */
export async function newPage(load?: () => Promise<object>): Promise<void> {
  around.window = stubPage();
  around.there = new Map();
  around.host = {};
  around.copied.length = around.saved.length = 0;
  Object.assign(around.location, { hash: "", href: "https://example.org/labs/one/index.html?a=1", protocol: "https:", reload: vi.fn() });
  Object.assign(engine, { itl: 0.005, asked: 0 });
  vi.useFakeTimers({ now: Date.parse(NOW), toFake: ["setTimeout", "clearTimeout", "Date"] });
  vi.stubGlobal("customElements", { define: (tag: string, made: new () => Alive) => classes.set(tag, made) });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => around.there.get(key) ?? null,
    setItem: (key: string, value: string) => around.there.set(key, value),
    removeItem: (key: string) => around.there.delete(key),
    key: (index: number) => [...around.there.keys()][index] ?? null,
    get length(): number {
      return around.there.size;
    },
  });
  vi.stubGlobal("window", around.host);
  vi.stubGlobal("location", around.location);
  vi.stubGlobal("origin", "https://example.org");
  vi.stubGlobal("history", { replaceState: vi.fn((_state: unknown, _title: string, address: string) => Object.assign(around.location, { hash: "", href: `https://example.org${address}` })) });
  vi.stubGlobal("navigator", { clipboard: { writeText: async (text: string) => void around.copied.push(text) } });
  vi.stubGlobal("scrollTo", vi.fn());
  vi.stubGlobal("print", vi.fn());
  vi.stubGlobal("requestIdleCallback", (run: () => void) => run());
  vi.doMock("../../web/ui/save.js", () => ({ save: (blob: Blob, name: string) => around.saved.push({ name, text: blob.text() }) }));
  if (load) {
    vi.resetModules();
    classes.clear();
  }
  vi.doMock("#engine", () => ({ loadRidgepoint: load ?? (async () => engine) }));
  if (classes.size > 0) return;
  await import("../../web/labs/lab.js");
  (await import("../../web/labs/course-element.js")).defineCourse();
}

/** An element of the lab's script, with these attributes and parts, on the page. */
export function placed(tag: string, attributes: Record<string, string>, ...parts: Part[]): Alive {
  const made = new (classes.get(tag)!)();
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...parts);
  made.connectedCallback();
  return made;
}
