// Why a value was refused, as its control says it. What is allowed is the engine's, which says it in the units and the names of its
// requests; people read it in those that the control has.

import type { Refused } from "../ui/controls.js";
import { counted, number, whole } from "../ui/format.js";
import { twoWays } from "../ui/quantity-input.js";

/** What a number of each unit is called, and ways to write one, the usual first. */
const KINDS: Record<string, { kind: string; ways: string[][] }> = {
  s: { kind: "a time", ways: [["50 ms"], ["5 min"]] },
  us: { kind: "a time", ways: [["50 µs"]] },
  d: { kind: "a time", ways: [["14 days", "2 weeks"]] },
  bytes: { kind: "a size", ways: [["80 GB", "80 GiB"]] },
  "bytes/s": { kind: "a bandwidth", ways: [["3.35 TB/s"]] },
  flop: { kind: "an amount of work", ways: [["8 GFLOP"]] },
  "flop/s": { kind: "a rate of work", ways: [["989 TFLOP/s"]] },
  W: { kind: "a power", ways: [["700 W"]] },
  J: { kind: "an energy", ways: [["12 J"]] },
  USD: { kind: "a sum of money", ways: [["2500 USD"]] },
  "USD/h": { kind: "a price", ways: [["2 USD"]] },
  "1/s": { kind: "a rate", ways: [["10/s", "600/min"]] },
  "%": { kind: "a percentage", ways: [["50 %"]] },
};
const WHOLE = [["128", "2k"]];
const BROKEN = [[number(1.5), "1e3"], [number(0.5), "50 %"]];

/** A bound that is smaller, in the unit of its box, is of no use to a reader. */
const TINY = 1e-6;

const bound = (limit: number): string => (Math.abs(limit) < 1 ? number(limit) : whole(limit));

export function worded({ field: { path, kind, unit, integer, limits, typical }, label, value, box, typed, read, message }: Refused): string {
  const reading = read(typed);
  const found = typeof value === "number" ? value : "value" in reading ? reading.value : undefined;
  const [least, most] = (limits ?? []).map((limit) => (typeof limit === "number" ? limit : undefined));
  const isIn = (one: number): boolean => one >= (least ?? -Infinity) && one <= (most ?? Infinity);
  // Whatever else is wrong with it, only the engine knows.
  if (kind !== "number" || (found !== undefined && isIn(found) && (!integer || Number.isInteger(found)))) {
    return message.replace(/^\S+/, (name) => (path.endsWith(name) || name.endsWith(`.${path}`) ? label : name));
  }
  if (found === undefined && "ambiguous" in reading) return twoWays(typed, reading.ambiguous);
  const { kind: one, ways } = KINDS[unit] ?? { kind: integer ? "a whole number" : "a number", ways: integer ? WHOLE : BROKEN };
  const [from, to] = [least, most].map((limit) => (limit === undefined ? "" : bound(limit / box.factor)));
  const isTiny = least !== undefined && least > 0 && least / box.factor < TINY * 0.999;
  const range = isTiny ? ` above 0${to && ` and up to ${to}`}` : `${from && ` from ${from}`}${to && ` to ${to}`}`;
  const sign = range && box.symbol ? `${box.symbol === "/s" ? "" : "\u00a0"}${box.symbol}` : "";
  const reads = (text: string): boolean => {
    const meant = read(text);
    return "value" in meant && isIn(meant.value);
  };
  // A number like the one that the field began with says more than any other.
  const like = unit === "" && typical !== undefined ? [[counted(typical, 2)]] : [];
  const example = [...like, ...ways].find((some) => some.every(reads))?.join(" or ");
  const given = typed.trim();
  const why =
    !given ? ""
    : found === undefined ? ` “${given}” is not ${one}.`
    : isIn(found) ? ` “${given}” is not a whole number.`
    : found > (most ?? Infinity) ? ` “${given}” is too large.`
    : ` “${given}” is too small.`;
  return `${label} must be ${one}${range}${sign}${example ? `, such as ${example}` : ""}.${why}`;
}
