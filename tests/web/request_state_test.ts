// A widget's request by its layers: the engine's defaults, the widget's start, the page's attributes, the reader's changes.

import { describe, expect, it } from "vitest";
import { describedBy, type Input } from "../../web/ui/input.js";
import { RequestState, type Source } from "../../web/ui/request-state.js";
import type { Field } from "../../web/ui/fields.js";

const field = (path: string, kind: Field["kind"], fallback?: unknown): [string, Field] => [
  path,
  { path, kind, choices: [], integer: false, fallback, unit: "", range: undefined, required: false, description: "" },
];

const FIELDS = new Map([
  field("model", "model"), field("batch", "number", 1), field("lora", "boolean", false), field("seed", "number", 7),
  field("assumptions.preset", "enum", "first-principles"), field("assumptions.overlap", "number"), field("assumptions.software", "enum"),
]);

const INPUTS: Input[] = [
  { path: "model", call: "roofline", start: "Llama3_8B" },
  { path: "batch", call: "roofline" },
  { path: "lora", call: "roofline" },
  { path: "assumptions", call: "roofline", start: { preset: "textbook", overlap: 0 } },
];

function made(inputs: readonly Input[] = INPUTS): RequestState {
  const fields = (call: string) => (call === "roofline" ? FIELDS : undefined);
  const source: Source = { inputs: () => inputs, fields, described: (path) => describedBy(inputs, fields, path) };
  return new RequestState(source);
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

it("starts from the widget's own values over the engine's", () => {
  expect(plain(made().request())).toEqual({ model: "Llama3_8B", batch: 1, lora: false, assumptions: { preset: "textbook", overlap: 0 } });
});

describe("attributes", () => {
  it("are read as the type of their field, and taken away again", () => {
    const state = made();
    expect([state.write("batch", "2k"), state.write("lora", ""), state.write("class", "wide")]).toEqual([true, true, false]);
    expect([state.value("batch"), state.value("lora")]).toEqual([2000, true]);
    state.write("batch", null);
    expect(state.value("batch")).toBe(1);
  });

  it("keep for the engine what does not read as a number", () => {
    const state = made();
    state.write("batch", "many");
    expect(state.value("batch")).toBe("many");
  });

  it("with assumptions stand in place of the widget's own", () => {
    const state = made();
    state.write("assumptions", '{"overlap": 0.5}');
    expect(plain(state.request())).toMatchObject({ assumptions: { preset: "first-principles", overlap: 0.5 } });
    state.write("assumptions", "calibrated");
    expect(plain(state.request())).toMatchObject({ assumptions: { preset: "calibrated" } });
    expect(state.calibrated("assumptions.overlap")).toBe(true);
  });

  it("name the preset on which single assumptions stand, before them or after", () => {
    for (const order of [["preset", "assumptions"], ["assumptions", "preset"]]) {
      const state = made();
      for (const name of order) state.write(name, name === "preset" ? "calibrated" : '{"overlap": 0.5}');
      expect(plain(state.request())).toMatchObject({ assumptions: { preset: "calibrated", overlap: 0.5 } });
      state.write("assumptions", null);
      expect(plain(state.request())).toMatchObject({ assumptions: { preset: "calibrated" } });
      state.write("preset", null);
      expect(plain(state.request())).toMatchObject({ assumptions: { preset: "textbook", overlap: 0 } });
    }
    const state = made();
    state.write("preset", "calibrated");
    state.write("assumptions", "first-principles");
    expect(plain(state.request())).toMatchObject({ assumptions: { preset: "first-principles" } });
  });

  it("may set several sides at once, where a side has none of its own", () => {
    const sides: Input[] = ["baseline", "proposal"].map((side) => ({ path: `${side}.batch`, common: "batch", call: "roofline", field: "batch" }));
    const state = made(sides);
    state.write("batch", "8");
    state.write("proposal-batch", "16");
    expect(plain(state.request())).toEqual({ baseline: { batch: 8 }, proposal: { batch: 16 } });
  });
});

describe("changes", () => {
  it("stand over attributes, and know what would be without them", () => {
    const state = made();
    state.write("batch", "8");
    state.edits.set("batch", 64);
    expect([state.value("batch"), state.without("batch"), state.value("batch")]).toEqual([64, 8, 64]);
  });

  it("cleared leave an assumption to its preset and a field to the engine", () => {
    const state = made();
    state.edits.set("assumptions.overlap", null).set("batch", null);
    expect([state.value("assumptions.overlap"), state.value("batch")]).toEqual([null, 1]);
  });

  it("of the preset take what goes with the widget's own, and software where nothing is calibrated", () => {
    const state = made();
    for (const [path, value] of Object.entries(state.changing("assumptions.preset", "calibrated"))) state.edits.set(path, value);
    expect(plain(state.request())).toMatchObject({ assumptions: { preset: "calibrated" } });
    expect(state.changed("assumptions")).toBe(true);
    state.write("assumptions", '{"software": "vllm"}');
    expect(state.changing("assumptions.preset", "textbook")).toEqual({ "assumptions.preset": "textbook", "assumptions.software": null });
  });

  it("keep what was typed until a whole value comes", () => {
    const state = made();
    state.changing("batch", "1e", "1e");
    expect(state.drafts.get("batch")).toBe("1e");
    state.changing("batch", 10);
    expect(state.drafts.has("batch")).toBe(false);
  });

  it("give way to a request put in their place", () => {
    const state = made();
    state.edits.set("batch", 64);
    state.replace({ lora: true, assumptions: "first-principles" });
    expect(plain(state.request())).toEqual({ model: "Llama3_8B", batch: 1, lora: true, assumptions: { preset: "first-principles" } });
  });
});

it("takes a field without a control where a call has it, and refuses others by name", () => {
  const state = made();
  state.edits.set("seed", 3);
  state.check();
  expect(plain(state.request())).toMatchObject({ seed: 3 });
  state.edits.set("sead", 3);
  expect(() => state.check()).toThrow(/has no field "sead"/);
});
