// The measured machine as a device file: figures of the engine, and words of the page.

import type { BenchDevice, BenchFigure, BenchMachine } from "#bench";
import { number, type OwnMachine } from "#shared";

const between = ({ value, low, high }: BenchFigure): string => `${number(value)} (${number(low)} to ${number(high)})`;

/** Memory that a page may know of: browsers tell it in steps and up to 8 GB, or not at all. A module of WebAssembly has 4 GB at most. */
function memory(): { bytes: number; why: string } {
  const { deviceMemory } = navigator as { deviceMemory?: number };
  return deviceMemory
    ? { bytes: deviceMemory * 2 ** 30, why: "as the browser reports it, rounded, to any page" }
    : { bytes: 2 ** 32, why: "not reported by the browser; what WebAssembly may use" };
}

/** `one`: what one thread reaches, for the spread of the constants. */
export function deviceOf({ assumptions, ...figures }: BenchDevice, one: BenchMachine, how: string, date: string): OwnMachine {
  const { bytes, why } = memory();
  return {
    id: "own",
    name: "Your machine",
    vendor: "measured",
    ...figures,
    memory_capacity_bytes: bytes,
    estimated: [{ field: "memory_capacity_bytes", why }],
    sources: [{ fields: ["peak_flop_per_s", "memory_bandwidth_bytes_per_s", "dispatch_overhead_s"], title: `Measured by Ridgepoint in a browser (${how})`, check: "measured", date }],
    notes: [
      `Constants of the model fitted to products here, from least to most: efficiency ${between(one.efficiency)}, bandwidth_efficiency ${between(one.bandwidth_efficiency)}, layer_overhead_s ${between(one.overhead_s)}. As assumptions: ${JSON.stringify(assumptions)}`,
      "memory_bandwidth_bytes_per_s: reading the largest working set; a cache larger than that would still hold it.",
    ],
  };
}
