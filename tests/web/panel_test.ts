// What a control is drawn from: at a step of a slider only the control that moved is drawn anew.

import { describe, expect, it, vi } from "vitest";
import { isDirectiveResult } from "lit/directive-helpers.js";
import { text } from "../../web/build/still.js";
import { lead } from "../../web/ui/panel.js";
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

it("the list of devices is drawn anew once the reader's machine is measured", () => {
  const { element } = place("RidgeRoofline");
  const before = controls(element);
  vi.stubGlobal("localStorage", { getItem: () => '{"name": "Laptop"}' });
  expect(anew(before, controls(element))).toEqual(["hardware"]);
  vi.unstubAllGlobals();
});

/** A roofline with these attributes, and what of its controls stands on the page. */
function shown(attributes: Record<string, string>, edits: Record<string, unknown> = {}): { html: string; paths: string[]; control(path: string): string } {
  const { element } = place("RidgeRoofline", 640, attributes);
  for (const [name, value] of Object.entries(attributes)) element.attributeChangedCallback(name, null, value);
  element.edit(edits);
  const html = text(element.frame(element.result)).replace(/\s+/g, " ");
  const control = (path: string): string => new RegExp(`(?:<fieldset disabled>)?<div class="control" data-field="${path}">.*?(?=<div class="control"|$)`).exec(html)![0];
  return { html, paths: [...html.matchAll(/data-field="(.*?)"/g)].map(([, path]) => path!), control };
}
/** The path of a setting in the line under the headline, and whether it leads to a control. */
const settings = (html: string): boolean[] => [...(/<ul class="settings".*?<\/ul>/.exec(html)?.[0] ?? "").matchAll(/<li>(<button)?/g)].map(([, button]) => button !== undefined);

describe("what the page's author keeps from the reader", () => {
  it("has no control and no word in the line of settings where it is hidden", () => {
    const [whole, without] = [shown({}), shown({ hide: "batch model" })];
    expect([whole.paths.includes("batch"), whole.paths.includes("model")]).toEqual([true, true]);
    expect([without.paths.includes("batch"), without.paths.includes("model"), without.paths.includes("hardware")]).toEqual([false, false, true]);
    expect(settings(whole.html).length - settings(without.html).length).toBe(2);
    expect(shown({ hide: "controls" }).paths).toEqual([]);
    expect(shown({ hide: "assumptions" }).paths.filter((path) => path.startsWith("assumptions"))).toEqual([]);
    expect(shown({ hide: "assumptions-efficiency" }).paths).toContain("assumptions.bandwidth_efficiency");
  });

  it("has a control that cannot be used where it is locked, and leads nowhere", () => {
    const locked = shown({ lock: "batch" });
    expect([locked.control("batch").startsWith("<fieldset disabled>"), locked.control("hardware").startsWith("<fieldset disabled>")]).toEqual([true, false]);
    expect(settings(locked.html).filter((leads) => !leads)).toHaveLength(1);
    expect(settings(shown({}).html).filter((leads) => !leads)).toHaveLength(0);
    expect(shown({ lock: "controls" }).html.match(/<fieldset disabled>/g)!.length).toBe(shown({}).paths.length);
  });

  it("leaves the rest, where only some controls are asked for", () => {
    expect(shown({ controls: "batch hardware" }).paths.sort()).toEqual(["batch", "hardware"]);
  });
});

describe("assumptions", () => {
  it("are folded, say whether the reader has changed any, and open where one of them is refused", () => {
    const summary = (edits: Record<string, unknown>): string => /<details class="assumptions"( open)?> <summary>(.*?)<\/summary>/.exec(shown({}, edits).html)!.slice(1).map((one) => one ?? "").join("");
    expect(summary({})).toBe("Assumptions");
    expect(summary({ batch: 8 })).toBe("Assumptions");
    expect(summary({ "assumptions.efficiency": 0.3 })).toBe("Assumptions (changed)");
    expect(summary({ "assumptions.efficiency": "much" })).toMatch(/^ openAssumptions/);
  });

  it("say what the preset has while nobody sets them", () => {
    const { control } = shown({}, { "assumptions.preset": "textbook" });
    expect(control("assumptions.efficiency")).toContain('placeholder="0.5"');
    expect(shown({}, { "assumptions.preset": "calibrated" }).control("assumptions.software")).not.toContain("by the preset");
  });
});

describe("a number that nobody has set", () => {
  const placeholders = (kind: string, edits: Record<string, unknown>): string[] => {
    const { element } = place(kind);
    element.edit(edits);
    return [...text(element.frame(element.result)).matchAll(/placeholder="(.*?)"/g)].map(([, words]) => words!);
  };

  it.each(KINDS)("in %s has behind it what holds then, and never whose it is alone", (kind) => {
    for (const preset of ["first-principles", "textbook", "calibrated"]) {
      for (const words of placeholders(kind, { "assumptions.preset": preset })) expect(words).toMatch(/^[\d.]+[kMGT]?$|^(automatic|not set|no limit|no failure|not known|by family|no link)$/);
    }
  });

  it("of the measured router is its preset's", () => {
    expect(placeholders("RidgeRouting", {})).toEqual(expect.arrayContaining(["448", "256", "64"]));
    expect(placeholders("RidgeRouting", { "config.preset": "mixtral_proportions" })).toEqual(expect.arrayContaining(["0", "14336", "32"]));
  });

  it("of a limit, or of a run to plan, is none", () => {
    expect(placeholders("RidgePlan", { "demand.slo.ttft_s": null })).toContain("no limit");
    expect(placeholders("RidgePlan", {})).not.toContain("preset");
    expect(placeholders("RidgeLoad", { "slo.itl_s": null })).toContain("no limit");
    expect(placeholders("RidgeTrain", { tokens: null })).toContain("not set");
    expect(placeholders("RidgeTrain", { hardware: "M2_Ultra" })).toContain("not known");
  });
});

it("a control that its result does not depend on stands there only while its value is refused", () => {
  expect(shown({}).paths).not.toContain("zero_stage");
  expect(shown({}, { phase: "training" }).paths).toContain("zero_stage");
});

it("a setting leads to its control, which is unfolded, held by its bar and has the keys", () => {
  const told: string[] = [];
  const outer = { open: false, parentElement: { closest: () => null } };
  const inner = { open: false, parentElement: { closest: () => outer } };
  const control = { closest: () => null, classList: { add: (name: string) => told.push(name) } };
  const found = { closest: (selector: string) => (selector === "details" ? inner : control), focus: () => told.push("focus") };
  lead({ querySelector: (selector: string) => (selector.includes('[data-field="batch"]') ? found : null) } as unknown as ParentNode, "batch");
  expect([outer.open, inner.open, told]).toEqual([true, true, ["held", "focus"]]);
  expect(() => lead({ querySelector: () => null } as unknown as ParentNode, "gone")).not.toThrow();
});

it("what a page set other than the widget starts with is said in words, one thing too", () => {
  const otherwise = (edits: Record<string, unknown>): string[] | undefined => {
    const { element } = place("RidgeRoofline");
    element.edit(edits);
    return (element as unknown as { panel: { otherwise(): string[] | undefined } }).panel.otherwise();
  };
  expect(otherwise({})).toBeUndefined();
  expect(otherwise({ hardware: "A100" })).toEqual(["A100 80\u00a0GB"]);
  expect(otherwise({ hardware: "A100", batch: 8 })).toEqual(["A100 80\u00a0GB", "batch 8"]);
});
