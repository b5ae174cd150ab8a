// What a device costs by the reader's word, in place of the price in its file: a box for each device of the answer.

import type { GivenPrice, Price } from "#engine";
import { control, fieldsOf, html, nothing, refusedAt, type EngineContext, type Refused, type TemplateResult } from "#shared";

export interface PricesOf {
  /** Unique on the page; ties labels to boxes. */
  uid: string;
  lab(): EngineContext;
  name(device: string): string;
  /** Null: those of the files again. */
  change(prices: GivenPrice[] | null): void;
  /** Why a price was refused, as its box says it. */
  worded(refused: Refused): string;
  drawn(): void;
}

const isPrice = (one: unknown): one is GivenPrice =>
  typeof one === "object" && one !== null && typeof (one as GivenPrice).hardware === "string" && typeof (one as GivenPrice).usd_per_hour === "number";

/** What of a value are prices: a page or an address may give anything, which the engine refuses. */
export const pricesIn = (value: unknown): GivenPrice[] => (Array.isArray(value) ? value.filter(isPrice) : []);

/** The list with another price of a device; with none, that of its file counts again. Null where none is left. */
export function priced(given: readonly GivenPrice[], hardware: string, price: number | null): GivenPrice[] | null {
  const others = given.filter((one) => one.hardware !== hardware);
  const all = price === null ? others : [...others, { hardware, usd_per_hour: price }];
  return all.length > 0 ? all : null;
}

export class PriceBoxes {
  /** What was typed last, until the prices change in another way. */
  #typed: { device: string; draft: string; value: unknown; beside: string } | undefined;

  /** Devices whose price no page states, and which the reader wants to price. */
  readonly #added = new Set<string>();

  constructor(private readonly of: PricesOf) {}

  /** `listed`: the devices of the answer. */
  view(given: readonly GivenPrice[], listed: readonly Price[]): TemplateResult {
    const { name } = this.of;
    const devices = [...new Set([...[...given, ...listed].map(({ hardware }) => hardware), ...this.#added])].sort((one, other) => name(one).localeCompare(name(other)));
    return html`<div class="controls">${devices.map((device) => this.#box(device, given))} ${this.#further(devices)}</div>`;
  }

  /** A list of the devices that are left out for want of a price. */
  #further(shown: readonly string[]): TemplateResult | typeof nothing {
    const { uid, lab, name, drawn } = this.of;
    const unpriced = lab().hardware.filter(({ id, price_usd_per_hour: price }) => !price && !shown.includes(id));
    if (unpriced.length === 0) return nothing;
    const add = ({ target }: Event): void => {
      const list = target as HTMLSelectElement;
      if (list.value) this.#added.add(list.value);
      list.value = "";
      drawn();
    };
    return html`<div class="control">
      <label for="${uid}-price-of">A device without a known price</label>
      <select id="${uid}-price-of" @change=${add}>
        <option value="">choose one to price</option>
        ${unpriced.map(({ id }) => html`<option value=${id}>${name(id)}</option>`)}
      </select>
    </div>`;
  }

  #box(device: string, given: readonly GivenPrice[]): TemplateResult {
    const { uid, lab, name, change, worded, drawn } = this.of;
    const described = fieldsOf("load").get("price_usd_per_hour")!;
    const field = { ...described, path: `${described.path}.${device}`, range: undefined };
    const [least, most] = field.limits as [number, number];
    const typed = this.#typed?.device === device && this.#typed.beside === JSON.stringify(given) ? this.#typed : undefined;
    const value = typed ? typed.value : given.find(({ hardware }) => hardware === device)?.usd_per_hour;
    const isTaken = (one: unknown): one is number | null => one === null || (typeof one === "number" && least <= one && one <= most);
    return control({
      field,
      label: name(device),
      id: `${uid}-price-${device}`,
      value,
      inForce: lab().hardware.find(({ id }) => id === device)?.price_usd_per_hour,
      draft: typed?.draft,
      error: value === undefined || isTaken(value) ? "" : worded(refusedAt(field, name(device), value, typed?.draft, "")),
      unset: "not known",
      entries: [],
      change: (price, draft) => {
        const next = isTaken(price) ? priced(given, device, price) : given;
        this.#typed = draft === undefined ? undefined : { device, draft, value: isTaken(price) ? price : draft, beside: JSON.stringify(next ?? []) };
        if (isTaken(price)) change(next as GivenPrice[] | null);
        else drawn();
      },
    });
  }
}
