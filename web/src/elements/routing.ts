import type { RouteBreakevenResult, RouteModelRequest, RouteModelResult, RouteProjectResult, WholeEngine } from "#engine";
import schema from "#router-schema";
import { callFields, css, fact, html, lab, nothing, number, of, percent, quantity, regimeTag, RidgeElement, RidgepointError, problemOf, times, type CSSResultGroup, type Field, type Input, type Lab, type Regime, type Table, type TemplateResult } from "#shared";
import { boundChart, scalingChart, sharesChart, skippingChart, speedupsChart, type Bounded, type Skipping } from "../charts/routing.js";
import { run, type Measured } from "./routing-run.js";
import { bottlenecks, criteria, measuredTables } from "./routing-tables.js";

const PATHS = ["fast", "cached", "learned"] as const;
type Distribution = Record<(typeof PATHS)[number], number>;

const COMPONENTS = { fast: "Table look-ups", cached: "Cache look-ups", learned: "Gating network", expert: "Experts" } as const;
const TAKEN = { fast: "Fast", cached: "Cached", learned: "Learned" } as const;

/** Parts of the widget, any of which may stand alone: attribute `show`. */
type Part = "model" | "projection" | "measured";

export interface RoutingResult {
  model: RouteModelResult;
  breakeven: RouteBreakevenResult;
  projection?: RouteProjectResult | undefined;
  /** Speedup at each share of the tokens that skip the gating network, the split of the rest kept. */
  skipping: [skipped: number, speedup: number][];
  /** Share of the time that the gating network has when no token skips it. */
  routerShare: number;
  /** Of the last run, with the model of its costs and paths. */
  measured?: (Measured & { model: RouteModelResult | undefined; routerShare: number | undefined }) | undefined;
}

/** What the measured router is set by: first what the lab is about. */
const SETTINGS = [
  "config.preset", "config.frequency_threshold", "config.entropy_threshold", "config.cache_size", "config.cache_ttl_seconds",
  "config.router_width", "config.experts", "config.top_k",
];
const MORE = [
  "config.min_decisions", "config.arrival_tokens_per_s", "config.context_weight", "config.warm_up_samples", "config.sequence_length",
  "config.width", "config.expert_width", "config.seed", "samples", "repetitions",
];

const LABELS: Record<string, string> = {
  "config.entropy_threshold": "Entropy threshold, bits",
  "config.cache_ttl_seconds": "Time to live, s",
  "config.router_width": "Width of the gating network",
  "config.experts": "Experts of the layer",
  "config.top_k": "Experts that a token visits",
  "config.min_decisions": "Decisions before a token counts as stable",
  "config.arrival_tokens_per_s": "Tokens in a second of the stream",
  "config.context_weight": "Weight of the tokens before",
  "config.sequence_length": "Tokens in a sample",
  "config.expert_width": "Width of an expert",
};

/** Of the measured router's request; its engine is loaded by a run only. */
const ROUTER = callFields(schema, "route_analyze");

type Request = Required<Pick<RouteModelRequest, "costs_us" | "distribution_pct" | "cascade">> & { target_speedup: number; project?: Record<string, unknown> };

