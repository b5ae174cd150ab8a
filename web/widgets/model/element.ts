import type { Engine } from "#engine";
import type { QuantizeRequest } from "#language-model";
import { fact, html, number, of, percent, quantity, rail, RidgeElement, says, unsafeCSS, type CSSResultGroup, type EngineContext, type Input, type Setting, type Table, type TemplateResult } from "#shared";
import { errorsChart, type PlaceError } from "./charts/errors.js";
import { frontierChart, grown, type Tried } from "./charts/frontier.js";
import { binsOf, histogramChart, type Histogram } from "./charts/histogram.js";
import { nameOf, published, unread, type ModelResult, type Published, type Run } from "./result.js";
import { runStyles } from "../run.js";
import { wideTables } from "../wide-tables.js";
import { Running } from "./running.js";
import { frontierSentence, histogramSentence } from "./sentences.js";
import { HEADLINED, INPUTS, PASSING, PRUNING, WEIGHTS, WRITING } from "./settings.js";

/**
 * Model: a small language model quantized and pruned for real, in this browser.
 *
 * @element ridge-model
 * @attr size - `large` or `small`: of two models trained on the same text
 * @attr method, bits, granularity, group - how weights become levels
 * @attr activations, kv-bits, outliers - what passes through the layers, and how hard it is to round
 * @attr prune, pattern, sparsity - which weights go
 * @attr temperature, seed, draft-tokens, windows - the text it writes, speculative decoding, and how much is predicted
 * @attr loading - `lazy` (default: near the viewport), `eager`, or `click`: when the reader asks
 * @attr lock, hide - controls that the reader may not change, or not see, by the names of their attributes
 * @attr controls - the controls that are shown, where not all are
 * @attr view - one part alone, at most 480 px high: `frontier`, `errors`, `histogram` or `table`
 * @attr theme - `auto` (default: the page's colour scheme), `light` or `dark`
 * @attr label - what a screen reader calls it, where several of a kind stand on a page
 * @attr url-state - keeps the reader's changes in the address, under this key
 * @fires ridge-ready - the first result is shown; detail {request, result}
 * @fires ridge-change - a new result; detail {request, result}
 * @fires ridge-error - the engine or the model refused or did not load; detail {code, field, message}
 * @csspart root, controls, results, chart, foot
 */
export class RidgeModel extends RidgeElement<ModelResult> {
  static override styles: CSSResultGroup = [
    RidgeElement.styles,
    runStyles,
    wideTables,
    unsafeCSS(`
      .written {
        display: grid;
        gap: 16px;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 240px), 1fr));
      }
      .written blockquote {
        margin: 4px 0 0;
        white-space: pre-line;
        overflow-wrap: anywhere;
      }
    `),
  ];

  static override views = ["frontier", "errors", "histogram"];

  static override inputs: readonly Input[] = INPUTS;

  protected override readonly caption = "Model";

