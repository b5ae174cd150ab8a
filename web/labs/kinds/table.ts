// Several numbers, each right or wrong by itself.

import * as fields from "../cells.js";
import { escapeHtml, plain } from "../html.js";
import type { BuildKind, Of, PageKind } from "../kind.js";
import { isSlip, slipOf } from "../numbers.js";
import { isRecord, type Exercise } from "../types.js";

type Cells = Of<"table">;

const alone = (exercise: Cells, name: string): Exercise => ({ ...exercise, cells: { [name]: exercise.cells[name]! } });

export const page: PageKind<Cells> = {
  graded: true,
  fits: fields.fits,
  draft: fields.draft,
  fill: fields.fill,
  given: (exercise, draft) => fields.given(exercise, draft as Record<string, string>),
  inWords: fields.inWords,
  // What is kept may name a cell that there is not.
  part: ({ cells }, name) => plain(cells[name]?.label ?? name),
  /** Which cells are right, and of each other one what can be said of its number. */
  remark(exercise, { value, right, verdict }) {
    if (!right || !isRecord(value)) return "";
    const expected = isRecord(verdict.expected) ? verdict.expected : {};
    const given = Object.entries(exercise.cells).filter(([cell]) => cell in value);
    const named = (title: string, found: string[]): string => (found.length > 0 ? ` ${title}: ${found.join(", ")}.` : "");
    const slips = given.filter(([cell]) => !right.includes(cell)).map(([cell, key]) => `${plain(key.label)} (${slipOf(key, value[cell], expected[cell]).replace(/\.$/, "").replace(/^./, (letter) => letter.toLowerCase())})`);
    return named("Right", given.filter(([cell]) => right.includes(cell)).map(([, key]) => plain(key.label))) + named("Not right", slips);
  },
  /** Cells that were left empty are no mistake. */
  isSlip(exercise, { value, verdict, right = [] }) {
    if (!isRecord(value) || verdict.hint !== undefined) return false;
    const expected = isRecord(verdict.expected) ? verdict.expected : {};
    return Object.entries(value).every(([cell, given]) => right.includes(cell) || isSlip(exercise.cells[cell]!, given, expected[cell]));
  },
  parts: (exercise) =>
    new Map(Object.keys(exercise.cells).map((name) => [name, { exercise: alone(exercise, name), of: (value) => (isRecord(value) && name in value ? { [name]: value[name] } : undefined) }])),
  interaction: (_, value, { free }) => ({ type: "fill-in", response: free(fields.response(value)) }),
};

export const build: BuildKind<Cells> = {
  inputs: fields.inputs,
  answer: (exercise, expected) => escapeHtml(page.inWords(exercise, expected, "lab")),
  keyed(exercise, { at, rendered, number, nears, score }) {
    const expected: Record<string, unknown> = {};
    const cells = Object.entries(exercise.cells).map(([name, cell]) => {
      expected[name] = number(cell, at("cells", name), (typed) => score(alone(exercise, name), { [name]: typed }).correct);
      const hints = nears(cell, `${name}.`, "cells", name);
      return [name, { ...cell, label: rendered(at("cells", name, "label"), cell.label), ...(hints ? { hints } : {}) }];
    });
    return { changed: { cells: Object.fromEntries(cells) as Cells["cells"] }, expected };
  },
};
