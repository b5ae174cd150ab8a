/**
 * The engine in JavaScript: the C++ core behind typed methods, in a page, a worker or Node.
 * Requests are checked by the core alone; what it refuses is thrown as a RidgepointError.
 */

import instantiate, { type EngineModule } from "#glue";
import type { Calls, Hardware, Model } from "../build/generated/engine.js";

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

/** A call over the product of axes, the first slowest; an axis is a field, or a path such as `assumptions.efficiency`. */
export interface SweepRequest<Name extends keyof Calls = keyof Calls> {
  call: Name;
  base?: Partial<Calls[Name]["request"]>;
  axes: Record<string, ArrayLike<unknown>>;
  outputs: string[];
}

/**
 * One array a column, the axes first: numbers as doubles (NaN: no value), true and false as 1 and 0, choices as strings,
 * models and devices by id, else by name, else as "#" and their place.
 */
export interface SweepResult {
  rows: number;
  columns: Record<string, Float64Array | string[]>;
}

/** An entry of the registry has both names that an inline object may lack. */
export type Entry<T> = T & { id: string; name: string };

interface Registry<T> {
  (): Entry<T>[];
  (request: { id: string }): Entry<T>;
}

type Variables = Record<string, unknown>;

/** What an exercise's answer is worth. */
export interface Score {
  points: number;
  of: number;
  correct: boolean;
  expected: unknown;
  hint?: string;
}

type Method<Name extends keyof Calls> = (request: Calls[Name]["request"]) => Calls[Name]["result"];

/** A method for each solver that the widgets ask. */
export type Engine = {
  readonly [Name in Exclude<keyof Calls, `route_${string}`>]: Method<Name>;
} & {
  readonly version: string;
  readonly hardware: Registry<Hardware>;
  readonly models: Registry<Model>;
  /** The JSON Schema (2020-12) of every request and result. */
  schema(): Record<string, unknown>;
  sweep(request: SweepRequest): SweepResult;
};

/** An engine with every call: what labs ask as well. */
export type WholeEngine = Engine & {
  /** A router with three paths: `model`, `breakeven` and `project`. */
  readonly route: {
    readonly [Name in keyof Calls as Name extends `route_${infer Short}` ? Short : never]: Method<Name>;
  };
  /** A question in data, such as a lab's text asks, answered by the solvers. */
  query(request: { query: unknown; variables?: Variables }): { value: number | string | boolean | null };
  score(request: { exercise: object; answer: unknown; variables?: Variables }): Score;
};

export interface LoadOptions {
  /** The solvers alone (ridgepoint.wasm, the default), or also what labs ask (ridgepoint-all.wasm). */
  calls?: "solvers" | "all";
  /** Where that file is, or its bytes; by default it lies beside this one. */
  wasm?: string | URL | BufferSource;
}

const shared: { solvers?: Promise<Engine>; all?: Promise<WholeEngine> } = {};

/**
 * Loads the engine once a page; later calls share it, wherever they look for the file. One with all calls serves for
 * both. After a failure the next call tries again.
 */
export function loadRidgepoint(options: LoadOptions & { calls: "all" }): Promise<WholeEngine>;
export function loadRidgepoint(options?: LoadOptions): Promise<Engine>;
export function loadRidgepoint({ calls = "solvers", wasm }: LoadOptions = {}): Promise<Engine> {
  if (shared.all) return shared.all;
  // Written out, so that a bundler finds both files.
  const beside = calls === "all" ? new URL("./ridgepoint-all.wasm", import.meta.url) : new URL("./ridgepoint.wasm", import.meta.url);
  return (shared[calls] ??= load(wasm ?? beside).catch((cause: unknown) => {
    delete shared[calls];
    throw failure("load_failed", "the engine could not be loaded", cause);
  }));
}

async function load(wasm: string | URL | BufferSource): Promise<WholeEngine> {
  const wasmBinary =
    typeof wasm === "string" || wasm instanceof URL ? await read(String(wasm)) : wasm;
  // What goes wrong is thrown from here, so the glue has nothing to say on the console.
  const module = await instantiate({ wasmBinary, printErr: () => {} });

  const engine: Record<string, unknown> = {
    version: module.version,
    sweep: (request: unknown) => sweep(module, request),
  };
  for (const name of module.names().trim().split("\n")) {
    const [holder, short] = name.startsWith("route_") ? [(engine["route"] ??= {}) as typeof engine, name.slice(6)] : [engine, name];
    holder[short] ??= (request: unknown = {}) =>
      unwrap(guard(() => module.call(name, encode(request))));
  }
  Object.freeze(engine["route"]);
  return Object.freeze(engine) as WholeEngine;
}

async function read(address: string): Promise<BufferSource> {
  if (address.startsWith("file:") && typeof process === "object") {
    // Node's fetch reads no files. The name is kept from bundlers, which would look for it in a page.
    const files = ["node:fs", "promises"].join("/");
    const { readFile } = (await import(/* @vite-ignore */ files)) as typeof import("node:fs/promises");
    return new Uint8Array(await readFile(new URL(address)));
  }
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: HTTP status ${response.status}`);
  return response.arrayBuffer();
}

function sweep(module: EngineModule, request: unknown): SweepResult {
  const { rows, columns } = unwrap(guard(() => module.sweep(encode(request)))) as {
    rows: number;
    columns: { name: string; labels?: string[] }[];
  };
  const values = module.sweep_values().slice();
  return {
    rows,
    columns: Object.fromEntries(
      columns.map(({ name, labels }, index) => {
        const column = values.subarray(index * rows, (index + 1) * rows);
        return [name, labels ? Array.from(column, (code) => labels[code]!) : column];
      }),
    ),
  };
}

/** The longest text handed to the engine: beyond the core's own limit, short of what memory holds. */
const longestRequest = 2 ** 25;

function encode(request: unknown): string {
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

function unwrap(text: string): unknown {
  const answer = JSON.parse(text) as {
    error?: { code: string; field: string; message: string };
    result?: unknown;
  };
  if (answer.error) throw new RidgepointError(answer.error);
  return "result" in answer ? answer.result : answer;
}

/** A trap, such as memory that ran out, is reported like any other error. */
function guard<T>(run: () => T): T {
  try {
    return run();
  } catch (cause) {
    throw failure("engine_failed", "the engine failed on this request", cause);
  }
}

function failure(code: string, message: string, cause: unknown): RidgepointError {
  if (cause instanceof RidgepointError) return cause;
  const [reason] = String((cause as Error | undefined)?.message ?? cause).split("\n");
  // The glue wraps what it caught in advice about its own build flags.
  const told = reason!.replace(/^Aborted\((.*)\)\. Build with .*/, "$1");
  return new RidgepointError({ code, field: "", message: `${message}: ${told}` });
}
