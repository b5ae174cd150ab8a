// A lab's folder on this machine.

import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { LabFolder } from "./folder.js";

export function onDisk(path: string): LabFolder {
  const name = basename(path);
  return {
    name,
    shown: `${basename(join(path, ".."))}/${name}`,
    read: (file) => (existsSync(join(path, file)) ? readFileSync(join(path, file), "utf8") : undefined),
  };
}
