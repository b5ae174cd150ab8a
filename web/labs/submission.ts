// What a reader hands in; core/course reads it again.

import { checksum } from "./checksum.js";
import { kindOf } from "./kinds.js";
import { totals, type LabState } from "./state.js";
import type { PageLab } from "./types.js";
import { isBlank } from "./unchecked.js";

export interface Submission {
  format: "ridgepoint-submission";
  version: 1;
  lab: string;
  lab_version: number;
  engine: PageLab["engine"];
  variant?: string;
  student: { name?: string; id?: string };
  started_at: string;
  finished_at: string;
  restarts: number;
  /** How often answers were taken from a link. */
  linked: number;
  answers: Record<string, { value: unknown; at: string; tries: number; predicted: boolean; earlier?: unknown[] }>;
  widgets: Record<string, unknown>;
  shown: { points: number; of: number };
  /** Of all above. */
  checksum: string;
}

/** The answers as they are handed in: a free text counts as it stands, whether or not its reader has pressed the button that keeps it. */
export function handedIn({ exercises }: PageLab, { answers, drafts }: LabState, now: string): LabState["answers"] {
  const written = exercises.filter((exercise) => kindOf(exercise).asItStands && !isBlank(drafts[exercise.id]) && drafts[exercise.id] !== answers[exercise.id]?.value);
  const texts = written.map(({ id, predict = false }) => [id, { value: drafts[id], at: now, tries: (answers[id]?.tries ?? 0) + 1, predicted: predict, closed: false }]);
  return { ...answers, ...(Object.fromEntries(texts) as LabState["answers"]) };
}

export function submission(lab: PageLab, state: LabState, widgets: Record<string, unknown>, now: string): Submission {
  const { points, of } = totals(lab, state);
  const all: Omit<Submission, "checksum"> = {
    format: "ridgepoint-submission",
    version: 1,
    lab: lab.name,
    lab_version: lab.version,
    engine: lab.engine,
    ...(lab.variant ? { variant: lab.variant } : {}),
    student: lab.identify === "none" ? {} : state.student,
    started_at: state.started_at,
    finished_at: now,
    restarts: state.restarts,
    linked: state.linked,
    answers: Object.fromEntries(Object.entries(handedIn(lab, state, now)).map(([id, { value, at, tries, predicted, earlier }]) => [id, { value, at, tries, predicted, ...(earlier ? { earlier } : {}) }])),
    widgets,
    shown: { points, of },
  };
  // As the file has them: what is undefined or no number there is not what it was here.
  return { ...all, checksum: checksum(JSON.parse(JSON.stringify(all))) };
}
