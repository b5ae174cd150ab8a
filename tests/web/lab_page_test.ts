import { describe, expect, it } from "vitest";
import { answeredHtml, exerciseHtml } from "../../web/build/labs/exercise-html.js";
import { afterHtml, revealHtml } from "../../web/build/labs/locks-html.js";
import { labPage } from "../../web/build/labs/page.js";
import type { Exercise, LabSpec, PageLab } from "../../web/labs/types.js";

const exercise: Exercise = { id: "time", kind: "number", prompt: "How long?", unit: "ms", answer: "itl", explanation: "<p>A quarter of the bytes.</p>" };
const outside = (html: string): string => html.replace(/<template[\s\S]*?<\/template>/g, "");

describe("an exercise on its page", () => {
  it("keeps its answer and its explanation in a template", () => {
    const html = exerciseHtml(exercise, "Exercise 1", 1.54, false);
    expect(html).toMatch(/<template><details class="explanation" open>.*1\.54\u00a0ms.*A quarter of the bytes/);
    expect(outside(html)).not.toMatch(/1\.54|quarter|Answer and explanation/);
    expect(answeredHtml(exercise, "Exercise 1", 1.54)).toContain("A quarter of the bytes");
  });
});

describe("a lab that publishes no answers", () => {
  const awaited = [{ id: "time", label: "Exercise 1" }];
  const spec: LabSpec = { title: "One", question: "?", version: 1, minutes: 5 };
  const lab: PageLab = { name: "one", title: "One", version: 1, identify: "none", variables: {}, definitions: {}, figures: {}, tables: {}, widgets: {}, exercises: [exercise] };
  const page = (published: boolean): string =>
    [labPage(spec, lab, { question: "?", plainQuestion: "?", contents: "", panels: "", body: "", noted: false, published, prerequisites: [], goals: [], takeaways: [], next: [], hints: new Map() }), ...revealHtml(awaited[0]!, published), ...afterHtml(awaited, published)].join("");

  it("leads nowhere for them", () => {
    expect(page(true).match(/answers\.html/g)).toHaveLength(3);
    expect(page(false)).not.toContain("answers.html");
  });
});
