import type { RouteBreakevenResult, RouteModelRequest, RouteModelResult, RouteProjectResult, WholeEngine } from "#engine";
import { css, fact, html, lab, nothing, number, of, percent, quantity, regimeTag, RidgeElement, RidgepointError, times, type Input, type Lab, type Regime, type Table, type TemplateResult } from "#shared";
import { boundChart, sharesChart, skippingChart, type Bounded, type Skipping } from "../charts/routing.js";
import { bottlenecks } from "./routing-tables.js";

const PATHS = ["fast", "cached", "learned"] as const;
type Distribution = Record<(typeof PATHS)[number], number>;

const COMPONENTS = { fast: "Table look-ups", cached: "Cache look-ups", learned: "Gating network", expert: "Experts" } as const;
const TAKEN = { fast: "Fast", cached: "Cached", learned: "Learned" } as const;

/** Parts of the widget, any of which may stand alone: attribute `show`. */
type Part = "model" | "projection";

export interface RoutingResult {
  model: RouteModelResult;
  breakeven: RouteBreakevenResult;
  projection?: RouteProjectResult | undefined;
  /** Speedup at each share of the tokens that skip the gating network, the split of the rest kept. */
  skipping: [skipped: number, speedup: number][];
  /** Share of the time that the gating network has when no token skips it. */
  routerShare: number;
}

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
 * @attr show - `model` or `projection`: that part alone
 * @attr loading - `lazy` (default: near the viewport) or `eager`
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

  static override styles = [
    RidgeElement.styles,
    css`
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
  ];

  declare show: string | undefined;

  protected override readonly caption = "Routing";

  #law: [share: number, bound: number][] | undefined;

  #shows(part: Part): boolean {
    return !this.show || this.show === part;
  }

  protected override get inputs(): readonly Input[] {
    return super.inputs.filter(({ path }) => path.startsWith("distribution_pct") || path === "cascade" || this.#shows(path.startsWith("project.") ? "projection" : "model"));
  }

  protected override load(): Promise<Lab> {
    return lab("all");
  }

  protected override reads(path: string): boolean {
    return !path.startsWith("project.") || this.counts(path, "project.", "forward");
  }

  protected override solve({ engine }: Lab, request: Record<string, unknown>): RoutingResult {
    const { route } = engine as WholeEngine;
    const { costs_us, distribution_pct, cascade, target_speedup, project } = request as unknown as Request;
    const model = route.model({ costs_us, distribution_pct, cascade });
    const at = (distribution: Distribution, paying = cascade): RouteModelResult => route.model({ costs_us, distribution_pct: distribution, cascade: paying });
    const { fast, cached } = distribution_pct as Distribution;
    const split = fast + cached > 0 ? fast / (fast + cached) : 1;
    return {
      model,
      breakeven: route.breakeven({ costs_us, cascade, target_speedup: target_speedup ?? 1 }),
      projection: this.#shows("projection") ? within("project", () => route.project({ ...project, distribution_pct, cascade } as unknown as Parameters<typeof route.project>[0])) : undefined,
      skipping: Array.from({ length: 41 }, (_, step) => {
        const skipped = step / 40;
        return [skipped, at({ fast: 100 * skipped * split, cached: 100 * skipped * (1 - split), learned: 100 * (1 - skipped) }).speedup];
      }),
      routerShare: at({ fast: 0, cached: 0, learned: 100 }, false).share.learned,
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
    return html`
      ${this.#shows("model")
        ? html`<div class="frame beside">
            ${this.headline(result)}
            <div class="inputs parts">
              ${this.group("Cost of a token", [...Object.keys(COMPONENTS).reverse().map((name) => `costs_us.${name}`), "cascade"])}
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
    `;
  }

  protected override answer({ model, projection }: RoutingResult): TemplateResult {
    const { speedup, max_speedup: bound } = this.show === "projection" ? projection! : model;
    return html`<span class="value">${fine(speedup)}</span> <span class="what">as fast as with every token learned; ${bounded(bound)} at most</span>`;
  }

  protected override body(result: RoutingResult): TemplateResult {
    return this.#shows("model") ? this.#model(result) : this.#projection(result);
  }

  #model(result: RoutingResult): TemplateResult {
    const { model, breakeven } = result;
    const [shares, skipping] = this.tables(result) as [Table, Table];
    const { distribution_pct: taken, target_speedup: target } = this.shown as unknown as Request;
    const tokens = PATHS.map((name) => ({ name: TAKEN[name], share: (taken as Distribution)[name] / 100 }));
    const time = (Object.keys(COMPONENTS) as (keyof typeof COMPONENTS)[]).map((name) => ({ name: COMPONENTS[name], share: model.share[name] }));
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

  #projected(): [model: string, device: string] {
    const { model, hardware } = this.shown["project"] as Record<string, unknown>;
    return [this.modelName(model), this.hardwareName(hardware)];
  }

  #bounded({ model, projection, routerShare }: RoutingResult): Bounded[] {
    return [
      ...(this.#shows("model") ? [{ name: "these costs", routerShare, bound: model.max_speedup }] : []),
      ...(projection ? [{ name: this.#projected().join(", "), routerShare: projection.router_share, bound: projection.max_speedup }] : []),
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
    const { model, breakeven, projection, skipping } = result;
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
    return tables;
  }
}

/** A speedup with as many digits as it takes to see that it is none. */
const fine = (speedup: number): string => (Math.abs(speedup - 1) < 0.005 ? `${number(speedup, 6)}×` : times(speedup));

/** A bound with the digits that tell it from a target just above it. */
const bounded = (bound: number): string => `${number(bound, bound < 1.01 ? 6 : 5)}×`;

const microseconds = (value: number): string => quantity(value / 1e6, "s");

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
