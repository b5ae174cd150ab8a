import type { RouteModelResult, WholeEngine } from "#engine";
import { choice, fact, html, lab, last, nothing, notesList, number, of, percent, quantity, rail, regimeTag, RidgeElement, says, times, type Called, type CSSResultGroup, type Input, type EngineContext, type Regime, type Setting, type Table, type TemplateResult } from "#shared";
import { boundChart, readOf as readOfLaw, type Bounded } from "./charts/bound.js";
import { scalingChart } from "./charts/scaling.js";
import { sharesChart } from "../../charts/apart/shares.js";
import { readOf, skippingChart, type Skipping } from "./charts/skipping.js";
import { said as spoken, speedupsChart } from "./charts/speedups.js";
import { runStyles } from "../run.js";
import { wideTables } from "../wide-tables.js";
import { Measuring } from "./measuring.js";
import { amdahl, callsOf, COMPONENTS, curveOf, measuredCosts, modelled, ofModel, ofProjection, parts, PATHS, routing, speedups, TAKEN, type Distribution, type Request, type RoutingResult } from "./result.js";
import { INPUTS, MORE, SETTINGS } from "./settings.js";
import { below, boundDigits, bounded, digitsBelow, measuredSentence, microseconds, modelSentence, takenSentence } from "./sentences.js";
import { bottlenecks, criteria, measuredTables } from "./tables.js";

