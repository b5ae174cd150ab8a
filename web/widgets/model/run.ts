// The language model in a worker: the page stays free, and ending the worker stops it. The worker is kept between runs.

import { RidgepointError } from "#shared";
import type { QuantizeRequest, QuantizeResult } from "#language-model";

export type Asked = QuantizeRequest;

export type Message = { done: number; stage: string } | { found: QuantizeResult } | { error: { code: string; field: string; message: string } };

/** Beside this script. A bundler would look for it if its name stood in the call. */
const WORKER = "./model-worker.js";

const failed = (reason: string): RidgepointError => new RidgepointError({ code: "load_failed", field: "", message: `the language model could not start: ${reason}` });

export class ModelWorker {
  #worker: Worker | undefined;
  #stopped: (() => void) | undefined;

  /** Resolves to what was found, or to nothing where it was stopped. One run at a time. */
  run(asked: Asked, progress: (done: number, stage: string) => void): Promise<QuantizeResult | undefined> {
    return new Promise((resolve, reject) => {
      try {
        this.#worker ??= new Worker(new URL(WORKER, import.meta.url), { type: "module" });
      } catch (cause) {
        return reject(failed((cause as Error).message));
      }
      const worker = this.#worker;
      this.#stopped = () => resolve(undefined);
      worker.onerror = (event) => {
        event.preventDefault();
        this.#end();
        reject(failed(event.message || "model-worker.js or language-model.js did not load"));
      };
      worker.onmessage = ({ data }: MessageEvent<Message>) => {
        if ("done" in data) return progress(data.done, data.stage);
        if ("found" in data) return resolve(data.found);
        // What did not load may load another time; a refused setting leaves the worker as it was.
        if (data.error.code === "load_failed" || data.error.code === "engine_failed") this.#end();
        reject(new RidgepointError(data.error));
      };
      worker.postMessage(asked);
    });
  }

  /** Ends the worker, and the run with it. */
  stop(): void {
    this.#end();
    this.#stopped?.();
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}
