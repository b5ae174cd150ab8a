// What a control is drawn from: at a step of a slider only the control that moved is drawn anew.

import { describe, expect, it } from "vitest";
import { isDirectiveResult } from "lit/directive-helpers.js";
import { KINDS, place, type Made } from "./widgets.js";

type Given = readonly unknown[];

const hasValues = (value: unknown): value is { values: unknown[] } => typeof value === "object" && value !== null && "values" in value;

/** What each control of a frame is drawn from, by its path. */
function given(template: unknown, found = new Map<string, Given>()): Map<string, Given> {
  if (Array.isArray(template)) for (const one of template) given(one, found);
  else if (hasValues(template)) {
    const { values } = template;
    const [of] = values;
    if (!isDirectiveResult(template)) given(values, found);
    else if (Array.isArray(of)) found.set(of[0] as string, of);
  }
  return found;
}

const controls = (element: Made): Map<string, Given> => given(element.frame(element.result));

/** The paths of the controls that the second frame draws anew. */
function anew(before: Map<string, Given>, after: Map<string, Given>): string[] {
  return [...after].filter(([path, of]) => !of.every((one, index) => Object.is(one, before.get(path)?.[index]))).map(([path]) => path);
}

describe.each(KINDS.filter((kind) => kind !== "RidgeMachine"))("%s", (kind) => {
  it("draws no control anew while nothing changes, and the one that does", () => {
    const { element } = place(kind);
    const before = controls(element);
    expect(before.size).toBeGreaterThan(2);
    expect(anew(before, controls(element))).toEqual([]);
    const path = [...before.keys()].find((one) => element.described(one).field?.range)!;
    const [, value] = before.get(path)!;
    element.edit({ [path]: (value as number) * 0.5 });
    expect(anew(before, controls(element))).toEqual([path]);
  });
});
