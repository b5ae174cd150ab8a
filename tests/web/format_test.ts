import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bytes, controlScale, counted, elasticity, exact, NO_VALUE, number, percent, quantity, range, tick, times, whole } from "../../web/ui/format.js";
import { column } from "../../web/widgets/quantization/column.js";
import { multiplying } from "../../web/widgets/explainer/multiplying.js";

/** tests/core/text_test.cpp holds the engine to the same cases. */
const shared = JSON.parse(readFileSync(new URL("../golden/quantities.json", import.meta.url), "utf8")) as { value: number; unit: string; text: string }[];

/** Non-breaking spaces read as plain ones in these expectations. */
const plain = (text: string): string => text.replace(/\u00a0/g, " ");

describe("range", () => {
  it.each([
    [7.0746e-3, 11.1898e-3, "s", "7.1 to 11 ms"],
    [0.0332, 0.2604, "s", "33 to 260 ms"],
    [0.9e-3, 1.2e-3, "s", "0.90 to 1.2 ms"],
    [7.96e-3, 8.04e-3, "s", "8.0 to 8.0 ms"],
    [0.4, 3.2, "s", "0.40 to 3.2 s"],
    [4000, 9000, "s", "1.1 to 2.5 hours"],
    [1.47e7, 2.2e7, "s", "170 to 250 days"],
    [1.234, 2.345, "×", "1.2 to 2.3×"],
  ])("%d to %d %s reads %s", (low, high, unit, text) => expect(plain(range(low, high, unit))).toBe(text));
});

describe("quantity", () => {
  it.each(shared)("writes $value $unit as the engine's sentences do: $text", ({ value, unit, text }) =>
    expect(plain(quantity(value, unit))).toBe(text));

  it.each([
    [0.005194315, "s", "5.19 ms"],
    [0.9999e-3, "s", "1.00 ms"],
    [4.85457, "s", "4.85 s"],
    [3.25e-5, "s", "32.5 µs"],
    [16060522496, "bytes", "16.06 GB"],
    [141.2e9, "bytes", "141.2 GB"],
    [3.35e12, "bytes/s", "3.35 TB/s"],
    [9.89e14, "flop/s", "989 TFLOP/s"],
    [1.0826, "J", "1.08 J"],
    [195.3, "1/s", "195/s"],
    [295.2, "flop/byte", "295 FLOP/byte"],
    [0, "s", "0 s"],
    [999.4, "s", "999 s"],
    [1234.5, "s", "1,235 s"],
    [172799, "s", "48 hours"],
    [12600, "s", "3.5 hours"],
    [2.757e6, "s", "31.9 days"],
  ])("writes %s %s as %s", (value, unit, text) => expect(plain(quantity(value, unit))).toBe(text));

  it("shows what is not known as no value, never as a zero", () => {
    for (const value of [null, undefined, Number.NaN]) {
      expect(quantity(value, "s")).toBe(NO_VALUE);
      expect(exact(value, "J")).toBe(NO_VALUE);
      expect(times(value)).toBe(NO_VALUE);
      expect(percent(value)).toBe(NO_VALUE);
      expect(bytes(value)).toBe(NO_VALUE);
      expect(elasticity(value)).toBe(NO_VALUE);
    }
  });

  it("stays within half a unit of its last digit", () => {
    const power = { n: -9, "µ": -6, m: -3, "": 0, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 } as Record<string, number>;
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1e18, noNaN: true }), (value) => {
        const [, digits, prefix] = /^([\d.]+)\s(.?)J$/u.exec(plain(quantity(value, "J")))!;
        const read = Number(digits) * 10 ** power[prefix!]!;
        expect(Math.abs(read - value) / value).toBeLessThan(0.0051);
      }),
    );
  });
});

describe("bytes", () => {
  it("states decimal and binary units", () => {
    expect(plain(bytes(16060522496))).toBe("16.06 GB (14.96 GiB)");
    expect(plain(bytes(80e9))).toBe("80 GB (74.51 GiB)");
    expect(plain(bytes(512))).toBe("512 B");
    expect([0, 1023, 1024, 2 ** 70].map((size) => plain(bytes(size)))).toEqual(["0 B", "1.023 kB", "1.024 kB (1 KiB)", "1.181 ZB (1,024 EiB)"]);
  });
});

