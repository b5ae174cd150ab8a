// Where a widget of a lab stands: what its reader has changed, and what of it may be taken from outside.

import { isRecord } from "./types.js";

/** An object without a prototype, so that no name in it means anything but itself. */
export const bare = <T>(): Record<string, T> => Object.create(null) as Record<string, T>;

export interface WidgetState {
  /** What differs from the widget as the lab sets it. */
  changed: Record<string, unknown>;
  request: Record<string, unknown>;
}

/** A widget that runs: as the lab sets it, and as it stands. */
export interface WidgetStanding {
  initial: Record<string, unknown>;
  request: Record<string, unknown>;
  /** Fields whose values the engine refuses, which the widget says at their controls. */
  refused?: readonly string[];
}

/** The part of a request that the widget has controls for: paths such as batch and assumptions.overlap. */
export function taken(request: Record<string, unknown>, paths: readonly string[], prefix = ""): Record<string, unknown> {
  const found = bare<unknown>();
  for (const [name, value] of Object.entries(request)) {
    const path = prefix + name;
    if (paths.includes(path)) found[name] = value;
    else if (isRecord(value) && paths.some((one) => one.startsWith(`${path}.`))) found[name] = taken(value, paths, `${path}.`);
  }
  return found;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What a request has other than the one it began with; a model or a device written out counts as one value. */
export function changes(from: Record<string, unknown>, to: Record<string, unknown>): Record<string, unknown> {
  const found = bare<unknown>();
  for (const [name, value] of Object.entries(to)) {
    if (same(from[name], value)) continue;
    const before = from[name];
    found[name] = isRecord(value) && isRecord(before) && name !== "model" && name !== "hardware" ? changes(before, value) : value;
  }
  return found;
}
