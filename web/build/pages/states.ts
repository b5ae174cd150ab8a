// Links that set a widget: what pages offer to try is the state in an address, which the widget of that page takes at once, and which
// the reader's Back takes away.

import { escapeHtml } from "../../labs/html.js";
import { write, type State } from "../../ui/state.js";

export const stateLink = (widget: string, state: State = {}): string => escapeHtml(`./${widget}.html${write("", widget, state)}`);

const text = (html: string): string => html.replaceAll("&quot;", '"').replaceAll("&amp;", "&");

/** `<li data-try='{…}'>` in the page of a widget becomes a line that does what it says. */
export const tries = (html: string, widget: string): string =>
  html.replace(/<li data-try='([^']*)'>([^]*?)<\/li>/g, (_, state: string, line: string) => {
    const hash = write("", widget, JSON.parse(text(state)) as State);
    return `<li><a class="try" href="${escapeHtml(hash)}">${line}</a></li>`;
  });