describe("counted", () => {
  it.each([
    [33.7e9, "33.7B"],
    [8_030_261_248, "8.03B"],
    [15e12, "15T"],
    [25_557_032, "25.6M"],
    [568_000, "568k"],
    [20, "20"],
    [null, NO_VALUE],
  ])("writes %d as model cards do: %s", (value, shown) => expect(counted(value)).toBe(shown));

  it("takes as many digits as are asked for", () => expect(counted(8_030_261_248, 6)).toBe("8.03026B"));
});

describe("a number in a table", () => {
  it("has six digits, and the unit of what is nothing or beyond all too", () => {
    expect([0.00519432, 16060522496, 0, Number.POSITIVE_INFINITY].map((value) => plain(exact(value, "s")))).toEqual(["5.19432 ms", "185,886 days", "0 s", "∞ s"]);
    expect(plain(exact(1.2345678, "flop/byte"))).toBe("1.23457 FLOP/byte");
  });
});

describe("column", () => {
  it("gives one prefix to a whole column, and each number the digits that it has alone", () => {
    expect(column([0.005194315, 0.002757, 0.0015386], "s")).toMatchObject({ unit: "ms", cells: ["5.19", "2.76", "1.54"] });
    expect(column([16060522496, 8030261248, 4015130624], "bytes")).toMatchObject({ unit: "GB", cells: ["16.06", "8.03", "4.015"] });
    expect(column([0.42, 0.0231, 0.0118], "s")).toMatchObject({ unit: "ms", cells: ["420", "23.1", "11.8"] });
    expect(column([4.2, 0, null], "s")).toMatchObject({ unit: "s", cells: ["4.20", "0", "—"] });
  });

  it("keeps the order of its values", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e6, noNaN: true }), fc.array(fc.double({ min: 1, max: 50, noNaN: true }), { minLength: 2, maxLength: 6 }), (least, multiples) => {
        const values = multiples.map((multiple) => least * multiple);
        const cells = column(values, "s").cells.map((cell) => Number(cell.replace(/,/g, "")));
        values.forEach((value, index) => {
          if (index > 0 && value > values[index - 1]!) expect(cells[index]).toBeGreaterThanOrEqual(cells[index - 1]!);
        });
      }),
    );
  });
});

describe("factors and shares", () => {
  it.each([
    [1.391, "1.39×"],
    [12.52, "12.5×"],
    [3400, "3,400×"],
    [Number.POSITIVE_INFINITY, "∞×"],
    // As the engine's sentences have them (tests/core/text_test.cpp).
    [0.1, "0.10×"],
    [0.0871, "0.087×"],
    [0.00871, "0.0087×"],
    [0.0000164, "0.000016×"],
  ])("writes the factor %s as %s", (value, text) => expect(times(value)).toBe(text));

  it("writes shares, signs and small numbers", () => {
    expect(plain(percent(0.00317))).toBe("0.317 %");
    expect(plain(percent(-0.025))).toBe("−2.5 %");
    expect(elasticity(-0.94)).toBe("−0.94");
    expect(elasticity(-0.001)).toBe("0.00");
    expect(number(1048576)).toBe("1,048,576");
    expect([whole(8030261248), whole(32), whole(undefined)]).toEqual(["8,030,261,248", "32", NO_VALUE]);
    expect(tick(0.1)).toBe("0.1");
    expect(tick(1e12)).toBe("1T");
  });
});

describe("controlScale", () => {
  it("chooses the prefix people type", () => {
    expect(controlScale("s", 0.05)).toEqual({ symbol: "ms", factor: 1e-3 });
    expect(controlScale("bytes", 80e9)).toEqual({ symbol: "GB", factor: 1e9 });
    expect(controlScale("tokens", 2048)).toEqual({ symbol: "tokens", factor: 1 });
  });
});

describe("factors that multiply", () => {
  it.each([
    [[1.384, 1.003, 1, 1], 1.388, ["1.384×", "1.003×", "1.000×", "1.000×"]],
    [[2, 1.5], 3, ["2.00×", "1.50×"]],
    [[12.5, 0.5], 6.25, ["12.5×", "0.50×"]],
    [[0.00781, 1.112], 0.00868, ["0.0078×", "1.11×"]],
    [[], 1, []],
  ])("%j to %d have as many decimals as it takes", (ratios, product, shown) => expect(multiplying(ratios, product)).toEqual(shown));
});

