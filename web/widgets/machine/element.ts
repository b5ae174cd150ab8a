import type { ServeRequest, ServeResult } from "#engine";
import { SERVE } from "#fields/serve";
import { fact, html, knowFields, nothing, notesList, number, of, percent, quantity, rail, RidgeElement, RidgepointError, says, tableView, type Called, type CSSResultGroup, type EngineContext, type Input, type Table, type TemplateResult } from "#shared";
import { memoryChart } from "./charts/memory.js";
import { predictedChart } from "./charts/predicted.js";
import { roofsChart, type Roofline } from "./charts/roofs.js";
import { keepMachine } from "./keep.js";
import type { Measured, Product } from "./measured.js";
import { runStyles } from "../run.js";
import { wideTables } from "../wide-tables.js";
import { Measuring } from "./measuring.js";
import { crossingText, predictionSentence, productName, rateSentence, stepName, steps, tokenName, tokenSentence } from "./sentences.js";
import { gpuTable, memoryTable, productTable, rateTable, tokenTable } from "./tables.js";

knowFields(SERVE);

interface MachineResult {
  /** The device to compare with, and this machine once it is measured, both by the engine. */
  reference: ServeResult;
  own: ServeResult | null;
  measured: Measured | null;
}

const compared = (products: readonly Product[], name: (product: Product) => string, width: number, before: readonly Product[] = []): ReturnType<typeof predictedChart> => {
  const [now, pinned] = [products, before].map((some) => some.map((product) => ({ name: name(product), predicted_s: product.predicted.seconds, measured_s: product.timing?.median_s ?? null })));
  return predictedChart(now!, width, pinned);
};

/** One thread, and all of them where there are several. */
const seriesOf = ({ threads, one, all }: Measured) => [{ name: "one thread", levels: one.read }, ...(threads > 1 ? [{ name: `${threads} threads`, levels: all.read }] : [])];

/**
 * The reader's machine: what it reaches in this browser, measured, and products and a language model predicted by that
 * before they run.
 *
 * @element ridge-machine
 * @attr hardware - the device to compare with: id of the registry, or a device written out as JSON
 * @attr model, precision, context, batch - of the answer that both are predicted to write
 * @attr loading - `lazy` (default: near the viewport), `eager`, or `click`: when the reader asks
 * @attr lock, hide - controls that the reader may not change, or not see, by the names of their attributes
 * @attr controls - the controls that are shown, where not all are
 * @attr view - one part alone, at most 480 px high: `roofs`, `memory`, `predicted`, `tokens` or `table`
 * @attr theme - `auto` (default: the page's colour scheme), `light` or `dark`
 * @attr label - what a screen reader calls it, where several of a kind stand on a page
 * @attr url-state - keeps the reader's changes in the address, under this key
 * @fires ridge-ready - the first result is shown; detail {request, result}
 * @fires ridge-change - a new result; detail {request, result}
 * @fires ridge-error - the engine refused or did not load; detail {code, field, message}
 * @csspart root, controls, results, chart, foot
 */
export class RidgeMachine extends RidgeElement<MachineResult> {
  static override views = ["roofs", "memory", "predicted", "tokens"];

  static override inputs: readonly Input[] = [
    { path: "hardware", call: "serve", label: "Compare with", start: "M3" },
    { path: "model", call: "serve", start: "Llama3_8B", lists: ({ unit }) => unit === "token" },
    { path: "precision", call: "serve", start: "int4" },
    { path: "batch", call: "serve" },
    { path: "context", call: "serve" },
  ];

  static override styles: CSSResultGroup = [RidgeElement.styles, runStyles, wideTables];

  protected override readonly caption = "Your machine";

