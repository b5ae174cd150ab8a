import type { ExplainRequest, ExplainResult } from "#engine";
import { html, nothing, type TemplateResult } from "lit";
import { band, withBand, type Band } from "../band.js";
import { rooflinesChart, type Place } from "../charts/rooflines.js";
import { waterfallChart } from "../charts/waterfall.js";
import type { Lab } from "../engine.js";
import { copyText } from "../failure.js";
import { number, quantity, times } from "../format.js";
import { REGIMES, shownRegime } from "../palette.js";
import { attributeName } from "../names.js";
import { choice, label } from "../schema.js";
import { of, type Table } from "../table.js";
import { RidgeElement, type Input } from "./base.js";
import { bandRows, bandTag, fact, KNOBS, place, placeCells, regimeTag } from "./parts.js";

const SIDES = ["baseline", "proposal"] as const;
const FIELDS = ["model", "hardware", "batch", "precision", "context"] as const;

/** A configuration's fields under one side of the comparison. */
const side = (name: (typeof SIDES)[number], hardware: string): Input[] => [
  { path: `${name}.model`, call: "roofline", field: "model", start: "Llama3_8B" },
  { path: `${name}.hardware`, call: "roofline", field: "hardware", label: "Device", start: hardware },
  { path: `${name}.batch`, call: "roofline", field: "batch" },
  { path: `${name}.precision`, call: "roofline", field: "precision" },
  { path: `${name}.context`, call: "roofline", field: "context" },
  // The seed of this comparison runs eagerly; its 11 and 8 ms hold a launch a layer.
  { path: `${name}.assumptions`, call: "roofline", start: { execution: "eager" } },
];

/**
 * The explainer: why one configuration is faster than another, and why not by more.
 *
 * @element ridge-explainer
 * @attr baseline-model, baseline-hardware, baseline-batch, baseline-precision, baseline-context, baseline-assumptions - what is
 * @attr proposal-model, proposal-hardware, proposal-batch, proposal-precision, proposal-context, proposal-assumptions - what might be
 * @attr loading - `lazy` (default: near the viewport), `eager`, or `click`: when the reader asks
 * @attr lock, hide - controls that the reader may not change, or not see, by the names of their attributes
 * @attr theme - `light` or `dark`; without it the page's colour scheme
 * @attr label - what a screen reader calls it, where several of a kind stand on a page
 * @attr url-state - keeps the reader's changes in the address, under this key
 * @fires ridge-ready - the first result is shown; detail {request, result}
 * @fires ridge-change - a new result; detail {request, result}
 * @fires ridge-error - the engine refused or did not load; detail {code, field, message}
 * @csspart root, controls, results, chart, foot
 */
export class RidgeExplainer extends RidgeElement<ExplainResult> {
  static override inputs: readonly Input[] = [...side("baseline", "A100"), ...side("proposal", "H100")];

  protected override readonly caption = "Explainer";

  #copied = "";

  protected override reads(path: string): boolean {
    const prefix = path.slice(0, path.indexOf(".") + 1);
    return this.counts(path, prefix, this.value(`${prefix}phase`) === "training" ? "training" : "forward");
  }

  protected override solve({ engine }: Lab, request: Record<string, unknown>): ExplainResult {
    return engine.explain(request as unknown as ExplainRequest);
  }

  protected override frame(result: ExplainResult | undefined): TemplateResult {
    return html`
      <div class="frame">
      ${this.headline(result)}
      <div class="sides">
        ${SIDES.map(
          (name) => this.group(name === "baseline" ? "Baseline" : "Proposal", [...FIELDS, "assumptions"].map((field) => `${name}.${field}`)),
        )}
      </div>
        <div class="main" part="results">${this.bodyOf(result)}</div>
      </div>
    `;
  }

  protected override answer(result: ExplainResult): TemplateResult {
    return html`<span class="value">${times(result.speedup)}</span>
      <span class="what">as fast${basis(result)}${result.speedup >= 1 ? "" : ": a slowdown"}</span>
      ${regimeTag(shownRegime(result.proposal))}
      ${bandTag(this.band(result))}`;
  }

  protected override band(result: ExplainResult): Band | null {
    return band(result, "speedup", "×");
  }

