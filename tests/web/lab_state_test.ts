import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kindOf } from "../../web/labs/kinds.js";
import { measured, typedNumber, type Whose } from "../../web/labs/numbers.js";
import { costsNothing, fresh, harmless, hasBegun, restore, totals, type LabState } from "../../web/labs/state.js";
import { fromSuspend, toSuspend } from "../../web/labs/suspend.js";
import { submission } from "../../web/labs/submission.js";
import type { Exercise, PageLab } from "../../web/labs/types.js";
import { changes } from "../../web/labs/widget-state.js";

const NOW = "2026-03-01T10:00:00.000Z";
const exercises: Exercise[] = [
  { id: "guess", kind: "choice", predict: true, prompt: "?", options: { a: { text: "A", hint: "guess/a" }, b: { text: "B" } }, answer: "b" },
  { id: "time", kind: "number", prompt: "?", points: 2, answer: "1" },
  { id: "cells", kind: "table", prompt: "?", cells: { x: { label: "X", answer: "1" } } },
  { id: "reach", kind: "setting", widget: "w", prompt: "?", goal: "true" },
  { id: "why", kind: "text", prompt: "?" },
  { id: "rank", kind: "order", prompt: "?", items: { a: { text: "A", value: "1" }, b: { text: "B", value: "3" }, c: { text: "C", value: "2" } }, by: "ascending" },
];
const lab: PageLab = { name: "one", title: "One", version: 3, engine: { version: "0.1.0", data: "d29c0e5fca627f0d" }, build: "one", identify: "optional", variables: {}, definitions: {}, figures: {}, tables: {}, widgets: { w: ["model", "batch", "assumptions.overlap"] }, exercises };

const worked = (): LabState => ({
  ...fresh(lab, NOW),
  student: { name: "Ada" },
  answers: {
    guess: { value: "a", at: NOW, tries: 1, predicted: true, closed: true, verdict: { points: 0, of: 1, correct: false, expected: "b", hint: "guess/a" } },
    time: { value: 2.5, at: NOW, tries: 2, predicted: false, closed: false, verdict: { points: 1, of: 2, correct: false, expected: 1 } },
    why: { value: "because", at: NOW, tries: 1, predicted: false, closed: false },
  },
  drafts: { cells: { x: "1e" }, rank: ["b", "a", "c"] },
  widgets: { w: { changed: { batch: 4 }, request: { model: "m", batch: 4 } } },
});