  #measured: Measured | null = null;
  /** What came of keeping the device. */
  #kept = "";
  readonly #measuring = new Measuring({
    serve: (request) => this.lab!.engine.serve(request),
    begun: () => void this.recompute(),
    took: (found) => {
      this.#measured = found;
      if (found.median_error !== null) this.#kept = keepMachine(found.device) ? "Every picker of devices on this site now begins with it." : "This browser keeps nothing for this page: save the file to use it elsewhere.";
      this.recompute();
    },
    refused: (error) => this.refuse(error),
    changed: () => this.requestUpdate(),
  });

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#measuring.stop();
  }

  /** The command that measures the same outside the browser. */
  protected override calls(result: MachineResult): Called[] {
    return [{ call: "bench", request: {}, result }];
  }

  protected override solve({ engine }: EngineContext, request: Record<string, unknown>): MachineResult {
    const serve = (more: object): ServeResult => engine.serve({ ...request, ...more } as unknown as ServeRequest);
    const measured = this.#measured;
    let own: ServeResult | null = null;
    try {
      own = measured && serve({ hardware: measured.device, assumptions: measured.assumptions });
    } catch (error) {
      // A machine too slow or too small for the engine's ranges: the measurement stands all the same.
      if (!(error instanceof RidgepointError)) throw error;
    }
    return { reference: serve({}), own, measured };
  }

  protected override unread(): string[] {
    return [];
  }

  protected override frame(result: MachineResult | undefined): TemplateResult {
    return html`<div class="frame beside">
      ${this.headline(result)}
      ${rail(this.controls(this.inputs.map(({ path }) => path)))}
      <div class="main" part="results">${this.#measuring.view()} ${this.bodyOf(result)}</div>
    </div>`;
  }

  protected override answer({ measured }: MachineResult): TemplateResult {
    if (!measured) return html`<span class="value">—</span> <span class="what">not measured yet</span>`;
    return html`<span class="value">${quantity(measured.all.read.at(-1)!.bytes_per_s.value, "bytes/s")}</span>
      <span class="what">read from memory, ${quantity(measured.all.operations_per_s.fp32.value, "flop/s")} in FP32, by ${measured.threads === 1 ? "one thread" : `${measured.threads} threads`}</span>`;
  }

  #reference(request = this.shown): string {
    return this.hardwareName(request["hardware"]);
  }

  #sentence({ reference, own, measured }: MachineResult): string {
    const model = this.modelName(this.shown["model"]);
    const there = reference.feasible
      ? `By its data sheet, ${this.#reference()} writes ${number(reference.tokens_per_s)} tokens a second with ${model}`
      : `${model} does not fit in the memory of ${this.#reference()}`;
    if (!measured) return `Nothing has been measured yet. Press Measure: it takes about ten seconds (minutes where the browser’s clock is coarse), on this machine alone, and nothing leaves the page. ${there}.`;
    const here = own?.feasible ? ` ${there}; this machine, in this browser, would write ${number(own.tokens_per_s)}.` : "";
    return [rateSentence(measured), predictionSentence(measured), ...(measured.steps.length > 0 ? [tokenSentence(measured)] : [])].join(" ") + here;
  }

  #roofs(measured: Measured | null, request = this.shown): Roofline[] {
    const device = request["hardware"];
    const entry = (typeof device === "object" && device !== null ? device : this.lab!.hardware.find(({ id }) => id === device)) as
      | { peak_flop_per_s?: Record<string, number>; memory_bandwidth_bytes_per_s?: number }
      | undefined;
    const reference: Roofline = {
      name: this.#reference(request),
      slopes: [{ name: "main memory", rate: entry?.memory_bandwidth_bytes_per_s ?? 1 }],
      flats: ["fp32", "fp16", "int8", "int4"].flatMap((name) => (entry?.peak_flop_per_s?.[name] ? [{ name: name.toUpperCase(), rate: entry.peak_flop_per_s[name] }] : [])).slice(0, 1),
    };
    if (reference.flats.length === 0) reference.flats = Object.entries(entry?.peak_flop_per_s ?? { none: 1 }).slice(0, 1).map(([name, rate]) => ({ name: name.toUpperCase(), rate }));
    if (!measured) return [reference];
    const { all } = measured;
    const own: Roofline = {
      name: "Your machine",
      slopes: steps(all.read).map((step) => ({ name: stepName(all.read, step), rate: step.bytes_per_s.value })),
      flats: Object.entries(all.operations_per_s).map(([name, { value }]) => ({ name: name.toUpperCase(), rate: value })),
    };
    return [own, reference];
  }

  protected override body(result: MachineResult): TemplateResult {
    const { measured } = result;
    const tables = this.tables(result);
    const width = Math.max(this.width, 240);
    return html`
      ${says(this.#sentence(result))}
      ${measured ? this.#facts(measured) : nothing}
      ${this.figure({
        name: "roofs",
        heading: measured ? "The measured roofline" : "A roofline to measure against",
        summary: `${this.#roofs(measured).map(({ name, slopes, flats: [flat] }) => `${name}: ${quantity(slopes.at(-1)!.rate, "bytes/s")} of ${slopes.at(-1)!.name}, ${quantity(flat!.rate, "flop/s")} in ${flat!.name}`).join("; ")}.`,
        drawing: roofsChart(this.#roofs(measured), width, this.pinned && this.#roofs(this.pinned.result.measured, this.pinned.request)),
        table: tables[0]!,
      })}
      ${measured ? this.#figures(measured, tables, width) : nothing}
    `;
  }

  #facts({ one, clock_resolution_s, kernels, gpu, device }: Measured): TemplateResult {
    const within = ({ low, high }: { low: number; high: number }): string => `${percent(low)} to ${percent(high)} of the products fitted`;
    const save = (): void => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([`${JSON.stringify(device, null, 2)}\n`], { type: "application/json" }));
      link.download = "my-machine.json";
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    };
    return html`
      <dl class="facts">
        ${fact("Arithmetic reached", percent(one.efficiency.value), within(one.efficiency))}
        ${fact("Bandwidth reached", percent(one.bandwidth_efficiency.value), within(one.bandwidth_efficiency))}
        ${fact("Overhead of a call", quantity(one.overhead_s.value, "s"), `${quantity(one.overhead_s.low, "s")} to ${quantity(one.overhead_s.high, "s")}`)}
        ${fact("Kernels", kernels, `the clock advances by ${quantity(clock_resolution_s, "s")}`)}
        ${gpu ? fact("WebGPU dispatch", quantity(gpu.dispatch_s.median_s, "s"), gpu.adapter) : nothing}
      </dl>
      <p class="buttons">
        <button type="button" @click=${save}>Save as a device file</button>
        <span class="label" role="status">${this.#kept}</span>
      </p>
    `;
  }

  #figures(measured: Measured, tables: Table[], width: number): TemplateResult {
    const { products, steps: tokens, crossings, warnings, gpu } = measured;
    const series = seriesOf(measured);
    // Another device to compare with changes nothing that was measured.
    const before = this.pinned?.result.measured !== measured ? this.pinned?.result.measured : undefined;
    return html`
      ${this.figure({
        name: "memory",
        heading: "Memory by size: each cache a step",
        summary: `${series.map(({ name, levels }) => `${name}: ${steps(levels).map((step) => `${stepName(levels, step)} ${quantity(step.bytes_per_s.value, "bytes/s")}`).join(", ")}`).join("; ")}.`,
        drawing: memoryChart(series, width, before ? seriesOf(before) : []),
        table: tables[1]!,
        aside: "Vertical bars span the quartiles of the timings.",
      })}
      ${this.figure({
        name: "predicted",
        heading: "Predicted, then run",
        summary: predictionSentence(measured),
        drawing: compared(products, productName, width, before?.products),
        table: tables[2]!,
        aside: crossings.length > 0 ? html`Measured here, with one thread: ${crossings.map(crossingText).join("; ")}.` : nothing,
      })}
      ${
        tokens.length > 0
          ? this.figure({
              name: "tokens",
              heading: "A language model, predicted and run",
              summary: tokenSentence(measured),
              drawing: compared(tokens, tokenName, width, before?.steps),
              table: tables[3]!,
              aside: "The larger of our own two language models writes a token for each sequence, with half its context filled. Its matrix products are predicted; the rest was timed before, for one sequence.",
            })
          : nothing
      }
      ${gpu ? html`<details class="listed"><summary>Through WebGPU: ${gpu.adapter}</summary>${tableView(tables.at(-1)!)}</details>` : nothing}
      ${notesList(warnings)}
    `;
  }

  protected override tables({ measured }: MachineResult): Table[] {
    const rates: Table = {
      caption: "Rates",
      head: ["What", "A second"],
      rows: this.#roofs(measured).flatMap(({ name, slopes, flats }) => [
        ...slopes.map(({ name: level, rate }) => [`${name}, ${level}`, of(rate, "bytes/s")]),
        ...flats.map(({ name: format, rate }) => [`${name}, ${format}`, of(rate, "flop/s")]),
      ]),
    };
    if (!measured) return [rates];
    return [rateTable(measured, rates), memoryTable(measured), productTable(measured.products), ...(measured.steps.length > 0 ? [tokenTable(measured.steps)] : []), ...(measured.gpu ? [gpuTable(measured.gpu)] : [])];
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ridge-machine": RidgeMachine;
  }
}
