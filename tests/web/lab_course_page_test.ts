// The page of a course: how far its reader is in each lab, and one file to hand in for several.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Outline, Submissions } from "../../web/labs/course.js";
import { fresh, type LabState } from "../../web/labs/state.js";
import { keyOf } from "../../web/labs/store.js";
import { around, LAB, newPage, NOW, placed } from "./living_lab.js";
import { buttonOf, part, type Part } from "./parts.js";

const outline = (name: string, more: Partial<Outline> = {}): Outline => ({ ...LAB, name, widgets: {}, figures: {}, tables: {}, ...more });
const LABS = [outline("one"), outline("two"), outline("three", { exam: true })];

let page: Part;
beforeEach(newPage);
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(labs: Outline[] = LABS): void {
  const home = ({ name }: Outline): Part => part("li", { "data-lab": name }, part("progress"), part("span", { class: "standing" }));
  page = placed("ridge-course", {}, part("script", { id: "labs" }, JSON.stringify(labs)), part("p", { id: "all" }), ...labs.map(home),
    part("section", { class: "hand-in" }, part("form", { id: "submissions" }, part("input", { id: "student-name" }), part("input", { id: "student-id" }), part("p", { class: "refused" }), part("button", { type: "submit" }, "Download"), part("div", { id: "left-out" }))), part("button", { id: "delete" }, "Delete everything kept in this browser"), part("p", { id: "deleted" }));
}
const standing = (name: string): string => page.querySelector(`[data-lab="${name}"] .standing`)!.textContent;
const bar = (name: string): unknown => {
  const { max, value } = page.querySelector(`[data-lab="${name}"] progress`)!;
  return [max, value];
};
const field = (key: string): Part => page.querySelector(`#student-${key}`)!;

/** Progress in a lab of which so many exercises, from the first on, are answered, each with all its points. */
function begin(lab: Outline, count: number, student: LabState["student"] = {}): void {
  const answers = Object.fromEntries(lab.exercises.slice(0, count).map(({ id, points = 1 }) => [id, { value: id === "why" ? "Because" : 5, at: NOW, tries: 1, predicted: false, closed: true, verdict: { points: id === "why" ? 0 : points, of: points, correct: true, expected: 5 } }]));
  around.there.set(keyOf(lab), JSON.stringify({ ...fresh(lab, NOW), answers, student }));
}

it("has each lab's progress, in points too but for an exam's, and all of them together", () => {
  begin(LABS[0]!, 3, { name: "Ada" });
  begin(LABS[2]!, 1);
  open();
  expect(["one", "two", "three"].map(standing)).toEqual(["3 of 3 done, 3 of 3 points. Finished.", "Not begun.", "1 of 3 done. Open it to go on."]);
  expect(["one", "two", "three"].map(bar)).toEqual([[3, 3], [3, 0], [3, 1]]);
  expect(page.querySelector("#all")!.textContent).toBe("4 of 9 exercises done, 2 of 3 labs begun.");
  expect([field("name").value, field("id").value]).toEqual(["Ada", ""]);
  expect(document.documentElement.classList.contains("lab-live")).toBe(true);
});

it("follows what is done in another window, and what the reader did before coming back", () => {
  open();
  for (const [count, type] of [[1, "storage"], [2, "pageshow"]] as const) {
    begin(LABS[1]!, count, { id: "a1" });
    field("name").value = "Ada";
    around.window.dispatchEvent({ type });
    expect(standing("two")).toMatch(new RegExp(`^${count} of 3 done`));
  }
  // What stands in a field is the reader's.
  begin(LABS[1]!, 2, { name: "Grace", id: "a1" });
  around.window.dispatchEvent({ type: "storage" });
  expect([field("name").value, field("id").value]).toEqual(["Ada", "a1"]);
});

it("hands in every lab that is begun, by whom the fields say", async () => {
  begin(LABS[0]!, 1);
  begin(LABS[1]!, 2);
  open();
  field("name").value = " Ada ";
  field("id").value = " ";
  buttonOf(page, "Download")!.click();
  expect(around.saved.map(({ name }) => name)).toEqual(["submissions.json"]);
  const { submissions } = JSON.parse(await around.saved[0]!.text) as Submissions;
  expect(submissions.map(({ lab, student }) => [lab, student])).toEqual([["one", { name: "Ada" }], ["two", { name: "Ada" }]]);
  expect(page.querySelector(".refused")!.textContent).toBe("");
});