  #runs: Run[] = [];
  #published: Published[] | undefined;
  readonly #running = new Running({
    request: () => this.shown,
    took: (found, request) => {
      const asked = JSON.stringify(request);
      this.#runs = [...this.#runs.filter((run) => JSON.stringify(run.request) !== asked), { found, request }];
      this.recompute();
    },
    refused: (error) => this.refuse(error),
    changed: () => this.requestUpdate(),
  });

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#running.stop();
  }

  protected override recompute(): boolean {
    const answered = super.recompute();
    if (answered) this.#running.follow();
    return answered;
  }

  protected override solve({ engine }: EngineContext): ModelResult {
    this.#published ??= published(engine as Engine);
    return { run: this.#runs.at(-1), runs: this.#runs, published: this.#published };
  }

  protected override unread(): string[] {
    return unread(this.shown as QuantizeRequest);
  }

  protected override frame(result: ModelResult | undefined): TemplateResult {
    return html`<div class="frame beside">
      ${this.headline(result)}
      ${rail(html`<div class="parts">
        ${this.controls(["size"])} ${this.group("Weights", WEIGHTS)} ${this.group("What passes through", PASSING)} ${this.group("Pruning", PRUNING)}
        ${WRITING.some((path) => this.panel.open(path))
          ? html`<details ?open=${this.hides("bits")}>
              <summary>Text and measurement</summary>
              ${this.controls(WRITING)}
            </details>`
          : ""}
      </div>`)}
      <div class="main" part="results">${this.#running.view()} ${this.bodyOf(result)}</div>
    </div>`;
  }

  protected override settings(): Setting[] {
    return this.settingsOf(this.inputs.map(({ path }) => path)).filter(({ path, changed }) => changed || HEADLINED.includes(path));
  }

  protected override answer({ run }: ModelResult): TemplateResult {
    if (!run) return html`<span class="value">—</span> <span class="what">not run yet</span>`;
    const { perplexity, perplexity_error: error } = run.found;
    return html`<span class="value">${number(perplexity)}</span> <span class="what">± ${number(error, 2)} perplexity, measured here</span>`;
  }

  #sentence({ run }: ModelResult): string {
    if (!run) return "Nothing has run yet. Press Run to fetch a language model of 130,000 weights, quantize it as set here, and have it predict a chapter it has never seen.";
    const { found } = run;
    const difference = found.beyond_chance ? grown(found.perplexity_ratio) : "up no more than chance allows";
    return `With ${nameOf(run.request)}, perplexity is ${number(found.perplexity)} against ${number(found.reference_perplexity)} in FP16: ${difference}.${found.bytes === found.reference_bytes ? "" : ` The model takes ${quantity(found.bytes, "bytes", 3)} instead of ${quantity(found.reference_bytes, "bytes", 3)}.`}`;
  }

  protected override body(result: ModelResult): TemplateResult {
    const width = Math.max(this.width, 240);
    const tables = this.tables(result);
    const { run, runs } = result;
    return html`
      ${says(this.#sentence(result))} ${run ? this.#facts(run) : ""}
      ${this.figure({
        name: "frontier",
        heading: "What fewer bits cost",
        summary: frontierSentence(runs.map(tried), result.published),
        drawing: frontierChart(
          {
            tried: runs.map(tried),
            curves: result.published,
          },
          width,
          this.pinned?.result.run && tried(this.pinned.result.run),
        ),
        table: tables[0]!,
        aside: html`Dots are your own runs, lines are fitted to published results for large models. What does not carry over: a model this small has no outliers of its own and
          far fewer weights to spare, so its losses at a given width are not theirs; the order of the methods mostly is.`,
      })}
      ${run ? this.#details(run, tables, width) : ""}
    `;
  }

  #facts({ found }: Run): TemplateResult {
    return html`<dl class="facts">
      ${fact("In FP16", number(found.reference_perplexity), `± ${number(found.reference_perplexity_error, 2)}`)}
      ${fact("Stored", quantity(found.bytes, "bytes", 3), `${quantity(found.reference_bytes, "bytes", 3)} in FP16`)}
      ${fact("Bits per weight", number(found.bits_per_weight), "with scales and indices")}
      ${found.acceptance === null || found.acceptance === undefined
        ? fact("Tokens written", quantity(found.tokens_per_s, "1/s"), `${quantity(found.reference_tokens_per_s, "1/s")} in FP16`)
        : html`${fact("Drafts accepted", percent(found.acceptance), `${percent(found.expected_acceptance)} expected`)}
          ${fact("Tokens a round", number(found.tokens_per_round), `${number(found.expected_tokens_per_round)} by the formula`)}`}
    </dl>`;
  }

  #details({ found }: Run, tables: Table[], width: number): TemplateResult {
    const places = placesOf(found.stream_errors);
    const [worst, last] = [[...places].sort((a, b) => b.error - a.error)[0]!, places.at(-1)!];
    const before = this.pinned?.result.run?.found;
    return html`
      <div class="written">
        <div><span class="label">FP16 writes</span><blockquote>${found.text_before.trim()}</blockquote></div>
        <div><span class="label">Now it writes</span><blockquote>${found.text_after.trim()}</blockquote></div>
      </div>
      <p class="aside">Both go on from “${found.prompt.trim().replace(/\s+/g, " ")}”, with the same random numbers${(found.acceptance ?? null) === null ? "" : ", and without drafts, which are counted on the held-out text"}.</p>
      ${this.figure({
        name: "errors",
        heading: "Where the error arises",
        summary: `Largest: ${worst.name}, ${percent(worst.error)}; ${last.name}: ${percent(last.error)}.`,
        drawing: errorsChart(places, width, before && placesOf(before.stream_errors)),
        table: tables[1]!,
        aside: "The change in what the layers pass on, relative to its norm, on the held-out text.",
      })}
      ${this.figure({
        name: "histogram",
        heading: "Weights of the first MLP",
        summary: histogramSentence(binsOf(histogramOf(found))),
        drawing: histogramChart(histogramOf(found), width, before && String(before.histogram_edges) === String(found.histogram_edges) ? { after: before.histogram_after } : undefined),
        table: tables[2]!,
      })}
    `;
  }

  protected override tables({ run, runs, published: curves }: ModelResult): Table[] {
    const frontier: Table = {
      caption: "What fewer bits cost",
      head: ["Run", "Bits stored per weight", "Perplexity", "Standard error", "Ratio to FP16", "Growth", "Error of the growth", "Bytes"],
      rows: [
        ...runs.map(({ request, found }) => [
          nameOf(request), found.bits_per_weight, found.perplexity, found.perplexity_error, of(found.perplexity_ratio, "", 5),
          ...[found.perplexity_ratio - 1, found.perplexity_ratio_error].map((share) => of(100 * share, "%")), of(found.bytes, "bytes"),
        ]),
        ...curves.flatMap(({ name, points }) => points.map(({ bits, ratio }) => [`${name}, fitted to published tables`, bits, null, null, ratio, of(100 * (ratio - 1), "%"), null, null])),
      ],
    };
    if (!run) return [frontier];
    const { found } = run;
    return [
      frontier,
      { caption: "Where the error arises", head: ["After", "Change"], rows: placesOf(found.stream_errors).map(({ name, error }) => [name, of(100 * error, "%")]) },
      {
        caption: "Weights of the first MLP",
        head: ["From", "To", "Before", "After"],
        rows: binsOf(histogramOf(found)).map(({ from, to, before, after }) => [of(from, "", 2), of(to, "", 2), of(100 * before, "%"), of(100 * after, "%")]),
      },
    ];
  }
}

const histogramOf = ({ histogram_edges: edges, histogram_before: before, histogram_after: after }: Run["found"]): Histogram => ({ edges, before, after });

const tried = ({ request, found }: Run): Tried => ({ name: nameOf(request), bits: found.bits_per_weight, ratio: found.perplexity_ratio, error: found.perplexity_ratio_error });

/** Names of the places, from their number: two for each block, then the logits. */
const placesOf = (errors: readonly number[]): PlaceError[] =>
  errors.map((error, index) => ({ name: index === errors.length - 1 ? "Logits" : `Block ${Math.floor(index / 2) + 1}, ${index % 2 ? "MLP" : "attention"}`, error }));

declare global {
  interface HTMLElementTagNameMap {
    "ridge-model": RidgeModel;
  }
}
