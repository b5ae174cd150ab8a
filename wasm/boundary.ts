/** What crosses between JavaScript and the WebAssembly modules: JSON, errors, files. */

/**
 * The core's error as an exception: `field` is the dotted path of the field at fault, empty when it is
 * the whole request. Beside the core's codes there are `load_failed` and `engine_failed`.
 */
export class RidgepointError extends Error {
  override readonly name = "RidgepointError";
  readonly code: string;
  readonly field: string;

  constructor(error: { code: string; field: string; message: string }) {
    super(error.message);
    this.code = error.code;
    this.field = error.field;
  }
}

/**
 * `sha256` is how the file's hash begins in base64. It is looked at where there is crypto: in Node, and in pages over HTTPS or on this computer.
 * @internal
 */
export async function read(address: string, sha256?: string): Promise<BufferSource> {
  // A browser may have kept the file of another release: then the server is asked once more, past the cache.
  for (const cache of ["default", "reload"] as const) {
    const bytes = await fetched(address, cache);
    const found = sha256 && (await globalThis.crypto?.subtle?.digest("SHA-256", bytes));
    if (!found || btoa(String.fromCharCode(...new Uint8Array(found))).startsWith(sha256)) return bytes;
  }
  throw new Error(`${address} is not the file that belongs to this script; reloading the page may help`);
}

async function fetched(address: string, cache: RequestCache): Promise<BufferSource> {
  if (address.startsWith("file:") && typeof process === "object") {
    // Node's fetch reads no files. The name is kept from bundlers, which would look for it in a page.
    const files = ["node:fs", "promises"].join("/");
    const { readFile } = (await import(/* @vite-ignore */ files)) as typeof import("node:fs/promises");
    return new Uint8Array(await readFile(new URL(address)));
  }
  const response = await fetch(address, { cache });
  if (!response.ok) throw new Error(`${address}: HTTP status ${response.status}`);
  return response.arrayBuffer();
}

/** Whether the browser or a policy lets no WebAssembly run: found out with the shortest module there is. @internal */
export async function isForbidden(): Promise<boolean> {
  try {
    // Not by its constructor, which Safari lets pass.
    return !(await WebAssembly.instantiate(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)));
  } catch {
    return true;
  }
}

/** What wasm2js makes of a module. @internal */
export interface Plain {
  instantiate(imports: object): WebAssembly.Exports;
}

/** Starts a module by its glue, from its bytes or from what stands in for them. The glue hears of no failure, so it is told here. @internal */
export const start = <Module>(glue: Glue<Module>, from: BufferSource | Plain): Promise<Module> =>
  new Promise((started, failed) => {
    const instantiate = async (_: undefined, imports: { a: object }) =>
      "instantiate" in from ? { instance: { exports: from.instantiate(imports.a) } } : WebAssembly.instantiate(from, imports as unknown as WebAssembly.Imports);
    void glue({ instantiate: (...given) => instantiate(...given).catch((cause: unknown) => (failed(cause), new Promise(() => {}))) }).then(started);
  });

/** A function that returns a vector: (func (result v128) (i8x16.popcnt (i8x16.splat (i32.const 0)))). */
const vectorModule = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11],
);

/** Whether the browser knows WebAssembly SIMD; one with no WebAssembly at all does not. @internal */
export const knowsSimd = (): boolean => globalThis.WebAssembly?.validate?.(vectorModule) ?? false;

/** The longest text handed to the engine: beyond the core's own limit, short of what memory holds. */
const longestRequest = 2 ** 25;

/** @internal */
export function encode(request: unknown): string {
  let text: string;
  try {
    // Nothing at all, as undefined becomes, is for the core to refuse.
    text = JSON.stringify(request, tellable) ?? "null";
  } catch (cause) {
    const code = cause instanceof RangeError ? "too_large" : "malformed_json";
    throw failure(code, "the request cannot be written as JSON", cause);
  }
  return text.slice(0, longestRequest);
}

/** JSON.stringify drops or blanks what JSON lacks; as text it reaches the core, which names the field. */
function tellable(_field: string, value: unknown): unknown {
  if (value instanceof Number) value = Number(value);
  switch (typeof value) {
    case "number":
      return Number.isFinite(value) ? value : String(value);
    case "bigint":
    case "function":
    case "symbol":
      return String(value);
    default:
      return ArrayBuffer.isView(value) ? Array.from(value as unknown as ArrayLike<number>) : value;
  }
}

/** @internal */
export function unwrap(text: string): unknown {
  const answer = JSON.parse(text) as {
    error?: { code: string; field: string; message: string };
    result?: unknown;
  };
  if (answer.error) throw new RidgepointError(answer.error);
  return "result" in answer ? answer.result : answer;
}

/** A trap, such as memory that ran out, is reported like any other error. @internal */
export function guard<T>(run: () => T): T {
  try {
    return run();
  } catch (cause) {
    throw failure("engine_failed", "the engine failed on this request", cause);
  }
}

/** @internal */
export function failure(code: string, message: string, cause: unknown): RidgepointError {
  if (cause instanceof RidgepointError) return cause;
  const [reason] = String((cause as Error | undefined)?.message ?? cause).split("\n");
  return new RidgepointError({ code, field: "", message: `${message}: ${reason}` });
}
