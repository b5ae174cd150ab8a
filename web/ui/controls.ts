// Form controls made from the engine's description of a field: native inputs, each with a label, its
// unit, and the engine's message beside it when a value was refused.

import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { Entry } from "./engine.js";
import { controlScale, number, quantity, whole } from "./format.js";
import { boxed, exampleOf, readQuantity, twoWays } from "./quantity-input.js";
import type { Field } from "./fields.js";
import { choice } from "./labels.js";
import { ownMachine } from "./own-machine.js";
import { nearest, stops } from "./stops.js";

export interface Control {
  field: Field;
  label: string;
  /** Unique within the shadow root; ties label, input and message together. */
  id: string;
  value: unknown;
  /** The value that an assumption gives while none is chosen, where there is one. */
  inForce?: unknown;
  /** What was typed, kept until it is a number, so that "1e" is not taken away from the typist. */
  draft: string | undefined;
  error: string;
  /** What choosing nothing means. */
  unset?: string | undefined;
  entries: Entry[];
  /** Null takes the value back to what the engine assumes. */
  change(value: unknown, draft?: string): void;
  /** Says what the field is, to a pointer on its label. */
  describe?(event: Event): void;
  /** Opens the picker in place of a list, once it is there. */
  browse?(select: HTMLSelectElement, event: Event): void;
}

const GROUPS: Record<string, string> = {
  transformer: "Transformers", moe_transformer: "Mixture of experts", encoder: "Encoders", cnn: "Convolutional networks",
  ssm: "State-space models", recommendation: "Recommendation", diffusion: "Diffusion", tiny: "Microcontrollers",
  cloud: "Data centre", workstation: "Workstation", edge: "Edge", mobile: "Phone",
};

export const groupName = (name: string): string => GROUPS[name] ?? choice(name);

const groupOf = (entry: Entry): string => ("family" in entry ? (entry.family ?? "") : ((entry as { class?: string }).class ?? ""));

/** Entries in groups, both in the order of the registry. */
export function grouped(entries: Entry[]): [string, Entry[]][] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const name = groupOf(entry);
    const group = groups.get(name);
    if (group) group.push(entry);
    else groups.set(name, [entry]);
  }
  return [...groups];
}

export function control(options: Control): TemplateResult {
  const { field, id, label } = options;
  const error = messageOf(options);
  const body =
    field.kind === "model" || field.kind === "hardware" ? picker(options)
    : field.kind === "enum" ? choices(options)
    : field.kind === "boolean" && (options.unset || field.path.includes("assumptions.")) ? yesOrNo(options)
    : field.kind === "boolean" ? checkbox(options)
    : field.kind === "text" ? textual(options)
    : numeric(options);
  const unit = field.kind === "number" ? scaleOf(field).symbol : "";
  return html`<div class="control" data-field=${field.path}>
    <label for=${id} @pointerenter=${options.describe ?? nothing}>${label}${unit ? html`, ${unit}` : nothing}</label>
    ${body}
    ${error ? html`<p class="refused" role="alert" id="${id}-error">${error}</p>` : nothing}
  </div>`;
}

/** Where nothing else tells what is usual. */
const TYPICAL: Record<string, number> = { "flop/s": 1e12, bytes: 1e9, "bytes/s": 1e9, s: 1e-6, flop: 1e9 };

/** The unit a control shows its number in, by what is typical for the field. */
const scaleOf = ({ unit, range, typical }: Field): { symbol: string; factor: number } =>
  controlScale(unit, typical ?? (range ? (range.low > 0 ? Math.sqrt(range.low * range.high) : range.high) : (TYPICAL[unit] ?? 1)));

