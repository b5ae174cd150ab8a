// build/site: static pages with relative addresses only, so that they work below any path and from
// any host. A widget's own page loads that widget's script alone; the others load the same ridgepoint.js that an embedding page would.

import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, transformWithEsbuild, type Plugin } from "vite";
import { BENCH_MODULES, alias, define, paths, target } from "./build/bundle.js";
import { everyCall } from "./build/every-call.js";
import { stills } from "./build/still.js";
import { footer, head, header, NO_SCRIPT, preload } from "./build/pages/frame.js";
import { trustData, type Trust } from "./build/pages/trust-data.js";
import { predictionsCsv, trustPage } from "./build/pages/trust-page.js";
import { widgetChunks, type WidgetChunks } from "./build/widget-chunks.js";
import { apartInputs, hostScript, TOGETHER, WIDGETS } from "./build/widgets.js";
import { zooPage } from "./build/pages/zoo-page.js";

const site = fileURLToPath(new URL("site", import.meta.url));

/** A widget's page lies in the widget's folder, and is one of the site. */
const widgetPages = new Map(WIDGETS.map(({ name, folder }) => [`${site}/${name}.html`, `${folder}/page.html`]));
const pages = [...readdirSync(site).filter((name) => name.endsWith(".html")).map((name) => `${site}/${name}`), ...widgetPages.keys()];
const foundPages: Plugin = {
  name: "found-pages",
  enforce: "pre",
  resolveId: (id) => (widgetPages.has(id) ? id : null),
  load(id) {
    const file = widgetPages.get(id);
    return file === undefined ? null : readFileSync(file, "utf8");
  },
};

const cards = (): string =>
  `<ul class="cards">${WIDGETS.map(({ name, question, text }) => `
        <li>
          <a href="./${name}.html">${question}</a>
          <p>${text}</p>
        </li>`).join("")}
      </ul>`;

/** Pages that have no widget, nor make one. */
const WITHOUT = ["/zoo.html", "/trust.html"];

/** A page's file holds its title and its main part; the frame around them is the same for all. */
const frame: Plugin = {
  name: "frame",
  transformIndexHtml: {
    order: "pre",
    handler(html, { path }) {
      const [widget] = /(?<=<ridge-)\w+/.exec(html) ?? [];
      const shown = WIDGETS.find(({ name }) => name === widget);
      const own = shown && TOGETHER.includes(shown) && path !== "/own.html" ? shown.name : undefined;
      const widgets = own ? `widget-${own}` : WITHOUT.includes(path) ? "" : (shown?.script ?? "ridgepoint.js").replace(".js", "");
      return html
        .replace("<!-- head -->", () => `${head("./", widgets, own ? chunks.beside(own) : [])}${html.includes('loading="eager"') ? `\n    ${preload(widgets)}` : ""}`)
        .replace("<!-- header -->", () => header(path.replace(/^\//, "")))
        .replace("<!-- footer -->", () => footer())
        .replace("<!-- cards -->", cards)
        .replace("<!-- zoo -->", () => zooPage(paths.command))
        .replace("<!-- trust -->", () => trustPage(trust));
    },
  },
};

let chunks: WidgetChunks;
const ownScripts: Plugin = {
  name: "own-scripts",
  async buildStart() {
    chunks = await widgetChunks();
  },
  generateBundle() {
    for (const [fileName, source] of chunks.files) this.emitFile({ type: "asset", fileName, source });
  },
};

let trust: Trust;
const predictions: Plugin = {
  name: "predictions",
  buildStart() {
    trust = trustData(paths.command);
  },
  generateBundle() {
    this.emitFile({ type: "asset", fileName: "predictions.csv", source: predictionsCsv(trust) });
  },
};

/** Until its script runs, a widget's place says what the widget will: the answer as the engine gave it when the page was built. */
let still: Awaited<ReturnType<typeof stills>>;
const firstAnswers: Plugin = {
  name: "first-answers",
  async buildStart() {
    still = await stills(paths.widgets, await everyCall());
  },
  transformIndexHtml: {
    order: "pre",
    handler: (html) =>
      html.replace(
        /(<(ridge-\w+)[^>]*>)(<\/\2>)/g,
        (_, open: string, element: string, close: string) => `${open}${still(element, {}).sentences}${NO_SCRIPT}${close}`,
      ),
  },
};

/** The pages' own scripts import the engine from the file that the widgets came from: one instance a page. */
const oneEngine: Plugin = {
  name: "one-engine",
  enforce: "pre",
  resolveId: (id) => (id === "#engine" ? { id: "./ridgepoint.js", external: true } : null),
};

/** The scripts apart, and what those of the router, the language model and the machine need once a reader lets them run. */
const BESIDE = [...Object.keys(apartInputs).map((name) => `${name}.js`), "router.js", "router.wasm", "router-scalar.wasm", "language-model.js", "language-model.wasm", "language-model-large.bin", "language-model-small.bin", "moby-dick.txt", "bench.js", ...BENCH_MODULES, "NOTICES.txt"];

/** What the pages that write and read embeddings know of the elements, from the package's own description. */
const widgets: Plugin = {
  name: "widgets",
  resolveId: (id) => (id === "#widgets" ? "\0widgets" : null),
  load(id) {
    if (id !== "\0widgets") return null;
    const { modules } = JSON.parse(readFileSync(`${paths.dist}/custom-elements.json`, "utf8")) as {
      modules: { path: string; declarations: { tagName: string; description: string; attributes: { name: string }[] }[] }[];
    };
    const elements = modules.flatMap(({ path, declarations }) => declarations.map((one) => ({ script: path, ...one })));
    const list = elements.map(({ tagName: tag, description, attributes, script }) => {
      const name = tag.replace("ridge-", "");
      return { tag, name, title: `${description.split(/[:.]/)[0]!.replace(/^(A|The) /, "")}`, attributes: attributes.map((one) => one.name), script, page: `${name}.html` };
    });
    return `export default ${JSON.stringify(list.map(({ title, ...rest }) => ({ ...rest, title: title[0]!.toUpperCase() + title.slice(1) })))}`;
  },
};

const besides: Plugin = {
  name: "besides",
  async closeBundle() {
    for (const name of ["ridgepoint.js", "ridgepoint.wasm", "ridgepoint-routing.wasm", "ridgepoint-systems.wasm", "ridgepoint-all.wasm", ...BESIDE]) copyFileSync(`${paths.dist}/${name}`, `${paths.site}/${name}`);
    for (const name of readdirSync(paths.host)) writeFileSync(`${paths.site}/${name}`, hostScript(`${paths.host}/${name}`));
    // On every page with a widget, so without what only its readers need.
    const check = await transformWithEsbuild(hostScript(`${paths.host}/ridgepoint-check.js`), "check.js", { minify: true, target: "es5", sourcemap: false });
    writeFileSync(`${paths.site}/ridgepoint-check.js`, check.code);
  },
};

export default defineConfig({
  root: site,
  base: "./",
  define,
  resolve: { alias: { "#fields": alias["#fields"] } },
  plugins: [foundPages, oneEngine, ownScripts, predictions, frame, firstAnswers, widgets, besides],
  build: {
    target,
    outDir: paths.site,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    rollupOptions: {
      input: pages,
      makeAbsoluteExternalsRelative: false,
      // Flat, so that "./ridgepoint.js" means the same in a page and in its script.
      output: { entryFileNames: "[name].js", chunkFileNames: "[name].js", assetFileNames: "[name][extname]" },
    },
  },
});

