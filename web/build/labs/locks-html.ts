// What opens with an answer, shut on the page that is built.

import { escapeHtml } from "../../labs/html.js";

/** An exercise that a lock waits for, and what the page calls it. */
export interface Awaited {
  id: string;
  label: string;
  predict: boolean;
}

const linked = ({ id }: Awaited, words: string): string => `<a href="#exercise-${escapeHtml(id)}">${words}</a>`;
export const listed = (one: Awaited): string => linked(one, one.label.toLowerCase());

/** What opens a lock, in words. */
function until(after: readonly Awaited[]): string {
  const predictions = after.filter(({ predict }) => predict);
  const others = after.filter(({ predict }) => !predict);
  const make = predictions.length === 1 && others.length === 0 ? `make ${linked(predictions[0]!, "your prediction")}` : predictions.length > 0 ? `make ${predictions.map(listed).join(" and ")}` : "";
  const finish = others.length > 0 ? `finish ${others.map(listed).join(" and ")}` : "";
  return [make, finish].filter(Boolean).join(" and ").replace(/^./, (letter) => letter.toUpperCase());
}

export const ids = (after: readonly Awaited[]): string => after.map(({ id }) => escapeHtml(id)).join(" ");

const onPaper = (id: string): string => `<p class="aside no-script">It stands on <a href="./answers.html#exercise-${escapeHtml(id)}">the page of answers</a>.</p>`;

/** The result of a prediction, shut until that is made. */
export const revealHtml = (id: string, published: boolean): [open: string, close: string] => [
  `<details class="reveal" data-after="${escapeHtml(id)}" data-reveal="${escapeHtml(id)}"><summary>What the engine says<span class="locked">: make your prediction to open this</span></summary>${published ? onPaper(id) : ""}
<p class="predicted" data-predicted="${escapeHtml(id)}"></p>
<template>`,
  "</template></details>",
];

/** Whatever else would give an exercise away: shut until that is done, and then a part of the text like any other. */
export const afterHtml = (after: readonly Awaited[], published: boolean): [open: string, close: string] => [
  `<div class="lock" data-after="${ids(after)}"><p class="locked">${until(after)} to open what comes next.</p>${published ? onPaper(after.at(-1)!.id) : ""}
<template>`,
  "</template></div>",
];
