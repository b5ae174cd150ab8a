// Numbers to text. The only place that chooses digits, prefixes and symbols, so that a drawing, a
// table and a sentence never disagree. Input is SI; nothing here computes physics.

import { fixed, general, prefixed, rounded, trimmed } from "./digits.js";

interface Rule {
  /** What follows the number, after an SI prefix where `si`. */
  symbol: string;
  /** Significant digits in running text. */
  digits: number;
  si: boolean;
}

const RULES: Record<string, Rule> = {
  s: { symbol: "s", digits: 3, si: true },
  us: { symbol: "µs", digits: 3, si: false },
  bytes: { symbol: "B", digits: 4, si: true },
  "bytes/s": { symbol: "B/s", digits: 3, si: true },
  flop: { symbol: "FLOP", digits: 3, si: true },
  "flop/s": { symbol: "FLOP/s", digits: 3, si: true },
  J: { symbol: "J", digits: 3, si: true },
  W: { symbol: "W", digits: 3, si: true },
  "flop/byte": { symbol: "FLOP/byte", digits: 3, si: false },
  "1/s": { symbol: "/s", digits: 3, si: false },
  USD: { symbol: "USD", digits: 3, si: false },
  tokens: { symbol: "tokens", digits: 3, si: false },
};
const PLAIN: Rule = { symbol: "", digits: 3, si: false };
const SPACE = "\u00a0";

/** Shown where there is no value: never a zero, never an empty cell. */
export const NO_VALUE = "—";

const rule = (unit: string): Rule => RULES[unit] ?? { ...PLAIN, symbol: unit };
const missing = (value: unknown): value is null | undefined => value === null || value === undefined || Number.isNaN(value);

/** A count or a ratio with three significant digits and thousands apart: 1,024, 0.0312. */
export function number(value: number | null | undefined, digits = 3): string {
  if (missing(value)) return NO_VALUE;
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size < 1e9 && (Number.isInteger(value) || size >= 10 ** digits)) return fixed(value, 0);
  return trimmed(size >= 1e-4 && size < 1e9 ? rounded(value, digits) : general(value, digits)).replace("e+", "e");
}

/** A count with all its digits: 8,030,261,248. */
export const whole = (value: number | null | undefined): string => (missing(value) ? NO_VALUE : fixed(value, 0));

const COUNTS: [size: number, letter: string][] = [[1e12, "T"], [1e9, "B"], [1e6, "M"], [1e3, "k"]];

/** A count as model cards have it: 33.7B, 15T, 25.6M, 568k. */
export function counted(value: number | null | undefined, digits = 3): string {
  if (missing(value)) return NO_VALUE;
  const [size, letter] = COUNTS.find(([size]) => value >= size) ?? [1, ""];
  return `${number(value / size, digits)}${letter}`;
}

const LONG = 999.5;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** A long time in the unit that people count it in, as the engine's sentences have it: 1,234 s, 3.5 hours, 31.9 days. */
const lasting = (seconds: number, inUnits: (unit: number) => string): string =>
  seconds < HOUR ? `${inUnits(1)}${SPACE}s` : seconds < 2 * DAY ? `${inUnits(HOUR)} hours` : `${inUnits(DAY)} days`;

/** Money that is counted to the cent. */
const isInCents = (value: number, unit: string): boolean => unit.startsWith("USD") && value >= 0.1 && value < 999;

/** Measured, not counted: a long one ends in zeros, as no digit after the fourth is known. */
const LONG_NUMBER = 1e4;
const short = (value: number, unit: string, digits: number): number =>
  unit !== "tokens" && unit in RULES && Math.abs(value) >= LONG_NUMBER ? Number(value.toPrecision(digits + 1)) : value;

/** A value with its unit, in the prefix that suits it: 5.19 ms, 3.35 TB/s, 16.06 GB, 2.50 USD. */
export function quantity(value: number | null | undefined, unit: string, digits?: number): string {
  if (missing(value)) return NO_VALUE;
  const { symbol, digits: usual, si } = rule(unit);
  const wanted = digits ?? usual;
  if (!Number.isFinite(value)) return `${number(value)}${SPACE}${symbol}`.trim();
  if (!si) return `${isInCents(value, unit) ? fixed(value, 2) : number(short(value, unit, wanted), wanted)}${symbol.startsWith("/") ? "" : SPACE}${symbol}`.trim();
  if (value === 0) return `0${SPACE}${symbol}`;
  if (unit === "s" && value >= LONG) return lasting(value, (size) => (size === 1 ? fixed(value, 0) : number(value / size, wanted)));
  const text = prefixed(value, wanted);
  return spaced(unit === "bytes" ? trimmed(text) : text, symbol);
}

