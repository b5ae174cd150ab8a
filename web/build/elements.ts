// Writes build/dist/ridgepoint.js, the module a page embeds, with ridgepoint.wasm beside it; ridgepoint-tools.js, which it brings when
// something is opened; and routing.js, load.js and any other widget with a script of its own, with their workers, of which those that
// simulate share wasm's. Each is built by itself, so that none needs a file that two share; what ridgepoint.js beside it has is taken
// from there. And ridgepoint.classic.js, one classic script with the engine inside, for file:// and for hosts that cannot load modules.
// The same scripts in another language are in a folder of it, build/dist/es, beside the engine in that language.

import { readFileSync } from "node:fs";
import { build, type InlineConfig, type Plugin } from "vite";
import { alias, define, distOf, leanTemplates, paths, plainImports, policyOrNone, small, target, toolsBeside, toolsInside, wasmBeside } from "./bundle.js";
import { putFirstAnswers } from "./first-answers.js";
import { handing, receiving } from "./handed.js";
import { ENGLISH, LANGUAGES, translate } from "./language/translate.js";
import { apartInputs, elements, elementsInside, measureBeside } from "./widgets.js";

/** `wordless`: where that is which all languages share. */
const partsBeside = (wordless: string): Plugin => {
  const beside: Record<string, string> = { "#router": "./router.js", "#language-model": `${wordless}language-model.js`, "#bench": `${wordless}bench.js` };
  return { name: "parts-beside", enforce: "pre", resolveId: (id) => (beside[id] ? { id: beside[id], external: true } : null) };
};

/** The bytes of the engine as a module. */
const wasmInside = (dist: string): Plugin => ({
  name: "wasm-inside",
  enforce: "pre",
  resolveId: (id) => (id === "#wasm" ? "\0#wasm" : null),
  load: (id) => (id === "\0#wasm" ? `export default ${JSON.stringify(readFileSync(`${dist}/ridgepoint-all.wasm`).toString("base64"))}` : null),
  // A classic script has no address of its own; the engine is handed its bytes and asks for none.
  transform: (code, id) => (id.split("?")[0] === `${dist}/engine.js` ? code.replaceAll("import.meta.url", "document.baseURI") : null),
});

// run.mjs runs this file as one under development, and Vite would take Lit's files for developers.
process.env["NODE_ENV"] = "production";

for (const language of [ENGLISH, ...LANGUAGES]) {
  const dist = distOf(language);
  const figures: Record<string, string> = language === ENGLISH ? {} : { "#fields/figures": `${paths.fields}/${language}/figures.js` };
  const script = (plugins: Plugin[], how: InlineConfig["build"], more: Record<string, string> = {}): Promise<unknown> =>
    build({
      configFile: false,
      logLevel: "warn",
      publicDir: false,
      resolve: { alias: { ...figures, ...alias, "#engine": `${dist}/engine.js`, "#glue": paths.glue, ...more } },
      define,
      plugins: [...translate(language), ...plugins, leanTemplates, plainImports],
      build: { target, outDir: dist, emptyOutDir: false, ...small, modulePreload: false, ...how },
    });
  // Not `lib`: that leaves white space in ES modules.
  const module = (name: string, input: string, plugins: Plugin[]): Promise<unknown> =>
    script(plugins, { rollupOptions: { input: { [name]: input }, preserveEntrySignatures: "strict", makeAbsoluteExternalsRelative: false, output: { format: "es", entryFileNames: "[name].js", inlineDynamicImports: true } } });

  await module("ridgepoint", "widgets/index.ts", [elements, handing, toolsBeside, wasmBeside, policyOrNone]);
  const beside = partsBeside(dist === paths.dist ? "./" : "../");
  for (const [name, file] of Object.entries({ ...apartInputs, "ridgepoint-tools": toolsInside["#tools"] })) await module(name, file, [receiving, beside, measureBeside]);
  await module("systems-worker", "../wasm/systems-worker.ts", [wasmBeside]);
  await script([elementsInside, handing, wasmInside(dist), policyOrNone], { lib: { entry: "widgets/classic.ts", formats: ["iife"], name: "ridgepoint", fileName: () => "ridgepoint.classic.js" } }, toolsInside);
  await putFirstAnswers(language);
}
