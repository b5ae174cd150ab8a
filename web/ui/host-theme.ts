// Whether the page around the widgets is dark. Where it says so with `color-scheme`, the styles inherit it; some
// documentation generators only mark their root element or body.

/** MkDocs Material, Quarto, mdBook, and the themes of Sphinx; Docusaurus and VitePress set `color-scheme` besides. */
const DARK = '[data-md-color-scheme="slate"], .quarto-dark, html:is(.coal, .navy, .ayu, .dark), [data-theme="dark"]';

const listeners = new Set<(dark: boolean) => void>();
const roots = (): HTMLElement[] => [document.documentElement, document.body];
const isDark = (): boolean =>
  roots().every((root) => getComputedStyle(root).colorScheme === "normal") && roots().some((root) => root.matches(DARK));
const tell = (): void => {
  const dark = isDark();
  for (const one of listeners) one(dark);
};
let observer: MutationObserver | undefined;

/** Tells at once, and whenever the page changes its mind, until the returned function is called. */
export function followHost(one: (dark: boolean) => void): () => void {
  if (!observer) {
    observer = new MutationObserver(tell);
    for (const root of roots()) observer.observe(root, { attributes: true, attributeFilter: ["class", "style", "data-theme", "data-md-color-scheme"] });
  }
  listeners.add(one);
  one(isDark());
  return () => listeners.delete(one);
}
