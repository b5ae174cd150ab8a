// A reader's progress in one lab: what is kept in the browser, goes into a link, and is handed in.
// What comes from storage or a link is checked item by item, since anybody can write either.

import { kindOf, worth } from "./kinds.js";
import { isRecord, type Exercise, type PageLab, type Verdict } from "./types.js";
import { bare, taken, type WidgetState } from "./widget-state.js";

export interface Kept {
  value: unknown;
  /** When it was last given, as ISO 8601. */
  at: string;
  tries: number;
  predicted: boolean;
  /** Nothing can be changed any more: it is right, recorded, or its explanation has been shown. */
  closed: boolean;
  /** As the engine last said; asked again when the page opens. */
  verdict?: Verdict;
  /** The parts of an exercise that were right, where it has parts. */
  right?: string[];
  /** What was answered before, and was not right. */
  earlier?: unknown[];
}

export interface LabState {
  format: "ridgepoint-lab";
  version: 2;
  lab: string;
  lab_version: number;
  started_at: string;
  /** Which numbers were worked with, where the lab has variants. */
  variant?: string;
  /** When it was last kept. */
  kept_at: string;
  /** How often the reader has started over. */
  restarts: number;
  /** How often answers were taken from a link. */
  linked: number;
  student: { name?: string; id?: string };
  answers: Record<string, Kept>;
  /** Typed and not checked yet. */
  drafts: Record<string, unknown>;
  widgets: Record<string, WidgetState>;
}

/** What an exam's page says of an answer: nothing. */
export const RECORDED: Verdict = { points: 0, of: 0, correct: null, expected: null };

/** Whether its answer stands for good once it is recorded: a prediction, and in an exam whatever opens something, which may give it away. */
export const isOnce = ({ opens = [] }: Pick<PageLab, "opens">, { id, predict }: Exercise): boolean => predict === true || opens.includes(id);

/** As many as `grade` takes. */
export const EARLIER = 100;

const UNTAKEN = new Set(["__proto__", "constructor", "prototype"]);
const DEEPEST = 16;

/** JSON from outside as bare objects, without the names that mean something to JavaScript. */
export function harmless(raw: unknown, depth = 0): unknown {
  if (depth > DEEPEST) return null;
  if (Array.isArray(raw)) return raw.map((one) => harmless(one, depth + 1));
  if (!isRecord(raw)) return raw;
  const copy = bare<unknown>();
  for (const [name, one] of Object.entries(raw)) if (!UNTAKEN.has(name)) copy[name] = harmless(one, depth + 1);
  return copy;
}

export const fresh = (lab: PageLab, now: string, restarts = 0): LabState => ({
  format: "ridgepoint-lab",
  version: 2,
  lab: lab.name,
  lab_version: lab.version,
  ...(lab.variant ? { variant: lab.variant } : {}),
  started_at: now,
  kept_at: now,
  restarts,
  linked: 0,
  student: {},
  answers: bare(),
  drafts: bare(),
  widgets: bare(),
});

const isHint = (raw: unknown): raw is NonNullable<Verdict["hint"]> => typeof raw === "string" || (isRecord(raw) && Object.values(raw).every((one) => typeof one === "string"));

/** A verdict as kept. Its hint is a key; one that the page has no template for shows nothing. */
function verdictOf(raw: unknown): Verdict | undefined {
  if (!isRecord(raw) || typeof raw["points"] !== "number" || typeof raw["of"] !== "number") return undefined;
  const { points, of, expected } = raw as { points: number; of: number; expected: unknown };
  const tries = raw["tries_allowed"];
  const correct = typeof raw["correct"] === "boolean" ? raw["correct"] : null;
  return { points, of, correct, expected, ...(typeof tries === "number" ? { tries_allowed: tries } : {}), ...(isHint(raw["hint"]) ? { hint: raw["hint"] } : {}) };
}

/** The parts that were right, when it is known. */
function rightOf(exercise: Exercise, raw: unknown): string[] | undefined {
  const parts = kindOf(exercise).parts?.(exercise);
  return parts && Array.isArray(raw) ? [...parts.keys()].filter((part) => raw.includes(part)) : undefined;
}

const date = (raw: unknown, otherwise: string): string => (typeof raw === "string" && Number.isFinite(Date.parse(raw)) ? raw : otherwise);
const count = (raw: unknown, least: number): number => (typeof raw === "number" && raw >= least && Number.isFinite(raw) ? Math.floor(raw) : least);
const short = (raw: unknown): string | undefined => (typeof raw === "string" && raw.trim() !== "" ? raw.slice(0, 200) : undefined);

