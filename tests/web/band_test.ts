import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { band, bandText, rates, withBand } from "../../web/ui/band.js";
import { choice } from "../../web/ui/labels.js";

const plain = (text: string): string => text.replace(/\u00a0/g, " ");

describe("a band", () => {
  const result = { itl_s: 8e-3, itl_low_s: 7e-3, itl_high_s: 11e-3, ttft_s: 0.1, ttft_low_s: null, ttft_high_s: null, speedup_low: 1.5, speedup_high: 2.5 };

  it("is read from a result by the figure's name", () => {
    expect(band(result, "itl", "s")).toEqual({ low: 7e-3, high: 11e-3, unit: "s" });
    expect(band(result, "speedup", "×")).toEqual({ low: 1.5, high: 2.5, unit: "×" });
  });

  it("is none where the engine gives none", () => {
    for (const name of ["ttft", "latency"]) expect(band(result, name, "s")).toBeNull();
    expect(band({ itl_low_s: Infinity, itl_high_s: Infinity }, "itl", "s")).toBeNull();
    expect([bandText(null), withBand(null), rates(null, null)]).toEqual(["", "", null]);
  });

  it("reads as a range", () => {
    expect(plain(bandText(band(result, "itl", "s")))).toBe("nine in ten measured 7.0 to 11 ms");
    expect(plain(withBand(band(result, "speedup", "×")))).toBe(" (nine in ten measured 1.5 to 2.5×)");
  });

  it("of a rate has two ends or none", () => expect(rates(1e12, 2e12)).toEqual({ low: 1e12, high: 2e12, unit: "flop/s" }));
});

describe("what was fitted", () => {
  const known = ["software", "compression"].flatMap((kind) => {
    const folder = new URL(`../../core/data/${kind}/`, import.meta.url);
    return readdirSync(folder).map((file) => JSON.parse(readFileSync(new URL(file, folder), "utf8")) as { id: string; name: string });
  });
  /** Not offered: nothing to quantize with below 8 bits, and what prunes. */
  const UNSHOWN = ["w8a8", "magnitude", "sparsegpt", "wanda"];

  it("is called in a control what its file calls it", () => {
    expect(known.length).toBeGreaterThan(10);
    for (const { id, name } of known.filter((one) => !UNSHOWN.includes(one.id))) expect(choice(id)).toBe(id === "unknown" ? "software not known" : name);
  });
});
