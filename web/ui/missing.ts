// A tag whose own script did not come: it is no element yet, so that what is told of it stands above it, on the page itself.

import { render } from "lit";
import { problemOf } from "./engine.js";
import { Failure } from "./failure.js";

export function tellMissing(element: HTMLElement, script: string, error: unknown): void {
  const box = document.createElement("div");
  box.className = "ridgepoint-failed";
  box.style.overflowX = "auto";
  const changed = (): void => void render(failure.view(), box);
  const failure = new Failure(problemOf(error), { element, script, root: () => box, otherwise: () => undefined, isOwn: false, changed });
  changed();
  element.before(box);
  element.style.minHeight = "0";
  // A host may bring the script later, after all.
  void customElements.whenDefined(element.localName).then(() => {
    box.remove();
    element.style.minHeight = "";
  });
}
