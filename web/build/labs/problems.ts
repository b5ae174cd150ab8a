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

const KINDS: Record<string, string> = { integer: "a whole number", number: "a number", string: "a text in quotes", boolean: "true or false", array: "a list in [ ]", object: "an object in { }" };

/** What a text that has a form must look like, where its schema does not say so itself. */
const NAMED = "begin with a letter or _ and go on with letters, digits, _ or -";

/** What is allowed, in words. */
function allowed({ keyword, params, parentSchema, message: said }: ErrorObject): string {
  switch (keyword) {
    case "enum":
      return `must be one of ${(params["allowedValues"] as unknown[]).join(", ")}`;
    case "type":
      return `must be ${[params["type"]].flat().map((kind) => KINDS[String(kind)] ?? String(kind)).join(" or ")}`;
    case "minItems":
    case "minProperties":
      return `must have at least ${String(params["limit"])}`;
    case "maxItems":
    case "maxProperties":
      return `must have at most ${String(params["limit"])}`;
    case "pattern": {
      const [, example] = /: (\S+)\.|[Ss]uch as (\S+)\./.exec(String(parentSchema?.["description"] ?? ""))?.filter(Boolean) ?? [];
      return example ? `must look like ${example}` : String(params["pattern"]).startsWith("^[A-Za-z_]") ? `must ${NAMED}` : (said ?? keyword);
    }
    default:
      return said ?? keyword;
  }
}

/** Where in a lab something stands: exercises by their ids, as whoever writes them knows them. */
function placeOf(instancePath: string, lab: unknown): string {
  const [first, index, ...rest] = instancePath.slice(1).split("/");
  const { exercises } = (lab ?? {}) as { exercises?: { id?: unknown }[] };
  const id = first === "exercises" && index !== undefined ? exercises?.[Number(index)]?.id : undefined;
  const place = typeof id === "string" ? [`exercise ${id}`, ...rest] : [first, index, ...rest].filter((step) => step !== undefined);
  return place.join(".");
}

function schemaReason(error: ErrorObject, lab: unknown): string {
  const { keyword, params, parentSchema, instancePath, data } = error;
  const where = instancePath ? `${placeOf(instancePath, lab)}: ` : "";
  if (keyword === "required") return `${where}${String(params["missingProperty"])} is missing`;
  if (keyword === "additionalProperties") {
    const known = Object.keys((parentSchema?.["properties"] ?? {}) as object).filter((name) => !name.startsWith("$"));
    return `${where}${String(params["additionalProperty"])} is no field here${known.length > 0 ? `; there are ${known.join(", ")}` : ""}`;
  }
  return `${where}${allowed(error)}, given ${short(data)}`;
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
    // These failed because of what failed inside them: that is the reason to give.
    if (error.keyword === "if" || error.keyword === "propertyNames") continue;
    const extra = error.keyword === "additionalProperties" ? pointer(String(error.params["additionalProperty"])) : error.propertyName !== undefined ? pointer(error.propertyName) : "";
    wrong(error.instancePath + extra, schemaReason(error, lab));
  }
}
