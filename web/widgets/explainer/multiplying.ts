// The digits of factors that stand beside their product.

import { decimals, fixed, times } from "#shared";

/** Factors with as many decimals as make those shown multiply to the product shown: 1.38×, 1.003×, where 1.38 × 1.00 would be 1.38. */
export function multiplying(ratios: readonly number[], product: number): string[] {
  const most = 2;
  let more = 0;
  const places = (ratio: number): number => decimals(Math.abs(ratio)) + more;
  const multiplied = (): number => ratios.reduce((all, ratio) => all * Number(ratio.toFixed(places(ratio))), 1);
  while (more < most && times(multiplied()) !== times(product)) more += 1;
  return ratios.map((ratio) => (Number.isFinite(ratio) ? `${fixed(ratio, places(ratio))}×` : "∞×"));
}
