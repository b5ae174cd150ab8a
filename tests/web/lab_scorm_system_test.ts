// A lab in a learning-management system made of what SCORM 1.2 says of one: that it is found, what it is told and when, and
// what a reader is told where it refuses.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fresh, type Kept, type LabState } from "../../web/labs/state.js";
import type { Host, Standing, Store } from "../../web/labs/store.js";
import type { Exercise, PageLab } from "../../web/labs/types.js";

const NOW = "2026-03-01T10:00:00.000Z";
const time: Exercise = { id: "time", kind: "number", prompt: "?", points: 2, answer: "5" };
const why: Exercise = { id: "why", kind: "text", prompt: "?" };
const lab: PageLab = { name: "one", title: "One", version: 3, engine: { version: "0.1.0", data: "d29c0e5fca627f0d" }, build: "one", identify: "optional", mastery: 80, variables: {}, definitions: {}, figures: {}, tables: {}, widgets: {}, exercises: [time, why] };
const done: Standing = { points: 1.5, of: 2, done: 2, exercises: 2, scored: true };
const saying = (value: string): LabState => ({ ...fresh(lab, NOW), answers: { why: { value, at: NOW, tries: 1, predicted: false, closed: false } } });
const answered = (correct: boolean | null): Kept => ({ value: 5, at: NOW, tries: 1, predicted: false, closed: true, verdict: { points: 2, of: 2, correct, expected: 5 } });

/** A system: what it holds, what it was asked to do, and what it refuses, by the element or the call. */
class System {
  readonly held = new Map<string, string>([["cmi.core.lesson_status", "not attempted"], ["cmi.suspend_data", ""]]);
  readonly told: string[] = [];
  readonly refuses = new Map<string, string>();
  private error = "0";

  LMSInitialize = (empty: string): string => this.does("Initialize", empty);
  LMSCommit = (empty: string): string => this.does("Commit", empty);
  LMSFinish = (empty: string): string => this.does("Finish", empty);
  LMSGetValue = (element: string): string => {
    this.error = this.refuses.get(element) ?? (this.held.has(element) ? "0" : "401");
    return this.error === "0" ? this.held.get(element)! : "";
  };
  LMSSetValue = (element: string, value: string): string => {
    if (this.does(`${element}=${value}`, "", element) === "false") return "false";
    this.held.set(element, value);
    return "true";
  };
  LMSGetLastError = (): string => this.error;
  LMSGetErrorString = (code: string): string => `words of ${code}`;

  private does(what: string, empty: string, name = what): string {
    expect(empty).toBe("");
    this.told.push(what);
    this.error = this.refuses.get(name) ?? "0";
    return this.refuses.has(name) ? "false" : "true";
  }
}

let system: System;
let page: { API?: unknown; parent?: unknown; opener?: unknown; ridgepointHost?: Host };
let returns: ((event: { persisted: boolean }) => void)[];
const reload = vi.fn();

