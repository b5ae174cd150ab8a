// The picker of models and devices: search, families, the popular ones first, sizes in order, and beside each name what tells
// it from the others. It stands in for a native list, which stays where it is and keeps the value.

import { html, nothing, ownMachine, quantity, type TemplateResult, type ToolboxOf } from "#shared";
import { counted } from "../ui/format.js";
import { Dialog } from "./dialog.js";

export type Entry = Record<string, unknown> & { id: string; name: string };

interface Option {
  value: string;
  name: string;
  /** Memory and bandwidth, or parameters. */
  facts: string;
  /** What is searched beside the name. */
  more: string;
  size: number;
  group: string;
}

/** What people ask of most: first in the list. */
export const POPULAR = ["H100", "H200", "B200", "A100", "L4", "L40S", "MI300X", "RTX4090", "RTX5090", "MacBookM4Max", "T4", "Llama3_8B", "Llama3_70B", "Llama3_2_1B", "Mixtral_8x7B", "Qwen3_8B", "GptOss_20B", "DeepSeek_V3", "ResNet50", "BERT_Base"];

const amount = (value: unknown, unit: string): string => (typeof value === "number" ? quantity(value, unit) : "");

const numberOf = (value: unknown): number => (typeof value === "number" ? value : 0);

const count = (value: unknown): string => (typeof value === "number" ? `${counted(value)} parameters` : "");

export function optionOf(entry: Entry): Option {
  const isDevice = "memory_bandwidth_bytes_per_s" in entry;
  return {
    value: entry.id,
    name: entry.name,
    facts: isDevice ? [amount(entry["memory_capacity_bytes"], "bytes"), amount(entry["memory_bandwidth_bytes_per_s"], "bytes/s")].filter(Boolean).join(" · ") : count(entry["parameters"]),
    more: [entry.id, entry["vendor"], entry["class"], entry["family"]].filter(Boolean).join(" "),
    size: isDevice ? numberOf(entry["memory_bandwidth_bytes_per_s"]) : numberOf(entry["parameters"]),
    group: isDevice ? String(entry["vendor"] ?? entry.name.split(" ")[0]) : entry.name.split(/[\s-]/)[0]!.replace(/\d.*$/, "") || entry.name,
  };
}

const plain = (text: string): string => text.toLowerCase().replace(/[\s_./-]+/g, "");

/** Every word of what is sought is in the name or beside it. */
export const found = (option: Pick<Option, "name" | "more" | "facts">, sought: string): boolean => {
  const text = plain(`${option.name} ${option.more} ${option.facts}`);
  return sought.trim().split(/\s+/).every((word) => text.includes(plain(word)));
};

/** Families in the order of the alphabet, each from small to large; single ones together at the end. */
export function arranged(options: readonly Option[]): [heading: string, options: Option[]][] {
  const groups = new Map<string, Option[]>();
  for (const one of options) {
    // GPT-2 and gpt-oss are one family.
    const family = one.group.toLowerCase();
    groups.set(family, [...(groups.get(family) ?? []), one]);
  }
  const bySize = (one: Option, other: Option): number => one.size - other.size || one.name.localeCompare(other.name);
  const several = [...groups].filter(([, list]) => list.length > 1).sort(([one], [other]) => one.localeCompare(other));
  const single = [...groups].filter(([, list]) => list.length === 1).flatMap(([, list]) => list);
  const popular = POPULAR.flatMap((id) => options.find(({ value }) => value === id) ?? []);
  return [
    ...(popular.length > 1 ? [["Popular", popular] as [string, Option[]]] : []),
    ...several.map(([, list]): [string, Option[]] => [list.sort(bySize)[0]!.group, list]),
    ...(single.length > 0 ? [["Others", single.sort(bySize)] as [string, Option[]]] : []),
  ];
}

class Picker {
  readonly #dialog: Dialog;
  readonly #options: Option[];
  readonly #own: Option[];
  #sought: string;
  #at: number;

  constructor(
    private readonly select: HTMLSelectElement,
    of: ToolboxOf,
    sought: string,
  ) {
    const lab = of.lab()!;
    const entries = new Map([...lab.models, ...lab.hardware].map((one) => [one.id, one as unknown as Entry]));
    const machine = ownMachine();
    const listed = [...select.options];
    this.#options = listed.flatMap(({ value }) => (entries.has(value) ? [optionOf(entries.get(value)!)] : []));
    // What is in the list and no entry: the reader's machine, and one of their own.
    this.#own = listed.filter(({ value }) => !entries.has(value)).map(({ value, text }) => ({ value, name: text, facts: /^Your machine/.test(text) && machine ? optionOf(machine as unknown as Entry).facts : "", more: "", size: 0, group: "Your own" }));
    this.#sought = sought;
    this.#at = sought ? 0 : Math.max(0, this.#list().findIndex(({ value }) => value === select.value));
    const label = (select.getRootNode() as ShadowRoot).querySelector(`label[for="${select.id}"]`)?.textContent ?? "";
    this.#dialog = new Dialog(of.root(), select, label, "picker");
    this.#show();
    const input = this.#dialog.find<HTMLInputElement>("input")!;
    input.focus();
    input.setSelectionRange(sought.length, sought.length);
    this.#reveal();
  }

