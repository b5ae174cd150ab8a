// A run that takes a while, as the reader sees it: its buttons, how far it is, and how it ended. For widgets that measure.

import { html, nothing, problemOf, RidgepointError, unsafeCSS, type TemplateResult } from "#shared";

export const runStyles = unsafeCSS(`
  progress {
    width: 100%;
    accent-color: var(--accent);
  }
  .run {
    display: grid;
    gap: 8px;
  }
  .parts {
    display: grid;
    gap: 20px;
  }
`);

export interface Progress {
  /** From 0 to 1. */
  done: number;
  stage: string;
}

export interface RunWords {
  start: string;
  stop: string;
  stopped: string;
  /** What a screen reader calls the bar. */
  progress: string;
}

/** Settles with nothing where the reader stopped it. */
export type Work<Found> = (progress: (now: Progress) => void, signal: AbortSignal) => Promise<Found | undefined>;

export interface RunOf {
  refused(error: RidgepointError): void;
  changed(): void;
}

/** What ended a run, as widgets refuse it. */
export const refusalOf = (error: unknown): RidgepointError => new RidgepointError(problemOf(error));

export class Run {
  #now: (Progress & { abort: AbortController }) | undefined;
  /** How the last one ended. */
  #ended = "";

  constructor(
    private readonly words: RunWords,
    private readonly of: RunOf,
  ) {}

  get isRunning(): boolean {
    return this.#now !== undefined;
  }

  view(start: () => void): TemplateResult {
    const now = this.#now;
    return html`<div class="run">
      <p class="buttons">
        <button type="button" ?disabled=${now !== undefined} @click=${start}>${this.words.start}</button>
        ${now ? html`<button type="button" @click=${() => this.stop()}>${this.words.stop}</button>` : nothing}
        <span class="label" role="status">${now ? `${now.stage} …` : this.#ended}</span>
      </p>
      ${now ? html`<progress max="1" .value=${now.done} aria-label=${this.words.progress}></progress>` : nothing}
    </div>`;
  }

  stop(): void {
    this.#now?.abort.abort();
  }

  /** What the work came to; nothing where it was stopped or refused. Resolves when it has ended, however it did. */
  async through<Found>(stage: string, work: Work<Found>, refusal = refusalOf): Promise<Found | undefined> {
    const now = { abort: new AbortController(), done: 0, stage };
    this.#now = now;
    this.of.changed();
    let found: Found | undefined;
    try {
      found = await work((progress) => {
        Object.assign(now, progress);
        this.of.changed();
      }, now.abort.signal);
      this.#ended = found === undefined ? this.words.stopped : "Done.";
    } catch (error) {
      this.#ended = "Refused.";
      this.of.refused(refusal(error));
    }
    this.#now = undefined;
    this.of.changed();
    return found;
  }
}
