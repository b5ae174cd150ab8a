// What the builds share: where the engine is and where things go.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { ENGLISH } from "./language/translate.js";
import { version } from "./version.js";
import { SCRIPTS } from "./widgets.js";

const root = process.env["RIDGEPOINT_BUILD"] ?? fileURLToPath(new URL("../../build", import.meta.url));

export const paths = {
  engine: `${root}/dist/engine.js`,
  /** What loads its WebAssembly, which fits that of every language. */
  glue: `${root}/wasm/wasm/ridgepoint.mjs`,
  dist: `${root}/dist`,
  /** Where the elements are registered. */
  widgets: SCRIPTS.map((name) => `${root}/dist/${name}`),
  site: `${root}/site`,
  release: `${root}/release`,
  /** Scripts for the page around a widget, which are handed out as they stand. */
  host: fileURLToPath(new URL("../host", import.meta.url)),
  /** The Sphinx extension, which is handed out too. */
  sphinx: fileURLToPath(new URL("../sphinx", import.meta.url)),
  command: `${root}/bin/ridgepoint`,
  /** This project's labs, which the npm package has too. */
  labs: fileURLToPath(new URL("../../labs", import.meta.url)),
  /** JSON Schema of every request and result. */
  schema: `${root}/generated/schema.json`,
  /** Predictions of the published measurements, a file for each preset. */
  predicted: `${root}/generated/predicted`,
  /** What fields.ts writes. */
  fields: `${root}/generated/fields`,
};

/** Where the scripts of a language are. */
export const distOf = (language: string): string => (language === ENGLISH ? paths.dist : `${paths.dist}/${language}`);

/** The modules that measure a machine; that with relaxed SIMD where the compiler could make it. */
export const BENCH_MODULES = ["bench.wasm", "bench-scalar.wasm", "bench-relaxed.wasm"].filter((name) => existsSync(`${paths.dist}/${name}`));

export const alias = {
  "#engine": paths.engine,
  "#grade": `${paths.dist}/grade.js`,
  "#fields": paths.fields,
};

/** What only a click opens: taken in, or left beside as ridgepoint-tools.js. */
export const toolsInside = { "#tools": fileURLToPath(new URL("../tools/tools.ts", import.meta.url)), "#shared": fileURLToPath(new URL("../ui/shared.ts", import.meta.url)) };
export const toolsBeside: Plugin = {
  name: "tools-beside",
  enforce: "pre",
  resolveId: (id) => (id === "#tools" ? { id: "./ridgepoint-tools.js", external: true } : null),
};

/** The pages' own scripts import the engine from the file that the widgets came from: one instance a page. */
export const oneEngine: Plugin = {
  name: "one-engine",
  enforce: "pre",
  resolveId: (id) => (id === "#engine" ? { id: "./ridgepoint.js", external: true } : null),
};

export const define = { RIDGEPOINT_VERSION: JSON.stringify(version) };

/** Terser's output is 5 % smaller than esbuild's once compressed. */
export const small = { minify: "terser", terserOptions: { ecma: 2020, compress: { passes: 3 }, format: { comments: false } } } as const;

/** Newer than any browser without light-dark() and container queries, which the styles need. */
export const target = "es2022";

/** The bundler leaves template literals as they are: here they lose their indentation. */
export const leanTemplates: Plugin = {
  name: "lean-templates",
  transform: (code, id) => (/\/web\/(charts|tools|ui|widgets)\/.*\.ts$/.test(id) ? code.replace(/\n\s+/g, "\n") : null),
};

/** Vite wraps every import() in 1 kB that loads what a file needs beside it; here none needs anything. */
export const plainImports: Plugin = {
  name: "plain-imports",
  transform: (_code, id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : null),
};

/** Lit makes a policy of Trusted Types as it loads, and throws where a page allows none; it works without. */
export const policyOrNone: Plugin = {
  name: "policy-or-none",
  transform(code, id) {
    if (!id.split("?")[0]!.endsWith("/lit-html/lit-html.js")) return null;
    const guarded = code.replace(/\w\.createPolicy\("lit-html",\{createHTML:(\w)=>\1\}\)/, (made) => `(()=>{try{return ${made}}catch{}})()`);
    if (guarded === code) throw new Error("lit-html no longer makes its policy where policyOrNone looks for it");
    return guarded;
  },
};

/** Vite would inline `new URL("./ridgepoint.wasm", import.meta.url)` as base64; parentheses hide it. */
export const wasmBeside: Plugin = {
  name: "wasm-beside",
  enforce: "pre",
  transform: (code, id) => (/\/dist\/((\w+\/)?engine|grade)\.js$|\/wasm\/ridgepoint\.mjs$/.test(id.split("?")[0]!) ? code.replaceAll("import.meta.url", "(import.meta.url)") : null),
};
