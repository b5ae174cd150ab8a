// The page of a lab come alive: what its reader sees of answers, progress and widgets, and what of them is there again.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fresh, type LabState } from "../../web/labs/state.js";
import { keyOf, type Store } from "../../web/labs/store.js";
import type { PageLab } from "../../web/labs/types.js";
import { around, engine, LAB, newPage, NOW, pageOf, placed, WidgetPart } from "./living_lab.js";
import { buttonOf, focused, type Part } from "./parts.js";

let widget: WidgetPart;
let page: Part;
const told: { type: string; detail: object }[] = [];

beforeEach(async () => {
  await newPage();
  widget = new WidgetPart();
  told.length = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The reader opens the page. */
function open(lab: PageLab = LAB): void {
  page = placed("ridge-lab", {}, ...pageOf(lab, widget));
  for (const name of ["ridge-answer", "ridge-submission"]) page.addEventListener(name, (event) => told.push(event as (typeof told)[number]));
}
const text = (id: string): string => page.querySelector(`#${id}`)!.textContent;
const of = (id: string): Part => page.querySelector(`#exercise-${id}`)!;
const kept = (): LabState => JSON.parse(around.there.get(keyOf(LAB)) ?? "null") as LabState;
const keep = (changed: Partial<LabState> = {}, key = keyOf(LAB)): void => {
  const answer = { value: 5, at: NOW, tries: 1, predicted: false, closed: true, verdict: { points: 2, of: 2, correct: true, expected: 5, tries_allowed: 3 } };
  around.there.set(key, JSON.stringify({ ...fresh(LAB, NOW), answers: { time: answer }, ...changed }));
};
/** Another window saves other answers. */
function goOnElsewhere(): void {
  keep({ drafts: { why: "elsewhere" } });
  around.window.dispatchEvent({ type: "storage", key: keyOf(LAB), newValue: "x" } as { type: string });
}
/** What waits for some exercises. */
const waiting = (after: string): Part => page.querySelectorAll("[data-after]").find(({ dataset }) => dataset["after"] === after)!;
const behind = (after: string): Part => waiting(after).querySelector(".behind")!;

async function answer(id: string, typed: string, said: RegExp): Promise<void> {
  of(id).querySelector(id === "why" ? "textarea" : "input")!.types(typed);
  buttonOf(of(id), "Check")!.click();
  await vi.waitFor(() => expect(of(id).querySelector(".feedback")!.textContent).toMatch(said));
}

describe("a page that nobody has touched", () => {
  it("says so, keeps nothing, and shows what only the script can do", () => {
    open();
    expect([text("saved"), text("progress-text"), text("score"), text("notices")]).toEqual(["Nothing to save yet", "0 of 3 done", "So far 0 of 3 points, 0 of 3 done.", ""]);
    expect(around.there.size).toBe(0);
    expect(document.documentElement.classList.contains("lab-live")).toBe(true);
    expect([page.querySelector("#share")!.hidden, page.querySelector(".hand-in")!.hidden, page.querySelector("#submission fieldset")!.disabled]).toEqual([false, false, false]);
  });

  it("stays what it is where the page moves the element", async () => {
    open();
    await answer("time", "5", /^Right\./);
    (page as Part & { connectedCallback(): void }).connectedCallback();
    expect(text("progress-text")).toBe("1 of 3 done");
  });
});

describe("an answer", () => {
  it("that is checked counts, is kept, and is told to scripts of the page", async () => {
    open();
    await answer("time", "7 ms", /^Not yet\..*2 tries left/);
    await answer("time", "5", /^Right\. 1\.33 of 2 points/);
    expect([text("progress-text"), text("score"), text("saved")]).toEqual(["1 of 3 done", "So far 1.33 of 3 points, 1 of 3 done.", "Saved in this browser"]);
    expect((page.querySelector("#progress") as unknown as { value: number }).value).toBe(1);
    expect(kept().answers["time"]).toMatchObject({ value: 5, tries: 2, closed: true });
    expect(told).toMatchObject([{ bubbles: true, composed: true }, { bubbles: true, composed: true }]);
    expect(told.map(({ type, detail }) => [type, detail])).toEqual([
      ["ridge-answer", expect.objectContaining({ lab: "one", version: 3, exercise: "time", answer: 7, tries: 1, predicted: false, points: 0, of: 2, correct: false })],
      ["ridge-answer", expect.objectContaining({ exercise: "time", answer: 5, tries: 2, correct: true })],
    ]);
  });

  it("that is typed is kept once its reader pauses, or the page goes or is hidden", () => {
    open();
    for (const [typed, leaves] of [["1", () => vi.advanceTimersByTime(250)], ["2", () => around.window.dispatchEvent({ type: "pagehide" })], ["3", () => around.window.dispatchEvent({ type: "visibilitychange" })]] as const) {
      const before = around.there.get(keyOf(LAB));
      of("why").querySelector("textarea")!.types(typed);
      expect(around.there.get(keyOf(LAB))).toBe(before);
      leaves();
      expect(kept().drafts).toEqual({ why: typed });
    }
  });

  it("opens what waits for it, and shows a prediction beside its result", async () => {
    open();
    expect([behind("guess").hidden, behind("guess time").hidden]).toEqual([true, true]);
    await answer("guess", "7", /^Not so\. You said: 7\u00a0ms\./);
    const reveal = page.querySelector("[data-reveal=guess]")!;
    expect([behind("guess").hidden, behind("guess time").hidden, reveal.open, reveal.querySelector("summary")!.getAttribute("aria-disabled")]).toEqual([false, true, true, null]);
    expect(reveal.querySelector(".predicted")!.textContent).toBe("You said: 7\u00a0ms. The engine says: 5.00\u00a0ms.");
    await answer("time", "5", /^Right/);
    expect([behind("guess time").hidden, waiting("guess time").classList.contains("open")]).toEqual([false, true]);
  });

  it("that could not be checked is kept, and checked by an engine that comes later", async () => {
    const load = vi.fn(async () => engine as object).mockRejectedValueOnce(new Error("no network."));
    await newPage(load);
    open();
    await answer("time", "5", /^It could not be checked: no network\. Your answer is kept; try again\.$/);
    await answer("time", "5", /^Right/);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it("of an exam is counted as answered, and not scored", async () => {
    open({ ...LAB, exam: true });
    await answer("time", "7", /^Recorded\. You can change it/);
    expect([text("score"), engine.asked]).toEqual(["1 of 3 answered.", 0]);
    await answer("guess", "7", /^Recorded\.$/);
    expect(text("score")).toBe("2 of 3 answered.");
  });

  it("of an exam that opens something is recorded once", async () => {
    open({ ...LAB, exam: true, opens: ["time"] });
    await answer("time", "7", /^Recorded\.$/);
    expect([of("time").querySelector("fieldset")!.disabled, of("why").querySelector("fieldset")!.disabled]).toEqual([true, false]);
  });
});

describe("a result that waits for a prediction", () => {
  it("stays shut until the prediction is made, and a click on it leads there", async () => {
    open();
    const summary = page.querySelector("[data-reveal=guess] summary")!;
    expect(summary.click()).toBe(false);
    expect(focused()).toBe(of("guess").querySelector("input"));
    await answer("guess", "5", /^Right/);
    expect(summary.click()).toBe(true);
  });
});

describe("an address that names what is behind a lock", () => {
  const go = (hash: string): void => {
    around.location.hash = hash;
    around.window.dispatchEvent({ type: "hashchange" });
  };

  it("leads to the lock, at once or later, and nowhere once that is open", async () => {
    around.location.hash = "#exercise-later";
    open();
    const lock = waiting("guess time").querySelector(".locked");
    expect([focused(), lock!.tabIndex]).toEqual([lock, -1]);
    page.querySelector("#share")!.focus();
    for (const hash of ["", "#", "#exercise-time", "#no-such"]) go(hash);
    expect(focused()).toBe(page.querySelector("#share"));
    go("#exercise-later");
    expect(focused()).toBe(lock);
    await answer("guess", "5", /^Right/);
    await answer("time", "5", /^Right/);
    page.querySelector("#share")!.focus();
    go("#exercise-later");
    expect(focused()).toBe(page.querySelector("#share"));
  });
});

describe("a reader who comes back", () => {
  it("finds what was kept, and its points once the engine has scored them again", async () => {
    keep();
    vi.spyOn(engine, "score");
    open();
    expect([text("saved"), text("progress-text"), of("time").dataset["state"]]).toEqual(["Saved in this browser", "1 of 3 done", "right"]);
    // The page comes first.
    await vi.advanceTimersByTimeAsync(1000);
    expect(engine.score).not.toHaveBeenCalled();
    around.window.dispatchEvent({ type: "load" });
    await vi.waitFor(() => expect(engine.score).toHaveBeenCalledOnce());
    expect(kept().kept_at).toBe(NOW);
  });

  it("finds them scored again on a page that is there already, in a browser that knows no idle time", async () => {
    keep({ lab_version: 2 });
    vi.stubGlobal("requestIdleCallback", undefined);
    Object.assign(document, { readyState: "complete" });
    open();
    await vi.waitFor(() => expect(text("score")).toBe("So far 2 of 3 points, 1 of 3 done."));
  });

  it("finds open what earlier answers opened, and the rest shut", () => {
    const answer = { value: 7, at: NOW, tries: 1, predicted: true, closed: true };
    keep({ answers: { guess: answer } });
    open();
    expect([waiting("guess").open, behind("guess").hidden, behind("guess time").hidden, behind("time").hidden]).toEqual([true, false, true, true]);
    // Nothing but words fits into an item of a list.
    expect([behind("time").localName, behind("guess time").localName]).toEqual(["span", "div"]);
  });

  it("is told where the lab has changed since, and finds the answers scored anew and kept", async () => {
    keep({ lab_version: 2 });
    open();
    expect(text("notices")).toMatch(/^This lab has changed since you began/);
    expect(text("score")).toBe("So far 0 of 3 points, 1 of 3 done.");
    around.window.dispatchEvent({ type: "load" });
    await vi.waitFor(() => expect(text("score")).toBe("So far 2 of 3 points, 1 of 3 done."));
    expect(of("time").querySelector(".feedback")!.textContent).toMatch(/^Right\. 2 of 2 points/);
    expect(kept()).toMatchObject({ lab_version: 3, answers: { time: { verdict: { points: 2 } } } });
  });

  it("is told at once of progress that cannot be read, and of a page that is not saved", () => {
    around.there.set(keyOf(LAB), "{damaged");
    open({ ...LAB, identify: "required" });
    expect(text("notices")).toMatch(/holds progress in this lab that the page cannot read/);
    of("why").querySelector("textarea")!.types("here");
    vi.advanceTimersByTime(250);
    expect([text("saved"), around.there.get(keyOf(LAB)), around.window.isHeld]).toEqual(["Not saved", "{damaged", true]);
    // The way out asks for no name.
    buttonOf(page, "Download the submission")!.click();
    expect(around.saved.length).toBe(1);
    buttonOf(page, "Replace it")!.click();
    expect([text("saved"), text("notices"), around.window.isHeld]).toEqual(["Saved in this browser", "", false]);
  });

  it("finds this window's answers unsaved where another window went on, and may take the other's", () => {
    keep();
    open();
    of("why").querySelector("textarea")!.types("here");
    expect(around.window.isHeld).toBe(false);
    goOnElsewhere();
    expect([text("notices"), around.window.isHeld]).toEqual([expect.stringMatching(/^You continued this lab in another window/), true]);
    buttonOf(page, "Use the other window’s answers")!.click();
    // Then nothing holds the page back any more.
    expect([around.location.reload.mock.calls.length, around.window.isHeld]).toEqual([1, false]);
  });

  describe("and has made a prediction in another window", () => {
    const recorded = (value: number): LabState["answers"][string] => ({ value, at: "2026-03-01T10:05:00.000Z", tries: 1, predicted: true, closed: true, verdict: { points: 0, of: 1, correct: false, expected: 5, tries_allowed: 3 } });
    const predictElsewhere = (tell: boolean): void => {
      keep({ answers: { guess: recorded(7) }, restarts: 2, linked: 1 });
      if (tell) around.window.dispatchEvent({ type: "storage", key: keyOf(LAB), newValue: "x" } as { type: string });
    };

    it("finds it recorded here too, with what it opens, and can make no other", () => {
      open();
      predictElsewhere(true);
      expect(text("notices")).toMatch(/^Recorded in another window, and so here too: Prediction 1\. A prediction is made once\.You continued this lab in another window/);
      expect([of("guess").querySelector("fieldset")!.disabled, of("guess").querySelector("input")!.value, behind("guess").hidden, text("progress-text")]).toEqual([true, "7", false, "1 of 3 done"]);
    });

    it("hands that one in, and how often the lab was begun anew, though this window's answers were kept instead", async () => {
      open();
      await answer("time", "5", /^Right/);
      predictElsewhere(false);
      await answer("guess", "5", /^Not so\. You said: 7/);
      buttonOf(page, "Keep this window’s answers")!.click();
      expect(kept()).toMatchObject({ restarts: 2, linked: 1, answers: { guess: recorded(7), time: { value: 5 } } });
      buttonOf(page, "Download")!.click();
      expect(JSON.parse(await around.saved[0]!.text)).toMatchObject({ restarts: 2, linked: 1, answers: { guess: { value: 7 }, time: { value: 5 } } });
    });

    it("keeps what it recorded up to the moment that this window's answers are kept", () => {
      open();
      predictElsewhere(true);
      keep({ answers: { guess: { ...recorded(8), at: "2026-03-01T10:06:00.000Z" } } });
      buttonOf(page, "Keep this window’s answers")!.click();
      expect(kept().answers["guess"]!.value).toBe(8);
    });
  });

  it("is not asked before the page goes where this window has changed nothing", () => {
    keep();
    open();
    goOnElsewhere();
    expect([text("saved"), around.window.isHeld]).toEqual(["Not saved", false]);
  });

  it("finds the figures of an older page as the engine has them now, those behind a lock too", async () => {
    open();
    engine.itl = 0.004;
    around.window.dispatchEvent({ type: "load" });
    await vi.waitFor(() => expect(page.querySelectorAll("tbody data").map(({ textContent }) => textContent)).toEqual(["1", "2"]));
    const figure = page.querySelector("[data-figure=itl]")!;
    expect([figure.textContent, figure.getAttribute("value")]).toEqual(["4.00\u00a0ms", "0.004"]);
    expect(page.querySelectorAll("tbody data").map((cell) => cell.getAttribute("value"))).toEqual([null, "2"]);
  });

  it("has the figures of the engine that it was built with, and does not ask for them again", async () => {
    const evaluate = vi.spyOn(engine, "evaluate");
    open({ ...LAB, build: engine.build });
    around.window.dispatchEvent({ type: "load" });
    await answer("time", "5", /^Right/);
    expect(evaluate).not.toHaveBeenCalled();
  });
});

describe("the host of a page", () => {
  const store: Store = { where: "in your course", pause: 5000, links: false, load: () => undefined, keep: () => ({ saved: true, cut: [] }), student: { name: "Ada" } };

  it("says where it runs, and its notice stays when the reader starts over", () => {
    around.host.ridgepointHost = { message: "This lab stands alone." };
    open();
    page.querySelector("#reset")!.click();
    buttonOf(document.body as unknown as Part, "Delete my answers")!.click();
    expect(text("notices")).toBe("This lab stands alone.");
  });

  it("keeps answers in its own place, hears of each and of the page's end, and knows who reads", async () => {
    const [graded, leave, keeping] = [vi.fn(), vi.fn(), vi.fn(store.keep)];
    around.host.ridgepointHost = { store: () => ({ ...store, keep: keeping, graded, leave }) };
    open();
    expect(page.querySelector("#share")!.hidden).toBe(true);
    expect(page.querySelector("#student-name")!.value).toBe("Ada");
    of("why").querySelector("textarea")!.types("Because");
    expect(text("saved")).toBe("Saving…");
    await answer("time", "5", /^Right/);
    expect(graded.mock.calls).toMatchObject([[{ id: "time" }, { value: 5 }]]);
    expect(text("saved")).toBe("Saved in your course");
    around.window.dispatchEvent({ type: "pagehide" });
    expect(leave).toHaveBeenCalledOnce();
    // Starting over, where nothing can be forgotten, keeps the lab as nobody has touched it.
    page.querySelector("#reset")!.click();
    buttonOf(document.body as unknown as Part, "Delete my answers")!.click();
    expect(keeping.mock.calls.at(-1)![0]).toMatchObject({ answers: {}, restarts: 1, student: { name: "Ada" } });
  });

  it("that had no room for all says of which exercises it has the beginning only", () => {
    around.host.ridgepointHost = { store: () => ({ ...store, load: () => ({ state: fresh(LAB, NOW), updated: false, cut: ["why", "gone"] }) }) };
    open();
    expect(text("notices")).toBe("There is no room for all that you wrote: only the beginning of Exercise 2 was saved in your course. […] marks where it was cut off.Download the submission");
  });
});
