// What is wrong with a lab, by file, line and reason.

import type { ErrorObject } from "ajv";

export interface Problem {
  file: string;
  line: number;
  reason: string;
}

/** Everything wrong with the labs, one a line: labs/name/lab.json:12: reason. */
export class LabError extends Error {
  override readonly name = "LabError";
  constructor(readonly problems: Problem[]) {
    super(problems.map(written).join("\n"));
    // Where in this program it was found is of no use to who writes labs; Vite prints message and stack.
    this.stack = "";
  }
}

/** Each reason once, where it is met first: a value that is wrong is asked about in many places. */
export function once(problems: Problem[]): Problem[] {
  const found = new Map<string, Problem & { more: number }>();
  for (const problem of problems) {
    const key = `${problem.file}: ${problem.reason}`;
    const before = found.get(key);
    if (before) before.more += 1;
    else found.set(key, { ...problem, more: 0 });
  }
  return [...found.values()].map(({ file, line, reason, more }) => ({ file, line, reason: more > 0 ? `${reason} (and so in ${more} other ${more === 1 ? "place" : "places"})` : reason }));
}

export const written = ({ file, line, reason }: Problem): string => `${file}:${line}: ${reason}`;

export const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));
export const pointer = (...steps: (string | number)[]): string => steps.map((step) => `/${String(step).replace(/~/g, "~0").replace(/\//g, "~1")}`).join("");

/** A value as it was written, or the start of a long one. */
const short = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

function schemaReason({ keyword, params, message: said, instancePath, data }: ErrorObject): string {
  const where = instancePath ? `${instancePath.slice(1).replace(/\//g, ".")}: ` : "";
  if (keyword === "required") return `${where}${String(params["missingProperty"])} is missing`;
  if (keyword === "additionalProperties") return `${where}there is nothing called ${String(params["additionalProperty"])} here`;
  const allowed = keyword === "enum" ? `must be one of ${(params["allowedValues"] as unknown[]).join(", ")}` : (said ?? keyword);
  return `${where}${allowed}, given ${short(data)}`;
}

/** Whether a value is as its schema has it; if not, `errors` says why. */
export interface Check {
  (value: unknown): boolean;
  errors?: ErrorObject[] | null;
}

/** Tells what of a lab is not as its schema has it. */
export function checkSchema(check: Check, lab: unknown, wrong: (where: string, reason: string) => void): void {
  if (check(lab)) return;
  for (const error of check.errors ?? []) {
    // A condition failed because of what failed inside it: that is the reason to give.
    if (error.keyword === "if") continue;
    const extra = error.keyword === "additionalProperties" ? pointer(String(error.params["additionalProperty"])) : error.keyword === "propertyNames" ? pointer(String(error.params["propertyName"])) : "";
    wrong(error.instancePath + extra, schemaReason(error));
  }
}
