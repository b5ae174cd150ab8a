import type { ExplainRequest, ExplainResult } from "#engine";
import {
  about, attributeName, band, bandRows, bandTag, choice, coordinates, copyText, fact, html, label, nothing, notesList, number, of,
  quantity, rail, REGIMES, regimeTag, RidgeElement, says, shownRegime, times, withBand,
  unsafeCSS, type Band, type Called, type Cell, type CSSResultGroup, type Domain, type Drawing, type EngineContext, type Expected, type Input, type Setting, type Table, type TemplateResult, type Values,
} from "#shared";
import { areBanded, place, placeCells, type Place } from "../../charts/apart/place.js";
import { rooflinesChart } from "../../charts/apart/rooflines.js";
import { knobName } from "../knobs.js";
import { wideTables } from "../wide-tables.js";
import { waterfallChart, type Factor } from "./charts/waterfall.js";
import { multiplying } from "./multiplying.js";
import { paired } from "./paired.js";

const SIDES = ["baseline", "proposal"] as const;
const FIELDS = ["model", "hardware", "batch", "precision", "context"] as const;

/** A configuration's fields under one side of the comparison. */
const side = (name: (typeof SIDES)[number], hardware: string): Input[] => [
  { path: `${name}.model`, common: "model", call: "roofline", field: "model", start: "Llama3_8B" },
  { path: `${name}.hardware`, common: "hardware", call: "roofline", field: "hardware", label: "Device", start: hardware },
  { path: `${name}.batch`, common: "batch", call: "roofline", field: "batch" },
  { path: `${name}.precision`, common: "precision", call: "roofline", field: "precision" },
  { path: `${name}.context`, common: "context", call: "roofline", field: "context" },
  // The textbook's comparison, 11.1 to 8.0 ms: a step of launches that add to it, without activations.
  { path: `${name}.assumptions`, common: "assumptions", call: "roofline", start: { preset: "textbook", execution: "eager", activation_fraction: 0 } },
];

/**
 * The explainer: why one configuration is faster than another, and why not by more.
 *
 * @element ridge-explainer
 * @attr baseline-model, baseline-hardware, baseline-batch, baseline-precision, baseline-context, baseline-assumptions - what is
 * @attr proposal-model, proposal-hardware, proposal-batch, proposal-precision, proposal-context, proposal-assumptions - what might be
 * @attr model, hardware, batch, precision, context, assumptions - the same of both sides, where a side has none of its own
 * @attr loading - `lazy` (default: near the viewport), `eager`, or `click`: when the reader asks
 * @attr lock, hide - controls that the reader may not change, or not see, by the names of their attributes
 * @attr controls - the controls that are shown, where not all are
 * @attr view - one part alone, at most 480 px high: `waterfall`, `roofline` or `table`
 * @attr theme - `auto` (default: the page's colour scheme), `light` or `dark`
 * @attr label - what a screen reader calls it, where several of a kind stand on a page
 * @attr url-state - keeps the reader's changes in the address, under this key
 * @fires ridge-ready - the first result is shown; detail {request, result}
 * @fires ridge-change - a new result; detail {request, result}
 * @fires ridge-error - the engine refused or did not load; detail {code, field, message}
 * @csspart root, controls, results, chart, foot
 */
export class RidgeExplainer extends RidgeElement<ExplainResult> {
  static override styles: CSSResultGroup = [
    RidgeElement.styles,
    wideTables,
    unsafeCSS(`
      .sides {
        display: grid;
        gap: 24px;
      }
      .plain {
        list-style: none;
        margin-top: 4px;
      }
      .prose {
        white-space: pre-line;
        max-width: 672px;
        margin: 6px 0 12px;
        padding: 12px 16px;
        background: var(--panel);
        border-radius: 4px;
      }
    `),
  ];

  static override views = ["waterfall", "roofline"];

  static override inputs: readonly Input[] = [...side("baseline", "A100"), ...side("proposal", "H100")];

  #domain: Domain | undefined;

  protected override readonly caption = "Explainer";

  #copied = "";
  /** What could not be copied, to be taken by hand. */
  #uncopied = "";

  protected override calls(result: ExplainResult): Called[] {
    return [{ call: "explain", request: this.shown, result }];
  }

