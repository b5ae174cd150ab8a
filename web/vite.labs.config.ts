// build/site/labs: a page for each folder in labs/, and the script and styles that all of them share.
// RIDGEPOINT_LABS names another folder of labs. Runs after the site, whose frame and widgets it uses.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, runnerImport, type Plugin } from "vite";
import { oneEngine, paths, policyOrNone, target } from "./build/bundle.js";
import { drawingStyles } from "./build/drawing-styles.js";
import type { Builder } from "./build/labs/compile.js";
import { checkOf } from "./build/labs/schema-check.js";
import { importing, importModule } from "./build/module.js";
import { stills } from "./build/still.js";

const labs = process.env["RIDGEPOINT_LABS"] ?? paths.labs;
const schema = fileURLToPath(new URL("../labs/lab.schema.json", import.meta.url));

const pages: Plugin = {
  name: "lab-pages",
  async generateBundle() {
    // Run as a module, not as a part of this file: it finds the kinds of exercises by their folder. And before the stills,
    // whose document would have KaTeX believe that it runs in a page.
    const compiler = fileURLToPath(new URL("build/labs/all.ts", import.meta.url));
    const { buildLabs } = (await runnerImport<typeof import("./build/labs/all.js")>(compiler, { configFile: false, logLevel: "error" })).module;
    const { loadRidgepoint } = (await importModule(paths.engine)) as { loadRidgepoint(options: { calls: "all" }): Promise<Builder["engine"]> };
    const engine = await loadRidgepoint({ calls: "all" });
    const still = await stills(importing(paths.widgets), engine as unknown as Record<string, unknown>);
    const { pages, remarks } = buildLabs(labs, { engine, still, check: checkOf(JSON.parse(readFileSync(schema, "utf8")) as object) });
    for (const remark of remarks) this.warn(remark);
    for (const [fileName, source] of pages) this.emitFile({ type: "asset", fileName, source });
    // Where the labs' own data look for it, for whoever opens one in an editor.
    this.emitFile({ type: "asset", fileName: "labs/lab.schema.json", source: readFileSync(schema) });
  },
};

export default defineConfig({
  publicDir: false,
  plugins: [oneEngine, drawingStyles("/labs/paper.css"), pages, policyOrNone],
  build: {
    target,
    outDir: paths.site,
    emptyOutDir: false,
    modulePreload: false,
    cssCodeSplit: true,
    rollupOptions: {
      input: { lab: fileURLToPath(new URL("labs/lab.ts", import.meta.url)) },
      makeAbsoluteExternalsRelative: false,
      output: { entryFileNames: "[name].js", chunkFileNames: "[name].js", assetFileNames: "[name][extname]" },
    },
  },
});
