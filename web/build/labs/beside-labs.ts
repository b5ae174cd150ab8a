// A JSON file beside the labs, which a folder may have: read, and held against its schema.

import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { JsonError, parse, type Located } from "./json-lines.js";
import { checkSchema, LabError, type Problem } from "./problems.js";
import { checkOf } from "./schema-check.js";

export interface BesideLabs {
  /** Undefined where there is no such file. */
  value: unknown;
  /** What may be a slip, at a part of the file. */
  remark(where: string, reason: string): Problem;
}

/** Throws a LabError for a file that is not as its schema has it. */
export function besideLabs(folder: string, name: string, schema: object): BesideLabs {
  const path = join(folder, name);
  const file = `${basename(folder)}/${name}`;
  let located: Located = { value: undefined, line: () => 1 };
  if (existsSync(path)) {
    try {
      located = parse(readFileSync(path, "utf8"));
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      throw new LabError([{ file, line: error.line, reason: error.message }]);
    }
    const problems: Problem[] = [];
    checkSchema(checkOf(schema), located.value, (where, reason) => problems.push({ file, line: located.line(where), reason }));
    if (problems.length > 0) throw new LabError(problems);
  }
  return { value: located.value, remark: (where, reason) => ({ file, line: located.line(where), reason }) };
}

/** The schemas of these files are put together from these. */
export const words = { type: "string", minLength: 1 };
export const listOf = (items: object): object => ({ type: "array", items });
