// From the files of a lab to its pages. Everything a lab says of itself is checked against
// its schema, its own parts and the engine; what is wrong is told by file, line and reason.

import { answer, tableRows, type Answered } from "../../labs/figures.js";
import { shownAsItStands } from "./literal.js";
import { placesIn, renderer, TextError } from "./markdown.js";
import { withoutWorked, withWorkedMarked, workedHtml, type Known } from "./note.js";
import { pictureHtml } from "./picture.js";
import { answersPlacer, placer, type Parts, type PlacedWidget } from "./body.js";
import { keyed, type Keyed } from "./keys.js";
import { unusedNames, wrongNames } from "./names.js";
import { figureHtml, tableHtml, widgetHtml } from "./figures-html.js";
import type { Awaited } from "./locks-html.js";
import { askedIn, asExam, outlineOf } from "./exam.js";
import { Contents } from "./contents.js";
import { Terms } from "./terms.js";
import { answersPage, gatePage, labPage, notePage, type Listed } from "./page.js";
import type { LabFolder } from "./folder.js";
import { data, version } from "../version.js";
import type { Outline } from "../../labs/course.js";
import { drawnFrom, everyVariant, variantFile, type VariantOf } from "./variants.js";
import { LabError, message, pointer, type Check, type Problem } from "./problems.js";
import { sourcesOf, type Sources } from "./sources.js";
import type { Still } from "../still.js";
import type { Asked, Exercise, Figure, LabSpec, Names, PageLab } from "../../labs/types.js";

export interface Builder {
  engine: Asked & { models(): { id: string; name: string }[]; hardware(): { id: string; name: string }[] };
  still(element: string, attributes: Record<string, string>, width?: number): Still;
  /** By labs/lab.schema.json. */
  check: Check;
  /** Every lab as an exam, whatever it says of itself. */
  exams?: boolean;
}

/** How wide drawings of a widget are where it does not run, so that their words can be read on a phone too. */
const PHONE = 300;

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

type Used = Record<"figures" | "tables" | "widgets" | "exercises", Set<string>>;

/**
 * What is described and never shown. A figure or a name is left over whenever a sentence is taken out, and does no harm, so
 * it is a remark; what the reader is meant to see or do must be there. `inline`: the formulas that stand in texts.
 */
function leftOver({ spec, note, at, wrong }: Sources, used: Used, inline: readonly string[]): Problem[] {
  for (const kind of ["tables", "widgets"] as const) {
    for (const key of Object.keys(spec[kind] ?? {})) if (!used[kind].has(key)) wrong(pointer(kind, key), `${kind.slice(0, -1)} ${key} is used nowhere`);
  }
  (spec.exercises ?? []).forEach(({ id }, index) => {
    if (!used.exercises.has(id)) wrong(pointer("exercises", index), `exercise ${id} is used nowhere`);
  });
  const worked = note?.match(/^```worked\n[\s\S]*?^```/gm)?.join("\n") ?? "";
  const figures = Object.keys(spec.figures ?? {}).filter((key) => !used.figures.has(key)).map((key) => ["figures", key] as const);
  return [...figures, ...unusedNames(spec, [worked, ...inline])].map(([kind, name]) => at(pointer(kind, name), `${kind.slice(0, -1)} ${name} is used nowhere`));
}

/** A model note, which has a page of its own. */
function noteOf(source: string, known: Known, figure: (key: string) => { html: string; text: string }): { title: string; body: string } {
  const title = /^# (.+)$/m.exec(source.split("\n", 1)[0]!)?.[1];
  if (!title) throw new TextError(1, "a model note begins with its title, # and some words");
  return { title, body: withWorkedMarked(renderer({ figure, worked: (block) => workedHtml(block, known) }).block(source.replace(/^.*/, ""))) };
}

/** Whether whoever likes may read the answers, on a page of their own. */
export const publishesAnswers = ({ exam, answers, course }: LabSpec): boolean => exam !== true && (answers ?? (course ? "none" : "page")) === "page";

