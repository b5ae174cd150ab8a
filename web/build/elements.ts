// Writes build/dist/ridgepoint.js, the module a page embeds, with ridgepoint.wasm beside it; ridgepoint-tools.js, which it brings when
// something is opened; and routing.js, load.js and any other widget with a script of its own, with their workers. Each is built by
// itself, so that none needs a file that two share; what ridgepoint.js beside it has is taken from there. The same scripts in another
// language are in a folder of it, build/dist/es, beside the engine in that language.

import { build, type Plugin } from "vite";
import { alias, define, distOf, leanTemplates, paths, plainImports, policyOrNone, small, target, toolsBeside, toolsInside, wasmBeside } from "./bundle.js";
import { everyCall } from "./every-call.js";
import { putFirstAnswers } from "./first-answers.js";
import { ENGLISH, LANGUAGES, translate } from "./language/translate.js";
import { apartInputs, elements } from "./widgets.js";

/** `wordless`: where that is which all languages share. */
const partsBeside = (wordless: string): Plugin => {
  const beside: Record<string, string> = { "#shared": "./ridgepoint.js", "#router": "./router.js", "#language-model": `${wordless}language-model.js`, "#bench": `${wordless}bench.js` };
  return { name: "parts-beside", enforce: "pre", resolveId: (id) => (beside[id] ? { id: beside[id], external: true } : null) };
};

// run.mjs runs this file as one under development, and Vite would take Lit's files for developers.
process.env["NODE_ENV"] = "production";

for (const language of [ENGLISH, ...LANGUAGES]) {
  const dist = distOf(language);
  const script = (name: string, input: string, plugins: Plugin[]): Promise<unknown> =>
    build({
      configFile: false,
      logLevel: "warn",
      publicDir: false,
      resolve: { alias: { ...(language === ENGLISH ? {} : { "#fields/figures": `${paths.fields}/${language}/figures.js` }), ...alias, "#engine": `${dist}/engine.js` } },
      define,
      plugins: [...translate(language), ...plugins, leanTemplates, plainImports],
      build: {
        target,
        outDir: dist,
        emptyOutDir: false,
        ...small,
        modulePreload: false,
        // Not `lib`: that leaves white space in ES modules.
        rollupOptions: { input: { [name]: input }, preserveEntrySignatures: "strict", makeAbsoluteExternalsRelative: false, output: { format: "es", entryFileNames: "[name].js", inlineDynamicImports: true } },
      },
    });
  await script("ridgepoint", "widgets/index.ts", [elements, toolsBeside, wasmBeside, policyOrNone]);
  const beside = partsBeside(dist === paths.dist ? "./" : "../");
  for (const [name, file] of Object.entries({ ...apartInputs, "ridgepoint-tools": toolsInside["#tools"] })) await script(name, file, [beside]);
  await putFirstAnswers("ridgepoint.js", dist, await everyCall(dist));
}
