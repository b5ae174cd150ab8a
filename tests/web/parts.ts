// As much of a page as a lab's scripts touch, without a browser: elements with text, attributes, listeners and what is in them.

import { vi } from "vitest";
import { matches, type Selected } from "./selectors.js";

type Act = (event: object) => void;

/** Of a fragment only what is in it goes into a page. */
const FRAGMENT = "#fragment";

export class Part implements Selected {
  value = "";
  hidden = false;
  disabled = false;
  readOnly = false;
  open = false;
  isSelected = false;
  isScrolledTo = false;
  max = 0;
  tabIndex = 0;
  htmlFor = "";
  readonly isConnected = true;
  readonly attributes = new Map<string, string>();
  readonly dataset: Record<string, string | undefined> = new Proxy({}, {
    get: (_, name: string) => this.attributes.get(`data-${name}`),
    set: (_, name: string, value: string) => !!this.attributes.set(`data-${name}`, value),
    deleteProperty: (_, name: string) => (this.attributes.delete(`data-${name}`), true),
  });
  readonly classList = {
    add: (name: string) => this.classList.toggle(name, true),
    remove: (name: string) => this.classList.toggle(name, false),
    contains: (name: string) => this.className.split(" ").includes(name),
    toggle: (name: string, on: boolean) => {
      const others = this.className.split(" ").filter((one) => one !== "" && one !== name);
      this.className = [...others, ...(on ? [name] : [])].join(" ");
    },
  };
  /** What a template holds. */
  readonly content: Part | undefined;
  parentElement: Part | null = null;
  private inside: (string | Part)[] = [];
  private readonly acts = new Map<string, { act: Act; once: boolean }[]>();

  constructor(readonly localName = "") {
    if (localName === "template") this.content = new Part(FRAGMENT);
  }

  get id(): string {
    return this.attributes.get("id") ?? "";
  }
  set id(id: string) {
    this.attributes.set("id", id);
  }
  get className(): string {
    return this.attributes.get("class") ?? "";
  }
  set className(names: string) {
    this.attributes.set("class", names);
  }
  get type(): string {
    return this.attributes.get("type") ?? "";
  }
  set type(type: string) {
    this.attributes.set("type", type);
  }
  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }
  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }
  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }

  get textContent(): string {
    return this.inside.map((one) => (typeof one === "string" ? one : one.textContent)).join("");
  }
  set textContent(text: string) {
    this.replaceChildren(text);
  }
  get firstElementChild(): Part | null {
    return this.inside.find((one) => typeof one !== "string") ?? null;
  }

  append(...more: (string | Part)[]): void {
    this.replaceChildren(...this.inside, ...more);
  }
  prepend(...more: (string | Part)[]): void {
    this.replaceChildren(...more, ...this.inside);
  }
  replaceChildren(...parts: (string | Part)[]): void {
    this.inside = parts.flatMap((one) => (typeof one !== "string" && one.localName === FRAGMENT ? one.inside.splice(0) : [one]));
    for (const one of this.inside) if (typeof one !== "string") one.parentElement = this;
  }
  replaceWith(other: Part): void {
    const home = this.parentElement!;
    home.replaceChildren(...home.inside.map((one) => (one === this ? other : one)));
  }
  remove(): void {
    const home = this.parentElement;
    home?.replaceChildren(...home.inside.filter((one) => one !== this));
  }
  cloneNode(deep = false): Part {
    const copy = new Part(this.localName);
    for (const [name, value] of this.attributes) copy.attributes.set(name, value);
    if (deep) copy.append(...this.inside.map((one) => (typeof one === "string" ? one : one.cloneNode(true))));
    return copy;
  }

  matches(selector: string): boolean {
    return matches(selector, this, this);
  }
  querySelectorAll(selector: string): Part[] {
    return this.all().filter((one) => matches(selector, one, this));
  }
  querySelector(selector: string): Part | null {
    return this.querySelectorAll(selector)[0] ?? null;
  }

  addEventListener(name: string, act: Act, { once = false } = {}): void {
    this.acts.set(name, [...(this.acts.get(name) ?? []), { act, once }]);
  }
  removeEventListener(name: string, act: Act): void {
    this.acts.set(name, (this.acts.get(name) ?? []).filter((one) => one.act !== act));
  }
  /** Tells of an event here, and around it as far as the page goes. */
  dispatchEvent(event: { type: string; defaultPrevented?: boolean }): void {
    const acts = this.acts.get(event.type) ?? [];
    this.acts.set(event.type, acts.filter(({ once }) => !once));
    for (const { act } of acts) act(event);
    this.parentElement?.dispatchEvent(event);
  }
  /** Whether the page lets the browser do what a click does there. */
  click(): boolean {
    return this.happens("click");
  }
  /** Whether somebody asks before the page goes. */
  get isHeld(): boolean {
    return !this.happens("beforeunload");
  }
  /** The reader types. */
  types(text: string): void {
    this.value = text;
    this.happens("input");
  }
  private happens(type: string): boolean {
    let isLeft = true;
    this.dispatchEvent({ type, preventDefault: () => (isLeft = false) } as { type: string });
    return isLeft;
  }
  focus({ preventScroll = false } = {}): void {
    (document as { activeElement: unknown }).activeElement = this;
    this.isScrolledTo = !preventScroll;
  }
  scrollIntoView(): void {
    this.isScrolledTo = true;
  }
  select(): void {
    this.isSelected = true;
  }
  showModal(): void {
    this.open = true;
  }
  close(): void {
    this.open = false;
    this.happens("close");
  }

  private all(): Part[] {
    return this.inside.flatMap((one) => (typeof one === "string" ? [] : [one, ...one.all()]));
  }
}

class Details extends Part {}

const create = (localName: string): Part => new (localName === "details" ? Details : Part)(localName);

/** An element with what is given of it, and what is in it; of a template, what it holds. */
export function part(localName: string, given: Record<string, string> = {}, ...inside: (string | Part)[]): Part {
  const made = create(localName);
  for (const [name, value] of Object.entries(given)) {
    if (name === "hidden" || name === "disabled") made[name] = true;
    else made.setAttribute(name === "className" ? "class" : name, value);
  }
  (made.content ?? made).append(...inside);
  return made;
}

/** What the reader's keys go to. */
export const focused = (): unknown => document.activeElement;

/** The button of these words. */
export const buttonOf = (home: Part, words: string): Part | undefined => home.querySelectorAll("button").find(({ textContent }) => textContent === words);

/** What scripts find around the page, whose own listeners are told by `window.dispatchEvent`. */
export function stubPage(): Part {
  const page = new Part("window");
  vi.stubGlobal("HTMLElement", Part);
  vi.stubGlobal("HTMLDetailsElement", Details);
  vi.stubGlobal("CSS", { escape: String });
  vi.stubGlobal("document", { createElement: create, querySelector: () => null, importNode: (one: Part, deep: boolean) => one.cloneNode(deep), documentElement: new Part("html"), body: new Part("body"), readyState: "loading", activeElement: null });
  vi.stubGlobal("CustomEvent", class {
    constructor(readonly type: string, given: object) {
      Object.assign(this, given);
    }
  });
  vi.stubGlobal("addEventListener", vi.fn(page.addEventListener.bind(page)));
  vi.stubGlobal("removeEventListener", vi.fn(page.removeEventListener.bind(page)));
  return page;
}
