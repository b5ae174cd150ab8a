// The site for a double click: from file:// a browser loads no modules and fetches nothing, so every page gets classic scripts,
// and the engine comes inside one of them.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { posix } from "node:path";
import { build, type Plugin } from "vite";
import { paths, target } from "../bundle.js";
import { LANGUAGES } from "../language/translate.js";

/** What the classic script leaves for others, as the module that pages import. */
const classic: Plugin = {
  name: "classic",
  enforce: "pre",
  resolveId: (id) => (id.endsWith("/ridgepoint.js") ? "\0classic" : null),
  load: (id) => (id === "\0classic" ? { code: "export default globalThis.ridgepoint;", syntheticNamedExports: true } : null),
  // Files beside a module stay beside it: the bundler would take in those that it sees named.
  transform: (code) => code.replaceAll("import.meta.url", "(import.meta.url)"),
};

/** A page's module, which is small already, as a classic script. */
async function script(name: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    plugins: [classic],
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
    .replace(/<meta http-equiv="content-security-policy"[^>]*>/, (policy) => policy.replaceAll("'self'", "'self' file:"))
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

/** Every file of the site, as it is in the archive. */
export async function offline(): Promise<Map<string, Uint8Array>> {
  const names = (readdirSync(paths.site, { recursive: true }) as string[]).map((name) => name.replaceAll("\\", "/")).filter((name) => statSync(`${paths.site}/${name}`).isFile()).sort();
  const modules = new Set(names.filter((name) => name.endsWith(".html")).flatMap((name) => [...readFileSync(`${paths.site}/${name}`, "utf8").matchAll(/<script type="module"[^>]* src="([^"]+)"/g)].map(([, source]) => source!).filter((source) => !IN_CLASSIC.test(source)).map((source) => posix.join(posix.dirname(name), source))));
  const files = new Map<string, Uint8Array>();
  for (const name of names) {
    const bytes = readFileSync(`${paths.site}/${name}`);
    if (name.endsWith(".wasm") || MODULES_ALONE.test(name) || name.startsWith("cards/")) continue;
    const folder = languageFolder(name);
    if (name === `${folder}ridgepoint.js`) files.set(folder + CLASSIC, readFileSync(`${paths.dist}/${folder}${CLASSIC}`));
    else if (modules.has(name)) files.set(name, Buffer.from(await script(name)));
    else if (name.endsWith(".js") && !name.startsWith("ridgepoint-")) continue; // a part of modules, and now inside them
    else if (name.endsWith(".html")) files.set(name, Buffer.from(page(bytes.toString(), name)));
    else files.set(name, bytes);
  }
  return files;
}
