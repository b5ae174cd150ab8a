// The classic script: the same elements, with the engine's bytes inside. Scripts find the engine as
// the global `ridgepoint`.

import { loadRidgepoint as load, RidgepointError } from "#engine";
import { useLoader } from "./engine.js";
import wasm from "#wasm";

/** Decoded at the first call only, since a page may hold no widget in view. */
export const loadRidgepoint: typeof load = (options = {}) =>
  load({ wasm: Uint8Array.from(atob(wasm), (letter) => letter.charCodeAt(0)), ...options });

useLoader(loadRidgepoint);

export { RidgepointError };
export * from "./elements/all.js";
