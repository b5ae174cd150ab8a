// build/dist/lab-tool.js: `ridgepoint lab`, with the compiler of labs and all that it uses in one file; and lab-site.zip, the
// site that it puts labs into; and the labs, for those who have the package alone. Runs after the site.

import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { paths } from "./build/bundle.js";
import { foundInSources, scriptsAsText } from "./build/labs/compiler-plugins.js";
import { zip } from "./build/zip.js";

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
  plugins: [foundInSources, scriptsAsText, frame],
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
