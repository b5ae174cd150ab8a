// From folders with lab.json and lab.md to pages. Everything a lab says of itself is checked against
// its schema, its own parts and the engine; what is wrong is told by file, line and reason.

import Ajv, { type ErrorObject } from "ajv";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { answer, tableRows, type Answered } from "./figures.js";
import { JsonError, parse, type Located } from "./json-lines.js";
import { renderer, TextError } from "./markdown.js";
import { workedHtml } from "./note.js";
import { exerciseHtml, figureHtml, indexPage, labPage, notePage, revealOpen, tableHtml, widgetHtml, type Listed } from "./page.js";
import type { Still } from "./still.js";
import { type Asked, type Exercise, type LabSpec, type PageLab } from "./types.js";

export interface Builder {
  engine: Asked & { models(): { id: string; name: string }[]; hardware(): { id: string; name: string }[] };
  still(element: string, attributes: Record<string, string>): Still;
  /** labs/lab.schema.json, read. */
  schema: object;
}

const title = (element: string): string => element.replace("ridge-", "").replace(/^./, (letter) => letter.toUpperCase());

export interface Problem {
  file: string;
  line: number;
  reason: string;
}

/** Everything wrong with the labs, one a line: labs/name/lab.json:12: reason. */
export class LabError extends Error {
  override readonly name = "LabError";
  constructor(readonly problems: Problem[]) {
    super(problems.map(told).join("\n"));
    // Where in this program it was found is of no use to who writes labs.
    this.stack = this.message;
  }
}

const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const pointer = (...steps: (string | number)[]): string => steps.map((step) => `/${String(step).replace(/~/g, "~0").replace(/\//g, "~1")}`).join("");

function schemaReason({ keyword, params, message: said, instancePath }: ErrorObject): string {
  const where = instancePath ? `${instancePath.slice(1).replace(/\//g, ".")}: ` : "";
  if (keyword === "required") return `${where}${String(params["missingProperty"])} is missing`;
  if (keyword === "additionalProperties") return `${where}there is nothing called ${String(params["additionalProperty"])} here`;
  if (keyword === "enum") return `${where}must be one of ${(params["allowedValues"] as unknown[]).join(", ")}`;
  return `${where}${said ?? keyword}`;
}

export interface Built {
  listed: Listed;
  html: string;
  /** The page of its model note, if it has one. */
  note?: string;
  /** What is no mistake, and may be a slip all the same. */
  remarks: Problem[];
}

/** Each reason once, where it is met first: a value that is wrong is asked about in many places. */
function once(problems: Problem[]): Problem[] {
  const found = new Map<string, Problem & { more: number }>();
  for (const problem of problems) {
    const key = `${problem.file}: ${problem.reason}`;
    const before = found.get(key);
    if (before) before.more += 1;
    else found.set(key, { ...problem, more: 0 });
  }
  return [...found.values()].map(({ file, line, reason, more }) => ({ file, line, reason: more > 0 ? `${reason} (and so in ${more} other places)` : reason }));
}

const told = ({ file, line, reason }: Problem): string => `${file}:${line}: ${reason}`;

