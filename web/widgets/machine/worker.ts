// machine-worker.js: a thread that measures, and is busy while it does.

import { answering, type Calls } from "./calls.js";

const answer = answering();

addEventListener("message", async ({ data: { id, name, args } }: MessageEvent<{ id: number; name: keyof Calls; args: unknown[] }>) => {
  try {
    postMessage({ id, value: await answer(name, args) });
  } catch (error) {
    postMessage({ id, error: (error as Error).message });
  }
});
