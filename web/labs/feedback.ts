// What can be said of a wrong number from the number alone, without giving the answer away: its sign, its unit, its size.

import { number } from "../ui/format.js";

export interface Miss {
  given: number;
  /** In the same unit. */
  expected: number;
  unit?: string | undefined;
  /** How far from the right answer a right one may be, as a share. */
  tolerance?: number | undefined;
}

/** Two numbers count as the same slip within this share, and where answers may be rough within at most the other. */
const CLOSE = 0.05, CLOSE_IF_ROUGH = 0.25;
const near = (value: number, wanted: number, close = CLOSE): boolean => Math.abs(value - wanted) <= close * Math.abs(wanted);

/** Powers of ten that people are wrong by; what is off by another is just far off. */
const TIMES: Record<number, string> = { 1: "Ten times", 2: "A hundred times", 3: "A thousand times", 6: "A million times", 9: "A billion times" };

/** Units that people write with another prefix, and so are wrong by a thousand in. */
const PREFIXED = /^[nµmkMGTP]?(s|B|bytes|FLOP|W|J)(\/\w+)?$/;

/** Too large or too small a size; of numbers below zero, which are larger the smaller their size, how far from it. */
const size = (ratio: number, expected: number): string =>
  expected < 0 ? (ratio > 1 ? "far from zero" : "close to zero") : ratio > 1 ? "large" : "small";

/** The exponent when a ratio is a power of ten, and zero when it is none. */
function powerOfTen(ratio: number, close: number): number {
  const exponent = Math.round(Math.log10(ratio));
  return near(ratio, 10 ** exponent, close) ? exponent : 0;
}

/** What is wrong with a number that has the right digits: its sign, its unit or a power of ten. Such a slip costs no try. */
export function slipOfWriting({ given, expected, unit, tolerance = 0 }: Miss): string | undefined {
  if (given === 0 || expected === 0) return undefined;
  // What would be right but for the slip is one, however rough the answer may be.
  const close = Math.max(CLOSE, Math.min(tolerance, CLOSE_IF_ROUGH));
  if (near(given, -expected, close)) return "The right size, with the wrong sign.";
  const ratio = given / expected;
  if (ratio < 0) return undefined;
  if (unit === "%" && near(ratio, 0.01, close)) return "That is a fraction. Give the answer in per cent: a hundred times as much.";
  if ((unit === undefined || unit === "×") && near(ratio, 100, close)) return "A hundred times too large. Is yours in per cent?";
  const exponent = powerOfTen(ratio, close);
  if (Math.abs(exponent) in TIMES) {
    const times = `${TIMES[Math.abs(exponent)]} too ${size(ratio, expected)}`;
    return exponent % 3 === 0 && unit && PREFIXED.test(unit) ? `${times}: check the unit. Give the answer in ${unit}.` : `${times}: a slip with powers of ten?`;
  }
  return undefined;
}

/** The slip that explains a wrong number, or at least on which side it lies. */
export function slip(miss: Miss): string {
  const { given, expected, unit } = miss;
  if (given === 0) return "It is not zero.";
  if (expected === 0) return `Too ${given > expected ? "large" : "small"}.`;
  const ofWriting = slipOfWriting(miss);
  if (ofWriting) return ofWriting;
  if (given * expected < 0) return `The answer is ${expected < 0 ? "negative" : "positive"}; yours has the other sign.`;

  const ratio = given / expected;
  const far = expected < 0 ? "far from zero" : "large";
  if (near(ratio, 2)) return `Twice as ${far} as it should be.`;
  if (near(ratio, 0.5)) return `Half as ${far} as it should be.`;
  if (unit === "×" && near(given * expected, 1)) return "Upside down: that is one over the answer.";
  if (ratio > 10 || ratio < 0.1) return `${expected < 0 ? "Much" : "Far"} too ${size(ratio, expected)}.`;
  if (near(given, expected)) return `Very close, and a little too ${size(ratio, expected)}.`;
  return `Too ${size(ratio, expected)}.`;
}

/** From here on it no longer matters how many times. */
const MOST = 1e6;

/** How far a predicted number was off, for a reader who already knows the result. */
export function howFar({ given, expected }: Miss): string {
  if (given === expected) return "exactly right";
  if (expected === 0) return `off by ${number(Math.abs(given), 2)}`;
  if (given === 0) return "zero, which the result is not";
  if (given * expected < 0) return "on the other side of zero";
  const ratio = given / expected;
  if (Math.abs(ratio - 1) < 0.005) return "as good as exact";
  const too = `too ${size(ratio, expected)}`;
  if (ratio > MOST || ratio < 1 / MOST) return `more than a million times ${too}`;
  if (ratio >= 2) return `${number(ratio, 2)} times ${too}`;
  if (ratio <= 0.5) return `${number(1 / ratio, 2)} times ${too}`;
  return `${number(Math.abs(ratio - 1) * 100, 2)}\u00a0% ${too}`;
}
