// build/dist/routing.js: the widget of the router lab, which takes its parts from ridgepoint.js beside it.

import { defineConfig, type Plugin } from "vite";
import { leanTemplates, paths, target } from "./build.js";

const partsBeside: Plugin = {
  name: "parts-beside",
  enforce: "pre",
  resolveId: (id) => (id === "#shared" ? { id: "./ridgepoint.js", external: true } : null),
};

export default defineConfig({
  publicDir: false,
  plugins: [partsBeside, leanTemplates],
  build: {
    target,
    outDir: paths.dist,
    emptyOutDir: false,
    minify: "esbuild",
    modulePreload: false,
    rollupOptions: {
      input: { routing: "src/routing.ts" },
      preserveEntrySignatures: "strict",
      makeAbsoluteExternalsRelative: false,
      output: { format: "es", entryFileNames: "[name].js" },
    },
  },
});
