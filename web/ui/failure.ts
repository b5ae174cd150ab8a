// What a reader is told, and can hand on, when a widget does not work.

import { html, nothing, type TemplateResult } from "lit";
import { copyText } from "./clipboard.js";
import type { Problem } from "./engine.js";

declare const RIDGEPOINT_VERSION: string;

/** Put in once the elements are built and can be asked: the sentences of those in the same script at their standard settings. */
const FIRST_ANSWERS: Record<string, string[]> = { ...("%first answers%" as unknown as Record<string, string[]>) };

/** Those of elements with a script of their own. */
export const knowAnswers = (answers: Record<string, string[]>): void => void Object.assign(FIRST_ANSWERS, answers);

/** What a widget says before anything is moved, as the engine gave it when this file was built. */
const firstAnswer = (element: string): string[] => FIRST_ANSWERS[element] ?? [];

/** Which version failed, how, and where. */
const diagnostic = (element: string, { code, message }: Problem): string =>
  [`Ridgepoint ${RIDGEPOINT_VERSION}, ${element}`, `${code}: ${message}`, location.href.split("#")[0], navigator.userAgent].join("\n");

export interface StillOf {
  element: HTMLElement;
  /** In words what is set to something else than its standard settings; undefined where nothing is. */
  otherwise(): string[] | undefined;
}

/** What the page has in the widget's place; where it has nothing, the widget's own first answer, which is not taken for another. */
export function still({ element, otherwise }: StillOf): TemplateResult {
  if (element.textContent?.trim() || element.firstElementChild) return html`<slot></slot>`;
  const set = otherwise(), lines = firstAnswer(element.localName);
  return html`${set ? html`<p class="notice">The widget is set to ${set.join(", ") || "other settings"}, for which there is no answer here.</p>` : nothing}
    ${lines.length > 0 ? html`<p class="aside">${set ? "An answer for other settings, the standard ones:" : "At its standard settings:"}</p>` : nothing}
    ${lines.map((line) => html`<p class="sentence">${line}</p>`)}`;
}

export interface FailureOf extends StillOf {
  /** Whether the widget itself went wrong, and not its engine. */
  isOwn: boolean;
  /** Its script, where that is what is missing. */
  script?: string;
  /** Where the message stands. */
  root(): ParentNode;
  again?(): void;
  changed(): void;
}

/** What stands in a widget's place once it has failed. */
export class Failure {
  /** What came of copying the diagnostic. */
  #copied = "";

  constructor(private readonly problem: Problem, private readonly of: FailureOf) {}

  view(): TemplateResult {
    const { element, isOwn, script, root, again, changed } = this.of;
    const text = diagnostic(element.localName, this.problem);
    const copy = async (): Promise<void> => {
      this.#copied = await copyText(text, "Copied.", root().querySelector(".failed pre"));
      changed();
    };
    return html`<div class="failed" role="alert">
        <p>${script ? `This widget did not start: <${element.localName}> needs ${script} beside ridgepoint.js.` : isOwn ? "An error stopped this widget." : "This widget could not start, because its engine did not load."} The rest of the page is not affected.</p>
        <pre>${text}</pre>
        <p class="buttons">
          ${again ? html`<button type="button" @click=${again}>Try again</button>` : nothing}
          <button type="button" @click=${copy}>Copy</button>
          <span role="status" class="label">${this.#copied}</span>
        </p>
      </div>
      ${still(this.of)}`;
  }
}

/** The engine may still come, and is taken then. */
export const lateView = (again: () => void): TemplateResult => html`<div class="failed" role="status">
  <p>This widget’s engine is still loading; the widget starts as soon as it is ready.</p>
  <p class="buttons"><button type="button" @click=${again}>Try again</button></p>
</div>`;
