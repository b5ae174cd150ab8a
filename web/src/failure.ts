// What a reader is told, and can hand on, when a widget does not work.

import type { Problem } from "./engine.js";

declare const RIDGEPOINT_VERSION: string;

/** Put in once the elements are built and can be asked: the sentences of each at its standard settings. */
const FIRST_ANSWERS = "%first answers%" as unknown as Record<string, string[]>;

/** What a widget says before anything is moved, as the engine gave it when this file was built. */
export const firstAnswer = (element: string): string[] => FIRST_ANSWERS[element] ?? [];

/** Which version failed, how, and where. */
export const diagnostic = (element: string, { code, message }: Problem): string =>
  [`Ridgepoint ${RIDGEPOINT_VERSION}, ${element}`, `${code}: ${message}`, location.href.split("#")[0], navigator.userAgent].join("\n");

/** Copies a text that also stands in an element; where pages may not, it is selected there. Returns what to tell the reader. */
export async function copyText(text: string, done: string, shown: Element | null): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return done;
  } catch {
    // Clipboards are closed to pages in many frames; the reader can still take the text by hand.
    if (shown) getSelection()?.selectAllChildren(shown);
    return "The browser does not let this page copy; the text is selected instead.";
  }
}
