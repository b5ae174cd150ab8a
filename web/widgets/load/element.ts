import type { LoadResult } from "#engine";
import { fact, html, notesList, nothing, number, of, percent, quantity, says, type Called, type Expected, type Input, type Quantity, type Table, type TemplateResult } from "#shared";
import type { Job } from "../background.js";
import { foundBy, SimulatedElement } from "../simulated.js";
import { sharesChart } from "../../charts/apart/shares.js";
import { latencyChart, loadName, type Latencies } from "./charts/latency.js";
import { momentsOf, timelineChart } from "./charts/timeline.js";
import { atLoad, curveKey, isClosed, loaded, SHARES, sized, type Request, type Run, type ServerResult } from "./result.js";
import { ARRIVING, HEADLINED, INPUTS, LIMITS, PRICE, SCHEDULER, SERVER, SIMULATION } from "./settings.js";

/**
 * Load: a server that many requests reach, by simulation of its batches.
 *
 * @element ridge-load
 * @attr model, hardware, precision, parallel-tensor, price-usd-per-hour - the server
 * @attr arrival, rate-per-s, concurrency - how requests arrive
 * @attr prompt-tokens, output-tokens, prompt-tokens-spread, output-tokens-spread, shared-prefix-tokens - how long they are
 * @attr slo-ttft-s, slo-itl-s, slo-share - limits of the latencies, and the share that must keep them
 * @attr chunked-prefill, static, max-batch, max-batched-tokens - how prompts and answers share a step
 * @attr requests, seed, request-overhead-s - the simulation
 * @attr assumptions - `first-principles`, `textbook`, `calibrated`, or a JSON object
 * @attr loading - `lazy` (default: near the viewport), `eager`, or `click`: when the reader asks
 * @attr lock, hide - controls that the reader may not change, or not see, by the names of their attributes
 * @attr controls - the controls that are shown, where not all are
 * @attr view - one part alone, at most 480 px high: `latency`, `timeline`, `spent` or `table`
 * @attr theme - `auto` (default: the page's colour scheme), `light` or `dark`
 * @attr label - what a screen reader calls it, where several of a kind stand on a page
 * @attr url-state - keeps the reader's changes in the address, under this key
 * @fires ridge-ready - the first result is shown; detail {request, result}
 * @fires ridge-change - a new result; detail {request, result}
 * @fires ridge-error - the engine refused or did not load; detail {code, field, message}
 * @csspart root, controls, results, chart, foot
 */
export class RidgeLoad extends SimulatedElement<ServerResult, LoadResult> {
  static override views = ["latency", "timeline", "spent"];

  static override inputs: readonly Input[] = INPUTS;

  protected override readonly caption = "Load";
  protected override readonly headlined = HEADLINED;

  protected override readonly call = "load";

  protected override unread({ run }: ServerResult): string[] {
    return run.unread;
  }

  protected override calls({ run }: ServerResult): Called[] {
    return [{ call: "load", request: sized(this.shown as Request), result: run }];
  }

  protected override asks(request: Record<string, unknown>): Request {
    return sized(request as Request);
  }

  protected override made(run: LoadResult, request: Record<string, unknown>): ServerResult {
    const key = curveKey(request as Request, run);
    return { run, curve: this.result && key === curveKey(this.shown as Request, this.result.run) ? this.result.curve : [] };
  }

  /** The same server at other loads. */
  protected override further({ run, curve }: ServerResult): Job[] {
    const request = this.shown as Request;
    return run.loads.slice(curve.length).map((load) => {
      const other = atLoad(request, load);
      return {
        call: "load",
        request: other,
        take: (outcome) => {
          curve.push(loaded(load, other, foundBy(outcome, () => this.simulate(other))));
          this.requestUpdate();
        },
      };
    });
  }

