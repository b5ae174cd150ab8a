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

/** Takes a reader whose address names what is behind a shut lock to that lock: there it says what it waits for. */
export function leadToLock(locks: readonly Lock[], fragment: string): void {
  if (fragment.length < 2) return;
  const lock = locks.find(({ behind }) => behind.hidden && behind.querySelector(`#${CSS.escape(fragment.slice(1))}`));
  if (!lock) return;
  const said = find("summary, .locked", lock.element);
  if (said.localName !== "summary") said.tabIndex = -1;
  said.scrollIntoView();
  said.focus({ preventScroll: true });
}

/** The first control of an exercise that does something. */
const FIRST = "input, textarea, button:not([aria-disabled])";

/** Takes the reader from a lock, or from a takeaway, to the exercise it waits for; where it is shut itself, to what has to be done first. */
export function leadOn(page: HTMLElement, locks: readonly Lock[], done: () => ReadonlySet<string>): void {
  const selectorOf = (id: string): string => `#exercise-${CSS.escape(id)}`;
  const firstToDo = (id: string): string => {
    const lock = locks.find(({ behind }) => behind.hidden && behind.querySelector(selectorOf(id)));
    return lock ? firstToDo(lock.after.find((one) => !done().has(one))!) : id;
  };
  const lead = (event: Event, id: string): void => {
    event.preventDefault();
    const home = find(selectorOf(firstToDo(id)), page);
    home.scrollIntoView();
    find<HTMLElement>(FIRST, home).focus({ preventScroll: true });
  };
  for (const link of all<HTMLAnchorElement>(".locked a", page)) link.addEventListener("click", (event) => lead(event, link.hash.slice("#exercise-".length)));
  for (const reveal of all("[data-reveal]", page)) {
    const id = reveal.dataset["reveal"]!;
    find("summary", reveal).addEventListener("click", (event) => {
      if (!done().has(id)) lead(event, id);
    });
  }
}
