// The site for a double click: from file:// a browser loads no modules and fetches nothing, so every page gets classic scripts,
// and the engine comes inside one of them. What runs in a worker comes as a script too, with the files that it reads inside.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, posix, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";
import { paths, plainImports, target } from "../bundle.js";
import { LANGUAGES } from "../language/translate.js";
import { apartInputs } from "../widgets.js";

/** What the classic script leaves for others, as the module that pages import. */
const classic: Plugin = {
  name: "classic",
  enforce: "pre",
  resolveId: (id) => (id.endsWith("/ridgepoint.js") ? "\0classic" : null),
  load: (id) => (id === "\0classic" ? { code: "export default globalThis.ridgepoint;", syntheticNamedExports: true } : null),
  // Files beside a module stay beside it: the bundler would take in those that it sees named.
  transform: (code) => code.replaceAll("import.meta.url", "(import.meta.url)"),
};

const fileWorker = fileURLToPath(new URL("../../site/file-worker.ts", import.meta.url));

const workerOf = (name: string): string => name.replace(/\.js$/, "-worker.js");
/** Whether it is the script of a widget that has a worker. */
const startsOne = (name: string): boolean => posix.basename(workerOf(name), ".js") in apartInputs;

/** A script whose workers start from text, which lies at `place` as seen from it. */
const startingFrom = (place: string): Plugin => ({
  name: "starting-from",
  enforce: "pre",
  transform: (code, id) => (id !== fileWorker && code.includes("new Worker(") ? `import { FileWorker as Worker } from ${JSON.stringify(fileWorker)};\n${code.replace(/"\.\/\w+-worker\.js"/, JSON.stringify(place))}` : null),
});

/** The files that a worker reads, as addresses that have them inside; `taken` gets their names. What is made from text has no address of its own. */
const filesInside = (taken: Set<string>): Plugin => ({
  name: "files-inside",
  enforce: "pre",
  transform: (code, id) =>
    code
      .replace(/"(\.\.?\/[\w-]+\.(?:wasm|bin|txt))"/g, (_, name: string) => {
        const file = resolve(dirname(id), name);
        taken.add(posix.relative(paths.site, file));
        return JSON.stringify(`data:;base64,${readFileSync(file).toString("base64")}`);
      })
      .replaceAll("import.meta.url", '"file:///"'),
});

/** A module, which is small already, as a classic script. */
async function script(name: string, plugins: Plugin[]): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    plugins,
    build: { target, minify: "esbuild", write: false, lib: { entry: `${paths.site}/${name}`, formats: ["iife"], name: "page" } },
  });
  const [{ output }] = built as unknown as [{ output: [{ code: string }, ...unknown[]] }];
  if (output.length !== 1) throw new Error(`${name} does not become one script`);
  return output[0].code;
}

/** The scripts that the one with the engine stands for. */
const IN_CLASSIC = /\/(ridgepoint|widget-\w+)\.js$/;
/** What only a module brings. */
const MODULES_ALONE = /ridgepoint-(tools|plain)\.js$/;
const CLASSIC = "ridgepoint.classic.js";

/** The folder of a page's language, which has a script with the engine of its own. */
const languageFolder = (name: string): string => LANGUAGES.map((language) => `${language}/`).find((folder) => name.startsWith(folder)) ?? "";

/** The classic scripts wait for the document as modules do, and keep their order, after the one with the engine. */
function page(html: string, name: string): string {
  const up = "../".repeat(name.split("/").length - 1) || "./";
  const scripts: string[] = [];
  const rest = html
    // Browsers do not agree on what 'self' is where a page has no origin.
    .replace(/<meta http-equiv="content-security-policy"[^>]*>/, (policy) => policy.replaceAll("'self'", "'self' file:").replace("worker-src", "$& blob:").replace("connect-src", "$& data:"))
    .replace(/ *<link rel="(modulepreload|preload|manifest)"[^>]*>\n?/g, "")
    .replace(/(<link[^>]*) crossorigin/g, "$1")
    .replace(/ *<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>\n?/g, (_, source: string) => {
      scripts.push(source);
      return "";
    });
  if (/type="module"|crossorigin/.test(rest.replace(/<pre[^]*?<\/pre>/g, ""))) throw new Error(`${name} keeps what file:// does not load`);
  const own = scripts.filter((source) => !IN_CLASSIC.test(source));
  const tags = scripts.length > 0 ? [(languageFolder(name) ? "./" : up) + CLASSIC, ...own].map((source) => `    <script defer src="${source}"></script>\n`) : [];
  return rest.replace("</head>", () => `${tags.join("")}</head>`);
}

/** What each script with a worker starts, by its name, and the text of those files. `taken` gets the names of what they have inside. */
async function workers(scripts: string[], taken: Set<string>): Promise<{ places: Map<string, string>; files: Map<string, string> }> {
  const places = new Map<string, string>(), byText = new Map<string, string>();
  // In the site's own folder first: a worker without words is the same in every language.
  for (const name of scripts.sort((one, other) => one.split("/").length - other.split("/").length)) {
    const text = await script(workerOf(name), [filesInside(taken), plainImports]);
    if (!byText.has(text)) byText.set(text, workerOf(name));
    places.set(name, byText.get(text)!);
  }
  return { places, files: new Map([...byText].map(([text, place]) => [place, `document.currentScript.work = () => {\n${text}};\n`])) };
}

/** Every file of the site, as it is in the archive. */
export async function offline(): Promise<Map<string, Uint8Array>> {
  const names = (readdirSync(paths.site, { recursive: true }) as string[]).map((name) => name.replaceAll("\\", "/")).filter((name) => statSync(`${paths.site}/${name}`).isFile()).sort();
  const modules = new Set(names.filter((name) => name.endsWith(".html")).flatMap((name) => [...readFileSync(`${paths.site}/${name}`, "utf8").matchAll(/<script type="module"[^>]* src="([^"]+)"/g)].map(([, source]) => source!).filter((source) => !IN_CLASSIC.test(source)).map((source) => posix.join(posix.dirname(name), source))));
  const taken = new Set<string>();
  const started = await workers([...modules].filter(startsOne), taken);
  const files = new Map<string, Uint8Array>();
  for (const name of names) {
    const bytes = readFileSync(`${paths.site}/${name}`);
    if (name.endsWith(".wasm") || taken.has(name) || MODULES_ALONE.test(name) || name.startsWith("cards/")) continue;
    const folder = languageFolder(name);
    const worker = started.files.get(name), place = started.places.get(name);
    if (name === `${folder}ridgepoint.js`) files.set(folder + CLASSIC, readFileSync(`${paths.dist}/${folder}${CLASSIC}`));
    else if (worker !== undefined) files.set(name, Buffer.from(worker));
    else if (modules.has(name)) files.set(name, Buffer.from(await script(name, [classic, ...(place ? [startingFrom(posix.relative(posix.dirname(name), place))] : [])])));
    else if (name.endsWith(".js") && !name.startsWith("ridgepoint-")) continue; // a part of modules, and now inside them
    else if (name.endsWith(".html")) files.set(name, Buffer.from(page(bytes.toString(), name)));
    else files.set(name, bytes);
  }
  return files;
}
