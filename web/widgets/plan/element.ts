import type { PlanOption, PlanRequest, PlanResult } from "#engine";
import { fact, html, nothing, notesList, number, of, quantity, says, tableView, type Cell, type Expected, type Input, type Table, type TemplateResult } from "#shared";
import { SimulatedElement } from "../simulated.js";
import { frontChart } from "./charts/front.js";
import { PriceBoxes, pricesIn } from "./prices.js";
import { cheapestOf, cutName, failingOf, fallingShort, frontOf, limitsOf, origin, priceOf, reasons, usd, type Limits } from "./result.js";
import { DEMAND, HEADLINED, INPUTS, LIMITS, MORE, PRICES, SEARCH, SERVED } from "./settings.js";

/**
 * Plan: the cheapest devices that serve a demand within its limits, and why nothing cheaper does.
 *
 * @element ridge-plan
 * @attr model, precision - what is served
 * @attr demand-rate-per-s, prompt-tokens, output-tokens - how many requests come, and how long they are
 * @attr demand-slo-ttft-s, demand-slo-itl-s, demand-slo-share - limits of the latencies, and the share that must keep them
 * @attr max-devices - the most devices of a layout with its copies
 * @attr prices - what devices cost an hour, in place of the prices in their files: `[{"hardware": "H100", "usd_per_hour": 2.1}]`
 * @attr prompt-tokens-spread, output-tokens-spread, link-efficiency, link-latency-s, request-overhead-s - further what is assumed
 * @attr assumptions - `first-principles`, `textbook`, `calibrated`, or a JSON object
 * @attr loading - `lazy` (default: near the viewport), `eager`, or `click`: when the reader asks
 * @attr lock, hide - controls that the reader may not change, or not see, by the names of their attributes
 * @attr controls - the controls that are shown, where not all are
 * @attr view - one part alone, at most 480 px high: `front` or `table`
 * @attr theme - `light` or `dark`; without it the page's colour scheme
 * @attr label - what a screen reader calls it, where several of a kind stand on a page
 * @attr url-state - keeps the reader's changes in the address, under this key
 * @fires ridge-ready - the first result is shown; detail {request, result}
 * @fires ridge-change - a new result; detail {request, result}
 * @fires ridge-error - the engine refused or did not load; detail {code, field, message}
 * @csspart root, controls, results, chart, foot
 */
