// Runs of the language model. After the first, each change runs by itself.

import type { QuantizeRequest, QuantizeResult } from "#language-model";
import type { TemplateResult } from "#shared";
import { Run, type RunOf } from "../run.js";
import { ModelWorker } from "./run.js";

export interface RunningOf extends RunOf {
  /** The widget's, as it stands. */
  request(): Record<string, unknown>;
  took(found: QuantizeResult, request: QuantizeRequest): void;
}

export class Running {
  readonly #worker = new ModelWorker();
  readonly #run: Run;
  #isLive = false;
  /** What the last run was of, as text. */
  #ran = "";

  constructor(private readonly of: RunningOf) {
    this.#run = new Run({ start: "Run", stop: "Stop", stopped: "Stopped.", progress: "Progress of the run" }, of);
  }

  view(): TemplateResult {
    return this.#run.view(() => void this.#quantize());
  }

  stop(): void {
    this.#isLive = false;
    this.#run.stop();
    this.#worker.stop();
  }

  /** The settings changed: once the reader has let one run, the next starts by itself. */
  follow(): void {
    if (this.#isLive && !this.#run.isRunning && JSON.stringify(this.of.request()) !== this.#ran) void this.#quantize();
  }

  async #quantize(): Promise<void> {
    this.#isLive = true;
    this.#ran = JSON.stringify(this.of.request());
    const request = JSON.parse(this.#ran) as QuantizeRequest;
    const found = await this.#run.through("Loading the model", (progress, signal) => {
      signal.addEventListener("abort", () => this.stop());
      return this.#worker.run(request, (done, stage) => progress({ done, stage }));
    });
    if (found) this.of.took(found, request);
    // What was changed meanwhile.
    this.follow();
  }
}
