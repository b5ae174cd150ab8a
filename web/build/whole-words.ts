// Names in code that a line may not break: a phone would part --labs after its first hyphen.

/** What a line of a phone of 320 px has room for, beside the margin of a list. */
const LONGEST = 24;

/** Code of a page, in which words with a hyphen stay on one line. */
export const wholeWords = (html: string): string =>
  html.replace(/(?<=<code(?: class="[^"]*")?>)[^<]*(?=<\/code>)/g, (code) => code.replace(/\S*-\S*/g, (word) => (word.length > LONGEST ? word : `<span class="whole">${word}</span>`)));
