// What the compiler of labs is bundled with, for the package and for the page that writes labs.

import { build, type Plugin } from "vite";
import { target } from "../bundle.js";
import { data, version } from "../version.js";
import { WIDGETS } from "../widgets.js";

/** The build finds widgets and the version in the sources, which the compiler does without where it is handed out. */
export const foundInSources: Plugin = {
  name: "found-in-sources",
  enforce: "pre",
  load(id) {
    if (/\/web\/build\/widgets\.ts$/.test(id)) return `export const WIDGETS = ${JSON.stringify(WIDGETS.map(({ name, tag, title, engine, script }) => ({ name, tag, title, engine, script })))};`;
    return /\/web\/build\/version\.ts$/.test(id) ? `export const version = ${JSON.stringify(version)}, data = ${JSON.stringify(data)};` : null;
  },
};

/** A script for pages, as text: `?script`. */
export const scriptsAsText: Plugin = {
  name: "scripts-as-text",
  enforce: "pre",
  async load(id) {
    if (!id.endsWith("?script")) return null;
    const input = id.replace("?script", "");
    const built = await build({ configFile: false, publicDir: false, logLevel: "error", build: { target, write: false, modulePreload: false, rollupOptions: { input } } });
    const chunks = "output" in built ? built.output : [];
    if (chunks.length !== 1 || chunks[0].type !== "chunk") this.error(`${input} is not one script`);
    return `export default ${JSON.stringify(chunks[0].code)};`;
  },
};
