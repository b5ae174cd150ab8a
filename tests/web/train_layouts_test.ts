// The same devices in other layouts: every way to divide them that the engine takes.

import { describe, expect, it } from "vitest";
import { layouts } from "../../web/widgets/train/result.js";

type Arguments = Parameters<typeof layouts>;

/** Takes what the model's eight heads divide; more stages take longer. */
const engine = {
  train({ parallel }: { parallel: { tensor: number; pipeline: number; data: number } }) {
    if (8 % parallel.tensor !== 0) throw new Error("heads do not divide");
    return { step_s: parallel.pipeline, mfu: 0.4, memory: { total_bytes: 1 }, feasible: parallel.data < 12 };
  },
} as unknown as Arguments[0];

const of = (devices: number): string[] =>
  layouts(engine, { parallel: {} } as Arguments[1], { devices, global_batch: 24 } as Arguments[2]).map(({ tensor, pipeline, data }) => `${tensor}x${pipeline}x${data}`);

describe("layouts of the same devices", () => {
  it("are all their divisions, not powers of two alone", () => {
    expect([...of(12)].sort()).toEqual(["1x12x1", "1x1x12", "1x2x6", "1x3x4", "1x4x3", "1x6x2", "2x1x6", "2x2x3", "2x3x2", "2x6x1", "4x1x3", "4x3x1"]);
    expect(of(7)).toEqual(["1x1x7", "1x7x1"]);
  });

  it("stand with the quickest first, and those that do not fit behind", () => {
    expect(of(12).at(-1)).toBe("1x1x12");
    expect(of(12)[0]).toMatch(/x1x/);
  });

  it("of a million devices are found at once", () => expect(of(2 ** 20).length).toBeGreaterThan(20));
});
