// What only a click opens, such as files, the picker and the formula behind a number, is a script of its own beside the
// widget's: it comes when it is first asked for. The classic script holds it.

import { problemOf } from "./engine.js";

export type Tools = typeof import("#tools");

let asked: Promise<Tools> | undefined;
let found: Tools | undefined;

export function tools(): Promise<Tools> {
  asked ??= import("#tools").then(
    (here) => (found = here),
    (error: unknown) => {
      asked = undefined;
      throw new Error(`ridgepoint-tools.js, which belongs beside the widget’s script, did not load (${problemOf(error).message})`);
    },
  );
  return asked;
}

/** At once, where they are here already. */
export const toolsNow = (): Tools | undefined => found;
