import { beforeAll, describe, expect, it } from "vitest";
import { paths } from "../../web/build/bundle.js";
import { displayedAnswers, printedValue } from "../../web/build/labs/displayed.js";
import { importModule } from "../../web/build/module.js";
import type { Asked } from "../../web/labs/types.js";

describe("a printed figure", () => {
  it.each<[number, string, number]>([
    [0.00012535, "125\u00a0µs", 0.000125],
    [0.0706, "7.06\u00a0%", 0.0706],
    [-0.8517, "−0.85", -0.85],
    [141_230_000_000, "141.2\u00a0GB", 141.2e9],
    [1024, "1,024", 1024],
    [0.00999, "9.99\u00a0ms", 0.00999],
    [3.3751, "3.38×", 3.38],
    [0, "0", 0],
    [-0.001, "0.00", 0],
  ])("of %s as %s says %s", (value, text, printed) => expect(printedValue({ value, text })).toBeCloseTo(printed, 12));

  it("that is a word says no number", () => expect(printedValue({ value: "memory", text: "memory-bound" })).toBeUndefined());
});

describe("what a reader can take from the page", () => {
  let engine: Asked;
  beforeAll(async () => {
    const { loadRidgepoint } = (await importModule(paths.engine)) as { loadRidgepoint(options: { calls: "all" }): Promise<Asked> };
    engine = await loadRidgepoint({ calls: "all" });
  });
  const shown = [
    { value: 0.00012535, text: "125\u00a0µs", where: "figure half_time", figure: "half_time" },
    { value: -0.0645, text: "−0.06", where: "figure flops", figure: "flops" },
    { value: -0.8517, text: "−0.85", where: "figure bandwidth", figure: "bandwidth" },
  ];

  it("is the key as printed, and every figure of its value, whatever its prefix", () => {
    expect(displayedAnswers(engine, { answer: "key", unit: "µs" }, 125.35, shown).map(({ value }) => Number(value.toPrecision(9)))).toEqual([125, 125]);
  });

  it("digit by digit, where it is printed in the unit that is asked for", () => {
    const values = (unit: string, scale: number): number[] => displayedAnswers(engine, { answer: "key", unit, scale }, 0.00012535, shown).map(({ value }) => Number(value.toPrecision(9)));
    expect(values("µs", 1e-6)).toEqual([125, 125]);
    expect(values("µs", 1)).toEqual([0.000125, 125]);
    expect(values("ms", 1e-3)).toEqual([0.125, 0.125]);
  });

  it("and what follows from printed figures, rounded as they are", () => {
    const [, derived] = displayedAnswers(engine, { answer: "key", scale: 0.01, from: "flops / bandwidth" }, 0.0757, shown);
    expect(derived!.value).toBeCloseTo(7.06, 2);
    expect(() => displayedAnswers(engine, { answer: "key", from: "nobody" }, 1, shown)).toThrow("there is nothing called nobody");
  });
});
