// routing-worker.js: one run of the measured router, which keeps its thread busy until it ends.

import { loadRouter } from "#router";
import type { Asked, Message } from "./run.js";

/** What is routed unless the reader gives a text; beside this script. */
const TEXT = "./moby-dick.txt";

const tell = (message: Message): void => postMessage(message);

async function shipped(): Promise<string> {
  const response = await fetch(new URL(TEXT, import.meta.url));
  if (!response.ok) throw new Error(`${TEXT}: HTTP status ${response.status}`);
  return response.text();
}

addEventListener("message", async ({ data: { request, text } }: MessageEvent<Asked>) => {
  try {
    const router = await loadRouter();
    const analysis = router.analyze(request, text ?? (await shipped()), (done, stage) => tell({ done, stage }));
    tell({ measured: { analysis, kernels: router.kernels } });
  } catch (error) {
    const { code = "load_failed", field = "", message } = error as { code?: string; field?: string; message: string };
    tell({ error: { code, field, message } });
  }
});
