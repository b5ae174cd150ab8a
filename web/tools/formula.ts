// A formula that the engine gives beside a figure: with names, with values put in, and what it comes to. It is shown only
// where it comes to the figure.

import { number } from "#shared";

/** A name, a number, or a mark; {x} within a name stands for what the field x says. */
export const tokens = (formula: string): string[] => formula.match(/[a-z_][\w.{}]*|\d+(?:\.\d+)?|[-+*/(),]/gi) ?? [];

export const isName = (token: string): boolean => /^[a-z_]/i.test(token) && token !== "max" && token !== "min";

/** The names in order of their first use. */
export const namesIn = (formula: string): string[] => [...new Set(tokens(formula).filter(isName))];

/** Undefined where a name has no value. */
export function comesTo(formula: string, read: (name: string) => number | undefined): number | undefined {
  const list = tokens(formula);
  let at = 0;
  const product = (): number => {
    let left = one();
    while (list[at] === "*" || list[at] === "/") left = list[at++] === "*" ? left * one() : left / one();
    return left;
  };
  const sum = (): number => {
    let left = product();
    while (list[at] === "+" || list[at] === "-") left = list[at++] === "+" ? left + product() : left - product();
    return left;
  };
  const one = (): number => {
    const token = list[at++]!;
    if (token === "(") {
      const inner = sum();
      at += 1;
      return inner;
    }
    if (token === "max" || token === "min") {
      const values: number[] = [];
      do {
        at += 1;
        values.push(sum());
      } while (list[at] === ",");
      at += 1;
      return Math[token](...values);
    }
    return isName(token) ? (read(token) ?? NaN) : Number(token);
  };
  const value = sum();
  return Number.isNaN(value) ? undefined : value;
}

const MARKS: Record<string, string> = { "*": " × ", "/": " ÷ ", "+": " + ", "-": " − ", ",": ", " };

/** The formula as people write it, each name as `say` has it. */
export const written = <T>(formula: string, say: (name: string) => T): (T | string)[] =>
  tokens(formula).map((token) => (isName(token) ? say(token) : (MARKS[token] ?? (Number(token) >= 1 ? number(Number(token)) : token))));
