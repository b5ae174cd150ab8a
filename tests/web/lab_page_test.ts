import { describe, expect, it } from "vitest";
import { answeredHtml, exerciseHtml } from "../../web/build/labs/exercise-html.js";
import { afterHtml, opensWith, revealHtml } from "../../web/build/labs/locks-html.js";
import { labPage } from "../../web/build/labs/page.js";
import type { Exercise, LabSpec, PageLab } from "../../web/labs/types.js";

const exercise: Exercise = { id: "time", kind: "number", prompt: "How long?", unit: "ms", answer: "itl", explanation: "<p>A quarter of the bytes.</p>" };
const outside = (html: string): string => html.replace(/<template[\s\S]*?<\/template>/g, "");

describe("an exercise on its page", () => {
  it("keeps its answer and its explanation in a template", () => {
    const html = exerciseHtml(exercise, "Exercise 1", 1.54, false, false);
    expect(html).toMatch(/<template><details class="explanation" open>.*1\.54\u00a0ms.*A quarter of the bytes/);
    expect(outside(html)).not.toMatch(/1\.54|quarter|Answer and explanation/);
    expect(answeredHtml(exercise, "Exercise 1", 1.54)).toContain("A quarter of the bytes");
  });
});

describe("a lab that publishes no answers", () => {
  const awaited = [{ id: "time", label: "Exercise 1", part: "Try", graded: true }];
  const spec: LabSpec = { title: "One", question: "?", version: 1, minutes: 5 };
  const lab: PageLab = { name: "one", title: "One", version: 1, engine: { version: "0.1.0", data: "d29c0e5fca627f0d" }, build: "one", identify: "none", variables: {}, definitions: {}, figures: {}, tables: {}, widgets: {}, exercises: [exercise] };
  const page = (published: boolean): string =>
    [labPage(spec, lab, { question: "?", plainQuestion: "?", contents: "", panels: "", body: "", noted: false, published, prerequisites: [], goals: [], takeaways: [], next: [], hints: new Map() }), ...revealHtml(awaited[0]!, published), ...afterHtml(awaited, "Try", published)].join("");

  it("leads nowhere for them", () => {
    expect(page(true).match(/answers\.html/g)).toHaveLength(3);
    expect(page(false)).not.toContain("answers.html");
  });
});

it("a lock names the parts of the lab that it waits for, but not its own", () => {
  const [first, second, third] = [["a", "Prediction 1", "Try <it>"], ["b", "Exercise 1", "Try <it>"], ["c", "Prediction 2", "Check"]].map(([id, label, part]) => ({ id: id!, label: label!, part: part!, graded: true }));
  const words = (after: Parameters<typeof opensWith>[0], here?: string): string => opensWith(after, here).replace(/<[^>]+>/g, "");
  expect(words([first!, second!, third!])).toBe("Opens with prediction 1 and exercise 1 in “Try &lt;it&gt;”, and prediction 2 in “Check”.");
  expect(words([first!, third!], "Check")).toBe("Opens with prediction 1 in “Try &lt;it&gt;”, and prediction 2.");
  expect(words([{ ...third!, part: "" }])).toBe("Opens with prediction 2.");
});
