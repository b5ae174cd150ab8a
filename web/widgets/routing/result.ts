// What the widget asks of the engine: the model of a layer's costs and paths, the share that reaches a speedup, the
// full-size model, and the same model with what was measured.

import type { RouteBreakevenResult, RouteModelRequest, RouteModelResult, RouteProjectResult, WholeEngine } from "#engine";
import type { Called } from "#shared";
import { within } from "../within.js";
import type { Speedup } from "./charts/speedups.js";
import type { Measured } from "./run.js";
import { boundDigits, digitsBelow } from "./sentences.js";

export const PATHS = ["fast", "cached", "learned"] as const;
export type Distribution = Record<(typeof PATHS)[number], number>;

export const COMPONENTS = { fast: "Table look-ups", cached: "Cache look-ups", learned: "Gating network", expert: "Experts" } as const;
export const TAKEN = { fast: "Fast", cached: "Cached", learned: "Learned" } as const;

export interface RoutingResult {
  model: RouteModelResult;
  breakeven: RouteBreakevenResult;
  projection?: RouteProjectResult | undefined;
  /** The last run, with the model of its costs and paths. */
  measured?: (Measured & { model: RouteModelResult | undefined }) | undefined;
}

export type Request = Required<Pick<RouteModelRequest, "costs_us" | "distribution_pct" | "cascade">> & { target_speedup: number; project?: Record<string, unknown> };

/** Asks the model, and the projection where it is shown. */
export function routing({ route }: WholeEngine, request: Request, isProjected: boolean, measured: RoutingResult["measured"]): RoutingResult {
  const { costs_us, distribution_pct, cascade, target_speedup, project } = request;
  const model = route.model({ costs_us, distribution_pct, cascade });
  return {
    model,
    breakeven: route.breakeven({ costs_us, cascade, target_speedup: target_speedup ?? model.speedup }),
    projection: isProjected ? within("project", /^(distribution_pct|cascade)/, () => route.project({ ...project, distribution_pct, cascade } as unknown as Parameters<typeof route.project>[0])) : undefined,
    measured,
  };
}

/** The call behind a number of the model. */
export const ofModel = (result: RouteModelResult, { costs_us, distribution_pct, cascade }: Request): Called => ({ call: "route_model", request: { costs_us, distribution_pct, cascade }, result });

/** The call behind a number of the full-size model. */
export const ofProjection = (result: RouteProjectResult, { project, distribution_pct, cascade }: Request): Called => ({ call: "route_project", request: { ...project, distribution_pct, cascade }, result, prefix: "project." });

/** The calls that calculate; what is measured here, another machine would measure otherwise. */
export function callsOf({ model, breakeven, projection }: RoutingResult, request: Request): Called[] {
  const { costs_us, cascade, target_speedup } = request;
  const share: Called = { call: "route_breakeven", request: { costs_us, cascade, target_speedup: target_speedup ?? model.speedup }, result: breakeven };
  return [ofModel(model, request), share, ...(projection ? [ofProjection(projection, request)] : [])];
}

/** Amdahl's bound over the router's share, from a layer whose look-ups cost next to nothing. */
export function amdahl({ sweep }: Pick<WholeEngine, "sweep">): [share: number, bound: number][] {
  const learned = Array.from({ length: 121 }, (_, step) => 10 ** (-3 + step / 20));
  const { columns } = sweep({
    call: "route_model",
    base: { costs_us: { fast: 1e-6, cached: 1e-6 }, distribution_pct: { fast: 0, cached: 0, learned: 100 }, cascade: false },
    axes: { "costs_us.learned": learned },
    outputs: ["share.learned", "max_speedup"],
  });
  const [, share, bound] = Object.values(columns) as [Float64Array, Float64Array, Float64Array];
  return learned.map((_, row) => [share[row]!, bound[row]!]);
}

/** What was measured, with the model of its costs and paths. */
export function modelled({ route }: WholeEngine, found: Measured): NonNullable<RoutingResult["measured"]> {
  const costs_us = measuredCosts(found);
  return {
    ...found,
    model: costs_us && route.model({ costs_us, distribution_pct: found.analysis.systems_analysis.var.var_stats.distribution_pct }),
  };
}

/** What was predicted, what was measured, and what would be the most. */
export function speedups({ model, measured }: RoutingResult): Speedup[] {
  if (!measured) return [{ name: "Assumed costs", value: model.speedup, digits: digitsBelow(model.speedup, model.max_speedup) }, { name: "Measured", value: null }, { name: "Bound", value: model.max_speedup, digits: boundDigits(model.max_speedup) }];
  const { predicted_speedup: predicted, actual_speedup: actual, low_speedup: low, high_speedup: high, max_speedup: bound } = measured.analysis.systems_analysis.comparison;
  return [
    { name: "Predicted", value: predicted ?? null },
    { name: "Measured", value: actual ?? null, between: typeof low === "number" && typeof high === "number" ? [low, high] : undefined },
    { name: "Bound", value: bound ?? null, ...(typeof bound === "number" ? { digits: boundDigits(bound) } : {}) },
  ];
}

export const parts = ({ share }: RouteModelResult): { name: string; share: number }[] =>
  (Object.keys(COMPONENTS) as (keyof typeof COMPONENTS)[]).map((name) => ({ name: COMPONENTS[name], share: share[name] }));

/** Speedup at each share of the tokens that skip the gating network. */
export const curveOf = ({ skipping: { skipped_share: shares, speedup } }: RouteModelResult): [skipped: number, speedup: number][] =>
  shares.map((skipped, index) => [skipped, speedup[index]!]);

/** What the paths cost where it was measured; nothing where the clock was too coarse for one of them. */
export function measuredCosts({ analysis }: Measured): Record<keyof typeof COMPONENTS, number> | undefined {
  const { fast_us: fast, cached_us: cached, learned_us: learned, expert_us: expert } = analysis.systems_analysis.calibration;
  return [fast, cached, learned, expert].every((cost) => typeof cost === "number" && cost > 0) ? { fast: fast!, cached: cached!, learned: learned!, expert: expert! } : undefined;
}
