// What tells the data of one build from another's: the beginning of the SHA-256 of everything that is embedded as the registry.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

/** Those of embed.cmake. */
const FOLDERS = ["hardware", "models", "software", "compression", "training", "serving"];

export function dataDigest() {
  const hash = createHash("sha256");
  for (const folder of FOLDERS) {
    const home = new URL(`${folder}/`, import.meta.url);
    const names = readdirSync(home).filter((name) => name.endsWith(".json")).sort();
    // Parsed first, so that line ends and indentation do not count.
    for (const name of names) hash.update(`${folder}/${name} ${JSON.stringify(JSON.parse(readFileSync(new URL(name, home), "utf8")))}\n`);
  }
  return hash.digest("hex").slice(0, 16);
}
