// build/site: static pages with relative addresses only, so that they work below any path and from
// any host. They load the same ridgepoint.js that an embedding page would.

import { copyFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { alias, paths, target } from "./build.js";
import { zooPage } from "./site/zoo-page.js";

const site = fileURLToPath(new URL("site", import.meta.url));
const pages = readdirSync(site).filter((name) => name.endsWith(".html"));

const links: [page: string, name: string][] = [
  ["roofline.html", "Roofline"],
  ["quantization.html", "Quantization"],
  ["sensitivity.html", "Sensitivity"],
  ["explainer.html", "Explainer"],
  ["zoo.html", "Zoo"],
  ["own.html", "Your own"],
];

/** What all pages have in common: head, header, footer. A page's file holds its title and its main part. */
const frame: Plugin = {
  name: "frame",
  transformIndexHtml: {
    order: "pre",
    handler(html, { path }) {
      const page = path.replace(/^\//, "");
      const nav = links
        .map(([address, name]) => `<li><a href="./${address}"${address === page ? ' aria-current="page"' : ""}>${name}</a></li>`)
        .join("\n          ");
      return html
        .replace(
          "<!-- head -->",
          `<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="./favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="./site.css" />
    <script type="module" src="./ridgepoint.js" vite-ignore></script>`,
        )
        .replace(
          "<!-- header -->",
          `<a class="skip" href="#main">Skip to the content</a>
    <header class="top">
      <a class="mark" href="./index.html"${page === "index.html" ? ' aria-current="page"' : ""}>
        <svg width="26" height="20" viewBox="0 0 26 20" aria-hidden="true"><path d="M1,18L12,4H25" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linejoin="round" stroke-linecap="round" /></svg>
        Ridgepoint
      </a>
      <nav aria-label="Pages">
        <ul>
          ${nav}
        </ul>
      </nav>
    </header>`,
        )
        .replace(
          "<!-- footer -->",
          `<footer>
      <p>Everything is computed in this page. Nothing you enter leaves your browser.</p>
    </footer>`,
        )
        .replace("<!-- zoo -->", () => zooPage(paths.command));
    },
  },
};

/** The pages' own scripts import the engine from the file that the widgets came from: one instance a page. */
const oneEngine: Plugin = {
  name: "one-engine",
  enforce: "pre",
  resolveId: (id) => (id === "#engine" ? { id: "./ridgepoint.js", external: true } : null),
};

const besides: Plugin = {
  name: "besides",
  closeBundle() {
    for (const name of ["ridgepoint.js", "ridgepoint.wasm"]) copyFileSync(`${paths.dist}/${name}`, `${paths.site}/${name}`);
  },
};

export default defineConfig({
  root: site,
  base: "./",
  resolve: { alias: { "d3-interpolate": alias["d3-interpolate"] } },
  plugins: [oneEngine, frame, besides],
  build: {
    target,
    outDir: paths.site,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    rollupOptions: {
      input: pages.map((name) => `${site}/${name}`),
      makeAbsoluteExternalsRelative: false,
      // Flat, so that "./ridgepoint.js" means the same in a page and in its script.
      output: { entryFileNames: "[name].js", chunkFileNames: "[name].js", assetFileNames: "[name][extname]" },
    },
  },
});

