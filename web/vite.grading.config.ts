// build/site: the scripts and styles of the page that grades a class. On their own, so that nothing of them is in the way of a lab.

import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { alias, paths, plainImports, target, wasmBeside } from "./build/bundle.js";

export default defineConfig({
  publicDir: false,
  resolve: { alias: { "#grade": alias["#grade"] } },
  plugins: [wasmBeside, plainImports],
  build: {
    target,
    outDir: paths.site,
    emptyOutDir: false,
    modulePreload: false,
    // The command as WebAssembly is inside its script.
    chunkSizeWarningLimit: 1500,
    rollupOptions: {
      input: { grading: fileURLToPath(new URL("labs/grading/page.ts", import.meta.url)) },
      output: { entryFileNames: "[name].js", chunkFileNames: "[name].js", assetFileNames: "[name][extname]" },
    },
  },
});
