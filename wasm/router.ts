/**
 * The measured router in JavaScript: a mixture-of-experts layer that computes, timed where it runs. For a worker or
 * Node, as a run takes seconds; to cancel it, end the worker. What the core refuses is thrown as a RidgepointError.
 */

import glue from "#router-glue";
import scalarGlue from "#router-scalar-glue";
import { encode, failure, guard, isForbidden, knowsSimd, type Plain, read, RidgepointError, start, unwrap } from "./boundary.js";
import type { Calls } from "../build/generated/router.js";

export { RidgepointError };

type Analyze = Calls["route_analyze"];

export interface Router {
  readonly version: string;
  /** What its kernels are: WebAssembly with SIMD or without, or plain JavaScript, many times slower, where none may run. */
  readonly kernels: "simd" | "scalar" | "plain";
  /**
   * Runs the layer on a text, or on a file's bytes; `progress` is told the share done, from 0 to 1, and what comes next.
   * Nothing else runs meanwhile.
   */
  analyze(
    request: Analyze["request"],
    text: string | Uint8Array,
    progress?: (done: number, stage: string) => void,
  ): Analyze["result"];
  /** The configuration of each preset, with its dimensions. */
  presets(): Record<"default" | "mixtral_proportions", Analyze["result"]["systems_analysis"]["config"]>;
  /** The JSON Schema (2020-12) of every request and result, that of `analyze` among them. */
}

export interface LoadRouterOptions {
  /** router.wasm, or router-scalar.wasm for what has no SIMD; by default what runs here. */
  simd?: boolean;
  /** Where that module is, or its bytes; by default it lies beside this file. */
  wasm?: string | URL | BufferSource;
}

/** The hash of each module, filled in by bundle.mjs. */
declare const RIDGEPOINT_SHA256: Record<"simd" | "scalar", string>;

/** The text as UTF-8; what is none, or too long to be worth handing over, is refused here. */
function bytesOf(text: unknown, limit: number): Uint8Array {
  const refuse = (code: string, reason: string) => {
    return new RidgepointError({ code, field: "text", message: `text must be ${reason}` });
  };
  if (typeof text !== "string" && !(text instanceof Uint8Array))
    throw refuse("wrong_type", `a string or a Uint8Array, given ${text === null ? "null" : typeof text}`);
  if (text.length > limit) throw refuse("too_large", `at most ${limit} bytes, given ${text.length}`);
  return typeof text === "string" ? new TextEncoder().encode(text) : text;
}

/** The same without WebAssembly. */
const plain = (): Promise<Plain> => import(new URL("./router-plain.js", import.meta.url).href);

/** Loads a router of its own. */
export async function loadRouter({ simd, wasm }: LoadRouterOptions = {}): Promise<Router> {
  try {
    const script = (await isForbidden()) && (await plain());
    const vectors = !script && (simd ?? knowsSimd());
    const given = wasm ?? (vectors ? new URL("./router.wasm", import.meta.url) : new URL("./router-scalar.wasm", import.meta.url));
    const from = script || (typeof given === "string" || given instanceof URL ? await read(String(given), RIDGEPOINT_SHA256[vectors ? "simd" : "scalar"]) : given);
    // The two modules name their exports differently.
    const module = await start(vectors ? glue : scalarGlue, from);
    return Object.freeze<Router>({
      version: module.version,
      kernels: script ? "plain" : (module.kernels() as "simd" | "scalar"),
      analyze(request, text, progress = () => {}) {
        module.progress = progress;
        const bytes = bytesOf(text, Number(module.text_bytes_limit()));
        return unwrap(guard(() => module.analyze(encode(request), bytes))) as Analyze["result"];
      },
      presets: () => unwrap(module.presets()) as ReturnType<Router["presets"]>,
    });
  } catch (cause) {
    throw failure("load_failed", "the router could not be loaded", cause);
  }
}
