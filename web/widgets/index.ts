// What a page embeds: the elements register themselves, and the engine is there for scripts. A widget with a script of its own is
// brought where its tag is on the page, so that one line of script is enough for any.

import apart from "#apart";

export * from "#elements";
export * from "../ui/shared.js";

for (const [tag, script] of Object.entries(apart)) {
  // In Node there is no page. Of a script that does not come, ridgepoint-check.js tells the reader. A bundle that has the widget
  // has defined it once its own script has run.
  if (globalThis.document?.querySelector?.(tag)) queueMicrotask(() => customElements.get(tag) || import(/* @vite-ignore */ new URL(script, import.meta.url).href).catch(() => {}));
}
