// A reader's progress over all labs, as the browser keeps it, and one submission for those begun.

import { hasBegun, restore, type LabState } from "./state.js";
import { keyOf } from "./store.js";
import { submission, type Submission } from "./submission.js";
import type { PageLab } from "./types.js";

/** What the progress of a lab is read with: its exercises without keys and texts of answers. */
export type Outline = PageLab & { drawn?: boolean };

export interface Begun {
  lab: PageLab;
  state: LabState;
}

/** Progress in a lab, of one with variants the one that was kept last; undefined where there is none that can be read. */
export function progress(outline: Outline, storage: Pick<Storage, "getItem" | "key" | "length">, now: string): Begun | undefined {
  const found: Begun[] = [];
  const [before, after] = keyOf({ ...outline, variant: "*" }).split("*") as [string, string];
  const variants = outline.drawn ? [...Array(storage.length).keys()].map((index) => storage.key(index) ?? "").filter((key) => key.startsWith(before) && key.endsWith(after)).map((key) => key.slice(before.length, -after.length)) : [undefined];
  for (const variant of variants) {
    const lab = { ...outline, ...(variant === undefined ? {} : { variant }) };
    try {
      const restored = restore(JSON.parse(storage.getItem(keyOf(lab)) ?? "null"), lab, now);
      if (restored && hasBegun(restored.state)) found.push({ lab, state: restored.state });
    } catch {
      // The lab's own page says that it cannot read it.
    }
  }
  return found.sort((one, other) => Date.parse(one.state.kept_at) - Date.parse(other.state.kept_at)).at(-1);
}

export interface Submissions {
  format: "ridgepoint-submissions";
  version: 1;
  submissions: Submission[];
}

/** One file for several labs. Who is named here is named in each, but for an id that a lab's numbers were drawn by. */
export function submissions(begun: readonly Begun[], student: LabState["student"]): Submissions {
  const each = begun.map(({ lab, state }) => {
    const widgets = Object.fromEntries(Object.entries(state.widgets).map(([name, { request }]) => [name, request]));
    const named = { ...state.student, ...student, ...(lab.variant && state.student.id ? { id: state.student.id } : {}) };
    return submission(lab, { ...state, student: named }, widgets, state.kept_at);
  });
  return { format: "ridgepoint-submissions", version: 1, submissions: each };
}
