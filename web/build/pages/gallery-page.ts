// The gallery: widgets in states worth seeing, each with what the engine says of it and the tag that shows it so.

import { escapeHtml } from "../../labs/html.js";
import examples from "../../site/data/gallery.json";
import { attributeName } from "../../ui/names.js";
import type { State } from "../../ui/state.js";
import type { Still } from "../still.js";
import { stateLink } from "./states.js";
import { scriptOf } from "./widget.js";

interface Example {
  widget: string;
  title: string;
  attributes: Record<string, string>;
  /** Which of the widget's drawings; the first where nothing is said. */
  drawing?: number;
}

const EXAMPLES = examples as unknown as Example[];

/** The width of a card on a phone, so that no letter is drawn smaller than in a widget. */
const WIDTH = 286;

/** By the fields that the attributes set. */
function stateOf(attributes: Record<string, string>, fields: readonly string[]): State {
  const paths = fields.flatMap((path) => (path.endsWith("assumptions") ? [path, `${path}.preset`] : [path]));
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => {
      const path = paths.find((one) => attributeName(one) === name);
      if (path) return [[path.endsWith("assumptions") ? `${path}.preset` : path, value]];
      // An attribute for both sides of the explainer.
      const both = paths.filter((one) => attributeName(one).endsWith(`-${name}`));
      if (both.length === 0) throw new Error(`the gallery sets ${name}, which is no attribute there`);
      return both.map((one) => [one.endsWith("assumptions") ? `${one}.preset` : one, value]);
    }),
  );
}

function exampleHtml({ widget, title, attributes, drawing = 0 }: Example, index: number, still: (element: string, attributes: Record<string, string>, width: number) => Still): string {
  const tag = `ridge-${widget}`;
  const { drawings, numbers, said, fields } = still(tag, attributes, WIDTH);
  const snippet = `<script type="module" src="${scriptOf(widget)}"></script>\n<${tag}${Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`).join("")}></${tag}>`;
  return `<li>
<h2 id="example-${index}">${title}</h2>
<div class="still">${drawings[drawing]!}${numbers[drawing]!}</div>
<p>${said}</p>
<p class="leads"><a href="${stateLink(widget, stateOf(attributes, fields))}">Open it</a> <a href="./embed-builder.html?${escapeHtml(String(new URLSearchParams({ widget, ...attributes })))}">Change it and copy</a></p>
<pre tabindex="0" aria-labelledby="example-${index}"><code>${escapeHtml(snippet)}</code></pre>
</li>`;
}

export const galleryPage = (still: (element: string, attributes: Record<string, string>, width: number) => Still): string =>
  `<ol class="gallery">${EXAMPLES.map((example, index) => exampleHtml(example, index, still)).join("\n")}</ol>`;
