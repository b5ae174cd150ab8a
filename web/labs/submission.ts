// What a reader hands in; core/course reads it again.

import { totals, type LabState } from "./state.js";
import type { PageLab } from "./types.js";

export interface Submission {
  format: "ridgepoint-submission";
  version: 1;
  lab: string;
  lab_version: number;
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
}

export function submission(lab: PageLab, state: LabState, widgets: Record<string, unknown>, now: string): Submission {
  const { points, of } = totals(lab, state);
  return {
    format: "ridgepoint-submission",
    version: 1,
    lab: lab.name,
    lab_version: lab.version,
    ...(lab.variant ? { variant: lab.variant } : {}),
    student: lab.identify === "none" ? {} : state.student,
    started_at: state.started_at,
    finished_at: now,
    restarts: state.restarts,
    linked: state.linked,
    answers: Object.fromEntries(Object.entries(state.answers).map(([id, { value, at, tries, predicted, earlier }]) => [id, { value, at, tries, predicted, ...(earlier ? { earlier } : {}) }])),
    widgets,
    shown: { points, of },
  };
}
