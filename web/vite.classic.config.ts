// build/dist/ridgepoint.classic.js: one classic script with the engine inside, for file:// and for
// hosts that cannot load modules.

import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";
import { alias, define, leanTemplates, plainImports, paths, policyOrNone, small, target, toolsInside } from "./build/bundle.js";
import { firstAnswers } from "./build/first-answers.js";
import { elementsInside } from "./build/widgets.js";

/** The bytes of the engine as a module. */
const wasmInside: Plugin = {
  name: "wasm-inside",
  enforce: "pre",
  resolveId: (id) => (id === "#wasm" ? "\0#wasm" : null),
  load: (id) => (id === "\0#wasm" ? `export default ${JSON.stringify(readFileSync(paths.wholeWasm).toString("base64"))}` : null),
  // A classic script has no address of its own; the engine is handed its bytes and asks for none.
  transform: (code, id) => (id.split("?")[0] === paths.engine ? code.replaceAll("import.meta.url", "document.baseURI") : null),
};

export default defineConfig({
  publicDir: false,
  resolve: { alias: { ...alias, ...toolsInside } },
  define,
  plugins: [elementsInside, wasmInside, leanTemplates, plainImports, policyOrNone, firstAnswers("ridgepoint.classic.js")],
  build: {
    target,
    outDir: paths.dist,
    emptyOutDir: false,
    ...small,
    lib: { entry: "widgets/classic.ts", formats: ["iife"], name: "ridgepoint", fileName: () => "ridgepoint.classic.js" },
  },
});
