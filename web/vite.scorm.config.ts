// build/scorm: each lab of the site as a package for learning-management systems, with the script that talks to them.

import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { paths, target } from "./build/bundle.js";
import { scormPackage } from "./build/labs/scorm-package.js";

const packages: Plugin = {
  name: "scorm-packages",
  generateBundle(_, bundle) {
    const [adapter] = Object.values(bundle);
    if (adapter?.type !== "chunk" || Object.keys(bundle).length !== 1) this.error("the script of the packages is not one file");
    // It is of use inside the packages only.
    delete bundle[adapter.fileName];
    const labs = readdirSync(`${paths.site}/labs`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    for (const { name } of labs) {
      const { fileName, zip } = scormPackage(paths.site, name, adapter.code);
      this.emitFile({ type: "asset", fileName, source: zip });
    }
  },
};

export default defineConfig({
  publicDir: false,
  plugins: [packages],
  build: {
    target,
    outDir: paths.scorm,
    emptyOutDir: true,
    modulePreload: false,
    rollupOptions: { input: fileURLToPath(new URL("labs/scorm.ts", import.meta.url)), output: { entryFileNames: "[name].js" } },
  },
});