describe("restoring progress", () => {
  it("gives back what was kept", () => {
    expect(restore(JSON.parse(JSON.stringify(worked())), lab, NOW)).toEqual({ state: worked(), updated: false });
  });

  it("keeps the answers to an earlier version of the lab, to be scored anew", () => {
    const { state, updated } = restore({ ...worked(), lab_version: 2 }, lab, NOW)!;
    expect(updated).toBe(true);
    expect(state.lab_version).toBe(3);
    expect(state.answers["time"]).toEqual({ value: 2.5, at: NOW, tries: 2, predicted: false, closed: false });
    expect(state.answers["guess"]!.closed).toBe(true);
  });

  it("keeps what an exam has recorded for good shut, whatever storage, a link or a learning-management system says of it", () => {
    const exam = { ...lab, exam: true, opens: ["time"] };
    const kept = worked();
    delete kept.answers["time"]!.verdict;
    const { state } = restore({ ...kept, drafts: { time: "1" } }, exam, NOW)!;
    expect(state.answers["time"]).toEqual({ value: 2.5, at: NOW, tries: 2, predicted: false, closed: true, verdict: { points: 0, of: 0, correct: null, expected: null } });
    expect(state.drafts).toEqual({});
    const suspended = restore(fromSuspend(toSuspend(state)!.data)!.raw, exam, NOW)!.state;
    expect([suspended.answers["time"]!.closed, totals(exam, suspended).done]).toEqual([true, 3]);
  });

  it("drops the answers to what is no longer asked, or asked in another way", () => {
    const other = { ...lab, exercises: [{ ...exercises[1]!, kind: "text" } as Exercise, exercises[4]!] };
    expect(Object.keys(restore(worked(), other, NOW)!.state.answers)).toEqual(["why"]);
  });

  it("takes the draft of an order only when every item is in it, once", () => {
    const drafted = (rank: unknown): unknown => restore({ ...worked(), drafts: { rank } }, lab, NOW)!.state.drafts;
    expect(drafted(["c", "a", "b"])).toEqual({ rank: ["c", "a", "b"] });
    for (const other of [["a", "b"], ["a", "b", "b"], ["a", "b", "d"], ["a", "b", "c", "c"], "abc", { a: "1" }, []]) expect(drafted(other)).toEqual({});
  });

  it("takes of a widget only what it has a control for, and of widgets only those of the lab", () => {
    const set = { changed: { batch: 4, assumptions: { overlap: 1, hint: 2 }, price: 5, model: { layers: 2 } }, request: { batch: 4, price: 5 } };
    const { state } = restore({ ...worked(), widgets: { w: set, other: set } }, lab, NOW)!;
    expect(state.widgets).toEqual({ w: { changed: { batch: 4, assumptions: { overlap: 1 }, model: { layers: 2 } }, request: { batch: 4 } } });
  });

  it("leaves nothing of an object that the page did not make: no prototype, and none set from outside", () => {
    const names = ["__proto__", "constructor", "prototype", "guess", "w", "changed", "request", "answers", "widgets", "drafts", "assumptions", "value"];
    const tree = fc.letrec((tie) => ({
      node: fc.oneof({ maxDepth: 5 }, fc.jsonValue(), fc.array(fc.tuple(fc.constantFrom(...names), tie("node"))).map((pairs) => Object.fromEntries(pairs))),
    })).node;
    fc.assert(
      fc.property(tree, tree, tree, (answers, drafts, widgets) => {
        // As JSON gives it: "__proto__" is then a name like any other.
        const raw: unknown = JSON.parse(JSON.stringify({ format: "ridgepoint-lab", version: 2, lab: "one", answers, drafts, widgets }));
        const { state } = restore(raw, lab, NOW)!;
        for (const part of [state.answers, state.drafts, state.widgets]) expect(Object.getPrototypeOf(part)).toBeNull();
        expect(Object.keys(state.widgets).filter((name) => name !== "w")).toEqual([]);
        expect(JSON.stringify(harmless(raw))).not.toMatch(/"(__proto__|constructor|prototype)":/);
        expect(Object.keys(Object.prototype)).toEqual([]);
        expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
      }),
    );
  });

  it("knows which cells of a table were right, and no others", () => {
    const answer = { value: { x: 1 }, at: NOW, tries: 1, predicted: false, closed: true };
    const found = (right: unknown): unknown => restore({ ...worked(), answers: { cells: { ...answer, right }, time: { ...answer, value: 1, right } } }, lab, NOW)!.state.answers;
    expect(found(["x", "__proto__", 1])).toEqual({ cells: { ...answer, right: ["x"] }, time: { ...answer, value: 1 } });
    expect(found("x")).toEqual({ cells: answer, time: { ...answer, value: 1 } });
  });

  it("leaves a recorded prediction recorded, whatever is claimed", () => {
    const forged = worked();
    Object.assign(forged.answers["guess"]!, { closed: false, predicted: false });
    expect(restore(forged, lab, NOW)!.state.answers["guess"]).toMatchObject({ closed: true, predicted: true });
  });

  it("takes a name and an id of up to 200 characters, and none of blanks", () => {
    const student = { name: "A".repeat(300), id: " " };
    expect(restore({ ...worked(), student }, lab, NOW)!.state.student).toEqual({ name: "A".repeat(200) });
  });

  it("is null for anything else", () => {
    for (const raw of [null, 1, "x", [], {}, { ...worked(), lab: "other" }, { ...worked(), version: 3 }, { ...worked(), version: 0 }, { ...worked(), version: "constructor" }, { ...worked(), format: "" }]) {
      expect(restore(raw, lab, NOW)).toBeNull();
    }
  });

  it("reads the first form of state, which did not say when it was kept: at its last answer", () => {
    const { kept_at: _, ...first } = { ...worked(), version: 1 };
    const later = "2026-03-02T08:30:00.000Z";
    Object.assign(first, { answers: { ...first.answers, why: { ...first.answers["why"], at: later }, time: { ...first.answers["time"], at: "soon" } } });
    const { state, updated } = restore(first, lab, "2026-04-01T00:00:00.000Z")!;
    expect(updated).toBe(false);
    expect(state).toMatchObject({ version: 2, started_at: NOW, kept_at: later, student: { name: "Ada" }, drafts: { cells: { x: "1e" } } });
    expect(Object.keys(state.answers)).toEqual(["guess", "time", "why"]);
    expect(restore({ ...first, answers: {} }, lab, later)!.state.kept_at).toBe(NOW);
  });

  it("never throws, and what it gives is restored again unchanged", () => {
    const part = fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom("guess", "time", "cells", "reach", "why", "rank", "w", "__proto__"), fc.jsonValue()));
    fc.assert(
      fc.property(fc.record({ answers: part, drafts: part, widgets: part, student: part, started_at: fc.jsonValue(), lab_version: fc.jsonValue() }), fc.constantFrom(1, 2), (parts, version) => {
        const { state } = restore({ format: "ridgepoint-lab", version, lab: "one", ...parts }, lab, NOW)!;
        expect(restore(JSON.parse(JSON.stringify(state)), lab, NOW)).toEqual({ state: JSON.parse(JSON.stringify(state)), updated: false });
      }),
    );
  });
});

