// Runs as the reader sees them: the button, how far one is, and how it ended. After the first, each change runs by itself.

import type { QuantizeRequest, QuantizeResult } from "#language-model";
import { html, nothing, problemOf, RidgepointError, type TemplateResult } from "#shared";
import { ModelWorker } from "./run.js";

export interface RunningOf {
  /** The widget's, as it stands. */
  request(): Record<string, unknown>;
  took(found: QuantizeResult, request: QuantizeRequest): void;
  refused(error: RidgepointError): void;
  changed(): void;
}

export class Running {
  readonly #worker = new ModelWorker();
  #now: { done: number; stage: string } | undefined;
  /** How the last run ended. */
  #ended = "";
  #isLive = false;
  /** What the last run was of, as text. */
  #ran = "";

  constructor(private readonly of: RunningOf) {}

  view(): TemplateResult {
    const now = this.#now;
    return html`<div class="run">
      <p class="buttons">
        <button type="button" ?disabled=${now !== undefined} @click=${() => void this.#run()}>Run</button>
        ${now ? html`<button type="button" @click=${() => this.stop()}>Stop</button>` : nothing}
        <span class="label" role="status">${now ? `${now.stage} …` : this.#ended}</span>
      </p>
      ${now ? html`<progress max="1" .value=${now.done} aria-label="Progress of the run"></progress>` : nothing}
    </div>`;
  }

  stop(): void {
    this.#isLive = false;
    this.#worker.stop();
  }

  /** The settings changed: once the reader has let one run, the next starts by itself. */
  follow(): void {
    if (this.#isLive && !this.#now && JSON.stringify(this.of.request()) !== this.#ran) void this.#run();
  }

  /** Runs the settings as they stand; resolves when that has ended, however it did. */
  async #run(): Promise<void> {
    const { of } = this;
    const now = { done: 0, stage: "Loading the model" };
    this.#now = now;
    this.#isLive = true;
    this.#ran = JSON.stringify(of.request());
    const request = JSON.parse(this.#ran) as QuantizeRequest;
    of.changed();
    let found: QuantizeResult | undefined;
    try {
      found = await this.#worker.run(request, (done, stage) => {
        Object.assign(now, { done, stage });
        of.changed();
      });
      this.#ended = found ? "Done." : "Stopped.";
    } catch (error) {
      this.#ended = "Refused.";
      of.refused(new RidgepointError(problemOf(error)));
    }
    this.#now = undefined;
    if (found) of.took(found, request);
    of.changed();
    // What was changed meanwhile.
    this.follow();
  }
}
