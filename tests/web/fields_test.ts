import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { LANGUAGE_MODEL } from "#fields/language-model";
import { LOAD } from "#fields/load";
import { PLAN } from "#fields/plan";
import { ROOFLINE } from "#fields/roofline";
import { ROUTER } from "#fields/router";
import { SENSITIVITY } from "#fields/sensitivity";
import { SERVE } from "#fields/serve";
import { SERVING } from "#fields/serving";
import { TRAIN } from "#fields/train";
import { schema as whole } from "../../web/build/schema.js";
import { choice, label } from "../../web/ui/labels.js";
import { callFields, definitionFields } from "../../web/build/schema-fields.js";

const schema = {
  $defs: {
    Assumptions: {
      type: "object",
      properties: {
        preset: { enum: ["first-principles", "textbook"], type: "string", default: "first-principles" },
        efficiency: { type: "number", exclusiveMinimum: 0, maximum: 1, default: 0.5, "x-suggested": [0.05, 1] },
      },
    },
    Rates: { type: "object", properties: { fp16: { type: ["number", "null"], "x-unit": "flop/s" } } },
    Device: { type: "object", properties: { name: { type: "string" }, peak: { $ref: "#/$defs/Rates" } }, required: ["name"] },
    Ask: {
      type: "object",
      required: ["model"],
      properties: {
        model: { "x-kind": "model", anyOf: [{ type: "string" }, { type: "object" }] },
        batch: { type: "integer", minimum: 1, default: 1, "x-scale": "log", "x-suggested": [1, 1024], description: "samples in one step" },
        lora: { type: "boolean", default: false },
        scheme: { anyOf: [{ type: "string", enum: ["weight_only", "native"] }, { type: "null" }] },
        costs: { $ref: "#/$defs/Rates", description: "what each path costs" },
        assumptions: { "x-kind": "assumptions", anyOf: [{ type: "string" }, { $ref: "#/$defs/Assumptions" }] },
      },
    },
  },
  calls: { ask: { request: { $ref: "#/$defs/Ask" } } },
};

describe("the fields of a call", () => {
  const fields = callFields(schema, "ask");

  it("carry kind, range, default and text", () => {
    expect(fields.get("model")).toMatchObject({ kind: "model", required: true });
    expect(fields.get("batch")).toMatchObject({
      kind: "number", integer: true, fallback: 1, description: "samples in one step",
      range: { low: 1, high: 1024, scale: "log", integer: true },
    });
    expect(fields.get("lora")).toMatchObject({ kind: "boolean", fallback: false });
  });

  it("see through nullable types", () => {
    expect(fields.get("scheme")).toMatchObject({ kind: "enum", choices: ["weight_only", "native"], fallback: undefined });
  });

  it("hold every assumption under its path", () => {
    expect(fields.get("assumptions.preset")).toMatchObject({ kind: "enum", fallback: "first-principles" });
    expect(fields.get("assumptions.efficiency")).toMatchObject({ kind: "number", range: { low: 0.05, high: 1, scale: "linear", integer: false } });
    expect(fields.has("assumptions")).toBe(false);
  });

  it("hold those of an object inside under its path", () => {
    expect(fields.get("costs.fp16")).toMatchObject({ kind: "number", unit: "flop/s" });
    expect(fields.has("costs")).toBe(false);
  });

  it("of an unknown call are none", () => {
    expect(callFields(schema, "nothing").size).toBe(0);
    expect(callFields(null, "ask").size).toBe(0);
  });
});

describe("the fields of a definition", () => {
  it("include those of objects within it", () => {
    expect(definitionFields(schema, "Device").map(({ path }) => path)).toEqual(["name", "peak.fp16"]);
  });
});

describe("labels", () => {
  it.each([
    ["kv_precision", "KV precision"],
    ["memory_bandwidth_bytes_per_s", "Memory bandwidth"],
    ["target_s", "Target"],
    ["assumptions.layer_overhead_s", "Layer overhead"],
    ["lora", "LoRA"],
    ["qk_nope_head_dim", "QK no-RoPE head dim"],
    ["hidden_dim", "Hidden dim"],
    ["dt_rank", "Δt rank"],
    ["model_bytes", "Model size"],
  ])("of %s is %s", (path, text) => expect(label(path)).toBe(text));

  it.each([
    ["fp16", "FP16"],
    ["weight_only", "weight-only"],
    ["first-principles", "first-principles"],
    ["itl", "ITL"],
    ["peak_flop_per_s", "peak FLOP/s"],
  ])("of the choice %s is %s", (name, text) => expect(choice(name)).toBe(text));

  // The widgets offer all software, and these algorithms; "unknown" is an answer to another question there.
  const data = fileURLToPath(new URL("../../core/data/", import.meta.url));
  const software = readdirSync(`${data}software`).filter((name) => name !== "unknown.json").map((name) => `software/${name}`);
  const algorithms = ["rtn", "gptq", "awq", "omniquant", "exl2", "hqq", "floating"].map((id) => `compression/${id}.json`);
  it.each([...software, ...algorithms])("are the names that core/data/%s has", (file) => {
    const { id, name } = JSON.parse(readFileSync(data + file, "utf8")) as { id: string; name: string };
    expect(choice(id)).toBe(name);
  });
});

describe("the fields that a widget's script brings", () => {
  const lists = Object.entries({ LANGUAGE_MODEL, LOAD, PLAN, ROOFLINE, ROUTER, SENSITIVITY, SERVE, SERVING, TRAIN }).flatMap(([name, calls]) => Object.entries(calls).map(([call, fields]) => ({ name, call, fields })));

  it("are those of its calls, and an hour's price beside a plan", () => {
    expect(lists.map(({ name, call }) => `${name}.${call}`).filter((one) => !one.startsWith("ROUTER."))).toEqual([
      "LANGUAGE_MODEL.quantize", "LOAD.load", "PLAN.plan", "PLAN.load", "ROOFLINE.roofline", "SENSITIVITY.sensitivity", "SENSITIVITY.synthesize", "SERVE.serve", "SERVING.serve", "SERVING.compress", "TRAIN.train",
    ]);
  });

  it.each(lists)("are the engine's, without their descriptions, also where they are taken from the roofline's: $name.$call", ({ call, fields }) => {
    // A field that has no choices, say, has an empty list of them.
    const plain = (list: readonly object[]): unknown => JSON.parse(JSON.stringify(list.map((field) => Object.fromEntries(Object.entries({ typical: undefined, ...field }).filter(([key]) => key !== "description").sort()))));
    expect(plain(fields)).toEqual(plain([...callFields(whole, call).values()]));
  });
});
