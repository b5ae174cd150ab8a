// The widgets there are: a folder of web/widgets each, with its element, its page and its card. Nothing else lists them.
// A folder with a script.ts is a script of its own beside ridgepoint.js, which has all the others; worker.ts is its worker,
// and measure.ts, imported where a reader presses a button, is a script beside it.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const web = fileURLToPath(new URL("../", import.meta.url));

export interface Widget {
  name: string;
  tag: string;
  className: string;
  /** The name in the head of every page. */
  title: string;
  /** What its page asks. */
  question: string;
  /** What its card on the first page says. */
  text: string;
  /** Its folder. */
  folder: string;
  /** The file that registers it. */
  script: string;
  /** The WebAssembly that it asks, without its ending. */
  engine: string;
}

const first = (text: string, pattern: RegExp, file: string): string => {
  const [, found] = pattern.exec(text) ?? [];
  if (found === undefined) throw new Error(`${file} has nothing like ${pattern.source}`);
  return found;
};

function widget(name: string): Widget & { place: number } {
  const folder = `${web}widgets/${name}`;
  const page = readFileSync(`${folder}/page.html`, "utf8");
  const { place, text, engine = "ridgepoint" } = JSON.parse(readFileSync(`${folder}/card.json`, "utf8")) as { place: number; text: string; engine?: string };
  return {
    name,
    tag: `ridge-${name}`,
    className: first(readFileSync(`${folder}/element.ts`, "utf8"), /export class (\w+)/, `${folder}/element.ts`),
    title: first(page, /<title>(.*?) ·/, `${folder}/page.html`),
    question: first(page, /<h1>(.*?)<\/h1>/, `${folder}/page.html`),
    text,
    folder,
    script: existsSync(`${folder}/script.ts`) ? `${name}.js` : "ridgepoint.js",
    engine,
    place,
  };
}

/** In the order in which they are shown. */
export const WIDGETS: readonly Widget[] = readdirSync(`${web}widgets`, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => widget(name))
  .sort((one, other) => one.place - other.place);

/** Those of ridgepoint.js. */
export const TOGETHER = WIDGETS.filter(({ script }) => script === "ridgepoint.js");

/** Those with a script of their own. */
export const APART = WIDGETS.filter(({ script }) => script !== "ridgepoint.js");

/** Those of ridgepoint.classic.js: what runs, and is not only calculated, needs a worker and files beside it. */
export const CALCULATED = WIDGETS.filter(({ folder }) => !existsSync(`${folder}/worker.ts`));

/** The scripts of the package that register elements. */
export const SCRIPTS = ["ridgepoint.js", ...APART.map(({ script }) => script)];

/** A module that registers widgets and exports their classes. */
export const registering = (widgets: readonly Widget[]): string =>
  [
    `import { define } from ${JSON.stringify(`${web}ui/define.ts`)};`,
    ...widgets.map(({ className, folder }) => `import { ${className} } from ${JSON.stringify(`${folder}/element.ts`)};`),
    ...widgets.map(({ tag, className }) => `define("${tag}", ${className});`),
    `export { ${widgets.map(({ className }) => className).join(", ")} };`,
  ].join("\n");

/** `#elements`: those of ridgepoint.js; `#apart`: the others' tags with the files of their scripts. */
export const elements: Plugin = {
  name: "elements",
  resolveId: (id) => (id === "#elements" || id === "#apart" ? `\0${id}` : null),
  load(id) {
    if (id === "\0#elements") return registering(TOGETHER);
    if (id === "\0#apart") return `export default ${JSON.stringify(Object.fromEntries(APART.map(({ tag, script }) => [tag, `./${script}`])))}`;
    return null;
  },
};

/** `#elements` of a script that stands alone. */
export const elementsInside: Plugin = {
  name: "elements-inside",
  resolveId: (id) => (id === "#elements" ? `\0${id}` : null),
  load: (id) => (id === "\0#elements" ? registering(CALCULATED) : null),
};

/** What the scripts apart are built from, beside them their workers and what measures, which a press brings. */
export const apartInputs = Object.fromEntries(
  APART.flatMap(({ name, folder }) => [
    [name, `${folder}/script.ts`],
    ...["worker", "measure"].filter((part) => existsSync(`${folder}/${part}.ts`)).map((part) => [`${name}-${part}`, `${folder}/${part}.ts`]),
  ]),
) as Record<string, string>;

/** `./measure.js` of a widget: its script, which stays beside the widget's. */
export const measureBeside: Plugin = {
  name: "measure-beside",
  enforce: "pre",
  resolveId(id, importer) {
    const [, name] = (id === "./measure.js" && /\/widgets\/(\w+)\/\w+\.ts$/.exec(importer ?? "")) || [];
    return name ? { id: `./${name}-measure.js`, external: true } : null;
  },
};

/** A script for the page around a widget, told which script each widget needs. */
export const hostScript = (file: string): string =>
  readFileSync(file, "utf8").replace('"%scripts%"', () => JSON.stringify(Object.fromEntries(WIDGETS.map(({ name, script }) => [name, script]))));
