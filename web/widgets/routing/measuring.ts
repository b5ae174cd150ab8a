// A measurement as the reader sees it: its button, how far it is, and how it ended.

import { html, nothing, problemOf, RidgepointError, type TemplateResult } from "#shared";
import { run, type Measured } from "./run.js";

export interface MeasuringOf {
  /** The widget's, as it stands. */
  request(): Record<string, unknown>;
  took(found: Measured): void;
  refused(error: RidgepointError): void;
  changed(): void;
}

export class Measuring {
  /** The reader's own; without one, the text beside the script is routed. */
  text = "";
  #running: { abort: AbortController; done: number; stage: string } | undefined;
  /** How the last run ended. */
  #ended = "";

  constructor(private readonly of: MeasuringOf) {}

  view(): TemplateResult {
    const running = this.#running;
    return html`<div class="run">
      <p class="buttons">
        <button type="button" ?disabled=${running !== undefined} @click=${() => void this.#run()}>Run</button>
        ${running ? html`<button type="button" @click=${() => this.cancel()}>Cancel</button>` : nothing}
        <span class="label" role="status">${running ? `${running.stage} …` : this.#ended}</span>
      </p>
      ${running ? html`<progress max="1" .value=${running.done} aria-label="Progress of the measurement"></progress>` : nothing}
    </div>`;
  }

  cancel(): void {
    this.#running?.abort.abort();
  }

  /** Measures with the settings as they stand; resolves when that has ended, however it did. */
  async #run(): Promise<void> {
    const { of, text } = this;
    const { config, samples, repetitions, project } = of.request() as Record<string, Record<string, unknown> | undefined>;
    const running = { abort: new AbortController(), done: 0, stage: "Loading the router" };
    this.#running = running;
    of.changed();
    const request = { config, samples, repetitions, model: project?.["model"], hardware: project?.["hardware"] };
    try {
      const found = await run(
        { request: JSON.parse(JSON.stringify(request)) as Record<string, unknown>, ...(text ? { text } : {}) },
        (done, stage) => {
          Object.assign(running, { done, stage });
          of.changed();
        },
        running.abort.signal,
      );
      this.#ended = found ? "Done." : "Cancelled.";
      if (found) of.took(found);
    } catch (error) {
      const { code, field, message } = problemOf(error);
      this.#ended = "Refused.";
      of.refused(new RidgepointError({ code, field: field === "model" || field === "hardware" ? `project.${field}` : field, message }));
    }
    this.#running = undefined;
    of.changed();
  }
}
