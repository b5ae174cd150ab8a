// Why a value was refused, as its control says it: in its own unit and with what was typed, and otherwise as the engine has it.

import { describe, expect, it, vi } from "vitest";
import type { Field } from "../../web/ui/fields.js";
import { refusedAt } from "../../web/ui/controls.js";
import { worded } from "../../web/tools/refusal.js";
import { lab, place, seen } from "./widgets.js";
import { fieldsOf } from "../../web/ui/fields.js";
import { refusals } from "../../web/site/own-state.js";
import { ENTRIES } from "#fields/entries";

const FIELD: Field = { path: "batch", kind: "number", choices: [], integer: false, fallback: undefined, unit: "", range: undefined, required: false };
const count: Partial<Field> = { integer: true, limits: [1, 4096] };
const latency: Partial<Field> = { unit: "s", typical: 0.05, limits: [1e-9, 1e6] };

const said = (field: Partial<Field>, value: unknown, draft?: string, message = "batch must be less"): string => worded(refusedAt({ ...FIELD, ...field }, "Batch", value, draft, message)).replaceAll("\u00a0", " ");

describe("a number", () => {
  it("that cannot be read is told with what the box takes", () => {
    expect(said(count, "many")).toBe("Batch must be a whole number from 1 to 4,096, such as 128 or 2k. “many” is not a whole number.");
    expect(said({ ...latency, limits: [1e-3, undefined] }, " ")).toBe("Batch must be a time from 1 ms, such as 50 ms.");
    expect(said({ ...latency, limits: [1e-3, undefined] }, undefined)).toBe("Batch must be a time from 1 ms, such as 50 ms.");
    expect(said({ limits: [1e-6, 1e6] }, "x")).toMatch(/^Batch must be a number from 0\.000001 to 1,000,000, such as 1\.5 or 1e3\./);
    expect(said({ limits: [undefined, 1] }, "x")).toBe("Batch must be a number to 1, such as 0.5 or 50 %. “x” is not a number.");
    expect(said({}, "x")).toBe("Batch must be a number, such as 1.5 or 1e3. “x” is not a number.");
    expect(said(latency, "80 GB")).toBe("Batch must be a time from 0.000001 to 1,000,000,000 ms, such as 50 ms. “80 GB” is not a time.");
  });

  it("that can be read in two ways is told how to write it", () => {
    expect(said({}, "1,500")).toBe("“1,500” can be read in two ways: type 1500 or 1.500.");
  });

  it("out of bounds is told the bounds in the box's unit, and what was typed", () => {
    expect(said({ integer: true, limits: [1, 1e9] }, 1e12, "1e12")).toBe("Batch must be a whole number from 1 to 1,000,000,000, such as 128 or 2k. “1e12” is too large.");
    expect(said(count, 32.5, "32,5")).toBe("Batch must be a whole number from 1 to 4,096, such as 128 or 2k. “32,5” is not a whole number.");
    expect(said(latency, 0, "0")).toBe("Batch must be a time from 0.000001 to 1,000,000,000 ms, such as 50 ms. “0” is too small.");
    // From a link, or a script.
    expect(said(latency, -1)).toMatch(/“-1000” is too small\.$/);
    expect(said({ unit: "bytes", limits: [1, 1e18] }, -1e9, "-1")).toBe("Batch must be a size above 0 and up to 1,000,000,000 GB, such as 80 GB or 80 GiB. “-1” is too small.");
    expect(said({ limits: [1e-9, undefined] }, 0, "0")).toMatch(/^Batch must be a number above 0, such as/);
  });

  it("that breaks another rule is told in the engine's words, by its label", () => {
    expect(said(count, 8)).toBe("Batch must be less");
    expect(said(count, 8, "8", "hardware.batch must be less")).toBe("Batch must be less");
    expect(said(count, 8, "8", "the request is too large")).toBe("the request is too large");
    expect(said({ kind: "enum" }, "x")).toBe("Batch must be less");
  });

  it.each<[string, Partial<Field>]>([
    ["such as 0.5 or 50 %.", { limits: [0, 1] }],
    ["such as 1.5 or 1e3.", { limits: [0, 1e4] }],
    ["such as 8B.", { limits: [1, 1e16], typical: 8e9 }],
    ["such as 32.", { integer: true, limits: [1, 1e9], typical: 32 }],
    ["such as 10/s or 600/min.", { unit: "1/s", limits: [1e-6, 1e6] }],
    ["such as 5 min.", { unit: "s", limits: [1, 1e15] }],
  ])("has the example %s", (example, field) => expect(said(field, "x")).toContain(example));

  it("has no example that it would refuse", () => {
    expect(said({ integer: true, limits: [0, 3] }, 4, "4")).toBe("Batch must be a whole number from 0 to 3. “4” is too large.");
  });
});

