// Runs a TypeScript file of this folder in Node: `node build/release/run.mjs package`.

import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

await runnerImport(fileURLToPath(new URL(`${process.argv[2]}.ts`, import.meta.url)), { configFile: false, logLevel: "error" });
