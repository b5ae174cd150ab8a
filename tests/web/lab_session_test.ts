import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Keeper } from "../../web/labs/keeper.js";
import type { Around } from "../../web/labs/kind.js";
import { kindOf } from "../../web/labs/kinds.js";
import { Session } from "../../web/labs/session.js";
import type { Saved, Store } from "../../web/labs/store.js";
import type { Asked, Exercise, PageLab, Verdict } from "../../web/labs/types.js";

const NOW = "2026-03-01T10:00:00.000Z";
const LATER = "2026-03-01T11:00:00.000Z";
const guess: Exercise = { id: "guess", kind: "choice", predict: true, prompt: "?", options: { a: { text: "A" }, b: { text: "B" } }, answer: "'b'" };
const time: Exercise = { id: "time", kind: "number", prompt: "?", points: 3, unit: "ms", answer: "5" };
const cells: Exercise = { id: "cells", kind: "table", prompt: "?", cells: { x: { label: "X", answer: "1" }, y: { label: "Y", answer: "2" } } };
const reach: Exercise = { id: "reach", kind: "setting", widget: "w", prompt: "?", goal: "state.batch > 3" };
const why: Exercise = { id: "why", kind: "text", prompt: "?" };
const rank: Exercise = { id: "rank", kind: "order", prompt: "?", by: "ascending", items: { a: { text: "A", value: "1" }, b: { text: "B", value: "2" } } };
const exercises = [guess, time, cells, reach, why, rank];
const lab: PageLab = { name: "one", title: "One", version: 3, engine: { version: "0.1.0", data: "d29c0e5fca627f0d" }, build: "one", identify: "optional", variables: {}, definitions: {}, figures: {}, tables: {}, widgets: { w: ["batch"] }, exercises };

/** An engine that knows these keys and scores as the real one does. */
const KEYS: Record<string, unknown> = { guess: "b", time: 5, cells: { x: 1, y: 2 }, reach: true, rank: ["a", "b"] };
const engine = {
  score: ({ exercise, answer, tries = 1 }: { exercise: Exercise; answer: unknown; tries?: number }): Verdict => {
    if (exercise.kind === "text") return { points: 0, of: 0, correct: null, expected: null };
    const of = exercise.points ?? 1;
    const expected = exercise.kind === "table" ? Object.fromEntries(Object.keys(exercise.cells).map((cell) => [cell, (KEYS["cells"] as Record<string, number>)[cell]])) : KEYS[exercise.id];
    const correct = exercise.kind === "setting" ? (answer as { batch: number }).batch > 3 : JSON.stringify(answer) === JSON.stringify(expected);
    return { points: correct ? (of * (4 - tries)) / 3 : 0, of, correct, expected, tries_allowed: 3 };
  },
} as unknown as Asked;

let session: Session;
beforeEach(() => (session = new Session(lab, { engine: async () => engine, now: () => NOW })));
const done = (): string[] => [...session.done];

