// Puts each widget's first answer into a built script, for pages where the engine cannot run. The finished elements say what it is.

import { readFileSync, writeFileSync } from "node:fs";
import type { Plugin } from "vite";
import { paths } from "./bundle.js";
import { everyCall } from "./every-call.js";
import { stills } from "./still.js";
import { OF_ENGINE } from "./widgets.js";

const ENTITIES: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };

/** In a script of build/dist, once all widgets' scripts are there. */
export async function putFirstAnswers(name: string): Promise<void> {
  const still = await stills(paths.widgets, await everyCall());
  const lines = (element: string): string[] =>
    still(element, {}).sentences.split("\n").map((line) => line.replace(/<[^>]+>/g, "").replace(/&\w+;/g, (entity) => ENTITIES[entity]!));
  const answers = Object.fromEntries(OF_ENGINE.map(({ tag }) => [tag, lines(tag)]));
  const script = readFileSync(`${paths.dist}/${name}`, "utf8");
  const place = /(["'`])%first answers%\1/g;
  if (script.match(place)?.length !== 1) throw new Error(`${name} has no one place for the first answers`);
  writeFileSync(`${paths.dist}/${name}`, script.replace(place, () => `(${JSON.stringify(answers)})`));
}

export const firstAnswers = (name: string): Plugin => ({ name: "first-answers", closeBundle: () => putFirstAnswers(name) });