/**
 * Routing: when skipping a mixture-of-experts router pays, by Amdahl's law and by measurement.
 *
 * @element ridge-routing
 * @attr costs-us-fast, costs-us-cached, costs-us-learned, costs-us-expert - microseconds a token
 * @attr distribution-pct-fast, distribution-pct-cached, distribution-pct-learned - percent of the tokens on each path
 * @attr cascade - whether a later path has paid the earlier look-ups
 * @attr target-speedup - the speedup to be reached with the largest learned share
 * @attr project-model, project-hardware, project-batch, project-precision, project-assumptions - the full-size model beside it
 * @attr config-frequency-threshold, config-entropy-threshold, config-cache-size, … - the measured router, as in `route analyze`
 * @attr samples, repetitions - how much is measured
 * @attr show - `model`, `measured` or `projection`: that part alone
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
export class RidgeRouting extends RidgeElement<RoutingResult> {
  static override properties = { show: {} };

  static override styles: CSSResultGroup = [
    RidgeElement.styles,
    css`
      progress {
        width: 100%;
        accent-color: var(--accent);
      }
      .run {
        display: grid;
        gap: 8px;
      }
      .parts {
        display: grid;
        gap: 20px;
      }
    `,
  ];

  static override inputs: readonly Input[] = [
    { path: "costs_us.learned", call: "route_model", label: "Gating network" },
    { path: "costs_us.expert", call: "route_model", label: "Experts" },
    { path: "costs_us.cached", call: "route_model", label: "Look-up in the cache" },
    { path: "costs_us.fast", call: "route_model", label: "Look-up in the table" },
    { path: "cascade", call: "route_model", label: "A later path pays the earlier look-ups" },
    { path: "distribution_pct.fast", call: "route_model", label: TAKEN.fast },
    { path: "distribution_pct.cached", call: "route_model", label: TAKEN.cached },
    { path: "distribution_pct.learned", call: "route_model", label: TAKEN.learned },
    { path: "target_speedup", call: "route_breakeven", label: "Speedup to be reached", start: 1.3 },
    { path: "project.model", call: "route_project", field: "model", start: "Mixtral_8x7B", lists: ({ family }) => family === "moe_transformer" },
    { path: "project.hardware", call: "route_project", field: "hardware", label: "Device", start: "H100" },
    { path: "project.batch", call: "route_project", field: "batch" },
    // In the default FP16, Mixtral would not fit the device.
    { path: "project.precision", call: "route_project", field: "precision", start: "int8" },
    { path: "project.assumptions", call: "route_project" },
    ...[...SETTINGS, ...MORE].map((path) => ({ path, call: "route_analyze", ...(LABELS[path] ? { label: LABELS[path] } : {}) })),
  ];

  declare show: string | undefined;

  protected override readonly caption = "Routing";

  #measured: RoutingResult["measured"];
  #running: { abort: AbortController; done: number; stage: string } | undefined;
  /** How the last run ended. */
  #ended = "";
  #text = "";
  #law: [share: number, bound: number][] | undefined;

  #shows(part: Part): boolean {
    return !this.show || this.show === part;
  }

  protected override get inputs(): readonly Input[] {
    const both = /^(distribution_pct|cascade)/;
    return super.inputs.filter(({ path, call }) =>
      both.test(path) ? this.show !== "measured" : this.#shows(call === "route_analyze" ? "measured" : call === "route_project" ? "projection" : "model"),
    );
  }

  protected override load(): Promise<Lab> {
    return lab("all");
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#running?.abort.abort();
  }

  protected override described(path: string): { field: Field | undefined; input: Input | undefined } {
    const known = super.described(path);
    return known.input?.call === "route_analyze" ? { ...known, field: ROUTER.get(path) } : known;
  }

  protected override reads(path: string): boolean {
    return !path.startsWith("project.") || this.counts(path, "project.", "forward");
  }

  protected override solve({ engine }: Lab, request: Record<string, unknown>): RoutingResult {
    const { route } = engine as WholeEngine;
    const { costs_us, distribution_pct, cascade, target_speedup, project } = request as unknown as Request;
    const model = route.model({ costs_us, distribution_pct, cascade });
    const at = (distribution: Distribution): RouteModelResult => route.model({ costs_us, distribution_pct: distribution, cascade });
    const { fast, cached } = (distribution_pct ?? { fast: 1, cached: 0 }) as Distribution;
    const split = fast + cached > 0 ? fast / (fast + cached) : 1;
    return {
      model,
      breakeven: route.breakeven({ costs_us, cascade, target_speedup: target_speedup ?? model.speedup }),
      projection: this.#shows("projection") ? within("project", () => route.project({ ...project, distribution_pct, cascade } as unknown as Parameters<typeof route.project>[0])) : undefined,
      skipping: Array.from({ length: 41 }, (_, step) => {
        const skipped = step / 40;
        return [skipped, at({ fast: 100 * skipped * split, cached: 100 * skipped * (1 - split), learned: 100 * (1 - skipped) }).speedup];
      }),
      routerShare: shareOfRouter(route, costs_us),
      measured: this.#measured,
    };
  }

  /** Tokens take one path each: what one gains the others lose, in proportion. */
  protected override change(path: string, value: unknown, draft?: string): void {
    super.change(path, value, draft);
    const [group, changed] = path.split(".");
    if (group !== "distribution_pct" || typeof value !== "number" || !(value >= 0 && value <= 100)) return;
    const [one, other] = PATHS.filter((name) => name !== changed) as [keyof Distribution, keyof Distribution];
    const [first, second] = [one, other].map((name) => Number(this.value(`${group}.${name}`)) || 0) as [number, number];
    const rest = (100 - value) * (first + second > 0 ? first / (first + second) : 0.5);
    const rounded = (percentage: number): number => Number(percentage.toFixed(2));
    this.edit({ [`${group}.${one}`]: rounded(rest), [`${group}.${other}`]: rounded(100 - value - rounded(rest)) });
  }

  protected override frame(result: RoutingResult | undefined): TemplateResult {
    const distribution = PATHS.map((name) => `distribution_pct.${name}`);
    const projecting = ["project.model", "project.hardware", "project.batch", "project.precision", "project.assumptions"];
    const alone = this.show === "projection";
    const measured = this.show === "measured";
    return html`
      ${this.#shows("model")
        ? html`<div class="frame beside">
            ${this.headline(result)}
            <div class="inputs parts">
              ${this.group("Cost of a token", [...Object.keys(COMPONENTS).map((name) => `costs_us.${name}`), "cascade"])}
              ${this.group("Path of the tokens", distribution)} ${this.group("Goal", ["target_speedup"])}
            </div>
            <div class="main" part="results">${this.bodyOf(result)}</div>
          </div>`
        : nothing}
      ${this.#shows("projection")
        ? html`<div class="frame beside ${alone ? "" : "second"}">
            ${alone ? this.headline(result) : nothing}
            <div class="inputs parts">${this.group("A full-size model", projecting)} ${alone ? this.group("Path of the tokens", distribution) : nothing}</div>
            <div class="main">${alone ? this.bodyOf(result) : result && this.width > 0 ? this.#projection(result) : nothing}</div>
          </div>`
        : nothing}
      ${this.#shows("measured")
        ? html`<div class="frame beside ${measured ? "" : "second"}">
            ${measured ? this.headline(result) : nothing}
            <div class="inputs parts">
              ${this.group("Measured on this computer", SETTINGS)}
              <details>
                <summary>More settings</summary>
                ${this.controls(MORE)}
              </details>
              <details>
                <summary>A text of your own</summary>
                <div class="control">
                  <label for="${this.uid}-text">Routed instead of eight chapters of Moby-Dick; it stays in this browser</label>
                  <textarea id="${this.uid}-text" rows="5" .value=${this.#text} @input=${(event: Event) => (this.#text = (event.target as HTMLTextAreaElement).value)}></textarea>
                </div>
              </details>
            </div>
            <div class="main">
              ${this.#runner()} ${measured ? this.bodyOf(result) : result && this.width > 0 ? this.#measurement(result) : nothing}
            </div>
          </div>`
        : nothing}
    `;
  }

  #runner(): TemplateResult {
    const running = this.#running;
    return html`<div class="run">
      <p class="buttons">
        <button type="button" ?disabled=${running !== undefined} @click=${() => void this.#run()}>Run</button>
        ${running ? html`<button type="button" @click=${() => running.abort.abort()}>Cancel</button>` : nothing}
        <span class="label" role="status">${running ? `${running.stage} …` : this.#ended}</span>
      </p>
      ${running ? html`<progress max="1" .value=${running.done} aria-label="Progress of the measurement"></progress>` : nothing}
    </div>`;
  }

  /** Measures with the settings as they stand; resolves when that has ended, however it did. */
  async #run(): Promise<void> {
    const { config, samples, repetitions, project } = this.request as Record<string, Record<string, unknown> | undefined>;
    const running = { abort: new AbortController(), done: 0, stage: "Loading the router" };
    this.#running = running;
    this.requestUpdate();
    const request = { config, samples, repetitions, model: project?.["model"], hardware: project?.["hardware"] };
    try {
      const found = await run(
        { request: JSON.parse(JSON.stringify(request)) as Record<string, unknown>, ...(this.#text ? { text: this.#text } : {}) },
        (done, stage) => {
          Object.assign(running, { done, stage });
          this.requestUpdate();
        },
        running.abort.signal,
      );
      this.#ended = found ? "Done." : "Cancelled.";
      if (found) this.#take(found);
    } catch (error) {
      const { code, field, message } = problemOf(error);
      this.#ended = "Refused.";
      this.refuse(new RidgepointError({ code, field: field === "model" || field === "hardware" ? `project.${field}` : field, message }));
    }
    this.#running = undefined;
    this.requestUpdate();
  }

  #take(found: Measured): void {
    const { route } = this.lab!.engine as WholeEngine;
    const { var: adaptive } = found.analysis.systems_analysis;
    const costs_us = measuredCosts(found);
    this.#measured = {
      ...found,
      model: costs_us && route.model({ costs_us, distribution_pct: adaptive.var_stats.distribution_pct }),
      routerShare: costs_us && shareOfRouter(route, costs_us),
    };
    this.recompute();
  }

  protected override answer({ model, projection, measured }: RoutingResult): TemplateResult {
    if (this.show === "measured") {
      const actual = measured?.analysis.systems_analysis.comparison.actual_speedup;
      return measured
        ? html`<span class="value">${times(actual)}</span> <span class="what">${typeof actual === "number" ? "as fast as with every token learned, measured here" : "too short for the clock"}</span>`
        : html`<span class="value">—</span> <span class="what">not measured yet</span>`;
    }
    const { speedup, max_speedup: bound } = this.show === "projection" ? projection! : model;
    return html`<span class="value">${fine(speedup)}</span> <span class="what">as fast as with every token learned; ${bounded(bound)} at most</span>`;
  }

  protected override body(result: RoutingResult): TemplateResult {
    return this.#shows("model") ? this.#model(result) : this.show === "measured" ? this.#measurement(result) : this.#projection(result);
  }

  #model(result: RoutingResult): TemplateResult {
    const { model, breakeven } = result;
    const [shares, skipping] = this.tables(result) as [Table, Table];
    const { distribution_pct: taken, target_speedup: target } = this.shown as unknown as Request;
    const tokens = PATHS.map((name) => ({ name: TAKEN[name], share: (taken as Distribution)[name] / 100 }));
    const time = parts(model);
    return html`
      <dl class="facts">
        ${fact("Time of a token", microseconds(model.time_per_token_us))} ${fact("Tokens", quantity(model.tokens_per_s, "1/s"))}
        ${fact("Amdahl’s bound", bounded(model.max_speedup), "whatever the paths")}
        ${fact(`Learned, for ${times(target)}`, breakeven.feasible ? percent(breakeven.distribution_pct.learned / 100) : "out of reach", breakeven.feasible ? "at most" : "")}
      </dl>
      ${this.says(this.#sentence(result))}
      ${this.figure({
        name: "shares",
        heading: "Where the tokens go, and where the time goes",
        title: [...tokens, ...time].map(({ name, share }) => `${name} ${percent(share)}`).join(", "),
        drawing: sharesChart([{ heading: "of the tokens", rows: tokens }, { heading: "of the time", rows: time }], Math.max(this.width, 240)),
        table: shares,
      })}
      ${this.figure({
        name: "skipping",
        heading: "How far skipping can go",
        title: `${times(model.speedup)} now, ${bounded(model.max_speedup)} at most. ${breakeven.reason}`,
        drawing: skippingChart(this.#skipping(result), Math.max(this.width, 240)),
        table: skipping,
        aside: html`<p class="aside">The line keeps the split between table and cache. The ring is the target with the most learned tokens.</p>`,
      })}
      ${bottlenecks(model.bottlenecks)} ${this.notes(model.notes)}
    `;
  }

  #skipping({ model, breakeven, skipping }: RoutingResult): Skipping {
    const { distribution_pct: taken, target_speedup: target } = this.shown as unknown as Request;
    const skipped = ({ learned }: { learned?: number }): number => 1 - (learned ?? 0) / 100;
    return {
      curve: skipping,
      bound: model.max_speedup,
      target,
      now: [skipped(taken), model.speedup],
      breakeven: breakeven.feasible ? [skipped(breakeven.distribution_pct), breakeven.speedup] : null,
    };
  }

  #sentence({ model, breakeven }: RoutingResult): string {
    const { distribution_pct: taken, target_speedup: target } = this.shown as unknown as Request;
    const now = `With ${percent((taken as Distribution).learned / 100)} of the tokens learned, a token takes ${microseconds(model.time_per_token_us)}: ${times(model.speedup)}.`;
    const reach = breakeven.feasible ? `For ${times(target)}, at most ${percent(breakeven.distribution_pct.learned / 100)} may be learned.` : `${times(target)} is out of reach.`;
    return `${now} ${reach} No distribution passes ${bounded(model.max_speedup)}.`;
  }

  #projection(result: RoutingResult): TemplateResult {
    const projection = result.projection!;
    const table = this.tables(result).at(-1)!;
    const points = this.#bounded(result);
    const [model, device] = this.#projected();
    const sentence = `In ${model} on ${device}, the gates have ${percent(projection.router_share)} of the time: skipping them all gains ${bounded(projection.max_speedup)} at most.`;
    return html`
      <dl class="facts">
        ${fact("Time of a token", microseconds(projection.time_per_token_us))} ${fact("Gates", microseconds(projection.costs_us.learned), percent(projection.router_share))}
        ${fact("Routed experts", percent(projection.experts_share), "of the time")}
        <div><dt>The step is</dt><dd>${regimeTag(projection.regime as Regime)}</dd></div>
      </dl>
      ${this.show === "projection" ? this.says(sentence) : html`<p class="sentence">${sentence}</p>`}
      ${this.figure({
        name: "bound",
        heading: "Amdahl’s bound, by the router’s share of the time",
        title: points.map(({ name, routerShare, bound }) => `${name}: ${percent(routerShare)} of the time, ${bounded(bound)} at most`).join("; "),
        drawing: boundChart(this.#amdahl(), points, Math.max(this.width, 240)),
        table,
      })}
      ${this.notes(projection.notes)}
    `;
  }

  #measurement(result: RoutingResult): TemplateResult {
    const { measured } = result;
    const said = this.#measuredSentence(result);
    const tables = this.tables(result).filter(({ caption }) => MEASURED.includes(caption));
    const sentence = this.show === "measured" ? this.says(said) : html`<p class="sentence">${said}</p>`;
    const speedups = this.#speedups(result);
    const compared = this.figure({
      name: "measured",
      heading: "Predicted against measured",
      title: speedups.map(({ name, value }) => `${name} ${times(value)}`).join(", "),
      drawing: speedupsChart(speedups, Math.max(this.width, 240)),
      table: tables[0]!,
    });
    if (!measured) return html`${sentence} ${compared}`;
    const { clock, host, var: adaptive, scaling, bottlenecks: found, criteria: asked, notes } = measured.analysis.systems_analysis;
    const { distribution_pct: taken, agreement, output_error: error } = adaptive.var_stats;
    const lengths = Object.values(scaling).flatMap(({ sequence_length: tokens, time_per_token_ms: median, low_ms: low, high_ms: high }) =>
      typeof median === "number" ? [{ tokens, seconds: median / 1e3, low: (low ?? median) / 1e3, high: (high ?? median) / 1e3 }] : [],
    );
    const groups = [
      { heading: "of the tokens", rows: PATHS.map((name) => ({ name: TAKEN[name], share: taken[name] / 100 })) },
      ...(measured.model ? [{ heading: "of the time, by the measured costs", rows: parts(measured.model) }] : []),
    ];
    const costs = measuredCosts(measured);
    return html`
      <dl class="facts">
        ${fact("A token, adaptive", microseconds(adaptive.time_per_token_us), `${microseconds(adaptive.low_us)} to ${microseconds(adaptive.high_us)}`)}
        ${fact("Same experts", percent(agreement), "as the gating network")} ${fact("Change of the output", percent(error), "of its length")}
        ${fact("Clock", quantity(clock.resolution_s, "s"), `its finest step; ${host.kernels === "simd" ? "SIMD" : "no SIMD"}`)}
      </dl>
      ${sentence} ${compared}
      ${this.figure({
        name: "taken",
        heading: "Where the tokens went, and where the time",
        title: groups.flatMap(({ rows }) => rows.map(({ name, share }) => `${name} ${percent(share)}`)).join(", "),
        drawing: sharesChart(groups, Math.max(this.width, 240)),
        table: tables[1]!,
        aside: html`<p class="aside">
          A skipped decision is a guess: ${percent(agreement)} of the tokens got the experts that the gating network would have chosen. The rest of the
          speed is bought with other answers.
        </p>`,
      })}
      ${lengths.length > 1
        ? this.figure({
            name: "scaling",
            heading: "Time of a token over the sequence length",
            title: lengths.map(({ tokens, seconds }) => `${number(tokens)} tokens: ${quantity(seconds, "s")}`).join(", "),
            drawing: scalingChart(lengths, Math.max(this.width, 240)),
            table: tables[2]!,
            aside: html`<p class="aside">Dots are medians; the strokes reach from the quickest pass to the slowest.</p>`,
          })
        : html`<p class="notice">The passes were too short for the clock. Take more samples.</p>`}
      ${bottlenecks(found)} ${criteria(asked)}
      ${costs && this.#shows("model")
        ? html`<p class="buttons"><button type="button" @click=${() => this.#adopt(costs, taken)}>Put these costs and paths into the model above</button></p>`
        : nothing}
      ${this.notes(notes)}
    `;
  }

  #adopt(costs: object, taken: object): void {
    const fields = (group: string, values: object) => Object.entries(values).map(([name, value]) => [`${group}.${name}`, Number((value as number).toPrecision(6))]);
    this.edit({ ...Object.fromEntries([...fields("costs_us", costs), ...fields("distribution_pct", taken)]), cascade: true });
  }

  #speedups({ model, measured }: RoutingResult): { name: string; value: number | null; between?: [number, number] | undefined }[] {
    if (!measured) return [{ name: "Assumed costs", value: model.speedup }, { name: "Measured", value: null }, { name: "Bound", value: model.max_speedup }];
    const { predicted_speedup: predicted, actual_speedup: actual, low_speedup: low, high_speedup: high, max_speedup: bound } = measured.analysis.systems_analysis.comparison;
    return [
      { name: "Predicted", value: predicted ?? null },
      { name: "Measured", value: actual ?? null, between: typeof low === "number" && typeof high === "number" ? [low, high] : undefined },
      { name: "Bound", value: bound ?? null },
    ];
  }

  #measuredSentence({ model, measured }: RoutingResult): string {
    if (!measured) return `Nothing is measured yet; by the assumed costs it would be ${times(model.speedup)}. Run sends a text through a small layer in this browser, with and without its look-ups.`;
    const { comparison, var: adaptive } = measured.analysis.systems_analysis;
    const { actual_speedup: actual, low_speedup: low, high_speedup: high, predicted_speedup: predicted, prediction_error_pct: error } = comparison;
    const { agreement, output_error } = adaptive.var_stats;
    const quality = `${percent(agreement)} of the decisions are those of the gating network, and the output differs by ${percent(output_error)}.`;
    if (typeof actual !== "number") return `The run was too short for this browser’s clock: take more samples. ${quality}`;
    const prediction = typeof error === "number" ? `, predicted ${times(predicted)}: off by ${percent(error / 100)}` : "; a cost was too short for this browser’s clock, so nothing is predicted";
    return `Measured ${times(actual)} (half of the repetitions between ${times(low)} and ${times(high)})${prediction}. ${quality}`;
  }

  #projected(): [model: string, device: string] {
    const { model, hardware } = this.shown["project"] as Record<string, unknown>;
    return [this.modelName(model), this.hardwareName(hardware)];
  }

  #bounded({ model, projection, routerShare, measured }: RoutingResult): Bounded[] {
    return [
      { name: "assumed costs", routerShare, bound: model.max_speedup },
      ...(measured?.model && measured.routerShare ? [{ name: "this computer", routerShare: measured.routerShare, bound: measured.model.max_speedup }] : []),
      ...(projection ? [{ name: this.#projected()[0], routerShare: projection.router_share, bound: projection.max_speedup }] : []),
    ];
  }

  /** The bound over the router's share, from a layer whose look-ups cost next to nothing. */
  #amdahl(): [share: number, bound: number][] {
    if (!this.#law) {
      const learned = Array.from({ length: 121 }, (_, step) => 10 ** (-3 + step / 20));
      const { columns } = this.lab!.engine.sweep({
        call: "route_model",
        base: { costs_us: { fast: 1e-6, cached: 1e-6 }, distribution_pct: { fast: 0, cached: 0, learned: 100 }, cascade: false },
        axes: { "costs_us.learned": learned },
        outputs: ["share.learned", "max_speedup"],
      });
      const [, share, bound] = Object.values(columns) as [Float64Array, Float64Array, Float64Array];
      this.#law = learned.map((_, row) => [share[row]!, bound[row]!]);
    }
    return this.#law;
  }

  protected override tables(result: RoutingResult): Table[] {
    const { model, breakeven, projection, skipping, measured } = result;
    const { distribution_pct: taken, target_speedup: target } = this.shown as unknown as Request;
    const tables: Table[] = [];
    if (this.#shows("model")) {
      tables.push(
        {
          caption: "Shares",
          head: ["Path", "Of the tokens", "Of the time"],
          rows: [
            ...PATHS.map((name) => [TAKEN[name], of((taken as Distribution)[name], "%"), of(100 * model.share[name], "%")]),
            [COMPONENTS.expert, null, of(100 * model.share.expert, "%")],
          ],
        },
        {
          caption: "Speedup over the tokens that skip the gating network",
          head: ["Skip it", "Speedup"],
          rows: [
            ...skipping.filter((_, index) => index % 4 === 0).map(([skipped, speedup]) => [percent(skipped), speedup]),
            [`now: ${percent(1 - (taken as Distribution).learned / 100)}`, model.speedup],
            [`for ${times(target)}: ${breakeven.feasible ? percent(1 - breakeven.distribution_pct.learned / 100) : "out of reach"}`, breakeven.feasible ? breakeven.speedup : null],
            ["bound", model.max_speedup],
          ],
        },
      );
    }
    if (projection) {
      tables.push({
        caption: "The router’s share, and what skipping it gains at most",
        head: ["Layer", "Share of the time", "Bound"],
        rows: this.#bounded(result).map(({ name, routerShare, bound }) => [name, of(100 * routerShare, "%"), of(bound, "")]),
      });
    }
    if (measured) tables.push(...measuredTables(measured.analysis));
    else if (this.#shows("measured")) tables.push({ caption: MEASURED[0]!, head: ["Quantity", "Speedup"], rows: this.#speedups(result).map(({ name, value }) => [name, value]) });
    return tables;
  }
}

/** Captions of the tables that stand behind the measured drawings, in their order. */
const MEASURED = ["Predicted against measured", "Measured costs and decisions", "Time of a token over the sequence length"];

const parts = ({ share }: RouteModelResult): { name: string; share: number }[] =>
  (Object.keys(COMPONENTS) as (keyof typeof COMPONENTS)[]).map((name) => ({ name: COMPONENTS[name], share: share[name] }));

/** What the paths cost where it was measured; nothing where the clock was too coarse for one of them. */
function measuredCosts({ analysis }: Measured): Record<keyof typeof COMPONENTS, number> | undefined {
  const { fast_us: fast, cached_us: cached, learned_us: learned, expert_us: expert } = analysis.systems_analysis.calibration;
  return [fast, cached, learned, expert].every((cost) => typeof cost === "number" && cost > 0) ? { fast: fast!, cached: cached!, learned: learned!, expert: expert! } : undefined;
}

/** Of the time when every token goes through the gating network and nothing is looked up. */
const shareOfRouter = (route: WholeEngine["route"], costs_us: RouteModelRequest["costs_us"]): number =>
  route.model({ costs_us, distribution_pct: { fast: 0, cached: 0, learned: 100 }, cascade: false }).share.learned;

/** A speedup with as many digits as it takes to see that it is none. */
const fine = (speedup: number): string => (Math.abs(speedup - 1) < 0.005 ? `${number(speedup, 6)}×` : times(speedup));

/** A bound with the digits that tell it from a target just above it. */
const bounded = (bound: number): string => `${number(bound, bound < 1.01 ? 6 : 5)}×`;

const microseconds = (value: number | null): string => quantity(value === null ? null : value / 1e6, "s");

/** An error of a part of the request, under that part's name. */
function within<T>(part: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof RidgepointError) || !error.field || /^(distribution_pct|cascade)/.test(error.field)) throw error;
    throw new RidgepointError({ code: error.code, field: `${part}.${error.field}`, message: error.message });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ridge-routing": RidgeRouting;
  }
}
