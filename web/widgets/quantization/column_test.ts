import { describe, expect, it } from "vitest";
import { quantity } from "#shared";
import { column } from "./column.js";

const plain = (text: string): string => text.replace(/\u00a0/g, " ");

describe("a column of numbers", () => {
  it("has one prefix and lines its digits up, and tells how many each has", () => {
    const { unit, cells, told, digits } = column([16.06e9, 8.03e9, 4.016e9], "bytes");
    expect([unit, cells, told.map(plain)]).toEqual(["GB", ["16.06", "8.03", "4.02"], ["16.06 GB", "8.03 GB", "4.02 GB"]]);
    expect([16.06e9, 8.03e9, 4.016e9].map((value, row) => plain(quantity(value, "bytes", digits[row])))).toEqual(["16.06 GB", "8.03 GB", "4.02 GB"]);
  });

  it("gives numbers that are far apart a prefix each, in the usual digits", () => {
    const { unit, cells } = column([1.00527, 0.0205, 0.0115], "s");
    expect([unit, cells.map(plain)]).toEqual(["", ["1.01 s", "20.5 ms", "11.5 ms"]]);
  });

  it("shows what is missing as missing", () => {
    expect(column([null, 2, undefined], "s").cells).toEqual(["—", "2.00", "—"]);
  });
});
