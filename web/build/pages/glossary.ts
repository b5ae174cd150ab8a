// The words that the site explains.

import groups from "../../site/data/glossary.json";
import type { State } from "../../ui/state.js";

export interface Term {
  id: string;
  term: string;
  says: string;
  /** As TeX. */
  formula?: string;
  /** Where it can be seen at work, and set how. */
  widget: string;
  state?: State;
}

interface Group {
  heading: string;
  about: string;
  terms: Term[];
}

export const GLOSSARY: Group[] = groups;

export function termOf(id: string): Term {
  const found = GLOSSARY.flatMap(({ terms }) => terms).find((term) => term.id === id);
  if (!found) throw new Error(`the glossary has no ${id}`);
  return found;
}
