// build/site/labs: a page for each folder in labs/, and the script and styles that all of them share.
// RIDGEPOINT_LABS names another folder of labs. Runs after the site, whose frame and widgets it uses.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { paths, target } from "./build.js";
import { buildLabs, type Builder } from "./labs/build.js";
import { importModule } from "./labs/module.js";
import { stills } from "./labs/still.js";
import { styles } from "./src/styles.js";

const labs = process.env["RIDGEPOINT_LABS"] ?? fileURLToPath(new URL("../labs", import.meta.url));
const schema = fileURLToPath(new URL("../labs/lab.schema.json", import.meta.url));

const pages: Plugin = {
  name: "lab-pages",
  async generateBundle() {
    const { loadRidgepoint } = (await importModule(paths.engine)) as { loadRidgepoint(options: { calls: "all" }): Promise<Builder["engine"]> };
    const engine = await loadRidgepoint({ calls: "all" });
    const still = await stills(paths.widgets, engine as unknown as Record<string, unknown>);
    const { pages, remarks } = buildLabs(labs, { engine, still, schema: JSON.parse(readFileSync(schema, "utf8")) as object });
    for (const remark of remarks) this.warn(remark);
    for (const [fileName, source] of pages) this.emitFile({ type: "asset", fileName, source });
  },
};

/** Drawings look the same in a page as in a widget: the widgets' own rules, for what stands in `.still`. */
const drawings: Plugin = {
  name: "drawings",
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith("/labs/lab.css")) return null;
    const text = styles.cssText;
    const part = (from: string, to: string): string => text.slice(text.indexOf(from), text.indexOf(to));
    const colours = [...text.matchAll(/--[a-z]+: var\(--ridge-[a-z]+, light-dark\([^)]*\)\);/g)].map(([line]) => line).join("\n");
    return `${code}\n.still {\n${colours}\n${part("/* Drawings */", "/* Foot */").replace("/* Drawings */", "")}\n}\n`;
  },
};

const oneEngine: Plugin = {
  name: "one-engine",
  enforce: "pre",
  resolveId: (id) => (id === "#engine" ? { id: "./ridgepoint.js", external: true } : null),
};

export default defineConfig({
  publicDir: false,
  plugins: [oneEngine, drawings, pages],
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
