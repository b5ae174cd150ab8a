import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

export default defineConfig({
  // The tests stand beside the other parts' tests, outside this package: its modules are named here.
  root: here("..").replace(/\/$/, ""),
  resolve: { alias: { "#shared": here("src/shared.ts"), "#engine": here("../build/dist/engine.js"), "d3-path": here("node_modules/d3-path"), "fast-check": here("node_modules/fast-check"), lit: here("node_modules/lit") } },
  server: { fs: { allow: [here("..")] } },
  test: { include: ["tests/web/*_test.ts"], environment: "node", testTimeout: 120_000 },
});
