// build/dist/ridgepoint.js: the module a page embeds. ridgepoint.wasm stays a file beside it.

import { defineConfig } from "vite";
import { alias, define, leanTemplates, plainImports, paths, policyOrNone, small, target, toolsBeside, wasmBeside } from "./build/bundle.js";
import { elements } from "./build/widgets.js";

export default defineConfig({
  publicDir: false,
  resolve: { alias },
  define,
  plugins: [elements, toolsBeside, wasmBeside, leanTemplates, plainImports, policyOrNone],
  build: {
    target,
    outDir: paths.dist,
    emptyOutDir: false,
    ...small,
    modulePreload: false,
    // Not `lib`: that leaves white space in ES modules.
    rollupOptions: {
      makeAbsoluteExternalsRelative: false,
      input: "widgets/index.ts",
      preserveEntrySignatures: "strict",
      output: { format: "es", entryFileNames: "ridgepoint.js", inlineDynamicImports: true },
    },
  },
});

