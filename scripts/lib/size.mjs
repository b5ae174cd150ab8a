// What a page downloads, compressed, against its budgets (a kB is 1000 bytes). Those of files are in Brotli, which every
// browser with WebAssembly takes; those of whole pages in gzip, for hosts that know nothing better.
// Raising a budget needs a reason in the commit that does it. Budgets are for Emscripten 3.1.6, which Debian 12 and Ubuntu 24.04
// have; that of Debian 13 makes 1.2 % more of the same code.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { firstLoads } from "./first-loads.mjs";

const dist = new URL("../../build/dist/", import.meta.url);

const compiler = execFileSync("em++", ["-dumpversion"], { encoding: "utf8" }).trim();
const allowance = compiler === "3.1.6" ? 1 : 1.02;

/** Each with a script of its own. */
const widgets = firstLoads.filter(({ files }) => files.length > 2).map(({ name, files }) => ({ what: `the widget of ${name}`, files, budget: 145_000 }));

const budgets = [
  // The aim was 115 kB. Load, plan, training and what labs ask are in it now, and no page but a lab's loads it: widgets have
  // engines of their own, of what they ask. 150 and not 147: servers on AMD's devices, SGLang's order of prompts, sampling,
  // llama.cpp's batches, where nothing measured gives a band, and what notes say of it; other compilers make up to 1 kB
  // more of it than Debian 12's.
  { what: "engine with all solvers", files: ["engine.js", "ridgepoint-all.wasm"], budget: 150_000 },
  { what: "first widget of a page", files: ["ridgepoint.js", "ridgepoint.wasm"], budget: 128_000 },
  // Its sentences are longer than the English ones.
  { what: "the same in Spanish", files: ["es/ridgepoint.js", "es/ridgepoint.wasm"], budget: 132_000 },
  ...widgets,
  // In place of ridgepoint.wasm, where a policy or a browser lets no WebAssembly run.
  { what: "the engine as JavaScript", files: ["ridgepoint-plain.js"], budget: 200_000 },
  { what: "the router as JavaScript", files: ["router-plain.js"], budget: 105_000 },
  { what: "the language model as JavaScript", files: ["language-model-plain.js"], budget: 40_000 },
  // When a reader first opens a number, the picker, the menu of copies or a saved file.
  { what: "the tools", files: ["ridgepoint-tools.js"], budget: 40_000 },
  // What the widgets of load and plan start once their first answer is there; it takes the page's WebAssembly.
  { what: "the worker of systems", files: ["systems-worker.js"], budget: 10_000 },
  // Loaded when a reader asks for a measurement; the module of WebAssembly is what is measured, and not counted as code.
  { what: "the router's script", files: ["routing-worker.js", "router.js"], budget: 30_000 },
  // A visit loads one of its modules, the largest of which is there where the compiler could make it.
  ...["bench.wasm", "bench-relaxed.wasm"]
    .filter((module) => existsSync(new URL(module, dist)))
    .map((module) => ({ what: "the measuring of a machine", files: ["machine-worker.js", "bench.js", module], budget: 30_000 })),
  // The aim was 30 kB. Its worker chooses which weights a run needs, for which the reader of the large model gets 52 kB less.
  { what: "the language model", files: ["model-worker.js", "language-model.js", "language-model.wasm"], budget: 30_100 },
  { what: "its larger weights", files: ["language-model-large.bin"], budget: 250_000 },
  { what: "its smaller weights", files: ["language-model-small.bin"], budget: 60_000 },
];

/** What a widget fetches once it is used, beside the tools. Of modules that one visit chooses from, the largest. */
const WHEN_USED = {
  routing: ["routing-worker.js", "router.js", "router.wasm", "moby-dick.txt"],
  machine: ["machine-measure.js", "machine-worker.js", "bench.js", existsSync(new URL("bench-relaxed.wasm", dist)) ? "bench-relaxed.wasm" : "bench.wasm"],
  model: ["model-worker.js", "language-model.js", "language-model.wasm", "language-model-large.bin", "moby-dick.txt"],
};