export class RidgePlan extends SimulatedElement<PlanResult, PlanResult> {
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
      ${this.group("What is served", SERVED)} ${this.group("The demand", DEMAND)} ${this.group("Limits", LIMITS)} ${this.group("The search", SEARCH)}
      ${this.panel.open(PRICES) && this.result
        ? html`<details data-field=${PRICES}>
            <summary>Prices an hour</summary>
            ${this.#boxes.view(pricesIn(this.value(PRICES)), this.result.prices)}
          </details>`
        : nothing}
      ${this.folded("Spread, links and overhead", MORE)}
    `;
  }

  #request(): PlanRequest {
    return this.shown as unknown as PlanRequest;
  }

  #limits(): Limits {
    return limitsOf(this.#request());
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
          <span class="what">${this.#opens(result, cheapest, "usd_per_hour", usd(cheapest.usd_per_hour))} an hour (${origin(priceOf(result.prices, cheapest.hardware))})</span>`
      : html`<span class="value">none</span> <span class="what">of ${number(result.considered)} layouts considered meets the demand: ${reasons(failingOf(result))}</span>`;
  }

  protected override answers(result: PlanResult): boolean {
    return cheapestOf(result) !== undefined;
  }

  protected override foreseen(result: PlanResult): Expected {
    const found = cheapestOf(result);
    return { words: found ? `${this.#devices(found)} for ${usd(found.usd_per_hour)} an hour` : "no layout" };
  }

  /** The demand within a sentence. */
  #demand(): string {
    const { rate_per_s: rate } = this.#request().demand as { rate_per_s: number };
    const { ttft_s, itl_s } = this.#limits();
    const limits = [...(ttft_s === null ? [] : [`a first token within ${quantity(ttft_s, "s")}`]), ...(itl_s === null ? [] : [`${quantity(itl_s, "s")} between tokens`])];
    return `${rate === 1 ? "1 request" : `${number(rate)} requests`} a second${limits.length > 0 ? ` with ${limits.join(" and ")}` : ""}`;
  }

  #sentence(result: PlanResult): string {
    const [cheapest, quicker] = frontOf(result);
    const most = this.#request().max_devices;
    if (!cheapest) return `None of the ${number(result.considered)} layouts of up to ${most === 1 ? "one device" : `${number(most)} devices`} serves ${this.#demand()}. ${result.reason}`;
    const first = `The cheapest way to serve ${this.#demand()} is ${this.#devices(cheapest)}, ${cutName(cheapest)}, for ${usd(cheapest.usd_per_hour)} an hour: ${quantity(cheapest.latency_s, "s")} between tokens on average.`;
    const more = quicker ? ` Less time between tokens, ${quantity(quicker.latency_s, "s")}, takes ${this.#devices(quicker)} for ${usd(quicker.usd_per_hour)}.` : "";
    return `${first}${more} ${result.reason}`;
  }

  #facts(result: PlanResult): TemplateResult {
    const cheapest = cheapestOf(result);
    const { ttft_s, itl_s } = this.#limits();
    const limit = (value: number | null): string => `on average${value === null ? "" : `; the limit is ${quantity(value, "s")}`}`;
    const considered = fact("Layouts considered", number(result.considered), `${number(result.meeting)} of them meet the demand by the estimate`);
    if (!cheapest) return html`<dl class="facts">${considered}</dl>`;
    const price = priceOf(result.prices, cheapest.hardware);
    const open = (field: keyof PlanOption, text: string): TemplateResult => this.#opens(result, cheapest, field, text);
    return html`<dl class="facts">
      ${fact("Price an hour", open("usd_per_hour", usd(cheapest.usd_per_hour)), `${usd(price.usd_per_hour)} each: ${origin(price)}`)}
      ${fact("A million tokens", open("cost_usd", quantity(cheapest.cost_usd, "USD")), "of answers, at that price")}
      ${fact("Between tokens", open("latency_s", quantity(cheapest.latency_s, "s")), limit(itl_s))}
      ${fact("First token", open("ttft_s", quantity(cheapest.ttft_s, "s")), limit(ttft_s))}
      ${considered}
    </dl>`;
  }

  #point(option: PlanOption): string {
    const { usd_per_hour: price, latency_s, ttft_s, simulated } = option;
    return `${this.#devices(option)}, ${cutName(option)}: ${usd(price)} an hour, ${quantity(latency_s, "s")} between tokens, first token after ${quantity(ttft_s, "s")}${simulated ? "; simulated too" : ""}`;
  }

  #front(result: PlanResult): TemplateResult | typeof nothing {
    const front = frontOf(result);
    return this.figure({
      name: "front",
      heading: "Cost against latency",
      title: front.map((option) => this.#point(option)).join("; "),
      drawing: frontChart(
        front.map((option) => ({
          name: this.#devices(option),
          usd_per_hour: option.usd_per_hour,
          latency_s: option.latency_s!,
          text: this.#point(option),
        })),
        this.#limits().itl_s,
        Math.max(this.width, 240),
      ),
      table: this.#frontTable(result),
      aside: html`<p class="aside">Each point is a layout that nothing both cheaper and quicker beats; the steps are the least price for a time between tokens.</p>`,
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
    return {
      caption: "What less time between tokens costs",
      head: ["Devices", "Layout", "Price an hour", "A million tokens", "Between tokens", "First token", "Checked"],
      rows: frontOf(result).map((option): Cell[] => [
        this.#devices(option), cutName(option), of(option.usd_per_hour, "USD"), of(option.cost_usd, "USD"),
        of(option.latency_s, "s"), of(option.ttft_s, "s"), option.simulated ? "simulated" : "estimated",
      ]),
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
      head: ["Device", "One for an hour", "Source", "Date"],
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
