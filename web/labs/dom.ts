// Small helpers for the page of a lab. Text goes in as text: nothing here reads HTML.

export const find = <T extends Element = HTMLElement>(selector: string, within: ParentNode = document): T => within.querySelector<T>(selector)!;
export const all = <T extends Element = HTMLElement>(selector: string, within: ParentNode = document): T[] => [...within.querySelectorAll<T>(selector)];

export const make = (tag: string, text = "", className = ""): HTMLElement => {
  const element = document.createElement(tag);
  element.textContent = text;
  if (className) element.className = className;
  return element;
};

export const button = (text: string, act: () => void): HTMLButtonElement => {
  const element = make("button", text) as HTMLButtonElement;
  element.type = "button";
  element.addEventListener("click", act);
  return element;
};

/** Enter in a field clicks the button too; a sandbox without allow-forms lets no submit event come. */
export function onSubmit(form: HTMLElement, act: () => void): void {
  find("button[type=submit]", form).addEventListener("click", (event) => {
    event.preventDefault();
    act();
  });
}
