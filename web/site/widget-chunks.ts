// The widgets' scripts for the site's own pages: what all widgets need in files that every page shares, and a file each widget,
// so that a page loads no more than it shows. Others embed ridgepoint.js, which has everything.

import { fileURLToPath } from "node:url";
import { build, type Plugin, type Rollup } from "vite";
import { alias, define, leanTemplates, small, target, unusedCurves, wasmBeside } from "../build.js";

/** The widgets that have a page of their own, beside the routing one, which takes its parts from ridgepoint.js. */
export const OWN_SCRIPT = ["roofline", "quantization", "sensitivity", "explainer"];

export interface WidgetChunks {
  files: Map<string, string>;
  /** What the script of a widget imports at once. */
  beside(widget: string): string[];
}

const source = (file: string): string => fileURLToPath(new URL(`../src/elements/${file}.ts`, import.meta.url));

const entries: Plugin = {
  name: "entries",
  resolveId: (id) => (OWN_SCRIPT.includes(id) ? `\0${id}` : null),
  load(id) {
    if (!OWN_SCRIPT.includes(id.slice(1))) return null;
    const name = `Ridge${id[1]!.toUpperCase()}${id.slice(2)}`;
    return `import { define } from ${JSON.stringify(source("base"))};
import { ${name} } from ${JSON.stringify(source(id.slice(1)))};
define("ridge-${id.slice(1)}", ${name});`;
  },
};

/** The pages hold each widget's first answer themselves. */
const withoutAnswers: Plugin = {
  name: "without-answers",
  transform: (code, id) => (id.endsWith("/src/failure.ts") ? code.replace('"%first answers%"', "{}") : null),
};

export async function widgetChunks(): Promise<WidgetChunks> {
  const { output } = (await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    resolve: { alias },
    define,
    plugins: [entries, wasmBeside, withoutAnswers, leanTemplates, unusedCurves],
    build: {
      target,
      write: false,
      ...small,
      modulePreload: false,
      rollupOptions: { input: Object.fromEntries(OWN_SCRIPT.map((name) => [name, name])), output: { entryFileNames: "widget-[name].js", chunkFileNames: "widget-[name].js" } },
    },
  })) as { output: Rollup.RollupOutput["output"] };
  const chunks = new Map(output.flatMap((one) => (one.type === "chunk" ? [[one.fileName, one]] : [])));
  if (chunks.size !== output.length) throw new Error("the widgets' scripts bring files that are no scripts");
  return {
    files: new Map([...chunks].map(([name, { code }]) => [name, code])),
    beside: (widget) => chunks.get(`widget-${widget}.js`)!.imports,
  };
}
