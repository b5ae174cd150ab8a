// The site's service worker with the list of what it keeps: every file of the built site but what is only there to be
// saved, its pages in other languages, which most readers never open, and what browsers without WebAssembly need.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { transformWithEsbuild } from "vite";
import { paths } from "./bundle.js";
import { LANGUAGES } from "./language/translate.js";

const NAME = "offline-worker.js";
const source = fileURLToPath(new URL("../site/offline-worker.ts", import.meta.url));

const isKept = (path: string): boolean => statSync(`${paths.site}/${path}`).isFile() && path !== NAME && !/\.(csv|png)$|^[a-z-]+-plain\.js$/.test(path) && !LANGUAGES.some((language) => path.startsWith(`${language}/`));

const files = (readdirSync(paths.site, { recursive: true }) as string[])
  .map((path) => path.replaceAll("\\", "/"))
  .filter(isKept)
  .sort()
  .map((path) => ({ path, integrity: `sha256-${createHash("sha256").update(readFileSync(`${paths.site}/${path}`)).digest("base64")}` }));
const version = createHash("sha256").update(JSON.stringify(files)).digest("hex").slice(0, 16);

const { code } = await transformWithEsbuild(readFileSync(source, "utf8"), source, {
  minify: true,
  format: "iife",
  target: "es2022",
  sourcemap: false,
  define: { VERSION: JSON.stringify(version), FILES: JSON.stringify(files) },
});
writeFileSync(`${paths.site}/${NAME}`, code);
