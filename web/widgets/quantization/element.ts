import type { CompressResult, ServeRequest, ServeResult } from "#engine";
import { SERVING } from "#fields/serving";
import {
  about, band, bytes, choice, html, knowFields, last, nothing, notesList, percent, quantity, rail, range, regimeTag, RidgeElement, says, shownRegime, tableView, times,
  type Band, type Called, type CSSResultGroup, type Domain, type Drawing, type EngineContext, type Expected, type Input, type Setting, type Table, type TemplateResult, type Values,
} from "#shared";
import { rooflinesChart } from "../../charts/apart/rooflines.js";
import { wideTables } from "../wide-tables.js";
import { bandCell } from "./band-cell.js";
import { column, type Column } from "./column.js";
import { curveChart, type Crossing } from "./charts/curve.js";
import { frontierChart } from "./charts/frontier.js";
import { Asking, delta, growth, isFitted, SPARSITIES, type Asked, type QuantizationResult } from "./result.js";
import { computeSentence, decodeSentence, frontierSentence, gainSentence, roofSentence } from "./sentences.js";
import { quantizationTables, waysOf } from "./tables.js";

knowFields(SERVING);

/** The settings of the workload beside the language model. */
const SECOND = ["compute.model", "compute.hardware", "compute.batch", "compute.scheme"];

/**
 * Quantization: what INT8 and INT4 gain when memory binds, and what when arithmetic does.
 *
 * @element ridge-quantization
 * @attr model, hardware, batch, context, parallel-tensor, kv-precision - the language model's decode step
 * @attr algorithm - how the weights were quantized; read under calibrated assumptions
 * @attr compute-model, compute-hardware, compute-batch, compute-scheme - the compute-bound workload beside it
 * @attr assumptions - `first-principles`, `textbook`, `calibrated`, or a JSON object; for both
 * @attr loading - `lazy` (default: near the viewport), `eager`, or `click`: when the reader asks
 * @attr lock, hide - controls that the reader may not change, or not see, by the names of their attributes; `hide="crossing"` does not say where a gain falls below a threshold
 * @attr controls - the controls that are shown, where not all are
 * @attr view - one part alone, at most 480 px high: `curve`, `frontier`, `roofline` or `table`
 * @attr theme - `auto` (default: the page's colour scheme), `light` or `dark`
 * @attr label - what a screen reader calls it, where several of a kind stand on a page
 * @attr url-state - keeps the reader's changes in the address, under this key
 * @fires ridge-ready - the first result is shown; detail {request, result}
 * @fires ridge-change - a new result; detail {request, result}
 * @fires ridge-error - the engine refused or did not load; detail {code, field, message}
 * @csspart root, controls, results, chart, foot
 */
export class RidgeQuantization extends RidgeElement<QuantizationResult> {
  static override styles: CSSResultGroup = [RidgeElement.styles, wideTables];

  static override views = ["curve", "frontier", "roofline"];
  static override readouts = ["crossing"];

  static override inputs: readonly Input[] = [
    { path: "model", call: "serve", start: "Llama3_8B", lists: ({ unit, heads }) => unit === "token" && heads },
    { path: "hardware", call: "serve", label: "Device", start: "H100" },
    { path: "batch", call: "serve" },
    { path: "context", call: "serve" },
    { path: "parallel.tensor", call: "serve", label: "Devices that share each layer (tensor parallel)" },
    { path: "kv_precision", call: "serve", assumed: "kv_precision" },
    // Those that have figures at the fewest bits; to nearest is what choosing none means.
    { path: "algorithm", call: "compress", label: "Quantized by", unset: choice("rtn"), offers: (name, result) => name !== "rtn" && (result as QuantizationResult).accuracy.at(-1)!.algorithms.includes(name) },
    { path: "assumptions", call: "serve" },
    { path: "compute.model", call: "roofline", field: "model", start: "ResNet50", lists: ({ forward_flops }) => forward_flops },
    { path: "compute.hardware", call: "roofline", field: "hardware", label: "Device", start: "A100" },
    { path: "compute.batch", call: "roofline", field: "batch", start: 256 },
    { path: "compute.scheme", call: "roofline", field: "scheme", label: "Arithmetic of quantized weights", start: "weight_only", unset: "by the format", assumed: "scheme" },
  ];

