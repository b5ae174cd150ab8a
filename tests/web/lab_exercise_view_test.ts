// An exercise on a page made of what it touches: what a reader gets for an answer, and for giving up.

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ExerciseView } from "../../web/labs/exercise-view.js";
import { Session } from "../../web/labs/session.js";
import type { Asked, Exercise, PageLab, Verdict } from "../../web/labs/types.js";
import { buttonOf, focused, part, stubPage, type Part } from "./parts.js";

const NOW = "2026-03-01T10:00:00.000Z";
const time: Exercise = { id: "time", kind: "number", prompt: "?", unit: "ms", answer: "5" };
const lab: PageLab = { name: "one", title: "One", version: 3, engine: { version: "0.1.0", data: "d29c0e5fca627f0d" }, build: "one", identify: "optional", variables: {}, definitions: {}, figures: {}, tables: {}, widgets: {}, exercises: [time] };
const engine = {
  score: ({ answer }: { answer: unknown }): Verdict => ({ points: answer === 5 ? 1 : 0, of: 1, correct: answer === 5, expected: 5, tries_allowed: 3 }),
} as unknown as Asked;

let home: Part;
let session: Session;
let view: ExerciseView;
/** The engine, once it is there. */
let arrived: Promise<Asked>;
const events = { widget: vi.fn(), typed: vi.fn(), shown: vi.fn(), answered: vi.fn(), givenUp: vi.fn() };

beforeEach(() => {
  stubPage();
  vi.clearAllMocks();
  const explanation = part("template", {}, part("details", { class: "explanation" }, "A quarter of the bytes."));
  const buttons = part("div", { class: "buttons" }, part("button", { type: "submit" }, "Check"));
  home = part("section", { id: "exercise-time" }, part("form", {}, part("fieldset", {}, part("input", { type: "text" })), buttons), part("div", { class: "feedback" }), explanation);
  arrived = Promise.resolve(engine);
  session = new Session(lab, { engine: () => arrived, now: () => NOW });
  view = new ExerciseView(time, part("main", {}, home) as unknown as HTMLElement, session, events);
  view.fill();
});
afterEach(() => vi.unstubAllGlobals());

const feedback = (): string => home.querySelector(".feedback")!.textContent;

/** Types an answer and checks it, until the page says so of it. */
async function answer(typed: string, said: RegExp): Promise<void> {
  home.querySelector("input")!.value = typed;
  buttonOf(home, "Check")!.click();
  await vi.waitFor(() => expect(feedback()).toMatch(said));
}

it("tells the page of each answer that was checked, so that it counts and is kept, and of none that is given again", async () => {
  await answer("7 ms", /^Not yet\..*2 tries left\./);
  await answer("7", /You gave that answer before, so no try was used\./);
  await answer("5", /^Right\. 1 of 1 point\./);
  expect(events.answered.mock.calls).toMatchObject([[{ value: 7, tries: 1, closed: false, verdict: { correct: false } }], [{ value: 5, tries: 2, closed: true, verdict: { correct: true } }]]);
});

it("shows the explanation to a reader who gives up, and takes no answer after it", async () => {
  await answer("7", /^Not yet\./);
  expect(home.textContent).not.toContain("A quarter of the bytes.");
  buttonOf(home, "Show the explanation")!.click();
  expect(home.textContent).toContain("A quarter of the bytes.");
  expect(feedback()).toMatch(/^Not right\. 0 of 1 point\./);
  expect([home.dataset["state"], home.querySelector("fieldset")!.disabled, home.querySelector(".buttons")!.hidden]).toEqual(["wrong", true, true]);
  expect(session.kept(time)).toMatchObject({ value: 7, closed: true });
  expect(events.givenUp).toHaveBeenCalledOnce();
});

it("goes on where an answer is discussed, once its controls are gone, and does not move the page for it", async () => {
  await answer("7", /^Not yet\./);
  expect(focused()).toBeNull();
  buttonOf(home, "Show the explanation")!.click();
  const discussed = { at: home.querySelector(".feedback"), tabIndex: -1, isScrolledTo: false };
  const now = (): object => ({ at: focused(), tabIndex: home.querySelector(".feedback")!.tabIndex, isScrolledTo: home.querySelector(".feedback")!.isScrolledTo });
  expect(now()).toEqual(discussed);
});

it("goes there after the right answer too", async () => {
  await answer("5", /^Right\./);
  expect(focused()).toBe(home.querySelector(".feedback"));
});

it("tells what cannot be an answer at its field, until there is one", async () => {
  const field = home.querySelector("input")!;
  await answer("soon", /^Give a number in ms, such as 12\.5\.$/);
  expect([field.getAttribute("aria-invalid"), focused() === field]).toEqual(["true", true]);
  arrived = Promise.reject(new Error("no network"));
  await answer("5", /^It could not be checked: no network\. Your answer is kept/);
  expect([field.getAttribute("aria-invalid"), session.typed(time)]).toEqual([null, undefined]);
  await answer("later", /^Give a number/);
  arrived = Promise.resolve(engine);
  await answer("7", /^Not yet\./);
  expect(field.getAttribute("aria-invalid")).toBeNull();
});

it("says that it waits for the engine, until that is there", async () => {
  let come: (engine: Asked) => void = () => undefined;
  arrived = new Promise((done) => (come = done));
  await answer("5", /^The engine that checks answers is still loading\. Yours is checked as soon as it is ready/);
  come(engine);
  await vi.waitFor(() => expect(feedback()).toMatch(/^Right\./));
});

it("has its explanation once, however often it is shown", async () => {
  await answer("5", /^Right\./);
  view.show();
  expect(home.querySelectorAll(".explanation").map(({ textContent }) => textContent)).toEqual(["A quarter of the bytes."]);
});

it("says of an answer given again what it said before, too", async () => {
  await answer("7", /^Not yet\./);
  await answer("7", /^You gave that answer before, so no try was used\.Not yet\./);
});

it("notes what is typed before it is checked", () => {
  home.querySelector("input")!.types("5 m");
  expect([session.typed(time), events.typed.mock.calls.length]).toEqual(["5 m", 1]);
});
