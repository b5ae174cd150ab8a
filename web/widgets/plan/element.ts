import type { PlanOption, PlanRequest, PlanResult } from "#engine";
import { fact, html, nothing, notesList, number, of, quantity, says, tableView, unsafeCSS, type Cell, type CSSResultGroup, type Expected, type Input, type Table, type TemplateResult } from "#shared";
import { SimulatedElement } from "../simulated.js";
import { frontChart, type Point } from "./charts/front.js";
import { PriceBoxes, pricesIn } from "./prices.js";
import { purposeOf, TO_SERVE, TO_TRAIN, trains, type Purpose } from "./purpose.js";
import { cheapestOf, cutName, failingOf, fallingShort, frontOf, origin, priceOf, reasons, usd } from "./result.js";
import { DEMAND, HEADLINED, INPUTS, LIMITS, MODEL, MORE, PRICES, RUN, SEARCH } from "./settings.js";

/**
 * Plan: the cheapest devices that serve a demand within its limits, or that train in time, and why nothing cheaper does.
 *
 * @element ridge-plan
 * @attr model, precision - what is served, or trained
 * @attr demand-rate-per-s, prompt-tokens, output-tokens - how many requests come, and how long they are
 * @attr demand-slo-ttft-s, demand-slo-itl-s, demand-slo-share - limits of the latencies, and the share that must keep them
 * @attr demand-tokens, demand-days - to train instead: on so many tokens, in so many days
 * @attr sequence, global-batch, optimizer - how it is trained
 * @attr max-devices - the most devices that a layout may use, including all its copies
 * @attr prices - what devices cost an hour, in place of the prices in their files: `[{"hardware": "H100", "usd_per_hour": 2.1}]`
 * @attr prompt-tokens-spread, output-tokens-spread, link-efficiency, link-latency-s, request-overhead-s - further what is assumed
 * @attr assumptions - `first-principles`, `textbook`, `calibrated`, or a JSON object
 * @attr loading - `lazy` (default: near the viewport), `eager`, or `click`: when the reader asks
 * @attr lock, hide - controls that the reader may not change, or not see, by the names of their attributes
 * @attr controls - the controls that are shown, where not all are
 * @attr view - one part alone, at most 480 px high: `front` or `table`
 * @attr theme - `auto` (default: the page's colour scheme), `light` or `dark`
 * @attr label - what a screen reader calls it, where several of a kind stand on a page
 * @attr url-state - keeps the reader's changes in the address, under this key
 * @fires ridge-ready - the first result is shown; detail {request, result}
 * @fires ridge-change - a new result; detail {request, result}
 * @fires ridge-error - the engine refused or did not load; detail {code, field, message}
 * @csspart root, controls, results, chart, foot
 */
export class RidgePlan extends SimulatedElement<PlanResult, PlanResult> {
  static override styles: CSSResultGroup = [
    SimulatedElement.styles,
    unsafeCSS(`
      /* What stands beside the number is long: it wraps, and the buttons stay in its line. */
      @container (min-width: 736px) {
        .frame > .headline > .what {
          flex: 1 1 200px;
        }
      }
      /* The first of the facts has it too, and a phone has no room for both. */
      @container (max-width: 735.84px) {
        .origin {
          display: none;
        }
      }
    `),
  ];

  static override views = ["front"];

  static override inputs: readonly Input[] = INPUTS;

  protected override readonly caption = "Plan";
  protected override readonly headlined = HEADLINED;
  protected override readonly call = "plan";

