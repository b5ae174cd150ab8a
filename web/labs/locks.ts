// What stays shut until an exercise is done. The page carries it in <template>s, which no reader, printer or search sees;
// the script puts their contents in place, hidden, and shows them when the exercises they wait for are done.

import { all, find } from "./dom.js";

export interface Lock {
  element: HTMLElement;
  /** What is behind it. */
  behind: HTMLElement;
  /** The exercises it waits for. */
  after: string[];
}

/** Whether everything that a lock waits for is done. */
export const isOpen = (after: readonly string[], done: ReadonlySet<string>): boolean => after.every((id) => done.has(id));

/** Puts the contents of every lock in place, shut. */
export function placeLocks(within: ParentNode): Lock[] {
  return all("[data-after]", within).map((element) => {
    const template = find<HTMLTemplateElement>("template", element);
    const behind = document.createElement(element.localName === "li" ? "span" : "div");
    behind.className = "behind";
    behind.hidden = true;
    behind.append(template.content);
    template.replaceWith(behind);
    return { element, behind, after: element.dataset["after"]!.split(" ") };
  });
}

/** Shows or hides what is behind each lock. */
export function showLocks(locks: readonly Lock[], done: ReadonlySet<string>): void {
  for (const { element, behind, after } of locks) {
    const open = isOpen(after, done);
    if (behind.hidden !== open) continue;
    behind.hidden = !open;
    element.classList.toggle("open", open);
    if (!(element instanceof HTMLDetailsElement)) continue;
    element.open = open;
    const summary = find("summary", element);
    if (open) summary.removeAttribute("aria-disabled");
    else summary.setAttribute("aria-disabled", "true");
  }
}
