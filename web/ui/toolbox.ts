// What a reader does with a widget beside moving its controls: takes a step back, pins a state to compare the next with,
// copies, saves, brings a file, opens a number. What only a click opens comes with the script of tools.

import { html, nothing, svg, type TemplateResult } from "lit";
import type { Refused } from "./controls.js";
import { problemOf, type EngineContext } from "./engine.js";
import type { Field } from "./fields.js";
import { History } from "./history.js";
import type { Values } from "./request.js";
import type { RequestState } from "./request-state.js";
import type { Table } from "./table.js";
import { tools, toolsNow, type Tools } from "./tools.js";

/** A call behind a result, as the command takes it. */
export interface Called {
  call: string;
  request: Values;
  result: object;
  /** What stands before the call's fields in the widget's own request. */
  prefix?: string;
}

/** A number that opens: a field of a call's result. */
export interface Opened extends Called {
  field: string;
  /** As the widget shows it. */
  text?: string | undefined;
}

/** What a widget shows at a moment. */
export interface Moment<Result = unknown> {
  request: Values;
  result: Result;
  /** The headline, and its settings in words. */
  answer: TemplateResult;
  words: string[];
  /** What it shows below them, with its facts. */
  body?: unknown;
  tables: Table[];
}

export interface ToolboxOf {
  element: HTMLElement;
  state: RequestState;
  lab(): EngineContext | undefined;
  root(): ShadowRoot;
  /** `body`: where it is drawn already. */
  now(body?: unknown): Moment | undefined;
  calls(): Called[];
  /** The field behind a path of the request, and how it is called here. */
  setting(path: string): { field: Field; label: string } | undefined;
  lead(path: string): void;
  /** The address of the page with what is shown; null where it keeps no state. */
  link(): string | null;
  replace(request: Values): void;
  /** The state has been put back to an earlier or a later one. */
  stepped(): void;
  changed(): void;
}

const ICONS = {
  undo: "M6 3.5L2.5 7L6 10.5M3 7H10a3.5 3.5 0 0 1 0 7H7",
  redo: "M10 3.5L13.5 7L10 10.5M13 7H6a3.5 3.5 0 0 0 0 7h3",
  pin: "M5.5 2.5h5M6.5 2.5v4.5L4 10h8L9.5 7V2.5M8 10v4.5",
};

export class Toolbox {
  readonly history: History;
  /** What was pinned, to compare with. */
  pinned: Moment | undefined;
  /** What came of the last thing asked for, where that cannot be seen. */
  said = "";
  #isCopying = false;

  constructor(readonly of: ToolboxOf) {
    this.history = new History(of.state);
  }

  /** The buttons beside the headline. */
  bar(): TemplateResult {
    const { history, pinned } = this;
    const button = (name: string, keys: string, icon: string, isOff: boolean, act: () => void, pressed: unknown = nothing): TemplateResult =>
      html`<button type="button" class="icon" aria-label=${name} title="${name}${keys && ` (${keys})`}" aria-disabled=${isOff ? "true" : nothing} aria-pressed=${pressed} @click=${() => isOff || act()}>
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">${svg`<path d=${icon}></path>`}</svg>
      </button>`;
    return html`<span class="tools">
      ${button("Undo", "Ctrl+Z", ICONS.undo, !history.canUndo, () => this.#step(history.undo()))}
      ${button("Redo", "Ctrl+Shift+Z", ICONS.redo, !history.canRedo, () => this.#step(history.redo()))}
      ${button(pinned ? "Unpin" : "Pin to compare", "", ICONS.pin, false, () => this.#pin(), pinned ? "true" : "false")}
    </span>`;
  }

  #step(done: boolean): void {
    if (done) this.of.stepped();
  }

  #pin(): void {
    this.pinned = this.pinned ? undefined : this.of.now();
    this.of.changed();
  }

  /** What was pinned beside what is shown. */
  compared(body?: unknown): TemplateResult | typeof nothing {
    const { pinned, of } = this;
    const now = pinned && of.now(body);
    if (!now) return nothing;
    return this.#with(({ comparison }) => comparison(pinned, now, of));
  }

  /** The part of the foot that copies and opens. */
  copying(): { isOpen: boolean; toggle: () => void; view: TemplateResult | typeof nothing } {
    const toggle = (): void => {
      this.#isCopying = !this.#isCopying;
      this.of.changed();
    };
    return { isOpen: this.#isCopying, toggle, view: this.#isCopying ? this.#with(({ copies }) => copies(this)) : nothing };
  }

  /** Opens a number: its formula, its inputs and their sources. */
  open(number: Opened): void {
    this.#when(({ openFigure }) => openFigure(this, number));
  }

  /** The picker over a list of entries. What would open the list before the picker is here is held back until it is; if it does not come, the list opens. */
  browse(select: HTMLSelectElement, event: Event): void {
    const here = toolsNow();
    if (here) return here.browse(select, event, this.of);
    const { type, key = type } = event as KeyboardEvent;
    const opens = /^(mousedown|Enter|F4| )$/.test(key);
    if (opens) event.preventDefault();
    const failed = (): void => {
      select.focus();
      select.showPicker();
    };
    // Older browsers cannot show a list, and none long after the press: it has the focus, and the next press.
    tools().then((here) => opens && here.browse(select, event, this.of), () => opens && failed()).catch(() => {});
  }

  /** Puts what a field of a call is into a label's title. */
  describe(label: HTMLElement, call: string, path: string): void {
    tools().then(({ described }) => (label.title = described(call, path)), () => {});
  }

  /** Keys of the widget; true for those that were used. */
  keys(event: KeyboardEvent): boolean {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (!(ctrlKey || metaKey) || altKey) return false;
    const letter = key.toLowerCase();
    if (letter !== "z" && !(letter === "y" && !shiftKey)) return false;
    event.preventDefault();
    event.stopPropagation();
    this.#step(letter === "z" && !shiftKey ? this.history.undo() : this.history.redo());
    return true;
  }

  /** A file that is dragged here. */
  drag = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  };

  drop = (event: DragEvent): void => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    this.take(file);
  };

  /** Puts what a saved file holds in place of what is shown. */
  take(file: File): void {
    this.#when(async ({ requestIn }) => this.of.replace(requestIn(await file.text())));
  }

  /** Runs once the tools are here; where something goes wrong the foot says so. */
  #when(run: (here: Tools) => unknown): void {
    this.said = "";
    tools()
      .then(run)
      .catch((error: unknown) => {
        this.said = `${problemOf(error).message}.`;
      })
      .finally(() => this.of.changed());
  }

  #failed = "";

  /** The tools once they are here; `#failed` says if they do not come. */
  #here(): Tools | undefined {
    const here = toolsNow();
    if (!here && !this.#failed)
      tools()
        .catch((error: unknown) => {
          this.#failed = `${problemOf(error).message}.`;
        })
        .finally(() => this.of.changed());
    return here;
  }

  #with(view: (here: Tools) => TemplateResult): TemplateResult {
    const here = this.#here();
    if (here) return view(here);
    return this.#failed ? html`<p class="refused" role="alert">${this.#failed}</p>` : html`<p class="aside">Loading…</p>`;
  }

  /** Why a value was refused, as its control says it: nothing until the tools are here, and the engine's words where they do not come. */
  worded(refused: Refused): string {
    return this.#here()?.worded(refused) ?? (this.#failed && refused.message);
  }
}
