// What a page embeds: the elements register themselves, and the engine is there for scripts.

export * from "#elements";
export * from "../ui/shared.js";
