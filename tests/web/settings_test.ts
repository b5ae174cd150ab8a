// What an author writes on a tag, and a reader into a control, as the widget takes it.

import { describe, expect, it } from "vitest";
import { strangers } from "../../web/ui/attributes.js";
import type { Field } from "../../web/ui/fields.js";
import { settingWords } from "../../web/ui/settings-line.js";
import { place, seen, type Made } from "./widgets.js";

type Sides = { baseline: Record<string, unknown>; proposal: Record<string, unknown> };

const write = (element: Made, name: string, value: string | null): void => element.attributeChangedCallback(name, null, value);
const plain = (text: string): string => text.replace(/\s+/g, " ");

describe("assumptions on the tag", () => {
  it("stand in place of those that the explainer starts from", () => {
    const { element } = place("RidgeExplainer");
    expect((element.request as Sides).baseline["assumptions"]).toEqual({ preset: "textbook", execution: "eager", activation_fraction: 0 });
    write(element, "baseline-assumptions", '{"execution":"eager"}');
    const { baseline, proposal } = element.request as Sides;
    expect(baseline["assumptions"]).toEqual({ preset: "first-principles", execution: "eager" });
    expect(proposal["assumptions"]).toEqual({ preset: "textbook", execution: "eager", activation_fraction: 0 });
    element.attributeChangedCallback("baseline-assumptions", "…", null);
    expect((element.request as Sides).baseline["assumptions"]).toEqual(proposal["assumptions"]);
  });

  it("are for both sides of the explainer by their plain name, but where a side has its own", () => {
    const { element, told } = place("RidgeExplainer");
    write(element, "assumptions", "calibrated");
    write(element, "proposal-hardware", "H200");
    write(element, "hardware", "A100");
    write(element, "proposal-assumptions", "textbook");
    const { baseline, proposal } = element.request as Sides;
    expect([baseline["assumptions"], proposal["assumptions"]]).toEqual([{ preset: "calibrated" }, { preset: "textbook" }]);
    expect([baseline["hardware"], proposal["hardware"]]).toEqual(["A100", "H200"]);
    expect(told).toEqual([]);
  });
});

describe("tokens to train on", () => {
  const planned = () => {
    const { element, told } = place("RidgePlan");
    // The element's own way from a control to its request.
    const type = (path: string, value: unknown): void => (element as unknown as { change(path: string, value: unknown, draft?: string): void }).change(path, value, String(value));
    const demand = () => (element.request as { demand: { tokens?: number; days?: number } }).demand;
    return { type, demand, told };
  };

  it("bring a time to train in, whose untouched box would complain, and the other way round", () => {
    for (const [path, value] of [["demand.tokens", 1e9], ["demand.days", 14]] as const) {
      const { type, demand, told } = planned();
      type(path, value);
      expect(demand().tokens).toBe(path === "demand.tokens" ? 1e9 : 1e11);
      expect(demand().days).toBe(path === "demand.days" ? 14 : 30);
      expect(told).toEqual([]);
    }
  });

  it("leave a time that was chosen as it is", () => {
    const { type, demand } = planned();
    type("demand.days", 14);
    type("demand.tokens", 2e9);
    expect(demand()).toMatchObject({ tokens: 2e9, days: 14 });
  });
});

describe("the list of a control", () => {
  it("offers what its field can use, and besides that what is chosen although it cannot", () => {
    const { element } = place("RidgeTrain");
    const offered = (): string[] => [...seen(element).matchAll(/<option value="([^"]*)"/g)].map(([, id]) => id!);
    expect(offered()).toEqual(expect.arrayContaining(["Llama3_70B", "Mixtral_8x7B"]));
    expect(offered()).not.toContain("ResNet50");
    element.edit({ model: "ResNet50" });
    expect(offered()).toEqual(expect.arrayContaining(["ResNet50", "Llama3_70B"]));
    expect(offered()).not.toContain("VGG16");
  });
});

