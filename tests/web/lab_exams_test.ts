// This project's own labs given as exams: what a student's page and its source hold of the answers, which is nothing.

import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { PageLab } from "../../web/labs/types.js";
import { buildLab, builder, folder, labNames, labs } from "./sample_lab.js";

/** What only comes after an answer. */
const HIDDEN = /^(hints?|explanation)$/;

/** Runs of plain words that only what is to stay hidden has: a quarter of a line at least. */
const telling = (text: string): string[] => text.replace(/\{\{.*?\}\}/g, "|").match(/[A-Za-z][A-Za-z ,]{29,}/g) ?? [];

/** The texts of an exercise, however deep: those that are hidden, or those that are not. */
function textsOf(value: unknown, hidden: boolean, isHidden = false): string[] {
  if (typeof value === "string") return isHidden === hidden ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => textsOf(part, hidden, isHidden || HIDDEN.test(name)));
}

describe("as an exam", () => {
  it.each(labNames)("%s has no key, hint, explanation or formula in its page or the source of it", (name) => {
    const exam = join(folder, "exams", "labs", name);
    cpSync(join(labs, name), exam, { recursive: true });
    const source = readFileSync(join(exam, "lab.json"), "utf8");
    writeFileSync(join(exam, "lab.json"), source.replace("{", '{"exam": true, ').replace(/"answers": "page",?/, ""));
    const { html, answers, note } = buildLab(exam, builder);
    expect([answers, note]).toEqual([undefined, undefined]);

    const page = JSON.parse(/id="lab">([^]*?)<\/script>/.exec(html)![1]!) as PageLab;
    expect(page).toMatchObject({ exam: true, variables: {}, definitions: {}, figures: {}, tables: {} });
    for (const exercise of page.exercises) expect(Object.keys(exercise).filter((key) => /answer|goal|hint|explanation|tolerance|partial|by|from/.test(key))).toEqual([]);
    expect(html).not.toMatch(/data-hint|Answer and explanation|class="takeaway/);

    const { exercises } = JSON.parse(source) as { exercises: object[] };
    const asked = textsOf(exercises, false).join("\n");
    const hidden = textsOf(exercises, true).flatMap(telling).filter((words) => !asked.includes(words));
    expect(hidden.length).toBeGreaterThan(exercises.length);
    expect(hidden.filter((words) => html.includes(words))).toEqual([]);
  });
});
