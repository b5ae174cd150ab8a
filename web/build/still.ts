// A widget as it stands at first, drawn when the page is built: its sentence, its charts and their
// numbers, for printouts, search engines and readers without JavaScript. Not by @lit-labs/ssr: that renders the whole
// element, controls and style sheets included, into a shadow root with markers for its script to take over, and a still
// is the little of it that paper needs, as plain HTML beside the live element.

import { isDirectiveResult } from "lit/directive-helpers.js";
import { number, quantity } from "../ui/format.js";
import { shortName } from "../ui/short-name.js";
import type { Cell, Table } from "../ui/table.js";
import { PARTS } from "../ui/attributes.js";
import { attributesOf } from "../ui/input.js";
import { escapeHtml } from "../labs/html.js";
import { isRecord } from "../labs/types.js";

export interface Still {
  html: string;
  /** Its sentences alone. */
  sentences: string;
  /** The first thing that the widget says, in one sentence. */
  said: string;
  /** Its tables alone. */
  tables: string[];
  /** Its drawings alone. */
  drawings: string[];
  /** The numbers of each drawing, folded, as the widget has them below it. */
  numbers: string[];
  /** What the widget asks the engine before anything is moved. */
  request: Record<string, unknown>;
  /** The part of it that a reader can change, as dotted paths. */
  fields: string[];
}

/** What of a widget is used here; the elements are the site's own, run without a browser. */
interface Element {
  lab: unknown;
  width: number;
  request: Record<string, unknown>;
  result: unknown;
  shown: Record<string, unknown>;
  requestUpdate(): void;
  dispatchEvent(): boolean;
  attributeChangedCallback(name: string, before: null, after: string): void;
  strange(attributes: Iterable<{ name: string; value: string }>): string[];
  solve(lab: unknown, request: Record<string, unknown>): unknown;
  frame(result: unknown): unknown;
  answer(result: unknown): unknown;
  tables(result: unknown): Table[];
}

/** What a directive stands for is the last that it is given: `live` the value, `guard` what draws it. */
function drawnBy({ values }: { values: unknown[] }): unknown {
  const given = values.at(-1);
  return typeof given === "function" ? (given as () => unknown)() : given;
}

/** What stands before a value of a template, and where the value goes: an attribute's name has the blank before it. */
interface Piece {
  before: string;
  attribute: string;
  kind: "text" | "attribute" | "boolean" | "live";
}

const pieces = new WeakMap<readonly string[], Piece[]>();

function piecesOf(strings: readonly string[]): Piece[] {
  const known = pieces.get(strings);
  if (known) return known;
  const found = strings.map((part): Piece => {
    const [, blank = "", mark = "", name = ""] = /(\s)([@.?]?)([\w:-]+)=$/.exec(part) ?? [];
    if (!name) return { before: part, attribute: "", kind: "text" };
    const kind = mark === "" ? "attribute" : mark === "?" ? "boolean" : "live";
    return { before: part.slice(0, part.length - blank.length - mark.length - name.length - 1), attribute: blank + name, kind };
  });
  pieces.set(strings, found);
  return found;
}

/** A Lit template as HTML: handlers, properties and what only a live element has are left out. */
export function text(value: unknown): string {
  if (value === null || value === undefined || value === false || typeof value === "symbol" || typeof value === "function") return "";
  if (Array.isArray(value)) return value.map(text).join("");
  if (!isRecord(value)) return escapeHtml(String(value));
  if (isDirectiveResult(value)) return text(drawnBy(value as unknown as { values: unknown[] }));
  if (!("strings" in value)) return "";
  const { strings, values } = value as { strings: string[]; values: unknown[] };
  return piecesOf(strings).map(({ before, attribute, kind }, index) => {
    if (index >= values.length) return before;
    const one = values[index];
    if (kind === "text") return before + text(one);
    if (kind === "attribute") return typeof one === "symbol" ? before : `${before}${attribute}="${text(one)}"`;
    return kind === "boolean" && one ? before + attribute : before;
  }).join("");
}