describe("an answer", () => {
  it("that is right closes its exercise and opens what waits for it", async () => {
    expect(await session.answer(time, 5)).toEqual({ value: 5, at: NOW, tries: 1, predicted: false, closed: true, verdict: { points: 3, of: 3, correct: true, expected: 5, tries_allowed: 3 } });
    expect(done()).toEqual(["time"]);
    expect(await session.answer(time, 4)).toBe("closed");
    expect(session.standing()).toEqual({ points: 3, of: 7, done: 1, exercises: 6, scored: true });
  });

  it("that is wrong costs a try, and the last one closes", async () => {
    expect(session.triesLeft(time)).toEqual({ left: 1, free: false });
    await session.answer(time, 6.1);
    expect(session.triesLeft(time)).toEqual({ left: 2, free: false });
    expect(done()).toEqual([]);
    await session.answer(time, 6.2);
    expect(await session.answer(time, 6.3)).toMatchObject({ tries: 3, closed: true, verdict: { points: 0 } });
    expect(done()).toEqual(["time"]);
  });

  it("given again costs nothing, nor does a slip of writing", async () => {
    await session.answer(time, 6.1);
    expect(await session.answer(time, 6.1)).toBe("repeated");
    await session.answer(time, -5);
    expect(session.triesLeft(time)).toEqual({ left: 2, free: true });
    expect(await session.answer(time, 5)).toMatchObject({ tries: 2, verdict: { points: 2 } });
  });

  it("whose verdict names no number of tries, as one that was kept long ago, has none left", async () => {
    await session.answer(time, 6.1);
    delete session.kept(time)!.verdict!.tries_allowed;
    expect(session.triesLeft(time)).toEqual({ left: 0, free: false });
  });

  it("to a prediction is recorded once, right or wrong", async () => {
    expect(await session.answer(guess, "a")).toMatchObject({ predicted: true, closed: true, verdict: { correct: false } });
    expect(await session.answer(guess, "b")).toBe("closed");
    expect(done()).toEqual(["guess"]);
  });

  it("in parts says which are right", async () => {
    expect(await session.answer(cells, { x: 1, y: 9 })).toMatchObject({ right: ["x"], closed: false });
    expect(await session.answer(cells, { y: 2 })).toMatchObject({ right: ["y"] });
  });

  it("in words is kept, counts as done, and stands, for a model answer is open beside it", async () => {
    expect(await session.answer(why, "because")).toMatchObject({ closed: true, tries: 1 });
    expect(done()).toEqual(["why"]);
    expect(await session.answer(why, "because the model says so")).toBe("closed");
    expect(session.state.answers["why"]!.value).toBe("because");
  });

  it("takes its draft with it; one that cannot be scored changes nothing", async () => {
    session.draft(time, "5");
    await expect(new Session(lab, { engine: () => Promise.reject(new Error("no network")), now: () => NOW }).answer(time, 5)).rejects.toThrow("no network");
    expect([session.typed(time), session.begun(time)]).toEqual(["5", true]);
    await session.answer(time, 5);
    expect(session.state.drafts).toEqual({});
    expect(session.typed(time)).toBe(5);
  });

  it("in an exam may be changed until it is handed in, unless it opens something: then it stands, in another window too", async () => {
    const exam = new Session({ ...lab, exam: true, opens: ["cells"] }, { engine: async () => engine, now: () => NOW });
    await exam.answer(time, 4);
    expect(await exam.answer(time, 5)).toMatchObject({ value: 5, closed: false });
    expect(await exam.answer(cells, { x: 9 })).toMatchObject({ closed: true, predicted: false, verdict: { correct: null } });
    expect(await exam.answer(cells, { x: 1, y: 2 })).toBe("closed");
    expect(exam.kept(cells)!.value).toEqual({ x: 9 });
    const other = new Session(exam.lab, { engine: async () => engine, now: () => LATER });
    await other.answer(cells, { x: 1, y: 2 });
    expect(other.heed(exam.state)).toEqual([cells]);
    expect(other.kept(cells)!.value).toEqual({ x: 9 });
    expect(await exam.answer(guess, "a")).toMatchObject({ predicted: true });
    expect([...exam.done]).toEqual(["guess", "time", "cells"]);
  });

  it("given up keeps its points", async () => {
    await session.answer(time, 6);
    session.giveUp(time);
    expect(session.kept(time)).toMatchObject({ closed: true, value: 6, tries: 1 });
  });
});

describe("a session", () => {
  it("asks for earlier verdicts again, and opens what the engine no longer takes", async () => {
    await session.answer(guess, "a");
    await session.answer(cells, { x: 1, y: 9 });
    await session.answer(time, 7);
    delete session.state.answers["guess"]!.verdict;
    session.state.answers["cells"]!.value = { x: 1, y: 2 };
    session.state.answers["time"]!.value = "seven";
    const strict = { score: (request: { exercise: Exercise; answer: unknown }) => {
      if (request.answer === "seven") throw new Error("no number");
      return engine.score(request as Parameters<Asked["score"]>[0]);
    } } as unknown as Asked;
    const again = new Session(lab, { engine: async () => strict, now: () => NOW });
    again.state = session.state;
    const changed: string[] = [];
    await again.scoreAgain(({ id }) => changed.push(id));
    expect(changed).toEqual(["guess", "time", "cells"]);
    expect(again.kept(guess)!.verdict!.correct).toBe(false);
    expect(again.kept(time)).toBeUndefined();
    expect(again.kept(cells)).toMatchObject({ closed: true, right: ["x", "y"] });
  });

  it("knows where widgets stand, and hands in those that run with those that were left", () => {
    expect(session.moved("w", { initial: { batch: 1 }, request: { batch: 1 } })).toBe(false);
    expect(session.moved("w", { initial: { batch: 1 }, request: { batch: 8 } })).toBe(true);
    session.state.widgets["left"] = { changed: { batch: 2 }, request: { batch: 2 } };
    expect(session.submission({ w: { batch: 9 } }).widgets).toEqual({ w: { batch: 9 }, left: { batch: 2 } });
    expect(session.moved("w", { initial: { batch: 1 }, request: { batch: 1 } })).toBe(true);
    expect(Object.keys(session.state.widgets)).toEqual(["left"]);
  });

  it("begins anew with who reads, where the lab asks for that", () => {
    session.begin(2, { name: "Ada" });
    expect(session.state).toMatchObject({ restarts: 2, student: { name: "Ada" }, answers: {} });
    const anonymous = new Session({ ...lab, identify: "none" }, { engine: async () => engine, now: () => NOW });
    anonymous.begin(0, { name: "Ada" });
    expect(anonymous.state.student).toEqual({});
  });
});

