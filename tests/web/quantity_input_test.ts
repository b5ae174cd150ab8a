import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { quantity } from "../../web/ui/format.js";
import { boxed, readQuantity, type Shown } from "../../web/ui/quantity-input.js";

const COUNT: Shown = { unit: "", factor: 1 };
const GB: Shown = { unit: "bytes", factor: 1e9 };
const GBS: Shown = { unit: "bytes/s", factor: 1e9 };
const MS: Shown = { unit: "s", factor: 1e-3 };
const RATE: Shown = { unit: "1/s", factor: 1 };
const DAYS: Shown = { unit: "d", factor: 1 };
const PRICE: Shown = { unit: "USD/h", factor: 1 };

describe("a typed number", () => {
  it.each<[string, Shown, number]>([
    ["128k", COUNT, 128_000],
    ["128 K", COUNT, 128_000],
    ["128Ki", COUNT, 131_072],
    ["128k tokens", COUNT, 128_000],
    ["1e12", COUNT, 1e12],
    ["1.5E-3", COUNT, 0.0015],
    [" 42 ", COUNT, 42],
    ["-3", COUNT, -3],
    ["−3", COUNT, -3],
    [".5", COUNT, 0.5],
    ["50 %", COUNT, 0.5],
    ["1.3×", COUNT, 1.3],
    ["80", GB, 80e9],
    ["80 GB", GB, 80e9],
    ["80 GiB", GB, 80 * 2 ** 30],
    ["80000 MB", GB, 80e9],
    ["512 B", GB, 512],
    ["3.35 TB/s", GBS, 3.35e12],
    ["3.35T", GBS, 3.35e12],
    ["50 ms", MS, 0.05],
    ["50", MS, 0.05],
    ["2 s", MS, 2],
    ["5 min", MS, 300],
    ["3.5 hours", MS, 12_600],
    ["2 d", MS, 172_800],
    ["5m", MS, 0.005],
    ["2 weeks", MS, 1_209_600],
    ["10 minutes", MS, 600],
    ["1 minuto", MS, 60],
    ["30", DAYS, 30],
    ["14 days", DAYS, 14],
    ["1 day", DAYS, 1],
    ["2 weeks", DAYS, 14],
    ["2w", DAYS, 14],
    ["36 hours", DAYS, 1.5],
    ["$2.50", PRICE, 2.5],
    ["US$3", PRICE, 3],
    ["$ 2.50", PRICE, 2.5],
    ["2.50 $", PRICE, 2.5],
    ["2 USD", PRICE, 2],
    ["$1M", { unit: "USD", factor: 1 }, 1e6],
    ["50 us", MS, 5e-5],
    ["50 µs", MS, 5e-5],
    ["50 μs", MS, 5e-5],
    ["50 µs", { unit: "us", factor: 1 }, 50],
    ["2 ms", { unit: "us", factor: 1 }, 2000],
    ["989 TFLOP/s", { unit: "flop/s", factor: 1e12 }, 989e12],
    ["989 TFLOPS", { unit: "flop/s", factor: 1e12 }, 989e12],
    ["700 W", { unit: "W", factor: 1 }, 700],
    ["0.7 kW", { unit: "W", factor: 1 }, 700],
    ["50 %", { unit: "%", factor: 1 }, 50],
    ["8B", COUNT, 8e9],
    ["70b", COUNT, 70e9],
    ["1.5 b", COUNT, 1.5e9],
    ["15B tokens", COUNT, 15e9],
    ["80 B", { unit: "bytes", factor: 1e9 }, 80],
    ["10", RATE, 10],
    ["10/s", RATE, 10],
    ["600/min", RATE, 10],
    ["600 / minute", RATE, 10],
    ["7200/h", RATE, 2],
    ["5 rps", RATE, 5],
    ["5 RPS", RATE, 5],
    ["300 rpm", RATE, 5],
    ["5 req/s", RATE, 5],
    ["5 requests/s", RATE, 5],
    ["5 requests per second", RATE, 5],
    ["120 per minute", RATE, 2],
    ["36 per hour", RATE, 0.01],
    ["5k", RATE, 5000],
    ["5k/s", RATE, 5000],
  ])("%s", (text, shown, value) => expect(readQuantity(text, shown)).toEqual({ value }));

  it.each<[string, number]>([
    ["1 000", 1000], ["1\u00a0000", 1000], ["1\u2009000\u2009000", 1e6], ["1'000", 1000], ["1’000", 1000],
    ["1,234,567", 1234567], ["1.234.567", 1234567], ["1,234.5", 1234.5], ["1.234,5", 1234.5], ["1 234,5", 1234.5],
    ["0,234", 0.234], ["1234,567", 1234.567], ["1,5", 1.5], ["12,34", 12.34], ["1,2345", 1.2345],
    // As the boxes themselves show numbers.
    ["1.234", 1.234],
  ])("groups and divides as %s", (text, value) => expect(readQuantity(text, COUNT)).toEqual({ value }));

  it("with a comma before three digits has two readings, each with its unit, and is not guessed", () => {
    expect(readQuantity("1,234", COUNT)).toEqual({ ambiguous: ["1234", "1.234"] });
    expect(readQuantity("12,500 GB", GB)).toEqual({ ambiguous: ["12500 GB", "12.500 GB"] });
    expect(readQuantity("-1,234 GB", GB)).toEqual({ ambiguous: ["-1234 GB", "-1.234 GB"] });
  });

  it("of a count is grouped by commas, which have no other meaning there", () => {
    const count = { ...COUNT, integer: true };
    for (const [text, value] of [["8,192", 8192], ["1,000", 1000], ["128,000", 128_000], ["-1,000", -1000], ["1,234,567", 1_234_567], ["8,192 tokens", 8192], ["1,500k", 1_500_000], ["1,5", 1.5], ["0,234", 0.234]] as const) expect(readQuantity(text, count), text).toEqual({ value });
  });

  it("of a count has two readings with a point before three zeros, and is not made a thousandth in silence", () => {
    const count = { ...COUNT, integer: true };
    expect(readQuantity("128.000", count)).toEqual({ ambiguous: ["128000", "128"] });
    for (const [text, value] of [["1.0", 1], ["1.00", 1], ["1.0000", 1], ["0.000", 0], ["1.000k", 1000], ["1.000.000", 1e6], ["1.500", 1.5]] as const) expect(readQuantity(text, count)).toEqual({ value });
    expect(readQuantity("1.000", COUNT)).toEqual({ value: 1 });
  });

  it.each(["", "-", "1e", "abc", "12 bananas", "1.2.3", "1,23,456", "1,2,3", "1 00", "12 34", "--3", "1e999", "0x10", "∞", "NaN", "1 GBs", "3 Gb", "1..2", ".", ","])("%j is not understood", (text) =>
    expect(readQuantity(text, GB)).toEqual({ unknown: true }));

  it("of another unit is not understood", () => {
    expect(readQuantity("3 TB/s", GB)).toEqual({ unknown: true });
    expect(readQuantity("80 GB", MS)).toEqual({ unknown: true });
    expect(readQuantity("50 ms", COUNT)).toEqual({ unknown: true });
    for (const text of ["5/ms", "5/d", "5 s", "5 min", "5 r", "5 p"]) expect(readQuantity(text, RATE), text).toEqual({ unknown: true });
    expect(readQuantity("80 b", GB)).toEqual({ unknown: true });
    for (const [text, shown] of [["$80", GB], ["$5", COUNT], ["14 days", COUNT], ["3 $", DAYS], ["$$2", PRICE]] as const) expect(readQuantity(text, shown), text).toEqual({ unknown: true });
  });

  it("comes back as the page shows it", () => {
    const units = ["s", "bytes", "bytes/s", "flop", "flop/s", "J", "W", ""];
    fc.assert(fc.property(fc.constantFrom(...units), fc.double({ min: 1e-7, max: 9e17, noNaN: true }), (unit, value) => {
      const text = quantity(value, unit, 9);
      fc.pre(!text.includes(",")); // A grouped count under a million is ambiguous on purpose.
      const found = readQuantity(text, { unit, factor: 1 });
      expect("value" in found && Math.abs(found.value / value - 1)).toBeLessThan(1e-6);
    }));
  });

  it("reads what its own number looks like in a box", () => {
    fc.assert(fc.property(fc.double({ min: 1e-12, max: 1e20, noNaN: true }), (value) => {
      expect(readQuantity(String(value), COUNT)).toEqual({ value });
    }));
  });

  it.each<[number, Shown, string]>([
    [15e12, COUNT, "15T"], [1.5e9, COUNT, "1.5B"], [128_000, COUNT, "128000"], [4_294_967_295, COUNT, "4294967295"],
    [80e9, GB, "80"], [0.05, MS, "50"], [3.35e12, GBS, "3350"],
  ])("%d stands in its box as it is typed, short where it is long and round", (value, shown, text) => {
    expect(boxed(value, shown)).toBe(text);
    expect(readQuantity(text, shown)).toEqual({ value });
  });

  it("never throws", () => fc.assert(fc.property(fc.string(), (text) => void readQuantity(text, GB))));
});