it("hands in free texts as they stand, and says first of which labs something is filled in and not checked", async () => {
  around.there.set(keyOf(LABS[0]!), JSON.stringify({ ...fresh(LABS[0]!, NOW), drafts: { why: "Because", guess: "7", time: "5" } }));
  around.there.set(keyOf(LABS[1]!), JSON.stringify({ ...fresh(LABS[1]!, NOW), drafts: { time: "5", guess: " " } }));
  open();
  buttonOf(page, "Download")!.click();
  expect(around.saved).toEqual([]);
  expect(page.querySelector("#left-out")!.textContent).toBe("This would not be handed in:One: 2 exercises are filled in but not checkedOne: 1 exercise is filled in but not checkedDownload anyway");
  expect(page.querySelectorAll("#left-out a").map((link) => (link as Part & { href: string }).href)).toEqual(["./one/index.html", "./two/index.html"]);
  buttonOf(page, "Download anyway")!.click();
  const { submissions } = JSON.parse(await around.saved[0]!.text) as Submissions;
  expect(submissions.map(({ answers }) => answers)).toEqual([{ why: { value: "Because", at: NOW, tries: 1, predicted: false } }, {}]);
});

describe("deleting what is kept here", () => {
  const dialog = (): Part => document.body as unknown as Part;
  const others: [string, string][] = [["another.site", "1"], ["ridgepointed", "2"]];
  const ours: [string, string][] = [[keyOf({ ...LABS[0]!, course: "ml", variant: "0-1" }), "{}"], [`${keyOf(LABS[0]!)}.unreadable`, "{"], [keyOf(LABS[0]!, 1), "{}"], ["ridgepoint.student.ml", "a1"], ["ridgepoint.machine.1", "{}"], ["ridgepoint.own.1", "{}"], ["ridgepoint.theme", "dark"]];
  const begun = (): Map<string, string> => {
    begin(LABS[0]!, 3, { name: "Ada" });
    for (const [key, value] of [...others, ...ours]) around.there.set(key, value);
    open();
    return new Map(around.there);
  };

  it("is asked about first, and leaves everything where the reader thinks better of it", () => {
    const before = begun();
    page.querySelector("#delete")!.click();
    expect(dialog().querySelector("dialog")!.open).toBe(true);
    buttonOf(dialog(), "Keep it")!.click();
    expect([around.there, dialog().textContent, page.querySelector("#deleted")!.textContent]).toEqual([before, "", ""]);
  });

  it("takes away all that this site keeps, and nothing else", () => {
    begun();
    page.querySelector("#delete")!.click();
    buttonOf(dialog(), "Delete everything")!.click();
    expect([...around.there]).toEqual(others);
    expect([standing("one"), field("name").value, page.querySelector("#deleted")!.textContent]).toEqual(["Not begun.", "", "Everything that this site kept in this browser is deleted."]);
  });

  it("is no error in a browser that keeps nothing", () => {
    open();
    vi.stubGlobal("localStorage", undefined);
    page.querySelector("#delete")!.click();
    buttonOf(dialog(), "Delete everything")!.click();
    expect(standing("one")).toBe("Not begun.");
  });
});

it("says so where there is nothing to hand in, as in a browser that keeps nothing", () => {
  vi.stubGlobal("localStorage", undefined);
  open();
  expect(page.querySelector("#all")!.textContent).toBe("0 of 9 exercises done, 0 of 3 labs begun.");
  buttonOf(page, "Download")!.click();
  expect([page.querySelector(".refused")!.textContent, around.saved]).toEqual(["There is nothing to hand in yet: no lab has been begun in this browser.", []]);
});

it("has a bar for a lab without exercises too", () => {
  open([outline("four", { exercises: [] })]);
  expect(bar("four")).toEqual([1, 0]);
});
