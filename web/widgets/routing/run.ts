// A measurement in a worker: the page stays free, and ending the worker cancels it.

import { RidgepointError } from "#shared";
import type { RouteAnalysis, Router } from "#router";

export interface Measured {
  analysis: RouteAnalysis;
  kernels: Router["kernels"];
}

export type Message = { done: number; stage: string } | { measured: Measured } | { error: { code: string; field: string; message: string } };

export interface Asked {
  request: Record<string, unknown>;
  /** Absent: the text beside the script. */
  text?: string | undefined;
}

/** Beside this script. A bundler would look for it if its name stood in the call. */
const WORKER = "./routing-worker.js";

/** Resolves to what was measured, or to nothing where it was cancelled. */
export function run(asked: Asked, progress: (done: number, stage: string) => void, cancelled: AbortSignal): Promise<Measured | undefined> {
  return new Promise<Measured | undefined>((resolve, reject) => {
    const failed = (message: string): void => reject(new RidgepointError({ code: "load_failed", field: "", message }));
    let worker: Worker;
    try {
      worker = new Worker(new URL(WORKER, import.meta.url), { type: "module" });
    } catch (cause) {
      return failed(`the measurement could not start: ${(cause as Error).message}`);
    }
    const end = (done: () => void) => (): void => {
      worker.terminate();
      done();
    };
    cancelled.addEventListener("abort", end(() => resolve(undefined)), { once: true });
    worker.onerror = (event) => {
      event.preventDefault();
      end(() => failed(`the measurement could not start: ${event.message || "routing-worker.js or router.js did not load"}`))();
    };
    worker.onmessage = ({ data }: MessageEvent<Message>) => {
      if ("done" in data) progress(data.done, data.stage);
      else if ("error" in data) end(() => reject(new RidgepointError(data.error)))();
      else end(() => resolve(data.measured))();
    };
    worker.postMessage(asked);
  });
}
