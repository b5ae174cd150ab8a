// What the engine says about a request's fields, flattened to what a form control needs.

import type { Range } from "./stops.js";

type Json = Record<string, unknown>;

export interface Field {
  /** Dotted path within the request: batch, assumptions.efficiency. */
  path: string;
  kind: "model" | "hardware" | "enum" | "number" | "boolean" | "text" | "object";
  choices: string[];
  integer: boolean;
  /** What holds when nothing is said; undefined where the engine decides from the rest. */
  fallback: unknown;
  unit: string;
  /** Present where a slider makes sense. */
  range: Range | undefined;
  /** A usual value, which decides the prefix a control shows; the range's middle unless given. */
  typical?: number | undefined;
  /** The least and the most that the engine takes, where it says so. */
  limits?: [least: number | undefined, most: number | undefined];
  required: boolean;
  description: string;
}

const asObject = (value: unknown): Json => (typeof value === "object" && value !== null ? (value as Json) : {});

const resolve = (schema: Json, node: unknown): Json => {
  const at = asObject(node);
  const ref = at["$ref"];
  if (typeof ref !== "string") return at;
  const name = ref.split("/").pop() ?? "";
  return { ...resolve(schema, asObject(schema["$defs"])[name]), ...at };
};

/** The branch of a nullable or either-or type that a control can edit. */
const branch = (schema: Json, node: unknown): Json => {
  const at = resolve(schema, node);
  const options = (at["anyOf"] ?? at["oneOf"]) as unknown[] | undefined;
  if (!Array.isArray(options)) return at;
  const useful = options.map((option) => resolve(schema, option)).find((option) => option["type"] !== "null" && option["type"] !== "object");
  return { ...(useful ?? resolve(schema, options[0])), ...at };
};

const types = (node: Json): string[] => {
  const type = node["type"];
  return (Array.isArray(type) ? type : [type]).filter((name): name is string => typeof name === "string" && name !== "null");
};

const finite = (value: unknown): number | undefined => (typeof value === "number" && Number.isFinite(value) ? value : undefined);

function field(schema: Json, path: string, node: unknown, required: boolean): Field {
  const at = branch(schema, node);
  const kinds = types(at);
  const special = at["x-kind"];
  const choices = Array.isArray(at["enum"]) ? at["enum"].filter((name): name is string => typeof name === "string") : [];
  const integer = kinds.includes("integer");
  const scale = at["x-scale"] === "log" ? "log" : "linear";
  const suggested = Array.isArray(at["x-suggested"]) ? at["x-suggested"].map(finite) : [];
  const [low, high] = [suggested[0] ?? finite(at["minimum"]), suggested[1] ?? finite(at["maximum"])];
  const hasRange = suggested.length === 2 && low !== undefined && high !== undefined;
  const kind =
    special === "model" || special === "hardware" ? special
    : choices.length > 0 ? "enum"
    : integer || kinds.includes("number") ? "number"
    : kinds.includes("boolean") ? "boolean"
    : kinds.includes("object") ? "object"
    : "text";
  return {
    path,
    kind,
    choices,
    integer,
    fallback: at["default"] ?? undefined,
    unit: typeof at["x-unit"] === "string" ? at["x-unit"] : "",
    range: hasRange ? { low, high, scale, integer } : undefined,
    limits: [finite(at["minimum"]), finite(at["maximum"])],
    required,
    description: typeof at["description"] === "string" ? at["description"] : "",
  };
}

/** The fields of a definition, in its order; those of an object within it follow as group.field. */
export function definitionFields(schema: unknown, name: string, prefix = ""): Field[] {
  const root = asObject(schema);
  return nodeFields(root, resolve(root, asObject(root["$defs"])[name]), prefix);
}

function nodeFields(root: Json, node: Json, prefix: string): Field[] {
  const required = Array.isArray(node["required"]) ? (node["required"] as unknown[]) : [];
  return Object.entries(asObject(node["properties"])).flatMap(([key, value]) => {
    const inner = resolve(root, value);
    if (types(inner).includes("object") && inner["properties"] !== undefined) return nodeFields(root, inner, `${prefix}${key}.`);
    return [field(root, prefix + key, value, required.includes(key))];
  });
}

/** The fields a call takes, those of objects inside it as costs_us.fast, and those of `assumptions` as assumptions.*. */
export function callFields(schema: unknown, call: string): Map<string, Field> {
  const root = asObject(schema);
  const request = resolve(root, asObject(asObject(root["calls"])[call])["request"]);
  const required = Array.isArray(request["required"]) ? (request["required"] as unknown[]) : [];
  const found = new Map<string, Field>();
  for (const [key, value] of Object.entries(asObject(request["properties"]))) {
    const inner = resolve(root, value);
    if (inner["x-kind"] === "assumptions" || key === "assumptions") {
      for (const one of definitionFields(root, "Assumptions", "assumptions.")) found.set(one.path, one);
    } else if (inner["properties"] !== undefined) {
      for (const one of nodeFields(root, inner, `${key}.`)) found.set(one.path, one);
    } else {
      found.set(key, field(root, key, value, required.includes(key)));
    }
  }
  return found;
}

const WORDS: Record<string, string> = {
  kv: "KV", ttft: "TTFT", itl: "ITL", lora: "LoRA", moe: "MoE", zero: "ZeRO", itl_s: "ITL", fp: "FP", mfu: "MFU", tdp: "TDP",
  mlp: "MLP", vocab: "vocabulary", sram: "SRAM", flop: "FLOP", flops: "FLOPs", hbm: "HBM", model_bytes: "model size",
  qk: "QK", rope: "RoPE", nope: "no-RoPE", dt: "Δt", conv: "convolution", fp16: "FP16", price_usd_per_hour: "rental price",
};

/** A label for a field's name, its unit suffix dropped: kv_precision → KV precision. */
export function label(path: string): string {
  const whole = path.split(".").pop() ?? path;
  const name = WORDS[whole] ?? whole.replace(/_(bytes_per_s|flop_per_s|per_s|bytes|usd|s|j|w)$/, "");
  const words = name.split("_").map((word) => WORDS[word] ?? word);
  const first = words[0] ?? "";
  return [first.charAt(0).toUpperCase() + first.slice(1), ...words.slice(1)].join(" ");
}

/** What runs a model, and how its weights were chosen, as core/data/software and core/data/compression name them. */
const NAMES: Record<string, string> = {
  unknown: "software not known", exllamav2: "ExLlamaV2", "llama.cpp-cuda": "llama.cpp with CUDA", "llama.cpp-metal": "llama.cpp with Metal",
  lmdeploy: "LMDeploy TurboMind", "tensorrt-llm": "TensorRT-LLM", tinychat: "TinyChat", transformers: "Hugging Face Transformers",
  mxnet: "MXNet, images", pytorch: "PyTorch, images", "tensorflow-xla": "TensorFlow with XLA, images", tensorrt: "TensorRT, images",
  rtn: "round-to-nearest", gptq: "GPTQ", awq: "AWQ", omniquant: "OmniQuant", exl2: "EXL2", hqq: "HQQ", floating: "floating-point formats",
};

/** A choice as people write it: weight_only → weight only, fp16 → FP16. */
export function choice(name: string): string {
  if (/^(fp|bf|tf|int)\d+$/.test(name)) return name.toUpperCase();
  return NAMES[name] ?? (WORDS[name] ?? name).replace(/^moe_/, "mixture-of-experts ").replace("_flop_per_s", " FLOP/s").replace(/_/g, " ").replace(/^n m$/, "N:M").replace("weight only", "weight-only");
}
