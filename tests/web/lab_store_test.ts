import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fresh, type LabState } from "../../web/labs/state.js";
import { browserStore, keyOf, type Standing } from "../../web/labs/store.js";
import type { PageLab } from "../../web/labs/types.js";

const NOW = "2026-03-01T10:00:00.000Z";
const lab: PageLab = { name: "one", title: "One", version: 3, engine: { version: "0.1.0", data: "d29c0e5fca627f0d" }, build: "one", identify: "optional", variables: {}, definitions: {}, figures: {}, tables: {}, widgets: {}, exercises: [{ id: "why", kind: "text", prompt: "?" }] };
const standing: Standing = { points: 0, of: 0, done: 0, exercises: 1, scored: true };
const saying = (value: string): LabState => ({ ...fresh(lab, NOW), answers: { why: { value, at: NOW, tries: 1, predicted: false, closed: false } } });
const SAVED = { saved: true, cut: [] };

let there: Map<string, string>;
beforeEach(() => {
  there = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => there.get(key) ?? null,
    setItem: (key: string, value: string) => there.set(key, value),
    removeItem: (key: string) => there.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("keeping in the browser", () => {
  it("goes under a versioned key of the lab's own, and is forgotten when told", () => {
    const store = browserStore(lab);
    expect(store.load(NOW)).toBeUndefined();
    expect(store.keep(saying("a"), standing, false)).toEqual(SAVED);
    expect([...there.keys()]).toEqual(["ridgepoint.lab.one.2"]);
    expect(browserStore(lab).load(NOW)).toEqual({ state: saying("a"), updated: false });
    store.forget!();
    expect(there.size).toBe(0);
    expect(store.keep(saying("b"), standing, false)).toEqual(SAVED);
  });

  it("keeps the labs of two courses apart", () => {
    browserStore({ ...lab, course: "ml" }).keep(saying("a"), standing, false);
    expect([...there.keys()]).toEqual(["ridgepoint.lab.ml/one.2"]);
    expect(browserStore({ ...lab, course: "systems" }).load(NOW)).toBeUndefined();
  });

  it("reads what an earlier page kept in the first form, leaves it there, and goes on in the second", () => {
    const { kept_at: _, ...first } = { ...saying("long ago"), version: 1 };
    there.set(keyOf(lab, 1), JSON.stringify(first));
    const store = browserStore(lab);
    const found = store.load("2026-04-01T00:00:00.000Z")!;
    expect(found.state).toEqual(saying("long ago"));
    expect(store.keep(found.state, standing, false)).toEqual(SAVED);
    expect(JSON.parse(there.get(keyOf(lab, 1))!)).toEqual(first);
    expect(JSON.parse(there.get(keyOf(lab))!).version).toBe(2);
    there.set(keyOf(lab, 1), JSON.stringify({ ...first, answers: {} }));
    expect(browserStore(lab).load(NOW)!.state).toEqual(saying("long ago"));
    store.forget!();
    expect(there.size).toBe(0);
  });

  it("counts only when it can be read back", () => {
    vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
    expect(browserStore(lab).keep(saying("a"), standing, false)).toMatchObject({ saved: false, why: expect.stringContaining("blocks saving") });
  });

  it("tells a full store from a blocked one, and no failure ends the page", () => {
    const failing = (name: string): unknown => {
      vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => { throw Object.assign(new Error(), { name }); } });
      return browserStore(lab).keep(saying("a"), standing, false);
    };
    expect(failing("QuotaExceededError")).toMatchObject({ saved: false, why: expect.stringContaining("no room") });
    expect(failing("SecurityError")).toMatchObject({ saved: false, why: expect.stringContaining("blocks saving") });
    vi.stubGlobal("localStorage", undefined);
    const store = browserStore(lab);
    expect(store.load(NOW)).toBeUndefined();
    expect(store.keep(saying("a"), standing, false).saved).toBe(false);
    expect(() => store.forget!()).not.toThrow();
  });

  it("never writes over what another window has saved, unless told to", () => {
    const [one, other] = [browserStore(lab), browserStore(lab)];
    one.keep(saying("mine"), standing, false);
    const refused = other.keep({ ...saying("theirs"), kept_at: "2026-03-01T11:00:00.000Z" }, standing, false);
    expect(refused).toMatchObject({ saved: false, contested: "elsewhere", why: expect.stringMatching(/last saved at \d\d:\d\d\.$/), there: saying("mine") });
    expect(JSON.parse(there.get(keyOf(lab))!)).toEqual(saying("mine"));
    expect(other.keep(saying("theirs"), standing, true)).toEqual(SAVED);
    expect(one.keep(saying("mine again"), standing, false)).toMatchObject({ contested: "elsewhere" });
    other.forget!();
    expect(one.keep(saying("mine again"), standing, false)).toMatchObject({ contested: "deleted" });
    expect(one.keep(saying("mine again"), standing, true)).toEqual(SAVED);
  });

  it.each(["{damaged", "null", JSON.stringify({ ...saying("from the future"), version: 3 })])("leaves what it cannot read as it is, and puts it aside when told to replace it: %s", (text) => {
    there.set(keyOf(lab), text);
    const store = browserStore(lab);
    expect(store.load(NOW)).toBeNull();
    expect(store.keep(saying("a"), standing, false)).toMatchObject({ saved: false, contested: "unreadable" });
    expect(there.get(keyOf(lab))).toBe(text);
    expect(store.keep(saying("a"), standing, true)).toEqual(SAVED);
    expect(there.get(`${keyOf(lab)}.unreadable`)).toBe(text);
    expect(store.keep(saying("b"), standing, false)).toEqual(SAVED);
    expect(there.get(`${keyOf(lab)}.unreadable`)).toBe(text);
  });

  it("hears of other windows, and not of itself", () => {
    const listeners: ((event: unknown) => void)[] = [];
    vi.stubGlobal("addEventListener", (_: string, listener: (event: unknown) => void) => listeners.push(listener));
    const store = browserStore(lab);
    let heard = 0;
    store.watch!(() => (heard += 1));
    store.keep(saying("a"), standing, false);
    for (const event of [{ key: keyOf(lab), newValue: there.get(keyOf(lab)) }, { key: "other", newValue: "x" }, { key: keyOf(lab), newValue: "x" }, { key: null, newValue: null }]) listeners[0]!(event);
    expect(heard).toBe(2);
  });
});