describe("an answer", () => {
  it("has the kind its exercise asks for", () => {
    const [guess, time, cells, reach, why, rank] = exercises as [Exercise, Exercise, Exercise, Exercise, Exercise, Exercise];
    expect([kindOf(guess).fits(guess, "a"), kindOf(guess).fits(guess, "c"), kindOf(guess).fits(guess, "toString"), kindOf(guess).fits(guess, 1)]).toEqual([true, false, false, false]);
    expect([kindOf(time).fits(time, 1), kindOf(time).fits(time, Infinity), kindOf(time).fits(time, "1")]).toEqual([true, false, false]);
    expect([kindOf(cells).fits(cells, { x: 1 }), kindOf(cells).fits(cells, {}), kindOf(cells).fits(cells, { y: 1 }), kindOf(cells).fits(cells, { x: "1" })]).toEqual([true, true, false, false]);
    expect([kindOf(rank).fits(rank, ["c", "a", "b"]), kindOf(rank).fits(rank, ["a", "b"]), kindOf(rank).fits(rank, ["a", "b", "b"]), kindOf(rank).fits(rank, ["a", "b", "c", "a"]), kindOf(rank).fits(rank, ["a", "b", "d"]), kindOf(rank).fits(rank, "abc")]).toEqual([true, false, false, false, false, false]);
    expect([kindOf(reach).fits(reach, {}), kindOf(reach).fits(reach, []), kindOf(why).fits(why, ""), kindOf(why).fits(why, 1)]).toEqual([true, false, true, false]);
  });

  const read = (value?: number, wanted = "a number") => (value === undefined ? { refused: `give ${wanted}, such as 12.5.` } : { value });
  it.each([
    ["5.19", 5.19], ["5,19", 5.19], ["1,024,000", 1024000], ["1,024.5", 1024.5], ["1.024,5", 1024.5], ["1 024", 1024], ["−3", -3], ["1e-3", 1e-3], [".5", 0.5], ["12.", 12], ["33.56279006777943", 33.56279006777943],
    ["", undefined], ["soon", undefined], ["1.2.3", undefined], ["5 ms", undefined], ["1e999", undefined], ["0x10", undefined], ["NaN", undefined],
  ])("typed as %j is read as %s", (text, value) => expect(typedNumber(text)).toEqual(read(value)));

  it.each<[string, string, number | undefined]>([
    ["62%", "%", 62], ["62 %", "%", 62], ["235 %", "×", 2.35], ["235%", "", 2.35], ["2.35×", "×", 2.35], ["2.35 x", "×", 2.35],
    ["5.19 ms", "ms", 5.19], ["1 024 GB", "GB", 1024], ["16 gb", "GB", 16], ["7 tokens/s", "tokens/s", 7], ["20 μs", "µs", 20], ["1e-3 s", "s", 1e-3],
    ["1050 MB", "GB", 1.05], ["5 s", "ms", 5000], ["800 GB/s", "TB/s", 0.8], ["16 bytes", "GB", 1.6e-8], ["5 s", "GB", undefined], ["62 %", "ms", undefined], ["%", "%", undefined], ["6 2%%", "%", undefined],
  ])("typed as %j where %j is wanted is read as %s", (text, unit, value) => expect(typedNumber(text, { unit })).toEqual(read(value, `a number in ${unit}`)));

  it.each([
    ["", "a number"], ["×", "a factor"], ["GB", "a number in GB"], ["vectors", "a number of vectors"], ["tokens a second", "a number of tokens a second"],
  ])("that is none is asked for in words that go with its unit: %j", (unit, wanted) => expect(typedNumber("soon", { unit })).toEqual(read(undefined, wanted)));

  it.each([["1e15", 1e15], ["-1e15", -1e15], ["1e-12", 1e-12], ["0", 0]])("at either end of what an answer may be is read: %s", (text, value) => expect(typedNumber(text)).toEqual({ value }));

  it.each([["1e16", "large"], ["-1e16", "large"], ["1e-13", "small"]])("beyond every answer is refused: %s", (text, size) =>
    expect(typedNumber(text)).toEqual({ refused: `No answer is that ${size}: check the number.` }));

  it.each([
    ...["s", "µs", "GB", "TB/s", "PFLOP/s", "GFLOP/s", "bits", "×", "tokens", "thousand tokens", "requests a second"].map((unit) => [unit, true] as const),
    ...["%", "", "USD", "°C", "dB"].map((unit) => [unit, false] as const),
  ])("of nothing, or less, is none in %j: %s", (unit, isSize) => {
    for (const text of ["-5", "0", "−0,1"]) {
      expect("refused" in typedNumber(text, { unit })).toBe(isSize);
      expect(typedNumber(text, { unit, signed: true })).toHaveProperty("value");
    }
  });

  it.each(["1,234", "1,234 GB"])("typed as %j may be either number, and is asked again", (text) =>
    expect(typedNumber(text, { unit: "GB" })).toEqual({ refused: "“1,234” can be read in two ways: type 1234 or 1.234." }),
  );
});