describe("at the edges of what they say in one way", () => {
  it("counts and ratios have all digits of what is whole or has more than are asked for, and an exponent where that needs many zeros", () => {
    expect([999.5, 1000.4, 123456.7, 999_999_999, 1e9, 1.5e9, -1234.5].map((value) => number(value))).toEqual(["1,000", "1,000", "123,457", "999,999,999", "1e9", "1.5e9", "−1,235"]);
    expect([1e-4, 0.00012345, 9.9e-8, -9.9e-8, 0].map((value) => number(value))).toEqual(["0.0001", "0.000123", "9.9e-8", "−9.9e-8", "0"]);
    expect([number(12.345), number(12.345, 5), number(99.96), number(Number.NEGATIVE_INFINITY)]).toEqual(["12.3", "12.345", "100", "−∞"]);
  });

  it("model cards change their letter at a thousand of it", () => {
    expect([999, 1000, 999_999, 1e6, 999e6, 1e9, 1e12, 0].map((value) => counted(value))).toEqual(["999", "1k", "1,000k", "1M", "999M", "1B", "1T", "0"]);
  });

  it("long times are counted in seconds up to an hour, in hours up to two days, then in days", () => {
    expect([999.49, 999.5, 3599, 5400, 172_799, 172_800, 259_200].map((value) => plain(quantity(value, "s")))).toEqual(["999 s", "1,000 s", "3,599 s", "1.5 hours", "48 hours", "2 days", "3 days"]);
    expect(quantity(3600, "s")).toMatch(/hours?$/);
    expect([exact(999.5, "s"), exact(1500, "J"), exact(0.0015, "s")].map(plain)).toEqual(["1,000 s", "1.5 kJ", "1.5 ms"]);
  });

  it("factors have two decimals below ten, one below a hundred, and none from there on, of either sign", () => {
    expect([9.994, 10, 99.94, 100, -9.5, -12.34, 0].map(times)).toEqual(["9.99×", "10.0×", "99.9×", "100×", "−9.50×", "−12.3×", "0.00×"]);
  });

  it("what multiplies has at most two decimals more, and what is endless none", () => {
    expect(multiplying([1.00001, 1.00001], 2)).toEqual(["1.0000×", "1.0000×"]);
    expect(multiplying([Number.POSITIVE_INFINITY, 2], Number.POSITIVE_INFINITY)).toEqual(["∞×", "2.00×"]);
  });

  it("a column has three digits of each, and of bytes four", () => {
    expect(column([1, 0.5], "s").cells).toEqual(["1.00", "0.500"]);
    expect(column([20, 15], "").cells).toEqual(["20.0", "15.0"]);
    expect(column([0.0049, 0.0001], "").cells).toEqual(["0.00490", "0.000100"]);
    expect(column([Number.POSITIVE_INFINITY, 2], "").cells).toEqual(["∞", "2.00"]);
    expect(column([-0.004, 0.002], "s")).toMatchObject({ unit: "ms", cells: ["−4.00", "2.00"] });
    expect(column([4.2, 0], "s").cells).toEqual(["4.20", "0"]);
    expect(column([Number.POSITIVE_INFINITY, 0.002], "s")).toMatchObject({ unit: "ms", cells: ["∞", "2.00"] });
    expect(column([], "s")).toMatchObject({ unit: "s", cells: [] });
  });

  it("a control's unit has a prefix of nine zeros less to fifteen more", () => {
    expect([1e-10, 1e-9, 999, 1000, 1e18].map((typical) => controlScale("J", typical).symbol)).toEqual(["nJ", "nJ", "J", "kJ", "PJ"]);
    expect([controlScale("J", 0), controlScale("J", -1)]).toEqual([{ symbol: "J", factor: 1 }, { symbol: "J", factor: 1 }]);
  });

  it("ticks below one have no prefix", () => expect([0, 0.01, 1, -0.5, 1500].map(tick)).toEqual(["0", "0.01", "1", "−0.5", "1.5k"]));
});