/** The engine's message; where the box holds no number, what it takes instead, in the box's own unit. */
function messageOf({ field, label, value, error }: Control): string {
  if (!error || field.kind !== "number" || typeof value !== "string") return error;
  const { factor } = scaleOf(field);
  const reading = readQuantity(value, { unit: field.unit, factor, integer: field.integer });
  if ("ambiguous" in reading) return twoWays(value, reading.ambiguous);
  const shown = (limit: number): string => (Math.abs(limit) < 1 ? number(limit) : whole(limit));
  const [least, most] = (field.limits ?? []).map((limit) => (limit === undefined ? "" : shown(limit / factor)));
  const given = value.trim() ? ` “${value}” is not understood.` : "";
  return `${label} needs a ${field.integer ? "whole " : ""}number${least ? ` from ${least}` : ""}${most ? ` to ${most}` : ""}, such as ${exampleOf(field.unit, field.integer, field.limits?.[1])}.${given}`;
}

const described = (options: Control): string | typeof nothing => (options.error ? `${options.id}-error` : nothing);
const invalid = (options: Control): string => (options.error ? "true" : "false");

/** One written out may hold anything until the engine has looked at it. */
const ownName = ({ name }: { name?: unknown }): string => (typeof name === "string" ? name : "Your own");

/** Stands for the reader's machine in a list of ids; no id has a space. */
const MACHINE = "own machine";

function picker(options: Control): TemplateResult {
  const { field, id, value, entries, change } = options;
  const own = typeof value === "object" && value !== null;
  const machine = field.kind === "hardware" ? ownMachine() : undefined;
  const known = own || entries.some((entry) => entry.id === value);
  const browse = (event: Event): void => options.browse?.(event.currentTarget as HTMLSelectElement, event);
  return html`<select
    id=${id}
    @focus=${browse}
    @pointerenter=${browse}
    @mousedown=${browse}
    @keydown=${browse}
    aria-invalid=${invalid(options)}
    aria-describedby=${described(options)}
    .value=${live(own ? "" : String(value ?? ""))}
    @change=${({ target }: Event) => change((target as HTMLSelectElement).value === MACHINE ? machine : (target as HTMLSelectElement).value)}
  >
    ${machine && JSON.stringify(machine) !== JSON.stringify(value) ? html`<option value=${MACHINE}>${machine.name}</option>` : nothing}
    ${known ? nothing : html`<option value=${String(value ?? "")} selected>${String(value ?? "")}</option>`}
    ${own ? html`<option value="" selected>${ownName(value)}</option>` : nothing}
    ${grouped(entries).map(([name, list]) => {
      const options = list.map((entry) => html`<option value=${entry.id} ?selected=${entry.id === value}>${entry.name}</option>`);
      return name ? html`<optgroup label=${groupName(name)}>${options}</optgroup>` : options;
    })}
  </select>`;
}

/** A value that nobody has set. */
const byPreset = (words: string | undefined): string => (words === undefined ? "as the preset has it" : `${words}, by the preset`);

/** What it is to choose nothing. */
function nothingChosen({ field, inForce, unset = "automatic" }: Control): string {
  const words = inForce === undefined ? undefined : choice(String(inForce));
  if (field.path.includes("assumptions.")) return byPreset(words);
  return words === undefined ? unset : `${words}, as assumed`;
}

function choices(options: Control): TemplateResult {
  const { field, id, change } = options;
  const value = options.value ?? undefined;
  const unset = field.fallback === undefined || field.path.includes("assumptions.");
  return html`<select
    id=${id}
    aria-invalid=${invalid(options)}
    aria-describedby=${described(options)}
    @change=${(event: Event) => change((event.target as HTMLSelectElement).value || null)}
  >
    ${unset && !/assumptions\.(preset|software)$/.test(field.path)
      ? html`<option value="" ?selected=${value === undefined}>${nothingChosen(options)}</option>`
      : nothing}
    ${field.choices.includes(String(value)) || value === undefined
      ? nothing
      : html`<option value=${String(value)} selected>${String(value)}</option>`}
    ${field.choices.map((name) => html`<option value=${name} ?selected=${name === String(value)}>${choice(name)}</option>`)}
  </select>`;
}

const inWords = (value: unknown): unknown => (typeof value === "boolean" ? (value ? "yes" : "no") : value);

