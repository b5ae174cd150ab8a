import type { CompressRequest, CompressResult, RooflineRequest, RooflineResult, ServeRequest, ServeResult } from "#engine";
import { RidgepointError } from "#engine";
import { html, nothing, type TemplateResult } from "lit";
import { band, bandRates, withBand, type Band } from "../band.js";
import { crossings, curveChart, type Crossing, type Curve } from "../charts/curve.js";
import { frontierChart } from "../charts/frontier.js";
import { rooflinesChart, type Place } from "../charts/rooflines.js";
import type { Lab } from "../engine.js";
import { bytes, column, number, percent, quantity, range, times } from "../format.js";
import { REGIMES, shownRegime } from "../palette.js";
import { choice } from "../schema.js";
import { of, tableView, type Table } from "../table.js";
import { RidgeElement, type Input } from "./base.js";
import { bandCell, place, placeCells, regimeTag } from "./parts.js";

const PRECISIONS = ["fp16", "int8", "int4"] as const;
const BITS: Record<(typeof PRECISIONS)[number], number> = { fp16: 16, int8: 8, int4: 4 };
const THRESHOLDS = [2, 1.5];
const SPARSITIES = [0.5, 0.75, 0.9];

export interface QuantizationResult {
  /** One decode step at each precision. */
  decode: ServeResult[];
  /** The compute-bound workload at each precision. */
  compute: RooflineResult[];
  /** What each precision is estimated to cost in accuracy. */
  accuracy: CompressResult[];
  /** The language model with half, three quarters and nine tenths of its weights set to zero. */
  pruning: CompressResult[];
  /** Where the decode step and the compute-bound workload stand under their roofs, by precision. */
  places: { decode: Place[]; compute: Place[] };
  /** Gain over FP16 at every batch, INT4 first. */
  curves: Curve[];
  /** Where INT4's gain falls below 2× and 1.5×. */
  crossings: Crossing[];
}

