// An exercise on a lab's page, and on its page of answers.

import { number } from "../../ui/format.js";
import { escapeHtml } from "../../labs/html.js";
import { kindOf, worth } from "../../labs/kinds.js";
import type { Exercise } from "../../labs/types.js";
import { buildOf } from "./kinds.js";

const points = (exercise: Exercise): string => {
  if (!kindOf(exercise).graded) return "kept, not graded";
  const of = worth(exercise);
  return of === 0 ? "no points" : of === 1 ? "1 point" : `${number(of)} points`;
};

/** The right answer in words; empty where there is none to state. */
function answerText(exercise: Exercise, expected: unknown): string {
  const answer = buildOf(exercise).answer?.(exercise, expected);
  return answer === undefined ? "" : `Answer: ${answer}`;
}

/** What an exam says before an answer that stands for good. */
const ONCE = {
  predicted: "A prediction is recorded once and cannot be changed afterwards.",
  opening: "Your answer opens what comes next, so it is recorded once and cannot be changed afterwards.",
};

/** An exercise whose texts are HTML already; `label` is what the page calls it. An exam checks and explains nothing; what `opens` something there is answered once. */
export function exerciseHtml(exercise: Exercise, label: string, expected: unknown, exam: boolean, opens: boolean): string {
  const { id, prompt, predict, explanation } = exercise;
  const answer = answerText(exercise, expected);
  const { act = "Check", inputs } = buildOf(exercise);
  const more = !exam && (answer || explanation);
  const once = !exam ? "" : opens ? ONCE.opening : predict ? ONCE.predicted : "";
  const button = predict ? "Record the prediction" : exam ? "Record the answer" : act;
  return `<section class="exercise" id="exercise-${escapeHtml(id)}" data-exercise="${escapeHtml(id)}" aria-label="${label}">
<form>
<p class="tag">${label} <span>${points(exercise)}</span></p>
<fieldset disabled>
<legend>${prompt}</legend>
${inputs(exercise, `answer-${id}`)}
</fieldset>
${once ? `<p class="aside needs-script" id="once-${escapeHtml(id)}">${once}</p>` : ""}
<p class="buttons needs-script"><button type="submit"${once ? ` aria-describedby="once-${escapeHtml(id)}"` : ""}>${button}</button></p>
</form>
<div class="feedback" role="status"></div>
${more ? `<template><details class="explanation" open><summary>${kindOf(exercise).graded ? "Answer and explanation" : "A model answer"}</summary>${answer ? `<p>${answer}</p>` : ""}${explanation ?? ""}</details></template>` : ""}
</section>`;
}

/** On the page of answers: the question, and what the engine and the lab say to it. */
export const answeredHtml = (exercise: Exercise, label: string, expected: unknown): string => {
  const answer = answerText(exercise, expected);
  return `<section class="exercise" id="exercise-${escapeHtml(exercise.id)}"><p class="tag">${label}</p><p class="asked">${exercise.prompt}</p>${answer ? `<p><b>${answer}</b></p>` : ""}${exercise.explanation ?? ""}</section>`;
};
