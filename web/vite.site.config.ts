// build/site: static pages with relative addresses only, so that they work below any path and from
// any host. A widget's own page loads that widget's script alone; the others load the same ridgepoint.js that an embedding page would.
// Pages in another language are in a folder of it; those that have a script of their own say something there too, so they are built apart.

import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, defineConfig, transformWithEsbuild, type Plugin, type UserConfig } from "vite";
import { BENCH_MODULES, alias, define, distOf, oneEngine, paths, policyOrNone, target } from "./build/bundle.js";
import { everyCall } from "./build/every-call.js";
import { drawingStyles } from "./build/drawing-styles.js";
import { catalogueOf, ENGLISH, LANGUAGES, translate, translatedPage } from "./build/language/translate.js";
import { labelsAlone, writersIn, type Writers } from "./build/language/writers.js";
import { stillsIn } from "./build/stills.js";
import { CARD_DRAWING, cardPng, type Card } from "./build/pages/card.js";
import { footer, head, header, headerBeside, linksUp, noScript, preload, social } from "./build/pages/frame.js";
import { cards, homeParts, type SiteEngine } from "./build/pages/home-page.js";
import { tries } from "./build/pages/states.js";
import type { Trust } from "./build/pages/trust-data.js";
import { predictionsCsv } from "./build/pages/trust-page.js";
import { widgetChunks, type WidgetChunks } from "./build/widget-chunks.js";
import { apartInputs, hostScript, TOGETHER, WIDGETS } from "./build/widgets.js";
import type { ZooEngine } from "./build/pages/zoo-links.js";

const site = fileURLToPath(new URL("site", import.meta.url));
const labs = process.env["RIDGEPOINT_LABS"] ?? paths.labs;

type Pages = Map<string, string>;

/** A widget's page lies in the widget's folder, and is one of the site; in other languages the same page, and a first one of their own. */
const widgetPages: Pages = new Map([
  ...WIDGETS.map(({ name, folder }): [string, string] => [`${site}/${name}.html`, `${folder}/page.html`]),
  ...LANGUAGES.flatMap((language): [string, string][] => [
    ...WIDGETS.map(({ name, folder }): [string, string] => [`${site}/${language}/${name}.html`, `${folder}/page.html`]),
    [`${site}/${language}/index.html`, fileURLToPath(new URL(`locales/${language}/home.html`, import.meta.url))],
  ]),
]);
const ownPages = readdirSync(site).filter((name) => name.endsWith(".html"));
const twins = (language: string): Pages => new Map(ownPages.filter((name) => name !== "index.html").map((name) => [`${site}/${language}/${name}`, `${site}/${name}`]));

const foundPages = (pages: Pages): Plugin => ({
  name: "found-pages",
  enforce: "pre",
  resolveId: (id) => (pages.has(id) ? id : null),
  load(id) {
    const file = pages.get(id);
    return file === undefined ? null : readFileSync(file, "utf8");
  },
});

/** Pages that have no widget, nor make one. */
const WITHOUT = ["zoo.html", "trust.html", "gallery.html", "glossary.html"];

/** The language of a page, by its folder, and its place there. */
const languageOf = (path: string): string => LANGUAGES.find((language) => path.startsWith(`/${language}/`)) ?? ENGLISH;
const pageOf = (path: string): string => path.slice(languageOf(path) === ENGLISH ? 1 : languageOf(path).length + 2);

/** What a page asks for at once: the script that registers its widgets, and what that imports. */
function scriptsOf(html: string, path: string): { script: string; beside: string[] } {
  if (path === "/index.html" || WITHOUT.includes(pageOf(path))) return { script: "", beside: [] };
  const [tag] = /<ridge-\w+/.exec(html) ?? [];
  const shown = WIDGETS.find((one) => `<${one.tag}` === tag);
  if (languageOf(path) === ENGLISH && shown && TOGETHER.includes(shown) && path !== "/own.html") return { script: `widget-${shown.name}`, beside: chunks.beside(shown.name) };
  const script = shown?.script ?? "ridgepoint.js";
  return { script: script.replace(".js", ""), beside: script === "ridgepoint.js" ? [] : ["ridgepoint.js"] };
}

