// When a widget's engine is asked for, near the viewport, at once, or when the reader asks; and what stands there until it comes.

import { html, type TemplateResult } from "lit";
import type { EngineContext } from "./engine.js";
import { lateView, still, type StillOf } from "./failure.js";
import { whenNear } from "./near.js";

export interface Starting extends StillOf {
  /** How long the engine may take before the reader is told that it does. */
  patience_ms(): number;
  states(): CustomStateSet | undefined;
  /** Whether the engine is there. */
  started(): boolean;
  load(again: boolean): Promise<EngineContext>;
  ready(lab: EngineContext): Promise<void>;
  failed(error: unknown): void;
  changed(): void;
}

/**
 * Widgets are drawn for the first time one a frame. Each takes more room than was kept for it; the browser holds the
 * reader's place against what grows above, but counts all that moves in the same frame by another length as a shift.
 */
let turn: Promise<void> | undefined;
const frame = (): Promise<void> =>
  new Promise((done) => {
    // Two: the first comes before what was drawn is laid out. A hidden page has none, and nobody who reads it.
    requestAnimationFrame(() => requestAnimationFrame(() => done()));
    setTimeout(done, 200);
  });

/** What follows is a task of its own, before which the page may answer its reader. */
export const task = (): Promise<void> => new Promise((done) => setTimeout(done));

export class Loading {
  /** The engine takes longer than it should. */
  #late = false;
  /** Whether the reader has clicked, where `loading="click"` waits for it. */
  #clicked = false;
  /** How often the engine was asked for. */
  #asks = 0;
  /** Ends the wait for the reader to come near. */
  #leave: (() => void) | undefined;

  constructor(private readonly of: Starting) {}

  /** The widget is on a page. */
  begin(): void {
    this.of.states()?.add("waiting");
    const how = this.of.element.getAttribute("loading");
    if (how === "click") return;
    if (how === "eager") void this.start();
    else this.#leave = whenNear([this.of.element], () => void this.start());
  }

  end(): void {
    this.#leave?.();
  }

  /** `again`: although an earlier attempt still waits. */
  async start(again = false): Promise<void> {
    const { of } = this;
    this.end();
    this.#late = false;
    const patience = setTimeout(() => {
      this.#late = true;
      of.changed();
    }, of.patience_ms());
    const asked = ++this.#asks;
    let ready: EngineContext | undefined;
    try {
      ready = await of.load(again).finally(() => clearTimeout(patience));
      await task();
      while (turn) await turn;
      if (of.started()) return;
      const drawn = of.ready(ready);
      turn = drawn.catch(() => {}).then(frame).then(() => {
        turn = undefined;
        of.states()?.delete("waiting");
      });
      await drawn;
    } catch (error) {
      // An attempt that failed while another goes on, or has succeeded, is nobody's concern.
      if (ready || (!of.started() && asked === this.#asks)) of.failed(error);
    }
  }
  /** Until the engine is there. */
  view(): TemplateResult {
    const { element, changed } = this.of;
    if (this.#late) {
      const again = (): void => {
        void this.start(true);
        changed();
      };
      return html`${lateView(again)} ${still(this.of)}`;
    }
    if (element.getAttribute("loading") !== "click" || this.#clicked) return html`<div class="waiting"><p class="aside">Loading the engine…</p>${still(this.of)}</div>`;
    const start = async (): Promise<void> => {
      this.#clicked = true;
      changed();
      await this.start();
      // The button that had the focus is gone.
      const [first] = [".control select, .control input", "button"].flatMap((selector) => element.shadowRoot!.querySelector<HTMLElement>(selector) ?? []);
      first?.focus();
    };
    return html`<p class="buttons"><button type="button" @click=${start}>Start the widget</button></p>${still(this.of)}`;
  }
}
