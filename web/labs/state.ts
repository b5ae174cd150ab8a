// A reader's progress in one lab: what is kept in the browser, goes into a link, and is handed in.
// What comes from storage or a link is checked item by item, since anybody can write either.

import { isRecord, type Exercise, type PageLab, type Verdict } from "./types.js";

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
  /** Of a table: the cells that were right. */
  right?: string[];
}

export interface WidgetState {
  /** What differs from the widget as the lab sets it. */
  changed: Record<string, unknown>;
  request: Record<string, unknown>;
}

export interface LabState {
  format: "ridgepoint-lab";
  version: 2;
  lab: string;
  lab_version: number;
  started_at: string;
  /** When it was last kept. */
  kept_at: string;
  student: { name?: string; id?: string };
  answers: Record<string, Kept>;
  /** Typed and not checked yet. */
  drafts: Record<string, unknown>;
  widgets: Record<string, WidgetState>;
}

export const fresh = (lab: PageLab, now: string): LabState => ({
  format: "ridgepoint-lab",
  version: 2,
  lab: lab.name,
  lab_version: lab.version,
  started_at: now,
  kept_at: now,
  student: {},
  answers: {},
  drafts: {},
  widgets: {},
});

/** Whether a value can be the answer to an exercise at all. */
export function fits(exercise: Exercise, value: unknown): boolean {
  switch (exercise.kind) {
    case "choice":
      return typeof value === "string" && Object.hasOwn(exercise.options, value);
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    case "table":
      return isRecord(value) && Object.entries(value).every(([cell, one]) => Object.hasOwn(exercise.cells, cell) && typeof one === "number" && Number.isFinite(one));
    case "order": {
      const keys = Object.keys(exercise.items);
      return Array.isArray(value) && value.length === keys.length && keys.every((key) => value.includes(key));
    }
    case "setting":
      return isRecord(value);
    case "text":
      return typeof value === "string";
  }
}

const hintsOf = (exercise: Exercise): (string | undefined)[] =>
  exercise.kind === "choice" ? Object.values(exercise.options).map(({ hint }) => hint)
  : exercise.kind === "number" || exercise.kind === "setting" ? (exercise.hints ?? []).map(({ text }) => text)
  : [];

/** A verdict as kept; its hint counts only when it is one of the lab's own, because it goes into the page as HTML. */
function verdictOf(exercise: Exercise, raw: unknown): Verdict | undefined {
  if (!isRecord(raw) || typeof raw["points"] !== "number" || typeof raw["of"] !== "number") return undefined;
  const { points, of, expected } = raw as { points: number; of: number; expected: unknown };
  const correct = typeof raw["correct"] === "boolean" ? raw["correct"] : null;
  const hint = hintsOf(exercise).find((one) => one !== undefined && one === raw["hint"]);
  return { points, of, correct, expected, ...(hint ? { hint } : {}) };
}

/** The cells of a table that were right, when it is known. */
function rightOf(exercise: Exercise, raw: unknown): string[] | undefined {
  if (exercise.kind !== "table" || !Array.isArray(raw)) return undefined;
  return Object.keys(exercise.cells).filter((cell) => raw.includes(cell));
}

const date = (raw: unknown, otherwise: string): string => (typeof raw === "string" && Number.isFinite(Date.parse(raw)) ? raw : otherwise);
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
export function restore(found: unknown, lab: PageLab, now: string): Restored | null {
  if (!isRecord(found) || found["format"] !== "ridgepoint-lab" || found["lab"] !== lab.name) return null;
  const raw = migrated(found);
  if (raw["version"] !== 2) return null;
  const updated = raw["lab_version"] !== lab.version;
  const state = fresh(lab, date(raw["started_at"], now));
  state.kept_at = date(raw["kept_at"], now);
  const student = isRecord(raw["student"]) ? raw["student"] : {};
  for (const key of ["name", "id"] as const) {
    const value = short(student[key]);
    if (value !== undefined) state.student[key] = value;
  }
  for (const exercise of lab.exercises) {
    const kept = isRecord(raw["answers"]) && Object.hasOwn(raw["answers"], exercise.id) ? raw["answers"][exercise.id] : undefined;
    if (isRecord(kept) && fits(exercise, kept["value"])) {
      const tries = typeof kept["tries"] === "number" && kept["tries"] >= 1 ? Math.floor(kept["tries"]) : 1;
      const predicted = exercise.predict === true;
      const verdict = updated ? undefined : verdictOf(exercise, kept["verdict"]);
      const right = updated ? undefined : rightOf(exercise, kept["right"]);
      state.answers[exercise.id] = { value: kept["value"], at: date(kept["at"], now), tries, predicted, closed: predicted || kept["closed"] === true, ...(verdict ? { verdict } : {}), ...(right ? { right } : {}) };
    }
    const draft = isRecord(raw["drafts"]) && Object.hasOwn(raw["drafts"], exercise.id) ? raw["drafts"][exercise.id] : undefined;
    const drafted = exercise.kind === "order" ? fits(exercise, draft) : typeof draft === "string" || (isRecord(draft) && Object.values(draft).every((one) => typeof one === "string"));
    if (drafted && !state.answers[exercise.id]?.closed) state.drafts[exercise.id] = draft;
  }
  if (isRecord(raw["widgets"])) {
    for (const [name, widget] of Object.entries(raw["widgets"])) {
      if (isRecord(widget) && isRecord(widget["changed"]) && isRecord(widget["request"])) {
        state.widgets[name] = { changed: widget["changed"], request: widget["request"] };
      }
    }
  }
  return { state, updated };
}

