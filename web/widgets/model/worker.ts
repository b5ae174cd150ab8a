// model-worker.js: the language model, loaded at the first run and kept for the next. A run keeps the thread busy until it ends.

import { loadLanguageModel, type LanguageModel } from "#language-model";
import type { Asked, Message } from "./run.js";

const tell = (message: Message): void => postMessage(message);

let model: Promise<LanguageModel> | undefined;

addEventListener("message", async ({ data }: MessageEvent<Asked>) => {
  try {
    const found = (await (model ??= loadLanguageModel())).quantize(data, (done, stage) => tell({ done, stage }));
    tell({ found });
  } catch (error) {
    const { code = "load_failed", field = "", message } = error as { code?: string; field?: string; message: string };
    tell({ error: { code, field, message } });
  }
});
