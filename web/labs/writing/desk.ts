// The texts of a draft, one of which is open to be edited.

import { button, make } from "../dom.js";
import { isLabFile, type Draft, type Found } from "./draft.js";

/** In this order, then the pictures. */
const FIRST = ["lab.md", "lab.json", "model-note.md"];

const inOrder = (files: Record<string, string>): string[] => [...FIRST, ...Object.keys(files).filter((name) => !FIRST.includes(name)).sort()];

export class Desk {
  #files: Record<string, string> = {};
  #open = FIRST[0]!;

  constructor(
    private readonly tabs: HTMLElement,
    private readonly field: HTMLTextAreaElement,
    private readonly changed: () => void,
  ) {
    field.addEventListener("input", () => {
      this.#files[this.#open] = field.value;
      changed();
    });
  }

  /** Without files that have nothing in them: they are there to be written in. */
  get files(): Draft["files"] {
    return Object.fromEntries(Object.entries(this.#files).filter(([, text]) => text.trim() !== ""));
  }

  /** Other files in place of all that are there. */
  replace(files: Draft["files"]): void {
    this.#files = { ...files };
    this.open(FIRST[0]!);
  }

  /** More files, or others of the same name. */
  add(files: Draft["files"]): void {
    Object.assign(this.#files, files);
    this.open(Object.keys(files)[0] ?? this.#open);
    this.changed();
  }

  open(name: string): void {
    this.#open = name;
    this.field.value = this.#files[name] ?? "";
    this.field.setSelectionRange(0, 0);
    this.field.scrollTop = 0;
    this.field.spellcheck = name.endsWith(".md");
    this.field.setAttribute("aria-label", name);
    this.tabs.replaceChildren(
      ...inOrder(this.#files).map((file) => {
        const tab = button(file, () => this.open(file));
        tab.setAttribute("aria-pressed", String(file === name));
        return tab;
      }),
    );
  }

  /** A list of what was found, each line of which leads to its place. */
  list(found: readonly Found[]): HTMLElement {
    const list = make("ul");
    list.append(
      ...found.map(({ file, line, reason }) => {
        const item = make("li");
        const where = button(`${file}, line ${line}`, () => this.#lead(file, line));
        item.append(where, `: ${reason}`);
        return item;
      }),
    );
    return list;
  }

  /** To a line, which is selected; counted from 1. */
  #lead(file: string, line: number): void {
    if (!isLabFile(file)) return;
    this.open(file);
    const lines = this.field.value.split("\n");
    const from = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    this.field.focus();
    this.field.setSelectionRange(from, from + (lines[line - 1] ?? "").length);
    this.field.scrollTop = (this.field.scrollHeight / lines.length) * Math.max(0, line - 4);
  }
}
