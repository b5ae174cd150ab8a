// Numbers that readers type, and what kinds of exercises that ask for them share.

import { number, quantity, times, whole } from "../ui/format.js";
import { readQuantity, twoWays } from "../ui/quantity-input.js";
import { slip, slipOfWriting } from "./feedback.js";
import { escapeHtml } from "./html.js";
import type { NumberKey } from "./types.js";

/** A sign or a unit as it is compared: either sign for micro, and x for ×. */
const plainUnit = (unit: string): string => unit.toLowerCase().replace(/\s/g, "").replace(/μ/g, "µ").replace(/^x$/, "×");

/** What stands before a unit, in lower case: of times they make it smaller, of bytes and FLOP larger. */
const SMALLER: Record<string, number> = { "": 1, m: 1e-3, µ: 1e-6, n: 1e-9 };
const LARGER: Record<string, number> = { "": 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12, p: 1e15 };

/** What a unit is of, and how much of it. */
function prefixed(plain: string): { base: string; factor: number } | undefined {
  const [, prefix = "", base] = /^([a-zµ]?)(s|b|b\/s|flop\/s)$/.exec(plain === "bytes" ? "b" : plain) ?? [];
  const factor = base && (base === "s" ? SMALLER : LARGER)[prefix];
  return factor ? { base, factor } : undefined;
}

/** How many of the unit asked for one of the unit typed is: 0.001 for MB where GB are wanted. */
function conversion(typed: string, asked: string): number | undefined {
  if (typed === "" || typed === asked) return 1;
  if (typed === "%" && (asked === "×" || asked === "")) return 0.01;
  const [from, to] = [prefixed(typed), prefixed(asked)];
  return from && to && from.base === to.base ? from.factor / to.factor : undefined;
}

/** Sizes beyond these are typing errors, whatever is asked, and too long to be repeated to the reader. */
const [SMALLEST, LARGEST] = [1e-12, 1e15];

/** A unit that is a word is counted: a number of vectors. */
const isCounted = (unit: string): boolean => /^[a-z]{4}/.test(unit);

/** Whether nothing of that unit can be zero or less: a time, a size, a rate, a factor, or what is counted. A share and a difference can. */
const isOfSizes = (unit: string): boolean => unit === "×" || isCounted(unit) || /^[nµmkMGTP]?(s|B|bits?|bytes|FLOP|W|J|Hz)(\/\w+)?$/.test(unit);

/** Whether zero and less are refused before they are an answer, which gives nothing away: it follows from what the page prints. */
export const isAboveZero = ({ unit = "", signed = false }: Pick<NumberKey, "unit" | "signed">): boolean => !signed && isOfSizes(unit);

const wantedKind = (unit: string): string => (unit === "×" ? "give a factor" : `give a number${unit === "" ? "" : ` ${isCounted(unit) ? "of" : "in"} ${unit}`}`);

/** What is asked for where no number is read. */
const wantedNumber = (unit: string): string => `${wantedKind(unit)}, such as 12.5.`;

/**
 * A number as people type it, 5,19 and 5.19 and 1.2e-3, or why it is refused. Its unit may stand behind it, or the same with
 * another prefix: 1050 MB is 1.05 GB; and where a plain ratio is wanted, 235 % is 2.35. What can be read in two ways is asked again, as a box of a widget does.
 */
export function typedNumber(text: string, key: Pick<NumberKey, "unit" | "signed"> = {}): { value: number } | { refused: string } {
  const { unit = "" } = key;
  const wanted = wantedNumber(unit);
  const [, digits, typed] = /^(.*?[\d.,])([^\d.,]*)$/s.exec(text.trim()) ?? [];
  if (digits === undefined) return { refused: wanted };
  const factor = conversion(plainUnit(typed!), plainUnit(unit));
  if (factor === undefined) return { refused: wanted };
  const reading = readQuantity(digits, { unit: "", factor });
  if ("value" in reading) {
    const size = Math.abs(reading.value);
    if (size > LARGEST || (size > 0 && size < SMALLEST)) return { refused: `No answer is that ${size > LARGEST ? "large" : "small"}: check the number.` };
    if (reading.value <= 0 && isAboveZero(key)) return { refused: `it cannot be zero or less: ${wantedKind(unit)} above zero.` };
    return reading;
  }
  return { refused: "ambiguous" in reading ? twoWays(digits, reading.ambiguous) : wanted };
}

export const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

/** So many digits of a number, or all of one that would otherwise need an exponent. */
const digitsOf = (value: number, digits: number): string => {
  const size = Math.abs(value);
  if (size >= 1e9) return whole(value);
  return size > 0 && size < 1e-4 ? decimal(value) : number(value, digits);
};

/** What the rules for figures call the units that they have a prefix for. */
const QUANTITIES: Record<string, string> = { s: "s", b: "bytes", "b/s": "bytes/s", "flop/s": "flop/s" };

/** With the digits that a figure in that unit has, since it may stand beside one: 1.60, 128.5, 5.10. */
function asFigure(value: number, unit: string): string {
  if (unit === "×") return times(value).replace("×", "");
  const base = prefixed(plainUnit(unit))?.base;
  const needsNoPrefix = Math.abs(value) >= 1 && Math.abs(value) < 999;
  return base && needsNoPrefix ? quantity(value, QUANTITIES[base]!).split("\u00a0")[0]! : digitsOf(value, 3);
}

/** Whose number is said: of the reader's all digits, of the lab's as many as its figures have. */
export type Whose = "reader" | "lab";

/** 15.4 ms; a factor stands before its sign without a space, as everywhere: 3.25×. */
export const measured = (value: unknown, { unit = "" }: Pick<NumberKey, "unit">, whose: Whose): string =>
  typeof value === "number" ? `${whose === "lab" ? asFigure(value, unit) : digitsOf(value, 12)}${unit && unit !== "×" ? "\u00a0" : ""}${unit}` : "—";

/** What a wrong number shows of its slip. */
export const slipOf = ({ unit, tolerance }: NumberKey, given: unknown, expected: unknown): string =>
  typeof given === "number" && typeof expected === "number" ? slip({ given, expected, unit, tolerance }) : "";

export const isSlip = ({ unit, tolerance }: NumberKey, given: unknown, expected: unknown): boolean =>
  typeof given === "number" && typeof expected === "number" && slipOfWriting({ given, expected, unit, tolerance }) !== undefined;

/** A number without an exponent, which the decimals of SCORM do not have. */
export const decimal = (value: number): string => {
  const short = String(Number(value.toPrecision(12)));
  return !short.includes("e") ? short : Math.abs(value) >= 1 ? BigInt(Math.round(value)).toString() : Number(short).toFixed(18).replace(/\.?0+$/, "");
};

/** The field for a number, as HTML. */
export const numberField = (id: string, label: string, unit: string | undefined): string =>
  `<p class="entry-line"><label for="${id}">${label}</label> <span><input id="${id}" type="text" inputmode="decimal" autocomplete="off" />${unit ? ` <span class="unit">${escapeHtml(unit)}</span>` : ""}</span></p>`;
