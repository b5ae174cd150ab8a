// What the page says of an answer: right or not, in which cells, and what may have gone wrong.

import { make } from "./dom.js";
import { inWords, kindOf } from "./kinds.js";
import type { Kept } from "./state.js";
import { isRecord, type Exercise, type Verdict } from "./types.js";

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

const hinted = (exercise: Exercise, value: unknown, { correct, hint: told }: Verdict, hint: (key: string) => Node | undefined): HTMLElement[] => {
  if (correct) return [];
  const { hint: own, part } = kindOf(exercise);
  const key = own ? own(exercise, value) : told;
  const keys = isRecord(key) ? Object.entries(key).map(([name, one]) => [`${part?.(exercise, name) ?? name}: `, one] as const) : [["", key] as const];
  return keys.flatMap(([lead, one]) => {
    const words = one === undefined ? undefined : hint(one);
    if (!words) return [];
    const paragraph = make("p", "", "hint");
    paragraph.append(lead, words);
    return [paragraph];
  });
};

/** What the reader said, in bold: a sentence, or a list of several numbers. */
function saidBy(exercise: Exercise, value: unknown): HTMLElement {
  const lines = kindOf(exercise).lines?.(exercise, value);
  if (!lines) return make("b", ended(inWords(exercise, value, "reader")));
  const list = make("ul");
  list.append(...lines.map((one) => make("li", one)));
  return list;
}

/** A recorded prediction: what was said, whether it is so, and the hint of that very choice. */
export function predictionSaid(exercise: Exercise, { value, verdict }: Kept, hint: (key: string) => Node | undefined): HTMLElement[] {
  // Several numbers stand in their fields still, and beside the result.
  if (kindOf(exercise).lines) return [line(null, "Recorded.")];
  const said = ended(inWords(exercise, value, "reader"));
  if (!kindOf(exercise).graded || !verdict) return [line(null, "Recorded.", ` You said: ${said}`)];
  const { correct, expected } = verdict;
  const off = kindOf(exercise).off?.(value, expected) ?? "";
  return [line(correct, correct ? "Right." : verdict.points > 0 ? "Partly right." : "Not so.", ` You said: ${said}${off}${outOf(verdict)}`), ...hinted(exercise, value, verdict, hint)];
}

/** The result beside a prediction, where it is revealed. */
export function predictionBeside(exercise: Exercise, { value, verdict }: Kept): (string | Node)[] {
  const said = ["You said: ", saidBy(exercise, value)];
  if (!kindOf(exercise).graded || !verdict) return said;
  return verdict.correct ? [...said, " The engine agrees."] : [...said, " The engine says: ", make("b", ended(inWords(exercise, verdict.expected, "lab")))];
}

/** An answer that was checked. */
export function answerSaid(exercise: Exercise, kept: Kept & { verdict: Verdict }, hint: (key: string) => Node | undefined): HTMLElement[] {
  const { value, verdict, closed } = kept;
  const { correct, points } = verdict;
  const own = hinted(exercise, value, verdict, hint);
  const details = correct ? "" : (kindOf(exercise).remark?.(exercise, kept, own.length > 0) ?? "");
  return [line(correct, correct ? "Right." : points > 0 ? "Partly right." : closed ? "Not right." : "Not yet.", outOf(verdict), details), ...own];
}