beforeEach(() => {
  system = new System();
  page = { API: system };
  page.parent = page;
  returns = [];
  reload.mockClear();
  vi.useFakeTimers({ now: Date.parse(NOW) });
  vi.stubGlobal("addEventListener", (name: string, act: (event: { persisted: boolean }) => void) => name === "pageshow" && returns.push(act));
  vi.stubGlobal("location", { reload });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What the package's script gives the page in its window. */
async function hosted(): Promise<Host> {
  vi.stubGlobal("window", page);
  vi.resetModules();
  await import("../../web/labs/scorm.js");
  return page.ridgepointHost!;
}

async function store(): Promise<Store> {
  const made = (await hosted()).store!(lab);
  system.told.length = 0;
  return made;
}

/** A window so many windows below another. */
const below = (top: object, levels: number): { parent: unknown } => ({ parent: levels === 1 ? top : below(top, levels - 1) });
const foreign = new Proxy({}, {
  get: () => {
    throw new DOMException("blocked", "SecurityError");
  },
});
const alone = (why: RegExp): object => ({ message: expect.stringMatching(new RegExp(`${why.source}.* saved in this browser only, and no score is reported`)) });

describe("the system", () => {
  it("is found in the page's window, in one of the seven above, and in the one that opened it", async () => {
    expect(await hosted()).toHaveProperty("store");
    const top = page;
    for (const found of [below(top, 1), below(top, 7), { parent: undefined, opener: below(top, 2) }, { parent: foreign, opener: top }]) {
      page = found;
      expect(await hosted()).toHaveProperty("store");
    }
  });

  it("is missed in words: where there is none, and where a window of another site lets nobody look", async () => {
    const top = page;
    page = below(top, 8);
    expect(await hosted()).toEqual(alone(/has not been opened from your course’s system/));
    page = { API: {} };
    page.parent = page;
    expect(await hosted()).toEqual(alone(/has not been opened from your course’s system/));
    for (const shut of [{ parent: foreign }, { parent: undefined, opener: foreign }, { parent: foreign, opener: below(foreign, 1) }]) {
      page = shut;
      expect(await hosted()).toEqual(alone(/on another site/));
    }
  });

  it("that opens no session is told of with its own words", async () => {
    system.refuses.set("Initialize", "101");
    expect(await hosted()).toEqual(alone(/has not opened a session \(error 101: words of 101\)/));
    system.refuses.set("Initialize", "0");
    expect(await hosted()).toEqual(alone(/has not opened a session \(it gives no reason\)/));
    system.refuses.clear();
    system.refuses.set("cmi.core.lesson_status", "201");
    expect(await hosted()).toEqual(alone(/has not opened a session \(error 201/));
  });

  it.each([["not attempted", "incomplete"], ["unknown", "incomplete"], ["", "incomplete"], ["completed", "completed"], ["passed", "passed"]])("is told that a lab %s is now %s", async (before, now) => {
    system.held.set("cmi.core.lesson_status", before);
    await hosted();
    expect(system.held.get("cmi.core.lesson_status")).toBe(now);
  });

  it("says who reads, where it knows", async () => {
    const nobody = await hosted();
    expect(nobody).not.toHaveProperty("student");
    expect(nobody.store!(lab).student).toEqual({});
    system.held.set("cmi.core.student_id", "a1");
    system.held.set("cmi.core.student_name", "Lovelace, Ada");
    const host = await hosted();
    expect(host.student).toEqual({ id: "a1" });
    expect(host.store!(lab)).toMatchObject({ student: { id: "a1", name: "Lovelace, Ada" }, links: false, where: "in your course", pause: 5000 });
  });
});

describe("progress", () => {
  it("is given back as it was kept, and is none before", async () => {
    const one = await store();
    expect(one.load(NOW)).toBeUndefined();
    expect(one.keep(saying("because"), { ...done, done: 1 }, false)).toEqual({ saved: true, cut: [] });
    expect(system.told.at(-1)).toBe("Commit");
    expect((await store()).load(NOW)).toEqual({ state: saying("because"), updated: false });
  });

  it("says what of it was cut, when it is kept and when it is given back", async () => {
    // Letters of which each needs more than one of the 4096 characters.
    const long = saying(Array.from({ length: 4000 }, (_, index) => String.fromCharCode(0x4e00 + ((index * 7919) % 20000))).join(""));
    const one = await store();
    expect(one.keep(long, done, false)).toEqual({ saved: true, cut: ["why"] });
    expect((await store()).load(NOW)!.cut).toEqual(["why"]);
  });

  it("that cannot be read is left as it is until the reader chooses", async () => {
    system.held.set("cmi.suspend_data", "of another program");
    const one = await store();
    expect(one.load(NOW)).toBeNull();
    expect(one.keep(saying("a"), done, false)).toMatchObject({ saved: false, contested: "unreadable" });
    expect(system.held.get("cmi.suspend_data")).toBe("of another program");
    expect(one.keep(saying("a"), done, true)).toMatchObject({ saved: true });
    expect(one.keep(saying("b"), done, false)).toMatchObject({ saved: true });
  });

  it("that the system does not give is not written over", async () => {
    system.refuses.set("cmi.suspend_data", "201");
    const one = await store();
    expect(one.load(NOW)).toBeNull();
    system.refuses.clear();
    expect(one.keep(saying("a"), done, false)).toMatchObject({ saved: false, contested: "unreadable" });
  });

  it("counts as saved only when the system took it and gives it back", async () => {
    const one = await store();
    system.refuses.set("cmi.suspend_data", "405");
    expect(one.keep(saying("a"), done, false)).toEqual({ saved: false, why: expect.stringMatching(/has not taken your answers \(error 405: words of 405\)\. Your answers last while the page is open/) });
    system.refuses.clear();
    system.LMSGetValue = () => "less";
    expect(one.keep(saying("a"), done, false)).toEqual({ saved: false, why: expect.stringContaining("it gives back something else") });
  });

  it("too long for the system even when cut is not saved, and said so", async () => {
    const numbers = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`k${index}`, Math.sin(index)]));
    const one = await store();
    expect(one.keep({ ...fresh(lab, NOW), widgets: { w: { changed: numbers, request: numbers } } }, done, false)).toEqual({ saved: false, why: expect.stringContaining("longer than the 4096 characters") });
    expect(system.told).toEqual([]);
  });
});

