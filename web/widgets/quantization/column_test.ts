import { describe, expect, it } from "vitest";
import { quantity } from "#shared";
import { column } from "./column.js";

const plain = (text: string): string => text.replace(/\u00a0/g, " ");

describe("a column of numbers", () => {
  it("has one prefix, and the digits that each has elsewhere", () => {
    const weights = [16.06e9, 8.034e9, 4.016e9];
    const { unit, cells, told } = column(weights, "bytes");
    expect([unit, cells]).toEqual(["GB", ["16.06", "8.034", "4.016"]]);
    expect(told.map(plain)).toEqual(weights.map((value) => plain(quantity(value, "bytes"))));
    expect(column([2.4412e-3, 1.338e-3, 0.7871e-3], "s").cells).toEqual(["2.44", "1.34", "0.787"]);
  });

  it("gives numbers that are far apart a prefix each, in the usual digits", () => {
    const { unit, cells } = column([1.00527, 0.0205, 0.0115], "s");
    expect([unit, cells.map(plain)]).toEqual(["", ["1.01 s", "20.5 ms", "11.5 ms"]]);
  });

  it("shows what is missing as missing", () => {
    expect(column([null, 2, undefined], "s").cells).toEqual(["—", "2.00", "—"]);
  });
});
