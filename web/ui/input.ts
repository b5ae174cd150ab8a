// A field of the engine's requests that a widget takes: where it stands in the widget's own request, and what the widget
// adds to the engine's description of it.

import type { Model } from "#engine";
import type { Entry } from "./engine.js";
import { attributeName } from "./names.js";
import type { Field } from "./fields.js";

/** Where a control's description is found and how it is called. */
export interface Input {
  /** Dotted path within the request, and the attribute's name once dots and _ are dashes. */
  path: string;
  call: string;
  /** The field of that call; the path itself unless given. */
  field?: string;
  /** Another attribute that sets it, and its like on other sides: `model` for `baseline.model` and `proposal.model`. */
  common?: string;
  label?: string;
  /** What this widget starts from, where that is not the engine's default. */
  start?: unknown;
  /** What choosing nothing means, where the engine decides from the rest. */
  unset?: string;
  /** The assumption that holds while nobody chooses, `kv_precision`, or the device's figure of that name: `price_usd_per_hour`. */
  assumed?: string;
  /** What holds while nobody chooses, by the widget's other settings. */
  otherwise?: (value: (path: string) => unknown) => unknown;
  /** Which of the engine's choices are offered beside a result of the widget; all before the first. */
  offers?: (choice: string, result: unknown) => boolean;
  /** Which entries of the registry suit the field; what the page sets stands in the list anyway. */
  lists?: (entry: Entry<Model>) => unknown;
}

export interface Described {
  field: Field | undefined;
  input: Input | undefined;
}

/** A call's fields by their paths; nothing before the engine is there. */
export type Fields = (call: string) => ReadonlyMap<string, Field> | undefined;

/** Whether an input is a group of assumptions, each field of which stands alone. */
export const isAssumptions = (path: string): boolean => path.endsWith("assumptions");

/** The attribute that names the preset of every group of assumptions. */
export const PRESET = "preset";

/** What sets an input, the one of its own before those that it shares. */
export const attributesOf = ({ path, common }: Input): string[] => [attributeName(path), ...(common ? [common] : []), ...(isAssumptions(path) ? [PRESET] : [])];

/** The field behind a path, and how the widget's author called it. */
export function describedBy(inputs: readonly Input[], fields: Fields, path: string): Described {
  const input = inputs.find((one) => one.path === path) ?? inputs.find((one) => isAssumptions(one.path) && path.startsWith(`${one.path}.`));
  if (!input) return { field: undefined, input };
  const name = input.path === path ? (input.field ?? path) : path.slice(path.lastIndexOf("assumptions."));
  return { field: fields(input.call)?.get(name), input };
}

/** The paths of the assumptions that a call takes, under the path of their group. */
export const assumptionPaths = (fields: Fields, call: string, path: string): string[] =>
  [...(fields(call)?.keys() ?? [])].filter((name) => name.startsWith("assumptions.")).map((name) => path.replace(/assumptions$/, name));
