import fc from "fast-check";
import { deflateSync, strToU8 } from "fflate";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { manifest } from "../../web/build/labs/package.js";
import { decimal } from "../../web/labs/numbers.js";
import { clock, interaction, percent, status } from "../../web/labs/scorm-values.js";
import { fresh, restore, type LabState } from "../../web/labs/state.js";
import { CUT, fromSuspend, LIMIT, toSuspend } from "../../web/labs/suspend.js";
import type { Exercise, PageLab } from "../../web/labs/types.js";
import { often } from "./often.js";

const NOW = "2026-03-01T10:00:00.000Z";
const exercises: Exercise[] = [
  { id: "guess", kind: "choice", predict: true, prompt: "?", options: { a: { text: "A" }, b: { text: "B" } }, answer: "b" },
  { id: "time", kind: "number", prompt: "?", answer: "1" },
  { id: "cells", kind: "table", prompt: "?", cells: { x: { label: "X", answer: "1" } } },
  { id: "reach", kind: "setting", widget: "w", prompt: "?", goal: "true" },
  { id: "why", kind: "text", prompt: "?" },
  { id: "rank", kind: "order", prompt: "?", items: { x: { text: "X", value: "2" }, y: { text: "Y", value: "3" }, z: { text: "Z", value: "1" } }, by: "ascending" },
];
const lab: PageLab = { name: "one", title: "One & <two>", version: 3, engine: { version: "0.1.0", data: "d29c0e5fca627f0d" }, build: "one", identify: "optional", variables: {}, definitions: {}, figures: {}, tables: {}, widgets: {}, exercises };

const moments = fc.integer({ min: 0, max: 10 ** 10 }).map((later) => new Date(Date.parse(NOW) + later).toISOString());
const kept = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => fc.record({ value, at: moments, tries: fc.integer({ min: 1, max: 9 }), closed: fc.boolean() });
const requests = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.string()), { maxKeys: 5 });
/** Any state that the page can be in, as restore() gives it. */
const states: fc.Arbitrary<LabState> = fc
  .record({
    kept_at: moments,
    student: fc.record({ name: fc.string({ maxLength: 40 }), id: fc.string({ maxLength: 20 }) }, { requiredKeys: [] }),
    answers: fc.record(
      {
        guess: kept(fc.constantFrom("a", "b")),
        time: kept(fc.double({ noNaN: true, noDefaultInfinity: true })),
        cells: kept(fc.record({ x: fc.double({ noNaN: true, noDefaultInfinity: true }) })),
        reach: kept(requests),
        rank: kept(fc.shuffledSubarray(["x", "y", "z"], { minLength: 3 })),
        why: kept(fc.string({ unit: "binary", maxLength: 5000 })),
      },
      { requiredKeys: [] },
    ),
    drafts: fc.record({ rank: fc.shuffledSubarray(["x", "y", "z"], { minLength: 3 }), time: fc.string(), cells: fc.record({ x: fc.string() }), why: fc.string({ maxLength: 5000 }) }, { requiredKeys: [] }),
    widgets: fc.record({ w: fc.record({ changed: requests, request: requests }) }, { requiredKeys: [] }),
  })
  .map((parts) => restore(JSON.parse(JSON.stringify({ ...fresh(lab, NOW), ...parts })), lab, NOW)!.state);

