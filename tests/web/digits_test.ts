// The digits of our own against d3-format's, and their marks against the browser's own. Intl itself does not give them, since it
// rounds the shortest decimal of a number where the engine, whose sentences stand beside, rounds the number: 1.005 is 1.01 to the one
// and 1.00 to the other.

import { format } from "d3-format";
import fc from "fast-check";
import { expect, it } from "vitest";
import * as spanish from "../../web/locales/es/ui/digits.js";
import { fixed, general, prefixed, rounded, trimmed } from "../../web/ui/digits.js";

const values = fc.oneof(
  fc.double({ min: -1e12, max: 1e12, noNaN: true }),
  fc.tuple(fc.double({ min: 1, max: 9.999, noNaN: true }), fc.integer({ min: -20, max: 20 }), fc.constantFrom(1, -1)).map(([size, power, sign]) => sign * size * 10 ** power),
  fc.integer({ min: -1e9, max: 1e9 }),
  fc.constantFrom(999.5, 999499, 0.0009995, 1e-4, 99.95, 1e21 / 10, 5e-324 * 1e300),
);
const digits = fc.integer({ min: 1, max: 8 });
const alike = (ours: (value: number, digits: number) => string, theirs: (digits: number) => string): void =>
  fc.assert(fc.property(values.filter((value) => Math.abs(value) >= 1e-24), digits, (value, count) => {
    expect(ours(value, count)).toBe(format(theirs(count))(value));
  }), { numRuns: 3000 });

it("decimals, thousands apart", () => alike(fixed, (count) => `,.${count}f`));
it("significant digits, thousands apart", () => alike(rounded, (count) => `,.${count}r`));
it("significant digits without zeros at the end", () => alike((value, count) => trimmed(rounded(value, count)), (count) => `,.${count}~r`));
it("an exponent where there would be many zeros", () => alike((value, count) => trimmed(general(value, count)), (count) => `.${count}~g`));
it("an SI prefix", () => alike(prefixed, (count) => `.${count}s`));
it("an SI prefix without zeros at the end", () => alike((value, count) => trimmed(prefixed(value, count)), (count) => `.${count}~s`));
it("nothing", () => expect([fixed(0, 2), fixed(-0, 2), fixed(-0.001, 2), prefixed(0, 3), trimmed(prefixed(0, 6))]).toEqual(["0.00", "0.00", "0.00", "0.00", "0"]));

it("marks as each language has them; only that Spanish parts thousands by a narrow space, as its academies advise, for Intl's point", () => {
  const numbers = (language: string) => new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const [en, es] = [numbers("en"), numbers("es")];
  fc.assert(fc.property(fc.integer({ min: -4e9, max: 4e9 }).map((quarters) => quarters / 4), (value) => {
    expect(fixed(value, 2)).toBe(en.format(value).replace("-", "\u2212"));
    expect(spanish.fixed(value, 2)).toBe(es.format(value).replace("-", "\u2212").replaceAll(".", "\u202f"));
  }));
  expect([1.005.toFixed(2), en.format(1.005)]).toEqual(["1.00", "1.01"]);
});
