// What opens with an answer, shut on the page that is built.

import { escapeHtml } from "../../labs/html.js";

/** An exercise that a lock waits for, and what the page calls it. */
export interface Awaited {
  id: string;
  label: string;
}

const listed = ({ id, label }: Awaited): string => `<a href="#exercise-${escapeHtml(id)}">${label.toLowerCase()}</a>`;

/** What opens a lock, in words that lead there. */
export const opensWith = (after: readonly Awaited[]): string => `Opens with ${after.map(listed).join(" and ")}.`;

export const ids = (after: readonly Awaited[]): string => after.map(({ id }) => escapeHtml(id)).join(" ");

const onPaper = (id: string): string => `<p class="aside no-script">It stands on <a href="./answers.html#exercise-${escapeHtml(id)}">the page of answers</a>.</p>`;

/** The result of a prediction, shut until that is made. */
export const revealHtml = ({ id, label }: Awaited, published: boolean): [open: string, close: string] => [
  `<details class="reveal" data-after="${escapeHtml(id)}" data-reveal="${escapeHtml(id)}"><summary>What the engine says<span class="locked">: opens with <span class="leads">${label.toLowerCase()}</span></span></summary>${published ? onPaper(id) : ""}
<p class="predicted" data-predicted="${escapeHtml(id)}"></p>
<template>`,
  "</template></details>",
];

/** Whatever else would give an exercise away: shut until that is done, and then a part of the text like any other. */
export const afterHtml = (after: readonly Awaited[], published: boolean): [open: string, close: string] => [
  `<div class="lock" data-after="${ids(after)}"><p class="locked">${opensWith(after)}</p>${published ? onPaper(after.at(-1)!.id) : ""}
<template>`,
  "</template></div>",
];
