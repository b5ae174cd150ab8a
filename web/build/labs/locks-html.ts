// What opens with an answer, shut on the page that is built.

import { escapeHtml } from "../../labs/html.js";

/** An exercise that a lock waits for, and what the page calls it. */
export interface Awaited {
  id: string;
  label: string;
  /** The heading of the part of the lab that it stands in; empty above the first. */
  part: string;
  /** Whether the engine has a result to hold against it. */
  graded: boolean;
}

const link = ({ id, label }: Awaited): string => `<a href="#exercise-${escapeHtml(id)}">${label.toLowerCase()}</a>`;

const listed = (all: readonly string[], and: string): string => [all.slice(0, -1).join(", "), all.at(-1)].filter(Boolean).join(and);

/** What opens a lock that stands in the part `here`, in words that lead there. Of another part its heading says what it is about. */
export function opensWith(after: readonly Awaited[], here = ""): string {
  const parts = [...new Set(after.map(({ part }) => part))].map((part) => {
    const links = listed(after.filter((one) => one.part === part).map(link), " and ");
    return part === "" || part === here ? links : `${links} in “${escapeHtml(part)}”`;
  });
  return `Opens with ${listed(parts, ", and ")}.`;
}

export const ids = (after: readonly Awaited[]): string => after.map(({ id }) => escapeHtml(id)).join(" ");

const onPaper = (id: string): string => `<p class="aside no-script">You will find it on <a href="./answers.html#exercise-${escapeHtml(id)}">the answers page</a>.</p>`;

/** The result of a prediction, shut until that is made. */
export const revealHtml = ({ id, label, graded }: Awaited, published: boolean): [open: string, close: string] => [
  `<details class="reveal" data-after="${escapeHtml(id)}" data-reveal="${escapeHtml(id)}"><summary>${graded ? "What the engine says" : "Find out"}<span class="locked">: opens with <span class="leads">${label.toLowerCase()}</span></span></summary>${published ? onPaper(id) : ""}
<div class="predicted" data-predicted="${escapeHtml(id)}"></div>
<template>`,
  "</template></details>",
];

/** Whatever else would give an exercise away: shut until that is done, and then a part of the text like any other. */
export const afterHtml = (after: readonly Awaited[], here: string, published: boolean): [open: string, close: string] => [
  `<div class="lock" data-after="${ids(after)}"><p class="locked">${opensWith(after, here)}</p>${published ? onPaper(after.at(-1)!.id) : ""}
<template>`,
  "</template></div>",
];
