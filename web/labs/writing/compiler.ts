// The compiler in its worker, which starts when something is asked of it, and again after it has failed.

import type { Asked, Draft, Outcome, Told, Wanted } from "./draft.js";

/** Beside the page's script. */
const WORKER = "./writing-worker.js";

export class Compiler {
  #worker: Worker | undefined;
  #asked = 0;
  #waiting = new Map<number, (outcome: Outcome) => void>();

  /** Whatever happens, it answers. */
  build(draft: Draft, wanted: Wanted): Promise<Outcome> {
    return new Promise((answer) => {
      const id = (this.#asked += 1);
      this.#waiting.set(id, answer);
      if (location.protocol === "file:") return this.#fail("a browser starts no compiler in a page that is opened as a file. Put the site on a web server, or use npx ridgepoint lab.");
      try {
        this.#running().postMessage({ id, draft, wanted } satisfies Asked);
      } catch (error) {
        this.#fail((error as Error).message);
      }
    });
  }

  #running(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL(WORKER, import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data: { id, outcome } }: MessageEvent<Told>) => {
      this.#waiting.get(id)?.(outcome);
      this.#waiting.delete(id);
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#fail(event.message || "writing-worker.js could not be loaded");
    });
    return (this.#worker = worker);
  }

  /** A worker that broke is not asked again. */
  #fail(reason: string): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const answer of this.#waiting.values()) answer({ failed: reason });
    this.#waiting.clear();
  }
}