export const hasBegun = ({ answers, drafts, widgets }: LabState): boolean => [answers, drafts, widgets].some((part) => Object.keys(part).length > 0);

// Links

const through = async (bytes: Uint8Array, pipe: GenericTransformStream): Promise<Uint8Array> =>
  new Uint8Array(await new Response(new Blob([bytes as BlobPart]).stream().pipeThrough(pipe as ReadableWritablePair)).arrayBuffer());

/** A state as a fragment, compressed. Whose it is stays out of it: a link travels. */
export async function pack(state: LabState): Promise<string> {
  const text = JSON.stringify({ ...state, student: {} });
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate"));
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `#lab=1.${letters.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
}

/** Null when the fragment is no state. */
export async function unpack(fragment: string): Promise<unknown> {
  const found = /^#lab=1\.([\w-]{1,200000})$/.exec(fragment);
  if (!found) return null;
  try {
    const letters = atob(found[1]!.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = await through(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)), new DecompressionStream("deflate"));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

// Widgets

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What a request has other than the one it began with; a model or a device written out counts as one value. */
export function changes(from: Record<string, unknown>, to: Record<string, unknown>): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(to)) {
    if (same(from[name], value)) continue;
    const before = from[name];
    found[name] = isRecord(value) && isRecord(before) && name !== "model" && name !== "hardware" ? changes(before, value) : value;
  }
  return found;
}

// Answers

/** A number as people type it: 1,024 and 5,19 and 5.19 and 1.2e-3; undefined when it is none. */
export function typedNumber(text: string): number | undefined {
  const bare = text.trim().replace(/[\s\u00a0']/g, "").replace(/^−/, "-");
  const grouped = /^[-+]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(bare) ? bare.replace(/,/g, "") : bare.replace(/^([^.,]*),([^.,]*)$/, "$1.$2");
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(grouped)) return undefined;
  const value = Number(grouped);
  return Number.isFinite(value) ? value : undefined;
}

/** What all exercises are worth; an exercise not answered has no verdict to ask. */
export const worth = (exercise: Exercise): number => (exercise.kind === "text" ? 0 : (exercise.points ?? 1));

export function totals(lab: PageLab, { answers }: LabState): { points: number; of: number; done: number } {
  let [points, of, done] = [0, 0, 0];
  for (const exercise of lab.exercises) {
    const kept = answers[exercise.id];
    points += kept?.verdict?.points ?? 0;
    of += worth(exercise);
    if (kept?.closed || (exercise.kind === "text" && kept)) done += 1;
  }
  // Shares of points are thirds and tenths; what they add up to is not shown to the last bit.
  return { points: Number(points.toFixed(6)), of: Number(of.toFixed(6)), done };
}

export interface Submission {
  format: "ridgepoint-submission";
  version: 1;
  lab: string;
  lab_version: number;
  student: { name?: string; id?: string };
  started_at: string;
  finished_at: string;
  answers: Record<string, { value: unknown; at: string; tries: number; predicted: boolean }>;
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
    student: lab.identify === "none" ? {} : state.student,
    started_at: state.started_at,
    finished_at: now,
    answers: Object.fromEntries(Object.entries(state.answers).map(([id, { value, at, tries, predicted }]) => [id, { value, at, tries, predicted }])),
    widgets,
    shown: { points, of },
  };
}
