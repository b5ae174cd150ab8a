// The line under a headline that says what the answer is of: each setting in short words, those that are not the engine's
// defaults marked, and each a button that leads to its control.

import { html, nothing, type TemplateResult } from "lit";
import { countTick, number, quantity } from "./format.js";
import type { Field } from "./fields.js";
import { choice } from "./labels.js";

export interface Setting {
  path: string;
  words: string;
  /** Whether it is another than the engine would take unasked. */
  changed: boolean;
  /** Whether there is a control that the reader may use. */
  open: boolean;
}

/** Choices that say what they are; the rest need the name of their field. */
const ALONE: Record<string, string> = { precision: "", phase: "", target: "", preset: " assumptions", execution: " execution" };

/** A label within a line: KV precision and LoRA keep their capitals. */
const inner = (label: string): string => (/^[A-Z][a-z]*\b/.test(label) ? label[0]!.toLowerCase() + label.slice(1) : label);

/** Counts from a billion on are called as people call them: 15T tokens. */
const BILLION = 1e9;
const counted = (value: number): string => (Math.abs(value) < BILLION ? number(value) : countTick(value));

/** A setting in a few words: batch 32, FP16, eager execution; nothing where it says nothing. */
export function settingWords({ path, kind, unit }: Field, label: string, value: unknown, entry: (value: unknown) => string): string {
  if (value === null || value === undefined || value === "") return "";
  if (kind === "model" || kind === "hardware") return entry(value);
  if (kind === "boolean") return value === true ? inner(label) : path.includes("assumptions.") ? `not: ${inner(label)}` : "";
  if (kind === "number" && typeof value === "string") return `${inner(label)} ${value}`;
  if (kind === "number") return `${inner(label)} ${unit ? quantity(Number(value), unit) : counted(Number(value))}`;
  const name = path.slice(path.lastIndexOf(".") + 1);
  const after = ALONE[name];
  return after === undefined ? `${inner(label)} ${choice(String(value))}` : `${choice(String(value))}${after}`;
}

/** Whether the engine would take another value unasked. An assumption that is set differs from its preset. */
export const isChanged = ({ path, fallback }: Field, value: unknown): boolean =>
  path.includes("assumptions.") && !path.endsWith(".preset") ? value !== null && value !== undefined : fallback !== undefined && fallback !== value;

export function settingsLine(settings: readonly Setting[], lead: (path: string) => void): TemplateResult | typeof nothing {
  if (settings.length === 0) return nothing;
  const one = ({ path, words, changed, open }: Setting): TemplateResult => {
    const said = changed ? html`<b title="not the default">${words}<span aria-hidden="true">*</span><span class="unseen">, not the default</span></b>` : words;
    return open ? html`<li><button type="button" @click=${() => lead(path)}>${said}</button></li>` : html`<li>${said}</li>`;
  };
  return html`<ul class="settings" aria-label="Settings">${settings.map(one)}</ul>`;
}
