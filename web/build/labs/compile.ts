// From folders with lab.json and lab.md to pages. Everything a lab says of itself is checked against
// its schema, its own parts and the engine; what is wrong is told by file, line and reason.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { answer, tableRows, type Answered } from "../../labs/figures.js";
import { JsonError, parse, type Located } from "./json-lines.js";
import { placesIn, renderer, TextError } from "./markdown.js";
import { workedHtml } from "./note.js";
import { pictureHtml } from "./picture.js";
import { answersPlacer, placer, type Parts, type PlacedWidget } from "./body.js";
import { keyed, type Keyed } from "./keys.js";
import { unusedNames, wrongNames } from "./names.js";
import { figureHtml, tableHtml, widgetHtml } from "./figures-html.js";
import type { Awaited } from "./locks-html.js";
import { askedIn, asExam, outlineOf } from "./exam.js";
import { Contents } from "./contents.js";
import { Terms } from "./terms.js";
import { answersPage, coursePage, gatePage, indexPage, labPage, notePage, teachPage, type Listed } from "./page.js";
import { coursesOf } from "./courses.js";
import { inOrder } from "./order.js";
import type { Outline } from "../../labs/course.js";
import { drawnFrom, everyVariant, variantFile, type VariantOf } from "./variants.js";
import { checkSchema, LabError, message, once, pointer, written, type Problem } from "./problems.js";
import type { Still } from "../still.js";
import type { Asked, Exercise, Figure, LabSpec, Names, PageLab } from "../../labs/types.js";

export interface Builder {
  engine: Asked & { models(): { id: string; name: string }[]; hardware(): { id: string; name: string }[] };
  still(element: string, attributes: Record<string, string>): Still;
  /** labs/lab.schema.json, read. */
  schema: object;
}

/** A variable that is a word or a number is a figure of its own name. */
const ownFigures = (variables: Names["variables"]): Record<string, Figure> =>
  Object.fromEntries(Object.entries(variables).flatMap(([key, value]) => (typeof value === "string" ? [[key, `${key} | name`]] : typeof value === "number" ? [[key, `${key} | number`]] : [])));

const title = (element: string): string => element.replace("ridge-", "").replace(/^./, (letter) => letter.toUpperCase());

export interface Built {
  spec: LabSpec;
  /** For the page of a course. */
  outline: Outline;
  goals: string[];
  listed: Listed;
  html: string;
  /** The page with everything open, if the lab publishes one. */
  answers?: string;
  /** The page of its model note, if it has one. */
  note?: string;
  /** What is no mistake, and may be a slip all the same. */
  remarks: Problem[];
}