describe("a number typed in Spanish", () => {
  it("asks where a point stands before three digits, as a comma does in English, and takes a comma for decimals", async () => {
    vi.resetModules();
    vi.doMock("../../web/ui/digits.js", async () => ({ ...(await vi.importActual("../../web/ui/digits.js")), MARK: "," }));
    const spanish = await import("../../web/ui/quantity-input.js");
    vi.doUnmock("../../web/ui/digits.js");
    expect(spanish.readQuantity("1.500", COUNT)).toEqual({ ambiguous: ["1500", "1,500"] });
    expect(spanish.readQuantity("12.500 GB", GB)).toEqual({ ambiguous: ["12500 GB", "12,500 GB"] });
    for (const [text, value] of [["1,500", 1.5], ["1500", 1500], ["0.234", 0.234], ["1.5", 1.5], ["1.234.567", 1_234_567], ["1.234,5", 1234.5]] as const) expect(spanish.readQuantity(text, COUNT)).toEqual({ value });
    const count = { ...COUNT, integer: true };
    for (const [text, value] of [["8.192", 8192], ["1.000", 1000], ["128.000", 128_000]] as const) expect(spanish.readQuantity(text, count)).toEqual({ value });
    expect(spanish.readQuantity("128,000", count)).toEqual({ ambiguous: ["128000", "128"] });
  });
});
