// A field of a request as a form control: what stands in it, what it says, and what a reader's change of it comes to.

import { afterEach, describe, expect, it, vi } from "vitest";
import { text } from "../../web/build/still.js";
import { control, grouped, type Control } from "../../web/ui/controls.js";
import type { Entry } from "../../web/ui/engine.js";
import type { Field } from "../../web/ui/fields.js";
import { bound, handlers } from "./drawing.js";

afterEach(() => vi.unstubAllGlobals());

const ENTRIES = [{ id: "A", name: "Model A", family: "transformer" }, { id: "B", name: "Model B", family: "cnn" }, { id: "C", name: "Model C", family: "transformer" }] as unknown as Entry[];
const changed: unknown[][] = [];

function made(field: Partial<Field>, more: Partial<Control> = {}): { html: string; values: unknown[]; ticked: unknown[]; at(event: string, index?: number): (event: object) => unknown } {
  changed.length = 0;
  const whole: Field = { path: "batch", kind: "number", choices: [], integer: false, fallback: undefined, unit: "", range: undefined, required: false, ...field };
  const template = control({ field: whole, label: "Batch", id: "r1-batch", value: undefined, draft: undefined, error: "", entries: ENTRIES, change: (...given) => changed.push(given), ...more });
  return { html: text(template).replace(/\s+/g, " "), values: bound(template, ".value"), ticked: bound(template, ".checked"), at: (event, index = 0) => handlers(template, event)[index]! };
}
/** Value and words of each choice of a list, and what is chosen. */
const options = (html: string): string[] => [...html.matchAll(/<option value="([^"]*)"( selected)?>(.*?)<\/option>/g)].map(([, value, selected, words]) => `${value}: ${words}${selected ? " (chosen)" : ""}`);
const target = (given: object): object => ({ target: given });

describe("a list of models or devices", () => {
  const device = { path: "hardware", kind: "hardware" as const };

  it("has the entries in groups, and what is chosen although it is none of them", () => {
    const { html, at } = made({ kind: "model" }, { value: "B" });
    expect(options(html)).toEqual(["A: Model A", "C: Model C", "B: Model B (chosen)"]);
    expect([...html.matchAll(/<optgroup label="(.*?)"/g)].map(([, name]) => name)).toEqual(["Transformers", "Convolutional networks"]);
    expect(grouped([{ id: "D", name: "D", class: "edge" }, { id: "E", name: "E", family: null }] as unknown as Entry[]).map(([name]) => name)).toEqual(["edge", ""]);
    expect(options(made({ kind: "model" }, { value: "gone" }).html)[0]).toBe("gone: gone (chosen)");
    expect(options(made({ kind: "model" }, { value: { name: "Mine" } }).html)[0]).toBe(": Mine (chosen)");
    expect(options(made({ kind: "model" }, { value: { name: 5 } }).html)[0]).toBe(": Your own (chosen)");
    expect(options(made({ kind: "model" }, { value: [] }).html)[0]).toBe(": Your own (chosen)");
    at("change")(target({ value: "C" }));
    expect(changed).toEqual([["C"]]);
    expect([made({ kind: "model" }, { value: "B" }), made({ kind: "model" }, { value: { name: "Mine" } }), made({ kind: "model" })].map(({ values }) => values)).toEqual([["B"], [""], [""]]);
  });

  it("of devices offers the reader's own machine, but where it is chosen already; of models it does not", () => {
    const machine = { name: "Laptop", memory_bytes: 8e9 };
    vi.stubGlobal("localStorage", { getItem: () => JSON.stringify(machine) });
    const { html, at } = made(device, { value: "A" });
    expect(options(html)[0]).toBe("own machine: Laptop");
    at("change")(target({ value: "own machine" }));
    expect(changed).toEqual([[machine]]);
    expect(options(made(device, { value: machine }).html)[0]).toBe(": Laptop (chosen)");
    expect(made({ kind: "model" }, { value: "A" }).html).not.toContain("Laptop");
  });

  it("opens the picker from each way into it", () => {
    const browse = vi.fn();
    const { at } = made(device, { browse });
    for (const event of ["focus", "pointerenter", "mousedown", "keydown"]) at(event)({ currentTarget: event });
    expect(browse.mock.calls.map(([select]) => select as string)).toEqual(["focus", "pointerenter", "mousedown", "keydown"]);
  });
});

