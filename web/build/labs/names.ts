// The names in a lab's formulas: each stands for one thing, and for one that is used.

import { isRecord, type Asked, type Formula, type LabSpec, type Names } from "../../labs/types.js";

/** The names that a formula reads; a field, and a name that is only set, is none. */
export function namesIn(formula: Formula): string[] {
  const read = formula
    .replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, "''")
    .replace(/(?<=[{,]\s*)[A-Za-z_]\w*\s*:/g, "")
    .replace(/\b[A-Za-z_]\w*\s*=(?!=)/g, "")
    .replace(/(?<!\.)\.[A-Za-z_]\w*/g, "");
  return read.match(/\b[A-Za-z_]\w*/g) ?? [];
}

/** The names that a formula reads, those behind definitions included. */
export function reached(formula: Formula, definitions: Names["definitions"], known = new Set<string>()): Set<string> {
  for (const name of namesIn(formula)) {
    if (known.has(name)) continue;
    known.add(name);
    if (Object.hasOwn(definitions, name)) reached(definitions[name]!, definitions, known);
  }
  return known;
}

const FORMULAS = new Set(["answer", "near", "when", "goal", "value"]);

/** Every formula of a part of a lab, without its definitions. */
function formulasIn(part: unknown, key = ""): Formula[] {
  if (typeof part === "string") return FORMULAS.has(key) ? [part.replace(/\|[^|]*$/, "")] : [];
  if (Array.isArray(part)) return part.flatMap((one) => formulasIn(one));
  return isRecord(part) ? Object.entries(part).flatMap(([name, one]) => formulasIn(one, name)) : [];
}

export function formulasOf({ figures = {}, tables = {}, widgets = {}, exercises = [] }: LabSpec): Formula[] {
  const attributes = Object.values(widgets).flatMap((widget) => Object.values(widget.attributes ?? {}));
  return [
    ...formulasIn(Object.values(figures).map((value) => ({ value }))),
    ...formulasIn(Object.values(tables)),
    ...Object.values(tables).flatMap((table) => Object.values(table.for)).filter((given) => typeof given === "string"),
    ...attributes.filter((value) => typeof value === "string").flatMap((value) => (value.startsWith("=") ? [value.slice(1)] : [])),
    ...formulasIn(exercises),
  ];
}

export type Kind = "variables" | "definitions";

/** What is wrong with the names themselves: the language has them already, two things share one, or one is no formula. */
export function wrongNames(engine: Asked, names: Names): [kind: Kind, name: string, reason: string][] {
  const { variables, definitions } = names;
  const tried = (formula: Formula, more: Partial<Names> = {}): { value?: unknown; code?: string; message?: string } => {
    try {
      return engine.evaluate({ formula, ...more });
    } catch (error) {
      return error as Error & { code?: string };
    }
  };
  const found: [Kind, string, string][] = [];
  for (const name of Object.keys(variables)) {
    if (tried(name, { variables: { [name]: 0 } }).value !== 0) found.push(["variables", name, `${name} is a word of formulas; give the variable another name`]);
  }
  for (const name of Object.keys(definitions)) {
    const { code, message } = tried(name, names);
    if (Object.hasOwn(variables, name)) found.push(["definitions", name, `${name} is a variable and a definition; a name stands for one of them`]);
    // A name that is free is called in vain.
    else if (tried(`${name}(null)`).code !== "unknown_name") found.push(["definitions", name, `${name} is a word or a call of formulas; give the definition another name`]);
    else if (code === "malformed_formula") found.push(["definitions", name, message!]);
  }
  return found;
}

/** The variables and definitions that no formula reaches: neither one of lab.json nor one of the texts. */
export function unusedNames(spec: LabSpec, texts: readonly string[]): [kind: Kind, name: string][] {
  const { variables = {}, definitions = {} } = spec;
  const used = new Set<string>();
  for (const formula of [...formulasOf(spec), ...texts]) reached(formula, definitions, used);
  return [
    ...Object.keys(variables).map((name) => ["variables", name] as [Kind, string]),
    ...Object.keys(definitions).map((name) => ["definitions", name] as [Kind, string]),
  ].filter(([, name]) => !used.has(name));
}