  protected override asked(): TemplateResult {
    return html`
      ${this.group("The server", [...SERVER, PRICE])} ${this.group("What arrives", ARRIVING)} ${this.group("Limits", LIMITS)}
      ${this.folded("Scheduler and simulation", [...SCHEDULER, ...SIMULATION])}
    `;
  }

  protected override foreseen(found: LoadResult): Expected {
    const rate = this.#limits().length === 0 ? found.saturation_per_s : found.largest_rate_per_s;
    return { words: rate === null ? "no rate" : `about ${number(rate)}/s` };
  }

  /** A number of the run that opens. */
  #opens(result: ServerResult, field: string, text: string): TemplateResult {
    return this.number(text, field, this.calls(result)[0]!);
  }

  protected override answer(result: ServerResult): TemplateResult {
    const { largest_rate_per_s: largest, saturation_per_s: saturation } = result.run;
    if (this.#limits().length === 0) return html`<span class="value">${this.#opens(result, "saturation_per_s", `${number(saturation)}/s`)}</span> <span class="what">requests; beyond that the queue grows without end</span>`;
    return largest === null
      ? html`<span class="value">no rate</span> <span class="what">meets the limits</span>`
      : html`<span class="value">${this.#opens(result, "largest_rate_per_s", `${number(largest)}/s`)}</span> <span class="what">requests at most within the limits</span>`;
  }

  #limits(): number[] {
    const { ttft_s: first, itl_s: next } = (this.shown as Request).slo;
    return [first, next].filter((limit) => limit !== undefined);
  }

  #now({ run }: ServerResult, shown = this.shown): Run {
    const request = sized(shown as Request);
    return loaded((isClosed(request) ? request.concurrency : request.rate_per_s)!, request, run);
  }

  /** What was pinned, where it was of a load of the same kind. */
  #ghost(): Pick<Latencies, "curve" | "now"> | undefined {
    const { pinned } = this;
    return pinned && isClosed(pinned.request as Request) === isClosed(this.shown as Request) ? { curve: pinned.result.curve, now: this.#now(pinned.result, pinned.request) } : undefined;
  }

  #sentence({ run }: ServerResult): string {
    const request = this.shown as Request;
    const closed = isClosed(request);
    const now = loadName((closed ? request.concurrency : request.rate_per_s)!, closed);
    const times = `half of the first tokens arrive within ${quantity(run.ttft_s.p50, "s")}, nine in ten within ${quantity(run.ttft_s.p90, "s")}; further tokens take ${quantity(run.itl_s.p50, "s")}`;
    if (run.saturated) return `At ${now} the server falls behind: it answers ${number(run.requests_per_s)} a second from the first request to the last answer, and the queue grows for as long as requests come. In this run ${times}.`;
    return `At ${now}, ${times}. ${number(run.mean_batch)} sequences share a step on average.`;
  }

  protected override body(result: ServerResult): TemplateResult {
    const { run } = result;
    const request = this.shown as Request;
    const [latencies, timeline, spent] = this.tables(result) as [Table, Table, Table];
    const width = Math.max(this.width, 240);
    const now = this.#now(result);
    const open = (field: string, text: string): TemplateResult => this.#opens(result, field, text);
    const most = [...this.#spent(run)].sort((a, b) => b.share - a.share)[0]!;
    return html`
      <dl class="facts">
        ${fact("First token", open("ttft_s.p50", quantity(run.ttft_s.p50, "s")), `nine in ten within ${quantity(run.ttft_s.p90, "s")}`)}
        ${fact("Between tokens", open("itl_s.p50", quantity(run.itl_s.p50, "s")), `nine in ten within ${quantity(run.itl_s.p90, "s")}`)}
        ${fact("Output tokens", open("tokens_per_s", quantity(run.tokens_per_s, "1/s")), `${number(run.requests_per_s)} finished a second`)}
        ${fact("On time", open("good_share", percent(run.good_share)), this.#limits().length > 0 ? `within the limits; goodput ${number(run.goodput_per_s)}/s` : "no limits are set")}
        ${run.usd_per_million_tokens === null ? nothing : fact("A million tokens", open("usd_per_million_tokens", quantity(run.usd_per_million_tokens, "USD")), "at the price in the notes below")}
      </dl>
      ${says(this.#sentence(result))}
      ${this.figure({
        name: "latency",
        heading: "Latency against load",
        summary: `At ${loadName(now.load, isClosed(request))} nine in ten first tokens arrive within ${quantity(now.ttft_s, "s")}, further ones every ${quantity(now.itl_s, "s")}${isClosed(request) ? "" : `; the queue grows without end from ${number(run.saturation_per_s)} a second on`}.`,
        drawing: latencyChart(
          {
            curve: result.curve,
            now,
            saturation: run.saturation_per_s,
            closed: isClosed(request),
            limits: { ttft_s: request.slo.ttft_s ?? null, itl_s: request.slo.itl_s ?? null },
          },
          width,
          this.#ghost(),
        ),
        table: latencies,
        aside: html`The vertical line is the load now. Each point is a separate run of ${number(sized(request).requests)} requests, so the curves are a little rough.`,
      })}
      ${this.figure({
        name: "timeline",
        heading: "The batch and the queue",
        summary: `At most ${number(Math.max(...run.timeline.batch))} sequences share a step; on average ${number(run.mean_batch)} do, while ${number(run.mean_waiting)} requests wait.`,
        drawing: timelineChart(run.timeline, width),
        table: timeline,
      })}
      ${this.figure({
        name: "spent",
        heading: "Where the time of a request goes",
        summary: `Largest part: ${most.name}, ${percent(most.share)}.`,
        drawing: sharesChart([{ heading: "of a request’s time", rows: this.#spent(run) }], width, this.pinned && [{ heading: "", rows: this.#spent(this.pinned.result.run) }]),
        table: spent,
      })}
      ${notesList(run.notes)}
    `;
  }

  #spent({ time_share: spent }: LoadResult): { name: string; field: string; share: number }[] {
    return SHARES.map(([name, field]) => ({ name, field: `time_share.${field}`, share: spent[field] })).filter(({ share }) => share > 0);
  }

  protected override tables(result: ServerResult): Table[] {
    const { run, curve } = result;
    const { time_s: moments, batch, waiting } = run.timeline;
    const closed = isClosed(this.shown as Request);
    const now = this.#now(result);
    const rows = [...curve, now].sort((a, b) => a.load - b.load);
    const open = (field: string, text?: string): (() => void) => this.opener(field, now.called, text);
    // Of another load than the page's it says which.
    const within = (one: Run, field: "ttft_s" | "itl_s"): Quantity =>
      of(one[field], "s", undefined, this.opener(`${field}.p90`, one.called, one === now ? undefined : `${quantity(one[field], "s")} (${loadName(one.load, closed)})`));
    const at = (index: number, counts: readonly number[], field: string): Quantity =>
      of(counts[index]!, "", undefined, open(field, `${number(counts[index])} (${quantity(moments[index]!, "s")})`));
    return [
      {
        caption: "Latency against load, 90th percentile",
        head: [closed ? "Users" : "Requests a second", "First token", "Between tokens"],
        rows: rows.map((one) => [number(one.load), within(one, "ttft_s"), within(one, "itl_s")]),
      },
      {
        caption: "The batch and the queue",
        head: ["Time", "In the batch", "Waiting"],
        rows: momentsOf(run.timeline).map((index) => [quantity(moments[index]!, "s"), at(index, batch, "timeline.batch"), at(index, waiting, "timeline.waiting")]),
      },
      {
        caption: "Where the time of a request goes",
        head: ["Part", "Share"],
        rows: this.#spent(run).map(({ name, field, share }) => [name, of(100 * share, "%", undefined, open(field))]),
      },
    ];
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ridge-load": RidgeLoad;
  }
}
