// What a kind of exercise is: its half in the reader's browser and its half where pages are built. A file in kinds/ has
// both, as `page` and `build`; which kinds there are, and their fields, is described in core/course/kinds.

import type { Whose } from "./numbers.js";
import type { Kept } from "./state.js";
import type { Exercise, Formula, NumberKey, Verdict } from "./types.js";
import type { WidgetStanding } from "./widget-state.js";

export type Of<Name extends Exercise["kind"]> = Exercise & { kind: Name };

/** An answer, or what is wrong with what stands in the controls, and in which of them: a selector. */
export type Given = { value: unknown } | { refused: string; field?: string };

/** What of the lab an answer may depend on besides its controls. */
export interface Around {
  /** Whether the reader has done anything about this exercise before. */
  begun: boolean;
  widget(name: string): Promise<WidgetStanding>;
}

/** How SCORM writes parts of answers. */
export interface Responses {
  /** A text within its bounds. */
  free(text: string): string;
  /** What an option or an item is named by; undefined where there is none of that key. */
  letter(keys: object, key: unknown): string | undefined;
}

export interface PageKind<E extends Exercise> {
  /** Whether it is scored; what is not is kept, may be rewritten and counts as done at once. */
  graded: boolean;
  /** Whether what stands in its controls is handed in as it stands: of a free text each word counts. */
  asItStands?: boolean;
  /** Whether a value can be an answer at all. */
  fits(exercise: E, value: unknown): boolean;
  /** Whether a value can be a draft, where that is no text and no record of texts. */
  isDraft?(exercise: E, value: unknown): boolean;
  /** What the controls hold, finished or not. */
  draft(exercise: E, home: HTMLElement): unknown;
  fill(exercise: E, home: HTMLElement, draft: unknown): void;
  given(exercise: E, draft: unknown, around: Around): Given | Promise<Given>;
  /** Listens to controls that tell of no change themselves. */
  listen?(exercise: E, home: HTMLElement, changed: () => void): void;
  /** Given by the reader or expected by the lab, as a person reads it. */
  inWords(exercise: E, value: unknown, whose: Whose): string;
  /** What the reader gave, a line for each number, where one sentence would be long. */
  lines?(exercise: E, value: unknown): string[];
  /** What the page calls one of its parts. */
  part?(exercise: E, name: string): string;
  /** The key of its hint, where the exercise itself says which one a value gets. */
  hint?(exercise: E, value: unknown): string | undefined;
  /** What can be said of a wrong answer that has no hint. */
  remark?(exercise: E, kept: Kept & { verdict: Verdict }, hinted: boolean): string;
  /** How far a prediction was off. */
  off?(value: unknown, expected: unknown): string;
  /** Whether a wrong answer is a slip of writing alone, which costs no try. */
  isSlip?(exercise: E, kept: Pick<Kept, "value" | "right"> & { verdict: Verdict }): boolean;
  /** Its parts that are right or wrong by themselves: exercises of their own. */
  parts?(exercise: E): Map<string, { exercise: Exercise; of(value: unknown): unknown }>;
  /** What an answer given a second time is told. */
  repeated?: string;
  /** An answer as SCORM 1.2 has it. */
  interaction(exercise: E, value: unknown, how: Responses): { type: string; response: string };
}

/** What there is to check a lab's exercise with while its page is built. */
export interface Checks {
  /** A place within the exercise, for messages. */
  at(...steps: (string | number)[]): string;
  wrong(where: string, reason: string): void;
  /** Whether anything has been wrong since. */
  sound<T>(run: () => T): { value: T; sound: boolean };
  rendered(where: string, text: string): string;
  /** The key under which the page has the words of a hint. */
  hint(key: string | number, text: string, where: string): string;
  value(formula: Formula, where: string, more?: Record<string, unknown>): unknown;
  numeric(formula: Formula, where: string): number | undefined;
  /** A number's key in the unit that the reader types; what the page prints of it is graded by `correct`. */
  number(key: NumberKey, where: string, correct: (typed: number) => boolean | null): number | undefined;
  nears(key: NumberKey, name: string, ...steps: string[]): NumberKey["hints"];
  score(exercise: Exercise, answer: unknown): Verdict;
  trying<T>(where: string, run: () => T): T | undefined;
  /** The names of the lab's widgets, and the request of each that could be built. */
  widgets: { known: readonly string[]; requests: ReadonlyMap<string, { request: Record<string, unknown>; fields: readonly string[] }> };
}

export interface BuildKind<E extends Exercise> {
  /** The words of its button, where they are not "Check". */
  act?: string;
  /** Its controls. */
  inputs(exercise: E, id: string): string;
  /** The right answer as HTML, where there is one to state. */
  answer?(exercise: E, expected: unknown): string;
  /** The widget in which it is answered. */
  widget?(exercise: E): string;
  /** Its texts as HTML, its hints by key, and its answer worked out. */
  keyed(exercise: E, checks: Checks): { changed?: Partial<E>; expected?: unknown };
}