describe("a choice", () => {
  const choices = { kind: "enum" as const, path: "scheme", choices: ["fp16", "weight_only"] };

  it("may be nobody's, and says what that means", () => {
    expect(options(made(choices).html)).toEqual([": automatic (chosen)", "fp16: FP16", "weight_only: weight-only"]);
    expect(options(made(choices, { unset: "as the weights" }).html)[0]).toBe(": as the weights (chosen)");
    expect(options(made(choices, { inForce: "fp16" }).html)[0]).toBe(": FP16, as assumed (chosen)");
    const assumption = { ...choices, path: "assumptions.scheme", fallback: "fp16" };
    expect(options(made(assumption).html)[0]).toBe(": by the format (chosen)");
    expect(options(made(assumption, { inForce: "weight_only" }).html)[0]).toBe(": weight-only, by the preset (chosen)");
  });

  it("is always somebody's where the engine has a default, and where the preset itself is chosen", () => {
    expect(options(made({ ...choices, fallback: "fp16" }, { value: "fp16" }).html)).toEqual(["fp16: FP16 (chosen)", "weight_only: weight-only"]);
    // A link may give bits as a number.
    expect(options(made({ ...choices, choices: ["16", "8"], fallback: "16" }, { value: 8 }).html)).toEqual(["16: 16", "8: 8 (chosen)"]);
    for (const path of ["assumptions.preset", "baseline.assumptions.software"]) expect(options(made({ ...choices, path }, { value: "fp16" }).html)).toHaveLength(2);
  });

  it("keeps what is none of the offered in sight, and tells a change, or that nothing is chosen", () => {
    expect(options(made(choices, { value: "fp4" }).html)).toEqual([": automatic", "fp4: fp4 (chosen)", "fp16: FP16", "weight_only: weight-only"]);
    const { at } = made(choices, { value: null });
    at("change")(target({ value: "fp16" }));
    at("change")(target({ value: "" }));
    expect(changed).toEqual([["fp16"], [null]]);
  });

  it("of yes and no is a box to tick, and a list where something else may choose: the preset, or the software", () => {
    const box = made({ kind: "boolean", path: "lora" }, { value: true });
    expect([box.html, box.ticked]).toEqual([expect.stringMatching(/type="checkbox"/), [true]]);
    expect(made({ kind: "boolean", path: "lora" }).ticked).toEqual([false]);
    changed.length = 0;
    box.at("change")(target({ checked: false }));
    expect(changed).toEqual([[false]]);
    const list = made({ kind: "boolean", path: "assumptions.overlap" }, { value: false, inForce: true });
    expect(options(list.html)).toEqual([": yes, by the preset", "yes: yes", "no: no (chosen)"]);
    for (const value of ["yes", "no", ""]) list.at("change")(target({ value }));
    expect(changed).toEqual([[true], [false], [null]]);
    const free = made({ kind: "boolean", path: "chunked_prefill" }, { unset: "as the software does" });
    expect(options(free.html)).toEqual([": as the software does (chosen)", "yes: yes", "no: no"]);
  });
});

it("a text is told as it is typed", () => {
  const { html, values, at } = made({ kind: "text" }, { value: "a" });
  expect([html, values]).toEqual([expect.stringMatching(/<input type="text"/), ["a"]]);
  at("input")(target({ value: "ab" }));
  expect(changed).toEqual([["ab"]]);
});