describe("a number", () => {
  it.each<[Whose, number, string | undefined, string]>([
    // As figures in the same unit are printed, beside which it may stand.
    ["lab", 1.6, "×", "1.60×"],
    ["lab", 0.433, "×", "0.43×"],
    ["lab", 128.484, "GB", "128.5 GB"],
    ["lab", 5.1, "ms", "5.10 ms"],
    ["lab", 2039.4, "GB/s", "2,039 GB/s"],
    ["lab", 35.674, "tokens a second", "35.7 tokens a second"],
    ["lab", 8030261248, undefined, "8,030,261,248"],
    ["lab", 0.00000123456, "ms", "0.00000123456 ms"],
    // As it was typed.
    ["reader", 93.75, "%", "93.75 %"],
    ["reader", 1.6, "×", "1.6×"],
    ["reader", 128.4841, "GB", "128.4841 GB"],
    ["reader", 1e9, undefined, "1,000,000,000"],
  ])("of the %s: %j in %j is %s", (whose, value, unit, said) => expect(measured(value, unit === undefined ? {} : { unit }, whose).replace(/\u00a0/g, " ")).toBe(said));

  it("that is wrong by a power of ten costs nothing, unless it is that of a known mistake", () => {
    const kept = { value: 10, verdict: { points: 0, of: 2, correct: false, expected: 1 } };
    const cells = { value: { x: 10 }, right: [], verdict: { points: 0, of: 1, correct: false, expected: { x: 1 } } };
    expect([costsNothing(exercises[1]!, kept), costsNothing(exercises[2]!, cells)]).toEqual([true, true]);
    expect(costsNothing(exercises[1]!, { ...kept, verdict: { ...kept.verdict, hint: "time/0" } })).toBe(false);
    expect(costsNothing(exercises[2]!, { ...cells, verdict: { ...cells.verdict, hint: { x: "cells/x.0" } } })).toBe(false);
  });
});

