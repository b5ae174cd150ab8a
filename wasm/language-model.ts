/**
 * The language model to break, in JavaScript. For a worker or Node, as a run keeps its thread busy; to stop it, end the
 * worker. What the core refuses is thrown as a RidgepointError. Without WebAssembly SIMD it is plain JavaScript, many times slower
 * and with the same numbers.
 */

import { failure, guard, isForbidden, knowsSimd, type Plain, read, RidgepointError } from "./boundary.js";
import type { Calls } from "../build/generated/language-model.js";

export { RidgepointError };

type Quantize = Calls["quantize"];

export interface LanguageModel {
  readonly version: string;
  /** Quantizes the model as asked and measures what is left; `progress` is told the share done and what comes next. */
  quantize(request: Quantize["request"], progress?: (done: number, stage: string) => void): Quantize["result"];
}

type Source = string | URL | Uint8Array;

export interface LoadLanguageModelOptions {
  /** Where each file is, or its bytes; by default they lie beside this file. */
  wasm?: Source;
  /** null: without this model, which is then refused as a `size`, and without the small one drafts are. */
  large?: Source | null;
  small?: Source | null;
  text?: Source;
}

/** The hash of each file, filled in by bundle.mjs. */
declare const RIDGEPOINT_SHA256: Required<Record<keyof LoadLanguageModelOptions, string>>;

interface Described {
  name: string;
  kind: string;
  choices: string[];
}

const described = (lines: string): Described[] =>
  lines.split("\n").filter(Boolean).map((line) => {
    const [name, kind, ...choices] = line.split(" ");
    return { name: name!, kind: kind!, choices };
  });

const refused = (code: string, field: string, message: string): RidgepointError => new RidgepointError({ code, field, message });

/** The bytes of a double for each field, in their order, NaN where none is given; what is no such number or choice is refused here. */
function encode(fields: readonly Described[], request: unknown): Uint8Array {
  if (typeof request !== "object" || request === null) throw refused("wrong_type", "", "the request must be an object");
  const given = request as Record<string, unknown>;
  for (const name of Object.keys(given))
    if (!fields.some((field) => field.name === name)) throw refused("unknown_field", name, `${name} is not a field of quantize`);
  const numbers = fields.map(({ name, kind, choices }) => {
    const value = given[name];
    if (value === undefined) return NaN;
    if (kind === "number") {
      if (typeof value !== "number" || !Number.isFinite(value)) throw refused("wrong_type", name, `${name} must be a number, given ${JSON.stringify(value) ?? String(value)}`);
      return value;
    }
    // Some choices are numbers of bits, which a link or a script may give as such.
    const place = choices.indexOf(typeof value === "number" ? String(value) : (value as string));
    if (place < 0) throw refused("unknown_name", name, `${name} must be one of ${choices.join(", ")}, given ${JSON.stringify(value) ?? String(value)}`);
    return place;
  });
  return new Uint8Array(Float64Array.from(numbers).buffer);
}

/** Numbers, lists of them and texts, one after another; NaN is "no value". */
function decode(fields: readonly Described[], numbers: Float64Array): Record<string, unknown> {
  let next = 0;
  const take = (count: number): Float64Array => numbers.subarray(next, (next += count));
  return Object.fromEntries(
    fields.map(({ name, kind }) => {
      const [first] = take(1);
      if (kind === "number") return [name, Number.isNaN(first) ? null : first];
      if (kind === "boolean") return [name, first === 1];
      const items = take(first!);
      return [name, kind === "text" ? String.fromCharCode(...items) : Array.from(items)];
    }),
  );
}

/** None of a model that is not wanted. */
const bytesOf = async (source: Source | null, sha256: string): Promise<Uint8Array> =>
  source instanceof Uint8Array ? source : new Uint8Array((source ? await read(String(source), sha256) : []) as ArrayBuffer);

/** What language_model.cpp exports; a text ends with a zero, and an error is "code\nfield\nmessage", or nothing. */
interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  model_version(): number;
  model_room(bytes: number): number;
  model_open(large: number, small: number): number;
  model_run(): number;
  model_result(): number;
  model_fields(): number;
}

/** The program without WebAssembly. */
const plain = (): Promise<Plain> => import(new URL("./language-model-plain.js", import.meta.url).href);

/** Loads the program, both models or the one that is wanted, and the text. */
export async function loadLanguageModel({
  wasm = new URL("./language-model.wasm", import.meta.url),
  large = new URL("./language-model-large.bin", import.meta.url),
  small = new URL("./language-model-small.bin", import.meta.url),
  text = new URL("./moby-dick.txt", import.meta.url),
}: LoadLanguageModelOptions = {}): Promise<LanguageModel> {
  try {
    const of = RIDGEPOINT_SHA256;
    const script = knowsSimd() && !(await isForbidden()) ? undefined : await plain();
    const [binary, ...files] = (await Promise.all([script ? undefined : bytesOf(wasm, of.wasm), bytesOf(large, of.large), bytesOf(small, of.small), bytesOf(text, of.text)])) as [Uint8Array<ArrayBuffer>, Uint8Array, Uint8Array, Uint8Array];
    let tell: (done: number, stage: string) => void;
    // Views are made anew each time: memory moves when it grows.
    const bytesFrom = (address: number, length?: number): Uint8Array => new Uint8Array(module.memory.buffer, address, length);
    const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
    const textAt = (address: number): string => {
      const bytes = bytesFrom(address);
      return textOf(bytes.subarray(0, bytes.indexOf(0)));
    };
    const imports = {
      env: {
        now: () => performance.now(),
        progress: (done: number, stage: number, length: number) => tell(done, textOf(bytesFrom(stage, length))),
        emscripten_notify_memory_growth: () => {},
      },
      wasi_snapshot_preview1: {
        proc_exit: () => {
          throw new Error("the module ended");
        },
      },
    };
    const exports = script
      ? script.instantiate({ ...imports.env, ...imports.wasi_snapshot_preview1 })
      : (await WebAssembly.instantiate(binary, imports)).instance.exports;
    const module = exports as unknown as Exports;
    module._initialize();
    const give = (...parts: readonly Uint8Array[]): void => {
      let address = module.model_room(parts.reduce((sum, { length }) => sum + length, 0));
      for (const part of parts) {
        bytesFrom(address).set(part);
        address += part.length;
      }
    };
    const check = (error: number): void => {
      const [code, field, message] = textAt(error).split("\n");
      if (code) throw refused(code, field!, message!);
    };
    give(...files);
    check(module.model_open(files[0].length, files[1].length));
    const [request, result] = textAt(module.model_fields()).split("\n\n").map(described) as [Described[], Described[]];
    return Object.freeze<LanguageModel>({
      version: textAt(module.model_version()),
      quantize(asked, progress = () => {}) {
        tell = progress;
        give(encode(request, asked));
        check(guard(() => module.model_run()));
        return decode(result, new Float64Array(module.memory.buffer, module.model_result())) as unknown as Quantize["result"];
      },
    });
  } catch (cause) {
    throw failure("load_failed", "the language model could not be loaded", cause);
  }
}
