// Words of the glossary in a lab: where a text uses one, a button opens what it means. Neither needs a script.

import { escapeHtml } from "../../labs/html.js";
import { termOf, type Term } from "../pages/glossary.js";

export class Terms {
  private readonly used = new Map<string, Term>();

  /** The start tag of the button around a word. */
  readonly open = (id: string): string => {
    this.used.set(id, termOf(id));
    return `<button type="button" class="term" popovertarget="term-${id}">`;
  };

  /** What the buttons open, once for each word. */
  panels(): string {
    return [...this.used.values()]
      .map(({ id, term, says }) => `<div class="term-panel" id="term-${id}" popover><p><b>${escapeHtml(term)}.</b> ${escapeHtml(says)}</p><p><a href="../../glossary.html#${id}">More in the glossary</a></p></div>`)
      .join("\n");
  }
}
