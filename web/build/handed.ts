// What ridgepoint.js hands to the scripts beside it: all of ui/shared.ts, by names of a letter or two. The names of exports are the
// ones that no minifier shortens, and every first download carries them.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import type { Plugin } from "vite";

const shared = fileURLToPath(new URL("../ui/shared.ts", import.meta.url));

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** a to Z, then aa to ZZ. */
const shortName = (index: number): string =>
  index < LETTERS.length ? LETTERS[index]! : LETTERS[Math.floor(index / LETTERS.length) - 1]! + LETTERS[index % LETTERS.length]!;

/** `name as short` for each value that ui/shared.ts exports. */
const handed = ts
  .createSourceFile(shared, readFileSync(shared, "utf8"), ts.ScriptTarget.Latest)
  .statements.filter(ts.isExportDeclaration)
  .flatMap(({ isTypeOnly, exportClause }) => (isTypeOnly ? [] : (exportClause as ts.NamedExports).elements.filter((one) => !one.isTypeOnly)))
  .map(({ name }, index) => ({ name: name.text, short: shortName(index) }));

/** `#handed` of ridgepoint.js. */
export const handing: Plugin = {
  name: "handing",
  resolveId: (id) => (id === "#handed" ? "\0#handed" : null),
  load: (id) => (id === "\0#handed" ? `export { ${handed.map(({ name, short }) => `${name} as ${short}`).join(", ")} } from ${JSON.stringify(shared)};` : null),
};

/** `#shared` of a script beside it. */
export const receiving: Plugin = {
  name: "receiving",
  enforce: "pre",
  resolveId: (id, importer) => (id === "#shared" ? "\0#shared" : importer === "\0#shared" ? { id, external: true } : null),
  load: (id) => (id === "\0#shared" ? `export { ${handed.map(({ name, short }) => `${short} as ${name}`).join(", ")} } from "./ridgepoint.js";` : null),
};
