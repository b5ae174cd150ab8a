// Third-party licences: the notices of what is distributed.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const web = fileURLToPath(new URL("../../", import.meta.url));

/** What runs in the reader's browser, and the compiler of labs, which lab-tool.js holds. */
const DISTRIBUTED = ["ui", "tools", "widgets", "charts", "labs", "site", "build/labs"];

const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith("_test.ts"))
    .map((name) => readFileSync(join(folder, name), "utf8"));

/** The npm packages that a source imports by name. */
const imported = (source: string): string[] =>
  [...source.matchAll(/(?:from|import) ?\(?"((?:@[\w.-]+\/)?[a-z][\w.-]*)(?:\/[^"]*)?"/g)].map(([, name]) => name!);

interface Package {
  version: string;
  license: string;
  dependencies?: Record<string, string>;
}

const folderOf = (name: string): string => join(web, "node_modules", name);
const about = (name: string): Package => JSON.parse(readFileSync(join(folderOf(name), "package.json"), "utf8")) as Package;

/** No download has them: Lit's stand-in for a browser, and what markdown-it's and KaTeX's own commands read arguments with. */
const LEFT_OUT = ["@lit-labs/ssr-dom-shim", "argparse", "commander"];

/** With what they need in turn; types leave nothing in a download. */
function withDependencies(names: Iterable<string>, found = new Set<string>()): Set<string> {
  for (const name of names) {
    if (found.has(name) || LEFT_OUT.includes(name) || name.startsWith("@types/") || !existsSync(folderOf(name))) continue;
    found.add(name);
    withDependencies(Object.keys(about(name).dependencies ?? {}), found);
  }
  return found;
}

function notice(name: string): string {
  const { version, license } = about(name);
  const file = readdirSync(folderOf(name)).find((one) => /^licen[cs]e/i.test(one));
  if (!file) throw new Error(`${name} has no licence file, which distributing it needs`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folderOf(name), file), "utf8").trim()}\n`;
}

/** The text of NOTICES.txt. */
export function notices(): string {
  const used = withDependencies(DISTRIBUTED.flatMap((folder) => sources(join(web, folder)).flatMap(imported)));
  const native = readFileSync(new URL("native-notices.txt", import.meta.url), "utf8");
  return ["Ridgepoint contains the following third-party software.\n", ...[...used].sort().map(notice), native].join(`\n${"-".repeat(80)}\n\n`);
}