/** The unit behind the number, with the prefix that the number brings. */
const spaced = (text: string, symbol: string): string => text.replace(/[a-zA-Zµ]?$/, (prefix) => `${SPACE}${prefix}${symbol}`);

/** The same with the digits a table needs: six significant ones. */
export function exact(value: number | null | undefined, unit: string): string {
  if (missing(value)) return NO_VALUE;
  if (!rule(unit).si || (unit === "s" && value >= LONG)) return quantity(value, unit, 6);
  if (value === 0 || !Number.isFinite(value)) return quantity(value, unit);
  return spaced(trimmed(prefixed(value, 6)), rule(unit).symbol);
}

/** Bytes in powers of 1,024, as caches and working sets are sized: 14.96 GiB, 16 KiB. */
export function binaryBytes(value: number): string {
  const names = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
  const step = Math.min(names.length - 1, Math.floor(Math.log2(Math.max(1, value)) / 10));
  return `${trimmed(rounded(value / 1024 ** step, 4))}${SPACE}${names[step]}`;
}

/** Decimal bytes with the binary figure beside it: 16.06 GB (14.96 GiB). */
export function bytes(value: number | null | undefined): string {
  if (missing(value)) return NO_VALUE;
  const decimal = quantity(value, "bytes");
  return value < 1024 ? decimal : `${decimal} (${binaryBytes(value)})`;
}

/** A factor with so many more digits than are usual: 1.385×. */
export function factor(value: number, more: number): string {
  if (!Number.isFinite(value)) return "∞×";
  const size = Math.abs(value);
  if (size > 0 && size < 0.1) return `${number(value, 2 + more)}×`;
  return `${fixed(value, (size < 10 ? 2 : size < 100 ? 1 : 0) + more)}×`;
}

/** A factor: 1.39×, 12.5×, 3,400×, 0.0087×. */
export const times = (value: number | null | undefined): string => (missing(value) ? NO_VALUE : factor(value, 0));

/** Two ends in one unit, with the two digits that a band is good for: 7.1 to 11 ms, 200 to 250 days, 1.8 to 2.6×. */
export function range(low: number, high: number, unit: string): string {
  const inUnits = (size: number): string => {
    const [from, to] = [low, high].map((end) => rounded(end / size, 2));
    return `${from} to ${to}`;
  };
  if (unit === "s" && high >= LONG) return lasting(high, inUnits);
  const { symbol, factor } = controlScale(unit, high);
  return `${inUnits(factor)}${symbol === "×" ? "" : SPACE}${symbol}`;
}

/** A share as per cent: 0.5 %, −2.5 %. */
export function percent(value: number | null | undefined): string {
  if (missing(value)) return NO_VALUE;
  return `${number(value * 100)}${SPACE}%`;
}

/** A signed number with two decimals, as elasticities are read: −0.94, 0.00. */
export function elasticity(value: number | null | undefined): string {
  if (missing(value)) return NO_VALUE;
  return fixed(value, 2);
}

/** An axis tick: 10, 1k, 100G, with no unit. */
export const tick = (value: number): string => (value !== 0 && Math.abs(value) < 1 ? number(value) : trimmed(prefixed(value, 6)));

/** Of a count, whose billions are B. */
export const countTick = (value: number): string => tick(value).replace("G", "B");

/** A scale in which a control shows a quantity, since people do not type 0.05 s as 50000 µs. */
export function controlScale(unit: string, typical: number): { symbol: string; factor: number } {
  const { symbol, si } = rule(unit);
  if (!si || !(typical > 0)) return { symbol, factor: 1 };
  const power = Math.max(-9, Math.min(15, Math.floor(Math.log10(typical) / 3) * 3));
  const prefix = ({ [-9]: "n", [-6]: "µ", [-3]: "m", 0: "", 3: "k", 6: "M", 9: "G", 12: "T", 15: "P" } as Record<number, string>)[power] ?? "";
  return { symbol: prefix + symbol, factor: 10 ** power };
}
