// model-worker.js: the language model, loaded at the first run and kept for the next. A run keeps the thread busy until it ends.

import { loadLanguageModel, type LanguageModel } from "#language-model";
import type { Asked, Message } from "./run.js";

/** By the model that they lack: a run has the weights that it needs fetched, and no others. */
const loaded: Record<string, Promise<LanguageModel>> = {};

/** The small model for itself, or to draft for the large one. */
function modelFor({ size, draft_tokens: drafts }: Asked): Promise<LanguageModel> {
  const without = size === "small" ? "large" : drafts ? "" : "small";
  return (loaded[without] ??= loadLanguageModel({ [without]: null }));
}

addEventListener("message", async ({ data }: MessageEvent<Asked>) => {
  try {
    const found = (await modelFor(data)).quantize(data, (done, stage) => postMessage({ done, stage } satisfies Message));
    postMessage({ found } satisfies Message);
  } catch (error) {
    const { code = "load_failed", field = "", message } = error as { code?: string; field?: string; message: string };
    postMessage({ error: { code, field, message } } satisfies Message);
  }
});