/** One that is on, off, or as something else has it, such as a preset: a box to tick has only two states. */
const yesOrNo = (options: Control): TemplateResult =>
  choices({
    ...options,
    field: { ...options.field, choices: ["yes", "no"] },
    value: inWords(options.value),
    inForce: inWords(options.inForce),
    change: (value) => options.change(value === null ? null : value === "yes"),
  });

function checkbox(options: Control): TemplateResult {
  const { id, value, change } = options;
  return html`<input
    type="checkbox"
    id=${id}
    aria-invalid=${invalid(options)}
    aria-describedby=${described(options)}
    .checked=${value === true}
    @change=${(event: Event) => change((event.target as HTMLInputElement).checked)}
  />`;
}

function textual(options: Control): TemplateResult {
  const { id, value, change } = options;
  return html`<input
    type="text"
    id=${id}
    aria-invalid=${invalid(options)}
    aria-describedby=${described(options)}
    .value=${live(String(value ?? ""))}
    @input=${(event: Event) => change((event.target as HTMLInputElement).value)}
  />`;
}

function numeric(options: Control): TemplateResult {
  const { field, id, label, value, inForce, draft, change } = options;
  const { range, unit } = field;
  const list = range ? stops(range) : [];
  const { factor } = scaleOf(field);
  const known = typeof value === "number" && Number.isFinite(value);
  const usual = typeof inForce === "number" ? inForce : typeof field.fallback === "number" ? field.fallback : undefined;
  const place = known ? value : (usual ?? list[0]);
  const inBox = (number: number): string => boxed(number, { unit, factor });
  const shown = draft ?? (known ? inBox(value) : typeof value === "string" ? value : "");
  const optional = field.fallback === undefined || field.path.includes("assumptions.");
  const read = (text: string): unknown => {
    if (text.trim() === "" && optional) return null;
    const reading = readQuantity(text, { unit, factor, integer: field.integer });
    // What is not understood goes to the engine as it was typed: it is refused, and told at this control.
    return "value" in reading ? reading.value : text;
  };
  const settle = (text: string): void => {
    const found = read(text);
    if (typeof found !== "string") change(found);
  };
  const keys = (event: KeyboardEvent): void => {
    const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (!steps || place === undefined) return;
    event.preventDefault();
    const [least = -Infinity, most = Infinity] = field.limits ?? [];
    const next = range ? list[Math.max(0, Math.min(list.length - 1, nearest(list, place, range.scale) + steps))]! : place + steps * factor;
    change(Math.max(least, Math.min(most, Number(next.toPrecision(15)))));
  };
  return html`<div class="numeric ${range ? "" : "single"}">
    ${range
      ? html`<input
          type="range"
          id=${id}
          min="0"
          max=${list.length - 1}
          step="1"
          .value=${live(String(nearest(list, place!, range.scale)))}
          aria-valuetext=${known ? quantity(value, unit) : byPreset(usual === undefined ? undefined : quantity(usual, unit))}
          aria-describedby=${described(options)}
          @input=${(event: Event) => change(list[Number((event.target as HTMLInputElement).value)])}
        />`
      : nothing}
    <input
      type="text"
      role="spinbutton"
      class="number"
      id=${range ? `${id}-box` : id}
      aria-label=${range ? `${label}, typed` : nothing}
      aria-valuenow=${known ? value / factor : nothing}
      aria-valuetext=${known ? quantity(value, unit) : nothing}
      inputmode="decimal"
      autocomplete="off"
      spellcheck="false"
      placeholder=${!optional ? nothing : typeof inForce === "number" ? inBox(inForce) : "preset"}
      .value=${live(shown)}
      aria-invalid=${invalid(options)}
      aria-describedby=${described(options)}
      @keydown=${keys}
      @input=${({ target }: Event) => change(read((target as HTMLInputElement).value), (target as HTMLInputElement).value)}
      @change=${({ target }: Event) => settle((target as HTMLInputElement).value)}
    />
  </div>`;
}
