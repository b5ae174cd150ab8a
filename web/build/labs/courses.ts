// Which lab goes with which week, and a syllabus: courses.json beside the labs, where there is one.

import { besideLabs, listOf, words } from "./beside-labs.js";
import { pointer, type Problem } from "./problems.js";

export interface Courses {
  courses: { name: string; for: string; weeks: { topic: string; labs: string[] }[] }[];
  syllabus: { heading: string; text: string }[];
}

const whole = (properties: Record<string, object>): object => ({ type: "object", properties, required: Object.keys(properties), additionalProperties: false });

const week = whole({ topic: words, labs: { ...listOf(words), uniqueItems: true } });
const SCHEMA = {
  type: "object",
  properties: { courses: listOf(whole({ name: words, for: words, weeks: listOf(week) })), syllabus: listOf(whole({ heading: words, text: words })) },
  additionalProperties: false,
};

/** What is in the file; a lab that is not in the folder may belong to another one, and gives a remark. */
export function coursesOf(folder: string, labs: readonly string[]): Courses & { remarks: Problem[] } {
  const { value, remark } = besideLabs(folder, "courses.json", SCHEMA);
  const { courses = [], syllabus = [] } = (value ?? {}) as Partial<Courses>;
  const remarks = courses.flatMap(({ weeks }, course) =>
    weeks.flatMap(({ labs: named }, at) =>
      named.flatMap((name, index) => (labs.includes(name) ? [] : [remark(pointer("courses", course, "weeks", at, "labs", index), `there is no lab ${name}; its week is shown without it`)])),
    ),
  );
  return { courses, syllabus, remarks };
}
