import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

export default defineConfig({
  // The tests stand beside the other parts' tests, outside this package: its modules are named here.
  root: here("..").replace(/\/$/, ""),
  resolve: { alias: { "#shared": here("ui/shared.ts"), "#tools": here("tools/tools.ts"), "#engine": here("../build/dist/engine.js"), "#fields": here("../build/generated/fields"), "fast-check": here("node_modules/fast-check"), ajv: here("node_modules/ajv"), "d3-format": here("node_modules/d3-format"), fflate: here("node_modules/fflate"), lit: here("node_modules/lit") } },
  define: { RIDGEPOINT_FOLDER: '""' },
  server: { fs: { allow: [here("..")] } },
  // Vitest would leave a core free, and these tests wait for nothing.
  test: { maxWorkers: "100%", minWorkers: 1, include: ["tests/web/*_test.ts", "web/widgets/*/*_test.ts"], environment: "node", setupFiles: ["yield", "often"].map((name) => here(`../tests/web/${name}.ts`)), testTimeout: 120_000, hookTimeout: 120_000 },
});
