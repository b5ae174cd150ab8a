// build/dist/ridgepoint.js: the module a page embeds. ridgepoint.wasm stays a file beside it.

import { defineConfig, type Plugin } from "vite";
import { alias, define, leanTemplates, paths, small, target, unusedCurves } from "./build.js";
import { firstAnswers } from "./first-answers.js";

/** Vite would inline `new URL("./ridgepoint.wasm", import.meta.url)` as base64; parentheses hide it. */
const wasmBeside: Plugin = {
  name: "wasm-beside",
  enforce: "pre",
  transform: (code, id) => (id.split("?")[0] === paths.engine ? code.replaceAll("import.meta.url", "(import.meta.url)") : null),
};

export default defineConfig({
  publicDir: false,
  resolve: { alias },
  define,
  plugins: [wasmBeside, leanTemplates, unusedCurves, firstAnswers("ridgepoint.js")],
  build: {
    target,
    outDir: paths.dist,
    emptyOutDir: false,
    ...small,
    modulePreload: false,
    // Not `lib`: that leaves white space in ES modules.
    rollupOptions: {
      input: "src/index.ts",
      preserveEntrySignatures: "strict",
      output: { format: "es", entryFileNames: "ridgepoint.js" },
    },
  },
});

