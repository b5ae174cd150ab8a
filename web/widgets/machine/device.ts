// The measured machine as a device file, of the registry's shape: what core/bench/device.cpp writes natively.

import type { BenchFigure, BenchMachine } from "#bench";
import { number, type OwnMachine } from "#shared";

const between = ({ value, low, high }: BenchFigure): string => `${number(value)} (${number(low)} to ${number(high)})`;

/** The constants as the assumptions of a request; the engine takes no share of nothing. */
export const assumptionsOf = ({ efficiency, bandwidth_efficiency, overhead_s }: BenchMachine): Record<string, number> => ({
  efficiency: Math.max(1e-9, efficiency.value),
  bandwidth_efficiency: Math.max(1e-9, bandwidth_efficiency.value),
  layer_overhead_s: overhead_s.value,
});

/** Memory that a page may know of: browsers tell it in steps and up to 8 GB, or not at all. A module of WebAssembly has 4 GB at most. */
function memory(): { bytes: number; why: string } {
  const { deviceMemory } = navigator as { deviceMemory?: number };
  return deviceMemory
    ? { bytes: deviceMemory * 2 ** 30, why: "as the browser tells it, rounded and no more than it tells any page" }
    : { bytes: 2 ** 32, why: "the browser does not tell; what WebAssembly may use" };
}

export function deviceOf(all: BenchMachine, one: BenchMachine, how: string, date: string): OwnMachine {
  const { bytes, why } = memory();
  return {
    id: "own",
    name: "Your machine",
    vendor: "measured",
    peak_flop_per_s: Object.fromEntries(Object.entries(all.operations_per_s).map(([format, { value }]) => [format, value])),
    memory_capacity_bytes: bytes,
    memory_bandwidth_bytes_per_s: all.read.at(-1)!.bytes_per_s.value,
    dispatch_overhead_s: one.overhead_s.value,
    estimated: [{ field: "memory_capacity_bytes", why }],
    sources: [{ fields: ["peak_flop_per_s", "memory_bandwidth_bytes_per_s", "dispatch_overhead_s"], title: `Measured by Ridgepoint in a browser (${how})`, check: "measured", date }],
    notes: [
      `Constants of the model fitted to products here, from least to most: efficiency ${between(one.efficiency)}, bandwidth_efficiency ${between(one.bandwidth_efficiency)}, layer_overhead_s ${between(one.overhead_s)}. As assumptions: ${JSON.stringify(assumptionsOf(one))}`,
      "memory_bandwidth_bytes_per_s: reading the largest working set; a cache larger than that would still hold it.",
    ],
  };
}
