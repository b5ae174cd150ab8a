// What the widget asks of the engine: the model of a layer's costs and paths, the share that reaches a speedup, the
// full-size model, and the same model with what was measured.

import type { RouteBreakevenResult, RouteModelRequest, RouteModelResult, RouteProjectResult, WholeEngine } from "#engine";
import { within } from "#shared";
import type { Speedup } from "./charts/speedups.js";
import type { Measured } from "./run.js";

export const PATHS = ["fast", "cached", "learned"] as const;
export type Distribution = Record<(typeof PATHS)[number], number>;

export const COMPONENTS = { fast: "Table look-ups", cached: "Cache look-ups", learned: "Gating network", expert: "Experts" } as const;
export const TAKEN = { fast: "Fast", cached: "Cached", learned: "Learned" } as const;

export interface RoutingResult {
  model: RouteModelResult;
  breakeven: RouteBreakevenResult;
  projection?: RouteProjectResult | undefined;
  /** Speedup at each share of the tokens that skip the gating network, the split of the rest kept. */
  skipping: [skipped: number, speedup: number][];
  /** Share of the time that the gating network has when no token skips it. */
  routerShare: number;
  /** The last run, with the model of its costs and paths. */
  measured?: (Measured & { model: RouteModelResult | undefined; routerShare: number | undefined }) | undefined;
}

export type Request = Required<Pick<RouteModelRequest, "costs_us" | "distribution_pct" | "cascade">> & { target_speedup: number; project?: Record<string, unknown> };

/** Asks the model, and the projection where it is shown. */
export function routing({ route }: WholeEngine, request: Request, isProjected: boolean, measured: RoutingResult["measured"]): RoutingResult {
  const { costs_us, distribution_pct, cascade, target_speedup, project } = request;
  const model = route.model({ costs_us, distribution_pct, cascade });
  const at = (distribution: Distribution): RouteModelResult => route.model({ costs_us, distribution_pct: distribution, cascade });
  const { fast, cached } = (distribution_pct ?? { fast: 1, cached: 0 }) as Distribution;
  const split = fast + cached > 0 ? fast / (fast + cached) : 1;
  return {
    model,
    breakeven: route.breakeven({ costs_us, cascade, target_speedup: target_speedup ?? model.speedup }),
    projection: isProjected ? within("project", /^(distribution_pct|cascade)/, () => route.project({ ...project, distribution_pct, cascade } as unknown as Parameters<typeof route.project>[0])) : undefined,
    skipping: Array.from({ length: 41 }, (_, step) => {
      const skipped = step / 40;
      return [skipped, at({ fast: 100 * skipped * split, cached: 100 * skipped * (1 - split), learned: 100 * (1 - skipped) }).speedup];
    }),
    routerShare: shareOfRouter(route, costs_us),
    measured,
  };
}

/** What was measured, with the model of its costs and paths. */
export function modelled({ route }: WholeEngine, found: Measured): NonNullable<RoutingResult["measured"]> {
  const costs_us = measuredCosts(found);
  return {
    ...found,
    model: costs_us && route.model({ costs_us, distribution_pct: found.analysis.systems_analysis.var.var_stats.distribution_pct }),
    routerShare: costs_us && shareOfRouter(route, costs_us),
  };
}

/** What was predicted, what was measured, and what would be the most. */
export function speedups({ model, measured }: RoutingResult): Speedup[] {
  if (!measured) return [{ name: "Assumed costs", value: model.speedup }, { name: "Measured", value: null }, { name: "Bound", value: model.max_speedup }];
  const { predicted_speedup: predicted, actual_speedup: actual, low_speedup: low, high_speedup: high, max_speedup: bound } = measured.analysis.systems_analysis.comparison;
  return [
    { name: "Predicted", value: predicted ?? null },
    { name: "Measured", value: actual ?? null, between: typeof low === "number" && typeof high === "number" ? [low, high] : undefined },
    { name: "Bound", value: bound ?? null },
  ];
}

export const parts = ({ share }: RouteModelResult): { name: string; share: number }[] =>
  (Object.keys(COMPONENTS) as (keyof typeof COMPONENTS)[]).map((name) => ({ name: COMPONENTS[name], share: share[name] }));

/** What the paths cost where it was measured; nothing where the clock was too coarse for one of them. */
export function measuredCosts({ analysis }: Measured): Record<keyof typeof COMPONENTS, number> | undefined {
  const { fast_us: fast, cached_us: cached, learned_us: learned, expert_us: expert } = analysis.systems_analysis.calibration;
  return [fast, cached, learned, expert].every((cost) => typeof cost === "number" && cost > 0) ? { fast: fast!, cached: cached!, learned: learned!, expert: expert! } : undefined;
}

/** The share of the time that the gating network has when every token goes through it and nothing is looked up. */
const shareOfRouter = (route: WholeEngine["route"], costs_us: RouteModelRequest["costs_us"]): number =>
  route.model({ costs_us, distribution_pct: { fast: 0, cached: 0, learned: 100 }, cascade: false }).share.learned;
