// What the registry, measurements and fits say in words. Another language has its own in place of this.

export const worded = (words: string): string => words;
/** An amount for each of what it is of: an image, a token. */
export const each = (amount: string, unit: string): string => `${amount} a ${unit}`;
/** What there are several of. */
export const several = (device: string): string => `${device}s`;
export const noteHtml = (note: string): string => `<li>${note}</li>`;
