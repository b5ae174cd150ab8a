// Calls of the engine in a worker, one after the other, while the page answers its reader. Where no worker may start (a script from
// another origin, a file, a policy that forbids it) the page does each itself, as a task of its own.

import type { Problem } from "#shared";

export type Asked = { wasm: BufferSource } | { call: string; request: Record<string, unknown> };

/** What the engine gave or refused; nothing where the page has to ask it. */
export type Outcome = { found: unknown } | { error: Problem } | undefined;

export interface Job {
  call: string;
  request: Record<string, unknown>;
  take(outcome: Outcome): void;
}

/** Beside this script. A bundler would look for it if its name stood in the call. */
const WORKER = "./systems-worker.js";

export class Background {
  /** Null once none could be started. */
  #worker: Worker | null | undefined;
  #jobs: Job[] = [];
  #running: Job | undefined;
  /** Whether an answer is still to come, though perhaps to a job that nobody waits for. */
  #isBusy = false;
  #isOn = false;
  #task: ReturnType<typeof setTimeout> | undefined;

  /** Starts nothing before `resume`. `wasm`: of the page's own engine. */
  constructor(private readonly wasm: () => BufferSource) {}

  /** In place of all that still waits. What runs is finished first. */
  ask(job: Job): void {
    this.#jobs = [job];
    this.#next();
  }

  /** After all that still waits. */
  add(jobs: readonly Job[]): void {
    this.#jobs.push(...jobs);
    this.#next();
  }

  /** Nobody waits for anything any more. */
  drop(): void {
    this.#jobs = [];
    this.#running = undefined;
  }

  /** Ends the worker. What was not answered waits for `resume`. */
  end(): void {
    this.#isOn = false;
    clearTimeout(this.#task);
    this.#worker?.terminate();
    this.#worker &&= undefined;
    if (this.#running) this.#jobs.unshift(this.#running);
    this.#running = undefined;
    this.#isBusy = false;
  }

  resume(): void {
    this.#isOn = true;
    this.#next();
  }

  #next(): void {
    if (this.#isBusy || !this.#isOn) return;
    const job = this.#jobs.shift();
    if (!job) return;
    this.#running = job;
    this.#isBusy = true;
    if (!this.#post({ call: job.call, request: job.request })) this.#leave();
  }

  /** Leaves what runs to the page. */
  #leave(): void {
    this.#task = setTimeout(() => this.#answered(undefined));
  }

  #answered(outcome: Outcome): void {
    const job = this.#running;
    this.#running = undefined;
    this.#isBusy = false;
    try {
      job?.take(outcome);
    } finally {
      this.#next();
    }
  }

  /** Whether it could be handed to the worker. */
  #post(asked: Asked): boolean {
    try {
      if (this.#worker === undefined) this.#start();
      this.#worker?.postMessage(asked);
      return Boolean(this.#worker);
    } catch {
      // No worker may start, or the request holds what cannot be handed on, which the page's engine refuses by its name.
      this.#worker ??= null;
      return false;
    }
  }

  #start(): void {
    const worker = new Worker(new URL(WORKER, import.meta.url), { type: "module" });
    this.#worker = worker;
    const failed = (): void => {
      if (this.#worker !== worker) return;
      worker.terminate();
      this.#worker = null;
      if (this.#isBusy) this.#leave();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      failed();
    };
    worker.onmessage = ({ data }: MessageEvent<Outcome>) => {
      if (data && "error" in data && /^(load|engine)_failed$/.test(data.error.code)) failed();
      else this.#answered(data);
    };
    worker.postMessage({ wasm: this.wasm() } satisfies Asked);
  }
}
