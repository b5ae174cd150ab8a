// What has happened to the page as a whole, and what the reader can do about it.

import { all, button, find, make } from "./dom.js";

export class Notices {
  constructor(private readonly home: HTMLElement) {}

  show(id: string, text: string, ...actions: HTMLElement[]): void {
    this.dismiss(id);
    const box = make("div", "", "notice");
    box.id = id;
    box.append(make("p", text), ...actions);
    this.home.append(box);
  }

  dismiss(id: string): void {
    this.box(id)?.remove();
  }

  /** All but what the host has told. */
  clear(): void {
    for (const { id } of all(":scope > .notice", this.home)) if (id !== "host") this.dismiss(id);
  }

  /** What a notice says now. */
  text(id: string): string | null | undefined {
    return this.box(id)?.querySelector("p")?.textContent;
  }

  /** Text to take away, selected. */
  offer(id: string, said: string, text: string): void {
    const from = document.activeElement as HTMLElement | null;
    const label = make("label", said) as HTMLLabelElement;
    const field = make(text.includes("\n") ? "textarea" : "input") as HTMLInputElement | HTMLTextAreaElement;
    field.readOnly = true;
    field.value = text;
    field.id = `${id}-text`;
    label.htmlFor = field.id;
    this.show(id, "", label, field, button("Close", () => {
      this.dismiss(id);
      from?.focus();
    }));
    find("p", this.box(id)!).remove();
    field.focus();
    field.select();
  }

  private box(id: string): HTMLElement | null {
    return this.home.querySelector(`#${id}`);
  }
}
