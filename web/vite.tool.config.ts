// build/dist/lab-tool.js: `ridgepoint lab`, with the compiler of labs and all that it uses in one file; and lab-site.zip, the
// site that it puts labs into; and the labs, for those who have the package alone. Runs after the site.

import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, defineConfig, type Plugin } from "vite";
import { paths, target } from "./build/bundle.js";
import { data, version } from "./build/version.js";
import { WIDGETS } from "./build/widgets.js";
import { zip } from "./build/zip.js";

/** The build finds widgets and the version in the sources, which the package has not. */
const foundWidgets: Plugin = {
  name: "found-widgets",
  enforce: "pre",
  load(id) {
    if (/\/web\/build\/widgets\.ts$/.test(id)) return `export const WIDGETS = ${JSON.stringify(WIDGETS.map(({ name, tag, title, engine, script }) => ({ name, tag, title, engine, script })))};`;
    return /\/web\/build\/version\.ts$/.test(id) ? `export const version = ${JSON.stringify(version)}, data = ${JSON.stringify(data)};` : null;
  },
};

/** A script for pages, as text: `?script`. */
const scripts: Plugin = {
  name: "scripts-as-text",
  enforce: "pre",
  async load(id) {
    if (!id.endsWith("?script")) return null;
    const input = id.replace("?script", "");
    const built = await build({ configFile: false, publicDir: false, logLevel: "error", build: { target, write: false, modulePreload: false, rollupOptions: { input } } });
    const chunks = "output" in built ? built.output : [];
    if (chunks.length !== 1 || chunks[0].type !== "chunk") this.error(`${input} is not one script`);
    return `export default ${JSON.stringify(chunks[0].code)};`;
  },
};

const frame: Plugin = {
  name: "lab-site",
  closeBundle() {
    const names = (readdirSync(paths.site, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath ?? entry.path}/${entry.name}`.slice(paths.site.length + 1))
      // The list of what is kept without a network is of a site with other labs, whose pages have one picture.
      .filter((name) => !name.startsWith("labs/") && name !== "offline-worker.js" && (!name.startsWith("cards/") || name === "cards/index.png"))
      .sort();
    writeFileSync(`${paths.dist}/lab-site.zip`, zip(new Map(names.map((name) => [name, readFileSync(`${paths.site}/${name}`)]))));
    rmSync(`${paths.dist}/labs`, { recursive: true, force: true });
    cpSync(paths.labs, `${paths.dist}/labs`, { recursive: true });
  },
};

export default defineConfig({
  publicDir: false,
  plugins: [foundWidgets, scripts, frame],
  ssr: { noExternal: true },
  build: {
    ssr: fileURLToPath(new URL("build/labs/tool/main.ts", import.meta.url)),
    target: "node18",
    outDir: paths.dist,
    emptyOutDir: false,
    minify: true,
    rollupOptions: { output: { entryFileNames: "lab-tool.js", banner: "#!/usr/bin/env node", inlineDynamicImports: true } },
  },
});
