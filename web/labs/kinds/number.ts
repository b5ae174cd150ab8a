// A number within a tolerance, in the unit that is printed.

import { find } from "../dom.js";
import { howFar } from "../feedback.js";
import { escapeHtml } from "../html.js";
import type { BuildKind, Of, PageKind } from "../kind.js";
import { decimal, isNumber, isSlip, measured, numberField, slipOf, typedNumber } from "../numbers.js";

type Asked = Of<"number">;

export const page: PageKind<Asked> = {
  graded: true,
  fits: (_, value) => isNumber(value),
  draft: (_, home) => find<HTMLInputElement>("input", home).value,
  fill(_, home, draft) {
    find<HTMLInputElement>("input", home).value = draft === undefined ? "" : String(draft);
  },
  given(exercise, draft) {
    const typed = typedNumber(String(draft), exercise);
    return "refused" in typed ? { refused: typed.refused.replace(/^[a-z]/, (letter) => letter.toUpperCase()), field: "input" } : typed;
  },
  inWords: (exercise, value, whose) => measured(value, exercise, whose),
  remark: (exercise, { value, verdict }, hinted) => (hinted ? "" : ` ${slipOf(exercise, value, verdict.expected)}`),
  off: (value, expected) => (typeof value === "number" && typeof expected === "number" ? ` That is ${howFar({ given: value, expected })}.` : ""),
  isSlip: (exercise, { value, verdict }) => verdict.points === 0 && verdict.hint === undefined && isSlip(exercise, value, verdict.expected),
  interaction: (_, value) => ({ type: "numeric", response: decimal(value as number) }),
};

export const build: BuildKind<Asked> = {
  inputs: ({ unit }, id) => numberField(id, "Your answer", unit),
  answer: (exercise, expected) => escapeHtml(page.inWords(exercise, expected, "lab")),
  keyed(exercise, { at, number, nears, score }) {
    const expected = number(exercise, at(), (typed) => score(exercise, typed).correct);
    const hints = nears(exercise, "");
    return { changed: hints ? { hints } : {}, expected };
  },
};
