// The classic script: the same elements, with the engine's bytes inside. Scripts find the engine as
// the global `ridgepoint`.

// First: elements that stand on the page start as soon as they are registered.
export { loadRidgepoint } from "../ui/inlined.js";
export * from "#elements";
export * from "#handed";
export { RidgepointError } from "#engine";
