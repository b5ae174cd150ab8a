// build/dist/routing.js: the widget of the router lab, which takes its parts from ridgepoint.js beside it, and
// routing-worker.js, in which it measures. The router and the text that it routes are files beside them.

import { execFileSync } from "node:child_process";
import { defineConfig, type Plugin } from "vite";
import { leanTemplates, paths, small, target } from "./build.js";

const beside: Record<string, string> = { "#shared": "./ridgepoint.js", "#router": "./router.js" };

const partsBeside: Plugin = {
  name: "parts-beside",
  enforce: "pre",
  resolveId: (id) => (beside[id] ? { id: beside[id], external: true } : null),
};

/** What a run is asked, for its controls: the part of the schema that they need. */
const routerSchema: Plugin = {
  name: "router-schema",
  resolveId: (id) => (id === "#router-schema" ? "\0router-schema" : null),
  load(id) {
    if (id !== "\0router-schema") return null;
    const { calls, $defs } = JSON.parse(execFileSync(paths.command, ["schema"], { encoding: "utf8", maxBuffer: 2 ** 25 })) as Record<"calls" | "$defs", Record<string, unknown>>;
    const { RouteAnalyzeRequest, RouteConfig } = $defs as Record<string, { properties: Record<string, unknown> }>;
    const { config, samples, repetitions } = RouteAnalyzeRequest!.properties;
    const own = { calls: { route_analyze: calls["route_analyze"] }, $defs: { RouteAnalyzeRequest: { properties: { config, samples, repetitions } }, RouteConfig } };
    return `export default ${JSON.stringify(own)}`;
  },
};

export default defineConfig({
  publicDir: false,
  plugins: [partsBeside, routerSchema, leanTemplates],
  build: {
    target,
    outDir: paths.dist,
    emptyOutDir: false,
    ...small,
    modulePreload: false,
    rollupOptions: {
      input: { routing: "src/routing.ts", "routing-worker": "src/routing-worker.ts" },
      preserveEntrySignatures: "strict",
      makeAbsoluteExternalsRelative: false,
      output: { format: "es", entryFileNames: "[name].js" },
    },
  },
});
