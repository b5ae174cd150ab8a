// What a measuring thread can be asked, in a worker or in the page itself.

import type { Bench, BenchKernels } from "#bench";

type Asked = Omit<Bench, "kernels" | "resolution_s">;

export interface Calls extends Asked {
  /** The kernels that this browser may run, the widest first. */
  supported(): BenchKernels[];
  /** Loads a module; the step of its clock in seconds. Throws where the browser refuses it. */
  open(kernels: BenchKernels): number;
}

/** Answers calls by name; all but `supported` once `open` has loaded a module. */
export function answering(): (name: keyof Calls, args: readonly unknown[]) => Promise<unknown> {
  let bench: Bench | undefined;
  return async (name, args) => {
    const { loadBench, supportedKernels } = await import("#bench");
    if (name === "supported") return supportedKernels();
    if (name === "open") return (bench = await loadBench({ kernels: args[0] as BenchKernels })).resolution_s;
    return (bench![name] as (...args: readonly unknown[]) => unknown)(...args);
  };
}