describe("a widget's changes", () => {
  it("are what differs from its start, groups item by item, a model as a whole", () => {
    const start = { model: { id: "a", layers: 2 }, batch: 1, assumptions: { preset: "p", overlap: 1 } };
    expect(changes(start, start)).toEqual({});
    expect(changes(start, { ...start, batch: 4, assumptions: { preset: "p", overlap: 0 } })).toEqual({ batch: 4, assumptions: { overlap: 0 } });
    expect(changes(start, { ...start, model: { id: "a", layers: 3 } })).toEqual({ model: { id: "a", layers: 3 } });
  });
});

it("what nests deeper than any answer is cut off there, and nothing above it", () => {
  const nested = (depth: number): unknown => (depth === 0 ? "end" : [nested(depth - 1)]);
  const depthOf = (value: unknown): number => (Array.isArray(value) ? 1 + depthOf(value[0]) : value === "end" ? 0 : Number.NaN);
  expect([16, 17].map((depth) => depthOf(harmless(nested(depth))))).toEqual([16, Number.NaN]);
  expect(harmless({ a: { b: [1, { c: null }] } })).toEqual({ a: { b: [1, { c: null }] } });
});

describe("handing in", () => {
  it("adds up the points given and all points there are", () => {
    expect(totals(lab, worked())).toEqual({ points: 1, of: 6, done: 2 });
    expect(hasBegun(worked())).toBe(true);
    expect(hasBegun(fresh(lab, NOW))).toBe(false);
  });

  it("keeps what was answered before and how often a link was taken, of what can be an answer", () => {
    const time = { value: 3, at: NOW, tries: 2, predicted: false, closed: false, earlier: [5, "soon", 4] };
    const again = { ...worked(), linked: 1, answers: { time } };
    const restored = restore(JSON.parse(JSON.stringify(again)), lab, NOW)!.state;
    expect(restored.answers["time"]!.earlier).toEqual([5, 4]);
    expect(submission(lab, restored, {}, NOW)).toMatchObject({ linked: 1, answers: { time: { value: 3, earlier: [5, 4] } } });
  });

  it("says how often the reader started over, which lasts like the answers", () => {
    const again = { ...worked(), restarts: 2 };
    expect(restore(JSON.parse(JSON.stringify(again)), lab, NOW)!.state.restarts).toBe(2);
    expect(restore({ ...again, restarts: -1 }, lab, NOW)!.state.restarts).toBe(0);
    expect(submission(lab, again, {}, NOW).restarts).toBe(2);
  });

  it("gives answers without verdicts, and no name where the lab asks for none", () => {
    const handed = submission(lab, worked(), { w: { batch: 4 } }, "2026-03-01T11:00:00.000Z");
    expect(handed).toMatchObject({ format: "ridgepoint-submission", version: 1, lab: "one", lab_version: 3, student: { name: "Ada" }, shown: { points: 1, of: 6 }, widgets: { w: { batch: 4 } } });
    expect(handed.answers["time"]).toEqual({ value: 2.5, at: NOW, tries: 2, predicted: false });
    expect(submission({ ...lab, identify: "none" }, worked(), {}, NOW).student).toEqual({});
  });
});