  protected override body(result: ExplainResult): TemplateResult {
    const [factorTable, , roofTable] = this.tables(result) as [Table, Table, Table];
    const factors = result.factors.map(({ name, ratio }) => ({ name: factorName(name), ratio }));
    const ends = SIDES.map((name) => `${name === "baseline" ? "Baseline" : "Proposal"}, ${quantity(result[name].latency_s, "s")}`) as [string, string];
    return html`
      <dl class="facts">
          ${SIDES.map(
            (name) => html`<div>
              <dt>${name === "baseline" ? "Baseline" : "Proposal"}</dt>
              <dd>
                ${quantity(result[name].latency_s, "s")}<small>${bandTag(band(result[name], "latency", "s"))} ${regimeTag(shownRegime(result[name]))}</small>
              </dd>
            </div>`,
          )}
          ${fact("Ceiling", times(result.ceiling.speedup), ceilingNote(result))}
      </dl>
      ${this.says(this.#summary(result))}
      ${this.figure({
        name: "waterfall",
        heading: "The factors that multiply to the speedup",
        title: `${ends[0]}; ${factors.map(({ name, ratio }) => `${name} ${times(ratio)}`).join(", ")}; ${ends[1]}, ${times(result.speedup)}${basis(result)}.`,
        drawing: waterfallChart(ends[0], ends[1], factors, result.speedup, Math.max(this.width, 240), this.band(result)),
        table: factorTable,
      })}
      ${this.figure({
        name: "roofline",
        heading: "Both under their roofs",
        title: this.#regimes(result),
        drawing: rooflinesChart([{ name: "", places: this.#places(result) }], Math.max(this.width, 240)),
        table: roofTable,
        aside: html`<p class="aside">${this.#regimes(result)} Each roof is what its device reaches under the assumptions.</p>`,
      })}
      ${result.unused.length === 0
        ? nothing
        : html`<div>
            <p class="heading">Bought and left unused</p>
            <ul class="plain">
              ${result.unused.map(
                ({ name, bought, used }) => html`<li><b>${factorName(name)}</b>: ${times(bought)} bought, ${times(used)} put to use</li>`,
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
      </div>
      ${this.notes(result.notes)}
    `;
  }

  #side(name: (typeof SIDES)[number]): Record<string, unknown> {
    return this.shown[name] as Record<string, unknown>;
  }

  #places(result: ExplainResult): Place[] {
    return SIDES.map((name) => place(result[name], label(name), this.hardwareName(this.#side(name)["hardware"])));
  }

  #regimes(result: ExplainResult): string {
    const [from, to] = SIDES.map((name) => REGIMES[shownRegime(result[name])].word) as [string, string];
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
    return `From ${before} to ${after}: ${quantity(result.baseline.latency_s, "s")} become ${quantity(result.proposal.latency_s, "s")}, ${times(result.speedup)}${basis(result)}${withBand(this.band(result))}.`;
  }

  async #copy(text: string, done: string): Promise<void> {
    this.#copied = await copyText(text, done, this.renderRoot.querySelector(".prose"));
    this.requestUpdate();
  }

  protected override tables(result: ExplainResult): Table[] {
    return [
      {
        caption: "Factors",
        head: ["Factor", "Ratio"],
        rows: [...result.factors.map(({ name, ratio }) => [factorName(name), ratio]), ["Speedup", result.speedup], ...bandRows(this.band(result))],
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
            ["Footprint", "footprint_bytes", "bytes"],
          ] as const
        ).map(([name, key, unit]) => [name, of(result.baseline[key], unit), of(result.proposal[key], unit)]),
      },
      {
        caption: "Under the roofs",
        head: ["Side", "Arithmetic intensity", "Achieved", "Regime", "Device", "Attainable", "Bandwidth"],
        rows: this.#places(result).map(placeCells),
      },
    ];
  }
}

/** What the speedup is of, where that needs saying. */
const basis = ({ per_sample }: ExplainResult): string => (per_sample ? " per sample" : "");

const ceilingNote = ({ ceiling, factors }: ExplainResult): string => {
  const name = factorName(ceiling.name);
  return factors.some((factor) => factor.name === ceiling.name) ? `had only ${name.toLowerCase()} changed` : `${name} limits the baseline, and has not changed`;
};

const factorName = (name: string): string => KNOBS[name]?.name ?? label(name);

declare global {
  interface HTMLElementTagNameMap {
    "ridge-explainer": RidgeExplainer;
  }
}
