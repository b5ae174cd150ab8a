// The project's version, which CMakeLists.txt states.

import { readFileSync } from "node:fs";

export const version = /project\(ridgepoint VERSION (\S+)/.exec(readFileSync(new URL("../../CMakeLists.txt", import.meta.url), "utf8"))![1]!;
