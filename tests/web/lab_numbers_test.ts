// No typed figure: in copies of the labs a model or a device is changed, and whatever depends on it is what the
// engine then says; whatever does not is as before. And what digits stand in the labs' own words is accounted for.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { paths } from "../../web/build.js";
import { buildLab, LabError, type Builder } from "../../web/labs/build.js";
import { answer, tableRows } from "../../web/labs/figures.js";
import { importModule } from "../../web/labs/module.js";
import { stills } from "../../web/labs/still.js";
import type { Exercise, LabSpec, PageLab } from "../../web/labs/types.js";
import { inWords, plain } from "../../web/labs/words.js";

const labs = fileURLToPath(new URL("../../labs", import.meta.url));
const names = readdirSync(labs, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
const read = (name: string): LabSpec => JSON.parse(readFileSync(join(labs, name, "lab.json"), "utf8")) as LabSpec;

const folder = mkdtempSync(join(tmpdir(), "ridgepoint-numbers-"));
afterAll(() => rmSync(folder, { recursive: true }));

type Entry = { id: string; name: string; family?: string; class?: string };
let builder: Builder;
let entries: Entry[];
beforeAll(async () => {
  const { loadRidgepoint } = (await importModule(paths.engine)) as { loadRidgepoint(options: { calls: "all" }): Promise<Builder["engine"]> };
  const engine = await loadRidgepoint({ calls: "all" });
  const still = await stills(paths.widgets, engine as unknown as Record<string, unknown>);
  builder = { engine, still, schema: JSON.parse(readFileSync(join(labs, "lab.schema.json"), "utf8")) as object };
  entries = [...engine.models(), ...engine.hardware()];
});

const words = (html: string): string => plain(html).replace(/\s+/g, " ").trim();
const section = (html: string, from: string, to: string): string => {
  const start = html.indexOf(from);
  expect(start, from).toBeGreaterThan(-1);
  return html.slice(start, html.indexOf(to, start));
};
const onPage = (html: string): PageLab => JSON.parse(/<script type="application\/json" id="lab">([\s\S]*?)<\/script>/.exec(html)![1]!) as PageLab;

/** Each live number of a part of a page: what it is, and how it is written. */
const live = (html: string): { figure: string | undefined; value: string; text: string }[] =>
  [...html.matchAll(/<data class="live"(?: data-figure="([^"]*)")? value="([^"]*)">([^<]*)<\/data>/g)].map(([, figure, value, text]) => ({ figure, value: value!, text: text! }));
const figuresOf = (html: string): Map<string, Set<string>> => {
  const found = new Map<string, Set<string>>();
  for (const { figure, text } of live(html)) if (figure) found.set(figure, (found.get(figure) ?? new Set()).add(text));
  return found;
};
const tableOf = (html: string, name: string): string[] => live(section(html, `<table data-table="${name}">`, "</table>").split("<tbody>")[1]!).map(({ text }) => text);
// What ties a drawing to its title is counted up from picture to picture.
const widgetOf = (html: string, name: string): string => section(html, `id="widget-${name}"`, "</div></ridge-").replace(/\br\d+-/g, "");
const keyOf = (html: string, id: string): string => /<p>Answer: ([\s\S]*?)<\/p>/.exec(section(html, `id="exercise-${id}"`, "</section>"))?.[1] ?? "";

/** Any answer of the right shape: the engine then says what it expects. */
const any = (exercise: Exercise): unknown =>
  exercise.kind === "choice" ? Object.keys(exercise.options)[0] : exercise.kind === "number" ? 1 : exercise.kind === "order" ? Object.keys(exercise.items) : {};
const hasKey = ({ kind }: Exercise): boolean => kind === "choice" || kind === "number" || kind === "table" || kind === "order";
const expected = (exercise: Exercise, variables: Record<string, unknown>): unknown => builder.engine.score({ exercise, answer: any(exercise), variables }).expected;

/** Whether a part of a lab asks for a variable, or for one that is a query about it. */
const asks = (part: unknown, variable: string, variables: Record<string, unknown>): boolean => {
  const named = [...JSON.stringify(part).matchAll(/"\$(\w+)[".]/g)].map(([, one]) => one!);
  return named.some((one) => one === variable || (one in variables && asks(variables[one], variable, variables)));
};

/** The lab with one variable set to another of its kind, the first with which it is still a lab; and what became of it. */
function changed(name: string, spec: LabSpec, variable: string): { to: string; html: string; note: string; home: string } {
  const from = entries.find(({ id }) => id === spec.variables![variable])!;
  const alike = entries.filter((one) => one.id !== from.id && one.family === from.family && one.class === from.class);
  const reasons: string[] = [];
  for (const { id } of alike) {
    const home = join(folder, `${variable}-${id}`, "labs");
    mkdirSync(home, { recursive: true });
    cpSync(join(labs, name), join(home, name), { recursive: true });
    writeFileSync(join(home, name, "lab.json"), JSON.stringify({ ...spec, variables: { ...spec.variables, [variable]: id } }));
    try {
      const { html, note } = buildLab(join(home, name), builder);
      return { to: id, html, note: note!, home };
    } catch (error) {
      if (!(error instanceof LabError)) throw error;
      reasons.push(`${id}: ${error.message}`);
    }
  }
  throw new Error(`${name} is no lab with any other ${variable}:\n${reasons.join("\n")}`);
}

describe.each(names)("%s: every number follows the engine", (name) => {
  const spec = read(name);
  const exercises = (spec.exercises ?? []).filter(hasKey);
  const asksFor = (part: unknown, variable: string): boolean => asks(part, variable, spec.variables ?? {});
  let before: string;
  beforeAll(() => {
    before = buildLab(join(labs, name), builder).html;
  });

  const variables = Object.keys(spec.variables ?? {}).filter((variable) => /^(?=.*[A-Z])[A-Za-z0-9_]+$/.test(String(spec.variables![variable])));

  it("names models and devices by variables", () => {
    expect(variables.length).toBeGreaterThan(0);
    for (const variable of variables) expect(entries.map(({ id }) => id)).toContain(spec.variables![variable]);
  });

  it.each(variables)("so that another %s changes each figure, cell, picture and key that depends on it, and no other", (variable) => {
    const { to, html, note } = changed(name, spec, variable);
    const now = { ...spec.variables, [variable]: to };
    const { engine } = builder;

    // Figures, wherever they stand: in prose, captions, prompts, explanations and takeaways.
    const [old, found] = [figuresOf(before), figuresOf(html)];
    expect([...found.keys()].sort()).toEqual([...old.keys()].sort());
    let moved = 0;
    for (const [figure, texts] of found) {
      const { text } = answer(engine, spec.figures![figure]!, now, entries);
      expect([figure, ...texts]).toEqual([figure, text.replace(/&/g, "&amp;")]);
      if (!asksFor(spec.figures![figure]!.query, variable)) expect([figure, ...texts]).toEqual([figure, ...old.get(figure)!]);
      else if (!old.get(figure)!.has([...texts][0]!)) moved += 1;
    }
    expect(moved).toBeGreaterThan(0);
    for (const [figure, texts] of figuresOf(note)) expect([figure, ...texts]).toEqual([figure, answer(engine, spec.figures![figure]!, now, entries).text.replace(/&/g, "&amp;")]);

    for (const [table, one] of Object.entries(spec.tables ?? {})) {
      const rows = tableRows(engine, one, now, entries, (_, error) => { throw error; });
      expect([table, ...tableOf(html, table)]).toEqual([table, ...rows.flat().map(({ text }) => text)]);
      if (!asksFor(one, variable)) expect(tableOf(html, table)).toEqual(tableOf(before, table));
    }

    for (const [widget, { attributes }] of Object.entries(spec.widgets ?? {})) {
      if (asksFor(attributes ?? {}, variable)) expect(widgetOf(html, widget), widget).not.toBe(widgetOf(before, widget));
      else expect(widgetOf(html, widget)).toBe(widgetOf(before, widget));
    }

    // The keys: as the page's script will ask for them, and as they stand in the page to be read.
    const page = onPage(html);
    expect(page.variables).toEqual(now);
    for (const exercise of exercises) {
      const key = expected(exercise, now);
      const shown = page.exercises.find(({ id }) => id === exercise.id)!;
      expect([exercise.id, expected(shown, page.variables)]).toEqual([exercise.id, key]);
      expect([exercise.id, words(keyOf(html, exercise.id))]).toEqual([exercise.id, words(inWords(shown, key))]);
    }

    // Nobody is left who was not asked for: neither in sentences nor in what a picture is called.
    const gone = entries.find(({ id }) => id === spec.variables![variable])!;
    const elsewhere = [...live(html).map(({ text }) => text), ...Object.values(spec.widgets ?? {}).map((widget) => JSON.stringify(builder.still(widget.element, attributesOf(widget.attributes ?? {}, now)).html))];
    if (!elsewhere.some((text) => text.includes(gone.name))) expect(words(html)).not.toContain(gone.name);
  });

  it("and grade takes the keys of the changed lab", () => {
    const { to, home } = changed(name, spec, variables[0]!);
    const now = { ...spec.variables, [variables[0]!]: to };
    const graded = (of: Record<string, unknown>): { points: number; exercises: Record<string, { points: number }> } => {
      const at = "2026-01-01T00:00:00Z";
      const answers = Object.fromEntries(exercises.map((exercise) => [exercise.id, { value: expected(exercise, of), at, tries: 1, predicted: exercise.predict === true }]));
      const file = join(home, "submission.json");
      writeFileSync(file, JSON.stringify({ format: "ridgepoint-submission", version: 1, lab: name, lab_version: spec.version, student: {}, started_at: at, finished_at: at, answers, widgets: {}, shown: { points: 0, of: 1 } }));
      return (JSON.parse(execFileSync(paths.command, ["grade", "--labs", home, "--json", file], { encoding: "utf8" })) as ReturnType<typeof graded>[])[0]!;
    };
    const full = exercises.reduce((sum, { points = 1 }) => sum + points, 0);
    expect(graded(now).points).toBeCloseTo(full);
    expect(graded(spec.variables!).points).toBeLessThan(full);
  });
});

function attributesOf(attributes: Record<string, unknown>, variables: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).map(([attribute, value]) => {
      const set = typeof value === "string" ? builder.engine.query({ query: value, variables }).value : value;
      return [attribute, typeof set === "string" ? set : JSON.stringify(set)];
    }),
  );
}

