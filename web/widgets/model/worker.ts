// model-worker.js: the language model, loaded at the first run and kept for the next. A run keeps the thread busy until it ends.

import { loadLanguageModel, type LanguageModel } from "#language-model";
import type { Asked, Message } from "./run.js";

const tell = (message: Message): void => postMessage(message);

/** By the models that they have: a run has the weights that it needs fetched, and no others. */
const loaded = new Map<string, Promise<LanguageModel>>();

/** The small model for itself, or to draft for the large one. */
function modelFor({ size = "large", draft_tokens: drafts = 0 }: Asked): Promise<LanguageModel> {
  const without = size === "small" ? { large: null } : drafts > 0 ? {} : { small: null };
  const key = Object.keys(without).join();
  if (!loaded.has(key)) loaded.set(key, loadLanguageModel(without));
  return loaded.get(key)!;
}

addEventListener("message", async ({ data }: MessageEvent<Asked>) => {
  try {
    const found = (await modelFor(data)).quantize(data, (done, stage) => tell({ done, stage }));
    tell({ found });
  } catch (error) {
    const { code = "load_failed", field = "", message } = error as { code?: string; field?: string; message: string };
    tell({ error: { code, field, message } });
  }
});
