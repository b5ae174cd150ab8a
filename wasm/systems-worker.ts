// systems-worker.js: the engine beside a page, one call after the other. It downloads no WebAssembly: the page hands on its own, with
// which any engine answers its calls.

import glue, { type EngineModule } from "#glue";
import { encode, failure, guard, start, unwrap } from "./boundary.js";

type Asked = { wasm: BufferSource } | { call: string; request: unknown };

let engine: Promise<EngineModule>;

addEventListener("message", async ({ data }: MessageEvent<Asked>) => {
  if ("wasm" in data) {
    engine = start(glue, data.wasm);
    return;
  }
  try {
    const module = await engine;
    postMessage({ found: unwrap(guard(() => module.call(data.call, encode(data.request)))) });
  } catch (cause) {
    const { code, field, message } = failure("load_failed", "the worker could not answer", cause);
    postMessage({ error: { code, field, message } });
  }
});
