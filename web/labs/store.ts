// Where a reader's progress is kept. Here: in this browser. The script of a package for a learning-management
// system, which runs before the page's own, brings another.

import { restore, type LabState, type Restored } from "./state.js";
import type { Exercise, PageLab } from "./types.js";

/** Why nothing is written over what is there: another window went on, or threw it away, or it cannot be read. */
export type Contested = "elsewhere" | "deleted" | "unreadable";

/** Only what has been read back counts as saved. Only the beginning of the exercises in `cut` had room. `there`: what another window has saved. */
export type Saved = { saved: true; cut: string[]; remark?: string } | { saved: false; why: string; contested?: Contested; there?: LabState };

export interface Standing {
  points: number;
  of: number;
  done: number;
  exercises: number;
  /** Every answer has its verdict, so that the points are all there. */
  scored: boolean;
}

export interface Store {
  /** As in "Saved in this browser". */
  readonly where: string;
  /** How long typing may rest before it is kept, in milliseconds. */
  readonly pause: number;
  /** Whether a link can hand the page on, answers and all. */
  readonly links: boolean;
  /** Who reads, where that is known. */
  readonly student?: LabState["student"];
  /** Undefined when there is nothing, null when what is there cannot be read. */
  load(now: string): (Restored & { cut?: string[] }) | null | undefined;
  /** `over` replaces what is contested. */
  keep(state: LabState, standing: Standing, over: boolean): Saved;
  /** Where there is none, the lab as nobody has touched it is kept instead. */
  forget?(): void;
  /** Tells when another window has changed what is kept. */
  watch?(changed: () => void): void;
  /** An answer that has been checked, before it is kept. */
  graded?(exercise: Exercise, kept: LabState["answers"][string]): void;
  /** The page goes away. */
  leave?(): void;
}

export interface Host {
  /** What the reader should know of where the page runs. */
  message?: string;
  /** Who reads, where that is known. */
  student?: { name?: string; id?: string };
  store?: (lab: PageLab) => Store;
  /** Another of the lab's pages, where it stands at no address. */
  page?: (address: string) => Document | undefined;
}

declare global {
  interface Window {
    ridgepointHost?: Host;
  }
}

/** All that this site keeps in a browser begins with it. */
const OURS = "ridgepoint.";

/** Removes what labs, widgets and other pages of the site keep in this browser. */
export function forgetAll(): void {
  try {
    const keys = [...Array(localStorage.length).keys()].map((index) => localStorage.key(index)!);
    for (const key of keys) if (key.startsWith(OURS)) localStorage.removeItem(key);
  } catch {
    // Blocked storage holds nothing to remove.
  }
}

/** The number is that of the form of state: a later page reads an earlier form under its own key, and leaves it there. */
export const keyOf = ({ name, course, variant }: Pick<PageLab, "name" | "course" | "variant">, version = 2): string =>
  `ridgepoint.lab.${course && version > 1 ? `${course}/` : ""}${name}${variant ? `~${variant}` : ""}.${version}`;

const WHY: Record<Contested | "full" | "blocked", string> = {
  full: "This browser has no room left to save your progress. It lasts only while the page is open.",
  blocked: "This browser blocks saving. Your progress lasts only while this page is open.",
  elsewhere: "You continued this lab in another window, and those answers are saved. The ones in this window are not, until you choose which to keep.",
  deleted: "Your answers were deleted in another window. They are still here, and are not saved until you choose.",
  unreadable: "This browser holds progress in this lab that the page cannot read. It is left as it is, and nothing is saved, until you choose; what you replace is set aside.",
};

export function browserStore(lab: PageLab): Store {
  const key = keyOf(lab);
  /** What is there as far as this page knows; anything else came from another window. */
  let known: string | null = null;
  let unreadable = false;
  const failed = (reason: "full" | "blocked"): Saved => ({ saved: false, why: WHY[reason] });
  const read = (text: string, now: string): Restored | null => {
    try {
      return restore(JSON.parse(text), lab, now);
    } catch {
      return null;
    }
  };
  /** Why nothing is written over what is there. */
  const refused = (there: string | null): Saved => {
    const contested = unreadable ? "unreadable" : there === null ? "deleted" : "elsewhere";
    const found = contested === "elsewhere" ? read(there!, "")?.state : undefined;
    const at = found?.kept_at;
    const last = at ? ` They were last saved at ${new Date(at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}.` : "";
    return { saved: false, why: WHY[contested] + last, contested, ...(found ? { there: found } : {}) };
  };

  return {
    where: "in this browser",
    pause: 250,
    links: true,

    load(now) {
      let text: string | null;
      let earlier: string | null;
      try {
        text = localStorage.getItem(key);
        earlier = localStorage.getItem(keyOf(lab, 1));
      } catch {
        // The first attempt to save says that it is blocked.
        return undefined;
      }
      if (text === null) return earlier === null ? undefined : (read(earlier, now) ?? undefined);
      const found = read(text, now);
      unreadable = found === null;
      if (found) known = text;
      return found;
    },

    keep(state, _, over) {
      try {
        const there = localStorage.getItem(key);
        if (there !== known && !over) return refused(there);
        if (unreadable && there !== null) localStorage.setItem(`${key}.unreadable`, there);
        const text = JSON.stringify(state);
        localStorage.setItem(key, text);
        known = localStorage.getItem(key);
        unreadable = false;
        return known === text ? { saved: true, cut: [] } : failed("blocked");
      } catch (error) {
        return failed(error instanceof Error && /quota/i.test(error.name) ? "full" : "blocked");
      }
    },

    forget() {
      try {
        for (const one of [key, keyOf(lab, 1), `${key}.unreadable`]) localStorage.removeItem(one);
        known = localStorage.getItem(key);
      } catch {
        // Blocked storage holds nothing to remove.
      }
    },

    watch(changed) {
      addEventListener("storage", (event) => {
        if ((event.key === key || event.key === null) && event.newValue !== known) changed();
      });
    },
  };
}
