// The kinds of exercises in the reader's browser: every file of kinds/, by its name.

import type { PageKind } from "./kind.js";
import type { Whose } from "./numbers.js";
import type { Exercise } from "./types.js";

const found = import.meta.glob<PageKind<Exercise>>("./kinds/*.ts", { eager: true, import: "page" });
const kinds = new Map(Object.entries(found).map(([path, kind]) => [/(\w+)\.ts$/.exec(path)![1], kind]));

export const kindOf = ({ kind }: Exercise): PageKind<Exercise> => kinds.get(kind)!;

/** Given or expected, in the unit the reader types. */
export const inWords = (exercise: Exercise, value: unknown, whose: Whose): string => kindOf(exercise).inWords(exercise, value, whose);

/** What an exercise is worth; one not answered has no verdict to ask. */
export const worth = (exercise: Exercise): number => (kindOf(exercise).graded ? (exercise.points ?? 1) : 0);
