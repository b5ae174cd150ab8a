/**
 * The engine in JavaScript: the C++ core behind typed methods, in a page, a worker or Node; as WebAssembly, or without.
 * Requests are checked by the core alone; what it refuses is thrown as a RidgepointError.
 */

import glue, { type EngineModule } from "#glue";
import { encode, failure, guard, isForbidden, type Plain, read, RidgepointError, start, unwrap } from "./boundary.js";
import type { Assumptions, Calls, Hardware, Model } from "../build/generated/engine.js";

export { RidgepointError };

/** A call over the product of axes, the first slowest; an axis is a field, or a path such as `assumptions.efficiency`. */
export interface SweepRequest<Name extends keyof Calls = keyof Calls> {
  call: Name;
  base?: Partial<Calls[Name]["request"]>;
  axes: Record<string, ArrayLike<unknown>>;
  outputs: string[];
  /** Thresholds of outputs: the result says where each output first falls below them along the last axis. */
  below?: Record<string, number[]>;
}

/**
 * One array a column, the axes first: numbers as doubles (NaN: no value), true and false as 1 and 0, choices and texts as
 * strings (undefined: no value), models and devices by id, else by name, else as "#" and their place.
 */
export interface SweepResult {
  rows: number;
  columns: Record<string, Float64Array | (string | undefined)[]>;
  /** For each threshold and each run of the last axis, the first value of that axis at which the output is below it; null: nowhere. */
  below?: Record<string, (number | null)[][]>;
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
  /** Null where nothing is graded. */
  correct: boolean | null;
  expected: unknown;
  /** Of a table, one for each wrong cell that has one. */
  hint?: string | Record<string, string>;
}

type Method<Name extends keyof Calls> = (request: Calls[Name]["request"]) => Calls[Name]["result"];

/** The calls of whole systems: many requests, many devices. */
type SystemsCall = Extract<keyof Calls, "load" | "train" | "layouts" | "plan">;

/** What the command answers to and no page: comparisons of whole systems. */
type CommandCall = Extract<keyof Calls, `explain_${string}`>;

/** Every assumption; null where none is made. */
export type AssumptionsInForce = { [Name in keyof Assumptions]-?: Exclude<Assumptions[Name], undefined> | null };

/** What every engine has. */
interface Base {
  readonly version: string;
  /** The hash of its WebAssembly: two with the same one give the same numbers. */
  readonly build: string;
  /** Its WebAssembly, with which a worker starts another without a second download: `loadRidgepoint({ wasm: engine.wasm })`. */
  readonly wasm: BufferSource;
  readonly hardware: Registry<Hardware>;
  readonly models: Registry<Model>;
  /** What a preset, or the `assumptions` of a request, assumes, value by value: `assumptions("calibrated").efficiency`. */
  assumptions(chosen?: Calls["roofline"]["request"]["assumptions"]): AssumptionsInForce;
  /** The JSON Schema (2020-12) of every request and result, read from schema.json beside this file. */
  schema(): Promise<Record<string, unknown>>;
  sweep(request: SweepRequest): SweepResult;
}

/** A method for each solver of one step on a device. */
export type Engine = Base & {
  readonly [Name in Exclude<keyof Calls, SystemsCall | CommandCall | `route_${string}`>]: Method<Name>;
};

/** A method for each call of whole systems, in place of those of one step. */
export type SystemsEngine = Base & {
  readonly [Name in SystemsCall]: Method<Name>;
};

/** An engine with the router's solvers too. */
export type RoutingEngine = Engine & {
  /** A router with three paths: `model`, `breakeven` and `project`. */
  readonly route: {
    readonly [Name in keyof Calls as Name extends `route_${infer Short}` ? Short : never]: Method<Name>;
  };
};

/** An engine with every call, and with what labs ask. */
export type WholeEngine = RoutingEngine & SystemsEngine & {
  /** What a formula of a lab comes to, such as "serve(decode, precision='int4').itl_s". */
  evaluate(request: { formula: string; variables?: Variables; definitions?: Record<string, string> }): { value: unknown };
  score(request: { exercise: object; answer: unknown; variables?: Variables; definitions?: Record<string, string>; tries?: number }): Score;
  /** The values that a student's copy of a lab has: the key counts from 0, "2-0-1". The same id gets the same ones. */
  variant(request: { variants: Record<string, unknown[]>; lab: string; student: string }): { key: string; variables: Record<string, unknown> };
};

