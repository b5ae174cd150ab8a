// A lab's files, read: lab.json with the lines of its parts, lab.md, and the model note where there is one.

import type { LabSpec } from "../../labs/types.js";
import { givenAsExam } from "./exam.js";
import type { LabFolder } from "./folder.js";
import { JsonError, parse, type Located } from "./json-lines.js";
import { checkSchema, LabError, once, pointer, type Check, type Problem } from "./problems.js";

export interface Sources {
  /** The folder's name, which is the lab's. */
  name: string;
  spec: LabSpec;
  text: string;
  /** The model note. */
  note: string | undefined;
  /** The files as messages name them. */
  files: { json: string; text: string; note: string };
  problems: Problem[];
  /** A problem or a remark at a part of lab.json, which a JSON pointer names. */
  at(where: string, reason: string): Problem;
  /** Adds a problem with lab.json. */
  wrong(where: string, reason: string): void;
  /** Throws if there are problems. */
  stop(): void;
}

/** Throws a LabError for a folder that has not both files, and for JSON that is malformed or against the schema. */
export function sourcesOf({ name, shown, read }: LabFolder, check: Check, isExam = false): Sources {
  const files = { json: `${shown}/lab.json`, text: `${shown}/lab.md`, note: `${shown}/model-note.md` };
  const problems: Problem[] = [];
  const stop = (): void => {
    if (problems.length > 0) throw new LabError(once(problems));
  };
  const json = read("lab.json"), text = read("lab.md");

  for (const [file, content] of [[files.json, json], [files.text, text]] as const) if (content === undefined) problems.push({ file, line: 1, reason: "the file is missing" });
  if (!/^[a-z0-9][a-z0-9-]*$/.test(name)) problems.push({ file: files.json, line: 1, reason: `a lab's folder is named in lower case, digits and dashes, not ${name}` });
  stop();

  let located: Located;
  try {
    located = parse(json!);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new LabError([{ file: files.json, line: error.line, reason: error.message }]);
  }
  const given = located.value as LabSpec;
  const spec: LabSpec = isExam ? givenAsExam(given) : given;
  const at = (where: string, reason: string): Problem => ({ file: files.json, line: located.line(where), reason });
  const wrong = (where: string, reason: string): void => {
    // What is wrong may stand behind a name: in a definition, or as a value that the engine refuses.
    const definition = /^definitions\.(\w+)/.exec(reason)?.[1];
    const from = Object.entries(spec.variables ?? {}).find(([, value]) => typeof value === "string" && reason.endsWith(`given ${JSON.stringify(value)}`));
    problems.push(at(definition ? pointer("definitions", definition) : from ? pointer("variables", from[0]) : where, reason));
  };
  checkSchema(check, given, wrong);
  stop();
  return { name, spec, text: text!, note: read("model-note.md"), files, problems, at, wrong, stop };
}
