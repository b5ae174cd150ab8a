// Puts each widget's first answer into the built script that it is in, for pages where the engine cannot run. The finished elements say
// what it is.

import { readFileSync, writeFileSync } from "node:fs";
import { distOf } from "./bundle.js";
import { stillsIn } from "./stills.js";
import { CALCULATED, SCRIPTS, WIDGETS } from "./widgets.js";

const ENTITIES: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };

/** In the scripts of a language, once all of them are there; the classic one has all its widgets inside. */
export async function putFirstAnswers(language: string): Promise<void> {
  const dist = distOf(language), still = await stillsIn(language);
  const lines = (element: string): string[] =>
    still(element, {}).sentences.split("\n").map((line) => line.replace(/<[^>]+>/g, "").replace(/&\w+;/g, (entity) => ENTITIES[entity]!));
  const scripts = new Map(SCRIPTS.map((name) => [name, WIDGETS.filter(({ script }) => script === name)])).set("ridgepoint.classic.js", [...CALCULATED]);
  for (const [name, widgets] of scripts) {
    const answers = Object.fromEntries(widgets.map(({ tag }) => [tag, lines(tag)]));
    const script = readFileSync(`${dist}/${name}`, "utf8");
    const place = /(["'`])%first answers%\1/g;
    if (script.match(place)?.length !== 1) throw new Error(`${name} has no one place for the first answers`);
    writeFileSync(`${dist}/${name}`, script.replace(place, () => `(${JSON.stringify(answers)})`));
  }
}
