// Dark pages that say so on their root alone, and widgets that follow them.

import { afterEach, beforeEach, expect, it, vi } from "vitest";

interface Root {
  matches(selector: string): boolean;
}

let scheme: string;
let dark: boolean;
let change: () => void;
const watched: { root: Root; filter: string[] }[] = [];

beforeEach(() => {
  [scheme, dark] = ["normal", false];
  watched.length = 0;
  const root = (isMarked: () => boolean): Root => ({ matches: (selector) => selector.includes('[data-theme="dark"]') && isMarked() });
  vi.stubGlobal("document", { documentElement: root(() => dark), body: root(() => false) });
  vi.stubGlobal("getComputedStyle", () => ({ colorScheme: scheme }));
  vi.stubGlobal("MutationObserver", class {
    constructor(told: () => void) {
      change = told;
    }
    observe(root: Root, { attributeFilter }: { attributeFilter: string[] }): void {
      watched.push({ root, filter: attributeFilter });
    }
  });
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

it("are told at once, and at each change until they leave the page", async () => {
  const { followHost } = await import("../../web/ui/host-theme.js");
  const [one, other]: [boolean[], boolean[]] = [[], []];
  const leave = followHost((is) => one.push(is));
  followHost((is) => other.push(is));
  // One observer for all, of root and body.
  expect(watched.map(({ filter }) => filter)).toEqual([expect.arrayContaining(["class", "data-theme"]), expect.arrayContaining(["class", "data-theme"])]);
  dark = true;
  change();
  leave();
  dark = false;
  change();
  expect([one, other]).toEqual([[false, true], [false, true, false]]);
});

it("leave it to the styles where the page says which colours it has", async () => {
  const { followHost } = await import("../../web/ui/host-theme.js");
  [scheme, dark] = ["dark", true];
  const told: boolean[] = [];
  followHost((is) => told.push(is));
  expect(told).toEqual([false]);
});
