// What a lab is made of, as core/course describes it, and what of it the page gets.

import type { Exercise, Figure, Formula, Identify, NumberExercise, TableSpec } from "#lab";

export type { Exercise, Figure, Formula, Identify, LabSpec, TableSpec } from "#lab";

/** What names in formulas stand for. */
export interface Names {
  variables: Record<string, unknown>;
  definitions: Record<string, Formula>;
}

/** What numbers and the cells of tables share. */
export type NumberKey = Pick<NumberExercise, "answer" | "unit" | "signed" | "scale" | "tolerance" | "from" | "hints">;

/** What stands in the page for its script. A hint is a key: its words stand in a template of the page. */
export interface PageLab extends Names {
  name: string;
  title: string;
  version: number;
  /** What the page was built with: the engine's version, and a digest of its data on devices and models. */
  engine: { version: string; data: string };
  /** And how the hash of that engine begins. */
  build: string;
  identify: Identify;
  course?: string;
  mastery?: number;
  /** Which of the lab's variants it is. */
  variant?: string;
  /** Answers are kept and not checked: there is nothing here to check them with. */
  exam?: boolean;
  /** In an exam, the exercises whose answers open something: each is recorded once. */
  opens?: string[];
  figures: Record<string, Figure>;
  tables: Record<string, TableSpec>;
  /** For each widget, the fields of its request that a reader can change. */
  widgets: Record<string, string[]>;
  exercises: Exercise[];
}

export interface Verdict {
  points: number;
  of: number;
  correct: boolean | null;
  expected: unknown;
  /** After so many wrong tries nothing is left of the points; a free text has none to lose. */
  tries_allowed?: number;
  /** Of a table, one for each cell that has a hint. */
  hint?: string | Record<string, string>;
}

/** What labs use of the engine. */
export interface Asked {
  /** The hash of its WebAssembly. */
  build: string;
  evaluate(request: { formula: Formula } & Partial<Names>): { value: unknown };
  score(request: { exercise: unknown; answer: unknown; tries?: number } & Names): Verdict;
}

export const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
