// Threads that measure: workers, so that the page stays free and ending them stops the measurement; or the page itself where
// there are none.

import { RidgepointError } from "#shared";
import { answering, type Calls } from "./calls.js";

export interface Thread {
  call<K extends keyof Calls>(name: K, ...args: Parameters<Calls[K]>): Promise<ReturnType<Calls[K]>>;
  end(): void;
}

/** Beside this script. A bundler would look for it if its name stood in the call. */
const WORKER = "./machine-worker.js";

const refused = (message: string): RidgepointError => new RidgepointError({ code: "load_failed", field: "", message });

/** A thread in a worker. */
export function worker(): Thread {
  const made = new Worker(new URL(WORKER, import.meta.url), { type: "module" });
  const waiting = new Map<number, { resolve(value: never): void; reject(error: Error): void }>();
  let asked = 0;
  let broken: RidgepointError | undefined;
  made.onerror = (event) => {
    event.preventDefault();
    broken = refused(`the worker could not start: ${event.message || "machine-worker.js or bench.js did not load"}`);
    waiting.forEach(({ reject }) => reject(broken!));
    waiting.clear();
  };
  made.onmessage = ({ data: { id, value, error } }: MessageEvent<{ id: number; value: never; error?: string }>) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) one?.resolve(value);
    else one?.reject(refused(error));
  };
  return {
    call: (name, ...args) =>
      new Promise((resolve, reject) => {
        if (broken) return reject(broken);
        waiting.set((asked += 1), { resolve, reject });
        made.postMessage({ id: asked, name, args });
      }),
    end: () => {
      made.terminate();
      waiting.clear();
    },
  };
}

/** The page as the only thread: between two pieces it answers the reader. */
export function inPage(): Thread {
  const answer = answering();
  return {
    call: async (name, ...args) => {
      await new Promise((done) => setTimeout(done));
      try {
        return (await answer(name, args)) as never;
      } catch (error) {
        throw refused((error as Error).message);
      }
    },
    end: () => {},
  };
}
