// What `ridgepoint grade` answers about a class, in the form that the page shows.

import type { Outcome } from "#grade";

export interface Student {
  file: string;
  name: string;
  id: string;
  lab: string;
  finished_at: string;
  points: number;
  of: number;
  remarks: string[];
}

/** Students by their answers, of the most frequent first. */
export interface Count {
  answer: string;
  text?: string;
  students: number;
}

export interface Item {
  lab: string;
  exercise: string;
  kind: string;
  submissions: number;
  answered: number;
  right: number;
  /** Null where there is no value: of a prediction without points, or with one student. */
  difficulty: number | null;
  discrimination: number | null;
  mean_tries: number | null;
  median_time_s: number | null;
  predictions: Count[];
  /** With any try. */
  wrong_answers: Count[];
  /** Of a free text. */
  texts?: { name: string; id: string; file: string; text: string }[];
}

export interface Statistics {
  exercises: Item[];
  labs: { lab: string; points_by_tenth: number[] }[];
}

export interface Graded {
  students: Student[];
  refused: { file: string; reason: string }[];
  statistics: Statistics;
}

type Entry = Student | { file: string; error: { message: string } };

/** Runs the command with these flags on all submissions, or on those named. */
export type Run = (flags: readonly string[], only?: readonly string[]) => Promise<Outcome>;

/** What the command printed, where it did what it was asked. */
async function json(run: Run, flags: readonly string[]): Promise<unknown> {
  const { output, errors } = await run(flags);
  try {
    return JSON.parse(output);
  } catch {
    throw new Error(errors || `ridgepoint grade ${flags.join(" ")} printed nothing that can be read`);
  }
}

export async function gradeClass(run: Run): Promise<Graded> {
  const entries = (await json(run, ["--json"])) as Entry[];
  const students = entries.filter((one): one is Student => !("error" in one));
  const refused = entries.flatMap((one) => ("error" in one ? [{ file: one.file, reason: one.error.message }] : []));
  return { students, refused, statistics: (await json(run, ["--stats", "--json"])) as Statistics };
}

export interface Download {
  name: string;
  type: string;
  flags: string[];
}

const csv = (name: string, ...flags: string[]): Download => ({ name: `${name}.csv`, type: "text/csv", flags });

/** What a teacher can take away, and the flags that print it. */
export const DOWNLOADS: Record<string, Download> = {
  "Students (CSV)": csv("students", "--csv"),
  "Exercises (CSV)": csv("exercises", "--stats", "--csv"),
  "Grades for Canvas (CSV)": csv("canvas", "--gradebook", "canvas"),
  "Grades for Moodle (CSV)": csv("moodle", "--gradebook", "moodle"),
  "Grades for Brightspace (CSV)": csv("brightspace", "--gradebook", "brightspace"),
  "Scores as Gradescope exports them (CSV)": csv("gradescope", "--gradebook", "gradescope"),
  "Reports (Markdown)": { name: "reports.md", type: "text/markdown", flags: ["--markdown"] },
  "Statistics with all texts": { name: "statistics.txt", type: "text/plain", flags: ["--stats"] },
};

/** Where labs of one's own took the place of the site's: whose points that changes. */
export const CHANGES: Record<string, Download> = { "Points that your labs change (CSV)": csv("changes", "--against", "site", "--csv") };