  /** A side of the comparison as a step of its own. */
  #step(result: ExplainResult, name: (typeof SIDES)[number]): Called {
    return { call: "roofline", request: this.shown[name] as Values, result: result[name], prefix: `${name}.` };
  }

  protected override unread(result: ExplainResult): string[] {
    return SIDES.flatMap((name) => result[name].unread.map((path) => `${name}.${path}`));
  }

  protected override solve({ engine }: EngineContext, request: Record<string, unknown>): ExplainResult {
    return engine.explain(request as unknown as ExplainRequest);
  }

  protected override frame(result: ExplainResult | undefined): TemplateResult {
    return html`
      <div class="frame beside">
        ${this.headline(result)}
        ${rail(html`<div class="sides">
          ${SIDES.map((name) => this.group(name === "baseline" ? "Baseline" : "Proposal", [...FIELDS, "assumptions"].map((field) => `${name}.${field}`)))}
        </div>`)}
        <div class="main" part="results">${this.bodyOf(result)}</div>
      </div>
    `;
  }

  protected override settings(): Setting[] {
    const [before, after] = SIDES.map((name) => this.settingsOf([...FIELDS, "assumptions"].map((field) => `${name}.${field}`))) as [Setting[], Setting[]];
    return paired(before, after, (path) => path.slice(path.indexOf(".")));
  }

  protected override answer(result: ExplainResult): TemplateResult {
    const speedup = result.speedup_per_sample;
    return html`<span class="value">${this.number(times(speedup), "speedup_per_sample", this.calls(result)[0]!)}</span>
      <span class="what">as fast${this.#batchesDiffer() ? " per sample" : ""}${speedup >= 1 ? "" : ": a slowdown"}</span>
      ${regimeTag(shownRegime(result.proposal))}
      ${bandTag(this.band(result))}`;
  }

  protected override foresee(result: ExplainResult): Expected | null {
    if (SIDES.some((name) => !result[name].feasible)) return null;
    const sides = Object.fromEntries(SIDES.map((name) => [name, { ...(this.shown[name] as Values), assumptions: "calibrated" }]));
    const found = this.lab!.engine.explain(sides as unknown as ExplainRequest);
    // The textbook's step has no cache: what it finds room for need not fit, and the ratio would be that of host links.
    if (!found.baseline.feasible) return { words: found.proposal.feasible ? "no room for the baseline and its KV cache" : "no room for either side and its KV cache" };
    if (!found.proposal.feasible) return { words: "no room for the proposal and its KV cache" };
    return about(found.speedup_per_sample, "×", this.band(found));
  }

  protected override band(result: ExplainResult): Band | null {
    return band(result, "speedup", "×");
  }

  protected override why({ proposal, baseline }: ExplainResult): string | undefined {
    return [proposal, baseline].find((side) => !band(side, "latency", "s"))?.notes[0];
  }

  protected override body(result: ExplainResult): TemplateResult {
    const [factorTable, , roofTable] = this.tables(result) as [Table, Table, Table];
    const named = (of: ExplainResult): Factor[] => of.factors.map(({ name, ratio }) => ({ name: knobName(name), ratio }));
    const factors = named(result);
    const shown = multiplying(factors.map(({ ratio }) => ratio), result.speedup);
    const furthest = furthestOf(result);
    const ends = SIDES.map((name) => `${name === "baseline" ? "Baseline" : "Proposal"}, ${quantity(result[name].latency_s, "s")}`) as [string, string];
    return html`
      <dl class="facts">
          ${SIDES.map(
            (name) => html`<div>
              <dt>${name === "baseline" ? "Baseline" : "Proposal"}</dt>
              <dd>
                ${this.number(quantity(result[name].latency_s, "s"), "latency_s", this.#step(result, name))}<small>${bandTag(band(result[name], "latency", "s"))} ${regimeTag(shownRegime(result[name]))}</small>
              </dd>
            </div>`,
          )}
          ${changedAlone(result) ? fact(`${knobName(result.alone.name)} alone`, times(result.alone.speedup), "had nothing else changed") : fact("Limit of the baseline", knobName(result.alone.name), "has not changed")}
      </dl>
      ${says(this.#summary(result))}
      ${this.figure({
        name: "waterfall",
        heading: `The factors that multiply to the speedup${this.#basis(result)}`,
        summary: furthest < 0 ? `Nothing changes the time: ${times(result.speedup)}.` : `${factors[furthest]!.name} does most, ${shown[furthest]}; together the factors come to ${times(result.speedup)}${this.#basis(result)}.`,
        drawing: waterfallChart(ends[0], ends[1], factors, result.speedup, Math.max(this.width, 240), this.band(result), this.pinned && named(this.pinned.result)),
        table: factorTable,
      })}
      ${this.figure({
        name: "roofline",
        heading: "Both under their roofs",
        summary: `${this.#regimes(result)} ${SIDES.map((name) => `${label(name)}: ${coordinates(result[name].arithmetic_intensity_flop_per_byte, result[name].achieved_flop_per_s)}`).join("; ")}.`,
        drawing: this.#held(rooflinesChart([{ name: "", places: this.#places(result) }], Math.max(this.width, 240), { held: this.#domain, most: this.most, ghost: this.pinned && this.#places(this.pinned.result, this.pinned.request) })),
        table: roofTable,
        aside: "Each roof is what its device reaches under the assumptions.",
      })}
      ${result.unused.length === 0
        ? nothing
        : html`<div>
            <p class="heading">Bought and left unused</p>
            <ul class="plain">
              ${result.unused.map(
                ({ name, bought, used }) => html`<li><b>${knobName(name)}</b>: ${times(bought)} bought, ${times(used)} used</li>`,
              )}
            </ul>
          </div>`}
      <div class="report">
        <p class="heading">The explanation</p>
        <p class="prose">${result.text}</p>
        <p class="buttons">
          <button type="button" @click=${() => this.#copy(result.text, "Text copied.")}>Copy as text</button>
          <button type="button" @click=${() => this.#copy(result.markdown, "Markdown copied.")}>Copy as Markdown</button>
          <button type="button" @click=${() => this.#copy(this.#command(result), "Command copied.")}>Copy as CI command</button>
          <span role="status" class="label">${this.#copied}</span>
        </p>
        ${this.#uncopied ? html`<pre class="prose">${this.#uncopied}</pre>` : nothing}
      </div>
      ${notesList(result.notes)}
    `;
  }

  #side(name: (typeof SIDES)[number], request = this.shown): Record<string, unknown> {
    return request[name] as Record<string, unknown>;
  }

  #batchesDiffer(): boolean {
    return this.#side("baseline")["batch"] !== this.#side("proposal")["batch"];
  }

  /** What the factors multiply to the speedup of, where that needs saying: textbook accounting compares steps. */
  #basis({ per_sample }: ExplainResult): string {
    return this.#batchesDiffer() ? (per_sample ? " per sample" : " per step") : "";
  }

  #places(result: ExplainResult, request = this.shown): Place[] {
    return SIDES.map((name) => place(result[name], label(name), this.hardwareName(this.#side(name, request)["hardware"])));
  }

  #regimes(result: ExplainResult): string {
    const { baseline, proposal } = result;
    if (!baseline.feasible && !proposal.feasible) return "Neither side fits its memory.";
    const [from, to] = SIDES.map((name) => REGIMES[shownRegime(result[name])].word) as [string, string];
    if (!baseline.feasible) return `The baseline does not fit its memory; the proposal is ${to}.`;
    if (!proposal.feasible) return `The baseline is ${from}; the proposal does not fit its memory.`;
    return from === to ? `Baseline and proposal are both ${from}.` : `The regime shifts: the baseline is ${from}, the proposal ${to}.`;
  }

  /** The comparison as a check for CI, which fails when the proposal gets slower than it is now. */
  #command(result: ExplainResult): string {
    const [before, after] = SIDES.map((name) => this.#side(name)) as [Record<string, unknown>, Record<string, unknown>];
    const word = (value: unknown): string => {
      const text = typeof value === "object" ? JSON.stringify(value) : String(value);
      return /^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
    };
    const flags = [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field) => {
      const flag = (prefix: string, { [field]: value }: Record<string, unknown>): string[] =>
        value === undefined ? [] : [`--${prefix}${attributeName(field)} ${word(value)}`];
      return word(before[field]) === word(after[field]) ? flag("", before) : [...flag("baseline-", before), ...flag("proposal-", after)];
    });
    // Rounded down: the command passes as things stand.
    const digits = Math.max(2, 1 - Math.floor(Math.log10(result.speedup)));
    return `ridgepoint explain ${flags.join(" ")} --fail-below ${(Math.floor(result.speedup * 10 ** digits) / 10 ** digits).toFixed(digits)}`;
  }

  #summary(result: ExplainResult): string {
    const [before, after] = SIDES.map((name) => {
      const { hardware, batch, precision } = (this.shown as unknown as Record<string, Record<string, unknown>>)[name]!;
      return `${this.hardwareName(hardware)} (batch ${number(batch as number)}, ${choice(String(precision))})`;
    });
    const ofSteps = this.#batchesDiffer() && !result.per_sample;
    return `From ${before} to ${after}: ${quantity(result.baseline.latency_s, "s")} becomes ${quantity(result.proposal.latency_s, "s")}, ${times(result.speedup)}${this.#basis(result)}${withBand(this.band(result))}${ofSteps ? ` and ${times(result.speedup_per_sample)} per sample` : ""}.`;
  }

  async #copy(text: string, done: string): Promise<void> {
    this.#copied = await copyText(text, done, null);
    this.#uncopied = this.#copied === done ? "" : text;
    this.requestUpdate();
  }

  /** Keeps what its axes show for the next drawing. */
  #held(drawing: Drawing): Drawing {
    this.#domain = drawing.domain;
    return drawing;
  }

  protected override tables(result: ExplainResult): Table[] {
    const shown = multiplying(result.factors.map(({ ratio }) => ratio), result.speedup);
    const [whole] = this.calls(result) as [Called];
    const places = this.#places(result);
    const isBanded = areBanded(places);
    const factor = ({ name, ratio }: ExplainResult["factors"][number], index: number): Cell[] => {
      const opens = this.opener("ratio", { ...whole, result: { ...result, ratio } }, `${shown[index]} (${knobName(name)})`);
      return [knobName(name), of(ratio, "", digitsOf(shown[index]!), opens), null];
    };
    return [
      {
        caption: "Factors",
        head: ["Factor", "Ratio", "Time"],
        rows: [
          ["Baseline", 1, of(result.baseline.latency_s, "s")],
          ...result.factors.map(factor),
          ["Proposal", of(result.speedup, "", digitsOf(times(result.speedup))), of(result.proposal.latency_s, "s")],
          ...bandRows(this.band(result)).map((row) => [...row, null]),
        ],
      },
      {
        caption: "Both sides",
        head: ["Quantity", "Baseline", "Proposal"],
        rows: (
          [
            ["Latency", "latency_s", "s"],
            ["Memory time", "memory_s", "s"],
            ["Compute time", "compute_s", "s"],
            ["Overhead", "overhead_s", "s"],
            ["Throughput", "throughput_per_s", "1/s"],
            ["Bandwidth", "bandwidth_bytes_per_s", "bytes/s"],
            ["Peak rate", "peak_flop_per_s", "flop/s"],
            ["Memory needed", "footprint_bytes", "bytes"],
          ] as const
        ).map(([name, key, unit]) => [name, ...SIDES.map((side) => of(result[side][key], unit, undefined, this.opener(key, this.#step(result, side))))]),
      },
      {
        caption: "Under the roofs",
        head: ["Side", "Arithmetic intensity", "Achieved", "Regime", "Device", "Attainable", "Bandwidth", ...(isBanded ? ["Achieved, low", "Achieved, high"] : [])],
        rows: places.map((one) => placeCells(one, isBanded)),
      },
    ];
  }
}

/** How many digits that say something a number has. */
const digitsOf = (shown: string): number => shown.replace(/^0\.0*|\D/g, "").length;

/** Which factor is furthest from none, up or down; -1 where nothing differs. */
const furthestOf = ({ factors }: ExplainResult): number =>
  factors.reduce((most, { ratio }, index) => (Math.abs(Math.log(ratio)) > Math.abs(Math.log(factors[most]?.ratio ?? 1)) ? index : most), -1);

/** Whether what limits the baseline is among what changed. */
const changedAlone = ({ alone, factors }: ExplainResult): boolean => factors.some(({ name }) => name === alone.name);

declare global {
  interface HTMLElementTagNameMap {
    "ridge-explainer": RidgeExplainer;
  }
}
