// A reader's progress in the 4096 characters that SCORM 1.2 gives a lesson: without what the engine says
// again, compressed, as letters that no system changes. Writing has to end before the page goes away,
// so that the browser's own compression, which is asynchronous, is of no use.

import { deflateSync, inflateSync, strFromU8, strToU8 } from "fflate";
import type { LabState } from "./state.js";
import { isRecord } from "./types.js";

/** A little less than the 4096 of the standard. */
export const LIMIT = 4000;

/** Stands where the end of a text had no room. */
export const CUT = " […]";

const VERSION = "1.";

const encode = (value: unknown): string => {
  const bytes = deflateSync(strToU8(JSON.stringify(value)), { level: 9 });
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return VERSION + letters.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
};

const since = (start: string, at: string): number => Date.parse(at) - Date.parse(start);
const after = (start: unknown, milliseconds: unknown): string | undefined => {
  const at = new Date(Date.parse(String(start)) + Number(milliseconds));
  return Number.isFinite(at.getTime()) ? at.toISOString() : undefined;
};

/** Verdicts are left out, since the engine gives them again; moments are counted from the beginning. */
function slim(state: LabState, cut: string[]): unknown {
  const { lab, lab_version, started_at, kept_at, student, drafts, widgets, restarts } = state;
  const answers = Object.entries(state.answers).map(([id, { value, at, tries, closed, right }]) => [id, [value, since(started_at, at), tries, closed ? 1 : 0, ...(right ? [right] : [])]]);
  return [lab, lab_version, started_at, since(started_at, kept_at), student, Object.fromEntries(answers), drafts, widgets, cut, restarts];
}

const start = (text: string, length: number): string => (text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "") + CUT);

/** No text longer than `length`: neither an answer nor a draft. */
function shortened(state: LabState, length: number): { state: LabState; cut: string[] } {
  const cut = new Set<string>();
  const short = (id: string, value: unknown): unknown => {
    if (typeof value === "string") {
      if (value.length > length) cut.add(id);
      return start(value, length);
    }
    return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, short(id, one)])) : value;
  };
  const answers = Object.entries(state.answers).map(([id, kept]) => [id, typeof kept.value === "string" ? { ...kept, value: short(id, kept.value) } : kept] as const);
  const drafts = Object.entries(state.drafts).map(([id, draft]) => [id, short(id, draft)] as const);
  return { state: { ...state, answers: Object.fromEntries(answers) as LabState["answers"], drafts: Object.fromEntries(drafts) }, cut: [...cut] };
}

/** No option of a choice is as long as this: what is shortened to it is what somebody wrote. */
const SHORTEST = 64;

/** The state in at most LIMIT characters, and the exercises whose texts were cut for it; undefined when even that is too long. */
export function toSuspend(state: LabState): { data: string; cut: string[] } | undefined {
  const whole = encode(slim(state, []));
  if (whole.length <= LIMIT) return { data: whole, cut: [] };
  const packed = (length: number): { data: string; cut: string[] } => {
    const { state: short, cut } = shortened(state, length);
    return { data: encode(slim(short, cut)), cut };
  };
  let best: { data: string; cut: string[] } | undefined;
  for (let [low, high] = [SHORTEST, LIMIT * 16]; low <= high; ) {
    const length = Math.floor((low + high) / 2);
    const found = packed(length);
    if (found.data.length <= LIMIT) [best, low] = [found, length + 1];
    else high = length - 1;
  }
  return best;
}

/** What restore() takes, and the exercises whose texts were cut; null when the characters are no state, or more than are ever written. */
export function fromSuspend(data: string): { raw: unknown; cut: string[] } | null {
  try {
    if (!data.startsWith(VERSION) || data.length > LIMIT) return null;
    const bytes = inflateSync(Uint8Array.from(atob(data.slice(VERSION.length).replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0)));
    const [lab, lab_version, started_at, kept, student, answers, drafts, widgets, cutShort, restarts] = JSON.parse(strFromU8(bytes)) as unknown[];
    const cut = Array.isArray(cutShort) ? cutShort.map(String) : [];
    // A text whose end is lost may be written again.
    const whole = Object.entries(answers as object).map(([id, [value, at, tries, closed, right]]) => [id, { value, at: after(started_at, at), tries, closed: closed === 1 && !cut.includes(id), right }]);
    return {
      raw: { format: "ridgepoint-lab", version: 2, lab, lab_version, started_at, kept_at: after(started_at, kept), student, answers: Object.fromEntries(whole), drafts, widgets, restarts },
      cut,
    };
  } catch {
    return null;
  }
}
