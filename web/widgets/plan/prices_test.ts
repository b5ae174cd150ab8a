// Prices of the reader's own: what a page or an address may give in their place, and one changed after another.

import { expect, test } from "vitest";
import { priced, pricesIn } from "./prices.js";

const [H100, B200] = [{ hardware: "H100", usd_per_hour: 2 }, { hardware: "B200", usd_per_hour: 5 }];

test.each([[undefined], [null], [{}], ["H100=2"], [3], [[null, 1, "x", [], {}, { hardware: 1, usd_per_hour: 2 }, { hardware: "H100", usd_per_hour: "2" }]]])("%j holds no prices", (value) => {
  expect(pricesIn(value)).toEqual([]);
});

test("another price takes the place of the first, none gives the file's back, and an empty list is none", () => {
  expect(pricesIn([H100, null, B200])).toEqual([H100, B200]);
  expect(priced([H100, B200], "H100", 1.5)).toEqual([B200, { hardware: "H100", usd_per_hour: 1.5 }]);
  expect(priced([H100, B200], "H100", null)).toEqual([B200]);
  expect(priced([H100], "H100", null)).toBeNull();
});