/**
 * Quantization: what INT8 and INT4 gain when memory binds, and what when arithmetic does.
 *
 * @element ridge-quantization
 * @attr model, hardware, batch, context, kv-precision - the language model's decode step
 * @attr algorithm - how the weights were quantized; read under calibrated assumptions
 * @attr compute-model, compute-hardware, compute-batch, compute-scheme - the compute-bound workload beside it
 * @attr assumptions - `first-principles`, `textbook`, `calibrated`, or a JSON object; for both
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
export class RidgeQuantization extends RidgeElement<QuantizationResult> {
  static override inputs: readonly Input[] = [
    { path: "model", call: "serve", start: "Llama3_8B", lists: ({ unit, heads }) => unit === "token" && heads },
    { path: "hardware", call: "serve", label: "Device", start: "H100" },
    { path: "batch", call: "serve" },
    { path: "context", call: "serve" },
    { path: "kv_precision", call: "serve", unset: "that of the weights" },
    // Below 8 bits nothing published says anything of weights and activations in one format.
    { path: "algorithm", call: "compress", label: "Quantized by", unset: choice("rtn"), offers: (name) => !/rtn|w8a8|magnitude|sparsegpt|wanda/.test(name) },
    { path: "assumptions", call: "serve" },
    { path: "compute.model", call: "roofline", field: "model", start: "ResNet50", lists: ({ forward_flops }) => forward_flops },
    { path: "compute.hardware", call: "roofline", field: "hardware", label: "Device", start: "A100" },
    { path: "compute.batch", call: "roofline", field: "batch", start: 256 },
    { path: "compute.scheme", call: "roofline", field: "scheme", label: "Arithmetic of quantized weights", start: "weight_only" },
  ];

  protected override readonly caption = "Quantization";

  #swept: { key: string; curves: Curve[] } = { key: "", curves: [] };

  protected override reads(path: string): boolean {
    if (path === "algorithm") return this.calibrated();
    if (path.startsWith("compute.") || !path.startsWith("assumptions.")) return true;
    // The assumptions hold for both workloads. Each format has its row, so what only quantized weights read counts.
    return (["decode", "prefill"] as const).some((timed) => this.counts(path, "", timed, undefined, "int4")) || this.counts(path, "compute.", "forward", undefined, "int4");
  }

  protected override solve({ engine }: Lab, request: Record<string, unknown>): QuantizationResult {
    const { compute, algorithm, ...decode } = request as { compute: Record<string, unknown>; algorithm?: unknown; assumptions?: unknown };
    const decoded = PRECISIONS.map((precision) => engine.serve({ ...decode, precision } as unknown as ServeRequest));
    const curves = this.#curves(engine, decode);
    const { model, hardware } = decode as unknown as ServeRequest;
    const assumed = decode.assumptions === undefined ? {} : { assumptions: decode.assumptions };
    const images = within("compute", () =>
      PRECISIONS.map((precision) =>
        engine.roofline({ ...compute, ...assumed, precision } as unknown as RooflineRequest),
      ),
    );
    const compress = (how: object): CompressResult => engine.compress({ model, hardware, ...assumed, ...how } as CompressRequest);
    return {
      decode: decoded,
      compute: images,
      places: {
        decode: decoded.map((result, row) => ({
          label: choice(PRECISIONS[row]!), device: this.hardwareName(hardware), rate: result.decode_bandwidth_bytes_per_s,
          attainable_flop_per_s: result.decode_flop_per_s, intensity: result.decode_arithmetic_intensity_flop_per_byte,
          achieved_flop_per_s: result.decode_achieved_flop_per_s, band: bandRates(result.decode_achieved_flop_per_s, result.itl_s, band(result, "itl", "s")), regime: result.decode_regime, feasible: result.feasible,
        })),
        compute: images.map((result, row) => place(result, choice(PRECISIONS[row]!), this.hardwareName(compute["hardware"]))),
      },
      accuracy: PRECISIONS.map((precision) => compress({ method: "quantization", bits: BITS[precision], ...(algorithm === undefined ? {} : { algorithm }) })),
      pruning: SPARSITIES.map((sparsity) => compress({ method: "pruning", sparsity })),
      curves,
      crossings: crossings(curves[0]!, THRESHOLDS),
    };
  }

  /** Every batch of the slider's range: the crossing is then read off, not interpolated. */
  #curves(engine: Lab["engine"], decode: Record<string, unknown>): Curve[] {
    const { batch: _, ...base } = decode;
    const key = JSON.stringify(base);
    if (this.#swept.key === key) return this.#swept.curves;
    const last = this.described("batch").field?.range?.high ?? 1024;
    const batches = Array.from({ length: last }, (__, index) => index + 1);
    // Beyond the memory a comparison with spilled FP16 would say more of the host link than of bits.
    const roomy = { ...preset(base["assumptions"]), serving_offload: "ignore" as const };
    const { columns } = engine.sweep({ call: "serve", base: { ...base, assumptions: roomy }, axes: { precision: [...PRECISIONS], batch: batches }, outputs: ["itl_s", "feasible"] });
    const itl = columns["itl_s"] as Float64Array;
    const fits = columns["feasible"] as Float64Array;
    const curve = (row: number): Curve => ({
      name: choice(PRECISIONS[row]!),
      points: batches.map((batch, index) => ({
        batch,
        speedup: itl[index]! / itl[row * last + index]!,
        fits: fits[index] === 1,
      })),
    });
    this.#swept = { key, curves: [curve(2), curve(1)] };
    return this.#swept.curves;
  }

  protected override frame(result: QuantizationResult | undefined): TemplateResult {
    const first = ["model", "hardware", "batch", "context", "kv_precision", "algorithm", "assumptions"];
    const second = ["compute.model", "compute.hardware", "compute.batch", "compute.scheme"];
    return html`
      <div class="frame beside">
        ${this.headline(result)} ${this.group("Decoding a language model", first)}
        <div class="main" part="results">${this.bodyOf(result)}</div>
      </div>
      <div class="frame beside second">
        ${this.group("A workload bound by arithmetic", second)}
        <div class="main">${result ? this.#computeBound(result) : nothing}</div>
      </div>
    `;
  }

  protected override answer({ decode }: QuantizationResult): TemplateResult {
    const last = decode[2]!;
    return html`<span class="value">${times(gain(decode.map(({ itl_s }) => itl_s), 2))}</span>
      <span class="what">as fast with INT4</span>
      ${regimeTag(shownRegime({ regime: last.decode_regime, feasible: last.feasible }))}`;
  }

  protected override band({ decode }: QuantizationResult): Band | null {
    return band(decode[2]!, "itl", "s");
  }

  protected override body(result: QuantizationResult): TemplateResult {
    const { batch } = this.shown as { batch: number };
    const fitted = result.accuracy[0]!.accuracy_delta === null;
    const [decodeTable, , curveTable, , frontierTable] = this.tables(result) as [Table, Table, Table, Table, Table];
    const itl = column(result.decode.map(({ itl_s }) => itl_s), "s");
    const weights = column(result.decode.map(({ weights_bytes }) => weights_bytes), "bytes");
    const cache = column(result.decode.map(({ kv_cache_bytes }) => kv_cache_bytes), "bytes");
    return html`
      ${this.says(this.#sentence(result))}
      <div class="scroll" tabindex="0" role="group" aria-label="Decode by precision">
        <table>
          <thead>
            <tr>
              <th scope="col">Format</th>
              <th scope="col" class="figure">ITL, ${itl.unit}</th>
              <th scope="col" class="figure">Weights, ${weights.unit}</th>
              <th scope="col" class="figure">Speedup</th>
              <th scope="col" class="figure">KV cache, ${cache.unit}</th>
              <th scope="col" class="figure">${fitted ? "Perplexity" : "Accuracy, estimated"}</th>
              <th scope="col">Limit</th>
            </tr>
          </thead>
          <tbody>
            ${PRECISIONS.map(
              (precision, row) => html`<tr>
                <th scope="row">${choice(precision)}</th>
                <td class="figure"><b>${itl.cells[row]}</b>${bandCell(band(result.decode[row]!, "itl", "s"))}</td>
                <td class="figure">${weights.cells[row]}</td>
                <td class="figure">${times(gain(result.decode.map(({ itl_s }) => itl_s), row))}</td>
                <td class="figure">${cache.cells[row]}</td>
                <td class="figure">${cost(result.accuracy[row]!)}${costBand(result.accuracy[row]!)}</td>
                <td>${regimeTag(shownRegime({ regime: result.decode[row]!.decode_regime, feasible: result.decode[row]!.feasible }))}</td>
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
      ${result.decode.some(({ feasible }) => !feasible)
        ? html`<p class="notice">
            ${result.decode.every(({ feasible }) => !feasible) ? "At no precision here" : "Not at every precision"} do weights and cache fit the
            device: at FP16 they take ${bytes(result.decode[0]!.total_bytes)}.
          </p>`
        : nothing}
      ${this.figure({
        name: "curve",
        heading: "The gain over FP16 as the batch grows",
        title: this.#crossingSentence(result),
        drawing: curveChart(result.curves, result.crossings, batch, Math.max(this.width, 240)),
        table: curveTable,
        aside: html`<p class="aside">${this.#crossingSentence(result)} Dotted: FP16 no longer fits, and the line goes on as if it did.</p>`,
      })}
      ${this.figure({
        name: "frontier",
        heading: `What a smaller model costs in ${fitted ? "perplexity" : "accuracy"}`,
        title: this.#frontierSentence(result),
        drawing: frontierChart(
          [
            { name: "quantization", points: result.accuracy.slice(1).map((one, row) => point(choice(PRECISIONS[row + 1]!), one)) },
            { name: "pruning", points: result.pruning.map((one, row) => point(percent(SPARSITIES[row]!), one)) },
          ],
          Math.max(this.width, 240),
          fitted ? "growth of perplexity" : "estimated change of accuracy",
        ),
        table: frontierTable,
        aside: html`<p class="aside">${this.#frontierSentence(result)} ${fitted ? "The perplexity is fitted to published tables." : "The accuracy is estimated, from medians of published models."}</p>`,
      })}
      <details>
        <summary>Exact figures</summary>
        ${tableView(decodeTable)}
      </details>
      ${this.notes([...result.decode, result.accuracy[2]!, result.pruning[0]!].flatMap(({ notes }) => notes))}
    `;
  }

  #computeBound(result: QuantizationResult): TemplateResult {
    const latency = column(result.compute.map(({ latency_s }) => latency_s), "s");
    const { compute } = this.shown as { compute: { model: unknown; hardware: unknown; batch: number; scheme: string } };
    const speedup = gain(result.compute.map(({ latency_s }) => latency_s), 2);
    return html`
      <p class="sentence">
        ${this.modelName(compute.model)} at batch ${number(compute.batch)} on ${this.hardwareName(compute.hardware)} with
        ${choice(String(compute.scheme))} arithmetic: INT4 gives ${times(speedup)} over FP16, and the step is
        ${REGIMES[shownRegime(result.compute[2]!)].word}.
      </p>
      <div class="scroll" tabindex="0" role="group" aria-label="Compute-bound workload by precision">
        <table>
          <thead>
            <tr>
              <th scope="col">Format</th>
              <th scope="col" class="figure">Latency, ${latency.unit}</th>
              <th scope="col" class="figure">Images a second</th>
              <th scope="col" class="figure">Speedup</th>
              <th scope="col">Limit</th>
            </tr>
          </thead>
          <tbody>
            ${PRECISIONS.map(
              (precision, row) => html`<tr>
                <th scope="row">${choice(precision)}</th>
                <td class="figure"><b>${latency.cells[row]}</b>${bandCell(band(result.compute[row]!, "latency", "s"))}</td>
                <td class="figure">${number(result.compute[row]!.throughput_per_s)}</td>
                <td class="figure">${times(gain(result.compute.map(({ latency_s }) => latency_s), row))}</td>
                <td>${regimeTag(shownRegime(result.compute[row]!))}</td>
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
      ${this.figure({
        name: "roofline",
        heading: "Both workloads under their roofs, from FP16 to INT4",
        title: this.#roofSentence(result),
        drawing: rooflinesChart(
          [
            { name: `${this.modelName(this.shown["model"])}, a decode step`, places: result.places.decode },
            { name: `${this.modelName(compute.model)}, batch ${number(compute.batch)}`, places: result.places.compute },
          ],
          Math.max(this.width, 240),
        ),
        table: this.tables(result)[3]!,
        aside: html`<p class="aside">${this.#roofSentence(result)}</p>`,
      })}
      ${this.notes(result.compute.flatMap(({ notes }) => notes))}
    `;
  }

  #sentence(result: QuantizationResult): string {
    const { model, hardware, batch, context, kv_precision: cache } = this.shown as { model: unknown; hardware: unknown; batch: number; context: number; kv_precision?: string };
    const [full, , small] = result.decode as [ServeResult, ServeResult, ServeResult];
    // As the table has them.
    const { unit, cells } = column([full.weights_bytes, small.weights_bytes], "bytes");
    return (
      `${this.modelName(model)} on ${this.hardwareName(hardware)}, batch ${number(batch)}, context ${number(context)}${cache ? `, KV cache at ${choice(cache)}` : ""}: ` +
      `a token takes ${quantity(full.itl_s, "s")} at FP16${withBand(band(full, "itl", "s"))} and ${quantity(small.itl_s, "s")} at INT4${withBand(band(small, "itl", "s"))}, ` +
      `with weights of ${cells[0]} and ${cells[1]}\u00a0${unit}.`
    );
  }

  #frontierSentence({ accuracy, pruning }: QuantizationResult): string {
    const four = accuracy[2]!;
    // The last of which something is published.
    const known = pruning.reduce((last, one, row) => (delta(one) === null ? last : row), -1);
    const last = pruning[known];
    return (
      `Against FP32, INT4 makes the weights ${times(four.compression_ratio)} smaller for ${percent(delta(four))} ${four.accuracy_delta === null ? "more perplexity" : "of accuracy"}` +
      `${last ? `; ${percent(SPARSITIES[known])} zeros make them ${times(last.compression_ratio)} smaller for ${percent(delta(last))}` : ""}.`
    );
  }

  #roofSentence({ places: { decode, compute } }: QuantizationResult): string {
    const way = (name: unknown, places: Place[]): string => {
      const [first, last] = [places[0]!, places.at(-1)!];
      return `${this.modelName(name)} goes from ${number(first.intensity)} to ${number(last.intensity)} FLOP per byte and from ${quantity(first.achieved_flop_per_s, "flop/s")} to ${quantity(last.achieved_flop_per_s, "flop/s")}`;
    };
    const [one, other] = [decode[0]!.device, compute[0]!.device];
    return `${way(this.shown["model"], decode)}; ${way((this.shown["compute"] as { model: unknown }).model, compute)}. ${one === other ? `Both stand under the roof of ${one}` : `Each stands under its own device’s roof, ${one} and ${other}`}, at the assumed efficiency.`;
  }

  #crossingSentence(result: QuantizationResult): string {
    const last = result.curves[0]!.points.at(-1)!.batch;
    const parts: string[] = [];
    for (const { threshold, batch } of result.crossings) {
      if (batch === null) {
        // Holding the higher threshold says enough of the lower one.
        parts.push(`stays at or above ${number(threshold)}× up to batch ${number(last)}`);
        break;
      }
      parts.push(batch === 1 ? `is below ${number(threshold)}× from the first request` : `falls below ${number(threshold)}× at batch ${number(batch)}`);
    }
    return `INT4’s gain ${parts.join(" and ")}.`;
  }

  protected override tables(result: QuantizationResult): Table[] {
    const fitted = result.accuracy[0]!.accuracy_delta === null;
    return [
      {
        caption: "Decode",
        head: [
          "Format", "ITL", "TTFT", "Weights", "KV cache", "Tokens per second", "Largest batch that fits", fitted ? "Perplexity after / before" : "Accuracy change, estimated",
          ...(this.band(result) ? ["ITL, low", "ITL, high", "TTFT, low", "TTFT, high"] : []),
        ],
        rows: PRECISIONS.map((precision, row) => {
          const { itl_s, ttft_s, weights_bytes, kv_cache_bytes, tokens_per_s, max_batch } = result.decode[row]!;
          const ends = [band(result.decode[row]!, "itl", "s"), band(result.decode[row]!, "ttft", "s")].flatMap((one) => (one ? [of(one.low, "s"), of(one.high, "s")] : []));
          return [
            choice(precision), of(itl_s, "s"), of(ttft_s, "s"), of(weights_bytes, "bytes"), of(kv_cache_bytes, "bytes"),
            of(tokens_per_s, "1/s"), max_batch, result.accuracy[row]![fitted ? "perplexity_ratio" : "accuracy_delta"], ...ends,
          ];
        }),
      },
      {
        caption: "Compute-bound workload",
        head: ["Format", "Latency", "Throughput", "Regime"],
        rows: PRECISIONS.map((precision, row) => {
          const { latency_s, throughput_per_s, regime } = result.compute[row]!;
          return [choice(precision), of(latency_s, "s"), of(throughput_per_s, "1/s"), regime];
        }),
      },
      {
        caption: "Speedup over FP16",
        head: ["Batch", ...result.curves.map(({ name }) => name)],
        rows: result.curves[0]!.points
          .filter(({ batch }, index, all) => Number.isInteger(Math.log2(batch)) || index === all.length - 1)
          .map(({ batch }) => [batch, ...result.curves.map(({ points }) => points[batch - 1]!.speedup)]),
      },
      {
        caption: "Under the roofs",
        head: ["Workload", "Format", "Arithmetic intensity", "Achieved", "Regime", "Device", "Attainable", "Bandwidth"],
        rows: [...result.places.decode, ...result.places.compute].map((one, row) => [
          this.modelName(row < PRECISIONS.length ? this.shown["model"] : (this.shown["compute"] as { model: unknown }).model),
          ...placeCells(one),
        ]),
      },
      {
        caption: "Size and accuracy",
        head: ["Method", "Compression ratio", ...(fitted ? ["Perplexity after / before", "low", "high"] : ["Accuracy change, estimated"]), "Speedup over FP32", ...(fitted ? ["low", "high"] : [])],
        rows: [...result.accuracy, ...result.pruning].map((one, row) => [
          row < PRECISIONS.length ? choice(PRECISIONS[row]!) : `Pruning, ${percent(SPARSITIES[row - PRECISIONS.length])} zeros`,
          one.compression_ratio,
          ...(fitted ? [one.perplexity_ratio, one.perplexity_ratio_low, one.perplexity_ratio_high] : [one.accuracy_delta]),
          one.speedup,
          ...(fitted ? [one.speedup_low, one.speedup_high] : []),
        ]),
      },
    ];
  }
}

/** Assumptions as an object, to which others can be added. */
const preset = (assumptions: unknown): object => (typeof assumptions === "string" ? { preset: assumptions } : ((assumptions as object | undefined) ?? {}));

/** How much faster a row is than the first one. */
const gain = (times_s: number[], row: number): number => times_s[0]! / times_s[row]!;

/** What compression costs: a change of accuracy, or, calibrated, the growth of perplexity; null where nothing published says. */
const delta = ({ accuracy_delta, perplexity_ratio }: CompressResult): number | null => accuracy_delta ?? (perplexity_ratio === null ? null : growth(perplexity_ratio));

/** To a tenth of a per cent: no table tells more. */
const growth = (ratio: number): number => Math.round((ratio - 1) * 1000) / 1000;

const cost = (one: CompressResult): string => `${one.accuracy_delta === null && (delta(one) ?? 0) > 0 ? "+" : ""}${percent(delta(one))}`;

const costBand = (one: CompressResult): TemplateResult | typeof nothing => {
  const found = band(one, "perplexity_ratio", "×");
  return found && found.high > found.low ? html`<small>${range(100 * growth(found.low), 100 * growth(found.high), "%")}</small>` : nothing;
};

const point = (label: string, one: CompressResult) => {
  const found = band(one, "perplexity_ratio", "×");
  return { label, ratio: one.compression_ratio, delta: delta(one), ...(found ? { low: growth(found.low), high: growth(found.high) } : {}) };
};

/** Runs a part whose request is nested here: an error then names the nested field. */
function within<T>(prefix: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof RidgepointError) || error.field.startsWith("assumptions")) throw error;
    throw new RidgepointError({ code: error.code, field: `${prefix}.${error.field}`, message: error.message });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ridge-quantization": RidgeQuantization;
  }
}
