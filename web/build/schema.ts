// The JSON Schema of every request and result, as the command wrote it.

import { readFileSync } from "node:fs";
import { paths } from "./bundle.js";

interface Schema {
  calls: Record<string, Record<string, unknown>>;
  $defs: Record<string, unknown>;
}

export const schema = JSON.parse(readFileSync(paths.schema, "utf8")) as Schema;

/** The same, described in another language. */
export const schemaIn = (language: string): Schema => JSON.parse(readFileSync(paths.schema.replace("schema.json", `${language}/schema.json`), "utf8")) as Schema;