/** Parts of the widget, any of which may stand alone: attribute `show`. */
type Part = "model" | "projection" | "measured";

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
 * @attr lock, hide - controls that the reader may not change, or not see, by the names of their attributes; `hide` also takes `bottlenecks`
 * @attr controls - the controls that are shown, where not all are
 * @attr view - one part alone, at most 480 px high: `shares`, `skipping`, `bound`, `measured` or `table`
 * @attr theme - `auto` (default: the page's colour scheme), `light` or `dark`
 * @attr label - what a screen reader calls it, where several of a kind stand on a page
 * @attr url-state - keeps the reader's changes in the address, under this key
 * @fires ridge-ready - the first result is shown; detail {request, result}
 * @fires ridge-change - a new result; detail {request, result}
 * @fires ridge-error - the engine refused or did not load; detail {code, field, message}
 * @csspart root, controls, results, chart, foot
 */
export class RidgeRouting extends RidgeElement<RoutingResult> {
  static override views = ["shares", "skipping", "bound", "measured"];
  static override readouts = ["bottlenecks"];

  static override properties = { show: {} };

  static override styles: CSSResultGroup = [RidgeElement.styles, runStyles, wideTables];

  static override inputs = INPUTS;

  declare show: string | undefined;

  protected override readonly caption = "Routing";

  #measured: RoutingResult["measured"];
  readonly #measuring = new Measuring({
    request: () => this.request,
    took: (found) => {
      this.#measured = modelled(this.lab!.engine as WholeEngine, found);
      this.recompute();
    },
    refused: (error) => this.refuse(error),
    changed: () => this.requestUpdate(),
  });
  readonly #amdahl = last(amdahl);

  #shows(part: Part): boolean {
    return !this.show || this.show === part;
  }

  readonly #inputs = last((_show: string | undefined) => {
    const both = /^(distribution_pct|cascade)/;
    return super.inputs.filter(({ path, call }) =>
      both.test(path) ? this.show !== "measured" : this.#shows(call === "route_analyze" ? "measured" : call === "route_project" ? "projection" : "model"),
    );
  });

  protected override get inputs(): readonly Input[] {
    return this.#inputs(this.show);
  }

  protected override load(again = false): Promise<EngineContext> {
    return lab("routing", again);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#measuring.cancel();
  }

  protected override unread({ projection }: RoutingResult): string[] {
    return projection?.unread.map((path) => `project.${path}`) ?? [];
  }

  protected override calls(result: RoutingResult): Called[] {
    return callsOf(result, this.shown as unknown as Request);
  }

  protected override solve({ engine }: EngineContext, request: Record<string, unknown>): RoutingResult {
    return routing(engine as WholeEngine, request as unknown as Request, this.#shows("projection"), this.#measured);
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
            ${rail(html`<div class="parts">
              ${this.group("Cost of a token", [...Object.keys(COMPONENTS).map((name) => `costs_us.${name}`), "cascade"])}
              ${this.group("Path of the tokens", distribution)} ${this.group("Goal", ["target_speedup"])}
            </div>`, "distribution_pct.learned")}
            <div class="main" part="results">${this.bodyOf(result)}</div>
          </div>`
        : nothing}
      ${this.#shows("projection") && (alone || this.hasWidth)
        ? html`<div class="frame beside ${alone ? "" : "second"}">
            ${alone ? this.headline(result) : nothing}
            ${rail(html`<div class="parts">${this.group("A full-size model", projecting)} ${alone ? this.group("Path of the tokens", distribution) : nothing}</div>`)}
            <div class="main">${alone ? this.bodyOf(result) : result ? this.#projection(result) : nothing}</div>
          </div>`
        : nothing}
      ${this.#shows("measured") && (measured || this.hasWidth)
        ? html`<div class="frame beside ${measured ? "" : "second"}">
            ${measured ? this.headline(result) : nothing}
            ${rail(html`<div class="parts">
              ${this.group("Measured on this computer", SETTINGS)}
              <details>
                <summary>More settings</summary>
                ${this.controls(MORE)}
              </details>
              <details>
                <summary>A text of your own</summary>
                <div class="control">
                  <label for="${this.uid}-text">Routed instead of eight chapters of Moby-Dick; it stays in this browser</label>
                  <textarea id="${this.uid}-text" rows="5" .value=${this.#measuring.text} @input=${(event: Event) => (this.#measuring.text = (event.target as HTMLTextAreaElement).value)}></textarea>
                </div>
              </details>
            </div>`)}
            <div class="main">
              ${this.#measuring.view()} ${measured ? this.bodyOf(result) : result ? this.#measurement(result) : nothing}
            </div>
          </div>`
        : nothing}
    `;
  }

  protected override settings(): Setting[] {
    const headlined = { model: /^(costs_us|distribution_pct|cascade)/, projection: /^(project|distribution_pct)/, measured: /^config/ }[(this.show ?? "model") as Part];
    return this.settingsOf(this.inputs.map(({ path }) => path).filter((path) => headlined?.test(path)));
  }

  protected override answer({ model, projection, measured }: RoutingResult): TemplateResult {
    if (this.show === "measured") {
      const actual = measured?.analysis.systems_analysis.comparison.actual_speedup;
      return measured
        ? html`<span class="value">${times(actual)}</span> <span class="what">${typeof actual === "number" ? "as fast as without the shortcuts, measured here" : "too short for the clock"}</span>`
        : html`<span class="value">—</span> <span class="what">not measured yet</span>`;
    }
    const isProjected = this.show === "projection";
    const { speedup, max_speedup: bound } = isProjected ? projection! : model;
    const request = this.shown as unknown as Request;
    return html`<span class="value">${this.number(below(speedup, bound), "speedup", isProjected ? ofProjection(projection!, request) : ofModel(model, request))}</span> <span class="what">as fast as without the shortcuts; ${bounded(bound)} at most</span>`;
  }

  protected override body(result: RoutingResult): TemplateResult {
    return this.#shows("model") ? this.#model(result) : this.show === "measured" ? this.#measurement(result) : this.#projection(result);
  }

  #model(result: RoutingResult): TemplateResult {
    const { model, breakeven } = result;
    const [shares, skipping] = this.tables(result) as [Table, Table];
    const request = this.shown as unknown as Request;
    const { target_speedup: target } = request;
    const { pinned } = this;
    const groups = (of: RoutingResult, { distribution_pct: taken }: Request) => [
      { heading: "of the tokens", rows: PATHS.map((name) => ({ name: TAKEN[name], share: (taken as Distribution)[name] / 100 })) },
      { heading: "of the time", rows: parts(of.model) },
    ];
    const shared = groups(result, request);
    const open = (field: keyof RouteModelResult, text: string): TemplateResult => this.number(text, field, ofModel(model, request));
    return html`
      <dl class="facts">
        ${fact("Time of a token", open("time_per_token_us", microseconds(model.time_per_token_us)))} ${fact("Tokens", open("tokens_per_s", quantity(model.tokens_per_s, "1/s")))}
        ${fact("Amdahl’s bound", open("max_speedup", bounded(model.max_speedup)), "whatever the paths")}
        ${fact(`Learned, for ${times(target)}`, breakeven.feasible ? percent(breakeven.distribution_pct.learned / 100) : "out of reach", breakeven.feasible ? "at most" : "")}
      </dl>
      ${says(modelSentence(result, request))}
      ${this.figure({
        name: "shares",
        heading: "Where the tokens go, and where the time goes",
        summary: takenSentence((request.distribution_pct as Distribution).learned, model),
        drawing: sharesChart(shared, Math.max(this.width, 240), pinned && groups(pinned.result, pinned.request as unknown as Request)),
        table: shares,
      })}
      ${this.figure({
        name: "skipping",
        heading: "How far skipping can go",
        summary: `${below(model.speedup, model.max_speedup)} now, ${bounded(model.max_speedup)} at most. ${breakeven.reason}`,
        drawing: skippingChart(this.#skipping(result, this.shown), Math.max(this.width, 240), pinned && this.#skipping(pinned.result, pinned.request)),
        table: skipping,
        aside: "The line keeps the split between table and cache. The ring is the target with the most learned tokens.",
      })}
      ${this.hides("bottlenecks") ? nothing : bottlenecks(model.bottlenecks, model.speedup)} ${notesList(model.notes)}
    `;
  }

  #skipping({ model, breakeven }: RoutingResult, shown: Record<string, unknown>): Skipping {
    const { distribution_pct: taken, target_speedup: target } = shown as unknown as Request;
    const skipped = ({ learned }: { learned?: number }): number => 1 - (learned ?? 0) / 100;
    return {
      curve: curveOf(model),
      bound: model.max_speedup,
      target,
      now: [skipped(taken), model.speedup],
      breakeven: breakeven.feasible ? [skipped(breakeven.distribution_pct), breakeven.speedup] : null,
    };
  }

  #projection(result: RoutingResult): TemplateResult {
    const projection = result.projection!;
    const table = this.tables(result)[this.#shows("model") ? 2 : 0]!;
    const open = (field: string, text: string): TemplateResult => this.number(text, field, ofProjection(projection, this.shown as unknown as Request));
    const points = this.#bounded(result);
    const [model, device] = this.#projected();
    const { batch, precision } = this.shown["project"] as { batch: number; precision: string };
    const sentence = `In ${model} at ${choice(precision)} and batch ${number(batch)} on ${device}, the gates take ${percent(projection.router_share)} of the time: skipping them all gains ${bounded(projection.max_speedup)} at most.`;
    return html`
      <dl class="facts">
        ${fact("Time of a token", open("time_per_token_us", microseconds(projection.time_per_token_us)))} ${fact("Gates", open("costs_us.learned", microseconds(projection.costs_us.learned)), open("router_share", percent(projection.router_share)))}
        ${fact("Routed experts", open("experts_share", percent(projection.experts_share)), "of the time")}
        <div><dt>The step is</dt><dd>${regimeTag(projection.regime as Regime)}</dd></div>
      </dl>
      ${this.show === "projection" ? says(sentence) : html`<p class="sentence">${sentence}</p>`}
      ${this.figure({
        name: "bound",
        heading: "Amdahl’s bound, by the router’s share of the time",
        summary: `${points.map(({ name, routerShare, bound }) => `${name}: ${percent(routerShare)} of the time, ${bounded(bound)} at most`).join("; ")}.`,
        drawing: boundChart(this.#amdahl(this.lab!.engine), points, Math.max(this.width, 240)),
        table,
      })}
      ${notesList(projection.notes)}
    `;
  }

  #measurement(result: RoutingResult): TemplateResult {
    const { measured } = result;
    const said = measuredSentence(result);
    const tables = this.tables(result).filter(({ caption }) => MEASURED.includes(caption));
    const sentence = this.show === "measured" ? says(said) : html`<p class="sentence">${said}</p>`;
    const compares = speedups(result);
    const compared = this.figure({
      name: "measured",
      heading: "Predicted against measured",
      summary: `${compares.map((one) => `${one.name}: ${spoken(one)}`).join("; ")}.`,
      drawing: speedupsChart(compares, Math.max(this.width, 240)),
      table: tables[0]!,
    });
    if (!measured) return html`${sentence} ${compared}`;
    const { clock, comparison, var: adaptive, scaling, bottlenecks: found, criteria: asked, notes } = measured.analysis.systems_analysis;
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
        ${fact("Same experts", percent(agreement), "as the gating network")} ${fact("Change in the output", percent(error), "of its norm")}
        ${fact("Busiest expert", times(adaptive.expert_load.busiest_over_mean), "the mean load")}
        ${fact("Clock", quantity(clock.resolution_s, "s"), `its finest step; ${{ simd: "SIMD", scalar: "no SIMD", plain: "plain JavaScript" }[measured.kernels]}`)}
      </dl>
      ${sentence} ${compared}
      ${this.figure({
        name: "taken",
        heading: "Where the tokens went, and where the time",
        summary: takenSentence(taken.learned, measured.model),
        drawing: sharesChart(groups, Math.max(this.width, 240)),
        table: tables[1]!,
        aside: html`A skipped decision is a guess. ${percent(agreement)} of all tokens, including those the gating network decided itself, got the experts that
          it would have chosen; the others traded accuracy for speed.`,
      })}
      ${lengths.length > 1
        ? this.figure({
            name: "scaling",
            heading: "Time of a token over the sequence length",
            summary: `${[lengths[0]!, lengths.at(-1)!].map(({ tokens, seconds }) => `${number(tokens)} tokens: ${quantity(seconds, "s")}`).join("; ")}.`,
            drawing: scalingChart(lengths, Math.max(this.width, 240)),
            table: tables[2]!,
            aside: "Dots are medians; the strokes reach from the quickest pass to the slowest.",
          })
        : html`<p class="notice">The passes were too short for the clock. Take more samples.</p>`}
      ${bottlenecks(found, comparison.actual_speedup ?? null)} ${criteria(asked)}
      ${costs && this.#shows("model")
        ? html`<p class="buttons"><button type="button" @click=${() => this.#adopt(costs, taken)}>Put these costs and paths into the model above</button></p>`
        : nothing}
      ${notesList(notes)}
    `;
  }

  #adopt(costs: object, taken: object): void {
    const fields = (group: string, values: object) => Object.entries(values).map(([name, value]) => [`${group}.${name}`, Number((value as number).toPrecision(6))]);
    this.edit({ ...Object.fromEntries([...fields("costs_us", costs), ...fields("distribution_pct", taken)]), cascade: true });
  }

  #projected(): [model: string, device: string] {
    const { model, hardware } = this.shown["project"] as Record<string, unknown>;
    return [this.modelName(model), this.hardwareName(hardware)];
  }

  #bounded({ model, projection, measured }: RoutingResult): Bounded[] {
    const bound = (name: string, { router_share, max_speedup }: RouteModelResult): Bounded => ({ name, routerShare: router_share, bound: max_speedup });
    return [
      bound("assumed costs", model),
      ...(measured?.model ? [bound("this computer", measured.model)] : []),
      ...(projection ? [{ name: this.#projected()[0], routerShare: projection.router_share, bound: projection.max_speedup }] : []),
    ];
  }

  protected override tables(result: RoutingResult): Table[] {
    const { model, breakeven, projection, measured } = result;
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
            ...readOf(curveOf(model)).map(([skipped, speedup]) => [percent(skipped), of(speedup, "", digitsBelow(speedup, model.max_speedup))]),
            [`now: ${percent(1 - (taken as Distribution).learned / 100)}`, of(model.speedup, "", digitsBelow(model.speedup, model.max_speedup))],
            [`for ${times(target)}: ${breakeven.feasible ? percent(1 - breakeven.distribution_pct.learned / 100) : "out of reach"}`, breakeven.feasible ? breakeven.speedup : null],
            ["Bound", of(model.max_speedup, "", boundDigits(model.max_speedup))],
          ],
        },
      );
    }
    if (projection) {
      tables.push({
        caption: "The router’s share, and what skipping it gains at most",
        head: ["Layer", "Share of the time", "Bound"],
        rows: readOfLaw(this.#amdahl(this.lab!.engine), this.#bounded(result)).map(({ name, routerShare, bound }) => [name, of(100 * routerShare, "%"), of(bound, "", boundDigits(bound))]),
      });
    }
    if (measured) tables.push(...measuredTables(measured));
    else if (this.#shows("measured")) tables.push({ caption: MEASURED[0]!, head: ["Quantity", "Speedup"], rows: speedups(result).map(({ name, value, digits }) => [name, of(value, "", digits)]) });
    return tables;
  }
}

/** Captions of the tables that stand behind the measured drawings, in their order. */
const MEASURED = ["Predicted against measured", "Measured costs and decisions", "Time of a token over the sequence length"];

declare global {
  interface HTMLElementTagNameMap {
    "ridge-routing": RidgeRouting;
  }
}