/** A page's picture for other sites, which is in the folder cards/. */
const cardName = (path: string): string => path.slice(1).replace(".html", "").replace("/", "-");
const cardsOf = new Map<string, Card>();

/** What a card shows: for a widget its first answer, where it has one before anything runs, and the fullest of its drawings; for other pages what they are about, and a roofline. */
function cardOf(html: string, language: string, tag = ""): Card {
  const [, heading = ""] = /<h1[^>]*>([^]*?)<\/h1>/.exec(html) ?? [];
  const [, description = ""] = /<meta name="description" content="(.*?)"/.exec(html) ?? [];
  const still = drawn.inLanguages.get(language)!;
  const own = tag ? still(tag, {}, CARD_DRAWING) : undefined;
  const from = own && own.drawings.length > 0 ? own : still("ridge-roofline", {}, CARD_DRAWING);
  const figure = from.drawings.reduce((one, other) => (other.length > one.length ? other : one));
  return { heading: heading.replace(/<[^>]+>/g, "").replace(/\s+/g, " ").trim(), text: own && /\d/.test(own.said) ? own.said : description, drawing: /<svg[^]*<\/svg>/.exec(figure)![0] };
}

/** A page's file holds its title and its main part; the frame around them is the same for all. */
const frame: Plugin = {
  name: "frame",
  transformIndexHtml: {
    order: "pre",
    handler(html, { path }) {
      const { script, beside } = scriptsOf(html, path);
      const language = languageOf(path), isEnglish = language === ENGLISH, up = isEnglish ? "./" : "../";
      const page = pageOf(path);
      const writers = drawn.writers.get(language)!;
      const named = WIDGETS.find(({ name }) => page === `${name}.html`);
      const parts: Record<string, () => string> = {
        head: () => `${head(up, script, beside)}\n    ${social(html, up, cardName(path))}${html.includes('loading="eager"') ? `\n    ${preload(script.replace("widget-", ""))}` : ""}`,
        header: () => (isEnglish ? header(page) : headerBeside(page)),
        footer: () => `${footer("./", isEnglish)}${named ? `\n    <script type="module" src="./companion.ts"></script>` : ""}`,
        cards,
      };
      /** In the language of the page from the start. */
      const written: typeof parts = {
        margin: () => writers.marginHtml(named!, drawn.still(named!.tag, {}).request, drawn.entries),
        zoo: () => writers.zooPage(paths.command, drawn.engine),
        trust: () => writers.trustPage(drawn.trust.get(language)!),
        gallery: () => writers.galleryPage(drawn.inLanguages.get(language)!),
        glossary: writers.glossaryPage,
      };
      const home = path === "/index.html" ? homeParts(drawn.engine, (element, attributes) => drawn.still(element, attributes).request, labs) : {};
      const filled = (text: string, by: typeof parts): string => text.replace(/<!-- (\w+) -->/g, (comment, name: string) => by[name]?.() ?? home[name] ?? comment);
      const framed = filled(html, parts);
      const whole = filled(translatedPage(named ? tries(framed, named.name) : framed, catalogueOf(language, "pages")), written);
      const finished = isEnglish ? whole : linksUp(whole);
      cardsOf.set(cardName(path), cardOf(finished, language, named?.tag));
      return finished;
    },
  },
};

