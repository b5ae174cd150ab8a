// What all pages have in common: head, header, footer. `up` leads from the page to the site's root.

import { version } from "../version.js";
import { CARD } from "./card-size.js";
import { WIDGETS } from "../widgets.js";

type Link = [page: string, name: string, language?: string];

const widgetLinks: Link[] = [...WIDGETS.map(({ name, title }): Link => [`${name}.html`, title]), ["own.html", "Your own device or model"]];

const pageLinks: Link[] = [
  ["labs/index.html", "Labs"],
  ["zoo.html", "Zoo"],
  ["gallery.html", "Gallery"],
  ["glossary.html", "Glossary"],
  ["trust.html", "Trust"],
  ["embed-builder.html", "Embed"],
];

/**
 * What pages may load and run: their own files and WebAssembly. Scripts and styles are files, so none stands inline; drawings are
 * saved by a link to a blob, and `frame-ancestors` is not said, since any host may frame a widget.
 */
const POLICY = [
  "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'", "connect-src 'self'", "worker-src 'self'",
  "manifest-src 'self'", "base-uri 'none'", "form-action 'none'",
].join("; ");

/** A page without widgets does without their script, which is in the folder of the page. `beside`: what that script imports, fetched at once with it. */
export const head = (up = "./", widgets = "ridgepoint", beside: string[] = []): string => `<meta charset="utf-8" />
    <meta http-equiv="content-security-policy" content="${POLICY}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <script src="${up}ridgepoint-page.js" vite-ignore></script>
    <link rel="icon" href="${up}favicon.svg" type="image/svg+xml" />
    <link rel="manifest" href="${up}manifest.webmanifest" vite-ignore />
    <link rel="stylesheet" href="${up}site.css" />${widgets ? `
    <script src="${up}ridgepoint-check.js" vite-ignore></script>
    <script type="module" src="./${widgets}.js" vite-ignore></script>` : ""}${beside.map((name) => `
    <link rel="modulepreload" href="./${name}" vite-ignore />`).join("")}`;

/** Where the site will stand, where its builder says so: most networks show no picture without its whole address. */
const address = process.env["RIDGEPOINT_ADDRESS"] ? new URL(process.env["RIDGEPOINT_ADDRESS"].replace(/\/?$/, "/")).href : undefined;

/** What other sites show of a link to the page. `picture`: its card's name; those of labs have that of the first page. */
export const social = (html: string, up = "./", picture = "index"): string => {
  const [, title = ""] = /<title>(.*?)<\/title>/.exec(html) ?? [];
  const [, description = ""] = /<meta name="description" content="(.*?)"/.exec(html) ?? [];
  return `<meta property="og:type" content="website" />
    <meta property="og:site_name" content="Ridgepoint" />
    <meta property="og:title" content="${title.replace(" · Ridgepoint", "")}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:image" content="${address ?? up}cards/${picture}.png" />
    <meta property="og:image:width" content="${CARD.width}" />
    <meta property="og:image:height" content="${CARD.height}" />
    <meta name="twitter:card" content="summary_large_image" />`;
};

/** For a page whose widget starts at once: the engine is fetched beside the script, not after it. */
export const preload = (widgets: string): string =>
  `<link rel="preload" href="./${WIDGETS.find(({ name }) => name === widgets)?.engine ?? "ridgepoint"}.wasm" as="fetch" type="application/wasm" crossorigin vite-ignore />`;

const list = (links: readonly Link[], page: string, up: string, className: string): string => `<ul class="${className}">
          ${links.map(([address, name, language]) => `<li><a href="${address.startsWith("../") ? "" : up}${address}"${address === page ? ' aria-current="page"' : ""}${language ? ` hreflang="${language}"` : ""}>${name}</a></li>`).join("\n          ")}
        </ul>`;

/** Whether there is a page in Spanish too, in a folder of that language: those at the root, and so not the labs. */
const isTwin = (page: string): boolean => /^[\w-]+\.html$/.test(page);

/** What a page of another language shares with the English one, all but pages, is one folder up. */
export const linksUp = (html: string): string => html.replace(/(?<=(?:href|src)=")\.\/(?=[\w-]+\.(css|csv|txt|ts)")/g, "../");

/** The header of a page in English. */
export const header = (page: string, up = "./"): string => headerOf(page, up, [...pageLinks, [`es/${isTwin(page) ? page : "index.html"}`, "Español", "es"]]);

/** The same in another language; words are still to be translated. */
export const headerBeside = (page: string): string =>
  headerOf(page, "./", [...pageLinks.map(([address, name]): Link => (isTwin(address) ? [address, name] : [`../${address}`, name, "en"])), [`../${page}`, "English", "en"]]);

/** The widgets unfold from their heading; on a narrow page, the pages with them. */
function headerOf(page: string, up: string, pageLinks: readonly Link[]): string {
  const current = (address: string): string => (address === page ? ' aria-current="page"' : "");
  return `<a class="skip" href="#main">Skip to the content</a>
    <header class="top">
      <a class="mark" href="${up}index.html"${current("index.html")}>
        <svg width="26" height="20" viewBox="0 0 26 20" aria-hidden="true"><path d="M1,18L12,4H25" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linejoin="round" stroke-linecap="round" /></svg>
        Ridgepoint
      </a>
      <nav aria-label="Pages">
        <details class="menu"${widgetLinks.some(([address]) => address === page) ? " data-current" : ""}>
          <summary><span class="on-wide">Widgets</span><span class="on-narrow">Menu</span></summary>
          <div>${list(widgetLinks, page, up, "widgets")}${list(pageLinks, page, up, "pages on-narrow")}</div>
        </details>
        ${list(pageLinks, page, up, "pages on-wide")}
      </nav>
      <button class="theme" type="button" data-theme-switch>
        <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true"><circle cx="9" cy="9" r="7" fill="none" stroke="currentColor" stroke-width="1.5" /><path d="M9,2a7,7 0 0,1 0,14z" fill="currentColor" /></svg>
        <span class="unseen to-dark">Use dark colours</span><span class="unseen to-light">Use light colours</span>
      </button>
    </header>`;
}

/** `data-worker` is what keeps the site for use without a network, though not its pages in other languages. */
export const footer = (up = "./", isKept = true): string => `<footer>
      <div>
        <p>Everything is computed in this page. Nothing you enter leaves your browser.</p>
        <p><span>Ridgepoint ${version}.</span> The owner has not chosen a licence yet, so none is granted.</p>
      </div>
      <ul>
        <li><a href="${up}zoo.html">Sources of every figure</a></li>
        <li><a href="${up}trust.html">How far to trust the numbers</a></li>
        <li><a href="${up}NOTICES.txt">Third-party licences</a></li>
${isKept ? `        <li id="offline" data-worker="${up}offline-worker.js" hidden>Saved for offline use</li>
` : ""}      </ul>
    </footer>`;

/** Behind the first answer of a widget, with the tables of it. */
export const noScript = (tables: string): string => `<noscript>${tables}<p>To change anything, you need a browser with JavaScript.</p></noscript>`;