export function buildLab(folder: string, { engine, still, schema }: Builder): Built {
  const name = basename(folder);
  const shownFolder = `${basename(join(folder, ".."))}/${name}`;
  const problems: Problem[] = [];
  const files = { json: `${shownFolder}/lab.json`, text: `${shownFolder}/lab.md` };
  const noted = { path: join(folder, "model-note.md"), file: `${shownFolder}/model-note.md` };
  const stop = (): void => {
    if (problems.length > 0) throw new LabError(once(problems));
  };

  for (const [key, file] of Object.entries(files)) {
    if (!existsSync(join(folder, basename(file)))) problems.push({ file: files[key as "json"], line: 1, reason: "the file is missing" });
  }
  if (!/^[a-z0-9][a-z0-9-]*$/.test(name)) problems.push({ file: files.json, line: 1, reason: `a lab's folder is named in lower case, digits and dashes, not ${name}` });
  stop();

  let located: Located;
  try {
    located = parse(readFileSync(join(folder, "lab.json"), "utf8"));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new LabError([{ file: files.json, line: error.line, reason: error.message }]);
  }
  const wrong = (where: string, reason: string): void => {
    // A value that the engine refuses may stand in a variable.
    const from = Object.entries((located.value as LabSpec).variables ?? {}).find(([, value]) => typeof value === "string" && reason.endsWith(`given ${JSON.stringify(value)}`));
    problems.push({ file: files.json, line: located.line(from ? pointer("variables", from[0]) : where), reason });
  };

  const check = new Ajv({ allErrors: true, strict: false }).compile(schema);
  if (!check(located.value)) {
    for (const error of check.errors ?? []) {
      // Of a condition that failed, what failed inside it is the reason.
      if (error.keyword === "if") continue;
      const extra = error.keyword === "additionalProperties" ? pointer(String(error.params["additionalProperty"])) : error.keyword === "propertyNames" ? pointer(String(error.params["propertyName"])) : "";
      wrong(error.instancePath + extra, schemaReason(error));
    }
  }
  stop();

  const spec = located.value as LabSpec;
  const variables = spec.variables ?? {};
  const exercises = spec.exercises ?? [];
  const entries = [...engine.models(), ...engine.hardware()];
  const used = { figures: new Set<string>(), tables: new Set<string>(), widgets: new Set<string>(), exercises: new Set<string>() };

  const trying = <T>(where: string, run: () => T): T | undefined => {
    try {
      return run();
    } catch (error) {
      wrong(where, message(error));
      return undefined;
    }
  };

  // Figures first: the texts of everything else use them.
  const figures = new Map<string, Answered>();
  for (const [key, figure] of Object.entries(spec.figures ?? {})) {
    const found = trying(pointer("figures", key, "query"), () => answer(engine, figure, variables, entries));
    figures.set(key, found ?? { value: null, text: "" });
  }
  const figure = (key: string): { html: string; text: string } => {
    used.figures.add(key);
    const found = figures.get(key);
    if (!found) throw new Error(`there is no figure ${key} in lab.json`);
    return { html: figureHtml(key, found), text: found.text };
  };
  const texts = renderer({ figure });
  const rendered = (where: string, text: string, how: "inline" | "block" = "inline"): string => trying(where, () => texts[how](text).trim()) ?? "";
  const all = (key: "prerequisites" | "goals" | "takeaways" | "next"): string[] => (spec[key] ?? []).map((text, index) => rendered(pointer(key, index), text));
  const plain = (html: string): string => html.replace(/<[^>]+>/g, "").replace(/&quot;/g, '"').replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&");

  const tables = new Map<string, string>();
  for (const [key, table] of Object.entries(spec.tables ?? {})) {
    const rows = trying(pointer("tables", key), () =>
      tableRows(engine, table, variables, entries, (column, error) => {
        throw Object.assign(new Error(message(error)), { column });
      }),
    );
    const last = problems.at(-1);
    if (rows === undefined && last) last.reason = `table ${key}: ${last.reason}`;
    const inline = (text: string): string => rendered(pointer("tables", key), text);
    if (rows) tables.set(key, tableHtml(key, table, rows, inline, (text) => plain(inline(text))));
  }

  const widgets = new Map<string, { html: string; request: Record<string, unknown> }>();
  for (const [key, { element, attributes = {} }] of Object.entries(spec.widgets ?? {})) {
    trying(pointer("widgets", key), () => {
      const given = Object.fromEntries(
        Object.entries(attributes).map(([attribute, value]) => {
          const { value: set } = typeof value === "string" ? engine.query({ query: value, variables }) : { value };
          return [attribute, typeof set === "string" ? set : JSON.stringify(set)];
        }),
      );
      // Several widgets of one kind are told apart by name.
      given["label"] ??= `${title(element)}: ${key.replace(/[_-]+/g, " ")}`;
      const { html, request } = still(element, given);
      widgets.set(key, { html: widgetHtml(key, element, given, html), request });
    });
  }

  // Exercises: every key is worked out now, so that a lab whose key fails is never published.
  const pages = new Map<string, { exercise: Exercise; expected: unknown }>();
  exercises.forEach((exercise, index) => {
    const at = (...steps: (string | number)[]): string => pointer("exercises", index, ...steps);
    if (pages.has(exercise.id)) wrong(at("id"), `there are two exercises ${exercise.id}`);
    const value = (query: unknown, where: string, more: Record<string, unknown> = {}): unknown =>
      trying(where, () => engine.query({ query, variables: { ...variables, ...more } }).value);
    const numeric = (query: unknown, where: string): number | undefined => {
      const before = problems.length;
      const found = value(query, where);
      if (typeof found === "number") return found;
      if (problems.length === before) wrong(where, `must give a number, and gives ${JSON.stringify(found)}`);
      return undefined;
    };
    const html: Exercise = { ...exercise, prompt: rendered(at("prompt"), exercise.prompt) };
    if (exercise.explanation) html.explanation = rendered(at("explanation"), exercise.explanation, "block");
    let expected: unknown;
    if (exercise.kind === "choice" && html.kind === "choice") {
      expected = value(exercise.answer, at("answer"));
      if (expected !== undefined && !(String(expected) in exercise.options && typeof expected === "string")) {
        wrong(at("answer"), `the answer is ${JSON.stringify(expected)}, which is none of the options ${Object.keys(exercise.options).join(", ")}`);
      }
      html.options = Object.fromEntries(
        Object.entries(exercise.options).map(([key, { text, hint }]) => [
          key,
          { text: rendered(at("options", key), text), ...(hint ? { hint: rendered(at("options", key, "hint"), hint) } : {}) },
        ]),
      );
    } else if (exercise.kind === "number" && html.kind === "number") {
      const key = numeric(exercise.answer, at("answer"));
      expected = key === undefined ? undefined : key / (exercise.scale ?? 1);
      html.hints = (exercise.hints ?? []).map(({ near, text }, hint) => {
        numeric(near, at("hints", hint, "near"));
        return { near, text: rendered(at("hints", hint, "text"), text) };
      });
    } else if (exercise.kind === "table" && html.kind === "table") {
      const keys: Record<string, unknown> = {};
      html.cells = Object.fromEntries(
        Object.entries(exercise.cells).map(([cell, key]) => {
          const found = numeric(key.answer, at("cells", cell, "answer"));
          keys[cell] = found === undefined ? undefined : found / (key.scale ?? 1);
          return [cell, { ...key, label: rendered(at("cells", cell, "label"), key.label) }];
        }),
      );
      expected = keys;
    } else if (exercise.kind === "order" && html.kind === "order") {
      const keys = Object.keys(exercise.items);
      const before = problems.length;
      html.items = Object.fromEntries(
        Object.entries(exercise.items).map(([key, item]) => {
          numeric(item.value, at("items", key, "value"));
          return [key, { ...item, text: rendered(at("items", key), item.text) }];
        }),
      );
      const verdict = problems.length === before ? trying(at("items"), () => engine.score({ exercise, answer: keys, variables })) : undefined;
      if (verdict?.correct) wrong(at("items"), `exercise ${exercise.id}: the items stand in the right order before anything is moved`);
      expected = verdict?.expected;
    } else if (exercise.kind === "setting" && html.kind === "setting") {
      const widget = widgets.get(exercise.widget);
      if (!spec.widgets?.[exercise.widget]) wrong(at("widget"), `there is no widget ${exercise.widget}`);
      if (widget) {
        const state = { state: widget.request };
        const before = problems.length;
        const reached = value(exercise.goal, at("goal"), state);
        if (problems.length === before && typeof reached !== "boolean") wrong(at("goal"), `must give true or false, and gives ${JSON.stringify(reached)}`);
        if (reached === true) wrong(at("goal"), "is reached before anything is moved");
        html.hints = (exercise.hints ?? []).map(({ when, text }, hint) => {
          value(when, at("hints", hint, "when"), state);
          return { when, text: rendered(at("hints", hint, "text"), text) };
        });
      }
    }
    pages.set(exercise.id, { exercise: html, expected });
  });

  // The text, top to bottom.
  const open: string[] = [];
  const firstOf = (set: Set<string>, kind: string, key: string): void => {
    if (set.has(key)) throw new Error(`${kind} ${key} stands here a second time`);
    set.add(key);
  };
  const missing = (kind: string, key: string, known: Iterable<string>): never => {
    throw new Error(`there is no ${kind} ${key || "without a name"} in lab.json; it has ${[...known].join(", ") || "none"}`);
  };
  const counted = { predictions: 0, exercises: 0 };
  const placed = (key: string): string => {
    const { exercise, expected } = pages.get(key)!;
    return exerciseHtml(exercise, (counted[exercise.predict ? "predictions" : "exercises"] += 1), expected);
  };
  const directive = (kind: string, key: string): string => {
    switch (kind) {
      case "widget":
        if (!spec.widgets?.[key]) return missing(kind, key, Object.keys(spec.widgets ?? {}));
        firstOf(used.widgets, kind, key);
        return widgets.get(key)?.html ?? "";
      case "table":
        if (!spec.tables?.[key]) return missing(kind, key, Object.keys(spec.tables ?? {}));
        used.tables.add(key);
        return tables.get(key) ?? "";
      case "exercise":
        if (!pages.has(key)) return missing(kind, key, pages.keys());
        firstOf(used.exercises, kind, key);
        return placed(key);
      case "reveal":
        if (open.length > 0) throw new Error(`::reveal ${open.at(-1)} is not ended yet`);
        if (!pages.get(key)?.exercise.predict) throw new Error(`::reveal needs an exercise with "predict": true, and ${key || "nothing"} is none`);
        if (!used.exercises.has(key)) throw new Error(`::reveal ${key} stands before its ::exercise ${key}`);
        open.push(key);
        return revealOpen(key);
      case "end":
        if (open.pop() === undefined) throw new Error("::end without a ::reveal");
        return "</details>";
      default:
        throw new Error(`there is no directive ::${kind}; there are ::widget, ::table, ::exercise, ::reveal and ::end`);
    }
  };
  const text = readFileSync(join(folder, "lab.md"), "utf8");
  let body = "";
  try {
    body = renderer({ figure, directive }).block(text);
    if (open.length > 0) throw new TextError(text.split("\n").findIndex((line) => line.startsWith(`::reveal ${open[0]}`)) + 1, `::reveal ${open[0]} is never ended by ::end`);
  } catch (error) {
    problems.push({ file: files.text, line: error instanceof TextError ? error.line : 1, reason: message(error) });
  }

  // The note has a page of its own, whose title is the note's.
  let note: { title: string; body: string } | undefined;
  if (existsSync(noted.path)) {
    const source = readFileSync(noted.path, "utf8");
    const heading = /^# (.+)$/m.exec(source.split("\n", 1)[0]!)?.[1];
    const worked = (block: string): string => workedHtml(block, { variables, entries, figure: (key) => (figures.has(key) ? figure(key).html : undefined) });
    try {
      if (!heading) throw new TextError(1, "a model note begins with its title, # and some words");
      note = { title: heading, body: renderer({ figure, worked }).block(source.replace(/^.*/, "")) };
    } catch (error) {
      problems.push({ file: noted.file, line: error instanceof TextError ? error.line : 1, reason: message(error) });
    }
  }

  const question = rendered("/question", spec.question);
  const parts = { prerequisites: all("prerequisites"), goals: all("goals"), takeaways: all("takeaways"), next: all("next") };

  // What is described and never shown; a text that broke off proves nothing. A figure is left over whenever a sentence
  // is taken out, and does no harm; what the reader is meant to see or do must be there.
  const remarks: Problem[] = [];
  if (problems.length === 0) {
    for (const key of figures.keys()) {
      if (!used.figures.has(key)) remarks.push({ file: files.json, line: located.line(pointer("figures", key)), reason: `figure ${key} is used nowhere` });
    }
    for (const kind of ["tables", "widgets"] as const) {
      for (const key of Object.keys(spec[kind] ?? {})) if (!used[kind].has(key)) wrong(pointer(kind, key), `${kind.slice(0, -1)} ${key} is used nowhere`);
    }
    exercises.forEach(({ id }, index) => {
      if (!used.exercises.has(id)) wrong(pointer("exercises", index), `exercise ${id} is used nowhere`);
    });
  }
  stop();

  const lab: PageLab = {
    name,
    title: spec.title,
    version: spec.version,
    identify: spec.identify ?? "optional",
    ...(spec.course ? { course: spec.course } : {}),
    ...(spec.mastery ? { mastery: spec.mastery } : {}),
    variables,
    figures: spec.figures ?? {},
    tables: spec.tables ?? {},
    // Explanations stand in the page; their words are not needed twice.
    exercises: exercises.map(({ id }) => {
      const { explanation: _, ...rest } = pages.get(id)!.exercise;
      return rest as Exercise;
    }),
  };
  return {
    remarks,
    listed: { name, title: spec.title, question, minutes: spec.minutes },
    html: labPage(spec, lab, { question, plainQuestion: plain(question), body, noted: note !== undefined, ...parts }),
    ...(note ? { note: notePage(spec, note) } : {}),
  };
}

/** Every page of the labs in a folder, by its address within the site. All mistakes of all labs are told at once. */
export function buildLabs(folder: string, builder: Builder): { pages: Map<string, string>; remarks: string[] } {
  const pages = new Map<string, string>();
  const listed: Listed[] = [];
  const problems: Problem[] = [];
  const remarks: string[] = [];
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => entry.name).sort();
  for (const name of names) {
    try {
      const built = buildLab(join(folder, name), builder);
      pages.set(`labs/${name}/index.html`, built.html);
      if (built.note) pages.set(`labs/${name}/model-note.html`, built.note);
      listed.push(built.listed);
      remarks.push(...built.remarks.map(told));
    } catch (error) {
      if (!(error instanceof LabError)) throw error;
      problems.push(...error.problems);
    }
  }
  if (problems.length > 0) throw new LabError(problems);
  pages.set("labs/index.html", indexPage(listed));
  return { pages, remarks };
}

