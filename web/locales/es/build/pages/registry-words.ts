// What the registry, measurements and fits say in words, in Spanish: in place of build/pages/registry-words.ts. Its notes stay in English.

import words from "../../registry.json";

export const worded = (english: string): string => (words as Record<string, string | null>)[english] ?? english;
export const each = (amount: string, unit: string): string => `${amount} por ${worded(unit)}`;
export const several = (device: string): string => device;
export const noteHtml = (note: string): string => `<li lang="en">${note}</li>`;