/** From each earlier form of state to the next one; links and browsers hold them for years. */
const MIGRATIONS: Record<number, (old: Record<string, unknown>) => Record<string, unknown>> = {
  // Form 1 did not say when it was kept: at its last answer, as far as it shows.
  1(old) {
    const times = isRecord(old["answers"]) ? Object.values(old["answers"]).map((kept) => (isRecord(kept) ? kept["at"] : undefined)) : [];
    const known = [old["started_at"], ...times].filter((time): time is string => typeof time === "string" && Number.isFinite(Date.parse(time)));
    return { ...old, version: 2, kept_at: known.sort((a, b) => Date.parse(a) - Date.parse(b)).at(-1) };
  },
};

function migrated(raw: Record<string, unknown>): Record<string, unknown> {
  let state = raw;
  for (let next = MIGRATIONS[Number(state["version"])]; next; next = MIGRATIONS[Number(state["version"])]) state = next(state);
  return state;
}

export interface Restored {
  state: LabState;
  /** The lab has another version than the answers. */
  updated: boolean;
}

/**
 * Progress that was kept, for the lab as it is now; null when it is no progress of this lab. Answers that the
 * lab no longer asks for are dropped; those to another version of it keep no verdict and are scored anew.
 */
export function restore(anything: unknown, lab: PageLab, now: string): Restored | null {
  const found = harmless(anything);
  if (!isRecord(found) || found["format"] !== "ridgepoint-lab" || found["lab"] !== lab.name) return null;
  const raw = migrated(found);
  if (raw["version"] !== 2 || raw["variant"] !== lab.variant) return null;
  const updated = raw["lab_version"] !== lab.version;
  const state = fresh(lab, date(raw["started_at"], now), count(raw["restarts"], 0));
  state.kept_at = date(raw["kept_at"], now);
  state.linked = count(raw["linked"], 0);
  const student = isRecord(raw["student"]) ? raw["student"] : {};
  for (const key of ["name", "id"] as const) {
    const value = short(student[key]);
    if (value !== undefined) state.student[key] = value;
  }
  for (const exercise of lab.exercises) {
    const kind = kindOf(exercise);
    const kept = isRecord(raw["answers"]) && Object.hasOwn(raw["answers"], exercise.id) ? raw["answers"][exercise.id] : undefined;
    if (isRecord(kept) && kind.fits(exercise, kept["value"])) {
      const tries = count(kept["tries"], 1);
      const predicted = exercise.predict === true;
      const verdict = lab.exam ? RECORDED : updated ? undefined : verdictOf(kept["verdict"]);
      const right = updated ? undefined : rightOf(exercise, kept["right"]);
      const earlier = Array.isArray(kept["earlier"]) ? kept["earlier"].filter((one) => kind.fits(exercise, one)).slice(-EARLIER) : [];
      state.answers[exercise.id] = { value: kept["value"], at: date(kept["at"], now), tries, predicted, closed: isOnce(lab, exercise) || kept["closed"] === true, ...(verdict ? { verdict } : {}), ...(right ? { right } : {}), ...(earlier.length > 0 ? { earlier } : {}) };
    }
    const draft = isRecord(raw["drafts"]) && Object.hasOwn(raw["drafts"], exercise.id) ? raw["drafts"][exercise.id] : undefined;
    const drafted = kind.isDraft ? kind.isDraft(exercise, draft) : typeof draft === "string" || (isRecord(draft) && Object.values(draft).every((one) => typeof one === "string"));
    if (drafted && !state.answers[exercise.id]?.closed) state.drafts[exercise.id] = draft;
  }
  if (isRecord(raw["widgets"])) {
    for (const [name, paths] of Object.entries(lab.widgets)) {
      const widget = raw["widgets"][name];
      if (isRecord(widget) && isRecord(widget["changed"]) && isRecord(widget["request"])) {
        state.widgets[name] = { changed: taken(widget["changed"], paths), request: taken(widget["request"], paths) };
      }
    }
  }
  return { state, updated };
}

export const hasBegun = ({ answers, drafts, widgets }: LabState): boolean => [answers, drafts, widgets].some((part) => Object.keys(part).length > 0);

/** Whether an answer is wrong by slips of writing alone. Then it cost no try. */
export const costsNothing = (exercise: Exercise, { verdict, ...kept }: Pick<Kept, "value" | "verdict" | "right">): boolean =>
  verdict?.correct === false && kindOf(exercise).isSlip?.(exercise, { ...kept, verdict }) === true;

/** Nothing about it can be changed any more; what is kept ungraded may still be rewritten. */
export const isDone = (exercise: Exercise, kept: Kept | undefined): boolean => kept !== undefined && (kept.closed || !kindOf(exercise).graded || kept.verdict?.correct === null);

export function totals(lab: PageLab, { answers }: LabState): { points: number; of: number; done: number } {
  let [points, of, done] = [0, 0, 0];
  for (const exercise of lab.exercises) {
    const kept = answers[exercise.id];
    points += kept?.verdict?.points ?? 0;
    of += worth(exercise);
    if (isDone(exercise, kept)) done += 1;
  }
  // Shares of points are thirds and tenths; what they add up to is not shown to the last bit.
  return { points: Number(points.toFixed(6)), of: Number(of.toFixed(6)), done };
}
