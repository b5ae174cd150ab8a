// What all pages have in common: head, header, footer. `up` leads from the page to the site's root.

import { WIDGETS } from "../widgets.js";

const links: [page: string, name: string][] = [
  ...WIDGETS.map(({ name, title }): [string, string] => [`${name}.html`, title]),
  ["labs/index.html", "Labs"],
  ["zoo.html", "Zoo"],
  ["trust.html", "Trust"],
  ["own.html", "Your own"],
];

/**
 * What pages may load and run: their own files and WebAssembly. Scripts and styles are files, so none stands inline; drawings are
 * saved by a link to a blob, and `frame-ancestors` is not said, since any host may frame a widget.
 */
const POLICY = [
  "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'", "connect-src 'self'", "worker-src 'self'",
  "base-uri 'none'", "form-action 'none'",
].join("; ");

/** A page without widgets does without their script. `beside`: what that script imports, fetched at once with it. */
export const head = (up = "./", widgets = "ridgepoint", beside: string[] = []): string => `<meta charset="utf-8" />
    <meta http-equiv="content-security-policy" content="${POLICY}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="${up}favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${up}site.css" />${widgets ? `
    <script src="${up}ridgepoint-check.js" vite-ignore></script>
    <script type="module" src="${up}${widgets}.js" vite-ignore></script>` : ""}${beside.map((name) => `
    <link rel="modulepreload" href="${up}${name}" vite-ignore />`).join("")}`;

/** For a page whose widget starts at once: the engine is fetched beside the script, not after it. */
export const preload = (widgets: string): string =>
  `<link rel="preload" href="./${WIDGETS.find(({ name }) => name === widgets)?.engine ?? "ridgepoint"}.wasm" as="fetch" type="application/wasm" crossorigin vite-ignore />`;

export function header(page: string, up = "./"): string {
  const current = (address: string): string => (address === page ? ' aria-current="page"' : "");
  const nav = links.map(([address, name]) => `<li><a href="${up}${address}"${current(address)}>${name}</a></li>`).join("\n          ");
  return `<a class="skip" href="#main">Skip to the content</a>
    <header class="top">
      <a class="mark" href="${up}index.html"${current("index.html")}>
        <svg width="26" height="20" viewBox="0 0 26 20" aria-hidden="true"><path d="M1,18L12,4H25" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linejoin="round" stroke-linecap="round" /></svg>
        Ridgepoint
      </a>
      <nav aria-label="Pages">
        <ul>
          ${nav}
        </ul>
      </nav>
    </header>`;
}

export const footer = (up = "./"): string => `<footer>
      <p>Everything is computed in this page. Nothing you enter leaves your browser. <a href="${up}NOTICES.txt">Third-party licences</a></p>
    </footer>`;

/** Behind the first answer of a widget. */
export const NO_SCRIPT = "<noscript><p>To move anything, the widget needs a browser with JavaScript and WebAssembly.</p></noscript>";
