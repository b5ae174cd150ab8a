// One of several options.

import { all, find } from "../dom.js";
import { escapeHtml, plain } from "../html.js";
import type { BuildKind, Of, PageKind } from "../kind.js";

type Choice = Of<"choice">;

export const page: PageKind<Choice> = {
  graded: true,
  fits: ({ options }, value) => typeof value === "string" && Object.hasOwn(options, value),
  draft: (_, home) => (find<HTMLInputElement>("input:checked", home) as HTMLInputElement | null)?.value,
  fill(_, home, draft) {
    for (const option of all<HTMLInputElement>("input", home)) option.checked = option.value === draft;
  },
  given: (_, draft) => (draft === undefined ? { refused: "Choose one of the answers first.", field: "input" } : { value: draft }),
  inWords: ({ options }, value) => plain(options[String(value)]?.text ?? "—"),
  // Known without the engine, so that an answer from an earlier visit has it at once.
  hint: ({ options }, value) => options[String(value)]?.hint,
  interaction({ options }, value, { free, letter: letterOf }) {
    const letter = letterOf(options, value);
    return letter === undefined ? { type: "fill-in", response: free(String(value)) } : { type: "choice", response: letter };
  },
};

export const build: BuildKind<Choice> = {
  inputs: ({ options }, id) =>
    Object.entries(options)
      .map(([key, { text }]) => `<label class="option"><input type="radio" name="${escapeHtml(id)}" value="${escapeHtml(key)}" /><span>${text}</span></label>`)
      .join("\n"),
  answer: ({ options }, expected) => options[String(expected)]?.text ?? "",
  keyed(exercise, { at, wrong, rendered, hint, value }) {
    const expected = value(exercise.answer, at("answer"));
    if (expected !== undefined && !(typeof expected === "string" && Object.hasOwn(exercise.options, expected))) {
      wrong(at("answer"), `the answer is ${JSON.stringify(expected)}, which is none of the options ${Object.keys(exercise.options).join(", ")}`);
    }
    const options = Object.entries(exercise.options).map(([name, { text, hint: given }]) => [
      name,
      { text: rendered(at("options", name), text), ...(given ? { hint: hint(name, given, at("options", name, "hint")) } : {}) },
    ]);
    return { changed: { options: Object.fromEntries(options) as Choice["options"] }, expected };
  },
};
