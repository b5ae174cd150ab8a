// A report of `ridgepoint grade --markdown` as parts of a page: headings, a table of two columns, lists and paragraphs, each on a line.
// Nothing else of Markdown stands in one. All text stays text.

import { make } from "../dom.js";

/** A backslash keeps a mark from meaning anything. */
const plain = (text: string): string => text.replace(/\\([!-/:-@[-`{-~])/g, "$1");

const cellsOf = (line: string): string[] => line.slice(1, -1).split(/(?<!\\)\|/).map((cell) => plain(cell.trim()));

/** In the direction of its language: an answer may be in any. */
function line(tag: string, text: string): HTMLElement {
  const element = make(tag, plain(text));
  element.dir = "auto";
  return element;
}

/** `level` of the headings of its exercises. */
export function reportParts(markdown: string, level: number): HTMLElement[] {
  const parts: HTMLElement[] = [];
  for (const block of markdown.trim().split(/\n{2,}/)) {
    const lines = block.split("\n");
    const [, marks, heading] = /^(#{1,2}) (.*)$/.exec(block) ?? [];
    if (marks) parts.push(line(`h${level + marks.length - 1}`, heading!));
    else if (block.startsWith("|")) {
      const rows = make("dl", "", "facts-of");
      for (const [name = "", value = ""] of lines.map(cellsOf).filter(([name]) => name && !/^:?-+:?$/.test(name))) {
        const row = make("div");
        row.append(make("dt", name), line("dd", value));
        rows.append(row);
      }
      parts.push(rows);
    } else if (block.startsWith("- ")) {
      const list = make("ul");
      for (const item of lines) list.append(line("li", item.slice(2)));
      parts.push(list);
    } else parts.push(line("p", block));
  }
  return parts;
}
