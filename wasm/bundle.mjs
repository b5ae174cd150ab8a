// Writes the engine into build/dist: engine.js (the glue and the face as one module), ridgepoint.wasm and
// ridgepoint-all.wasm beside it, engine.d.ts. web/ builds ridgepoint.js, which holds the widgets too, from these.
// Needs build/wasm (the glue) and build/generated/engine.d.ts (the types of requests and results).

import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const root = new URL("../", import.meta.url);
const path = (name) => fileURLToPath(new URL(name, root));

const glue = (name) => readFileSync(path(`build/wasm/wasm/${name}.mjs`), "utf8").replaceAll(`${name}.wasm`, "");
if (glue("ridgepoint") !== glue("ridgepoint-all")) throw new Error("the two engines no longer fit one glue");

mkdirSync(path("build/dist"), { recursive: true });
await build({
  entryPoints: [path("wasm/ridgepoint.ts")],
  outfile: path("build/dist/engine.js"),
  alias: { "#glue": path("build/wasm/wasm/ridgepoint.mjs") },
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  legalComments: "none",
  logLevel: "warning",
});
for (const name of ["ridgepoint.wasm", "ridgepoint-all.wasm"]) copyFileSync(path(`build/wasm/wasm/${name}`), path(`build/dist/${name}`));

const typescript = createRequire(import.meta.url).resolve("typescript/bin/tsc");
execFileSync(process.execPath, [typescript, "-p", path("wasm/tsconfig.json")], { stdio: "inherit" });
const face = readFileSync(path("build/types/ridgepoint.d.ts"), "utf8");
const types = readFileSync(path("build/generated/engine.d.ts"), "utf8");
const importOfTypes = /^import type .* from "\.\.\/build\/generated\/engine\.js";\n/m;
if (!importOfTypes.test(face)) throw new Error("ridgepoint.d.ts no longer imports the generated types");
writeFileSync(path("build/dist/engine.d.ts"), `${face.replace(importOfTypes, "")}\n${types}`);