/** `variant` has other values for some of the lab's variables. */
export function buildLab(folder: string, { engine, still, schema }: Builder, variant?: VariantOf): Built {
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
    // What is wrong may stand behind a name: in a definition, or as a value that the engine refuses.
    const definition = /^definitions\.(\w+)/.exec(reason)?.[1];
    const from = Object.entries((located.value as LabSpec).variables ?? {}).find(([, value]) => typeof value === "string" && reason.endsWith(`given ${JSON.stringify(value)}`));
    const place = definition ? pointer("definitions", definition) : from ? pointer("variables", from[0]) : where;
    problems.push({ file: files.json, line: located.line(place), reason });
  };

  checkSchema(schema, located.value, wrong);
  stop();

  const spec = located.value as LabSpec;
  const names: Names = { variables: { ...spec.variables, ...variant?.variables }, definitions: spec.definitions ?? {} };
  for (const name of Object.keys(spec.variants ?? {})) {
    if (!Object.hasOwn(spec.variables ?? {}, name)) wrong(pointer("variants", name), `${name} is none of the variables, which have the values of the lab as it stands in the index`);
  }
  const exam = spec.exam === true;
  if (exam && spec.answers === "page") wrong("/answers", "an exam publishes no page of answers");
  for (const [kind, name, reason] of wrongNames(engine, names)) wrong(pointer(kind, name), reason);
  stop();
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
  const named = { ...ownFigures(names.variables), ...spec.figures };
  for (const [key, figure] of Object.entries(named)) {
    const found = trying(pointer("figures", key), () => answer(engine, figure, names, entries));
    figures.set(key, found ?? { value: null, text: "" });
  }
  /** By its name, or by the formula that stands in a text in its place. */
  const figure = (key: string): { html: string; text: string } => {
    used.figures.add(key);
    if (key.startsWith("=") && !figures.has(key)) figures.set(key, answer(engine, key.slice(1), names, entries));
    const found = figures.get(key);
    if (!found) throw new Error(`there is no figure ${key} in lab.json`);
    return { html: figureHtml(exam ? null : key, found), text: found.text };
  };
  const text = readFileSync(join(folder, "lab.md"), "utf8");
  const source = existsSync(noted.path) ? readFileSync(noted.path, "utf8") : undefined;
  // Asked now, for what the page prints is compared with its keys below.
  const inline = placesIn([text, source, spec]).filter((key) => key.startsWith("="));
  for (const key of inline) {
    try {
      figure(key);
    } catch {
      // Told where its text is rendered.
    }
  }
  const terms = new Terms();
  const texts = renderer({ figure, term: terms.open });
  const rendered = (where: string, text: string, how: "inline" | "block" = "inline"): string => trying(where, () => texts[how](text).trim()) ?? "";
  const all = (key: "prerequisites" | "goals" | "next"): string[] => (spec[key] ?? []).map((text, index) => rendered(pointer(key, index), text));
  const plain = (html: string): string => html.replace(/<[^>]+>/g, "").replace(/&quot;/g, '"').replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&");

  const tables = new Map<string, string>();
  const rowsOf = new Map<string, Answered[][]>();
  for (const [key, table] of Object.entries(spec.tables ?? {})) {
    let where = pointer("tables", key);
    let rows: Answered[][] | undefined;
    try {
      rows = tableRows(engine, table, names, entries, (column, error) => {
        where = pointer("tables", key, "columns", column);
        throw error;
      });
    } catch (error) {
      wrong(where, `table ${key}: ${message(error)}`);
    }
    const inline = (text: string): string => rendered(pointer("tables", key), text);
    if (rows) rowsOf.set(key, rows);
    if (rows) tables.set(key, tableHtml(key, table, rows, inline, (text) => plain(inline(text))));
  }

  const widgets = new Map<string, PlacedWidget>();
  for (const [key, { element, attributes = {} }] of Object.entries(spec.widgets ?? {})) {
    trying(pointer("widgets", key), () => {
      const given = Object.fromEntries(
        Object.entries(attributes).map(([attribute, value]) => {
          const set = typeof value === "string" && value.startsWith("=") ? engine.evaluate({ formula: value.slice(1), ...names }).value : value;
          return [attribute, typeof set === "string" ? set : JSON.stringify(set)];
        }),
      );
      // Several widgets of one kind are told apart by name.
      given["label"] ??= `${title(element)}: ${key.replace(/[_-]+/g, " ")}`;
      const { html, request, fields } = still(element, given);
      widgets.set(key, { html: widgetHtml(key, element, given, html), still: html, request, fields });
    });
  }

  // Exercises: every key is worked out now, so that a lab whose key fails is never published.
  const hints = new Map<string, string>();
  const printed = [
    ...[...figures].map(([key, one]) => ({ ...one, where: `figure ${key}`, figure: key })),
    ...[...rowsOf].flatMap(([key, rows]) => rows.flat().map((one) => ({ ...one, where: `table ${key}` }))),
  ];
  const pages = new Map<string, Keyed>();
  exercises.forEach((exercise, index) => {
    const at = (...steps: (string | number)[]): string => pointer("exercises", index, ...steps);
    if (pages.has(exercise.id)) wrong(at("id"), `there are two exercises ${exercise.id}`);
    pages.set(exercise.id, keyed(exercise, { engine, names, widgets: { known: Object.keys(spec.widgets ?? {}), requests: widgets }, printed, hints, rendered, trying, wrong, failed: () => problems.length, at }));
  });

  // The text, top to bottom; and once more with everything open.
  const published = !exam && !variant && !drawnFrom(spec) && (spec.answers ?? (spec.course ? "none" : "page")) === "page";
  const parts = { widgets, tables, pages, used, published, exam, known: { widget: Object.keys(spec.widgets ?? {}), table: Object.keys(spec.tables ?? {}) } };
  const picture = (file: string, shows: string): string => pictureHtml(folder, file, shows, (key) => figure(key).text);
  let contents = new Contents();
  let body = "";
  let answers = "";
  let labels = new Map<string, Awaited>();
  try {
    const placed = (text: string, used: Parts["used"]): string => {
      contents = new Contents();
      const shut = placer({ ...parts, used }, text);
      const html = renderer({ figure, picture, term: terms.open, part: contents.add, directive: shut.directive }).block(text);
      shut.end();
      labels = shut.labels;
      return html;
    };
    body = placed(text, used);
    if (exam) body = placed(askedIn(text), { tables: new Set(), widgets: new Set(), exercises: new Set() });
    answers = renderer({ figure, picture, term: terms.open, directive: answersPlacer(parts, labels) }).block(text);
  } catch (error) {
    problems.push({ file: files.text, line: error instanceof TextError ? error.line : 1, reason: message(error) });
  }

  // The note has a page of its own, whose title is the note's.
  let note: { title: string; body: string } | undefined;
  if (source !== undefined) {
    const heading = /^# (.+)$/m.exec(source.split("\n", 1)[0]!)?.[1];
    const worked = (block: string): string => workedHtml(block, { variables: names.variables, entries, figure: (key) => (figures.has(key) ? figure(key).html : undefined) });
    try {
      if (!heading) throw new TextError(1, "a model note begins with its title, # and some words");
      note = { title: heading, body: renderer({ figure, worked }).block(source.replace(/^.*/, "")) };
    } catch (error) {
      problems.push({ file: noted.file, line: error instanceof TextError ? error.line : 1, reason: message(error) });
    }
  }

  const question = rendered("/question", spec.question);
  const takeaways = (spec.takeaways ?? []).map((one, index) => {
    const { text, after } = typeof one === "string" ? { text: one, after: [] } : one;
    for (const id of after) if (!pages.has(id)) wrong(pointer("takeaways", index, "after"), `there is no exercise ${id}; there are ${[...pages.keys()].join(", ")}`);
    return { html: rendered(pointer("takeaways", index), text), after: after.flatMap((id) => labels.get(id) ?? []) };
  });
  const lists = { prerequisites: all("prerequisites"), goals: all("goals"), takeaways, next: all("next") };

  // What is described and never shown; a text that broke off proves nothing. A figure is left over whenever a sentence
  // is taken out, and does no harm; what the reader is meant to see or do must be there.
  const remarks: Problem[] = [];
  if (problems.length === 0) {
    for (const key of Object.keys(spec.figures ?? {})) {
      if (!used.figures.has(key)) remarks.push({ file: files.json, line: located.line(pointer("figures", key)), reason: `figure ${key} is used nowhere` });
    }
    const worked = source?.match(/^```worked\n[\s\S]*?^```/gm)?.join("\n") ?? "";
    for (const [kind, name] of unusedNames(spec, [worked, ...inline])) {
      remarks.push({ file: files.json, line: located.line(pointer(kind, name)), reason: `${kind.slice(0, -1)} ${name} is used nowhere` });
    }
    for (const kind of ["tables", "widgets"] as const) {
      for (const key of Object.keys(spec[kind] ?? {})) if (!used[kind].has(key)) wrong(pointer(kind, key), `${kind.slice(0, -1)} ${key} is used nowhere`);
    }
    exercises.forEach(({ id }, index) => {
      if (!used.exercises.has(id)) wrong(pointer("exercises", index), `exercise ${id} is used nowhere`);
    });
  }
  stop();

  const whole: PageLab = {
    name,
    ...(variant ? { variant: variant.key } : {}),
    title: spec.title,
    version: spec.version,
    identify: spec.identify ?? "optional",
    ...(spec.course ? { course: spec.course } : {}),
    ...(spec.mastery ? { mastery: spec.mastery } : {}),
    ...names,
    figures: { ...Object.fromEntries(Object.entries(named).filter(([key]) => used.figures.has(key))), ...Object.fromEntries(inline.map((key) => [key, key.slice(1)])) },
    tables: spec.tables ?? {},
    widgets: Object.fromEntries([...widgets].map(([key, { fields }]) => [key, fields])),
    // Explanations stand in the page; their words are not needed twice.
    exercises: exercises.map(({ id }) => {
      const { explanation: _, ...rest } = pages.get(id)!.exercise;
      return rest as Exercise;
    }),
  };
  const lab = exam ? asExam(whole) : whole;
  return {
    spec,
    outline: outlineOf(lab, drawnFrom(spec) !== undefined),
    goals: lists.goals,
    remarks,
    listed: { name, title: spec.title, question, minutes: spec.minutes },
    html: labPage(spec, lab, { question, plainQuestion: plain(question), contents: contents.html(), body, panels: terms.panels(), noted: note !== undefined && !exam, published, ...lists, ...(exam ? { hints: new Map<string, string>(), takeaways: [] } : { hints }) }),
    ...(published ? { answers: answersPage(spec, { body: answers, panels: terms.panels(), takeaways }) } : {}),
    ...(note && !exam ? { note: notePage(spec, note) } : {}),
  };
}