/** In the digits of the sentences, as the live widget has them. */
const cell = (value: Cell): string => escapeHtml(typeof value === "object" && value !== null ? quantity(value.value, value.unit, value.digits) : typeof value === "string" ? value : number(value));

const isFigure = (rows: Cell[][], column: number): boolean => column > 0 && rows.every((row) => typeof row[column] !== "string");

const table = ({ caption, head, rows }: Table): string => `<div class="scroll" tabindex="0" role="group" aria-label="${escapeHtml(caption)}"><table>
<caption><span>${escapeHtml(caption)}</span></caption>
<thead><tr>${head.map((name, column) => `<th scope="col"${isFigure(rows, column) ? ' class="figure"' : ""}>${escapeHtml(name)}</th>`).join("")}</tr></thead>
<tbody>${rows.map((row) => `<tr>${row.map((one, index) => (index === 0 ? `<th scope="row" data-title="${escapeHtml(head[0]!)}">${cell(one)}</th>` : `<td${isFigure(rows, index) ? ' class="figure"' : ""} data-title="${escapeHtml(head[index]!)}">${cell(one)}</td>`)).join("")}</tr>`).join("\n")}</tbody>
</table></div>`;

const plain = (html: string): string => html.replace(/<svg[\s\S]*?<\/svg>/g, "").replace(/<[^>]+>/g, " ").replace(/\s+/g, " ").trim();

/** The drawings of a widget's body, each under its heading and over the sentence of what it shows, which has no id here to be described by; and their numbers, which nothing opens here. */
function drawings(html: string): Pick<Still, "drawings" | "numbers"> {
  const found: string[] = [], numbers: string[] = [];
  for (const [, figure] of html.matchAll(/<figure\b[^>]*>([\s\S]*?)<\/figure>/g)) {
    const drawing = /<svg\s+class="drawing"[\s\S]*?<\/svg>/.exec(figure!)?.[0];
    if (!drawing) continue;
    const [heading, summary] = [/<span class="heading"[^>]*>([\s\S]*?)<\/span>/, /<span [^>]*data-said[^>]*>([\s\S]*?)<\/span>/].map((part) => part.exec(figure!)![1]!.trim());
    numbers.push(/<details>[\s\S]*<\/details>/.exec(figure!)![0].replace(/<!--[\s\S]*?-->|<\/?button[^>]*>/g, "").replace(/\s+/g, " "));
    found.push(`<figure><figcaption>${heading}</figcaption>${drawing.replace(/<!--[\s\S]*?-->/g, "").replace(/\s+/g, " ").replace(/ aria-describedby="[^"]*"/, "")}<p>${summary}</p></figure>`);
  }
  return { drawings: found, numbers };
}

/** What is printed of a widget, or a part of it. */
export const stillHtml = ({ sentences, drawings, tables }: Pick<Still, "sentences" | "drawings" | "tables">): string => `<div class="still">${[sentences, ...drawings, ...tables].join("\n")}</div>`;

type Made = (new () => Element) & { observedAttributes: string[]; views: readonly string[]; readouts: readonly string[]; inputs: readonly { path: string; call: string; field?: string; common?: string; start?: unknown }[] };

/** Throws for attributes that mean nothing to the element, with the names that do. */
function refuseStrange(made: Made, element: Element, attributes: Record<string, string>): void {
  const strange = element.strange(Object.entries(attributes).map(([name, value]) => ({ name, value })));
  if (strange.length === 0) return;
  const controls = [...new Set(made.inputs.flatMap((input) => attributesOf(input)))].join(", ");
  const readouts = [...PARTS, ...made.views, ...made.readouts].join(", ");
  throw new Error(`${strange.join("; ")}. Its settings are ${controls}; hide also takes ${readouts}`);
}

/** By module: one is run only once, however often it is imported. */
const registered = new WeakMap<object, Map<string, Made>>();

