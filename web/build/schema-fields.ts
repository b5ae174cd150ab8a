// The fields of requests and of entries of the registry, read from the engine's JSON Schema.

import type { Field } from "../ui/fields.js";

type Json = Record<string, unknown>;

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
    : types(resolve(schema, at["items"])).includes("object") ? "list"
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

/** The fields of an object for whose first a number may stand; nothing where a property is none. */
function briefFields(root: Json, node: unknown, path: string): Field[] {
  const property = asObject(node);
  const options = (Array.isArray(property["anyOf"]) ? property["anyOf"] : []).map((option) => resolve(root, option));
  const whole = options.find((option) => option["properties"] !== undefined);
  if (!whole || !options.some((option) => option["type"] === "integer" || option["type"] === "number")) return [];
  const [first, ...others] = nodeFields(root, whole, `${path}.`);
  return [{ ...first!, fallback: property["default"] }, ...others];
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
    const brief = briefFields(root, value, prefix + key);
    if (brief.length > 0) return brief;
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
      const brief = briefFields(root, value, key);
      for (const one of brief.length > 0 ? brief : [field(root, key, value, required.includes(key))]) found.set(one.path, one);
    }
  }
  return found;
}

