// The variants of a lab: a page for each, and the page that finds a student's own by the id.

import { escapeHtml } from "../../labs/html.js";
import type { VariantLists } from "../../labs/variants.js";
import type { LabSpec } from "../../labs/types.js";

export interface VariantOf {
  key: string;
  variables: Record<string, unknown>;
}

/** The lists that are drawn from: those that a lab has ready are of no effect while nobody has to give an id. */
export const drawnFrom = ({ identify, variants }: Pick<LabSpec, "identify" | "variants">): LabSpec["variants"] =>
  identify === "optional" || identify === "none" ? undefined : variants;

/** More pages than these would have to be checked at every build. */
const MOST = 100;

/** Every variant that an id can draw. Throws when there are too many. */
export function everyVariant(lists: VariantLists): VariantOf[] {
  const count = Object.values(lists).reduce((product, values) => product * values.length, 1);
  if (count > MOST) throw new Error(`the lists make ${count} variants, and at most ${MOST} can be checked`);
  return Object.entries(lists).reduce<VariantOf[]>(
    (all, [name, values]) => all.flatMap(({ key, variables }) => values.map((value, index) => ({ key: `${key}${key && "-"}${index}`, variables: { ...variables, [name]: value } }))),
    [{ key: "", variables: {} }],
  );
}

/** Lies beside the lab's page, which puts its contents in its own place: addresses mean the same in both. */
export const variantFile = (key: string): string => `variant-${key}.html`;

/** What the lab's own page has instead of the lab until the student has given an id. */
export const gateHtml = ({ title, minutes }: Pick<LabSpec, "title" | "minutes">, question: string, gate: object): string => `<ridge-variants>
    <main id="main" class="lab">
      <p class="tag"><a href="../index.html">Lab</a> <span>about ${minutes} minutes</span></p>
      <h1>${escapeHtml(title)}</h1>
${question.includes('class="live"') ? "" : `      <p class="lead">${question}</p>\n`}      <p class="no-script">This lab needs JavaScript: its numbers are drawn by your id.</p>
      <form class="hand-in needs-script" novalidate>
        <p>Each student has numbers of their own here. They are drawn by your id, so give the one by which your instructor knows you.</p>
        <p class="entry-line"><label for="variant-id">Id</label> <input id="variant-id" type="text" autocomplete="username" maxlength="200" /></p>
        <p class="refused" role="alert"></p>
        <p class="buttons"><button type="submit" class="first">Begin</button></p>
      </form>
    </main>
    <script type="application/json" id="lab">${JSON.stringify(gate).replace(/</g, "\\u003c")}</script>
    </ridge-variants>`;
