// Puts each widget's first answer into a built script, for pages where the engine cannot run. The finished elements say what it is.

import { readFileSync, writeFileSync } from "node:fs";
import { distOf } from "./bundle.js";
import { stillsIn } from "./stills.js";
import { OF_ENGINE } from "./widgets.js";

const ENTITIES: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };

/** In a script of a language, once all its widgets' scripts are there. */
export async function putFirstAnswers(name: string, language: string): Promise<void> {
  const dist = distOf(language), still = await stillsIn(language);
  const lines = (element: string): string[] =>
    still(element, {}).sentences.split("\n").map((line) => line.replace(/<[^>]+>/g, "").replace(/&\w+;/g, (entity) => ENTITIES[entity]!));
  const answers = Object.fromEntries(OF_ENGINE.map(({ tag }) => [tag, lines(tag)]));
  const script = readFileSync(`${dist}/${name}`, "utf8");
  const place = /(["'`])%first answers%\1/g;
  if (script.match(place)?.length !== 1) throw new Error(`${name} has no one place for the first answers`);
  writeFileSync(`${dist}/${name}`, script.replace(place, () => `(${JSON.stringify(answers)})`));
}
