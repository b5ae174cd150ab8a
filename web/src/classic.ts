// The classic script: the same elements, with the engine's bytes inside. Scripts find the engine as
// the global `ridgepoint`.

import { loadRidgepoint as load, RidgepointError, type LoadOptions, type WholeEngine } from "#engine";
import { useLoader } from "./engine.js";
import wasm from "#wasm";

/** The whole engine, decoded at the first call only, since a page may hold no widget in view. */
export const loadRidgepoint = (options: LoadOptions = {}): Promise<WholeEngine> =>
  load({ wasm: Uint8Array.from(atob(wasm), (letter) => letter.charCodeAt(0)), ...options, calls: "all" });

useLoader(loadRidgepoint);

export { RidgepointError };
export * from "./elements/all.js";
