// What ridgepoint.js hands to the scripts beside it: all of ui/shared.ts, as one list. Names of exports are the ones that no minifier
// shortens, and every first download would carry seventy of them.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import type { Plugin } from "vite";

const shared = fileURLToPath(new URL("../ui/shared.ts", import.meta.url));

/** The values that ui/shared.ts exports. */
const names = ts
  .createSourceFile(shared, readFileSync(shared, "utf8"), ts.ScriptTarget.Latest)
  .statements.filter(ts.isExportDeclaration)
  .flatMap(({ isTypeOnly, exportClause }) => (isTypeOnly ? [] : (exportClause as ts.NamedExports).elements.filter((one) => !one.isTypeOnly)))
  .map(({ name }) => name.text);

/** `#handed` of ridgepoint.js, and of the classic script that stands for it. */
export const handing: Plugin = {
  name: "handing",
  resolveId: (id) => (id === "#handed" ? "\0#handed" : null),
  load: (id) => (id === "\0#handed" ? `import { ${names.join(", ")} } from ${JSON.stringify(shared)};\nexport const handed = [${names.join(", ")}];` : null),
};

/** `#shared` of a script beside it, which takes what it uses. */
export const receiving: Plugin = {
  name: "receiving",
  enforce: "pre",
  resolveId: (id, importer) => (id === "#shared" ? "\0#shared" : importer === "\0#shared" ? { id, external: true } : null),
  load: (id) => (id === "\0#shared" ? `import { handed } from "./ridgepoint.js";\nconst at = (place) => handed[place];\n${names.map((name, place) => `export const ${name} = /*#__PURE__*/ at(${place});`).join("\n")}` : null),
};
