// The JSON Schema of every request and result, as the command wrote it.

import { readFileSync } from "node:fs";
import { paths } from "./bundle.js";

interface Schema {
  calls: Record<string, unknown>;
  $defs: Record<string, unknown>;
}

export const schema = JSON.parse(readFileSync(paths.schema, "utf8")) as Schema;
