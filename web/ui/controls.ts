// Form controls made from the engine's description of a field: native inputs, each with a label, its
// unit, and the engine's message beside it when a value was refused.

import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { Entry } from "./engine.js";
import { controlScale, quantity } from "./format.js";
import { boxed, readQuantity, type Reading, type Shown } from "./quantity-input.js";
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
  const { error } = options;
  const body =
    field.kind === "model" || field.kind === "hardware" ? picker(options)
    : field.kind === "enum" ? choices(options)
    : field.kind === "boolean" && (options.unset || field.path.includes("assumptions.")) ? yesOrNo(options)
    : field.kind === "boolean" ? checkbox(options)
    : field.kind === "text" ? textual(options)
    : numeric(options);
  const unit = field.kind === "number" ? boxOf(field).symbol : "";
  return html`<div class="control" data-field=${field.path}>
    <label for=${id} @pointerenter=${options.describe ?? nothing}>${label}${unit ? html`, ${unit}` : nothing}</label>
    ${body}
    ${error ? html`<p class="refused" role="alert" id="${id}-error">${error}</p>` : nothing}
  </div>`;
}

/** Where nothing else tells what is usual. */
const TYPICAL: Record<string, number> = { "flop/s": 1e12, bytes: 1e9, "bytes/s": 1e9, s: 1e-6, flop: 1e9 };

interface Box extends Shown {
  symbol: string;
}

/** The unit a control shows its number in, by what is typical for the field. */
const boxOf = ({ unit, integer, range, typical }: Field): Box => ({
  unit,
  integer,
  ...controlScale(unit, typical ?? (range ? (range.low > 0 ? Math.sqrt(range.low * range.high) : range.high) : (TYPICAL[unit] ?? 1))),
});

/** A value that was refused, for tools/refusal.ts to put into words. */
export interface Refused {
  field: Field;
  label: string;
  value: unknown;
  box: Box;
  /** The value as it stands in the box, and what that or another text reads as there. */
  typed: string;
  read(text: string): Reading;
  /** The engine's words. */
  message: string;
}

export function refusedAt(field: Field, label: string, value: unknown, draft: string | undefined, message: string): Refused {
  const box = boxOf(field);
  return { field, label, value, box, typed: draft ?? (typeof value === "number" ? boxed(value, box) : String(value ?? "")), read: (text) => readQuantity(text, box), message };
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

/** What holds where some assumptions are nobody's: the engine decides from the rest. */
const UNSET: Record<string, string> = { "assumptions.scheme": "by the format", "assumptions.activation_fraction": "by family", "assumptions.default_host_link_bytes_per_s": "no link" };

/** What it is to choose nothing: the value in force, in words, and whose it is; without one what the engine does. */
function nothingChosen({ field: { path }, unset }: Control, words?: string): string {
  if (words === undefined) return unset ?? UNSET[path.slice(path.lastIndexOf("assumptions."))] ?? "automatic";
  return path.includes("assumptions.") ? `${words}, by the preset` : `${words}, as assumed`;
}

function choices(options: Control): TemplateResult {
  const { field, id, inForce, change } = options;
  const value = options.value ?? undefined;
  const unset = field.fallback === undefined || field.path.includes("assumptions.");
  return html`<select
    id=${id}
    aria-invalid=${invalid(options)}
    aria-describedby=${described(options)}
    @change=${(event: Event) => change((event.target as HTMLSelectElement).value || null)}
  >
    ${unset && !/assumptions\.(preset|software)$/.test(field.path)
      ? html`<option value="" ?selected=${value === undefined}>${nothingChosen(options, inForce === undefined ? inForce : choice(String(inForce)))}</option>`
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
  const { field, id, label, value, inForce, draft, error, change } = options;
  const { range, unit } = field;
  const list = range ? stops(range) : [];
  const box = boxOf(field);
  const known = typeof value === "number" && Number.isFinite(value);
  const usual = typeof inForce === "number" ? inForce : typeof field.fallback === "number" ? field.fallback : undefined;
  const place = known ? value : (usual ?? list[0]);
  const inBox = (number: number): string => boxed(number, box);
  const shown = draft ?? (known ? inBox(value) : typeof value === "string" ? value : "");
  const optional = field.fallback === undefined || field.path.includes("assumptions.");
  const read = (text: string): unknown => {
    if (text.trim() === "" && optional) return null;
    const reading = readQuantity(text, box);
    // What is not understood goes to the engine as it was typed: it is refused, and told at this control.
    return "value" in reading ? reading.value : text;
  };
  // What was refused stays as it was typed.
  const settle = (text: string): void => {
    const found = read(text);
    if (typeof found !== "string" && !error) change(found);
  };
  const keys = (event: KeyboardEvent): void => {
    const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (!steps || place === undefined) return;
    event.preventDefault();
    const [least = -Infinity, most = Infinity] = field.limits ?? [];
    const next = range ? list[Math.max(0, Math.min(list.length - 1, nearest(list, place, range.scale) + steps))]! : place + steps * box.factor;
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
          aria-valuetext=${known ? quantity(value, unit) : nothingChosen(options, usual === undefined ? usual : quantity(usual, unit))}
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
      aria-valuenow=${known ? value / box.factor : nothing}
      aria-valuetext=${known ? quantity(value, unit) : nothing}
      inputmode="decimal"
      autocomplete="off"
      spellcheck="false"
      placeholder=${!optional ? nothing : typeof inForce === "number" ? inBox(inForce) : nothingChosen(options)}
      .value=${live(shown)}
      aria-invalid=${invalid(options)}
      aria-describedby=${described(options)}
      @keydown=${keys}
      @input=${({ target }: Event) => change(read((target as HTMLInputElement).value), (target as HTMLInputElement).value)}
      @change=${({ target }: Event) => settle((target as HTMLInputElement).value)}
    />
  </div>`;
}
