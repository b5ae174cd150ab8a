// The order of learning: order.json beside the labs, where there is one.

import { readdirSync } from "node:fs";
import { besideLabs, listOf, words } from "./beside-labs.js";
import { pointer, type Problem } from "./problems.js";

/** The labs of a folder, by name. */
export const labsIn = (folder: string): string[] => readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => entry.name).sort();

/** The labs in that order, then those that it does not name; one that is not in the folder gives a remark. */
export function inOrder(folder: string, labs: readonly string[]): { names: string[]; remarks: Problem[] } {
  const { value = [], remark } = besideLabs(folder, "order.json", { ...listOf(words), uniqueItems: true });
  const order = value as string[];
  return {
    names: [...order.filter((name) => labs.includes(name)), ...labs.filter((name) => !order.includes(name))],
    remarks: order.flatMap((name, at) => (labs.includes(name) ? [] : [remark(pointer(at), `there is no lab ${name}; the index is without it`)])),
  };
}