describe("a setting in a line of words", () => {
  const words = (field: Partial<Field>, label: string, value: unknown): string =>
    settingWords({ path: "x", kind: "number", unit: "", ...field } as Field, label, value, (one) => `the ${String(one)}`).replace(/\u00a0/g, " ");

  it("names models and devices as they are called, numbers with their unit, choices by their field where they need it", () => {
    expect(words({ kind: "model" }, "Model", "Llama3_8B")).toBe("the Llama3_8B");
    expect(words({ kind: "hardware" }, "Hardware", "H100")).toBe("the H100");
    expect(words({}, "Batch", 32)).toBe("batch 32");
    expect(words({}, "Tokens to train on", 1e12)).toBe("tokens to train on 1T");
    expect(words({ unit: "s" }, "Target", 0.05)).toBe("target 50.0 ms");
    expect(words({ kind: "enum", path: "precision" }, "Precision", "fp16")).toBe("FP16");
    expect(words({ kind: "enum", path: "kv_precision" }, "KV precision", "fp8")).toBe("KV precision FP8");
    expect(words({ kind: "boolean", path: "lora" }, "LoRA", true)).toBe("LoRA");
    expect([words({ kind: "boolean", path: "lora" }, "LoRA", false), words({ kind: "boolean", path: "assumptions.overlap" }, "Overlap", false)]).toEqual(["", "not: overlap"]);
    for (const value of [null, undefined, ""]) expect(words({}, "Batch", value)).toBe("");
  });

  it("stands below the headline, that of the workload beside it behind it", () => {
    const { element } = place("RidgeQuantization");
    element.edit({ batch: 3, "compute.batch": 77 });
    const [, line] = /<ul class="settings"(.*?)<\/ul>/s.exec(seen(element))!;
    expect(line).toMatch(/batch 3[^]*beside it: ResNet-50[^]*A100[^]*batch 77/);
  });
});

describe("attributes that set nothing", () => {
  const fields = ["model", "context", "assumptions"];
  const of = (...given: [string, string][]): string[] => strangers(given.map(([name, value]) => ({ name, value })), fields, ["model", "context", "assumptions.efficiency"]);

  it("are told by name, and so are values that no setting takes", () => {
    expect(of(["contxt", "5"])).toEqual(["contxt is not a setting of this widget"]);
    expect(of(["lock", "hardwear model"])).toEqual(["lock names “hardwear”, which is not a control of this widget"]);
    expect(of(["hide", "all foo"])).toHaveLength(2);
    expect(of(["theme", "blue"])).toEqual(["theme takes auto, light or dark, not “blue”"]);
    expect(strangers([{ name: "preset", value: "calibrated" }], ["model"], [])).toEqual(["preset is not a setting of this widget"]);
    expect(strangers([{ name: "view", value: "pie" }], fields, [], ["roofline"])).toEqual(["view takes roofline or table, not “pie”"]);
    expect(strangers(["roofline", "table"].map((value) => ({ name: "view", value })), fields, [], ["roofline"])).toEqual([]);
    expect(of(["loading", "soon"])).toEqual(["loading takes lazy, eager or click, not “soon”"]);
    expect(of(["lock", "settings"])).toHaveLength(1);
  });

  it("are let be where they are anybody's", () => {
    expect(of(["id", "a"], ["class", "b"], ["style", ""], ["data-x", "1"], ["aria-label", "x"], ["slot", ""], ["lang", "de"], ["dir", "rtl"], ["title", ""], ["hidden", ""], ["role", "none"], ["v-pre", ""], ["@click", "x"], ["_ngcontent-a", ""], ["xml:lang", "de"], ["onclick", ""])).toEqual([]);
    expect(of(["theme", "dark"], ["theme", "auto"], ["loading", "click"], ["lock", "controls"], ["hide", "settings assumptions assumptions-efficiency controls"], ["label", "x"], ["url-state", ""], ["model", "x"])).toEqual([]);
  });
});