  #domain: Domain | undefined;

  protected override readonly caption = "Quantization";

  protected override unread({ decode, compute, accuracy }: QuantizationResult): string[] {
    // The assumptions hold for all of it, the algorithm for what compression costs.
    const unread = accuracy[2]!.unread.filter((path) => path === "algorithm" || [...decode, ...compute, ...accuracy].every((result) => result.unread.includes(path)));
    // The format of the cache has a control of its own.
    return [...unread, "assumptions.kv_precision"];
  }

  /** The headline is of the language model: its settings come first, and those of the workload beside it behind them, where that is shown. */
  protected override settings(): Setting[] {
    const own = super.settings().filter(({ path }) => !path.startsWith("compute."));
    if (this.view !== null && this.view !== "roofline") return own;
    const [first, ...others] = this.settingsOf(SECOND);
    return first ? [...own, { ...first, words: `beside it: ${first.words}` }, ...others] : own;
  }

  protected override calls(result: QuantizationResult): Called[] {
    return result.formats.flatMap((_, row) => [this.#decoding(result, row), this.#computing(result, row)]);
  }

  /** The decode step of a row. */
  #decoding({ formats, decode }: QuantizationResult, row: number): Called {
    const { compute: _, algorithm: __, ...asked } = this.shown;
    return { call: "serve", request: { ...asked, precision: formats[row] }, result: decode[row]! };
  }

  /** The compute-bound workload of a row. */
  #computing({ formats, compute }: QuantizationResult, row: number): Called {
    const { compute: asked, assumptions } = this.shown;
    return { call: "roofline", request: { ...(asked as Values), ...(assumptions === undefined ? {} : { assumptions }), precision: formats[row] }, result: compute[row]!, prefix: "compute." };
  }

  readonly #asking = last((engine: EngineContext["engine"]) => new Asking(engine, this.described("batch").field?.range?.high ?? 1024));

  protected override solve({ engine }: EngineContext, request: Record<string, unknown>): QuantizationResult {
    return this.#asking(engine).ask(request, (hardware) => this.hardwareName(hardware));
  }