  readonly #boxes = new PriceBoxes({
    uid: this.uid,
    lab: () => this.lab!,
    name: (device) => this.hardwareName(device),
    change: (prices) => this.edit({ [PRICES]: prices }, PRICES),
    worded: (refused) => this.toolbox.worded(refused),
    drawn: () => this.requestUpdate(),
  });

  protected override unread({ unread }: PlanResult): string[] {
    return unread;
  }

  protected override asks(request: Record<string, unknown>): Record<string, unknown> {
    return request;
  }

  protected override made(found: PlanResult): PlanResult {
    return found;
  }

  protected override asked(): TemplateResult {
    return html`
      ${this.group("The model", MODEL)}
      ${this.panel.open("demand.tokens") && this.panel.open("demand.days") ? this.#purposes() : nothing} ${this.group("The demand", [...DEMAND, ...RUN])}
      ${this.#trains() ? nothing : this.group("Limits", LIMITS)} ${this.group("The search", SEARCH)}
      ${this.panel.open(PRICES) && this.result
        ? html`<details data-field=${PRICES}>
            <summary>Prices an hour</summary>
            ${this.#boxes.view(pricesIn(this.value(PRICES)), this.result.prices)}
          </details>`
        : nothing}
      ${this.#trains() ? nothing : this.folded("Spread, links and overhead", MORE)}
    `;
  }

  /** Tokens and days go together, so one control sets both. */
  #purposes(): TemplateResult {
    const run = this.#trains();
    return html`<fieldset>
      <legend id="${this.uid}-purpose">What the devices are for</legend>
      <div class="control" data-field="purpose">
        <select aria-labelledby="${this.uid}-purpose" @change=${({ target }: Event) => this.edit((target as HTMLSelectElement).value === "train" ? TO_TRAIN : TO_SERVE)}>
          <option value="serve" ?selected=${!run}>serving requests</option>
          <option value="train" ?selected=${run}>a training run</option>
        </select>
      </div>
    </fieldset>`;
  }

  /** One that is typed while the other is not set brings the other, which would be refused for want of it. */
  protected override change(path: string, value: unknown, draft?: string): void {
    const other = Object.keys(TO_TRAIN).find((one) => path in TO_TRAIN && one !== path) as keyof typeof TO_TRAIN | undefined;
    if (other && typeof value === "number" && (this.value(other) ?? null) === null) this.edit({ [path]: value, [other]: TO_TRAIN[other] }, path);
    else super.change(path, value, draft);
  }

  #request(): PlanRequest {
    return this.shown as unknown as PlanRequest;
  }

  #purpose(): Purpose {
    return purposeOf(this.#request());
  }

  #trains(): boolean {
    return trains(this.#request());
  }

  /** A number of an option that opens. */
  #opens(result: PlanResult, option: PlanOption, field: keyof PlanOption, text: string): TemplateResult {
    return this.number(text, field, { call: this.call, request: { ...this.shown, hardware: option.hardware, price_usd_per_hour: priceOf(result.prices, option.hardware).usd_per_hour }, result: { ...result, ...option } });
  }

  #devices({ hardware, devices }: PlanOption): string {
    return `${number(devices)} × ${this.hardwareName(hardware)}`;
  }

  protected override answer(result: PlanResult): TemplateResult {
    const cheapest = cheapestOf(result);
    return cheapest
      ? html`<span class="value">${this.#devices(cheapest)}</span>
          <span class="what">${this.#trains() ? html`${this.#opens(result, cheapest, "cost_usd", quantity(cheapest.cost_usd, "USD"))} for the run, ` : nothing}${this.#opens(result, cheapest, "usd_per_hour", usd(cheapest.usd_per_hour))} an hour<span class="origin"> (${origin(priceOf(result.prices, cheapest.hardware))})</span></span>`
      : html`<span class="value">none</span> <span class="what">of ${number(result.considered)} layouts considered meets the demand: ${reasons(failingOf(result))}</span>`;
  }

  protected override answers(result: PlanResult): boolean {
    return cheapestOf(result) !== undefined;
  }

  protected override foreseen(result: PlanResult): Expected {
    const found = cheapestOf(result);
    if (!found) return { words: "no layout" };
    // A run that is cheaper by the hour may cost more in all.
    return { words: this.#trains() ? `${this.#devices(found)} for ${quantity(found.cost_usd, "USD")} in all` : `${this.#devices(found)} for ${usd(found.usd_per_hour)} an hour` };
  }

  #sentence(result: PlanResult): string {
    const [cheapest, quicker] = frontOf(result);
    const most = this.#request().max_devices;
    const demand = this.#purpose().demand(this.#request());
    if (!cheapest) return `None of the ${number(result.considered)} layouts of up to ${most === 1 ? "one device" : `${number(most)} devices`} can ${demand}. ${result.reason}`;
    const first = `The cheapest way to ${demand} is ${this.#devices(cheapest)}, ${cutName(cheapest)}, for ${usd(cheapest.usd_per_hour)} an hour: ${this.#purpose().achieved(cheapest)}.`;
    return `${first}${quicker ? this.#purpose().quicker(quicker, this.#devices(quicker)) : ""} ${result.reason}`;
  }

  #facts(result: PlanResult): TemplateResult {
    const cheapest = cheapestOf(result);
    const considered = fact("Layouts considered", number(result.considered), `${number(result.meeting)} of them meet the demand by the estimate`);
    if (!cheapest) return html`<dl class="facts">${considered}</dl>`;
    const price = priceOf(result.prices, cheapest.hardware);
    const open = (field: keyof PlanOption, text: string): TemplateResult => this.#opens(result, cheapest, field, text);
    return html`<dl class="facts">
      ${fact("Price an hour", open("usd_per_hour", usd(cheapest.usd_per_hour)), `${usd(price.usd_per_hour)} each: ${origin(price)}`)}
      ${this.#purpose().facts(result, this.#request(), open)} ${considered}
    </dl>`;
  }

  #point(option: PlanOption): string {
    return `${this.#devices(option)}, ${cutName(option)}: ${this.#purpose().point(option)}`;
  }

  #points(result: PlanResult): Point[] {
    return frontOf(result).map((option) => ({ name: this.#devices(option), cost_usd: this.#purpose().amount(option), latency_s: option.latency_s!, text: this.#point(option) }));
  }

  #front(result: PlanResult): TemplateResult | typeof nothing {
    const front = frontOf(result), purpose = this.#purpose(), { pinned } = this;
    return this.figure({
      name: "front",
      heading: purpose.front.heading,
      summary: `The cheapest: ${this.#point(front[0]!)}.${front.length > 1 ? ` The quickest: ${this.#point(front.at(-1)!)}.` : ""}`,
      drawing: frontChart(
        this.#points(result),
        { ...purpose.front, limit_s: purpose.limit_s(this.#request()) },
        Math.max(this.width, 240),
        // What serves and what trains have no axis in common.
        pinned && trains(pinned.request as unknown as PlanRequest) === this.#trains() ? this.#points(pinned.result) : [],
      ),
      table: this.#frontTable(result),
      aside: purpose.front.aside,
    });
  }

  protected override body(result: PlanResult): TemplateResult {
    return html`
      ${this.#facts(result)} ${says(this.#sentence(result))} ${result.front.length > 0 ? this.#front(result) : nothing}
      ${failingOf(result).length > 0 ? html`<div class="listed">${tableView(this.#failing(result))}</div>` : html`<p class="aside">No layout is cheaper than this one.</p>`}
      ${tableView(this.#prices(result))} ${notesList(result.notes)}
    `;
  }

  #frontTable(result: PlanResult): Table {
    const purpose = this.#purpose();
    return {
      caption: purpose.front.caption,
      head: ["Devices", "Layout", ...purpose.head],
      rows: frontOf(result).map((option): Cell[] => [this.#devices(option), cutName(option), ...purpose.cells(option)]),
    };
  }

  #failing(result: PlanResult): Table {
    return {
      caption: cheapestOf(result) ? "Why the next cheaper ones fail" : "What comes nearest, and why it fails",
      head: ["Devices", "Layout", "Price an hour", "Falls short", "Why"],
      rows: failingOf(result).map((one): Cell[] => [this.#devices(one), cutName(one), of(one.usd_per_hour, "USD"), fallingShort(one.binds), one.why]),
    };
  }

  #prices({ prices }: PlanResult): Table {
    return {
      caption: "Prices, and where they were read",
      head: ["Device", "Hourly price", "Source", "Date"],
      rows: prices.map(({ hardware, usd_per_hour: price, source, date }): Cell[] => [this.hardwareName(hardware), of(price, "USD"), source || "your price", date || "—"]),
    };
  }

  protected override tables(result: PlanResult): Table[] {
    return [this.#frontTable(result), this.#failing(result), this.#prices(result)].filter(({ rows }) => rows.length > 0);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ridge-plan": RidgePlan;
  }
}