describe("what stands in the controls", () => {
  const around = (begun: boolean, batch = 1, refused: string[] = []): Around => ({ begun, widget: async () => ({ initial: { batch: 1 }, request: { batch }, refused }) });
  it.each<[string, Exercise, unknown, Around, object]>([
    ["no choice", guess, undefined, around(false), { refused: "Choose one of the answers first.", field: "input" }],
    ["a choice", guess, "a", around(true), { value: "a" }],
    ["a number with its unit", time, "1024 ms", around(true), { value: 1024 }],
    ["a number that a comma makes two of", time, "1,024 ms", around(true), { refused: "“1,024” can be read in two ways: type 1024 or 1.024.", field: "input" }],
    ["words for a number", time, "soon", around(true), { refused: "Give a number in ms, such as 12.5.", field: "input" }],
    ["cells, one left empty", cells, { x: "1.5", y: " " }, around(true), { value: { x: 1.5 } }],
    ["no cell", cells, { x: "", y: "" }, around(true), { refused: "Fill in at least one number.", field: "input" }],
    ["an order nobody has touched", rank, ["a", "b"], around(false), { refused: "Move an item first: the order shown at the start is not the right one.", field: "button:not([aria-disabled])" }],
    ["an order", rank, ["b", "a"], around(true), { value: ["b", "a"] }],
    ["a widget nobody has touched", reach, undefined, around(true), { refused: "Change something in the widget first: as it stands, it is where it began." }],
    ["a widget", reach, undefined, around(true, 8), { value: { batch: 8 } }],
    ["a widget of which a setting is refused", reach, undefined, around(true, 8, ["batch"]), { refused: "One of the widget’s settings is not possible; the message beside it says why. Change it first: no try was used." }],
    ["no word", why, "  ", around(true), { refused: "Write a few words first.", field: "textarea" }],
  ])("%s", async (_, exercise, draft, where, given) => expect(await kindOf(exercise).given(exercise, draft, where)).toEqual(given));
});

describe("keeping a session", () => {
  const stored: string[] = [];
  let answer: Saved;
  const store: Store = { where: "here", pause: 250, links: true, load: () => undefined, keep: (state, _, over) => (stored.push(`${Object.keys(state.drafts).join()}${over ? " over" : ""}`), answer) };
  const told: string[] = [];
  let keeper: Keeper;
  beforeEach(() => {
    vi.useFakeTimers();
    stored.length = told.length = 0;
    answer = { saved: true, cut: [] };
    keeper = new Keeper(session, store, { pending: () => told.push("pending"), kept: ({ saved }) => told.push(saved ? "saved" : "not saved") }, () => LATER);
  });
  afterEach(() => void vi.useRealTimers());

  it("waits until the reader pauses, and not when the page goes", () => {
    session.draft(time, "1");
    keeper.soon();
    vi.advanceTimersByTime(200);
    session.draft(why, "a");
    keeper.soon();
    vi.advanceTimersByTime(200);
    expect([stored, told]).toEqual([[], ["pending", "pending"]]);
    keeper.flush();
    vi.advanceTimersByTime(1000);
    expect([stored, told.at(-1), session.state.kept_at]).toEqual([["time,why"], "saved", LATER]);
    keeper.flush();
    expect(stored).toHaveLength(1);
  });

  it("knows what would get lost, and what is not to be kept at all", () => {
    session.draft(time, "1");
    answer = { saved: false, why: "full" };
    keeper.now();
    expect([keeper.atRisk, told]).toEqual([true, ["not saved"]]);
    answer = { saved: true, cut: [] };
    keeper.now({ over: true });
    expect([keeper.atRisk, stored.at(-1)]).toEqual([false, "time over"]);
    keeper.soon();
    keeper.drop();
    vi.advanceTimersByTime(1000);
    expect(stored).toHaveLength(2);
  });
});
