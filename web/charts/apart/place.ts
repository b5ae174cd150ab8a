// Where a workload stands under its roof, for a drawing and its table.

import type { RooflineResult } from "#engine";
import { choice, of, rates, type Band, type Cell } from "#shared";

/** A workload at one setting, and the roof it then stands under. */
export interface Place {
  label: string;
  intensity: number;
  achieved_flop_per_s: number;
  /** Of the rate, where that is known. */
  band?: Band | null;
  regime: string;
  feasible: boolean;
  device: string;
  attainable_flop_per_s: number;
  /** Bytes a second that give the slope. */
  rate: number;
  /** The intensity at which the slope ends. */
  ridge: number;
}

/** Where a step stands under its roof. */
export const place = (result: RooflineResult, label: string, device: string): Place => ({
  label,
  device,
  intensity: result.arithmetic_intensity_flop_per_byte,
  achieved_flop_per_s: result.achieved_flop_per_s,
  band: rates(result.achieved_low_flop_per_s, result.achieved_high_flop_per_s),
  regime: result.regime,
  feasible: result.feasible,
  attainable_flop_per_s: result.flop_per_s,
  rate: result.bandwidth_bytes_per_s,
  ridge: result.attainable_ridge_flop_per_byte,
});

/** Whether a table of these has columns for the ends of the bands. */
export const areBanded = (places: readonly Place[]): boolean => places.some(({ band }) => !!band);

/** The same as a row of a table: how it is called, intensity, rate, what limits it, device, the rates of the roof, and the ends of the band. */
export const placeCells = ({ label, intensity, achieved_flop_per_s: achieved, regime, device, attainable_flop_per_s: attainable, rate, band }: Place, isBanded: boolean): Cell[] => [
  label, of(intensity, "flop/byte"), of(achieved, "flop/s"), choice(regime), device, of(attainable, "flop/s"), of(rate, "bytes/s"),
  ...(isBanded ? [of(band?.low, "flop/s"), of(band?.high, "flop/s")] : []),
];
