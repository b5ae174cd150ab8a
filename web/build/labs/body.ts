// The ::directives of a lab's text as HTML: on its page, with what gives answers away shut, and on the page of answers.

import { escapeHtml } from "../../labs/html.js";
import type { Keyed } from "./keys.js";
import { TextError } from "./markdown.js";
import { answeredHtml, exerciseHtml } from "./exercise-html.js";
import { kindOf } from "../../labs/kinds.js";
import { buildOf } from "./kinds.js";
import { afterHtml, revealHtml, type Awaited } from "./locks-html.js";
import { stillHtml, type Still } from "../still.js";

export interface PlacedWidget {
  /** The live widget around what stands there until it runs. */
  around(still: string): string;
  still: Pick<Still, "sentences" | "drawings" | "tables">;
  request: Record<string, unknown>;
  fields: string[];
}

export interface Parts {
  widgets: ReadonlyMap<string, PlacedWidget>;
  tables: ReadonlyMap<string, string>;
  pages: ReadonlyMap<string, Keyed>;
  /** The names that lab.json describes, whether or not they could be built. */
  known: { widget: readonly string[]; table: readonly string[] };
  /** Whether there is a page of answers to lead to. */
  published: boolean;
  exam: boolean;
  /** The exercises of an exam that open something. */
  opens: ReadonlySet<string>;
  /** Gets what stands in the text. */
  used: { tables: Set<string>; widgets: Set<string>; exercises: Set<string> };
}

type Directive = (kind: string, key: string) => string;

const missing = (kind: string, key: string, known: Iterable<string>): never => {
  throw new Error(`there is no ${kind} ${key || "without a name"} in lab.json; it has ${[...known].join(", ") || "none"}`);
};

const tooEarly = (kind: string, id: string): never => {
  throw new Error(`::${kind} ${id} stands before its ::exercise ${id}`);
};

/** The still of each widget, in the order of the text: a drawing or a table that has stood there already does not stand there again. */
function stillsOnce(widgets: Parts["widgets"]): (key: string) => string {
  const stood = new Set<string>();
  const isNew = (part: string): boolean => {
    // But for the names by which the parts of a drawing are found.
    const shows = part.replace(/\br\d+-/g, "");
    return stood.size < stood.add(shows).size;
  };
  return (key) => {
    const { sentences, drawings, tables } = widgets.get(key)!.still;
    return stillHtml({ sentences, drawings: drawings.filter(isNew), tables: tables.filter(isNew) });
  };
}

/** Places everything once, top to bottom; `part` is the heading above what is placed, and `end` tells of what was left open. */
export function placer({ widgets, tables, pages, known, published, exam, opens, used }: Parts, text: string, part: () => string): { directive: Directive; end(): void; labels: Map<string, Awaited>; awaited: Set<string> } {
  const labels = new Map<string, Awaited>();
  /** What an ::after waits for. */
  const awaited = new Set<string>();
  const counted = { predictions: 0, exercises: 0 };
  /** What each widget waits for. */
  const lockOf = new Map<string, string>();
  let open: { kind: string; key: string; close: string } | undefined;

  const stillOf = stillsOnce(widgets);
  const once = (set: Set<string>, kind: string, key: string): void => {
    if (set.has(key)) throw new Error(`${kind} ${key} stands here a second time`);
    set.add(key);
  };
  const neverEnded = ({ kind, key }: { kind: string; key: string }): TextError =>
    new TextError(text.split("\n").map((line) => line.trimEnd()).lastIndexOf(`::${kind} ${key}`) + 1, `::${kind} ${key} is never ended by ::end`);
  const shut = (kind: "reveal" | "after", key: string): string => {
    if (open) throw neverEnded(open);
    if (kind === "reveal" && !pages.get(key)?.exercise.predict) throw new Error(`::reveal needs an exercise with "predict": true, and ${key || "nothing"} is none`);
    const after = key.split(" ").map((id) => {
      if (!pages.has(id)) return missing("exercise", id, pages.keys());
      return labels.get(id) ?? tooEarly(kind, id);
    });
    if (kind === "after") for (const { id } of after) awaited.add(id);
    const [html, close] = kind === "reveal" ? revealHtml(after[0]!, published) : afterHtml(after, part(), published);
    open = { kind, key, close };
    return html;
  };

  const directive: Directive = (kind, key) => {
    switch (kind) {
      case "widget":
        if (!known.widget.includes(key)) return missing(kind, key, known.widget);
        once(used.widgets, kind, key);
        lockOf.set(key, open?.key ?? "");
        return widgets.get(key)?.around(stillOf(key)) ?? "";
      case "table":
        if (!known.table.includes(key)) return missing(kind, key, known.table);
        used.tables.add(key);
        return tables.get(key) ?? "";
      case "exercise": {
        const keyed = pages.get(key) ?? missing(kind, key, pages.keys());
        const { exercise, expected } = keyed;
        once(used.exercises, kind, key);
        const widget = buildOf(exercise).widget?.(exercise);
        const lock = widget === undefined ? undefined : lockOf.get(widget);
        if (lock && lock !== open?.key) throw new Error(`exercise ${key} checks a widget that is shut until ${lock} is done: put it behind ::after ${lock} too`);
        const label = exercise.predict ? `Prediction ${(counted.predictions += 1)}` : `Exercise ${(counted.exercises += 1)}`;
        labels.set(key, { id: key, label, part: part(), graded: kindOf(exercise).graded });
        return exerciseHtml(exercise, label, expected, exam, opens.has(key));
      }
      case "reveal":
      case "after":
        return shut(kind, key);
      case "end": {
        if (!open) throw new Error("::end without a ::reveal or an ::after");
        const { close } = open;
        open = undefined;
        return close;
      }
      default:
        throw new Error(`there is no directive ::${kind}; there are ::widget, ::table, ::exercise, ::reveal, ::after and ::end`);
    }
  };
  const end = (): void => {
    if (open) throw neverEnded(open);
  };
  return { directive, end, labels, awaited };
}

/** The same text with everything open and nothing to fill in. */
export function answersPlacer({ widgets, tables, pages }: Parts, labels: ReadonlyMap<string, Awaited>): Directive {
  const stillOf = stillsOnce(widgets);
  return (kind, key) => {
    switch (kind) {
      case "widget":
        return widgets.has(key) ? `<div id="widget-${escapeHtml(key)}">${stillOf(key)}</div>` : "";
      case "table":
        return tables.get(key) ?? "";
      case "exercise": {
        const { exercise, expected } = pages.get(key)!;
        return answeredHtml(exercise, labels.get(key)!.label, expected);
      }
      case "reveal":
      case "after":
        return "<div>";
      default:
        return "</div>";
    }
  };
}