/** A page in another language has the styles of the English one, which are built: the same files in the same order. */
const builtStyles: Plugin = {
  name: "built-styles",
  transformIndexHtml: {
    order: "pre",
    handler(html, { path }) {
      const english = readFileSync(`${paths.site}/${pageOf(path)}`, "utf8");
      const styles = [...english.matchAll(/<link rel="stylesheet" crossorigin href="\.\/([^"]*)">/g)].map(([, name]) => `<link rel="stylesheet" crossorigin href="../${name}" vite-ignore />`);
      return html.replace(/ *<link rel="stylesheet"[^>]*>\n/g, "").replace("</head>", () => `  ${styles.join("\n    ")}\n  </head>`);
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

const predictions: Plugin = {
  name: "predictions",
  generateBundle() {
    this.emitFile({ type: "asset", fileName: "predictions.csv", source: predictionsCsv(drawn.trust.get(ENGLISH)!) });
  },
};

/** What pages show before any script runs is asked of the engine when they are built. */
type Draws = Awaited<ReturnType<typeof stillsIn>>;
interface Drawn {
  engine: SiteEngine & ZooEngine;
  still: Draws;
  entries: { id: string; name: string }[];
  inLanguages: Map<string, Draws>;
  writers: Map<string, Writers>;
  trust: Map<string, Trust>;
}

async function draw(): Promise<Drawn> {
  const engine = await everyCall();
  const { models, hardware } = engine as unknown as Record<"models" | "hardware", () => { id: string; name: string }[]>;
  const inLanguages = new Map<string, Draws>(), writers = new Map<string, Writers>(), trust = new Map<string, Trust>();
  for (const language of [ENGLISH, ...LANGUAGES]) {
    writers.set(language, await writersIn(language));
    trust.set(language, writers.get(language)!.trustData(writers.get(ENGLISH)!.asked));
  }
  // After what writes pages, some of which asks whether it is in a browser: stills are drawn in what looks like one.
  for (const language of [ENGLISH, ...LANGUAGES]) inLanguages.set(language, await stillsIn(language));
  return { engine: engine as unknown as SiteEngine & ZooEngine, still: inLanguages.get(ENGLISH)!, entries: [...models(), ...hardware()], inLanguages, writers, trust };
}

let drawn: Drawn;
const firstAnswers: Plugin = {
  name: "first-answers",
  async buildStart() {
    drawn ??= await draw();
  },
  resolveId: (id) => (id === "#names" ? "\0names" : null),
  load: (id) => (id === "\0names" ? `export default ${JSON.stringify(Object.fromEntries(drawn.entries.map(({ id, name }) => [id, name])))}` : null),
  transformIndexHtml: {
    order: "pre",
    handler: (html, { path }) =>
      html.replace(
        /(<(ridge-\w+)[^>]*>)(<\/\2>)/g,
        (_, open: string, element: string, close: string) => {
          const language = languageOf(path);
          const { sentences, tables } = drawn.inLanguages.get(language)!(element, {});
          // A still writes the numbers of its tables as English does.
          return `${open}${sentences}${translatedPage(noScript(language === ENGLISH ? tables.join("\n") : ""), catalogueOf(language, "pages"))}${close}`;
        },
      ),
  },
};

/**
 * What a page's own script imports is fetched at once with it, not after it. Of a page that has nothing of its own to run Vite
 * brings what it imports as the script; to Firefox a preload after the script itself is an error.
 */
const besideOwn: Plugin = {
  name: "beside-own",
  transformIndexHtml: {
    order: "post",
    handler: (html, { chunk, bundle, path }) =>
      (chunk?.imports ?? [])
        .filter((name) => bundle && name in bundle)
        .map((name) => `${languageOf(path) === ENGLISH ? "./" : "../"}${name}`)
        .filter((href) => !html.includes(` src="${href}"`))
        .map((href) => ({ tag: "link", attrs: { rel: "modulepreload", href }, injectTo: "head" as const })),
  },
};

/** The scripts apart, and what those of the router, the language model and the machine need once a reader lets them run. */
const BESIDE = [...Object.keys(apartInputs).map((name) => `${name}.js`), "systems-worker.js", "router.js", "router.wasm", "router-scalar.wasm", "router-plain.js", "language-model.js", "language-model.wasm", "language-model-plain.js", "language-model-large.bin", "language-model-small.bin", "moby-dick.txt", "bench.js", ...BENCH_MODULES, "NOTICES.txt"];

/** What the pages that write and read embeddings know of the elements, from the package's own description. */
const widgets = (language: string): Plugin => ({
  name: "widgets",
  resolveId: (id) => (id === "#widgets" ? "\0widgets" : null),
  load(id) {
    if (id !== "\0widgets") return null;
    const { modules } = JSON.parse(readFileSync(`${paths.dist}/custom-elements.json`, "utf8")) as {
      modules: { path: string; declarations: { tagName: string; description: string; attributes: { name: string }[] }[] }[];
    };
    const elements = modules.flatMap(({ path, declarations }) => declarations.map((one) => ({ script: path, ...one }))).filter(({ tagName }) => tagName !== "ridge-lab");
    const list = elements.map(({ tagName: tag, description, attributes, script }) => {
      const name = tag.replace("ridge-", "");
      return { tag, name, title: `${description.split(/[:.]/)[0]!.replace(/^(A|The) /, "")}`, attributes: attributes.map((one) => one.name), script, page: `${name}.html` };
    });
    const titled = (name: string, title: string): string => (language === ENGLISH ? title[0]!.toUpperCase() + title.slice(1) : drawn.writers.get(language)!.titleOf(name));
    return `export default ${JSON.stringify(list.map(({ title, ...rest }) => ({ ...rest, title: titled(rest.name, title) })))}`;
  },
});

const besides: Plugin = {
  name: "besides",
  async closeBundle() {
    for (const language of LANGUAGES) await build({ ...siteOf(twins(language), language), configFile: false, publicDir: false, logLevel: "warn" });
    for (const name of ["ridgepoint.js", "ridgepoint-tools.js", "ridgepoint-plain.js", "ridgepoint.wasm", "ridgepoint-routing.wasm", "ridgepoint-systems.wasm", "ridgepoint-all.wasm", ...BESIDE]) copyFileSync(`${paths.dist}/${name}`, `${paths.site}/${name}`);
    for (const language of LANGUAGES) for (const name of readdirSync(distOf(language))) if (!/^(engine\.js|schema\.json|ridgepoint\.classic\.js|trust\.html)$/.test(name)) copyFileSync(`${distOf(language)}/${name}`, `${paths.site}/${language}/${name}`);
    for (const name of readdirSync(paths.host)) writeFileSync(`${paths.site}/${name}`, hostScript(`${paths.host}/${name}`));
    mkdirSync(`${paths.site}/cards`, { recursive: true });
    for (const [name, card] of cardsOf) writeFileSync(`${paths.site}/cards/${name}.png`, await cardPng(card));
    // On every page with a widget, so without what only its readers need.
    const check = await transformWithEsbuild(hostScript(`${paths.host}/ridgepoint-check.js`), "check.js", { minify: true, target: "es5", sourcemap: false });
    writeFileSync(`${paths.site}/ridgepoint-check.js`, check.code);
    const page = await transformWithEsbuild(readFileSync(`${site}/page.ts`, "utf8"), "page.ts", { minify: true, target: "es2019", format: "iife", sourcemap: false });
    writeFileSync(`${paths.site}/ridgepoint-page.js`, page.code);
  },
};

/** `found`: pages that lie elsewhere. */
const siteOf = (found: Pages, language: string): UserConfig => {
  const isFirst = language === ENGLISH;
  const folder = isFirst ? "" : `${language}/`, scripts = `${folder}[name].js`;
  return {
    root: site,
    base: "./",
    define: { ...define, RIDGEPOINT_FOLDER: JSON.stringify(folder) },
    resolve: { alias: { "#fields": alias["#fields"], ...labelsAlone } },
    plugins: [
      ...translate(language), foundPages(found), oneEngine, besideOwn, frame, firstAnswers, widgets(language), policyOrNone,
      ...(isFirst ? [ownScripts, predictions, drawingStyles("/site/reading.css"), besides] : [builtStyles]),
    ],
    build: {
      target,
      outDir: paths.site,
      emptyOutDir: isFirst,
      assetsInlineLimit: 0,
      modulePreload: false,
      rollupOptions: {
        input: [...(isFirst ? ownPages.map((name) => `${site}/${name}`) : []), ...found.keys()],
        makeAbsoluteExternalsRelative: false,
        // Flat, so that "./ridgepoint.js" means the same in a page and in its script.
        output: { entryFileNames: scripts, chunkFileNames: scripts, assetFileNames: "[name][extname]" },
      },
    },
  };
};

export default defineConfig(siteOf(widgetPages, ENGLISH));
