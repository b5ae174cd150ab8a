// What the three builds share: where the engine is and where things go.

import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const root = process.env["RIDGEPOINT_BUILD"] ?? fileURLToPath(new URL("../build", import.meta.url));

export const paths = {
  engine: `${root}/dist/engine.js`,
  wasm: `${root}/dist/ridgepoint.wasm`,
  dist: `${root}/dist`,
  site: `${root}/site`,
  command: `${root}/bin/ridgepoint`,
};

export const alias = {
  "#engine": paths.engine,
  "d3-interpolate": fileURLToPath(new URL("src/interpolate.ts", import.meta.url)),
};

/** Newer than any browser without light-dark() and container queries, which the styles need. */
export const target = "es2022";

/** Style sheets in template literals are not minified by the bundler; runs of white space are most of them. */
export const leanStyles: Plugin = {
  name: "lean-styles",
  transform: (code, id) => (id.endsWith("/src/styles.ts") ? code.replace(/\s*\n\s+/g, (gap) => (gap.includes("//") ? gap : "\n")) : null),
};