/** Imports a script of a build. */
type Script = () => Promise<object>;

/** The elements that a script registers, to be made and asked, never put on a page. */
export async function registeredElements(script: Script): Promise<Map<string, Made>> {
  // What the module touches as it is read.
  const known = new Map<string, Made>();
  const scope = globalThis as Record<string, unknown>;
  scope["HTMLElement"] = class {
    getAttribute(): null {
      return null;
    }
  };
  scope["CustomEvent"] ??= class {};
  scope["CSSStyleSheet"] ??= class {};
  // A browser reads what a class observes when it is defined, and Lit prepares the class as it does.
  const define = (name: string, made: Made): void => {
    if (made.observedAttributes) known.set(name, made);
  };
  scope["customElements"] = { define, get: (name: string) => known.get(name) };
  scope["document"] ??= { createTreeWalker: () => ({}), createComment: () => ({}), createElement: () => ({}) };
  const module = await script();
  if (!registered.has(module)) registered.set(module, known);
  return registered.get(module)!;
}

/** Draws stills with the elements that these scripts register. `on`: what joins a model and its device, in their language. */
export async function stills(scripts: readonly Script[], engine: Record<string, unknown>, on = "on"): Promise<(element: string, attributes: Record<string, string>, width?: number) => Still> {
  const known = new Map<string, Made>();
  for (const script of scripts) for (const [name, made] of await registeredElements(script)) known.set(name, made);
  const ask = engine as { models(): { id: string; name: string }[]; hardware(): { id: string; name: string }[] };
  const entries = [...ask.models(), ...ask.hardware().map(({ id, name }) => ({ id, name: shortName(name) }))];
  const lab = { engine, models: ask.models(), hardware: ask.hardware() };

  const solvedAs = (name: string, attributes: Record<string, string>): Element => {
    const made = known.get(name);
    if (!made) throw new Error(`there is no element ${name}`);
    const element = new made();
    Object.assign(element, { requestUpdate: () => {}, dispatchEvent: () => true, getAttribute: (attribute: string) => attributes[attribute] ?? null });
    refuseStrange(made, element, attributes);
    for (const [attribute, value] of Object.entries(attributes)) element.attributeChangedCallback(attribute, null, value);
    // Only now, for with an engine it solves anew at each attribute.
    element.lab = lab;
    element.shown = element.request;
    element.result = element.solve(lab, element.shown);
    return element;
  };
  // A lab's variants, and a picture beside its widget, mostly show the same, and a simulation takes a tenth of a second.
  const solved = new Map<string, Element>();

  return (name, attributes, width = 640) => {
    const key = JSON.stringify([name, attributes]);
    const element = solved.get(key) ?? solvedAs(name, attributes);
    solved.set(key, element);
    element.width = width;
    const request = element.shown;
    const html = text(element.frame(element.result));
    const found = drawings(html);
    const said = [...html.matchAll(/<p class="sentence"[^>]*>([\s\S]*?)<\/p>/g)].map(([, inner]) => plain(inner!));
    const first = (said[0] ?? "").split(/(?<=[.?!]) (?=[A-Z])/)[0]!;
    // Beside its controls a sentence may leave unsaid what it is about.
    const about = [request["model"], request["hardware"]].flatMap((id) => entries.filter((entry) => entry.id === id).map((entry) => escapeHtml(entry.name)));
    if (about.some((one) => !said.join(" ").includes(one))) said.unshift(`${about.join(` ${on} `)}.`);
    const sentences = said.map((line) => `<p>${line}</p>`).join("\n");
    // Of one part alone, its numbers alone.
    const shown = element.tables(element.result).filter(({ caption }) => attributes["view"] === undefined || html.includes(`<caption><span>${caption}`));
    const parts = { sentences, ...found, tables: shown.map(table) };
    return { request, fields: known.get(name)!.inputs.map(({ path }) => path), said: first, ...parts, html: stillHtml(parts) };
  };
}
