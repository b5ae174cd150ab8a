// What a lab is made of: labs/lab.schema.json in TypeScript, and what of it the page gets.

export type Query = unknown;

export type Format = "time" | "bytes" | "rate" | "flops" | "ratio" | "percent" | "number" | "name" | "text" | "signed";

export interface Figure {
  query: Query;
  format: Format;
}

export interface TableSpec {
  caption: string;
  for: Record<string, unknown[]>;
  columns: { title: string; query: Query; format: Format }[];
}

export interface WidgetSpec {
  element: string;
  attributes?: Record<string, unknown>;
}

interface Graded {
  id: string;
  prompt: string;
  predict?: boolean;
  points?: number;
  explanation?: string;
}

export interface NumberKey {
  answer: Query;
  unit?: string;
  scale?: number;
  tolerance?: number;
}

export type Exercise = Graded &
  (
    | { kind: "choice"; options: Record<string, { text: string; hint?: string }>; answer: Query }
    | ({ kind: "number"; partial?: { tolerance: number; share?: number }; hints?: { near: Query; text: string }[] } & NumberKey)
    | { kind: "setting"; widget: string; goal: Query; hints?: { when: Query; text: string }[] }
    | { kind: "table"; cells: Record<string, NumberKey & { label: string }> }
    | { kind: "order"; items: Record<string, { text: string; value: Query }>; by: "ascending" | "descending" }
    | { kind: "text" }
  );

export type Identify = "optional" | "required" | "none";

export interface LabSpec {
  title: string;
  question: string;
  version: number;
  minutes: number;
  prerequisites?: string[];
  goals?: string[];
  identify?: Identify;
  course?: string;
  mastery?: number;
  variables?: Record<string, unknown>;
  figures?: Record<string, Figure>;
  tables?: Record<string, TableSpec>;
  widgets?: Record<string, WidgetSpec>;
  exercises?: Exercise[];
  takeaways?: string[];
  next?: string[];
  sources?: { title: string; url: string }[];
}

/** What stands in the page for its script: texts of hints are HTML, written when the page was built. */
export interface PageLab {
  name: string;
  title: string;
  version: number;
  identify: Identify;
  course?: string;
  mastery?: number;
  variables: Record<string, unknown>;
  figures: Record<string, Figure>;
  tables: Record<string, TableSpec>;
  exercises: Exercise[];
}

export interface Verdict {
  points: number;
  of: number;
  correct: boolean | null;
  expected: unknown;
  hint?: string;
}

/** The two calls of the engine that labs use. */
export interface Asked {
  query(request: { query: Query; variables: Record<string, unknown> }): { value: unknown };
  score(request: { exercise: unknown; answer: unknown; variables: Record<string, unknown> }): Verdict;
}

export const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
