// A lab as an exam: what would answer its questions is not in the page at all, and `ridgepoint grade` alone works it out.

import type { Exercise, LabSpec, PageLab } from "../../labs/types.js";

/** A lab's data with which it is an exam, which publishes no answers. */
export const givenAsExam = ({ answers: _, ...spec }: LabSpec): LabSpec => ({ ...spec, exam: true });

/** What of an exercise the page needs to ask and to keep an answer. */
function question(exercise: Exercise): Exercise {
  const { id, kind, prompt, predict, points } = exercise;
  const asked: Record<string, unknown> = { id, kind, prompt, ...(predict ? { predict } : {}), ...(points === undefined ? {} : { points }) };
  const texts = (parts: Record<string, { text: string }>): Record<string, unknown> => Object.fromEntries(Object.entries(parts).map(([key, { text }]) => [key, { text }]));
  if (exercise.kind === "choice") asked["options"] = texts(exercise.options);
  if (exercise.kind === "order") asked["items"] = texts(exercise.items);
  if (exercise.kind === "number" && exercise.unit) Object.assign(asked, { unit: exercise.unit }, exercise.signed ? { signed: true } : {});
  if (exercise.kind === "table" || exercise.kind === "estimates") asked["cells"] = Object.fromEntries(Object.entries(exercise.cells).map(([key, { label, unit, signed }]) => [key, { label, ...(unit ? { unit } : {}), ...(signed ? { signed } : {}) }]));
  if (exercise.kind === "setting") asked["widget"] = exercise.widget;
  return asked as unknown as Exercise;
}

/** The data of an exam's page: no key, no hint, and no formula from which a key could be worked out. `opens`: what is recorded once. */
export const asExam = (lab: PageLab, opens: string[]): PageLab => ({ ...lab, exam: true, opens, variables: {}, definitions: {}, figures: {}, tables: {}, exercises: lab.exercises.map(question) });

/** What the page of a course needs of a lab to read the progress in it. */
export const outlineOf = (lab: PageLab, drawn: boolean): PageLab & { drawn?: boolean } => ({ ...lab, ...(drawn ? { drawn } : {}), variables: {}, definitions: {}, figures: {}, tables: {}, exercises: lab.exercises.map((one) => ({ ...question(one), prompt: "" })) });

/**
 * The text of a lab's page as an exam's: of what a prediction opens, the questions and widgets alone, which wait for it as
 * before. A text that has been placed once, since what is wrong with it is told by its own lines.
 */
export const askedIn = (text: string): string =>
  text.replace(/^::reveal (.*)\n([\s\S]*?)^::end[ \t]*$/gm, (_, id: string, opened: string) => {
    const kept = opened.match(/^::(?:exercise|widget) .*$/gm) ?? [];
    return kept.length > 0 ? [`::after ${id.trim()}`, ...kept, "::end"].join("\n\n") : "";
  });
