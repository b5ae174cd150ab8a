// When a widget asks for its engine, and what it does with attempts that come late or fail.

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { EngineContext } from "../../web/ui/engine.js";
import { Loading, type Starting } from "../../web/ui/loading.js";
import { text } from "../../web/build/still.js";
import { handlers } from "./drawing.js";

const LAB = {} as EngineContext;

interface Made {
  loading: Loading;
  loads: { again: boolean; come(): void; fail(error: Error): void }[];
  told: string[];
}

function made(how: string | null = null): Made {
  const loads: Made["loads"] = [];
  const told: string[] = [];
  const of: Starting = {
    element: { getAttribute: () => how, textContent: "what the page has", localName: "ridge-roofline" } as unknown as HTMLElement,
    otherwise: () => undefined,
    patience_ms: () => 1000,
    states: () => undefined,
    started: () => told.includes("ready"),
    load: (again) => new Promise((come, fail) => loads.push({ again, come: () => come(LAB), fail })),
    ready: () => Promise.resolve(void told.push("ready")),
    failed: (error) => void told.push((error as Error).message),
    changed: () => void told.push("changed"),
  };
  return { loading: new Loading(of), loads, told };
}

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(500);

beforeEach(() => {
  vi.useFakeTimers();
  // Of a page that is hidden: a frame is over after its while.
  vi.stubGlobal("requestAnimationFrame", () => 0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("starts at once where it is eager, and waits where the reader is to ask", () => {
  const [eager, click] = [made("eager"), made("click")];
  eager.loading.begin();
  click.loading.begin();
  expect([eager.loads.length, click.loads.length]).toEqual([1, 0]);
  expect(text(click.loading.view())).toMatch(/Start the widget/);
});

it("starts near the viewport, and not after it has left the page", () => {
  const seen: ((entries: { isIntersecting: boolean }[]) => void)[] = [];
  const ended = vi.fn();
  vi.stubGlobal("IntersectionObserver", class {
    constructor(told: (typeof seen)[number]) {
      seen.push(told);
    }
    observe(): void {}
    disconnect = ended;
  });
  const { loading, loads } = made();
  loading.begin();
  seen[0]!([{ isIntersecting: false }]);
  expect(loads).toEqual([]);
  seen[0]!([{ isIntersecting: true }]);
  expect(loads.length).toBe(1);
  expect(ended).toHaveBeenCalled();
});

it("says so where the engine takes long, and takes it when it comes", async () => {
  const { loading, loads, told } = made("eager");
  loading.begin();
  await vi.advanceTimersByTimeAsync(1000);
  expect(told).toEqual(["changed"]);
  expect(text(loading.view())).toMatch(/is still loading/);
  loads[0]!.come();
  await settle();
  expect(told).toEqual(["changed", "ready"]);
});

it("shows that it waits as soon as the reader asks for the engine, for the first time or again", async () => {
  const click = made("click");
  const [start] = handlers(click.loading.view(), "click");
  void start!();
  expect([click.told, click.loads.length]).toEqual([["changed"], 1]);
  expect(text(click.loading.view())).toMatch(/Loading the engine/);
  await vi.advanceTimersByTimeAsync(1000);
  const [again] = handlers(click.loading.view(), "click");
  again!();
  expect(click.told).toEqual(["changed", "changed", "changed"]);
  expect(click.loads.map((load) => load.again)).toEqual([false, true]);
  expect(text(click.loading.view())).toMatch(/Loading the engine/);
});

it("keeps the failure of an attempt to itself while another goes on", async () => {
  const { loading, loads, told } = made("eager");
  loading.begin();
  void loading.start(true);
  loads[0]!.fail(new Error("first"));
  await settle();
  expect(told).toEqual([]);
  loads[1]!.fail(new Error("second"));
  await settle();
  expect(told).toEqual(["second"]);
});

it("draws widgets for the first time one a frame", async () => {
  const [one, other] = [made("eager"), made("eager")];
  one.loading.begin();
  other.loading.begin();
  one.loads[0]!.come();
  other.loads[0]!.come();
  await vi.advanceTimersByTimeAsync(100);
  expect([one.told, other.told]).toEqual([["ready"], []]);
  await settle();
  expect(other.told).toEqual(["ready"]);
});
