// How often properties are tried: as their tests say; or so many times, or so long, where scripts/fuzz asks for it in
// RIDGEPOINT_FUZZ ("inputs 2000", "seconds 60"), which counts them as well. One property is given 45 seconds at most: it leaves no
// pause in which a worker could answer, and after a minute without one Vitest takes it for lost.

import fc from "fast-check";
import { afterAll } from "vitest";

const [unit, amount] = (process.env["RIDGEPOINT_FUZZ"] ?? "").split(" ");

/** For fc.assert: so many runs, unless scripts/fuzz says how many. */
export const often = (usual: number): { numRuns?: number } => (unit ? {} : { numRuns: usual });

if (unit) {
  let inputs = 0;
  const reporter = (found: fc.RunDetails<unknown>): void => {
    inputs += found.numRuns;
    if (found.failed && !found.interrupted) throw new Error(fc.defaultReportMessage(found));
  };
  fc.configureGlobal(unit === "inputs" ? { numRuns: Number(amount), seed: 1, reporter } : { numRuns: 1e9, interruptAfterTimeLimit: Math.min(Number(amount), 45) * 1000, reporter });
  afterAll(() => console.log(`${inputs} inputs`));
}
