import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { get, keep, load, set, type Figures } from "../../web/site/own-state.js";

afterEach(() => vi.unstubAllGlobals());

describe("figures by path", () => {
  it("are found again where they were put, and nothing else changes", () => {
    const step = fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/).filter((name) => !(name in Object.prototype));
    fc.assert(
      fc.property(fc.dictionary(step, fc.integer()), fc.array(step, { minLength: 1, maxLength: 3 }), fc.integer(), (figures, steps, value) => {
        const path = steps.join(".");
        const next = set(figures, path, value);
        expect(get(next, path)).toBe(value);
        for (const name of Object.keys(figures)) if (name !== steps[0]) expect(next[name]).toBe(figures[name]);
      }),
    );
  });

  it("are taken out with null, and an empty group with them", () => {
    const figures: Figures = { name: "a", peak: { fp16: 1 } };
    expect(set(figures, "peak.fp16", null)).toEqual({ name: "a" });
    expect(set(figures, "name", null)).toEqual({ peak: { fp16: 1 } });
    expect(figures).toEqual({ name: "a", peak: { fp16: 1 } });
  });
});

describe("keeping", () => {
  it("counts only when it can be read back", () => {
    const store = new Map<string, string>();
    vi.stubGlobal("localStorage", { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => store.set(key, value) });
    expect(keep({ model: { parameters: 1 } })).toBe(true);
    expect(load()).toEqual({ model: { parameters: 1 } });
    vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
    expect(keep({})).toBe(false);
  });

  it("says no where storage is blocked or holds something else", () => {
    const blocked = (): never => {
      throw new Error("blocked");
    };
    vi.stubGlobal("localStorage", { getItem: blocked, setItem: blocked });
    expect(keep({})).toBe(false);
    expect(load()).toEqual({});
    vi.stubGlobal("localStorage", { getItem: () => "[not json" });
    expect(load()).toEqual({});
  });
});
