// The project's version, which CMakeLists.txt states, and what tells its data on devices and models from those of another build.

import { readFileSync } from "node:fs";
import { dataDigest } from "../../core/data/digest.mjs";

export const version = /project\(ridgepoint VERSION (\S+)/.exec(readFileSync(new URL("../../CMakeLists.txt", import.meta.url), "utf8"))![1]!;
export const data = dataDigest();
