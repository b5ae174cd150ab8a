// What leaves the page of a lab and comes to it: links, submissions, the report on paper; and what starting over leaves.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pack } from "../../web/labs/link.js";
import { fresh, type LabState } from "../../web/labs/state.js";
import { keyOf } from "../../web/labs/store.js";
import type { Submission } from "../../web/labs/submission.js";
import type { PageLab } from "../../web/labs/types.js";
import { around, LAB, newPage, NOW, pageOf, placed, WidgetPart } from "./living_lab.js";
import { buttonOf, focused, type Part } from "./parts.js";

let widget: WidgetPart;
let page: Part;
const told: { type: string; detail: { submission: Submission } }[] = [];

beforeEach(async () => {
  await newPage();
  widget = new WidgetPart();
  told.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(lab: PageLab = LAB, dataset: Record<string, string> = {}): void {
  page = placed("ridge-lab", dataset, ...pageOf(lab, widget));
  page.addEventListener("ridge-submission", (event) => told.push(event as (typeof told)[number]));
}
const text = (id: string): string => page.querySelector(`#${id}`)!.textContent;
const field = (id: string): Part => page.querySelector(`#${id}`)!;
const kept = (key = keyOf(LAB)): LabState => JSON.parse(around.there.get(key) ?? "null") as LabState;
const saying = (value: string): LabState => ({ ...fresh(LAB, NOW), answers: { why: { value, at: NOW, tries: 1, predicted: false, closed: false } } });
const typed = (): string => page.querySelector("textarea")!.value;
const dialog = (): Part => document.body as unknown as Part;

describe("a link to a reader's answers", () => {
  it("is copied, and shown to be taken by hand; the answers are kept as they are in it", async () => {
    open();
    page.querySelector("textarea")!.types("Because");
    field("share").focus();
    field("share").click();
    await vi.waitFor(() => expect(text("notices")).toMatch(/^The link is copied\. It holds your answers as they stand now, without your name:/));
    expect(around.copied).toEqual([expect.stringMatching(/^https:\/\/example\.org\/labs\/one\/index\.html\?a=1#lab=1\./)]);
    const shown = page.querySelector("#shared-text")!;
    expect(shown).toMatchObject({ value: around.copied[0], readOnly: true, isSelected: true });
    expect([focused() === shown, page.querySelector("#shared label")!.htmlFor, page.querySelector("#shared p")]).toEqual([true, "shared-text", null]);
    expect(kept().drafts).toEqual({ why: "Because" });
    buttonOf(page, "Close")!.click();
    expect([text("notices"), focused() === field("share")]).toEqual(["", true]);
  });

  it("is shown where the page may not copy", async () => {
    vi.stubGlobal("navigator", { clipboard: { writeText: () => Promise.reject(new Error("blocked")) } });
    open();
    field("share").click();
    await vi.waitFor(() => expect(text("notices")).toMatch(/^This link holds your answers/));
    expect(page.querySelector("#shared-text")).toMatchObject({ readOnly: true });
  });

  it("is taken at once where nothing is begun, counted, and leaves the address", async () => {
    around.location.hash = await pack(saying("from afar"));
    open();
    await vi.waitFor(() => expect(typed()).toBe("from afar"));
    expect(around.location.hash).toBe("");
    expect(history.replaceState).toHaveBeenCalledWith(null, "", "/labs/one/index.html?a=1");
    expect([kept().linked, text("progress-text"), text("notices")]).toEqual([1, "1 of 3 done", ""]);
  });

  it("replaces a reader's own answers only when told to, and never the name", async () => {
    open();
    field("student-name").types("Ada");
    page.querySelector("textarea")!.types("mine");
    const hash = await pack({ ...saying("from afar"), linked: 2 });
    const follow = async (): Promise<void> => {
      around.location.hash = hash;
      around.window.dispatchEvent({ type: "hashchange" });
      await vi.waitFor(() => expect(text("notices")).toMatch(/holds answers, and so does this browser/));
    };
    await follow();
    buttonOf(page, "Keep mine")!.click();
    expect([typed(), text("notices")]).toEqual(["mine", ""]);
    await follow();
    buttonOf(page, "Use the link’s answers")!.click();
    expect([typed(), text("notices"), kept().linked, kept().student]).toEqual(["from afar", "", 3, { name: "Ada" }]);
  });

  it("that holds nothing for this lab is refused in words, and other fragments are let be", async () => {
    open();
    around.location.hash = "#part-2";
    around.window.dispatchEvent({ type: "hashchange" });
    expect(around.location.hash).toBe("#part-2");
    for (const [hash, words] of [[await pack({ ...saying("a"), lab: "two" }), "The link you followed holds no progress of this lab."], ["#lab=1.AAAA", "The link you followed holds no progress that this lab can read."]] as const) {
      around.location.hash = hash;
      around.window.dispatchEvent({ type: "hashchange" });
      await vi.waitFor(() => expect(text("notices")).toBe(words));
    }
    expect(typed()).toBe("");
  });
});

describe("handing in", () => {
  it("makes a file of what was answered, by whom and where the widgets stand, and tells scripts of the page", async () => {
    open();
    widget.ready();
    widget.set({ batch: 4 });
    field("student-name").types(" Ada ");
    page.querySelector("textarea")!.types("Because");
    buttonOf(page.querySelector("#exercise-why")!, "Check")!.click();
    await vi.waitFor(() => expect(text("progress-text")).toBe("1 of 3 done"));
    buttonOf(page, "Download")!.click();
    expect(around.saved.map(({ name }) => name)).toEqual(["submission.json"]);
    const submission = JSON.parse(await around.saved[0]!.text) as Submission;
    expect(submission).toMatchObject({ format: "ridgepoint-submission", lab: "one", engine: LAB.engine, student: { name: "Ada" }, answers: { why: { value: "Because" } }, widgets: { w: { batch: 4 } } });
    expect(told.map(({ detail }) => detail)).toEqual([{ lab: "one", version: 3, submission: expect.objectContaining({ answers: submission.answers }) }]);
    // Who reads is kept too, and stands there when the page is opened the next time.
    field("student-id").types("a1");
    vi.advanceTimersByTime(250);
    open();
    expect([field("student-name").value, field("student-id").value, text("notices")]).toEqual(["Ada", "a1", ""]);
  });

  it("takes a free text as it stands, kept or not, and leaves the page as it was", async () => {
    open();
    page.querySelector("textarea")!.types("Because");
    buttonOf(page, "Download")!.click();
    expect(JSON.parse(await around.saved[0]!.text)).toMatchObject({ answers: { why: { value: "Because", at: NOW, tries: 1, predicted: false } } });
    expect([text("left-out"), text("progress-text"), page.querySelector(".explanation")]).toEqual(["", "0 of 3 done", null]);
    buttonOf(page.querySelector("#exercise-why")!, "Check")!.click();
    await vi.waitFor(() => expect(text("progress-text")).toBe("1 of 3 done"));
    page.querySelector("textarea")!.types("Because of bytes");
    buttonOf(page, "Download")!.click();
    expect(JSON.parse(await around.saved[1]!.text)).toMatchObject({ answers: { why: { value: "Because of bytes", tries: 2 } } });
    field("print").click();
    expect(field("report").textContent).toContain("Because of bytes2not graded");
    // Deleted words are no answer; what was kept last is.
    page.querySelector("textarea")!.types(" ");
    buttonOf(page, "Download")!.click();
    expect(JSON.parse(await around.saved[2]!.text)).toMatchObject({ answers: { why: { value: "Because", tries: 1 } } });
  });

  it("says first what is filled in and not checked, leads there, and goes on without it when told to", async () => {
    open();
    page.querySelector("#exercise-guess input")!.types("7");
    page.querySelector("#exercise-time input")!.types("5");
    for (const act of ["Download", "Print"]) {
      const pressed = act === "Print" ? field("print") : buttonOf(page, "Download")!;
      pressed.focus();
      pressed.click();
      expect(text("left-out")).toBe(`This would not be handed in:Prediction 1 is filled in but not recordedExercise 1 is filled in but not checked${act} anyway`);
      expect(page.querySelectorAll("#left-out a").map((link) => (link as Part & { href: string }).href)).toEqual(["#exercise-guess", "#exercise-time"]);
      expect([around.saved, told, field("report").textContent]).toEqual([[], [], ""]);
      if (act === "Print") buttonOf(page, "Print anyway")!.click();
      expect([text("left-out") === "", focused() === pressed]).toEqual([act === "Print", true]);
    }
    expect(field("report").textContent).toContain("And now?——0 of 2");
    buttonOf(page, "Download")!.click();
    buttonOf(page, "Download anyway")!.click();
    expect(JSON.parse(await around.saved[0]!.text)).toMatchObject({ answers: {} });
    // What is checked, or emptied, is nothing to be told of.
    page.querySelector("#exercise-guess input")!.types(" ");
    buttonOf(page.querySelector("#exercise-time")!, "Check")!.click();
    await vi.waitFor(() => expect(text("progress-text")).toBe("1 of 3 done"));
    buttonOf(page, "Download")!.click();
    expect([text("left-out"), around.saved.length]).toEqual(["", 2]);
  });

  it("asks first who the student is, where the lab has to know", () => {
    open({ ...LAB, identify: "required" });
    for (const id of ["print", "download"]) {
      (id === "print" ? field("print") : buttonOf(page, "Download")!).click();
      expect(text("submission-error")).toBe("Enter your name or your id first.");
      expect(focused()).toBe(field("student-name"));
      expect([around.saved, told, field("report").textContent]).toEqual([[], [], ""]);
    }
    field("student-id").types("a1");
    buttonOf(page, "Download")!.click();
    expect([text("submission-error"), around.saved.length]).toEqual(["", 1]);
  });

  it("asks nobody where the lab does not want to know", async () => {
    open({ ...LAB, identify: "none" });
    buttonOf(page, "Download")!.click();
    expect(JSON.parse(await around.saved[0]!.text)).toMatchObject({ student: {} });
  });

  it("offers the text where a frame may hold the file back, and not on a page opened from a disk", async () => {
    vi.stubGlobal("origin", "null");
    open();
    buttonOf(page, "Download")!.click();
    expect(text("notices")).toMatch(/may not be allowed to download/);
    expect(page.querySelector("#unsent-text")!.value).toBe(await around.saved[0]!.text);
    expect(page.querySelector("#unsent-text")!.localName).toBe("textarea");
    buttonOf(page, "Close")!.click();
    around.location.protocol = "file:";
    buttonOf(page, "Download")!.click();
    expect([text("notices"), around.saved.length]).toEqual(["", 2]);
  });
});

describe("the report", () => {
  const rows = (): string[][] => field("report").querySelectorAll("tr").map((row) => [...row.querySelectorAll("th, td")].map(({ textContent }) => textContent));

  it("has each exercise with its answer, tries and points, and stands on paper alone", () => {
    const answer = { at: NOW, predicted: false, closed: true };
    const answers = { guess: { ...answer, value: 7, tries: 1, predicted: true, verdict: { points: 0, of: 1, correct: false, expected: 5 } }, time: { ...answer, value: 5, tries: 2, verdict: { points: 4 / 3, of: 2, correct: true, expected: 5 } }, why: { ...answer, value: "Because", tries: 3 } };
    around.there.set(keyOf(LAB), JSON.stringify({ ...fresh(LAB, NOW), student: { name: "Ada", id: "a1" }, answers }));
    open();
    field("print").click();
    expect(rows()).toEqual([
      ["Exercise", "Your answer", "Tries", "Points"],
      ["How long?", "Predicted: 7\u00a0ms", "1", "0 of 1"],
      ["And now?", "5\u00a0ms", "2", "1.33 of 2"],
      ["Why?", "Because", "3", "not graded"],
    ]);
    expect(field("report").textContent).toMatch(/^Report: OneAda, a1Started .*, printed .*\. 1\.33 of 3 points\.Exercise/);
    expect(["col", "row"].map((scope) => field("report").querySelectorAll(`th[scope=${scope}]`).map(({ textContent }) => textContent))).toEqual([rows()[0], ["How long?", "And now?", "Why?"]]);
    expect(field("report").querySelectorAll("td").map((cell) => cell.getAttribute("scope"))).toEqual(Array(9).fill(null));
    expect([print, field("report").hidden, document.documentElement.dataset["print"]]).toEqual([expect.toSatisfy((made: ReturnType<typeof vi.fn>) => made.mock.calls.length === 1), false, "report"]);
    around.window.dispatchEvent({ type: "afterprint" });
    expect([field("report").hidden, document.documentElement.dataset["print"]]).toEqual([true, undefined]);
  });

  it("of a lab that nobody has touched has no name, no answers and no points; of an exam none at all", () => {
    open();
    field("print").click();
    expect(rows().slice(1)).toEqual([["How long?", "—", "—", "0 of 1"], ["And now?", "—", "—", "0 of 2"], ["Why?", "—", "—", "not graded"]]);
    expect(field("report").textContent).toMatch(/^Report: OneStarted .* 0 of 3 points\.Not answered: Prediction 1, Exercise 1, Exercise 2\.Exercise/);
    open({ ...LAB, exam: true });
    field("print").click();
    expect(rows().slice(1).map((row) => row.at(-1))).toEqual(["—", "—", "—"]);
    expect(field("report").textContent).not.toContain("points.");
  });
});

describe("starting over", () => {
  it("is asked about, and leaves everything where the reader thinks better of it", () => {
    around.there.set(keyOf(LAB), JSON.stringify(saying("mine")));
    open();
    field("reset").click();
    const asked = dialog().querySelector("dialog")!;
    expect([asked.open, asked.querySelector(`#${asked.getAttribute("aria-labelledby")!}`)!.textContent]).toEqual([true, "Start over?"]);
    buttonOf(dialog(), "Keep them")!.click();
    expect([dialog().textContent, typed(), kept().answers["why"]!.value]).toEqual(["", "mine", "mine"]);
  });

  it("deletes what is kept, what waits to be kept and what is said of it, puts the widgets back, and is counted", () => {
    around.there.set(keyOf(LAB), JSON.stringify({ ...saying("mine"), lab_version: 2, restarts: 1, widgets: { w: { changed: { batch: 4 }, request: { batch: 4 } } } }));
    around.location.hash = "#part-2";
    open();
    widget.ready();
    expect([widget.part.request, text("notices")]).toEqual([{ batch: 4 }, expect.stringMatching(/^This lab has changed/)]);
    page.querySelector("input")!.types("9");
    field("reset").click();
    buttonOf(dialog(), "Delete my answers")!.click();
    expect([typed(), page.querySelector("input")!.value, text("saved"), text("progress-text"), widget.part.request]).toEqual(["", "", "Nothing to save yet", "0 of 3 done", { batch: 1 }]);
    expect([dialog().textContent, text("notices"), around.location.href]).toEqual(["", "", "https://example.org/labs/one/index.html?a=1"]);
    expect(scrollTo).toHaveBeenCalledWith(0, 0);
    vi.advanceTimersByTime(1000);
    expect(kept()).toBeNull();
    page.querySelector("input")!.types("1");
    vi.advanceTimersByTime(1000);
    expect(kept()).toMatchObject({ restarts: 2, drafts: { guess: "1" }, answers: {} });
  });
});

describe("a lab whose numbers were drawn for a student", () => {
  const drawn: PageLab = { ...LAB, variant: "0-1", course: "ml" };

  it("is handed in under that student's id, whatever was kept, and the id cannot be changed", () => {
    around.there.set(keyOf(drawn), JSON.stringify({ ...saying("mine"), variant: "0-1", student: { id: "another" } }));
    open(drawn, { "data-student": "ada" });
    expect(field("student-id")).toMatchObject({ value: "ada", readOnly: true });
    expect(field("student-name").readOnly).toBe(false);
    field("reset").click();
    buttonOf(dialog(), "Delete my answers")!.click();
    expect(field("student-id").value).toBe("ada");
  });

  it("is given back for another student, who is asked for an id", () => {
    around.there.set("ridgepoint.student.ml", "ada");
    open(drawn, { "data-student": "ada" });
    field("another").click();
    expect([around.there.has("ridgepoint.student.ml"), around.location.reload.mock.calls.length]).toEqual([false, 1]);
  });
});
