// The engine with its bytes inside, for the classic script.

import { loadRidgepoint as load, type LoadOptions, type WholeEngine } from "#engine";
import { useLoader } from "./engine.js";
import whole from "#wasm";

const bytes = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** The engine with every call; decoded at the first one only, since a page may hold no widget in view. */
export const loadRidgepoint = (options: LoadOptions = {}): Promise<WholeEngine> => load({ wasm: bytes(whole), ...options, calls: "all" });

useLoader(loadRidgepoint as typeof load);
