// Writes into build/dist the engine (engine.js with ridgepoint.wasm, ridgepoint-routing.wasm, ridgepoint-systems.wasm,
// ridgepoint-all.wasm, or ridgepoint-plain.js without WebAssembly, and engine.d.ts), the measured router (router.js with
// router.wasm, router-scalar.wasm, router-plain.js and router.d.ts, and a text to route), the language model (language-model.js
// with language-model.wasm, language-model-plain.js, its weights and language-model.d.ts), and the measuring of a machine (bench.js with bench.wasm,
// bench-scalar.wasm, bench-relaxed.wasm where the compiler can make it, and bench.d.ts); engine and router in Spanish are in
// build/dist/es. Each script is the glue and the face as one module; web/ builds ridgepoint.js, which holds the widgets too,
// from these. And `ridgepoint grade` for Node (grade.cjs with grade.wasm) and for a page (grade.js, which holds its WebAssembly,
// and grade.d.ts).
// Needs build/wasm (the glue) and build/generated (the types of requests and results).

import { build, transform } from "esbuild";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { plain } from "./plain.mjs";

const root = new URL("../", import.meta.url);
const path = (name) => fileURLToPath(new URL(name, root));

const glue = (name) => path(`build/wasm/wasm/${name}.mjs`);
const withoutName = (name) => readFileSync(glue(name), "utf8").replaceAll(`${name.split("/").pop()}.wasm`, "");
/** Where the words of each language are: English ones in build/dist itself. */
const languages = ["", "es/"];
const ENGINES = ["ridgepoint", "ridgepoint-routing", "ridgepoint-systems", "ridgepoint-all"], ROUTERS = ["router", "router-scalar"];
for (const folder of languages)
  for (const [names, fits] of [[ENGINES, "ridgepoint"], ...ROUTERS.map((name) => [[name], name])])
    for (const name of names)
      if (withoutName(fits) !== withoutName(folder + name)) throw new Error(`${folder}${name} no longer fits the glue of ${fits}`);

for (const folder of languages) mkdirSync(path(`build/dist/${folder}`), { recursive: true });
const isRelaxed = existsSync(path("build/wasm/wasm/bench-relaxed.wasm"));
/** Its first 120 bits: no chance meets them, and nobody can. The rest would be bytes of every first widget. */
const sha256 = (file) => createHash("sha256").update(readFileSync(path(file))).digest("base64").slice(0, 20);
const made = (name) => sha256(`build/wasm/wasm/${name}.wasm`);
const weights = (size) => sha256(`core/data/language_model/${size}.bin`);
const MODULE = { bundle: true, minify: true, format: "esm", target: "es2022", legalComments: "none", logLevel: "warning" };
// What each script fetches, by which it knows another file when it gets one.
for (const [face, script, fetches] of [
  ...languages.flatMap((folder) => {
    const [solvers, routing, systems, all, simd, scalar] = [...ENGINES, ...ROUTERS].map((name) => made(folder + name));
    return [["ridgepoint", `${folder}engine`, { solvers, routing, systems, all }], ["router", `${folder}router`, { simd, scalar }]];
  }),
  ["bench", "bench", { simd128: made("bench"), scalar: made("bench-scalar"), ...(isRelaxed ? { relaxed: made("bench-relaxed") } : {}) }],
  ["language-model", "language-model", { wasm: made("language-model"), large: weights("large"), small: weights("small"), text: sha256("core/data/texts/moby-dick.txt") }],
]) {
  await build({
    entryPoints: [path(`wasm/${face}.ts`)],
    outfile: path(`build/dist/${script}.js`),
    alias: { "#glue": glue("ridgepoint"), "#router-glue": glue("router"), "#router-scalar-glue": glue("router-scalar") },
    define: { RIDGEPOINT_RELAXED: String(isRelaxed), RIDGEPOINT_SHA256: JSON.stringify(fetches) },
    ...MODULE,
  });
}
for (const module of [
  ...languages.flatMap((folder) => [...ENGINES, ...ROUTERS].map((name) => folder + name)),
  ...["language-model", "bench", "bench-scalar", ...(isRelaxed ? ["bench-relaxed"] : [])],
])
  copyFileSync(path(`build/wasm/wasm/${module}.wasm`), path(`build/dist/${module}.wasm`));
await build({
  entryPoints: [path("wasm/grade.ts")],
  outfile: path("build/dist/grade.js"),
  alias: { "#grade-glue": glue("grade-page"), "#grade-wasm": path("build/wasm/wasm/grade-page.wasm") },
  loader: { ".wasm": "binary" },
  ...MODULE,
});
/** What a page may ask where WebAssembly may not run. Another Binaryen may not be able to make it. */
async function writePlain(module, script) {
  const { code } = await transform(plainOr(module, script), { minify: true, format: "esm", target: "es2022" });
  writeFileSync(path(`build/dist/${script}.js`), code);
}
function plainOr(module, script) {
  try {
    return plain(path(`build/wasm/wasm/${module}.wasm`));
  } catch (error) {
    console.warn(`no ${script}.js: ${String(error.stderr || error.message).trim().split("\n").at(-1)}`);
    return 'throw new Error("this build has nothing for pages that may run no WebAssembly: its wasm2js could not make it");';
  }
}
for (const folder of languages) {
  await writePlain(`${folder}ridgepoint-all`, `${folder}ridgepoint-plain`);
  await writePlain(`${folder}router-scalar`, `${folder}router-plain`);
}
await writePlain("language-model-scalar", "language-model-plain");
for (const file of ["grade.cjs", "grade.wasm"]) copyFileSync(path(`build/wasm/wasm/${file}`), path(`build/dist/${file}`));
// What an earlier build could make and this one cannot.
if (!isRelaxed) rmSync(path("build/dist/bench-relaxed.wasm"), { force: true });
for (const folder of languages) copyFileSync(path(`build/generated/${folder}schema.json`), path(`build/dist/${folder}schema.json`));
copyFileSync(path("core/data/texts/moby-dick.txt"), path("build/dist/moby-dick.txt"));
for (const size of ["large", "small"]) copyFileSync(path(`core/data/language_model/${size}.bin`), path(`build/dist/language-model-${size}.bin`));

const typescript = createRequire(import.meta.url).resolve("typescript/bin/tsc");
execFileSync(process.execPath, [typescript, "-p", path("wasm/tsconfig.json")], { stdio: "inherit" });

/** The declarations of a face with those it imports in the same file. */
function declarations(face, generated) {
  const read = (name) => readFileSync(path(name), "utf8");
  let text = read(`build/types/${face}.d.ts`);
  for (const [line, instead] of [
    ...(generated ? [[/^import type .* from "\.\.\/build\/generated\/.*\.js";\n/m, ""]] : []),
    [/^import .* from "\.\/boundary\.js";\n/m, ""],
    [/^export \{ RidgepointError \};\n/m, read("build/types/boundary.d.ts")],
  ]) {
    if (!line.test(text)) throw new Error(`${face}.d.ts no longer has a line like ${line}`);
    text = text.replace(line, instead);
  }
  return generated ? `${text}\n${read(`build/generated/${generated}.d.ts`)}` : text;
}
writeFileSync(path("build/dist/engine.d.ts"), declarations("ridgepoint", "engine"));
writeFileSync(path("build/dist/router.d.ts"), declarations("router", "router"));
writeFileSync(path("build/dist/bench.d.ts"), declarations("bench"));
copyFileSync(path("build/types/grade.d.ts"), path("build/dist/grade.d.ts"));
writeFileSync(path("build/dist/language-model.d.ts"), declarations("language-model", "language-model"));
