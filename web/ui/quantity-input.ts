// What people type into a number's box, read: 128k, 80 GB, 80 GiB, 50 ms, 3.35 TB/s, 70b, 600/min, US$2.50, 2 weeks, 1e12, 50 %. A number alone is in the
// unit that the box shows. Nothing is guessed: what can be read in two ways, or in none, is told and not used.

import { MARK } from "./digits.js";
import { countTick, tick } from "./format.js";

/** How a box shows its number: a unit of the engine, and the factor and symbol of the prefix it stands in. */
export interface Shown {
  unit: string;
  factor: number;
  /** Whether it is a count, which has no decimals. */
  integer?: boolean;
}

export type Reading = { value: number } | { ambiguous: [string, string] } | { unknown: true };

const UNKNOWN: Reading = { unknown: true };

const PREFIXES: Record<string, number> = { n: 1e-9, µ: 1e-6, m: 1e-3, "": 1, k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40, Pi: 2 ** 50 };

/** How people write each unit of the engine after a prefix, and what one of it is in the engine's. */
const UNITS: Record<string, { spelled: RegExp; size?: number }> = {
  s: { spelled: /^s$/ },
  us: { spelled: /^s$/, size: 1e6 },
  ms: { spelled: /^s$/, size: 1e3 },
  bytes: { spelled: /^B$/ },
  "bytes/s": { spelled: /^(B\/s|Bps)$/ },
  flop: { spelled: /^FLOPs?$/i },
  "flop/s": { spelled: /^(FLOPs?\/s|FLOPS)$/i },
  "flop/byte": { spelled: /^FLOPs?\/(byte|B)$/i },
  J: { spelled: /^J$/ },
  W: { spelled: /^W$/ },
  USD: { spelled: /^(USD|\$)$/ },
  "USD/h": { spelled: /^(USD|\$)(\/h)?$/ },
  "1/s": { spelled: /^\/s$/ },
  "%": { spelled: /^%$/ },
  "": { spelled: /^(tokens?|×|x)$/ },
};

/** Long times in words, English or Spanish, by their first letter. */
const LONG = /^(min(ut[eo]s?)?|h(ou?ra?s?)?|d(ays?|ías?)?|w(eeks?)?)$/;
const LASTS: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86400, w: 604800 };

/** How often something comes: /min, rps, req/s, requests per hour. */
const OFTEN = /^(?:r|req|requests?)?\s*(?:\/|p|per)\s*(s|sec|second|m|min|minute|h|hour)$/i;

/** Billions, as sizes of models are told: 70b, 15B tokens. */
const BILLIONS = /^b(\s*tokens)?$/i;

/** Grouping by spaces of any kind or apostrophes, in threes from the right. */
const SPACED = /^\d{1,3}(?:[\s'’]\d{3})+(?![\d])/;

/**
 * The digits of a number whose marks may group or divide: at most one reading, or two. Alone before three digits the language's
 * grouping mark has two, but in a count, which has no decimals; there its decimal mark has two before three zeros, where nothing follows.
 */
function digits(text: string, isCount = false, isBare = false): string | [string, string] | undefined {
  const plain = text.replace(/[\s'’]/g, "");
  if (/[\s'’]/.test(text) && !SPACED.test(text)) return undefined;
  const marks = plain.replace(/\d/g, "");
  if (marks === "") return plain;
  if (marks === "." || marks === ",") {
    const [whole, rest] = plain.split(marks) as [string, string];
    const decimal = `${whole}.${rest}`;
    if (!/^[1-9]\d{0,2}$/.test(whole) || rest.length !== 3) return decimal;
    if (marks !== MARK) return isCount ? whole + rest : [whole + rest, decimal];
    return isCount && isBare && rest === "000" ? [whole + rest, whole] : decimal;
  }
  // Several marks of one kind group; of two kinds, the last divides.
  const [group, point] = /^,+\.?$/.test(marks) ? [",", "."] : /^\.+,?$/.test(marks) ? [".", ","] : ["", ""];
  const [whole, rest] = plain.split(point) as [string, string?];
  if (!group || !new RegExp(`^\\d{1,3}(\\${group}\\d{3})+$`).test(whole)) return undefined;
  return `${whole.replaceAll(group, "")}${rest === undefined ? "" : `.${rest}`}`;
}

/** What one of the written unit is in the unit of the field; undefined where it is none of the field's. */
function scale(written: string, { unit, factor }: Shown): number | undefined {
  if (written === "") return factor;
  if (written === "%" && unit === "") return 0.01;
  if (unit in LASTS && LONG.test(written)) return LASTS[written[0]!]! / LASTS[unit]!;
  if (unit === "" && BILLIONS.test(written)) return 1e9;
  const [, per] = unit === "1/s" ? (OFTEN.exec(written) ?? []) : [];
  if (per) return 1 / LASTS[per[0]!.toLowerCase()]!;
  const { spelled, size = 1 } = UNITS[unit] ?? UNITS[""]!;
  const name = written.replace(/^[uμ]/, "µ").replace(/^K(?!i)/, "k");
  const [prefix] = Object.keys(PREFIXES).filter((one) => {
    const rest = name.slice(one.length).trim();
    // A prefix alone is of the field's own unit: 3.35T in a box of GB/s.
    return name.startsWith(one) && (rest === "" ? one !== "" && unit !== "%" : spelled.test(rest));
  });
  return prefix === undefined ? undefined : PREFIXES[prefix]! * size;
}

/** The sign of a price may stand before it: $2.50, US$2.50. */
export function readQuantity(text: string, shown: Shown): Reading {
  const [, sign, number, exponent = "", written] = /^([+\-−]?)\s*((?:\d|[.,](?=\d))(?:[\d.,'’]|\s(?=\d))*)(e[+\-−]?\d+)?\s*([^\d\s.,][^]*)?$/i.exec(text.trim().replace(/^(?:US)?\$(.*)/, "$1$")) ?? [];
  if (number === undefined) return UNKNOWN;
  // Before a prefix decimals are usual in a count, too: 1.000k.
  const found = digits(number, shown.integer, !written);
  if (found === undefined) return UNKNOWN;
  if (typeof found !== "string" && !exponent) {
    const [one, other] = found.map((text) => `${sign}${text.replace(".", MARK)}${written ? ` ${written.trim()}` : ""}`) as [string, string];
    return { ambiguous: [one, other] };
  }
  const size = scale((written ?? "").trim(), shown);
  const value = Number(`${sign ? (sign === "+" ? "" : "-") : ""}${typeof found === "string" ? found : found[1]}${exponent.replace("−", "-")}`);
  if (size === undefined || !Number.isFinite(value * size)) return UNKNOWN;
  // Only what is multiplied has digits of its own at the end: 50 % is 0.5.
  return { value: size === 1 ? value : Number((value * size).toPrecision(15)) };
}

/** The message where a comma, or in other languages a point, may group or divide. */
export const twoWays = (text: string, [one, other]: [string, string]): string => `“${text}” can be read in two ways: type ${one} or ${other}.`;

/** What a box has room for. */
const ROOM = 9;

/** A number as its box shows it: with all its digits, or with a prefix where those are too many and nothing is lost, 15T; a count has B. */
export function boxed(value: number, shown: Shown): string {
  const text = String(Number((value / shown.factor).toPrecision(10))).replace(".", MARK);
  if (text.length <= ROOM) return text;
  const short = shown.unit === "" ? countTick(value) : tick(value);
  const reading = readQuantity(short, shown);
  return "value" in reading && reading.value === value ? short : text;
}
