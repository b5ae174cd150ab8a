// What a page embeds: the elements register themselves, and the engine is there for scripts.

export { loadRidgepoint, RidgepointError } from "#engine";
export * from "./elements/all.js";
