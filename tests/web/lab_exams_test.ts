// This project's own labs given as exams: what a student's page and its source hold of the answers, which is nothing.

import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildLabs } from "../../web/build/labs/all.js";
import { escapeHtml } from "../../web/labs/html.js";
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

const { pages } = buildLabs(labs, { ...builder, exams: true });
const specs = new Map(labNames.map((name) => [name, JSON.parse(readFileSync(join(labs, name, "lab.json"), "utf8")) as { exercises: object[]; definitions: Record<string, string> }]));
/** What any lab says openly. */
const open = [...specs.values()].flatMap((spec) => textsOf(spec, false)).join("\n");

describe("as an exam", () => {
  it.each(labNames)("%s has no key, hint, explanation or formula in its page or the source of it", (name) => {
    const own = [...pages.keys()].filter((address) => address.startsWith(`labs/${name}/`));
    expect(own).toEqual([`labs/${name}/index.html`]);
    const html = pages.get(own[0]!)!;
    const page = JSON.parse(/id="lab">([^]*?)<\/script>/.exec(html)![1]!) as PageLab;
    expect(page).toMatchObject({ exam: true, variables: {}, definitions: {}, figures: {}, tables: {} });
    for (const exercise of page.exercises) expect(Object.keys(exercise).filter((key) => /answer|goal|hint|explanation|tolerance|partial|by|from/.test(key))).toEqual([]);
    expect(html).not.toMatch(/data-hint|Answer and explanation|class="takeaway/);
  });

  it.each(labNames)("nothing that %s hides is in any page that students get", (name) => {
    const { exercises, definitions } = specs.get(name)!;
    const hidden = textsOf(exercises, true).flatMap(telling).filter((words) => !open.includes(words));
    expect(hidden.length).toBeGreaterThan(exercises.length);
    const formulas = [...Object.values(definitions), ...exercises.flatMap((exercise) => Object.entries(exercise).flatMap(([key, value]) => (/^(answer|goal)$/.test(key) ? [String(value)] : [])))].filter((formula) => formula.length > 25 && /[-+*/<>?]/.test(formula));
    expect(formulas.length).toBeGreaterThan(1);
    for (const [address, html] of pages) expect([...hidden, ...formulas].filter((words) => html.includes(words) || html.includes(escapeHtml(words)) || html.includes(JSON.stringify(words).slice(1, -1))), address).toEqual([]);
  });

  it("said by the lab itself is the same page", () => {
    const exam = join(folder, "exams", "labs", labNames[0]!);
    cpSync(join(labs, labNames[0]!), exam, { recursive: true });
    const source = readFileSync(join(exam, "lab.json"), "utf8");
    writeFileSync(join(exam, "lab.json"), source.replace("{", '{"exam": true, ').replace(/"answers": "page",?/, ""));
    const { html, answers, note } = buildLab(exam, builder);
    expect([answers, note]).toEqual([undefined, undefined]);
    expect(html).toBe(pages.get(`labs/${labNames[0]!}/index.html`));
  });
});
