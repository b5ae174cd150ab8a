// What is shown must be accepted: an answer worked out from the figures as the page prints them, rounded as they are.

import { number } from "../../ui/format.js";
import { measured } from "../../labs/numbers.js";
import type { Answered } from "../../labs/figures.js";
import type { Asked, NumberKey } from "../../labs/types.js";

/** A number and what stands behind it. */
function parts(text: string): { printed: number; unit: string } | undefined {
  const found = /([-−]?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?)(.*)$/.exec(text);
  return found ? { printed: Number(found[1]!.replace("−", "-").replace(/,/g, "")), unit: found[2]!.trim() } : undefined;
}

/** The value that a reader takes from a printed figure: 125 µs is 0.000125, whatever was rounded away. */
export function printedValue({ value, text }: Answered): number | undefined {
  const printed = parts(text)?.printed;
  if (typeof value !== "number" || printed === undefined) return undefined;
  if (printed === 0 || value === 0) return printed;
  // Prefixes and per cent are powers of ten.
  return printed * 10 ** Math.round(Math.log10(Math.abs(value / printed)));
}

/** The power of ten between two numbers that are otherwise the same; undefined when they are not. */
function powerBetween(value: number, other: number): number | undefined {
  if (value === 0 || other === 0 || value * other < 0) return undefined;
  const power = Math.round(Math.log10(value / other));
  return Math.abs(value / other / 10 ** power - 1) < 1e-9 ? power : undefined;
}

export interface Shown extends Answered {
  /** Where it stands, as the message says it. */
  where: string;
  /** Its name, where it is a figure. */
  figure?: string;
}

export interface Candidate {
  /** In the unit that the reader types. */
  value: number;
  /** Where it is taken from. */
  from: string;
}

/** Every answer that a reader can take from the page as printed: the key itself, figures and cells of its value, and `from`. */
export function displayedAnswers(engine: Pick<Asked, "evaluate">, key: NumberKey, expected: number, shown: readonly Shown[]): Candidate[] {
  const scale = key.scale ?? 1;
  const typed = expected / scale;
  const answer = measured(typed, key, "lab");
  const found: Candidate[] = [{ value: printedValue({ value: typed, text: answer })!, from: `its answer prints as ${answer}` }];
  for (const one of shown) {
    const printed = printedValue(one);
    const power = typeof one.value === "number" ? powerBetween(one.value, expected) : undefined;
    if (printed === undefined || power === undefined) continue;
    // Printed in the very unit that is asked for, it is typed digit by digit, which shows a wrong scale.
    const { printed: digits, unit } = parts(one.text)!;
    found.push({ value: power === 0 && unit === key.unit ? digits : printed / 10 ** power / scale, from: `${one.where} prints it as ${one.text}` });
  }
  if (key.from !== undefined) {
    const figures = shown.filter(({ figure }) => figure !== undefined).map((one) => [one.figure, printedValue(one)] as const);
    const { value } = engine.evaluate({ formula: key.from, variables: Object.fromEntries(figures.filter(([, printed]) => printed !== undefined)) });
    if (typeof value !== "number") throw new Error(`from must give a number, and gives ${JSON.stringify(value)}`);
    found.push({ value: value / scale, from: `${key.from} gives ${number(value / scale)} with the figures as printed` });
  }
  return found;
}
