// As much of a page as a lab's scripts touch, without a browser: elements with text, listeners and what is in them.

import { vi } from "vitest";

/** What a simple selector asks for; one of any other kind finds nothing here. */
const SIMPLE = /^([\w-]*)(?:#([\w-]+))?(?:\.([\w-]+))?(?:\[type=(\w+)\])?$/;

export class Part {
  id = "";
  className = "";
  type = "";
  value = "";
  hidden = false;
  disabled = false;
  readonly dataset: Record<string, string> = {};
  private home: Part | undefined;
  private inside: (string | Part)[] = [];
  private readonly acts = new Map<string, ((event: object) => void)[]>();

  constructor(readonly localName = "") {}

  get textContent(): string {
    return this.inside.map((one) => (typeof one === "string" ? one : one.textContent)).join("");
  }
  set textContent(text: string) {
    this.replaceChildren(text);
  }

  append(...more: (string | Part)[]): void {
    this.replaceChildren(...this.inside, ...more);
  }
  prepend(...more: (string | Part)[]): void {
    this.replaceChildren(...more, ...this.inside);
  }
  replaceChildren(...parts: (string | Part)[]): void {
    this.inside = parts;
    for (const part of parts) if (typeof part !== "string") part.home = this;
  }
  remove(): void {
    const { home } = this;
    home?.replaceChildren(...home.inside.filter((one) => one !== this));
  }

  querySelectorAll(selector: string): Part[] {
    const asked = SIMPLE.exec(selector);
    return asked ? this.all().filter((one) => asked.slice(1).every((wanted, index) => !wanted || [one.localName, one.id, one.className, one.type][index] === wanted)) : [];
  }
  querySelector(selector: string): Part | null {
    return this.querySelectorAll(selector)[0] ?? null;
  }

  addEventListener(name: string, act: (event: object) => void): void {
    this.acts.set(name, [...(this.acts.get(name) ?? []), act]);
  }
  click(): void {
    for (const act of this.acts.get("click") ?? []) act({ preventDefault: () => undefined });
  }
  focus(): void {}

  private all(): Part[] {
    return this.inside.flatMap((one) => (typeof one === "string" ? [] : [one, ...one.all()]));
  }
}

/** An element with what is given of it, and what is in it. */
export function part(localName: string, given: Partial<Pick<Part, "id" | "className" | "type">> = {}, ...inside: (string | Part)[]): Part {
  const made = Object.assign(new Part(localName), given);
  made.append(...inside);
  return made;
}

/** The button of these words. */
export const buttonOf = (home: Part, words: string): Part | undefined => home.querySelectorAll("button").find(({ textContent }) => textContent === words);

/** What scripts find around the page. */
export function stubPage(): void {
  vi.stubGlobal("HTMLElement", Part);
  vi.stubGlobal("CSS", { escape: String });
  vi.stubGlobal("document", { createElement: (tag: string) => new Part(tag), documentElement: { classList: { add: () => undefined } }, readyState: "loading" });
  for (const name of ["addEventListener", "removeEventListener"]) vi.stubGlobal(name, vi.fn());
}
