// A measurement as the reader sees it: its button, how far it is, and how it ended.

import { html, nothing, problemOf, RidgepointError, type TemplateResult } from "#shared";
import type { Measured } from "./measured.js";
import { measure, type Progress } from "./run.js";

export interface MeasuringOf {
  /** What the last run was refused for is over. */
  begun(): void;
  took(found: Measured): void;
  refused(error: RidgepointError): void;
  changed(): void;
}

export class Measuring {
  #running: (Progress & { abort: AbortController }) | undefined;
  /** How the last run ended. */
  #ended = "";

  constructor(private readonly of: MeasuringOf) {}

  view(): TemplateResult {
    const running = this.#running;
    return html`<div class="run">
      <p class="buttons">
        <button type="button" ?disabled=${running !== undefined} @click=${() => void this.#run()}>Measure</button>
        ${running ? html`<button type="button" @click=${() => this.stop()}>Stop</button>` : nothing}
        <span class="label" role="status">${running ? `${running.stage} …` : this.#ended}</span>
      </p>
      ${running ? html`<progress max="1" .value=${running.done} aria-label="Progress of the measurement"></progress>` : nothing}
    </div>`;
  }

  stop(): void {
    this.#running?.abort.abort();
  }

  /** Resolves when the measurement has ended, however it did. */
  async #run(): Promise<void> {
    const { of } = this;
    const running = { abort: new AbortController(), done: 0, stage: "" };
    this.#running = running;
    of.begun();
    const progress = (now: Progress): void => {
      Object.assign(running, now);
      of.changed();
    };
    try {
      const found = await measure(progress, (part) => of.took(part), running.abort.signal);
      this.#ended = found ? "Done." : "Stopped.";
      if (found) of.took(found);
    } catch (error) {
      this.#ended = "Refused.";
      of.refused(new RidgepointError(problemOf(error)));
    }
    this.#running = undefined;
    of.changed();
  }
}
