// What a page embeds: the elements register themselves, and the engine is there for scripts.

export * from "./elements/all.js";
export * from "./shared.js";