export interface LoadOptions {
  /**
   * The solvers of most widgets (ridgepoint.wasm, the default), those of the router too (ridgepoint-routing.wasm), or instead
   * those of whole systems (ridgepoint-systems.wasm); or all, and what labs ask (ridgepoint-all.wasm).
   */
  calls?: "solvers" | "routing" | "systems" | "all";
  /** Where that file is, or its bytes; by default it lies beside this one. */
  wasm?: string | URL | BufferSource;
  /** Asks anew although an earlier call still waits for its answer; whichever comes serves those who asked for it. */
  again?: boolean;
}

/** The hash of each module, filled in by bundle.mjs. */
declare const RIDGEPOINT_SHA256: Record<NonNullable<LoadOptions["calls"]>, string>;

const shared: { solvers?: Promise<Engine>; routing?: Promise<RoutingEngine>; systems?: Promise<SystemsEngine>; all?: Promise<WholeEngine> } = {};

/**
 * Loads the engine once a page; later calls share it, wherever they look for the file. One with more calls serves
 * who asks for fewer. After a failure the next call tries again.
 */
export function loadRidgepoint(options: LoadOptions & { calls: "all" }): Promise<WholeEngine>;
export function loadRidgepoint(options: LoadOptions & { calls: "routing" }): Promise<RoutingEngine>;
export function loadRidgepoint(options: LoadOptions & { calls: "systems" }): Promise<SystemsEngine>;
export function loadRidgepoint(options?: LoadOptions): Promise<Engine>;
export function loadRidgepoint({ calls = "solvers", wasm, again = false }: LoadOptions = {}): Promise<Engine | SystemsEngine> {
  if (again) delete shared[calls];
  if (shared.all) return shared.all;
  if (shared.routing && calls === "solvers") return shared.routing;
  // Written out, so that a bundler finds the files.
  const beside = {
    solvers: () => new URL("./ridgepoint.wasm", import.meta.url),
    routing: () => new URL("./ridgepoint-routing.wasm", import.meta.url),
    systems: () => new URL("./ridgepoint-systems.wasm", import.meta.url),
    all: () => new URL("./ridgepoint-all.wasm", import.meta.url),
  }[calls]();
  if (shared[calls]) return shared[calls];
  const asked: Promise<WholeEngine> = load(wasm ?? beside, RIDGEPOINT_SHA256[calls]).catch((cause: unknown) => {
    if (shared[calls] === asked) delete shared[calls];
    throw failure("load_failed", "the engine could not be loaded", cause);
  });
  return (shared[calls] = asked);
}

/** The whole engine as plain JavaScript: larger and slower, with the same answers. */
const plain = (): Promise<Plain> => import(new URL("./ridgepoint-plain.js", import.meta.url).href);

async function load(wasm: string | URL | BufferSource, sha256: string): Promise<WholeEngine> {
  const wasmBinary =
    typeof wasm === "string" || wasm instanceof URL ? await read(String(wasm), sha256) : wasm;
  const module = await start(glue, (await isForbidden()) ? await plain() : wasmBinary);

  const engine: Record<string, unknown> = {
    version: module.version,
    build: sha256,
    wasm: wasmBinary,
    sweep: (request: unknown) => sweep(module, request),
    schema: async () => JSON.parse(new TextDecoder().decode(await read(new URL("./schema.json", import.meta.url).href))) as unknown,
  };
  for (const name of module.names().trim().split("\n")) {
    const [holder, short] = name.startsWith("route_") ? [(engine["route"] ??= {}) as typeof engine, name.slice(6)] : [engine, name];
    holder[short] ??= (request: unknown = {}) =>
      unwrap(guard(() => module.call(name, encode(request))));
  }
  Object.freeze(engine["route"]);
  return Object.freeze(engine) as unknown as WholeEngine;
}

function sweep(module: EngineModule, request: unknown): SweepResult {
  const { rows, columns, below } = unwrap(guard(() => module.sweep(encode(request)))) as {
    rows: number;
    columns: { name: string; labels?: string[] }[];
    below?: SweepResult["below"];
  };
  const values = module.sweep_values().slice();
  return {
    rows,
    ...(below ? { below } : {}),
    columns: Object.fromEntries(
      columns.map(({ name, labels }, index) => {
        const column = values.subarray(index * rows, (index + 1) * rows);
        return [name, labels ? Array.from(column, (code) => labels[code]) : column];
      }),
    ),
  };
}
