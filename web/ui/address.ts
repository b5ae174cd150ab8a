// A widget's state in the address of its page: taken when the address changes, written when the reader changes something.

import { valueAt, type Values } from "./request.js";
import { typed, type RequestState } from "./request-state.js";
import type { Field } from "./fields.js";
import { read, write, type State } from "./state.js";

export class Address {
  /** What of it was left out. */
  unread: string[] = [];
  #writing: ReturnType<typeof setTimeout> | undefined;

  /** `open`: the field behind a path, where the reader may set it. */
  constructor(
    private readonly element: HTMLElement,
    private readonly state: RequestState,
    private readonly open: (path: string) => Field | undefined,
  ) {}

  /** Without a key of its own, the first of its kind goes by its name, the second by roofline2, say. */
  get #key(): string | null {
    const { element } = this;
    const key = element.getAttribute("url-state");
    if (key !== "") return key;
    const alike = [...(element.getRootNode() as ParentNode).querySelectorAll(`${element.localName}[url-state=""]`)].indexOf(element);
    return element.localName.replace("ridge-", "") + (alike > 0 ? alike + 1 : "");
  }

  /** Takes what the address says. `recompute` gives the first field that was refused. */
  read(recompute: () => string | undefined): void {
    const key = this.#key;
    if (key === null) return;
    const found = read(location.hash, key);
    // Anybody can write an address: only fields that have a control here are taken from it.
    const next = new Map(
      Object.entries(found ?? {}).flatMap(([path, value]): [string, unknown][] => {
        const field = this.open(path);
        return field ? [[path, typed(value, field)]] : [];
      }),
    );
    this.unread = found === null ? [`${key}=…`] : Object.keys(found ?? {}).filter((path) => !next.has(path));
    if (JSON.stringify([...next]) === JSON.stringify([...this.state.edits])) return;
    this.state.edits = next;
    this.state.drafts.clear();
    // What the engine refuses goes too, or there might be no result to start from.
    for (let refused = recompute(); refused !== undefined && next.delete(refused); refused = recompute()) this.unread.push(refused);
  }

  /** What the reader changed; of what was `refused`, the value that is `shown`. Null where that is not to be had. */
  #changes(shown: Values, refused: readonly string[]): State | null {
    const { edits } = this.state;
    // What was refused would be refused again on the next visit: its last good value stands in the address.
    if (refused.some((field) => !edits.has(field))) return null;
    const state: State = {};
    for (const [path, value] of [...edits]) {
      const taken = refused.includes(path) ? valueAt(shown, path) : value;
      if (taken !== undefined && JSON.stringify(taken) !== JSON.stringify(this.state.without(path))) state[path] = taken;
    }
    return state;
  }

  /** Puts it in the address. */
  write(shown: Values, refused: readonly string[]): void {
    const key = this.#key;
    const state = this.#changes(shown, refused);
    if (key === null || state === null) return;
    this.cancel();
    // Browsers limit how often an address may change; a moving slider would exceed it.
    this.#writing = setTimeout(() => {
      const hash = write(location.hash, key, state);
      history.replaceState(history.state, "", hash || location.pathname + location.search);
    }, 250);
  }

  /** A link to the page as it is shown; null where its address keeps no state. */
  link(shown: Values, refused: readonly string[]): string | null {
    const key = this.#key;
    const state = this.#changes(shown, refused);
    return key === null || state === null ? null : location.href.replace(/#.*/, "") + write(location.hash, key, state);
  }

  cancel(): void {
    clearTimeout(this.#writing);
  }
}
