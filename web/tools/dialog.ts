// A box over the widget, one at a time: from where it was opened the focus goes into it, and back.

import { html, render, type TemplateResult } from "#shared";
import { dressed } from "./styles.js";

/** Room between a box and the edge of the window. */
const EDGE = 8;

export class Dialog {
  readonly #box = document.createElement("dialog");

  /** `near`: what it belongs to; on a narrow window it lies at the foot instead. */
  constructor(root: ShadowRoot, private readonly near: Element, label: string, kind: string) {
    dressed(root);
    const box = this.#box;
    box.className = `box ${kind}`;
    box.setAttribute("aria-label", label);
    box.addEventListener("close", () => this.#gone());
    // A press beside it closes it.
    box.addEventListener("pointerdown", (event) => {
      const { left, right, top, bottom } = box.getBoundingClientRect();
      if (event.target === box && (event.clientX < left || event.clientX > right || event.clientY < top || event.clientY > bottom)) this.close();
    });
    // Escape is the box's own: a presentation would take it as its own.
    box.addEventListener("keydown", (event) => event.key === "Escape" && event.stopPropagation());
    root.querySelector(".root")!.append(box);
  }

  show(view: TemplateResult): void {
    const box = this.#box;
    render(html`${view}`, box);
    if (!box.open) box.showModal();
    this.#place();
  }

  find<E extends Element>(selector: string): E | null {
    return this.#box.querySelector<E>(selector);
  }

  close(): void {
    this.#box.close();
  }

  #place(): void {
    const box = this.#box;
    if (innerWidth < 560) return;
    const { left, top, bottom } = this.near.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = box;
    const below = bottom + 6 + height <= innerHeight - EDGE;
    box.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`;
    box.style.top = `${Math.max(EDGE, below ? bottom + 6 : Math.min(top - height - 6, innerHeight - height - EDGE))}px`;
  }

  #gone(): void {
    this.#box.remove();
    (this.near as HTMLElement).focus();
  }
}