describe("progress in suspend_data", () => {
  it("fits, is ASCII, and comes back as it went in, but for texts that are said to be cut", () => {
    fc.assert(
      fc.property(states, (state) => {
        const packed = toSuspend(state)!;
        expect(packed.data).toMatch(/^1\.[\w-]*$/);
        expect(packed.data.length).toBeLessThanOrEqual(LIMIT);
        const found = fromSuspend(packed.data)!;
        expect(found.cut).toEqual(packed.cut);
        const again = restore(found.raw, lab, NOW)!.state;
        if (packed.cut.length === 0) expect(again).toEqual(state);
        for (const { id } of exercises) {
          if (!packed.cut.includes(id)) expect([again.answers[id], again.drafts[id]]).toEqual([state.answers[id], state.drafts[id]]);
        }
      }),
      often(60),
    );
  });

  it("keeps as much of a text as there is room for, and never half a character, and lets the rest be written again", () => {
    let seed = 1;
    const text = Array.from({ length: 4000 }, () => String.fromCodePoint(0x20000 + ((seed = (seed * 48271) % 2147483647) % 40000))).join("");
    const state: LabState = { ...fresh(lab, NOW), answers: { why: { value: text, at: NOW, tries: 1, predicted: false, closed: true } } };
    const { data, cut } = toSuspend(state)!;
    expect(cut).toEqual(["why"]);
    expect(data.length).toBeGreaterThan(0.97 * LIMIT);
    const { value, closed } = restore(fromSuspend(data)!.raw, lab, NOW)!.state.answers["why"] as { value: string; closed: boolean };
    expect(closed).toBe(false);
    expect(value.endsWith(CUT)).toBe(true);
    const rest = value.slice(0, -CUT.length);
    expect(text.startsWith(rest)).toBe(true);
    expect(rest.length % 2).toBe(0);
  });

  it("has no room for one more letter of a text that was cut", () => {
    // Of the letters of the Chinese, Japanese and Korean scripts each takes two bytes or more, so some of these lengths are LIMIT.
    for (let seed = 1; seed <= 12; seed += 1) {
      let next = seed;
      const text = Array.from({ length: 3000 }, () => String.fromCharCode(0x4e00 + ((next = (next * 48271) % 2147483647) % 20000))).join("");
      const parts = opened(toSuspend({ ...fresh(lab, NOW), answers: { why: { value: text, at: NOW, tries: 1, predicted: false, closed: false } } })!.data);
      const why = (parts[5] as Record<string, [string, ...unknown[]]>)["why"]!;
      why[0] = text.slice(0, why[0].length - CUT.length + 1) + CUT;
      const bytes = deflateSync(strToU8(JSON.stringify(parts)), { level: 9 });
      expect(`1.${Buffer.from(bytes).toString("base64url")}`.length).toBeGreaterThan(LIMIT);
    }
  });

  it("is refused when what is no text is too long already", () => {
    const long = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`k${index}`, Math.sin(index)]));
    expect(toSuspend({ ...fresh(lab, NOW), widgets: { w: { changed: long, request: long } } })).toBeUndefined();
  });

  it("is nothing else", () => {
    for (const data of ["", "x", "1.", "1.AAAA", "2.AAAA", "1.%%"]) expect(fromSuspend(data)).toBeNull();
    fc.assert(fc.property(fc.stringMatching(/^1\.[\w-]{0,40}$/), (data) => void fromSuspend(data)));
  });
});

/** Progress as it is packed, and back. */
const opened = (data: string): unknown[] => JSON.parse(inflateRawSync(Buffer.from(data.slice(2), "base64url")).toString()) as unknown[];
const closed = (parts: unknown): string => `1.${deflateRawSync(JSON.stringify(parts)).toString("base64url")}`;

/** A tree with one of its nodes, the one that `at` leads to, replaced. */
function replaced(tree: unknown, at: number[], by: unknown): unknown {
  if (at.length === 0 || typeof tree !== "object" || tree === null) return by;
  const entries = Object.entries(tree);
  if (entries.length === 0) return by;
  const [name, one] = entries[at[0]! % entries.length]!;
  const changed = replaced(one, at.slice(1), by);
  return Array.isArray(tree) ? tree.map((old: unknown, index) => (String(index) === name ? changed : old)) : { ...tree, [name]: changed };
}

