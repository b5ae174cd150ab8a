// One engine a page, however many widgets stand on it, and what the widgets look up again and again.

import { loadRidgepoint, RidgepointError } from "#engine";
import type { Engine, Hardware, Model } from "#engine";
import { shortName } from "./short-name.js";

/** An entry of the registry: what the engine lists, always with an id and a name. */
export type Entry<T = Model | Hardware> = T & { id: string; name: string };

export interface EngineContext {
  engine: Engine;
  models: Entry<Model>[];
  hardware: Entry<Hardware>[];
}

type Calls = "solvers" | "routing" | "systems";

const shared: { [calls in Calls]?: Promise<EngineContext> } = {};
let load: (options: { calls: "routing"; again: boolean }) => Promise<Engine> = loadRidgepoint;

/** Has the engine loaded another way, as the classic build does; only before the first widget starts. */
export function useLoader(loader: typeof load): void {
  load = loader;
}

/** Starts the engine at the first call; every widget that asks the same calls gets the same one. `again`: asks anew, where no answer comes. */
export function lab(calls: Calls = "solvers", again = false): Promise<EngineContext> {
  if (!again && shared[calls]) return shared[calls];
  const asked = load({ calls: calls as "routing", again }).then((engine) => ({
    engine,
    models: engine.models() as unknown as Entry<Model>[],
    hardware: engine.hardware() as unknown as Entry<Hardware>[],
  }));
  // A failed start is not kept: a widget added later may try again once the network is back.
  asked.catch(() => {
    if (shared[calls] === asked) delete shared[calls];
  });
  return (shared[calls] = asked);
}

export interface Problem {
  code: string;
  field: string;
  message: string;
}

/** What went wrong, in the three fields that every error of the engine has. */
export function problemOf(error: unknown): Problem {
  if (error instanceof RidgepointError) {
    return { code: error.code, field: error.field, message: error.message };
  }
  return { code: "internal", field: "", message: error instanceof Error ? error.message : String(error) };
}

/** What a request's model or device stands for: itself where it is written out, or the entry of that id. */
export const entryOf = <T extends Entry>(list: T[] | undefined, value: unknown): Partial<T> | undefined =>
  typeof value === "object" && value !== null ? (value as Partial<T>) : list?.find((entry) => entry.id === value);

/** The name people know an entry by; an inline object may carry none. */
export function entryName(list: Entry[] | undefined, value: unknown): string {
  const entry = entryOf(list, value);
  if (!entry) return String(value ?? "");
  // One of the reader's own may hold anything until the engine has looked at it.
  return [entry.name, entry.id].find((name) => typeof name === "string") ?? "your own";
}

/** A device within a table, a chart or a sentence; the reader's own is called what they call it. */
export const deviceName = (list: Entry[] | undefined, value: unknown): string => {
  const name = entryName(list, value);
  return typeof value === "string" ? shortName(name) : name;
};
