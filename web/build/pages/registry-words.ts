// What pages call the fields of the registry, and what it says in words. Another language has its own in place of this.

export { label } from "../../ui/labels.js";

export const worded = (words: string): string => words;
/** An amount for each of what it is of: an image, a token. */
export const each = (amount: string, unit: string): string => `${amount} a ${unit}`;
export const noteHtml = (note: string): string => `<li>${note}</li>`;
