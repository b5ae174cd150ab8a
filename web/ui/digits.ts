// A number's digits: so many of them, decimals, or an SI prefix. In place of d3-format, of which this is what is used here, since
// its locales, types and fills are 2 kB of every first download; tests/web/digits_test.ts holds it against that library.

/** The decimal mark. */
export const MARK: "." | "," = ".";

const MINUS = "\u2212";
const PREFIXES = ["y", "z", "a", "f", "p", "n", "µ", "m", "", "k", "M", "G", "T", "P", "E", "Z", "Y"];

/** With a proper minus, though not before nothing but zeros. */
const signed = (value: number, text: string): string => (value < 0 && /[1-9]/.test(text) ? MINUS + text : text);

const grouped = (text: string): string => text.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));

/** Without zeros at the end of the decimals. */
export const trimmed = (text: string): string => text.replace(/(\.\d*?)0+(?=e|\D*$)/, "$1").replace(/\.(?=e|\D*$)/, "");

/** The digits of a value above 0 and where its point stands: 1234 with two of them is "12" and 4. */
function parts(value: number, digits: number): [digits: string, point: number] {
  const [coefficient, exponent] = value.toExponential(digits - 1).split("e") as [string, string];
  return [coefficient.replace(".", ""), Number(exponent) + 1];
}

const placed = (digits: string, point: number): string => {
  if (point <= 0) return `0.${"0".repeat(-point)}${digits}`;
  return point >= digits.length ? digits.padEnd(point, "0") : `${digits.slice(0, point)}.${digits.slice(point)}`;
};

/** With so many decimals, thousands apart: 1,234.50. */
export const fixed = (value: number, decimals: number): string => signed(value, grouped(Math.abs(value).toFixed(decimals)));

/** With so many significant digits, thousands apart and without an exponent: 0.00120, 1,200. */
export const rounded = (value: number, digits: number): string => signed(value, grouped(placed(...parts(Math.abs(value), digits))));

/** The same for values of any size: with an exponent where they need many zeros. */
export const general = (value: number, digits: number): string => signed(value, Math.abs(value).toPrecision(digits));

/** With an SI prefix behind: 5.19m, 3.35T. */
export function prefixed(value: number, digits: number): string {
  if (value === 0) return rounded(value, digits);
  const size = Math.abs(value), [, point] = parts(size, digits);
  const step = Math.max(-8, Math.min(8, Math.floor((point - 1) / 3))), left = point - 3 * step;
  // Below the smallest prefix there is room for fewer digits.
  const text = left > 0 ? parts(size, digits)[0] : parts(size, Math.max(1, digits + left - 1))[0];
  return signed(value, placed(text, left) + PREFIXES[step + 8]!);
}