// Digits in the labs' own words

/** What may stand in a text as typed, and why it is no figure of the engine. */
const QUOTED: Record<string, Record<string, string>> = {
  quantization: {
    "takes 2 bytes in FP16, 1 in INT8": "what the formats are, not what they give",
    "bits kept of 32": "bits of FP32, which the formula beside it divides by",
  },
  sensitivity: {
    "elasticity of −1": "what an elasticity of −1 means",
    "; 0 means": "what an elasticity of 0 means",
    "near −1": "the elasticity of what takes all the time",
    "closer to −1": "the elasticity of what takes all the time",
    "about −0.88 and −0.06": "quoted from the textbook, to be examined",
    "prints 0.0000": "quoted from the textbook, to be explained",
    "for 1000 dollars": "the unit that the column counts in",
  },
  explainer: {
    "prints 2.65×": "quoted from the textbook, and doubted",
  },
};

/** Every text of a lab that a reader sees, without what is filled in, calculated (math) or entered (code). */
function textsOf(name: string, spec: LabSpec): string[] {
  const found: string[] = [readFileSync(join(labs, name, "lab.md"), "utf8").replace(/^::.*$/gm, "").replace(/^```[\s\S]*?^```/gm, "").replace(/^\$\$[\s\S]*?^\$\$/gm, "")];
  const wanted = new Set(["title", "question", "prerequisites", "goals", "takeaways", "next", "prompt", "explanation", "text", "hint", "label", "caption"]);
  const walk = (part: unknown, key = ""): void => {
    if (typeof part === "string" && wanted.has(key)) found.push(part);
    else if (Array.isArray(part)) part.forEach((one) => walk(one, key));
    else if (typeof part === "object" && part !== null) for (const [inner, one] of Object.entries(part)) walk(one, inner);
  };
  const { sources: _, variables: __, figures, widgets: ___, ...rest } = spec;
  walk(rest);
  // Words that a comparison chooses are words too.
  const chosen = (part: unknown): void => {
    if (typeof part === "string") found.push(part);
    else if (typeof part === "object" && part !== null) for (const [key, one] of Object.entries(part)) if (["in", "then", "else"].includes(key)) chosen(one);
  };
  for (const { query, format } of Object.values(figures ?? {})) if (format === "text") chosen(query);
  return found.map((text) => text.replace(/\{\{[^}]*\}\}/g, "…").replace(/\$[^$\n]+\$/g, "…").replace(/`[^`]*`/g, "…"));
}

describe.each(names)("%s: no figure is typed", (name) => {
  const spec = read(name);

  it("so that each digit in its words is part of a name, or accounted for", () => {
    const known = [...entries.flatMap(({ id, name: said }) => [said, id]), "RTX 5090"].sort((a, b) => b.length - a.length);
    const used = new Set<string>();
    const typed: string[] = [];
    for (const whole of textsOf(name, spec)) {
      let text = whole;
      for (const quotation of Object.keys(QUOTED[name] ?? {})) {
        if (text.includes(quotation)) used.add(quotation);
        text = text.replaceAll(quotation, "…");
      }
      text = text.replace(/\b(FP|BF|TF|INT)\d+\b/g, "…");
      for (const one of known) text = text.replace(new RegExp(`\\b${one.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}\\b`, "g"), "…");
      for (const [, around] of text.matchAll(/(.{0,30}\d.{0,30})/g)) typed.push(around!);
    }
    expect(typed).toEqual([]);
    // What is quoted no more is taken off the list.
    expect(Object.keys(QUOTED[name] ?? {}).filter((quotation) => !used.has(quotation))).toEqual([]);
  });

  it("so that each query asks the engine, or a variable", () => {
    const queries = (part: unknown): unknown[] =>
      Array.isArray(part) ? part.flatMap(queries)
      : typeof part !== "object" || part === null ? []
      : Object.entries(part).flatMap(([key, one]) => (["query", "answer", "value", "near", "when", "goal"].includes(key) ? [one] : queries(one)));
    const found = queries([spec.figures, spec.tables, spec.exercises]);
    expect(found.length).toBeGreaterThan(20);
    expect(found.map((query) => JSON.stringify(query)).filter((query) => !/"call"|"\$\w+[".]/.test(query))).toEqual([]);
  });
});