it("numbers of attributes are read as those that are typed", () => {
  const { element, told } = place("RidgeSensitivity");
  write(element, "batch", "2k");
  write(element, "inverse-target-s", "50 ms");
  expect(told).toEqual([]);
  expect(element.request).toMatchObject({ batch: 2000, inverse: { target_s: 0.05 } });
  write(element, "batch", "1,234");
  expect(told).toEqual([]);
  expect(element.request).toMatchObject({ batch: 1234 });
  write(element, "batch", "1.000");
  expect(told.at(-1)?.field).toBe("batch");
  expect(seen(element)).toContain("“1.000” can be read in two ways: type 1000 or 1.");
});

it("a refused field keeps its last good value, and holds no other back", () => {
  const { element, told } = place("RidgeRoofline");
  element.edit({ context: 4096 });
  element.edit({ context: "0x10" });
  const before = element.result;
  expect(told.at(-1)?.field).toBe("context");
  element.edit({ batch: 64 });
  expect(element.result).not.toBe(before);
  expect((element as unknown as { shown: object }).shown).toMatchObject({ batch: 64, context: 4096 });
  expect(seen(element)).toContain("0x10");
  element.edit({ batch: "many" });
  expect((element as unknown as { shown: object }).shown).toMatchObject({ batch: 64, context: 4096 });
  expect(seen(element)).toContain("many");
  expect(seen(element)).toContain("0x10");
  element.edit({ batch: 8, context: 512 });
  expect((element as unknown as { shown: object }).shown).toMatchObject({ batch: 8, context: 512 });
});

describe("what is said", () => {
  it.each(["textbook", "first-principles"])("of a speedup between batches is per sample under %s", (preset) => {
    const { element } = place("RidgeExplainer");
    write(element, "assumptions", preset);
    element.edit({ "proposal.batch": 2 });
    const { baseline, proposal } = element.result as Record<"baseline" | "proposal", { throughput_per_s: number }>;
    expect(plain(seen(element))).toContain(`${(proposal.throughput_per_s / baseline.throughput_per_s).toFixed(2)}× as fast per sample`);
  });

  it("of pruned language models is what was measured, not an estimate from image classifiers, and nothing where none is shown", () => {
    const { element } = place("RidgeQuantization");
    expect(plain(seen(element))).not.toMatch(/zeros|prun|Blalock|sparsity|−6\.05/i);
    write(element, "assumptions", "calibrated");
    // Of models trained on as many tokens as Llama 3 too little was published.
    expect(plain(seen(element))).not.toMatch(/zeros make them/);
    write(element, "model", "Llama2_7B");
    expect(plain(seen(element))).toMatch(/zeros make them/);
    expect(plain(seen(element))).toMatch(/These zeros save no time/);
  });

  it("of a calibrated figure without a band is why it has none, where the band would be", () => {
    const without = (kind: string, attributes: Record<string, string>, more = ""): string => {
      const { element } = place(kind);
      for (const [name, value] of Object.entries(attributes)) write(element, name, value);
      write(element, "assumptions", `{"preset": "calibrated"${more}}`);
      return /class="aside trust">(.*?)<a /.exec(plain(seen(element)))![1]!.trim();
    };
    expect(without("RidgeRoofline", {}, ', "execution": "eager"')).toBe("No band: eager execution or another assumption was not fitted.");
    expect(without("RidgeRoofline", { model: "Llama3_70B" })).toBe("No band: no measured run crossed the host link.");
    expect(without("RidgeQuantization", {}, ', "execution": "eager"')).toBe("No band: eager execution or another assumption was not fitted.");
    expect(without("RidgeExplainer", {}, ', "execution": "eager"')).toMatch(/^No band: /);
    expect(without("RidgeSensitivity", {}, ', "execution": "eager"')).toMatch(/^No band: /);
    expect(without("RidgeRoofline", {})).toMatch(/^Fitted to published measurements/);
  });

  it("of a full-size mixture names its format and batch", () => {
    const sentence = /In Mixtral [^,]*, the gates take/.exec(plain(seen(place("RidgeRouting").element)))?.[0];
    expect(sentence).toBe("In Mixtral 8x7B v0.1 at INT8 and batch 1 on H100, the gates take");
  });
});
