// What the widget asks: a decode step and a compute-bound workload at each precision, and what the fewer bits cost.

import type { CompressRequest, CompressResult, Engine, ExplainResult, RooflineRequest, RooflineResult, ServeRequest, ServeResult } from "#engine";
import { choice, last, rates } from "#shared";
import { within } from "../within.js";
import { place, type Place } from "../../charts/apart/place.js";
import type { Crossing, Curve } from "./charts/curve.js";

const BITS = [16, 8, 4];
const THRESHOLDS = [2, 1.5];
export const SPARSITIES = [0.5, 0.75, 0.9];

export interface QuantizationResult {
  /** The formats compared, FP16 first. */
  formats: string[];
  /** One decode step at each precision. */
  decode: ServeResult[];
  /** The compute-bound workload at each precision. */
  compute: RooflineResult[];
  /** How much faster than at FP16 it is at each. */
  gains: ExplainResult[];
  /** What each precision is estimated to cost in accuracy. */
  accuracy: CompressResult[];
  /**
   * The language model with half, three quarters and nine tenths of its weights set to zero. Shown only where what that costs is
   * fitted to language models: the estimate is of image classifiers, and far too kind.
   */
  pruning: CompressResult[];
  /** Where the decode step and the compute-bound workload stand under their roofs, by precision. */
  places: { decode: Place[]; compute: Place[] };
  /** Gain over FP16 at every batch, INT4 first. */
  curves: Curve[];
  /** Where INT4's gain falls below 2× and 1.5×. */
  crossings: Crossing[];
}

/** What is the same at every batch. */
type Swept = Pick<QuantizationResult, "curves" | "crossings">;

/** What was asked, with the names that models and devices go by. */
export interface Asked {
  model: string;
  hardware: string;
  batch: number;
  context: number;
  kv_precision?: string | undefined;
  compute: { model: string; hardware: string; batch: number; scheme?: string | undefined };
}

/** Asks all of it; of what stays the same as a control moves, not again. */
export class Asking {
  /** `batches`: the last batch of the curves. */
  constructor(
    private readonly engine: Engine,
    private readonly batches: number,
  ) {}

  readonly #compressed = last(
    ({ algorithm, ...step }: Record<string, unknown>) => {
      const compress = (how: object): CompressResult => this.engine.compress({ ...step, ...how } as unknown as CompressRequest);
      return {
        accuracy: BITS.map((bits) => compress({ method: "quantization", bits, ...(algorithm === undefined ? {} : { algorithm }) })),
        pruning: SPARSITIES.map((sparsity) => compress({ method: "pruning", sparsity })),
      };
    },
    JSON.stringify,
  );

  readonly #computed = last((images: RooflineRequest[]) => {
    const compute = within("compute", /^assumptions/, () => images.map((image) => this.engine.roofline(image)));
    return { compute, gains: images.map((proposal) => this.engine.explain({ baseline: images[0]!, proposal })) };
  }, JSON.stringify);

  readonly #swept = last(({ formats, ...base }: { formats: string[] }) => sweptGains(this.engine, base, formats, this.batches), JSON.stringify);

  /** `device`: what a device is called. */
  ask(request: Record<string, unknown>, device: (hardware: unknown) => string): QuantizationResult {
    const { compute, algorithm, ...decode } = request as { compute: Record<string, unknown>; algorithm?: unknown; assumptions?: unknown };
    const { model, hardware } = decode as unknown as ServeRequest;
    const assumed = decode.assumptions === undefined ? {} : { assumptions: decode.assumptions };
    const { accuracy, pruning } = this.#compressed({ model, hardware, algorithm, ...assumed });
    const formats = accuracy.map(({ precision }) => precision!);
    // Before the sweep: an error then names the field of the step itself.
    const decoded = formats.map((precision) => this.engine.serve({ ...decode, precision } as unknown as ServeRequest));
    // The curves are the same at every batch.
    const { batch: _, ...base } = decode as { batch?: unknown };
    const swept = this.#swept({ ...base, formats });
    // The first format is not quantized: how quantized weights are multiplied says nothing of it.
    const { scheme: __, ...unquantized } = compute;
    const computed = this.#computed(formats.map((precision, row) => ({ ...(row === 0 ? unquantized : compute), ...assumed, precision }) as unknown as RooflineRequest));
    return {
      formats,
      decode: decoded,
      ...computed,
      places: {
        decode: decoded.map((result, row) => decodePlace(result, choice(formats[row]!), device(hardware))),
        compute: computed.compute.map((result, row) => place(result, choice(formats[row]!), device(compute["hardware"]))),
      },
      accuracy,
      pruning,
      ...swept,
    };
  }
}

const decodePlace = (result: ServeResult, label: string, device: string): Place => ({
  label,
  device,
  intensity: result.decode_arithmetic_intensity_flop_per_byte,
  achieved_flop_per_s: result.decode_achieved_flop_per_s,
  band: rates(result.decode_achieved_low_flop_per_s, result.decode_achieved_high_flop_per_s),
  regime: result.decode_regime,
  feasible: result.feasible,
  attainable_flop_per_s: result.decode_flop_per_s,
  rate: result.decode_bandwidth_bytes_per_s,
  ridge: result.decode_attainable_ridge_flop_per_byte,
});

/** The gain at every batch up to the last. */
function sweptGains(engine: Engine, base: Record<string, unknown>, formats: string[], last: number): Swept {
  const batches = Array.from({ length: last }, (_, index) => index + 1);
  const { columns, below } = engine.sweep({
    call: "serve",
    base,
    axes: { precision: formats, batch: batches },
    outputs: ["speedup_over_fp16", "feasible"],
    below: { speedup_over_fp16: THRESHOLDS },
  });
  const gains = columns["speedup_over_fp16"] as Float64Array;
  const fits = columns["feasible"] as Float64Array;
  const curve = (format: string, row: number): Curve => ({
    name: choice(format),
    points: batches.map((batch, index) => ({ batch, speedup: gains[row * last + index]!, fits: fits[index] === 1 })),
  });
  return {
    curves: formats.map(curve).slice(1).reverse(),
    crossings: THRESHOLDS.map((threshold, row) => ({ threshold, batch: below!["speedup_over_fp16"]![row]!.at(-1)! })),
  };
}

/** Whether what compression costs is the growth of perplexity, which is fitted, and not a change of accuracy, which is estimated. */
export const isFitted = ({ accuracy }: QuantizationResult): boolean => accuracy[0]!.accuracy_delta === null;

/** What compression costs: a change of accuracy, or, calibrated, the growth of perplexity; null where nothing published says. */
export const delta = (one: CompressResult): number | null => one.accuracy_delta ?? growthOf(one);

export const growthOf = ({ perplexity_ratio }: CompressResult): number | null => (perplexity_ratio === null ? null : growth(perplexity_ratio));

/** To a tenth of a per cent: no table tells more. */
export const growth = (ratio: number): number => Math.round((ratio - 1) * 1000) / 1000;