  /** What the result is of, by name. */
  get #asked(): Asked {
    const shown = this.shown as unknown as Asked;
    const named = <T extends { model: unknown; hardware: unknown }>(one: T) => ({ ...one, model: this.modelName(one.model), hardware: this.hardwareName(one.hardware) });
    return { ...named(shown), compute: named(shown.compute) };
  }

  protected override frame(result: QuantizationResult | undefined): TemplateResult {
    const first = ["model", "hardware", "batch", "context", "parallel.tensor", "kv_precision", "algorithm", "assumptions"];
    return html`
      <div class="frame beside">
        ${this.headline(result)} ${rail(this.group("Decoding a language model", first))}
        <div class="main" part="results">${this.bodyOf(result)}</div>
      </div>
      ${this.hasWidth
        ? html`<div class="frame beside second">
            ${rail(this.group("A compute-bound workload", SECOND))}
            <div class="main">${result ? this.#computeBound(result) : nothing}</div>
          </div>`
        : nothing}
    `;
  }

  protected override answer(result: QuantizationResult): TemplateResult {
    const { decode } = result;
    const [full, , last] = decode as [ServeResult, ServeResult, ServeResult];
    const lacking = full.feasible ? "" : `${last.feasible ? "FP16 does" : "FP16 and INT4 do"} not fit; with room, INT4 is `;
    return html`${lacking ? html`<span class="what">${lacking}</span> ` : nothing}<span class="value">${this.number(times(last.speedup_over_fp16), "speedup_over_fp16", this.#decoding(result, 2))}</span>
      <span class="what">${lacking ? "as fast" : "as fast with INT4"}</span>
      ${regimeTag(shownRegime({ regime: last.decode_regime, feasible: last.feasible }))}`;
  }

  protected override foresee({ decode, formats }: QuantizationResult): Expected | null {
    if (!decode.every(({ feasible }) => feasible)) return null;
    const { compute: _, algorithm: __, ...asked } = this.shown;
    const found = this.lab!.engine.serve({ ...asked, assumptions: "calibrated", precision: formats[2] } as unknown as ServeRequest);
    return about(found.speedup_over_fp16, "×", band(found, "speedup_over_fp16", "×"));
  }

  protected override band({ decode }: QuantizationResult): Band | null {
    return band(decode[2]!, "itl", "s");
  }

  protected override why({ decode }: QuantizationResult): string {
    return decode[2]!.notes[0]!;
  }

  protected override body(result: QuantizationResult): TemplateResult {
    const asked = this.#asked;
    const fitted = isFitted(result);
    const fits = result.decode.every(({ feasible }) => feasible);
    const marks = this.#marks(result);
    const gains = gainSentence(result, marks, asked);
    const [decodeTable, , curveTable, , frontierTable] = quantizationTables(result, asked, marks);
    const itl = column(result.decode.map(({ itl_s }) => itl_s), "s");
    const weights = column(result.decode.map(({ weights_bytes }) => weights_bytes), "bytes");
    const cache = column(result.decode.map(({ kv_cache_bytes }) => kv_cache_bytes), "bytes");
    return html`
      ${says(decodeSentence(result, asked))}
      ${formatTable(
        "Decode by precision",
        [headOf("ITL", itl), headOf("Weights", weights), fits ? "Speedup" : "Speedup with room", headOf("KV cache", cache), fitted ? "Perplexity" : "Accuracy, estimated"],
        result.decode.map((decode, row) => ({
          format: result.formats[row]!,
          cells: [
            html`<b>${this.number(itl.cells[row]!, "itl_s", this.#decoding(result, row))}</b>${bandCell(band(decode, "itl", "s"))}`,
            this.number(weights.cells[row]!, "weights_bytes", this.#decoding(result, row)),
            html`${times(decode.speedup_over_fp16)}${bandCell(band(decode, "speedup_over_fp16", "×"))}`,
            this.number(cache.cells[row]!, "kv_cache_bytes", this.#decoding(result, row)),
            html`${cost(result.accuracy[row]!)}${costBand(result.accuracy[row]!)}`,
          ],
          limit: { regime: decode.decode_regime, feasible: decode.feasible },
        })),
      )}
      ${fits
        ? nothing
        : html`<p class="notice">
            ${result.decode.every(({ feasible }) => !feasible) ? "At none of these precisions do weights and cache fit the device" : "Weights at FP16 and the cache do not fit the device"}:
            they take ${bytes(result.decode[0]!.total_bytes)} at FP16. What does not fit would have to cross the host link for every token:
            the speedups, here and in the chart, assume that everything fits.
          </p>`}
      ${this.figure({
        name: "curve",
        heading: "The gain over FP16 as the batch grows",
        summary: gains,
        drawing: curveChart(result.curves, marks, asked.batch, Math.max(this.width, 240), this.pinned && { curves: this.pinned.result.curves, batch: this.pinned.request["batch"] as number }),
        table: curveTable,
        aside: "Dotted: as if FP16 still fit.",
      })}
      ${this.figure({
        name: "frontier",
        heading: `What a smaller model costs in ${fitted ? "perplexity" : "accuracy"}`,
        summary: frontierSentence(result),
        drawing: frontierChart(
          [
            { name: choice("quantization"), points: result.accuracy.slice(1).map((one, row) => point(choice(result.formats[row + 1]!), one)) },
            ...(fitted ? [{ name: "pruning", points: result.pruning.map((one, row) => point(percent(SPARSITIES[row]!), one)) }] : []),
          ],
          Math.max(this.width, 240),
          fitted ? "rise in perplexity" : "estimated change in accuracy",
        ),
        table: frontierTable,
        aside: fitted ? "The perplexity is fitted to published tables." : nothing,
      })}
      <details>
        <summary>Numbers of the first table</summary>
        ${tableView(decodeTable)}
      </details>
      ${notesList([...result.decode, result.accuracy[2]!, ...(fitted ? result.pruning.slice(0, 1) : [])].flatMap(({ notes }) => notes))}
    `;
  }

  #computeBound(result: QuantizationResult): TemplateResult {
    const latency = column(result.compute.map(({ latency_s }) => latency_s), "s");
    const asked = this.#asked;
    return html`
      <p class="sentence">${computeSentence(result, asked)}</p>
      ${formatTable(
        "Compute-bound workload by precision",
        [headOf("Latency", latency), "Images a second", "Speedup"],
        result.compute.map((compute, row) => ({
          format: result.formats[row]!,
          cells: [
            html`<b>${this.number(latency.cells[row]!, "latency_s", this.#computing(result, row))}</b>${bandCell(band(compute, "latency", "s"))}`,
            this.number(quantity(compute.throughput_per_s, "1/s"), "throughput_per_s", this.#computing(result, row)),
            html`${times(result.gains[row]!.speedup)}${bandCell(band(result.gains[row]!, "speedup", "×"))}`,
          ],
          limit: compute,
        })),
      )}
      ${this.figure({
        name: "roofline",
        heading: "Both workloads under their roofs, from FP16 to INT4",
        summary: roofSentence(result, asked),
        drawing: this.#held(rooflinesChart(
          waysOf(result, asked),
          Math.max(this.width, 240), { held: this.#domain, most: this.most, ghost: this.pinned && Object.values(this.pinned.result.places).flat() },
        )),
        table: quantizationTables(result, asked, [])[3],
      })}
      ${notesList(result.compute.flatMap(({ notes }) => notes))}
    `;
  }

  /** The crossings that may be told. */
  #marks({ crossings }: QuantizationResult): Crossing[] {
    return this.hides("crossing") ? [] : crossings;
  }

  /** Keeps what its axes show for the next drawing. */
  #held(drawing: Drawing): Drawing {
    this.#domain = drawing.domain;
    return drawing;
  }

  protected override tables(result: QuantizationResult): Table[] {
    return quantizationTables(result, this.#asked, this.#marks(result));
  }
}

/** A row a format: its figures, and what limits it. */
/** The head of a column, with the unit that its cells have in common. */
const headOf = (name: string, { unit }: Column): string => (unit === "" ? name : `${name}, ${unit}`);

const formatTable = (label: string, heads: string[], rows: { format: string; cells: unknown[]; limit: Parameters<typeof shownRegime>[0] }[]): TemplateResult => html`
  <div class="scroll" tabindex="0" role="group" aria-label=${label}>
    <table>
      <thead>
        <tr><th scope="col">Format</th>${heads.map((head) => html`<th scope="col" class="figure">${head}</th>`)}<th scope="col">Limit</th></tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ format, cells, limit }) => html`<tr>
            <th scope="row">${choice(format)}</th>
            ${cells.map((cell) => html`<td class="figure">${cell}</td>`)}
            <td>${regimeTag(shownRegime(limit))}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;

const cost = (one: CompressResult): string => `${one.accuracy_delta === null && (delta(one) ?? 0) > 0 ? "+" : ""}${percent(delta(one))}`;

const costBand = (one: CompressResult): TemplateResult | typeof nothing => {
  const found = band(one, "perplexity_ratio", "×");
  return found && found.high > found.low ? html`<small>${range(100 * growth(found.low), 100 * growth(found.high), "%")}</small>` : nothing;
};

const point = (label: string, one: CompressResult) => {
  const found = band(one, "perplexity_ratio", "×");
  return { label, ratio: one.compression_ratio, delta: delta(one), ...(found ? { low: growth(found.low), high: growth(found.high) } : {}) };
};

declare global {
  interface HTMLElementTagNameMap {
    "ridge-quantization": RidgeQuantization;
  }
}
