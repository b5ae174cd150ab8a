// The widgets' scripts for the site's own pages: what all widgets need in files that every page shares, and a file each widget,
// so that a page loads no more than it shows. Others embed ridgepoint.js, which has everything.

import { build, type Plugin, type Rollup } from "vite";
import { alias, define, leanTemplates, plainImports, policyOrNone, small, target, toolsInside, wasmBeside } from "./bundle.js";
import { registering, TOGETHER } from "./widgets.js";

export interface WidgetChunks {
  files: Map<string, string>;
  /** What the script of a widget imports at once. */
  beside(widget: string): string[];
}

const entries: Plugin = {
  name: "entries",
  resolveId: (id) => (TOGETHER.some(({ name }) => name === id) ? `\0${id}` : null),
  load: (id) => (id[0] === "\0" ? (TOGETHER.filter(({ name }) => name === id.slice(1)).map((one) => registering([one]))[0] ?? null) : null),
};

/** The pages hold each widget's first answer themselves. */
const withoutAnswers: Plugin = {
  name: "without-answers",
  transform: (code, id) => (id.endsWith("/ui/failure.ts") ? code.replace('"%first answers%"', "{}") : null),
};

export async function widgetChunks(): Promise<WidgetChunks> {
  const { output } = (await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    resolve: { alias: { ...alias, ...toolsInside } },
    define,
    plugins: [entries, wasmBeside, withoutAnswers, leanTemplates, plainImports, policyOrNone],
    build: {
      target,
      write: false,
      ...small,
      modulePreload: false,
      rollupOptions: { input: Object.fromEntries(TOGETHER.map(({ name }) => [name, name])), output: { entryFileNames: "widget-[name].js", chunkFileNames: "widget-[name].js" } },
    },
  })) as { output: Rollup.RollupOutput["output"] };
  const chunks = new Map(output.flatMap((one) => (one.type === "chunk" ? [[one.fileName, one]] : [])));
  if (chunks.size !== output.length) throw new Error("the widgets' scripts bring files that are no scripts");
  return {
    files: new Map([...chunks].map(([name, { code }]) => [name, code])),
    beside: (widget) => chunks.get(`widget-${widget}.js`)!.imports,
  };
}
