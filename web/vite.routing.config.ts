// build/dist/routing.js, or any widget with a script of its own: it takes its parts from ridgepoint.js beside it. With it
// routing-worker.js, in which it measures; the router and the text that it routes are files beside them.

import { defineConfig, type Plugin } from "vite";
import { alias, leanTemplates, paths, small, target } from "./build/bundle.js";
import { apartInputs } from "./build/widgets.js";

const beside: Record<string, string> = { "#shared": "./ridgepoint.js", "#router": "./router.js" };

const partsBeside: Plugin = {
  name: "parts-beside",
  enforce: "pre",
  resolveId: (id) => (beside[id] ? { id: beside[id], external: true } : null),
};

export default defineConfig({
  publicDir: false,
  resolve: { alias: { "#fields": alias["#fields"] } },
  plugins: [partsBeside, leanTemplates],
  build: {
    target,
    outDir: paths.dist,
    emptyOutDir: false,
    ...small,
    modulePreload: false,
    rollupOptions: {
      input: apartInputs,
      preserveEntrySignatures: "strict",
      makeAbsoluteExternalsRelative: false,
      output: { format: "es", entryFileNames: "[name].js" },
    },
  },
});
