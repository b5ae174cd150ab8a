// build/site: the scripts and styles of the page that writes labs, the compiler in its worker among them. Runs before the labs.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import Ajv from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import { defineConfig, type Plugin } from "vite";
import { paths, target } from "./build/bundle.js";
import { foundInSources, scriptsAsText } from "./build/labs/compiler-plugins.js";
import { CHECKING } from "./build/labs/schema-check.js";

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The check of a lab's data as a module: a page compiles none. */
const labCheck: Plugin = {
  name: "lab-check",
  resolveId: (id) => (id === "#lab-check" ? "\0lab-check" : null),
  load(id) {
    if (id !== "\0lab-check") return null;
    const ajv = new Ajv({ ...CHECKING, code: { source: true, esm: true } });
    const code = standalone(ajv, ajv.compile(JSON.parse(readFileSync(here("../labs/lab.schema.json"), "utf8")) as object));
    // Ajv writes an ES module that still requires what of its own it needs as it runs.
    const needed = [...new Set([...code.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name!))];
    const imports = needed.map((name, at) => `import * as needed${at} from "${name}";\n`).join("");
    return imports + code.replace(/require\("([^"]+)"\)/g, (_, name: string) => `needed${needed.indexOf(name)}`);
  },
};

export default defineConfig({
  publicDir: false,
  // Of Lit the build that needs no document: a worker has none.
  resolve: { alias: { "lit/directive-helpers.js": here("node_modules/lit-html/node/directive-helpers.js") } },
  plugins: [foundInSources, scriptsAsText, labCheck],
  define: { "process.env": "{}" },
  build: {
    target,
    outDir: paths.site,
    emptyOutDir: false,
    modulePreload: false,
    // KaTeX is in the worker.
    chunkSizeWarningLimit: 1000,
    rollupOptions: {
      input: { writing: here("labs/writing/page.ts"), "writing-worker": here("build/labs/in-page/worker.ts") },
      output: { entryFileNames: "[name].js", chunkFileNames: "writing-[name].js", manualChunks: { zip: ["fflate"] }, assetFileNames: "[name][extname]" },
    },
  },
});
