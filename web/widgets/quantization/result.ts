// What the widget asks: a decode step and a compute-bound workload at each precision, and what the fewer bits cost.

import type { CompressRequest, CompressResult, Engine, RooflineRequest, RooflineResult, ServeRequest, ServeResult } from "#engine";
import { crossings, type Crossing, type Curve } from "../../charts/curve.js";
import type { Place } from "../../charts/rooflines.js";
import { band, bandRates } from "../../ui/band.js";
import { place } from "../../ui/parts.js";
import { choice } from "../../ui/labels.js";
import { within } from "../../ui/within.js";

export const PRECISIONS = ["fp16", "int8", "int4"] as const;
const BITS: Record<(typeof PRECISIONS)[number], number> = { fp16: 16, int8: 8, int4: 4 };
const THRESHOLDS = [2, 1.5];
export const SPARSITIES = [0.5, 0.75, 0.9];

export interface QuantizationResult {
  /** One decode step at each precision. */
  decode: ServeResult[];
  /** How much faster than at FP16 it is at each; of a device with room where one of them does not fit. */
  gains: number[];
  /** The compute-bound workload at each precision. */
  compute: RooflineResult[];
  /** What each precision is estimated to cost in accuracy. */
  accuracy: CompressResult[];
  /**
   * The language model with half, three quarters and nine tenths of its weights set to zero. What that costs is shown only where
   * it is fitted to language models: the estimate is of image classifiers, and far too kind.
   */
  pruning: CompressResult[];
  /** Where the decode step and the compute-bound workload stand under their roofs, by precision. */
  places: { decode: Place[]; compute: Place[] };
  /** Gain over FP16 at every batch, INT4 first. */
  curves: Curve[];
  /** Where INT4's gain falls below 2× and 1.5×. */
  crossings: Crossing[];
}

/** What was asked, with the names that models and devices go by. */
export interface Asked {
  model: string;
  hardware: string;
  batch: number;
  context: number;
  kv_precision?: string | undefined;
  compute: { model: string; hardware: string; batch: number; scheme?: string | undefined };
}

type Decode = Record<string, unknown>;

/** Asks all of it. `sweep`: for the curves of this decode step, which are the same at every batch; `device`: what a device is called. */
export function quantization(engine: Engine, request: Record<string, unknown>, sweep: () => Curve[], device: (hardware: unknown) => string): QuantizationResult {
  const { compute, algorithm, ...decode } = request as { compute: Record<string, unknown>; algorithm?: unknown; assumptions?: unknown };
  const { model, hardware } = decode as unknown as ServeRequest;
  const assumed = decode.assumptions === undefined ? {} : { assumptions: decode.assumptions };
  const serve = (precision: string, more: object = {}): ServeResult => engine.serve({ ...decode, precision, ...more } as unknown as ServeRequest);
  const compress = (how: object): CompressResult => engine.compress({ model, hardware, ...assumed, ...how } as CompressRequest);
  // Before the sweep: an error then names the field of the step itself.
  const decoded = PRECISIONS.map((precision) => serve(precision));
  const curves = sweep();
  const images = within("compute", /^assumptions/, () =>
    PRECISIONS.map((precision) => engine.roofline({ ...compute, ...assumed, precision } as unknown as RooflineRequest)),
  );
  const fits = decoded.every(({ feasible }) => feasible);
  const times_s = (fits ? decoded : PRECISIONS.map((precision) => serve(precision, { assumptions: roomy(decode.assumptions) }))).map(({ itl_s }) => itl_s);
  return {
    decode: decoded,
    gains: times_s.map((_, row) => gain(times_s, row)),
    compute: images,
    places: {
      decode: decoded.map((result, row) => decodePlace(result, choice(PRECISIONS[row]!), device(hardware))),
      compute: images.map((result, row) => place(result, choice(PRECISIONS[row]!), device(compute["hardware"]))),
    },
    accuracy: PRECISIONS.map((precision) => compress({ method: "quantization", bits: BITS[precision], ...(algorithm === undefined ? {} : { algorithm }) })),
    pruning: SPARSITIES.map((sparsity) => compress({ method: "pruning", sparsity })),
    curves,
    crossings: crossings(curves[0]!, THRESHOLDS),
  };
}

const decodePlace = (result: ServeResult, label: string, device: string): Place => ({
  label,
  device,
  intensity: result.decode_arithmetic_intensity_flop_per_byte,
  achieved_flop_per_s: result.decode_achieved_flop_per_s,
  band: bandRates(result.decode_achieved_flop_per_s, result.itl_s, band(result, "itl", "s")),
  regime: result.decode_regime,
  feasible: result.feasible,
  attainable_flop_per_s: result.decode_flop_per_s,
  rate: result.decode_bandwidth_bytes_per_s,
});

/** The gain at every batch up to the last: a crossing is then read off, not interpolated. */
export function sweptCurves(engine: Engine, base: Decode, last: number): Curve[] {
  const batches = Array.from({ length: last }, (_, index) => index + 1);
  const { columns } = engine.sweep({ call: "serve", base: { ...base, assumptions: roomy(base["assumptions"]) }, axes: { precision: [...PRECISIONS], batch: batches }, outputs: ["itl_s", "feasible"] });
  const itl = columns["itl_s"] as Float64Array;
  const fits = columns["feasible"] as Float64Array;
  const curve = (row: number): Curve => ({
    name: choice(PRECISIONS[row]!),
    points: batches.map((batch, index) => ({ batch, speedup: itl[index]! / itl[row * last + index]!, fits: fits[index] === 1 })),
  });
  return [curve(2), curve(1)];
}

/** Assumptions as an object, to which others can be added. */
const preset = (assumptions: unknown): object => (typeof assumptions === "string" ? { preset: assumptions } : ((assumptions as object | undefined) ?? {}));

/** The same for a device with room: beyond the memory a comparison with FP16 would say more of the host link than of bits. */
const roomy = (assumptions: unknown): object => ({ ...preset(assumptions), serving_offload: "ignore" });

/** How much faster a row is than the first one. */
export const gain = (times_s: number[], row: number): number => times_s[0]! / times_s[row]!;

/** Whether what compression costs is the growth of perplexity, which is fitted, and not a change of accuracy, which is estimated. */
export const isFitted = ({ accuracy }: QuantizationResult): boolean => accuracy[0]!.accuracy_delta === null;

/** What compression costs: a change of accuracy, or, calibrated, the growth of perplexity; null where nothing published says. */
export const delta = (one: CompressResult): number | null => one.accuracy_delta ?? growthOf(one);

export const growthOf = ({ perplexity_ratio }: CompressResult): number | null => (perplexity_ratio === null ? null : growth(perplexity_ratio));

/** To a tenth of a per cent: no table tells more. */
export const growth = (ratio: number): number => Math.round((ratio - 1) * 1000) / 1000;

