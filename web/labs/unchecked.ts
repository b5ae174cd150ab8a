// What stands in the controls of an exercise and nobody has checked. It is not handed in; the page says so first.

import { button, make } from "./dom.js";
import { kindOf } from "./kinds.js";
import type { Notices } from "./notices.js";
import type { LabState } from "./state.js";
import { isRecord, type Exercise, type PageLab } from "./types.js";

/** Nothing is chosen, and in no field is anything but spaces. */
export function isBlank(draft: unknown): boolean {
  if (typeof draft === "string") return draft.trim() === "";
  return draft === undefined || (isRecord(draft) && Object.values(draft).every(isBlank));
}

/** Free texts are not among them: what is written counts. */
export const unchecked = ({ exercises }: PageLab, { drafts }: LabState): Exercise[] => exercises.filter((exercise) => !kindOf(exercise).asItStands && !isBlank(drafts[exercise.id]));

/** Hands in at once where nothing would be left out; otherwise says what would be, with a link to it, and leaves the choice to the reader. */
export function handInAll(left: { said: string; address: string }[], notices: Notices, anyway: string, handIn: () => void): void {
  notices.dismiss("unchecked");
  if (left.length === 0) return handIn();
  const from = document.activeElement as HTMLElement | null;
  const links = left.map(({ said, address }) => {
    const link = make("a", said) as HTMLAnchorElement;
    link.href = address;
    return link;
  });
  notices.show("unchecked", "This would not be handed in:", ...links, button(anyway, () => {
    notices.dismiss("unchecked");
    from?.focus();
    handIn();
  }));
}