describe("suspend_data that somebody has changed", () => {
  /** No progress, or one that the page can be in: what is made of it is the same the next time. */
  function taken(data: string): void {
    const found = fromSuspend(data);
    const state = found && restore(found.raw, lab, NOW)?.state;
    if (state) expect(restore(JSON.parse(JSON.stringify(state)), lab, NOW)!.state).toEqual(JSON.parse(JSON.stringify(state)));
  }

  it("in any part is none, or progress that the page can be in", () => {
    const changes = fc.array(fc.tuple(fc.array(fc.nat(9), { minLength: 1, maxLength: 4 }), fc.jsonValue()), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(states, changes, (state, all) => {
        const packed = toSuspend(state)!.data;
        expect(closed(opened(packed)).length).toBeLessThan(2 * LIMIT);
        taken(closed(all.reduce((parts, [at, by]) => replaced(parts, at, by), opened(packed) as unknown)));
      }),
      often(60),
    );
  });

  it("in any letter is none, or progress that the page can be in", () => {
    const slips = fc.array(fc.tuple(fc.nat(), fc.stringMatching(/^[\w-]{0,2}$/)), { minLength: 1, maxLength: 3 });
    fc.assert(fc.property(states, slips, (state, all) => taken(all.reduce((data, [at, by]) => data.slice(0, at % data.length) + by + data.slice((at % data.length) + 1), toSuspend(state)!.data))), often(60));
  });

  it("that is longer than any that is written is not unpacked", () => {
    const parts = opened(toSuspend(fresh(lab, NOW))!.data);
    expect(fromSuspend(closed(parts))).not.toBeNull();
    expect(fromSuspend(closed([...parts, " ".repeat(10_000_000)]))).toBeNull();
  });
});

describe("what SCORM 1.2 writes", () => {
  it.each([[0, "00:00:00"], [61_500, "00:01:01"], [36_000_000, "10:00:00"], [360_000_000, "100:00:00"], [1e14, "9999:00:00"], [-5, "00:00:00"]])("%s ms as %s", (time, text) => expect(clock(time)).toBe(text));

  it.each([[1.5, "1.5"], [-3, "-3"], [1e-7, "0.0000001"], [2 ** 70, "1180591620717411303424"], [0.1 + 0.2, "0.3"], [1e-30, "0"]])("the number %s as %s", (value, text) => expect(decimal(value)).toBe(text));

  it("has decimals without exponents, whatever the number", () => {
    fc.assert(fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(decimal(value)).toMatch(/^-?\d+(\.\d+)?$/);
    }));
  });

  it("rounds a percentage to hundredths", () => {
    expect(percent({ points: 1, of: 3 })).toBe(33.33);
    expect(percent({ points: 6, of: 6 })).toBe(100);
  });

  it("is incomplete until all is done, then passed from the mastery score on, if there is one", () => {
    const standing = { points: 7, of: 10, done: 3, exercises: 3, scored: true };
    expect(status({ ...standing, done: 2 }, 70)).toBe("incomplete");
    expect(status(standing, 70)).toBe("passed");
    expect(status(standing, 70.1)).toBe("completed");
    expect(status(standing, undefined)).toBe("completed");
    expect(status({ ...standing, points: 0, of: 0 }, 70)).toBe("completed");
  });

  it("is never passed where there are no points to reach, whatever points a link claims", () => {
    expect(status({ points: 5, of: 0, done: 1, exercises: 1, scored: true }, 70)).toBe("completed");
  });

  it("gives an option and an item one letter, and cuts what is free at 255 characters", () => {
    expect(interaction(exercises[0]!, "b")).toEqual({ type: "choice", response: "b" });
    expect(interaction(exercises[1]!, 1e-7)).toEqual({ type: "numeric", response: "0.0000001" });
    expect(interaction(exercises[2]!, { x: 2 })).toEqual({ type: "fill-in", response: "x=2" });
    expect(interaction(exercises[3]!, { batch: 2, assumptions: { overlap: 1 } })).toEqual({ type: "performance", response: 'batch=2;assumptions={"overlap":1}' });
    expect(interaction(exercises[5]!, ["z", "x", "y"])).toEqual({ type: "sequencing", response: "c,a,b" });
    expect(interaction(exercises[4]!, "x".repeat(300)).response).toHaveLength(255);
  });

  it("has a manifest in which nothing of a lab's text is taken for XML", () => {
    expect(manifest(lab, "index.html", ["index.html", "a&b.js"])).toMatch(/<title>One &amp; &lt;two&gt;<\/title>[^]*<file href="a&amp;b\.js"\/>/);
  });
});
