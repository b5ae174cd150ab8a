// No typed figure: in copies of the labs a model or a device is changed, and whatever depends on it is what the
// engine then says; whatever does not is as before. And what digits stand in the labs' own words is accounted for.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { paths } from "../../web/build/bundle.js";
import { buildLab, type Builder } from "../../web/build/labs/compile.js";
import { onDisk } from "../../web/build/labs/on-disk.js";
import { checkOf } from "../../web/build/labs/schema-check.js";
import { LabError } from "../../web/build/labs/problems.js";
import { answer, nameOf, parts, tableRows } from "../../web/labs/figures.js";
import { importing, importModule } from "../../web/build/module.js";
import { formulasOf, namesIn, reached } from "../../web/build/labs/names.js";
import { stills } from "../../web/build/still.js";
import type { Exercise, LabSpec, Names, PageLab, TableSpec } from "../../web/labs/types.js";
import { plain } from "../../web/labs/html.js";
import { inWords } from "../../web/labs/kinds.js";
import { remembering } from "./remembering.js";

const labs = fileURLToPath(new URL("../../labs", import.meta.url));
const names = readdirSync(labs, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
const read = (name: string): LabSpec => JSON.parse(readFileSync(join(labs, name, "lab.json"), "utf8")) as LabSpec;

const folder = mkdtempSync(join(tmpdir(), "ridgepoint-numbers-"));
afterAll(() => rmSync(folder, { recursive: true }));

type Entry = { id: string; name: string; family?: string; class?: string; parameters?: number; memory_capacity_bytes?: number };
let builder: Builder;
let entries: Entry[];
beforeAll(async () => {
  const { loadRidgepoint } = (await importModule(paths.engine)) as { loadRidgepoint(options: { calls: "all" }): Promise<Builder["engine"]> };
  const engine = remembering(await loadRidgepoint({ calls: "all" }));
  const still = await stills(importing(paths.widgets), engine as unknown as Record<string, unknown>);
  builder = { engine, still, check: checkOf(JSON.parse(readFileSync(join(labs, "lab.schema.json"), "utf8")) as object) };
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
const expected = (exercise: Exercise, names: Names): unknown => builder.engine.score({ exercise, answer: any(exercise), variables: names.variables, definitions: names.definitions }).expected;

const formulasOfTable = ({ for: rows, columns }: TableSpec): string[] => [...columns.map(({ value }) => parts(value).formula), ...Object.values(rows).filter((given) => typeof given === "string")];
const formulasOfWidget = (attributes: Record<string, unknown> = {}): string[] => Object.values(attributes).flatMap((value) => (typeof value === "string" && value.startsWith("=") ? [value.slice(1)] : []));

interface Changed {
  to: string;
  html: string;
  note: string;
  home: string;
}
const made = new Map<string, Changed>();

const sizeOf = ({ parameters, memory_capacity_bytes }: Entry): number => Math.log(parameters ?? memory_capacity_bytes ?? 1);

/** The lab with one variable set to another of its kind, the one nearest in size with which it is still a lab; and what became of it. */
function changed(name: string, spec: LabSpec, variable: string): Changed {
  const known = made.get(`${name} ${variable}`);
  if (known) return known;
  const from = entries.find(({ id }) => id === spec.variables![variable])!;
  const apart = (one: Entry): number => Math.abs(sizeOf(one) - sizeOf(from));
  const alike = entries.filter((one) => one.id !== from.id && one.family === from.family && one.class === from.class).sort((a, b) => apart(a) - apart(b));
  const reasons: string[] = [];
  for (const { id } of alike) {
    const home = join(folder, `${name}-${variable}-${id}`, "labs");
    mkdirSync(home, { recursive: true });
    cpSync(join(labs, name), join(home, name), { recursive: true });
    writeFileSync(join(home, name, "lab.json"), JSON.stringify({ ...spec, variables: { ...spec.variables, [variable]: id } }));
    try {
      const { html, note } = buildLab(onDisk(join(home, name)), builder);
      const found = { to: id, html, note: note!, home };
      made.set(`${name} ${variable}`, found);
      return found;
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
  const { variables: values = {}, definitions = {} } = spec;
  /** By its name, as it stands in a text itself, or a variable. */
  const figureAt = (figure: string): string =>
    figure.startsWith("=") ? plain(figure.slice(1)) : (spec.figures![figure] ?? `${figure} | ${typeof values[figure] === "number" ? "number" : "name"}`);
  /** Whether one of the formulas asks for a variable, itself or through definitions. */
  const asksFor = (formulas: string[], variable: string): boolean => formulas.some((formula) => reached(formula, definitions).has(variable));
  let before: string;
  beforeAll(() => {
    before = buildLab(onDisk(join(labs, name)), builder).html;
  });

  const variables = Object.keys(spec.variables ?? {}).filter((variable) => /^(?=.*[A-Z])[A-Za-z0-9_]+$/.test(String(spec.variables![variable])));

  it("names models and devices by variables", () => {
    expect(variables.length).toBeGreaterThan(0);
    for (const variable of variables) expect(entries.map(({ id }) => id)).toContain(spec.variables![variable]);
  });

  it.each(variables)("so that another %s changes each figure, cell, picture and key that depends on it, and no other", (variable) => {
    const { to, html, note } = changed(name, spec, variable);
    const now: Names = { variables: { ...values, [variable]: to }, definitions };
    const { engine } = builder;

    // Figures, wherever they stand: in prose, captions, prompts, explanations and takeaways.
    const [old, found] = [figuresOf(before), figuresOf(html)];
    expect([...found.keys()].sort()).toEqual([...old.keys()].sort());
    let moved = 0;
    for (const [figure, texts] of found) {
      const { text } = answer(engine, figureAt(figure), now, entries);
      expect([figure, ...texts]).toEqual([figure, text.replace(/&/g, "&amp;")]);
      if (!asksFor([parts(figureAt(figure)).formula], variable)) expect([figure, ...texts]).toEqual([figure, ...old.get(figure)!]);
      else if (!old.get(figure)!.has([...texts][0]!)) moved += 1;
    }
    expect(moved).toBeGreaterThan(0);
    for (const [figure, texts] of figuresOf(note)) expect([figure, ...texts]).toEqual([figure, answer(engine, figureAt(figure), now, entries).text.replace(/&/g, "&amp;")]);

    for (const [table, one] of Object.entries(spec.tables ?? {})) {
      const rows = tableRows(engine, one, now, entries, (_, error) => { throw error; });
      expect([table, ...tableOf(html, table)]).toEqual([table, ...rows.flat().map(({ text }) => text)]);
      if (!asksFor(formulasOfTable(one), variable)) expect(tableOf(html, table)).toEqual(tableOf(before, table));
    }

    for (const [widget, { attributes }] of Object.entries(spec.widgets ?? {})) {
      if (asksFor(formulasOfWidget(attributes), variable)) expect(widgetOf(html, widget), widget).not.toBe(widgetOf(before, widget));
      else expect(widgetOf(html, widget)).toBe(widgetOf(before, widget));
    }

    // The keys: as the page's script will ask for them, and as they stand in the page to be read.
    const page = onPage(html);
    expect({ variables: page.variables, definitions: page.definitions }).toEqual(now);
    for (const exercise of exercises) {
      const key = expected(exercise, now);
      const shown = page.exercises.find(({ id }) => id === exercise.id)!;
      expect([exercise.id, expected(shown, page)]).toEqual([exercise.id, key]);
      expect([exercise.id, words(keyOf(html, exercise.id))]).toEqual([exercise.id, words(inWords(shown, key, "lab"))]);
    }

    // Nobody is left who was not asked for: neither in sentences nor in what a picture is called.
    const gone = nameOf(String(spec.variables![variable]), entries);
    const elsewhere = [...live(html).map(({ text }) => text), ...Object.values(spec.widgets ?? {}).map((widget) => JSON.stringify(builder.still(widget.element, attributesOf(widget.attributes ?? {}, now)).html))];
    // What others measured was measured on their devices.
    const said = html.replace(/<blockquote>\s*<p><strong>What people measured[\s\S]*?<\/blockquote>/g, "").replace(/<section aria-labelledby="sources">[\s\S]*?<\/section>/, "").replace(/<script type="application\/json"[\s\S]*?<\/script>/, "");
    if (!elsewhere.some((text) => text.includes(gone))) expect(words(said)).not.toContain(gone);
  });

  it("and grade takes the keys of the changed lab", () => {
    const full = exercises.reduce((sum, { points = 1 }) => sum + points, 0);
    const graded = (home: string, of: Names): number => {
      const at = "2026-01-01T00:00:00Z";
      const answers = Object.fromEntries(exercises.map((exercise) => [exercise.id, { value: expected(exercise, of), at, tries: 1, predicted: exercise.predict === true }]));
      const file = join(home, "submission.json");
      writeFileSync(file, JSON.stringify({ format: "ridgepoint-submission", version: 1, lab: name, lab_version: spec.version, student: {}, started_at: at, finished_at: at, answers, widgets: {}, shown: { points: 0, of: 1 } }));
      return (JSON.parse(execFileSync(paths.command, ["grade", "--labs", home, "--json", file], { encoding: "utf8" })) as { points: number }[])[0]!.points;
    };
    const old = { variables: values, definitions };
    // Not every variable moves a key so far that the old answer is wrong; one does.
    const moves = variables.find((variable) => {
      const { to, home } = changed(name, spec, variable);
      expect(graded(home, { variables: { ...values, [variable]: to }, definitions })).toBeCloseTo(full);
      return graded(home, old) < full;
    });
    expect(moves).toBeDefined();
  });
});

function attributesOf(attributes: Record<string, unknown>, names: Names): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).map(([attribute, value]) => {
      const set = typeof value === "string" && value.startsWith("=") ? builder.engine.evaluate({ formula: value.slice(1), ...names }).value : value;
      return [attribute, typeof set === "string" ? set : JSON.stringify(set)];
    }),
  );
}

// Digits in the labs' own words

/** What may stand in a text as typed, and why it is no figure of the engine. */
const QUOTED: Record<string, Record<string, string>> = {
  quantization: {
    "in 16 bits": "what FP16 is",
    "bits kept of 32": "bits of FP32, which the formula beside it divides by",
    "with 32,": "a batch that was measured",
    "with 64 and": "a batch that was measured",
    "with 128: the shape": "a batch that was measured",
  },
  sensitivity: {
    "At −0.9, one": "what an elasticity means",
    "At −1 the": "what an elasticity means",
    "At 0 a": "what an elasticity means",
    "near −1": "the elasticity of what takes all the time",
    "about −0.88 and −0.06": "quoted from the textbook, to be examined",
    "an elasticity of 0.0000": "quoted from the textbook, to be explained",
    "for 1000 dollars": "the unit that the column counts in",
  },
  explainer: {
    "prints 2.65×": "quoted from the textbook, and doubted",
  },
  routing: {
    "threshold of 1, an entropy threshold of 6": "settings of the widget, at their ends",
    "| 1.38× | 1.09× |": "two runs made up to be told apart, and said to be",
    "| 1.40× | 1.31× |": "the same",
    "| 1 % | 20 % |": "the same",
    "| 35, 52, 13\u00a0% | 30, 42, 28\u00a0% |": "the same",
    "| 60 % | 93 % |": "the same",
    "above 1.2×, the prediction within 10 %": "the criteria, as the analysis prints them",
    "for 64 tokens and for 512.": "the criteria, as the analysis prints them",
    "Beyond 10 %": "the criteria, as the analysis prints them",
    "above 90 % of the memory": "a rule of thumb",
    "95th percentile": "a name",
    "0, 8, 16 and 24 of": "numbers of layers",
  },
  "memory-wall": {
    "2 bytes": "what FP16 is",
  },
  load: {
    "99 in 100": "what a percentile is",
    "1 − ρ": "what is left of a whole",
    "times 1.1,": "a tenth more, as the question says",
  },
  training: {
    "on 1,024 ": "stated in the source beside it",
    "would take 34 days": "stated in the source beside it",
    "2 + 2 + 4 + 1 + 1, and 2 + 2 + 4 + 4": "bytes of formats",
    "section 3.3.4": "a place in the source",
    "NF4,": "a name",
    "1 × 1 ×": "a layout",
    "8 × 8 × 8": "a layout",
    "4 × 4 × 32": "a layout",
    "2 × 4 × 64": "a layout",
  },
  "break-a-model": {
    "64 levels": "what 6 bits are",
    "0 the level 0": "what a scale is",
    "up to 1.": "a unit",
    "between 0 and 1": "a unit",
    "is 1. Now": "a unit",
    "from 0 to": "what a scale is",
    "below 1?": "a unit",
    "level 0 or level 1:": "levels",
    "32 levels": "what 5 bits are",
    "16 levels": "what 4 bits are",
    "the value 0 lies": "what a zero point is",
    "1 token": "an option",
    "2 tokens": "an option",
    "4 tokens": "an option",
    "16 tokens": "an option",
  },
  "your-machine": {
    "brings 2 ×": "a multiplication and an addition",
    "at least 16, the": "the largest batch that the widget tries",
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
  const { sources: _, variables: __, definitions, figures, widgets: ___, ...rest } = spec;
  walk(rest);
  // The words that a formula chooses from are words too; the names of models and devices among them are known.
  for (const formula of Object.values(figures ?? {}).map(parts).filter(({ format }) => format === "text").map((one) => one.formula)) {
    for (const text of [formula, ...[...reached(formula, definitions ?? {})].flatMap((one) => definitions?.[one] ?? [])]) found.push(...(text.match(/(?<=\?\s*|\s:\s*)'[^']*'/g) ?? []));
  }
  return found.map((text) => text.replace(/\]\([^)]*\)/g, "]").replace(/\{\{\s*(=[^|]*\|)?[^{}]*\}\}/g, "…").replace(/\$[^$\n]+\$/g, "…").replace(/`[^`]*`/g, "…"));
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
      // Formats, stages and percentiles by their names, the models that others measured, and the points of a rubric.
      text = text.replace(/\b((FP|BF|TF|INT)\d+|(\d+|in \d\.\d+|8 or 4)[- ]bits?|(ZeRO|[Ss]tage|expanded to) \d+|p9[09])\b/g, "…").replace(/\bLlama \d(\.\d)?( and \d)? \d+B\b/g, "…").replace(/ \(\d\)(?=[ .])/g, "");
      for (const one of known) text = text.replace(new RegExp(`\\b${one.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}\\b`, "g"), "…");
      for (const [, around] of text.matchAll(/(.{0,30}\d.{0,30})/g)) typed.push(around!);
    }
    expect(typed).toEqual([]);
    // What is quoted no more is taken off the list.
    expect(Object.keys(QUOTED[name] ?? {}).filter((quotation) => !used.has(quotation))).toEqual([]);
  });

  it("so that each formula asks the engine, or a variable", () => {
    const found = formulasOf(spec);
    expect(found.length).toBeGreaterThan(20);
    expect(found.filter((formula) => namesIn(formula).length === 0)).toEqual([]);
  });
});

describe("what labs/README.md tells authors to reread", () => {
  it("stands in a lab in these words", () => {
    const words = names.map((name) => ["lab.md", "lab.json"].map((file) => readFileSync(join(labs, name, file), "utf8")).join("\n")).join("\n");
    const table = readFileSync(join(labs, "README.md"), "utf8").split("## What changing the model can break")[1]!.split("\n## ")[0]!;
    const quoted = [...table.matchAll(/^\|.*$/gm)].flatMap(([row]) => [...row.matchAll(/“([^”]+)”/g)].map(([, quotation]) => quotation!));
    expect(quoted.length).toBeGreaterThan(15);
    expect(quoted.filter((quotation) => !words.includes(quotation))).toEqual([]);
  });
});
