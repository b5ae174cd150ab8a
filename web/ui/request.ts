// A widget's request as dotted paths. Paths come from addresses, attributes, scripts and storage, so they are data that
// anybody may write: only those of the engine's schema are walked, and only through objects without a prototype.

import { RidgepointError } from "#engine";
import { meanOf } from "./names.js";

export type Values = Record<string, unknown>;

/** Where a field stands in a widget's request, and in that of the call it belongs to. */
export interface Placed {
  path: string;
  call: string;
  field?: string;
}

export const isRecord = (value: unknown): value is Values => typeof value === "object" && value !== null && !Array.isArray(value);

/** What may stand in a widget's request: every field of the calls that its inputs name, under the prefix they have there. */
export function knownPaths(inputs: readonly Placed[], fields: (call: string) => Iterable<string>): Set<string> {
  const calls = new Map(inputs.map(({ path, call, field }) => {
    const prefix = path.slice(0, path.length - (field ?? (path.endsWith("assumptions") ? "assumptions" : path)).length);
    return [`${prefix} ${call}`, { prefix, call }];
  }));
  const known = inputs.map(({ path }) => path);
  for (const { prefix, call } of calls.values()) for (const field of fields(call)) known.push(prefix + field);
  return new Set(known);
}

/** Nested objects without a prototype, from dotted paths. Give it known paths only. */
export function assemble(entries: Iterable<readonly [path: string, value: unknown]>): Values {
  const empty = (): Values => Object.create(null) as Values;
  const request = empty();
  for (const [path, value] of entries) {
    const steps = path.split(".");
    const last = steps.pop()!;
    let at = request;
    for (const step of steps) at = (at[step] ??= empty()) as Values;
    at[last] = value;
  }
  return request;
}

/** What stands at a path of an assembled request. */
export const valueAt = (request: Values, path: string): unknown =>
  path.split(".").reduce<unknown>((at, step) => (isRecord(at) && Object.hasOwn(at, step) ? at[step] : undefined), request);

/** Dotted paths from nested objects. Only groups that hold an input are taken apart: a model written out is one value. */
export function flatten(values: Values, inputs: readonly Placed[], prefix = ""): [path: string, value: unknown][] {
  return Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    const path = prefix + name;
    const isGroup = isRecord(value) && inputs.some((input) => input.path.startsWith(`${path}.`));
    if (isGroup) return flatten(value, inputs, `${path}.`);
    const mean = meanOf(path);
    return [[inputs.some((input) => input.path === mean) ? mean : path, value]];
  });
}

/** What the engine would say of a field that it does not know. */
export function unknownField(path: string, known: ReadonlySet<string>): RidgepointError {
  const groups = [...known].map((one) => one.slice(0, one.lastIndexOf(".") + 1)).filter((group) => group && path.startsWith(group));
  const group = groups.sort((one, other) => other.length - one.length)[0] ?? "";
  const names = [...new Set([...known].filter((one) => one.startsWith(group)).map((one) => one.slice(group.length).split(".")[0]!))];
  const where = group ? group.slice(0, -1) : "the request";
  const given = JSON.stringify(path.slice(group.length, group.length + 40));
  return new RidgepointError({
    code: "unknown_field",
    field: path.slice(0, 80),
    message: `${where} has no field ${given}; it has ${names.slice(0, -1).join(", ")}${names.length > 1 ? " or " : ""}${names.at(-1) ?? "none"}`,
  });
}
