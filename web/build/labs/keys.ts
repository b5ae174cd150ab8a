// The exercises of a lab as its page has them: texts as HTML, hints by name, each key worked out by the engine, and no
// answer refused that a reader can take from the page as it is printed.

import type { Checks } from "../../labs/kind.js";
import type { Asked, Exercise, Names, NumberKey } from "../../labs/types.js";
import { isAboveZero } from "../../labs/numbers.js";
import { displayedAnswers, type Shown } from "./displayed.js";
import { buildOf } from "./kinds.js";

export interface Keyed {
  exercise: Exercise;
  expected: unknown;
}

export interface Context {
  engine: Asked;
  names: Names;
  widgets: Checks["widgets"];
  /** Every figure and cell of the lab as printed. */
  printed: readonly Shown[];
  /** Gets the words of each hint. */
  hints: Map<string, string>;
  rendered(where: string, text: string, how?: "inline" | "block"): string;
  trying<T>(where: string, run: () => T): T | undefined;
  wrong(where: string, reason: string): void;
  /** What is no mistake, and may be a slip all the same. */
  remark(where: string, reason: string): void;
  /** How much has been wrong so far. */
  failed(): number;
  /** A place within the exercise. */
  at(...steps: (string | number)[]): string;
}

/** Of a number whose lab names none, as core/course/key.hpp has it. */
const TOLERANCE = 0.05;

const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function keyed(exercise: Exercise, { engine, names, widgets, printed, hints, rendered, trying, wrong, remark, failed, at }: Context): Keyed {
  const value: Checks["value"] = (formula, where, more = {}) => trying(where, () => engine.evaluate({ formula, ...names, variables: { ...names.variables, ...more } }).value);
  const sound: Checks["sound"] = (run) => {
    const before = failed();
    const value = run();
    return { value, sound: failed() === before };
  };
  const numeric: Checks["numeric"] = (formula, where) => {
    const found = sound(() => value(formula, where));
    if (typeof found.value === "number") return found.value;
    if (found.sound) wrong(where, `must give a number, and gives ${JSON.stringify(found.value)}`);
    return undefined;
  };
  const hint: Checks["hint"] = (key, text, where) => {
    const name = `${exercise.id}/${key}`;
    hints.set(name, rendered(where, text));
    return name;
  };
  const isWithin = (given: number, { answer, tolerance = TOLERANCE }: NumberKey): boolean => {
    try {
      const { value: expected } = engine.evaluate({ formula: answer, ...names });
      return typeof expected === "number" && Math.abs(given - expected) <= tolerance * Math.abs(expected);
    } catch {
      // Told where the answer is worked out.
      return false;
    }
  };
  const nears: Checks["nears"] = (key, name, ...steps) =>
    key.hints?.map(({ near, text }, index) => {
      const where = at(...steps, "hints", index);
      const misled = numeric(near, `${where}/near`);
      if (misled !== undefined && isWithin(misled, key)) remark(`${where}/near`, `exercise ${exercise.id}: the number of this hint counts as right, within the tolerance of the answer, so that nobody who gives it sees the hint`);
      return { near, text: hint(`${name}${index}`, text, `${where}/text`) };
    });
  const number = (one: NumberKey, where: string, correct: (typed: number) => boolean | null): number | undefined => {
    const expected = numeric(one.answer, `${where}/answer`);
    if (expected === undefined) return undefined;
    if (expected <= 0 && isAboveZero(one)) wrong(`${where}/answer`, `exercise ${exercise.id}: its answer is ${expected / (one.scale ?? 1)}, and the page takes nothing but numbers above zero in ${one.unit}; if there can be others, say "signed": true`);
    try {
      for (const { value: typed, from } of displayedAnswers(engine, one, expected, printed)) {
        if (!correct(typed)) wrong(`${where}/answer`, `exercise ${exercise.id}: ${from}, and that would be graded wrong; print more digits, widen the tolerance, or mend the scale of its unit`);
      }
    } catch (error) {
      wrong(`${where}/from`, message(error));
    }
    return expected / (one.scale ?? 1);
  };
  const score: Checks["score"] = (one, answer) => engine.score({ exercise: one, answer, ...names });

  const base = { prompt: rendered(at("prompt"), exercise.prompt), ...(exercise.explanation ? { explanation: rendered(at("explanation"), exercise.explanation, "block") } : {}) };
  const { changed, expected } = buildOf(exercise).keyed(exercise, { at, wrong, sound, rendered, hint, value, numeric, number, nears, score, trying, widgets });
  return { exercise: { ...exercise, ...base, ...changed } as Exercise, expected };
}
