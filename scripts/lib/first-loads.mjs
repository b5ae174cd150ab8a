// What a page with one widget loads by itself, before anybody uses it: what scripts/size weighs and tests/browser holds against a page.

import { existsSync, readdirSync, readFileSync } from "node:fs";

const folder = new URL("../../web/widgets/", import.meta.url);
const has = (name, file) => existsSync(new URL(`${name}/${file}`, folder));

/** By the widgets' folders, whose cards say which engine they ask. `next`: what follows the first answer. */
export const firstLoads = readdirSync(folder)
  .filter((name) => has(name, "card.json"))
  .map((name) => {
    const { engine = "ridgepoint" } = JSON.parse(readFileSync(new URL(`${name}/card.json`, folder), "utf8"));
    return { name, files: ["ridgepoint.js", ...(has(name, "script.ts") ? [`${name}.js`] : []), `${engine}.wasm`], next: ["load", "plan"].includes(name) ? ["systems-worker.js"] : [] };
  });
