// The glossary, and what of it stands in the margin of the widgets' pages.

import katex from "katex";
import { GLOSSARY, termOf, type Term } from "./glossary.js";
import { stateLink } from "./states.js";
import { titleOf } from "./widget.js";

const termHtml = ({ id, term, says, formula, widget, state }: Term): string => `<div id="${id}">
<dt>${term}</dt>
<dd><p>${says}</p>${formula ? `<p class="formula">${katex.renderToString(formula, { output: "mathml", throwOnError: true, strict: "error" })}</p>` : ""}
<p><a href="${stateLink(widget, state)}">Play with it in ${titleOf(widget)}</a></p></dd>
</div>`;

export function glossaryPage(): string {
  const all = GLOSSARY.flatMap(({ terms }) => terms).sort((one, other) => one.term.localeCompare(other.term, "en"));
  return `<nav class="index" aria-label="Terms"><ul>${all.map(({ id, term }) => `<li><a href="#${id}">${term}</a></li>`).join("")}</ul></nav>
<div class="groups">
${GLOSSARY.map(({ heading, about, terms }, index) => `<section aria-labelledby="group-${index}"><h2 id="group-${index}">${heading}</h2><p class="lead">${about}</p>
<dl>${terms.map(termHtml).join("\n")}</dl></section>`).join("\n")}
</div>`;
}

/** The terms that a page uses, each in its line. */
export function termsHtml(ids: readonly string[]): string {
  return `<dl>${ids.map(termOf).map(({ id, term, says }) => `<dt><a href="./glossary.html#${id}">${term}</a></dt><dd>${says}</dd>`).join("\n")}</dl>`;
}