describe("what a widget says", () => {
  it("of a number beyond its bounds names the control, not the engine's field, and has no bound in another unit", () => {
    const { element } = place("RidgeSensitivity");
    element.edit({ "inverse.target_s": 0 });
    expect(seen(element)).toContain("Target time must be a time from 0.000001 to 1,000,000,000");
    element.edit({ "inverse.target_s": "80 GB" });
    expect(seen(element)).toContain("“80 GB” is not a time.");
    const { element: roofline } = place("RidgeRoofline");
    roofline.edit({ context: 1e12 });
    expect(seen(roofline)).toContain("Context must be a whole number from 1 to 1,000,000,000, such as 128 or 2k. “1T” is too large.");
    expect(seen(roofline)).not.toContain("given 1000000000000");
  });

  it("waits for the tools, and is the engine's where they do not come", async () => {
    vi.resetModules();
    vi.doMock("#tools", () => {
      throw new Error("offline");
    });
    const { Toolbox } = await import("../../web/ui/toolbox.js");
    const changed = vi.fn();
    const toolbox = new Toolbox({ state: {}, changed } as unknown as ConstructorParameters<typeof Toolbox>[0]);
    const refused = refusedAt(FIELD, "Batch", "x", undefined, "batch must be a number");
    expect(toolbox.worded(refused)).toBe("");
    await vi.waitFor(() => expect(changed).toHaveBeenCalled());
    expect(toolbox.worded(refused)).toBe("batch must be a number");
    vi.doUnmock("#tools");
  });
});

describe("figures of one's own", () => {
  const { id: _, ...device } = lab.hardware.find(({ id }) => id === "H100") as unknown as Record<string, unknown>;
  const figures = Object.fromEntries(Object.entries(device).filter(([name, value]) => value !== null && !/^(vendor|release_year|estimated|sources|notes|unsupported_precisions)$/.test(name)));
  const refusal = (tried: Record<string, unknown>): { field: string; message: string } | undefined => {
    try {
      lab.engine.roofline({ model: "Llama3_8B", hardware: tried } as never);
      return undefined;
    } catch (error) {
      const { field, message } = error as { field: string; message: string };
      return { field: field.replace("hardware.", ""), message };
    }
  };
  const refused = (more: Record<string, unknown>): { field: string; message: string }[] => refusals({ ...figures, ...more }, figures, refusal);

  it("that are refused are all told, not the first alone", () => {
    expect(refused({})).toEqual([]);
    expect(refused({ memory_bandwidth_bytes_per_s: "abc", tdp_w: -3 }).map(({ field }) => field).sort()).toEqual(["memory_bandwidth_bytes_per_s", "tdp_w"]);
    expect(refused({ memory_bandwidth_bytes_per_s: undefined, tdp_w: -3 }).map(({ field }) => field).sort()).toEqual(["memory_bandwidth_bytes_per_s", "tdp_w"]);
    expect(refused({ surprise: 1 }).map(({ field }) => field)).toEqual(["surprise"]);
    expect(refusals([] as unknown as Record<string, unknown>, figures, () => ({ field: "" }))).toHaveLength(1);
  });

  it("are told by their label, in their unit", () => {
    const told = (entry: "Hardware" | "Model", path: string, label: string, value: unknown, draft: string, typical: number): string => {
      const field = { ...ENTRIES[entry]!.find((one) => one.path === path)!, range: undefined, typical };
      return worded(refusedAt(field, label, value, draft, `x.${path} must be`)).replaceAll("\u00a0", " ");
    };
    expect(told("Hardware", "memory_capacity_bytes", "Memory capacity", -1e9, "-1", 80e9)).toBe("Memory capacity must be a size above 0 and up to 1,000,000,000 GB, such as 80 GB or 80 GiB. “-1” is too small.");
    expect(told("Model", "heads", "Heads", 32.5, "32,5", 32)).toBe("Heads must be a whole number from 1 to 1,000,000,000, such as 32. “32,5” is not a whole number.");
    expect(told("Model", "parameters", "Parameters", "seventy", "seventy", 8_030_261_248)).toContain("such as 8B. “seventy” is not a number.");
  });
});

it("no widget says of any field what it may be in words of the engine", () => {
  for (const [call, label] of [["roofline", "Batch"], ["load", "Requests"], ["train", "Tokens"]] as const) {
    for (const field of fieldsOf(call).values()) {
      if (field.kind === "number") expect(worded(refusedAt(field, label, "nothing", undefined, `${field.path} must be a number, given "nothing"`)), field.path).toMatch(/^\S+ must be an? .*\. “nothing” is not an? [\w ]+\.$/);
    }
  }
});
