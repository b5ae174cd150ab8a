// Which lab goes with which week, and a syllabus: courses.json beside the labs, where there is one.

import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { JsonError, parse, type Located } from "./json-lines.js";
import { checkSchema, LabError, pointer, type Problem } from "./problems.js";

export interface Courses {
  courses: { name: string; for: string; weeks: { topic: string; labs: string[] }[] }[];
  syllabus: { heading: string; text: string }[];
}

const words = { type: "string", minLength: 1 };
const listOf = (items: object): object => ({ type: "array", items });
const whole = (properties: Record<string, object>): object => ({ type: "object", properties, required: Object.keys(properties), additionalProperties: false });

const week = whole({ topic: words, labs: { ...listOf(words), uniqueItems: true } });
const SCHEMA = {
  type: "object",
  properties: { courses: listOf(whole({ name: words, for: words, weeks: listOf(week) })), syllabus: listOf(whole({ heading: words, text: words })) },
  additionalProperties: false,
};

/** What is in the file; a lab that is not in the folder may belong to another one, and gives a remark. */
export function coursesOf(folder: string, labs: readonly string[]): Courses & { remarks: Problem[] } {
  const path = join(folder, "courses.json");
  if (!existsSync(path)) return { courses: [], syllabus: [], remarks: [] };
  const file = `${basename(folder)}/courses.json`;
  const stop = (problems: Problem[]): never => {
    throw new LabError(problems);
  };
  let located: Located;
  try {
    located = parse(readFileSync(path, "utf8"));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return stop([{ file, line: error.line, reason: error.message }]);
  }
  const { value, line } = located;
  const problems: Problem[] = [];
  checkSchema(SCHEMA, value, (where, reason) => problems.push({ file, line: line(where), reason }));
  if (problems.length > 0) stop(problems);

  const { courses = [], syllabus = [] } = value as Partial<Courses>;
  const remarks = courses.flatMap(({ weeks }, course) =>
    weeks.flatMap(({ labs: named }, at) =>
      named.flatMap((name, index) => (labs.includes(name) ? [] : [{ file, line: line(pointer("courses", course, "weeks", at, "labs", index)), reason: `there is no lab ${name}; its week is shown without it` }])),
    ),
  );
  return { courses, syllabus, remarks };
}
