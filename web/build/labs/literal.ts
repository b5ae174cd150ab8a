// What stands in a lab's text as it is typed, though it looks like more: students would read it so.

import { PLACE } from "./markdown.js";

export interface Slip {
  /** Counted from 1. */
  line: number;
  reason: string;
}

function slipsOf(typed: string): string[] {
  const line = typed.replace(new RegExp(PLACE, "g"), "");
  const places = [...line.matchAll(/\{\{[^{}]*\}\}|\{\{/g)].map(([found]) => found);
  const directives = [...line.trimStart().slice(1).matchAll(/::(?:widget|exercise|table|reveal|after|end)\b/g)].map(([found]) => found);
  const tags = [...line.matchAll(/<\/?[a-z][\w-]*(?:\s[^<>]*)?>/gi)].map(([found]) => found);
  return [
    ...places.map((found) => `${found} is shown as it stands: the place of a figure is {{name}} or {{=FORMULA | FORMAT}}`),
    ...directives.map((found) => `${found} is shown as it stands: it begins a line of its own`),
    ...tags.map((found) => `${found} is shown as it stands: a lab is written in Markdown, without HTML`),
  ];
}

/** The slips of a text, code aside. */
export function shownAsItStands(text: string): Slip[] {
  let inCode = false;
  return text.split("\n").flatMap((line, index) => {
    if (/^\s*(```|~~~)/.test(line)) inCode = !inCode;
    else if (!inCode) return slipsOf(line.replace(/`[^`]*`/g, "")).map((reason) => ({ line: index + 1, reason }));
    return [];
  });
}
