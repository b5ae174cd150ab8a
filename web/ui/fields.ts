// What the engine takes in its requests, as a form control needs it; web/build/fields.ts writes the lists from its schema.

import { ROOFLINE } from "#fields/roofline";
import type { Range } from "./stops.js";

export interface Field {
  /** Dotted path within the request: batch, assumptions.efficiency. */
  path: string;
  kind: "model" | "hardware" | "enum" | "number" | "boolean" | "text" | "object" | "list";
  choices: string[];
  integer: boolean;
  /** What holds when nothing is said; undefined where the engine decides from the rest. */
  fallback: unknown;
  unit: string;
  /** Present where a slider makes sense. */
  range: Range | undefined;
  /** A usual value, which decides the prefix a control shows; the range's middle unless given. */
  typical?: number | undefined;
  /** The least and the most that the engine takes, where it says so. */
  limits?: [least: number | undefined, most: number | undefined];
  required: boolean;
  /** Absent for a field of a call, whose description comes with the tools. */
  description?: string;
}

const known = new Map<string, ReadonlyMap<string, Field>>();

/** Adds the fields of further calls, by the call's name: a widget's script brings those that it asks. */
export function knowFields(calls: Record<string, readonly Field[]>): void {
  for (const [call, fields] of Object.entries(calls)) known.set(call, new Map(fields.map((field) => [field.path, field])));
}

knowFields(ROOFLINE);

/** The fields of a call by path, in its order; none of a call that is not known. */
export const fieldsOf = (call: string): ReadonlyMap<string, Field> => known.get(call) ?? new Map();
