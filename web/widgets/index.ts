// What a page embeds: the elements register themselves, and the engine is there for scripts. A widget with a script of its own is
// brought where its tag is on the page, so that one line of script is enough for any.

import apart from "#apart";
import { tellMissing } from "../ui/missing.js";
import { whenNear } from "../ui/near.js";

export * from "#elements";
export * from "#handed";
export { loadRidgepoint, RidgepointError } from "#engine";

/** Settles when one of the tags is near the window, or is not to wait for that. */
const wanted = (tags: Element[]): Promise<void> =>
  new Promise((done) => {
    const eager = (): void => {
      if (tags.some((tag) => tag.getAttribute("loading") === "eager")) done();
    };
    eager();
    whenNear(tags, done);
    try {
      for (const tag of tags) new MutationObserver(eager).observe(tag, { attributeFilter: ["loading"] });
    } catch {
      // In such a browser the reader has to come near.
    }
  });

for (const [tag, script] of Object.entries(apart)) {
  // In Node there is no page.
  const waiting = [...(globalThis.document?.querySelectorAll?.(tag) ?? [])];
  // A bundle that has the widget has defined it once its own script has run.
  if (waiting.length > 0) queueMicrotask(() => {
    if (customElements.get(tag)) return;
    const coming = wanted(waiting).then(() => import(/* @vite-ignore */ new URL(script, import.meta.url).href));
    coming.catch((error: unknown) => waiting.forEach((one) => tellMissing(one as HTMLElement, script.slice(2), error)));
    // ridgepoint-check.js leaves these alone.
    for (const one of waiting) Object.assign(one, { coming });
  });
}