/** `variant` has other values for some of the lab's variables. */
export function buildLab(folder: LabFolder, { engine, still, check, exams }: Builder, variant?: VariantOf): Built {
  const sources = sourcesOf(folder, check, exams);
  const { name, spec, text, note: source, files, problems, wrong, stop } = sources;
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
  const used: Used = { figures: new Set<string>(), tables: new Set<string>(), widgets: new Set<string>(), exercises: new Set<string>() };

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
      const drawn = still(element, given, PHONE);
      widgets.set(key, { around: (shown) => widgetHtml(key, element, given, shown), still: drawn, request: drawn.request, fields: drawn.fields });
    });
  }

  // Exercises: every key is worked out now, so that a lab whose key fails is never published.
  const hints = new Map<string, string>();
  const printed = [
    ...[...figures].map(([key, one]) => ({ ...one, where: `figure ${key}`, figure: key })),
    ...[...rowsOf].flatMap(([key, rows]) => rows.flat().map((one) => ({ ...one, where: `table ${key}` }))),
  ];
  const pages = new Map<string, Keyed>();
  const slips: Problem[] = [];
  const remark = (where: string, reason: string): void => void slips.push(sources.at(where, reason));
  exercises.forEach((exercise, index) => {
    const at = (...steps: (string | number)[]): string => pointer("exercises", index, ...steps);
    if (pages.has(exercise.id)) wrong(at("id"), `there are two exercises ${exercise.id}`);
    pages.set(exercise.id, keyed(exercise, { engine, names, widgets: { known: Object.keys(spec.widgets ?? {}), requests: widgets }, printed, hints, rendered, trying, wrong, remark, failed: () => problems.length, at }));
  });

  // The text, top to bottom; and once more with everything open.
  const published = !variant && !drawnFrom(spec) && publishesAnswers(spec);
  const parts = { widgets, tables, pages, used, published, exam, opens: new Set<string>(), known: { widget: Object.keys(spec.widgets ?? {}), table: Object.keys(spec.tables ?? {}) } };
  const picture = (file: string, shows: string): string => pictureHtml(folder, file, shows, (key) => figure(key).text);
  let contents = new Contents();
  let body = "";
  let answers = "";
  let labels = new Map<string, Awaited>();
  let awaited: Parts["opens"] = new Set<string>();
  /** What a text comes to; its mistakes are told by line. */
  const rendering = <T>(file: string, run: () => T): T | undefined => {
    try {
      return run();
    } catch (error) {
      problems.push({ file, line: error instanceof TextError ? error.line : 1, reason: message(error) });
      return undefined;
    }
  };
  rendering(files.text, () => {
    const placed = (text: string, used: Parts["used"], opens: Parts["opens"]): string => {
      contents = new Contents();
      const shut = placer({ ...parts, used, opens }, text, () => contents.last);
      const html = renderer({ figure, picture, term: terms.open, part: contents.add, directive: shut.directive }).block(text);
      shut.end();
      labels = shut.labels;
      awaited = shut.awaited;
      return html;
    };
    body = placed(text, used, awaited);
    if (exam) body = placed(askedIn(text), { tables: new Set(), widgets: new Set(), exercises: new Set() }, awaited);
    answers = renderer({ figure, picture, term: terms.open, directive: answersPlacer(parts, labels) }).block(text);
  });

  const note = source === undefined ? undefined : rendering(files.note, () => noteOf(source, { variables: names.variables, entries, figure: (key) => (figures.has(key) ? figure(key).html : undefined) }, figure));

  const question = rendered("/question", spec.question);
  const takeaways = (spec.takeaways ?? []).map((one, index) => {
    const { text, after } = typeof one === "string" ? { text: one, after: [] } : one;
    for (const id of after) if (!pages.has(id)) wrong(pointer("takeaways", index, "after"), `there is no exercise ${id}; there are ${[...pages.keys()].join(", ")}`);
    return { html: rendered(pointer("takeaways", index), text), after: after.flatMap((id) => labels.get(id) ?? []) };
  });
  const lists = { prerequisites: all("prerequisites"), goals: all("goals"), takeaways, next: all("next") };

  // A text that broke off proves nothing.
  const remarks = problems.length > 0 ? [] : [...slips, ...leftOver(sources, used, inline), ...shownAsItStands(text).map((slip) => ({ file: files.text, ...slip }))];
  stop();

  const whole: PageLab = {
    name,
    ...(variant ? { variant: variant.key } : {}),
    title: spec.title,
    version: spec.version,
    engine: { version, data },
    build: engine.build.slice(0, 8),
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
  const lab = exam ? asExam(whole, [...awaited]) : whole;
  return {
    spec,
    outline: outlineOf(lab, drawnFrom(spec) !== undefined),
    goals: lists.goals,
    remarks,
    listed: { name, title: spec.title, question, minutes: spec.minutes },
    html: labPage(spec, lab, { question, plainQuestion: plain(question), contents: contents.html(), body, panels: terms.panels(), noted: note !== undefined && !exam, published, ...lists, ...(exam ? { hints: new Map<string, string>(), takeaways: [] } : { hints }) }),
    ...(published ? { answers: answersPage(spec, { body: answers, panels: terms.panels(), takeaways }) } : {}),
    ...(note && !exam ? { note: notePage(spec, published ? note : { ...note, body: withoutWorked(note.body) }) } : {}),
  };
}

/** A page for each variant, each checked as a lab of its own: its keys, and that no displayed answer is refused. */
function variantPages(folder: LabFolder, builder: Builder, spec: LabSpec): Map<string, string> {
  const pages = new Map<string, string>();
  const variants = drawnFrom(spec);
  if (!variants) return pages;
  const file = `${folder.shown}/lab.json`;
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

/** A lab, and the pages that stand in its folder, by their address within the site. */
export function builtLab(folder: LabFolder, builder: Builder): { built: Built; pages: Map<string, string> } {
  const built = buildLab(folder, builder);
  const { spec, listed, html, answers, note } = built;
  const pages = new Map([["index.html", drawnFrom(spec) ? gatePage(spec, listed) : html], ...variantPages(folder, builder, spec)]);
  if (answers) pages.set("answers.html", answers);
  if (note) pages.set("model-note.html", note);
  return { built, pages: new Map([...pages].map(([file, page]) => [`labs/${listed.name}/${file}`, page])) };
}
