// A lab as an exam: what would answer its questions is not in the page at all, and `ridgepoint grade` alone works it out.

import type { Exercise, PageLab } from "../../labs/types.js";

/** What of an exercise the page needs to ask and to keep an answer. */
function question(exercise: Exercise): Exercise {
  const { id, kind, prompt, predict, points } = exercise;
  const asked: Record<string, unknown> = { id, kind, prompt, ...(predict ? { predict } : {}), ...(points === undefined ? {} : { points }) };
  const texts = (parts: Record<string, { text: string }>): Record<string, unknown> => Object.fromEntries(Object.entries(parts).map(([key, { text }]) => [key, { text }]));
  if (exercise.kind === "choice") asked["options"] = texts(exercise.options);
  if (exercise.kind === "order") asked["items"] = texts(exercise.items);
  if (exercise.kind === "number" && exercise.unit) asked["unit"] = exercise.unit;
  if (exercise.kind === "table") asked["cells"] = Object.fromEntries(Object.entries(exercise.cells).map(([key, { label, unit }]) => [key, { label, ...(unit ? { unit } : {}) }]));
  if (exercise.kind === "setting") asked["widget"] = exercise.widget;
  return asked as unknown as Exercise;
}

/** The data of an exam's page: no key, no hint, and no formula from which a key could be worked out. */
export const asExam = (lab: PageLab): PageLab => ({ ...lab, exam: true, variables: {}, definitions: {}, figures: {}, tables: {}, exercises: lab.exercises.map(question) });

/** What the page of a course needs of a lab to read the progress in it. */
export const outlineOf = (lab: PageLab, drawn: boolean): PageLab & { drawn?: boolean } => ({ ...lab, ...(drawn ? { drawn } : {}), variables: {}, definitions: {}, figures: {}, tables: {}, exercises: lab.exercises.map((one) => ({ ...question(one), prompt: "" })) });

const CUT = ["<!--revealed-->", "<!--/revealed-->"] as const;

/** Around what a prediction opens. */
export const revealedMarks = (): [open: string, close: string] => [...CUT];

/** The text without what its predictions would open, and without its explanations. */
export const withoutAnswers = (html: string): string => html.replace(new RegExp(`${CUT[0]}[\\s\\S]*?${CUT[1]}`, "g"), "").replace(/<template><details class="explanation"[\s\S]*?<\/template>/g, "");