/** A page for each variant, each checked as a lab of its own: its keys, and that no displayed answer is refused. */
function variantPages(folder: string, builder: Builder, spec: LabSpec): Map<string, string> {
  const pages = new Map<string, string>();
  const variants = drawnFrom(spec);
  if (!variants) return pages;
  const file = `${basename(join(folder, ".."))}/${basename(folder)}/lab.json`;
  let all: VariantOf[];
  try {
    all = everyVariant(variants);
  } catch (error) {
    throw new LabError([{ file, line: 1, reason: message(error) }]);
  }
  for (const variant of all) {
    try {
      pages.set(variantFile(variant.key), buildLab(folder, builder, variant).html);
    } catch (error) {
      if (!(error instanceof LabError)) throw error;
      throw new LabError(error.problems.map((problem) => ({ ...problem, reason: `with ${JSON.stringify(variant.variables)}: ${problem.reason}` })));
    }
  }
  return pages;
}

/**
 * Every page of the labs in a folder, by its address within the site; the index has them in the order of learning, with what
 * that does not name at the end. All mistakes of all labs are told at once.
 */
export function buildLabs(folder: string, builder: Builder): { pages: Map<string, string>; remarks: string[] } {
  const pages = new Map<string, string>();
  const listed: Listed[] = [];
  const all: Built[] = [];
  const problems: Problem[] = [];
  const remarks: string[] = [];
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => entry.name).sort();
  const collected = <T>(run: () => T): T | undefined => {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof LabError)) throw error;
      problems.push(...error.problems);
      return undefined;
    }
  };
  const order = collected(() => inOrder(folder, names));
  const taught = collected(() => coursesOf(folder, names));
  for (const name of order?.names ?? names) {
    collected(() => {
      const built = buildLab(join(folder, name), builder);
      pages.set(`labs/${name}/index.html`, drawnFrom(built.spec) ? gatePage(built.spec, built.listed) : built.html);
      for (const [file, html] of variantPages(join(folder, name), builder, built.spec)) pages.set(`labs/${name}/${file}`, html);
      if (built.answers) pages.set(`labs/${name}/answers.html`, built.answers);
      if (built.note) pages.set(`labs/${name}/model-note.html`, built.note);
      all.push(built);
      listed.push(built.listed);
      remarks.push(...built.remarks.map(written));
    });
  }
  remarks.push(...[order, taught].flatMap((beside) => beside?.remarks ?? []).map(written));
  if (problems.length > 0 || !taught) throw new LabError(problems);
  pages.set("labs/index.html", indexPage(listed));
  pages.set("labs/course.html", coursePage(all.map(({ listed, outline }) => ({ ...listed, outline }))));
  pages.set("labs/teach.html", teachPage(all.map(({ listed, goals }) => ({ ...listed, goals })), taught));
  return { pages, remarks };
}

