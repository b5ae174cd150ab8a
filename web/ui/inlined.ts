// The engine with its bytes inside, for the classic script.

import { loadRidgepoint as load, type LoadOptions, type WholeEngine } from "#engine";
import { useLoader } from "./engine.js";
import wasm from "#wasm";

/** The whole engine, decoded at the first call only, since a page may hold no widget in view. */
export const loadRidgepoint = (options: LoadOptions = {}): Promise<WholeEngine> =>
  load({ wasm: Uint8Array.from(atob(wasm), (letter) => letter.charCodeAt(0)), ...options, calls: "all" });

useLoader(loadRidgepoint);
