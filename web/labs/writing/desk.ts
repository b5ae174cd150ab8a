// The texts of a draft, one of which is open to be edited.

import { button, make } from "../dom.js";
import { isLabFile, type Draft, type Found } from "./draft.js";

/** In this order, then the pictures. */
const FIRST = ["lab.md", "lab.json", "model-note.md"];

const inOrder = (files: Record<string, string>): string[] => [...FIRST, ...Object.keys(files).filter((name) => !FIRST.includes(name)).sort()];

export class Desk {
  /** A field for each file, so that each keeps what can be undone in it, and where one was. */
  #fields = new Map<string, HTMLTextAreaElement>();

  constructor(
    private readonly tabs: HTMLElement,
    /** The one that is shown. */
    private field: HTMLTextAreaElement,
    private readonly changed: () => void,
  ) {}

  /** Without files that have nothing in them: they are there to be written in. */
  get files(): Draft["files"] {
    return Object.fromEntries([...this.#fields].map(([name, { value }]) => [name, value] as const).filter(([, text]) => text.trim() !== ""));
  }

  /** Other files in place of all that are there. */
  replace(files: Draft["files"]): void {
    for (const field of this.#fields.values()) if (field !== this.field) field.remove();
    this.#fields = new Map(Object.entries(files).map(([name, text]) => [name, this.#fieldOf(name, text)]));
    this.open(FIRST[0]!);
  }

  /** More files, or others of the same name. */
  add(files: Draft["files"]): void {
    for (const [name, text] of Object.entries(files)) {
      const before = this.#fields.get(name);
      this.#fields.set(name, this.#fieldOf(name, text));
      if (before && before !== this.field) before.remove();
    }
    const [first] = Object.keys(files);
    if (first) this.open(first);
    this.changed();
  }

  #fieldOf(name: string, text: string): HTMLTextAreaElement {
    const field = this.field.cloneNode() as HTMLTextAreaElement;
    delete field.dataset["scrolled"];
    field.value = text;
    field.setSelectionRange(0, 0);
    field.spellcheck = name.endsWith(".md");
    field.setAttribute("aria-label", name);
    field.addEventListener("input", this.changed);
    return field;
  }

  open(name: string): void {
    const field = this.#fields.get(name) ?? this.#fieldOf(name, "");
    this.#fields.set(name, field);
    this.#show(field);
    this.tabs.replaceChildren(
      ...inOrder(this.files).map((file) => {
        const tab = button(file, () => this.open(file));
        tab.setAttribute("aria-pressed", String(file === name));
        return tab;
      }),
    );
  }

  /** Hidden and not taken away, since a browser forgets what could be undone in a field that leaves the page. */
  #show(field: HTMLTextAreaElement): void {
    const before = this.field;
    if (field === before) return;
    before.dataset["scrolled"] = String(before.scrollTop);
    if (!field.isConnected) before.after(field);
    if ([...this.#fields.values()].includes(before)) before.hidden = true;
    else before.remove();
    field.hidden = false;
    field.scrollTop = Number(field.dataset["scrolled"] ?? 0);
    this.field = field;
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

  /** How high these lines are, long ones in as many as they are broken into. */
  #heightOf(lines: readonly string[]): number {
    const copy = this.field.cloneNode() as HTMLTextAreaElement;
    copy.value = lines.join("\n");
    copy.style.height = "0";
    this.field.after(copy);
    const height = copy.scrollHeight;
    copy.remove();
    return height;
  }

  /** To a line, which is selected; counted from 1. */
  #lead(file: string, line: number): void {
    if (!isLabFile(file)) return;
    this.open(file);
    const lines = this.field.value.split("\n");
    const from = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    this.field.focus();
    this.field.setSelectionRange(from, from + (lines[line - 1] ?? "").length);
    this.field.scrollTop = Math.max(0, this.#heightOf(lines.slice(0, line)) - this.field.clientHeight / 2);
  }
}
