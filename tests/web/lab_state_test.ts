import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changes, fits, fresh, hasBegun, pack, restore, submission, totals, typedNumber, unpack, type LabState } from "../../web/labs/state.js";
import type { Exercise, PageLab } from "../../web/labs/types.js";

const NOW = "2026-03-01T10:00:00.000Z";
const exercises: Exercise[] = [
  { id: "guess", kind: "choice", predict: true, prompt: "?", options: { a: { text: "A", hint: "<em>no</em>" }, b: { text: "B" } }, answer: "b" },
  { id: "time", kind: "number", prompt: "?", points: 2, answer: 1 },
  { id: "cells", kind: "table", prompt: "?", cells: { x: { label: "X", answer: 1 } } },
  { id: "reach", kind: "setting", widget: "w", prompt: "?", goal: true },
  { id: "why", kind: "text", prompt: "?" },
  { id: "rank", kind: "order", prompt: "?", items: { a: { text: "A", value: 1 }, b: { text: "B", value: 3 }, c: { text: "C", value: 2 } }, by: "ascending" },
];
const lab: PageLab = { name: "one", title: "One", version: 3, identify: "optional", variables: {}, figures: {}, tables: {}, exercises };

const worked = (): LabState => ({
  ...fresh(lab, NOW),
  student: { name: "Ada" },
  answers: {
    guess: { value: "a", at: NOW, tries: 1, predicted: true, closed: true, verdict: { points: 0, of: 1, correct: false, expected: "b", hint: "<em>no</em>" } },
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

  it("drops the answers to what is no longer asked, or asked in another way", () => {
    const other = { ...lab, exercises: [{ ...exercises[1]!, kind: "text" } as Exercise, exercises[4]!] };
    expect(Object.keys(restore(worked(), other, NOW)!.state.answers)).toEqual(["why"]);
  });

  it("takes the draft of an order only when every item is in it, once", () => {
    const drafted = (rank: unknown): unknown => restore({ ...worked(), drafts: { rank } }, lab, NOW)!.state.drafts;
    expect(drafted(["c", "a", "b"])).toEqual({ rank: ["c", "a", "b"] });
    for (const other of [["a", "b"], ["a", "b", "b"], ["a", "b", "d"], ["a", "b", "c", "c"], "abc", { a: "1" }, []]) expect(drafted(other)).toEqual({});
  });

  it("takes a hint only when the lab has it, since hints go into the page as HTML", () => {
    const forged = worked();
    forged.answers["guess"]!.verdict!.hint = "<img src=x onerror=alert(1)>";
    expect(restore(forged, lab, NOW)!.state.answers["guess"]!.verdict).toEqual({ points: 0, of: 1, correct: false, expected: "b" });
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
    expect([fits(guess, "a"), fits(guess, "c"), fits(guess, "toString"), fits(guess, 1)]).toEqual([true, false, false, false]);
    expect([fits(time, 1), fits(time, Infinity), fits(time, "1")]).toEqual([true, false, false]);
    expect([fits(cells, { x: 1 }), fits(cells, {}), fits(cells, { y: 1 }), fits(cells, { x: "1" })]).toEqual([true, true, false, false]);
    expect([fits(rank, ["c", "a", "b"]), fits(rank, ["a", "b"]), fits(rank, ["a", "b", "b"]), fits(rank, ["a", "b", "c", "a"]), fits(rank, ["a", "b", "d"]), fits(rank, "abc")]).toEqual([true, false, false, false, false, false]);
    expect([fits(reach, {}), fits(reach, []), fits(why, ""), fits(why, 1)]).toEqual([true, false, true, false]);
  });

  it.each([
    ["5.19", 5.19], ["5,19", 5.19], ["1,024", 1024], ["1,024.5", 1024.5], ["1 024", 1024], ["−3", -3], ["1e-3", 1e-3], [".5", 0.5], ["12.", 12],
    ["", undefined], ["soon", undefined], ["1.2.3", undefined], ["5 ms", undefined], ["1e999", undefined], ["0x10", undefined], ["NaN", undefined],
  ])("typed as %j is read as %s", (text, value) => expect(typedNumber(text)).toBe(value));
});

describe("a link", () => {
  it("holds the exact state but the name", async () => {
    const fragment = await pack(worked());
    expect(fragment).toMatch(/^#lab=1\.[\w-]+$/);
    expect(restore(await unpack(fragment), lab, NOW)!.state).toEqual({ ...worked(), student: {} });
  });

  it("that is none is null", async () => {
    for (const fragment of ["", "#x", "#lab=1.", "#lab=1.AAAA", "#lab=2.AAAA", "#lab=1.%%"]) expect(await unpack(fragment)).toBeNull();
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

describe("handing in", () => {
  it("adds up the points given and all points there are", () => {
    expect(totals(lab, worked())).toEqual({ points: 1, of: 6, done: 2 });
    expect(hasBegun(worked())).toBe(true);
    expect(hasBegun(fresh(lab, NOW))).toBe(false);
  });

  it("gives answers without verdicts, and no name where the lab asks for none", () => {
    const handed = submission(lab, worked(), { w: { batch: 4 } }, "2026-03-01T11:00:00.000Z");
    expect(handed).toMatchObject({ format: "ridgepoint-submission", version: 1, lab: "one", lab_version: 3, student: { name: "Ada" }, shown: { points: 1, of: 6 }, widgets: { w: { batch: 4 } } });
    expect(handed.answers["time"]).toEqual({ value: 2.5, at: NOW, tries: 2, predicted: false });
    expect(submission({ ...lab, identify: "none" }, worked(), {}, NOW).student).toEqual({});
  });
});
