// The digits of factors that stand beside their product.

import { factor, times } from "#shared";

const read = (text: string): number => (text === "∞×" ? Number.POSITIVE_INFINITY : Number(text.slice(0, -1).replaceAll(",", "")));

/** Factors with as many digits as make those shown multiply to the product shown: 1.38×, 1.003×, where 1.38 × 1.00 would be 1.38. */
export function multiplying(ratios: readonly number[], product: number): string[] {
  const most = 2;
  let more = 0;
  const shown = (): string[] => ratios.map((ratio) => factor(ratio, more));
  const multiplied = (): number => shown().reduce((all, text) => all * read(text), 1);
  while (more < most && times(multiplied()) !== times(product)) more += 1;
  return shown();
}
