// Writes build/dist/routing.js, load.js and any other widget with a script of its own, their workers, and ridgepoint-tools.js. Each is built by
// itself, so that none needs a file that two share; what ridgepoint.js beside it has is taken from there.

import { build, type Plugin } from "vite";
import { alias, leanTemplates, plainImports, paths, small, target, toolsInside } from "./bundle.js";
import { putFirstAnswers } from "./first-answers.js";
import { apartInputs } from "./widgets.js";

const beside: Record<string, string> = { "#shared": "./ridgepoint.js", "#router": "./router.js", "#language-model": "./language-model.js", "#bench": "./bench.js" };

const partsBeside: Plugin = {
  name: "parts-beside",
  enforce: "pre",
  resolveId: (id) => (beside[id] ? { id: beside[id], external: true } : null),
};

for (const [name, file] of Object.entries({ ...apartInputs, "ridgepoint-tools": toolsInside["#tools"] }))
  await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    resolve: { alias: { "#fields": alias["#fields"] } },
    plugins: [partsBeside, leanTemplates, plainImports],
    build: {
      target,
      outDir: paths.dist,
      emptyOutDir: false,
      ...small,
      modulePreload: false,
      rollupOptions: {
        input: { [name]: file },
        preserveEntrySignatures: "strict",
        makeAbsoluteExternalsRelative: false,
        output: { format: "es", entryFileNames: "[name].js" },
      },
    },
  });

await putFirstAnswers("ridgepoint.js");
