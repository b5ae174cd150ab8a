// Digits with Spanish marks, in place of ui/digits.ts: a decimal comma, and from five digits on a narrow space between thousands, as
// core/prose/spanish/numbers.cpp has them.

import * as english from "../../../ui/digits.js";

export const MARK: "." | "," = ",";

const marked = (text: string): string => {
  const whole = /[\d,]+/.exec(text)?.[0].replaceAll(",", "") ?? "";
  return text.replace(/[.,]/g, (mark) => (mark === "." ? "," : whole.length > 4 ? "\u202f" : ""));
};

export const trimmed = (text: string): string => text.replace(/(,\d*?)0+(?=e|\D*$)/, "$1").replace(/,(?=e|\D*$)/, "");
export const fixed = (value: number, decimals: number): string => marked(english.fixed(value, decimals));
export const rounded = (value: number, digits: number): string => marked(english.rounded(value, digits));
export const general = (value: number, digits: number): string => marked(english.general(value, digits));
export const prefixed = (value: number, digits: number): string => marked(english.prefixed(value, digits));
