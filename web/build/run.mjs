// Runs a TypeScript file of this folder in Node: `node build/run.mjs release/package`.

import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

await runnerImport(fileURLToPath(new URL(`${process.argv[2]}.ts`, import.meta.url)), { configFile: false, logLevel: "error" });
