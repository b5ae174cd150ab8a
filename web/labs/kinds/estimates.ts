// Guesses at what only the reader can measure: several numbers, kept and not graded.

import * as fields from "../cells.js";
import type { BuildKind, Of, PageKind } from "../kind.js";

type Estimates = Of<"estimates">;

export const page: PageKind<Estimates> = {
  graded: false,
  fits: fields.fits,
  draft: fields.draft,
  fill: fields.fill,
  given: (exercise, draft) => fields.given(exercise, draft as Record<string, string>, true),
  inWords: fields.inWords,
  lines: (exercise, value) => fields.lines(exercise, value, "reader"),
  interaction: (_, value, { free }) => ({ type: "fill-in", response: free(fields.response(value)) }),
};

export const build: BuildKind<Estimates> = {
  act: "Keep the guesses",
  inputs: fields.inputs,
  keyed(exercise, { at, rendered }) {
    const cells = Object.entries(exercise.cells).map(([name, cell]) => [name, { ...cell, label: rendered(at("cells", name, "label"), cell.label) }]);
    return { changed: { cells: Object.fromEntries(cells) as Estimates["cells"] } };
  },
};
