// What the labs of this project ask, beyond what any lab must keep to: enough to choose from, a word for each wrong choice,
// nothing open whose answer gives away what is locked, and a mastery score that is in reach of whoever only predicts badly.

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

interface Asked {
  id: string;
  kind: string;
  predict?: boolean;
  points?: number;
  options?: Record<string, { hint?: string }>;
}

const labs = new URL("../../labs/", import.meta.url);
const names = readdirSync(labs, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);

/** Open from the start, though no predictions: what explains them is of themselves alone. */
const HARMLESS: Record<string, string[]> = { routing: ["by_hand", "largest_share"] };

/** The exercises outside every lock. */
function openAtFirst(text: string): string[] {
  const open: string[] = [];
  let locked = false;
  for (const [, directive, id] of text.matchAll(/^::(after|reveal|end|exercise)(?: (\S+))?/gm)) {
    if (directive !== "exercise") locked = directive !== "end";
    else if (!locked) open.push(id!);
  }
  return open;
}

describe.each(names)("%s", (name) => {
  const { exercises, mastery } = JSON.parse(readFileSync(new URL(`${name}/lab.json`, labs), "utf8")) as { exercises: Asked[]; mastery: number };

  test("a choice has four options or more, and all but the right one a hint", () => {
    for (const { id, options } of exercises.filter(({ kind }) => kind === "choice")) {
      const hints = Object.values(options!).map(({ hint }) => hint);
      expect(hints.length, id).toBeGreaterThanOrEqual(4);
      expect(hints.filter((hint) => !hint).length, id).toBeLessThanOrEqual(1);
    }
  });

  test("on a fresh page only predictions can be answered, for a model answer tells of what else is locked", () => {
    const open = openAtFirst(readFileSync(new URL(`${name}/lab.md`, labs), "utf8"));
    const predictions = exercises.filter(({ predict }) => predict).map(({ id }) => id);
    expect(open.length).toBeGreaterThan(0);
    expect(open.filter((id) => !predictions.includes(id))).toEqual(HARMLESS[name] ?? []);
  });

  test("the right choice stands in no place that one could guess", () => {
    const places = exercises.filter(({ kind }) => kind === "choice").map(({ options }) => Object.values(options!).findIndex(({ hint }) => !hint));
    const known = places.filter((place) => place >= 0);
    for (const place of new Set(known)) expect(known.filter((one) => one === place).length, `place ${place + 1}`).toBeLessThanOrEqual(Math.ceil(known.length / 2));
  });

  test("the exercises alone reach the mastery score: a prediction has one try, and should be an honest one", () => {
    const sum = (some: Asked[]): number => some.reduce((all, { points = 1 }) => all + points, 0);
    const graded = exercises.filter(({ kind }) => kind !== "text" && kind !== "estimates");
    expect(sum(graded.filter(({ predict }) => !predict)) / sum(graded)).toBeGreaterThanOrEqual(mastery / 100);
  });
});
