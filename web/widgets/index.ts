// What a page embeds: the elements register themselves, and the engine is there for scripts. A widget with a script of its own is
// brought where its tag is on the page, or comes to be, so that one line of script is enough for any.

import apart from "#apart";
import { tellMissing } from "../ui/missing.js";
import { whenNear } from "../ui/near.js";

export * from "#elements";
export * from "#handed";
export { loadRidgepoint, RidgepointError } from "#engine";

/** Does it whenever the element, or what is in it, changes so. */
function atChanges(of: Node, what: MutationObserverInit, then: () => void): void {
  try {
    new MutationObserver(then).observe(of, what);
  } catch {
    // Such a browser brings what is there at first, and what a reader comes near.
  }
}

/** Settles when one of the tags is near the window, or is not to wait for that. */
const wanted = (tags: Element[]): Promise<void> =>
  new Promise((done) => {
    const eager = (): void => {
      if (tags.some((tag) => tag.getAttribute("loading") === "eager")) done();
    };
    eager();
    whenNear(tags, done);
    for (const tag of tags) atChanges(tag, { attributeFilter: ["loading"] }, eager);
  });

/** Brings the scripts of the tags on the page that have none, and none on its way. */
function bring(): void {
  for (const [tag, script] of Object.entries(apart)) {
    const waiting = customElements.get(tag) ? [] : [...document.querySelectorAll<HTMLElement & { coming?: Promise<unknown> }>(tag)].filter(({ coming }) => !coming);
    if (waiting.length === 0) continue;
    const coming = wanted(waiting).then(() => import(/* @vite-ignore */ new URL(script, import.meta.url).href));
    coming.catch((error: unknown) => waiting.forEach((one) => tellMissing(one, script.slice(2), error)));
    // ridgepoint-check.js leaves these alone.
    for (const one of waiting) one.coming = coming;
  }
}

// In Node there is no page.
if ("querySelectorAll" in (globalThis.document ?? {})) {
  // A bundle that has the widget has defined it once its own script has run.
  queueMicrotask(bring);
  // Hosts that put the next page into the one that is open add tags later.
  atChanges(document, { childList: true, subtree: true }, bring);
}
