// The draft in this browser: kept as it is written, and never over what another window has written since.

import { isLabFile, type Draft } from "./draft.js";

const KEY = "ridgepoint.draft";

const isDraft = (value: unknown): value is Draft => {
  const { name, files } = (value ?? {}) as Partial<Draft>;
  return typeof name === "string" && typeof files === "object" && files !== null && Object.entries(files).every(([file, text]) => isLabFile(file) && typeof text === "string");
};

/** What this window has read or written last. */
let known: string | null = null;

/** Undefined where nothing is kept, or nothing that can be read. */
export function keptDraft(): Draft | undefined {
  try {
    known = localStorage.getItem(KEY);
    const value = JSON.parse(known ?? "null") as unknown;
    return isDraft(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Why the draft is not kept; nothing where it is, which is read back. `over`: whatever another window has written. */
export function keepDraft(draft: Draft, over = false): string | undefined {
  const text = JSON.stringify(draft);
  try {
    const there = localStorage.getItem(KEY);
    if (!over && there !== known && there !== text) return "another window has written another draft since";
    localStorage.setItem(KEY, text);
    if (localStorage.getItem(KEY) !== text) return "this browser saves nothing";
    known = text;
    return undefined;
  } catch (error) {
    return (error as Error).name === "QuotaExceededError" ? "the browser’s storage is full" : "this browser blocks storage";
  }
}
