// What a widget asks: over the engine's defaults what the widget starts from, over that what the page wrote, and over
// that what the reader changed. Each layer is a map of dotted paths, so that a field goes back to the one below.

import { assumptionPaths, attributesOf, isAssumptions, PRESET, type Described, type Fields, type Input } from "./input.js";
import { last } from "./last.js";
import { readQuantity } from "./quantity-input.js";
import { assemble, flatten, isRecord, knownPaths, unknownField, type Values } from "./request.js";
import type { Field } from "./fields.js";
import { parseValue } from "./state.js";

/** What the state is of; asked anew each time, as the engine comes later and a widget may show a part of itself. */
export interface Source {
  inputs(): readonly Input[];
  fields: Fields;
  described(path: string): Described;
}

export class RequestState {
  /** The attributes as they stand on the tag, by name; and what those of the request set. */
  readonly #written = new Map<string, string>();
  readonly #attributes = new Map<string, unknown>();
  /** What the reader changed; null takes a field back to what is below. */
  edits = new Map<string, unknown>();
  /** What was typed into a control, kept as it stands there. */
  readonly drafts = new Map<string, string>();

  readonly #known = last((inputs: readonly Input[]) => knownPaths(inputs, (call) => this.of.fields(call)?.keys() ?? []));

  constructor(private readonly of: Source) {}

