// `node npm-installed.mjs FOLDER [--omit=dev]` ends well when npm finished installing there and each package of the
// lock file is still in place in that version. Optional ones may be missing: most are for other systems.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const [folder, omit] = process.argv.slice(2);
const read = (...path) => JSON.parse(readFileSync(join(folder, ...path), "utf8"));

function installed([path, { version, dev, optional, devOptional }]) {
  if (path === "" || ((dev || devOptional) && omit === "--omit=dev")) return true;
  if (!existsSync(join(folder, path))) return Boolean(optional || devOptional);
  return read(path, "package.json").version === version;
}

try {
  // npm writes this last.
  read("node_modules/.package-lock.json");
  process.exitCode = Object.entries(read("package-lock.json").packages).every(installed) ? 0 : 1;
} catch {
  process.exitCode = 1;
}
