// What the page says of an answer: right or not, in which cells, and what may have gone wrong.

import { make } from "./dom.js";
import { inWords, kindOf } from "./kinds.js";
import type { Kept } from "./state.js";
import type { Exercise, Verdict } from "./types.js";

/** Words that end a sentence, whether or not the lab's author ended them. */
export const ended = (words: string): string => (/[.!?…]$/.test(words) ? words : `${words}.`);

/** Points as the command prints a share of them too: 15.67, not 15.7. */
export const inPoints = (points: number): string => String(Number(points.toFixed(2)));

export const outOf = ({ points, of }: Verdict): string => (of === 0 ? "" : ` ${inPoints(points)} of ${inPoints(of)} ${of === 1 ? "point" : "points"}.`);

const line = (correct: boolean | null, bold: string, ...rest: (string | Node)[]): HTMLElement => {
  const paragraph = make("p", "", correct === null ? "verdict" : correct ? "verdict right" : "verdict wrong");
  paragraph.append(make("b", bold), ...rest);
  return paragraph;
};

const hinted = (exercise: Exercise, value: unknown, verdict: Verdict, hint: (key: string) => Node | undefined): HTMLElement[] => {
  const { hint: own } = kindOf(exercise);
  const key = own ? own(exercise, value) : verdict.hint;
  const words = verdict.correct || key === undefined ? undefined : hint(key);
  if (!words) return [];
  const paragraph = make("p", "", "hint");
  paragraph.append(words);
  return [paragraph];
};

/** A recorded prediction: what was said, whether it is so, and the hint of that very choice. */
export function predictionSaid(exercise: Exercise, { value, verdict }: Kept, hint: (key: string) => Node | undefined): HTMLElement[] {
  const said = ended(inWords(exercise, value));
  if (!kindOf(exercise).graded || !verdict) return [line(null, "Recorded.", ` You said: ${said}`)];
  const { correct, expected } = verdict;
  const off = kindOf(exercise).off?.(value, expected) ?? "";
  return [line(correct, correct ? "Right." : "Not so.", ` You said: ${said}${off}${outOf(verdict)}`), ...hinted(exercise, value, verdict, hint)];
}

/** The result beside a prediction, where it is revealed. */
export function predictionBeside(exercise: Exercise, { value, verdict }: Kept): (string | Node)[] {
  const said = ["You said: ", make("b", ended(inWords(exercise, value)))];
  if (!kindOf(exercise).graded || !verdict) return said;
  return verdict.correct ? [...said, " The engine agrees."] : [...said, " The engine says: ", make("b", ended(inWords(exercise, verdict.expected)))];
}

/** An answer that was checked. */
export function answerSaid(exercise: Exercise, kept: Kept & { verdict: Verdict }, hint: (key: string) => Node | undefined): HTMLElement[] {
  const { value, verdict, closed } = kept;
  const { correct, points } = verdict;
  const own = hinted(exercise, value, verdict, hint);
  const details = correct ? "" : (kindOf(exercise).remark?.(exercise, kept, own.length > 0) ?? "");
  return [line(correct, correct ? "Right." : points > 0 ? "Partly right." : closed ? "Not right." : "Not yet.", outOf(verdict), details), ...own];
}