/**
 * The aims are 150 kB before a widget is used and 300 kB in all. In Brotli every page keeps the first; in gzip only those without a
 * budget of their own here do, which is what they have and 1 kB for other compilers. Seven tenths of the first load are the engine, with
 * the registry and the sentences of every answer: what only a press needs, such as formulas with their sources, copies, files, the picker
 * and what measures, comes with that press already.
 */
const AIMS = { before: 150_000, all: 300_000 };
const ABOVE = {
  before: { explainer: 155_700, load: 159_900, machine: 157_300, model: 156_200, plan: 160_900, quantization: 159_200, routing: 166_900, sensitivity: 153_700, train: 152_700 },
  // For who lets these run: the router's module with its kernels, and the weights of the larger model, which hardly compress.
  all: { routing: 343_000, model: 496_000 },
};
const pages = firstLoads.map(({ name, files, next }) => ({ name, files: [...files, ...next] })).flatMap(({ name, files }) => [
  { what: `page of ${name}, before use`, files, aim: AIMS.before, budget: ABOVE.before[name] ?? AIMS.before },
  { what: `page of ${name}, in all`, files: [...files, "ridgepoint-tools.js", ...(WHEN_USED[name] ?? [])], aim: AIMS.all, budget: ABOVE.all[name] ?? AIMS.all },
]);

const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
const row = (name, raw, gzip, brotli, verdict = "") =>
  console.log(
    name.padEnd(34) + [raw, gzip, brotli].map((cell) => cell.padStart(11)).join("") + (verdict && `   ${verdict}`),
  );

/** By the program, which is what hosts do: Node's zlib is another, and makes 1 % more of WebAssembly. */
const gzipped = (file) => execFileSync("gzip", ["-9", "-c", "-n", fileURLToPath(new URL(file, dist))], { maxBuffer: 2 ** 26 }).length;

const known = new Map();
function sizeOf(file) {
  if (!known.has(file)) {
    const bytes = readFileSync(new URL(file, dist));
    known.set(file, { raw: bytes.length, gzip: gzipped(file), brotli: brotliCompressSync(bytes).length });
  }
  return known.get(file);
}
const totalOf = (files, key) => files.reduce((sum, file) => sum + sizeOf(file)[key], 0);
const verdictOf = (size, budget) => (size <= budget ? `within ${kB(budget)}` : `BEYOND ${kB(budget)} by ${kB(size - budget)}`);

if (allowance > 1) console.log(`Budgets are for Emscripten 3.1.6; what ${compiler} makes may be ${((allowance - 1) * 100).toFixed(0)} % larger.\n`);
row("", "raw", "gzip", "brotli");
let beyond = false;
for (const { what, files, budget: usual } of budgets) {
  const budget = usual * allowance;
  for (const file of files) row(`  ${file}`, ...["raw", "gzip", "brotli"].map((key) => kB(sizeOf(file)[key])));
  const [raw, gzip, brotli] = ["raw", "gzip", "brotli"].map((key) => totalOf(files, key));
  beyond ||= brotli > budget;
  row(what, kB(raw), kB(gzip), kB(brotli), verdictOf(brotli, budget));
}

console.log("\nWhole pages, by what they load in gzip");
for (const { what, files, aim, budget: usual } of pages) {
  const budget = usual * allowance;
  const [raw, gzip, brotli] = ["raw", "gzip", "brotli"].map((key) => totalOf(files, key));
  beyond ||= gzip > budget;
  const above = gzip > aim ? `, ${kB(gzip - aim)} above the aim of ${kB(aim)}` : "";
  row(what, kB(raw), kB(gzip), kB(brotli), verdictOf(gzip, budget) + above);
}
process.exitCode = beyond ? 1 : 0;
