// The engine with its bytes inside, for the classic script.

import { loadRidgepoint as load, type LoadOptions, type SystemsEngine, type WholeEngine } from "#engine";
import { useLoader } from "./engine.js";
import whole from "#wasm";
import systems from "#wasm-systems";

const bytes = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** The engine with all that a page of labs asks, or that of whole systems; decoded at the first call only, since a page may hold no widget in view. */
export function loadRidgepoint(options: LoadOptions & { calls: "systems" }): Promise<SystemsEngine>;
export function loadRidgepoint(options?: LoadOptions): Promise<WholeEngine>;
export function loadRidgepoint(options: LoadOptions = {}): Promise<SystemsEngine | WholeEngine> {
  if (options.calls === "systems") return load({ wasm: bytes(systems), ...options, calls: "systems" });
  return load({ wasm: bytes(whole), ...options, calls: "all" });
}

useLoader(loadRidgepoint as typeof load);