  /** Takes an attribute; false where it sets nothing here. */
  write(name: string, text: string | null): boolean {
    const set = this.of.inputs().filter((input) => attributesOf(input).includes(name));
    if (text === null) this.#written.delete(name);
    else this.#written.set(name, text);
    for (const input of set) {
      for (const path of [...this.#attributes.keys()]) {
        if (path === input.path || path.startsWith(`${input.path}.`)) this.#attributes.delete(path);
      }
      const [written] = attributesOf(input).flatMap((one) => this.#written.get(one) ?? []);
      // Single assumptions change what the preset has.
      for (const one of [isAssumptions(input.path) ? this.#written.get(PRESET) : undefined, written]) if (one !== undefined) place(this.#attributes, input.path, one);
    }
    return set.length > 0;
  }

  /** What a field is set to: by the reader, the page, the widget, or else the engine. */
  value(path: string): unknown {
    const { field, input } = this.of.described(path);
    for (const layer of [this.edits, this.#attributes]) {
      if (!layer.has(path)) continue;
      // Cleared, an assumption is the preset's again, and anything else what the engine takes where nothing is said.
      const held = textOfObject(layer.get(path), field);
      return (layer === this.#attributes ? typed(held, field) : held) ?? (path.includes("assumptions.") ? null : (field?.fallback ?? null));
    }
    return input && input.path !== path ? this.#assumed(path, input) : (input?.start ?? field?.fallback);
  }

  /** An assumption that neither reader nor page has set. */
  #assumed(path: string, input: Input): unknown {
    // Assumptions that the page's author gives stand in place of the widget's own, not beside them.
    const isGiven = [...this.#attributes.keys()].some((one) => one.startsWith(`${input.path}.`));
    const start = isRecord(input.start) && !isGiven ? input.start : {};
    const name = path.slice(input.path.length + 1);
    const preset = start["preset"] ?? this.of.fields(input.call)?.get("assumptions.preset")?.fallback;
    if (name === "preset") return preset;
    // What goes with the widget's own preset goes with it: another stands as it is.
    return this.value(`${input.path}.preset`) === preset ? start[name] : undefined;
  }

  /** What a field would be without the reader's change. */
  without(path: string): unknown {
    const edit = this.edits.get(path);
    this.edits.delete(path);
    const value = this.value(path);
    this.edits.set(path, edit);
    return value;
  }

  /** What page or reader set to something else than the widget starts from. */
  otherwise(): string[] {
    const start = new RequestState(this.of);
    return this.#paths().filter((path) => JSON.stringify(this.value(path)) !== JSON.stringify(start.value(path)));
  }

  /** Whether the reader has changed anything of a group. */
  changed(group: string): boolean {
    return [...this.edits.keys()].some((path) => path.startsWith(`${group}.`) && this.value(path) !== null && this.value(path) !== this.without(path));
  }

  /** Whether the assumptions that a path is one of are the calibrated ones. */
  calibrated(path: string): boolean {
    return this.value(path.replace(/(assumptions\.).*/, "$1preset")) === "calibrated";
  }

  /** What a control's change comes to: the field, and what cannot stand beside its new value. `draft` is what was typed. */
  changing(path: string, value: unknown, draft?: string): Values {
    if (draft === undefined) this.drafts.delete(path);
    else this.drafts.set(path, draft);
    // Software is told of calibrated assumptions only: the engine refuses it of others.
    const software = path.replace(/\bpreset$/, "software");
    if (software === path || !path.includes("assumptions.")) return { [path]: value };
    this.edits.delete(software);
    return { [path]: value, ...(value !== "calibrated" && this.value(software) ? { [software]: null } : {}) };
  }

  /** Puts a request in place of what the reader changed; an empty one goes back to what the page's author wrote. */
  replace(request: Values): void {
    this.edits.clear();
    this.drafts.clear();
    for (const [path, value] of flatten(request, this.of.inputs())) place(this.edits, path, value);
  }

  /** Every field that the calls behind the widget take, as it is called here. */
  known(): Set<string> {
    return this.#known(this.of.inputs());
  }

  /** Throws where a field is set that no call has, but for those in `held`. */
  check(held: ReadonlyMap<string, unknown> = new Map()): void {
    const known = this.known();
    const unknown = this.#set().find((path) => !known.has(path) && !held.has(path));
    if (unknown !== undefined) throw unknownField(unknown, known);
  }

  /** The request as the engine gets it; of the fields in `held`, with that value. */
  request(held: ReadonlyMap<string, unknown> = new Map()): Values {
    return assemble(
      this.#paths()
        .map((path) => [path, held.has(path) ? held.get(path) : this.value(path)] as const)
        .filter(([, value]) => value !== undefined && value !== null),
    );
  }

  /** What is set or has a control: what the page's author gave beyond the controls goes to the engine too. */
  #paths(): string[] {
    const known = this.known();
    const wanted = this.of.inputs().flatMap(({ path, call }) => (isAssumptions(path) ? assumptionPaths(this.of.fields, call, path) : [path]));
    return [...new Set([...wanted, ...this.#set()])].filter((path) => known.has(path));
  }

  #set(): string[] {
    return [...this.#attributes.keys(), ...this.edits.keys()];
  }
}

/** An assumptions value is a preset's name or an object; inside, each of its fields stands alone. */
function place(into: Map<string, unknown>, path: string, value: unknown): void {
  if (typeof value === "string" && /^\s*[[{]/.test(value)) value = parseValue(value);
  if (!isAssumptions(path)) into.set(path, value);
  else if (isRecord(value)) for (const [name, one] of Object.entries(value)) into.set(`${path}.${name}`, one);
  else into.set(`${path}.preset`, value);
}

/** A text of an attribute or an address as the type its field has; what does not read as one stays for the engine to refuse. */
export function typed(value: unknown, field: Field | undefined): unknown {
  if (typeof value !== "string" || !field) return value;
  if (field.kind === "number") {
    const reading = readQuantity(value, { unit: field.unit, factor: 1, integer: field.integer });
    return "value" in reading ? reading.value : value;
  }
  if (field.kind === "boolean" && (value === "" || value === "true")) return true;
  if (field.kind === "boolean" && value === "false") return false;
  return value;
}

/** An object where none belongs is refused by the engine; as text, since drawing a control asks for its own. */
const textOfObject = (value: unknown, field: Field | undefined): unknown =>
  typeof value === "object" && value !== null && field && !/model|hardware|list/.test(field.kind) ? JSON.stringify(value) : value;