describe("a number", () => {
  const range = { low: 1, high: 1024, scale: "log" as const, integer: true };
  const count: Partial<Field> = { integer: true, fallback: 8, limits: [1, 4096] };

  it("has a slider where one makes sense, which says its value with its unit", () => {
    const { html, at } = made({ ...count, range }, { value: 1024 });
    expect(html).toMatch(/<input type="range" id="r1-batch" min="0" max="(\d+)" step="1" aria-valuetext="1,024"/);
    const last = Number(/ max="(\d+)"/.exec(html)![1]);
    at("input", 0)(target({ value: String(last) }));
    at("input", 0)(target({ value: "0" }));
    expect(changed).toEqual([[1024], [1]]);
    expect(made({ ...count, range }).html).toContain('aria-valuetext="8, as assumed"');
    expect(made({ ...count, range, fallback: undefined }).html).toContain('aria-valuetext="automatic"');
    expect(made(count).html).not.toContain('type="range"');
  });

  it("stands in its box in the unit that people use, empty where it is nobody's, with what it is then behind it", () => {
    const latency = { unit: "s", typical: 0.05, path: "target_s" };
    const { html } = made(latency, { value: 0.25, label: "Target" });
    expect(html).toMatch(/>Target, ms<\/label>.* aria-valuenow="250" aria-valuetext="250 ms"/);
    expect(html).toContain('placeholder="automatic"');
    expect(made(latency, { unset: "no limit" }).html).toContain('placeholder="no limit"');
    expect(made({ path: "assumptions.activation_fraction" }).html).toContain('placeholder="by family"');
    expect(made(latency, { inForce: 0.02 }).html).toContain('placeholder="20"');
    expect(made({ ...latency, fallback: 1 }).html).not.toContain("placeholder");
    expect(made({ ...latency, path: "assumptions.target_s", fallback: 1 }).html).toContain("placeholder");
    expect(made({ ...count, range }, { value: 8 }).html).toMatch(/id="r1-batch-box" aria-label="Batch, typed"/);
    expect(made(count, { value: 8 }).html).toMatch(/class="numeric single"> <input type="text" role="spinbutton" class="number" id="r1-batch" (?!aria-label)/);
  });

  it("has in its box what is typed, what is set, or nothing, and its slider at the nearest stop", () => {
    const latency = { unit: "s", typical: 0.05 };
    expect(made(latency, { value: 0.25, draft: "1e" }).values).toEqual(["1e"]);
    expect([0.25, "1e", undefined, null, Infinity].map((value) => made(latency, { value }).values[0])).toEqual(["250", "1e", "", "", ""]);
    const walk = { range: { low: 0, high: 10, scale: "linear" as const, integer: true }, integer: true };
    expect([made(walk, { value: 7 }), made({ ...walk, fallback: 3 }), made(walk)].map(({ values }) => values)).toEqual([["7", "7"], ["3", ""], ["0", ""]]);
  });

  it("is in a prefix that its range or its unit calls for", () => {
    const unit = (field: Partial<Field>): string | undefined => /<label[^>]*>Batch(?:, (.*?))?<\/label>/.exec(made(field).html)![1];
    expect(unit({ unit: "s", range: { low: 1e-6, high: 1e-2, scale: "log", integer: false } })).toBe("µs");
    expect(unit({ unit: "s", range: { low: 0, high: 0.5, scale: "linear", integer: false } })).toBe("ms");
    expect(["flop/s", "bytes", "bytes/s", "s", "flop", "W"].map((one) => unit({ unit: one }))).toEqual(["TFLOP/s", "GB", "GB/s", "µs", "GFLOP", "W"]);
    expect(unit({})).toBeUndefined();
  });

  it("is told as it is typed, with the text; what is no number goes as it stands, and nothing back to the preset", () => {
    const { at } = made({ unit: "s", typical: 0.05 });
    const type = at("input");
    for (const value of ["250", "1 s", "1e", " "]) type(target({ value }));
    expect(changed).toEqual([[0.25, "250"], [1, "1 s"], ["1e", "1e"], [null, " "]]);
    made({ ...count }).at("input")(target({ value: "" }));
    expect(changed).toEqual([["", ""]]);
  });

  it("that is left settles without the text, but where it cannot be read", () => {
    const { at } = made({ unit: "s", typical: 0.05 });
    for (const value of ["250", "1e"]) at("change")(target({ value }));
    expect(changed).toEqual([[0.25]]);
  });

  it("moves by arrows and pages, along its slider or by one, within what the engine takes", () => {
    const press = (field: Partial<Field>, more: Partial<Control>, ...keys: string[]): unknown[] => {
      const { at } = made(field, more);
      const kept = keys.map((key) => {
        let isUsed = false;
        at("keydown")({ key, preventDefault: () => (isUsed = true) });
        return isUsed;
      });
      expect(kept).toEqual(keys.map((key) => /Arrow(Up|Down)|Page/.test(key) && (more.value ?? field.fallback ?? field.range) !== undefined));
      return changed.map(([value]) => value);
    };
    expect(press(count, { value: 16 }, "ArrowUp", "ArrowDown", "PageUp", "PageDown", "Enter", "ArrowLeft")).toEqual([17, 15, 26, 6]);
    expect(press(count, { value: 2 }, "PageDown")).toEqual([1]);
    expect(press(count, { value: 4090 }, "PageUp")).toEqual([4096]);
    expect(press({ unit: "s", typical: 0.05 }, { value: 0.05 }, "ArrowUp")).toEqual([0.051]);
    expect(press({ unit: "s" }, {}, "ArrowUp")).toEqual([]);
    const walk = { low: 0, high: 10, scale: "linear" as const, integer: true };
    expect(press({ range: walk, integer: true }, { value: 5 }, "ArrowUp", "ArrowDown", "PageUp", "PageDown")).toEqual([6, 4, 10, 0]);
    // From where it stands while nobody has chosen: what is assumed, the default, or the slider's beginning.
    expect(press({ range: walk, fallback: 3 }, {}, "ArrowUp")).toEqual([4]);
    expect(press({ range: walk, fallback: 3 }, { inForce: 7 }, "ArrowUp")).toEqual([8]);
    expect(press({ range: walk }, {}, "ArrowUp")).toEqual([1]);
  });

  it("that is refused is told at its box, and stays as it was typed once the box is left", () => {
    const { html, at } = made(count, { value: 5000, draft: "5k", error: "too large" });
    expect(html).toMatch(/ aria-invalid="true" aria-describedby="r1-batch-error"/);
    expect(html).toContain('<p class="refused" role="alert" id="r1-batch-error">too large</p>');
    at("change")(target({ value: "5k" }));
    expect(changed).toEqual([]);
    const sound = made(count, { value: 8 }).html;
    expect(sound).toContain('aria-invalid="false"');
    expect(sound).not.toMatch(/refused|describedby/);
  });
});