  #groups(): [string, Option[]][] {
    if (this.#sought.trim()) return [["", [...this.#own, ...this.#options].filter((one) => found(one, this.#sought)).sort((one, other) => this.#rank(one) - this.#rank(other))]];
    return [...(this.#own.length > 0 ? [["Your own", this.#own] as [string, Option[]]] : []), ...arranged(this.#options)];
  }

  /** Names that begin with what is sought, then popular ones, then by size. */
  #rank({ name, value, size }: Option): number {
    const popular = POPULAR.indexOf(value);
    return (plain(name).startsWith(plain(this.#sought)) ? 0 : 1e6) + (popular >= 0 ? popular : 1e3) + Math.min(1, size / 1e18);
  }

  #list(): Option[] {
    return this.#groups().flatMap(([, options]) => options);
  }

  #take(option: Option | undefined): void {
    if (!option) return;
    this.select.value = option.value;
    this.#dialog.close();
    this.select.dispatchEvent(new Event("change", { bubbles: true }));
  }

  readonly #keys = (event: KeyboardEvent): void => {
    const list = this.#list();
    const step = ({ ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 } as Record<string, number>)[event.key];
    if (!step && event.key !== "Enter") return;
    event.preventDefault();
    if (!step) return this.#take(list[this.#at]);
    this.#at = Math.max(0, Math.min(list.length - 1, this.#at + step));
    this.#show();
    this.#reveal();
  };

  #reveal(): void {
    this.#dialog.find('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }

  #show(): void {
    const list = this.#list();
    const search = ({ target }: Event): void => {
      this.#sought = (target as HTMLInputElement).value;
      this.#at = 0;
      this.#show();
      this.#reveal();
    };
    let place = -1;
    const row = (option: Option): TemplateResult => {
      const here = (place += 1);
      return html`<li role="option" id="${this.select.id}-option-${here}" aria-selected=${here === this.#at ? "true" : "false"} class=${option.value === this.select.value ? "chosen" : ""} @click=${() => this.#take(option)}>
        <span>${option.name}</span> <small>${option.facts}</small>
      </li>`;
    };
    this.#dialog.show(html`
      <input type="text" role="combobox" aria-label="Search" aria-expanded="true" aria-controls="${this.select.id}-list" aria-activedescendant=${list.length > 0 ? `${this.select.id}-option-${this.#at}` : nothing} placeholder="Search by name, maker or size" autocomplete="off" spellcheck="false" .value=${this.#sought} @input=${search} @keydown=${this.#keys} />
      <ul role="listbox" id="${this.select.id}-list" aria-label="Entries">
        ${this.#groups().map(([heading, options]) => html`<li role="group" aria-label=${heading || "Found"}>${heading ? html`<p class="label" aria-hidden="true">${heading}</p>` : nothing}<ul role="none">${options.map(row)}</ul></li>`)}
      </ul>
      ${list.length === 0 ? html`<p class="aside" role="status">Nothing matches “${this.#sought.slice(0, 40)}”.</p>` : nothing}
    `);
  }
}

/** Keys that open a native list. */
const opens = ({ key, altKey }: KeyboardEvent): boolean => key === "Enter" || key === " " || key === "F4" || (altKey && /^Arrow(Up|Down)$/.test(key));

export function browse(select: HTMLSelectElement, event: Event, of: ToolboxOf): void {
  // One that was asked for while this script was on its way may have been asked for twice.
  if (select.matches(":disabled") || of.root().querySelector("dialog[open]")) return;
  let sought = "";
  if (event.type === "keydown") {
    const keys = event as KeyboardEvent;
    if (keys.ctrlKey || keys.metaKey || keys.key === "Tab") return;
    if (/^[\p{L}\p{N}]$/u.test(keys.key) && !keys.altKey) sought = keys.key;
    else if (!opens(keys)) return;
  } else if (event.type !== "mousedown") return;
  event.preventDefault();
  new Picker(select, of, sought);
}
