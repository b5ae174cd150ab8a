// What stands beside the prose of a widget's page: the entries of the zoo that it shows now, and the words that it uses.

import { readFileSync } from "node:fs";
import { escapeHtml } from "../../labs/html.js";
import type { Widget } from "../widgets.js";
import { termsHtml } from "./glossary-page.js";

interface Named {
  id: string;
  name: string;
}

/** Ids anywhere in a request. */
const idsIn = (value: unknown): string[] => (typeof value === "string" ? [value] : typeof value === "object" && value !== null ? Object.values(value).flatMap(idsIn) : []);

/** `request`: what the widget asks at first; the links follow it from then on. */
export function marginHtml({ folder }: Widget, request: Record<string, unknown>, entries: readonly Named[]): string {
  const { terms } = JSON.parse(readFileSync(`${folder}/card.json`, "utf8")) as { terms: string[] };
  const shown = [...new Set(idsIn(request))].flatMap((id) => entries.filter((entry) => entry.id === id));
  return `<aside class="margin" aria-label="Beside the text">
          ${shown.length > 0 ? `<section><h2>Every figure and its source</h2>
          <ul id="entries">${shown.map(({ id, name }) => `<li><a href="./zoo.html#${escapeHtml(id)}">${escapeHtml(name)}</a></li>`).join("")}</ul></section>` : ""}
          <section><h2>Words on this page</h2>
          ${termsHtml(terms)}</section>
        </aside>`;
}