describe("the score", () => {
  const core = (name: string): string | undefined => system.held.get(`cmi.core.${name}`);

  it("is the share of the points, with the status; passed from the lab's own mastery on, or the system's", async () => {
    (await store()).keep(saying("a"), done, false);
    expect(["score.min", "score.max", "score.raw", "lesson_status"].map(core)).toEqual(["0", "100", "75", "completed"]);
    system.held.set("cmi.student_data._children", "mastery_score,max_time_allowed");
    system.held.set("cmi.student_data.mastery_score", "70");
    (await store()).keep(saying("a"), done, false);
    expect(core("lesson_status")).toBe("passed");
    system.held.set("cmi.student_data.mastery_score", "");
    (await store()).keep(saying("a"), { ...done, points: 1.6 }, false);
    expect(core("lesson_status")).toBe("passed");
  });

  it("of a lab with one point is told too", async () => {
    (await store()).keep(saying("a"), { ...done, points: 1, of: 1 }, false);
    expect(["score.raw", "lesson_status"].map(core)).toEqual(["100", "passed"]);
  });

  it("is not told while verdicts are missing, nor where there are no points", async () => {
    const one = await store();
    one.keep(saying("a"), { ...done, scored: false }, false);
    expect([core("score.raw"), core("lesson_status")]).toEqual([undefined, "incomplete"]);
    one.keep(saying("a"), { ...done, points: 0, of: 0 }, false);
    expect([core("score.raw"), core("lesson_status")]).toEqual([undefined, "completed"]);
  });
});

describe("each answer", () => {
  const ofAll = "id, type, time, weighting, student_response, result";
  const told = (index: number): Record<string, string> => Object.fromEntries(system.told.flatMap((one) => [new RegExp(`^cmi\\.interactions\\.${index}\\.(\\w+)=(.*)$`).exec(one)?.slice(1) ?? []].filter(({ length }) => length > 0) as [string, string][]));

  it("is an interaction of its own, behind those that the system has, told as progress is kept", async () => {
    system.held.set("cmi.interactions._children", ofAll);
    system.held.set("cmi.interactions._count", "3");
    const one = await store();
    one.graded!(time, answered(true));
    one.graded!(time, answered(false));
    one.graded!(why, answered(null));
    expect(system.told).toEqual([]);
    expect(one.keep(saying("a"), done, false)).toEqual({ saved: true, cut: [] });
    expect(told(3)).toEqual({ id: "time", type: "numeric", time: expect.stringMatching(/^\d\d:\d\d:\d\d$/), weighting: "2", student_response: "5", result: "correct" });
    expect([told(4)["result"], told(5)["result"], told(5)["weighting"], told(6)]).toEqual(["wrong", "neutral", "0", {}]);
    system.told.length = 0;
    one.keep(saying("b"), done, false);
    expect(told(3)).toEqual({});
  });

  it("is told as far as the system has a place for it", async () => {
    system.held.set("cmi.interactions._children", "id,result");
    system.held.set("cmi.interactions._count", "0");
    const one = await store();
    one.graded!(time, answered(true));
    one.keep(saying("a"), done, false);
    expect(told(0)).toEqual({ id: "time", result: "correct" });
  });

  it("that the system refuses is remarked once, and the score is kept all the same", async () => {
    system.held.set("cmi.interactions._children", ofAll);
    system.held.set("cmi.interactions._count", "0");
    system.refuses.set("cmi.interactions.0.type", "405");
    const one = await store();
    one.graded!(time, answered(true));
    expect(one.keep(saying("a"), done, false)).toEqual({ saved: true, cut: [], remark: expect.stringMatching(/does not record each try \(error 405: words of 405\)/) });
    expect(system.told.at(-1)).toBe("Commit");
    one.graded!(time, answered(true));
    expect(one.keep(saying("b"), done, false)).toEqual({ saved: true, cut: [] });
    expect(told(1)).toEqual({});
  });
});

describe("the end of the page", () => {
  it("ends the session once, with its length, so that the next launch resumes", async () => {
    const one = await store();
    vi.setSystemTime(Date.parse(NOW) + 61_000);
    one.leave!();
    one.leave!();
    expect(system.told).toEqual(["cmi.core.session_time=00:01:01", "cmi.core.exit=suspend", "Commit", "Finish"]);
    expect(one.keep(saying("a"), done, false)).toEqual({ saved: false, why: expect.stringContaining("the session has ended; open the lab there again") });
  });

  it("ends it although the system refuses its length, and no error is left to the page", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const one = await store();
    system.refuses.set("cmi.core.session_time", "405");
    one.leave!();
    expect(system.told.at(-1)).toBe("Finish");
    expect(warned).toHaveBeenCalledOnce();
    warned.mockRestore();
  });

  it("that the browser had put aside is opened anew when it comes back", async () => {
    await store();
    returns[0]!({ persisted: false });
    expect(reload).not.toHaveBeenCalled();
    returns[0]!({ persisted: true });
    expect(reload).toHaveBeenCalledOnce();
  });
});
