// A slider is a walk over a list of stops: every arrow key then moves the value, on a logarithmic
// scale of whole numbers too, where equal steps would round to the same number.

export interface Range {
  low: number;
  high: number;
  scale: "log" | "linear";
  integer: boolean;
}

const rounded = (value: number): number => Number(value.toPrecision(3));

/** Increasing values from low to high, both included. */
export function stops({ low, high, scale, integer }: Range): number[] {
  if (!(high > low)) return [low];
  const list: number[] = [];
  if (scale === "log" && low > 0) {
    const count = Math.max(24, Math.round(Math.log10(high / low) * 40));
    for (let step = 0; step <= count; step++) {
      const value = low * (high / low) ** (step / count);
      list.push(integer ? Math.round(value) : rounded(value));
    }
    // Powers of two are what people ask for: batch 256, context 2048.
    if (integer) for (let value = 2 ** Math.ceil(Math.log2(low)); value <= high; value *= 2) list.push(value);
  } else {
    const step = integer ? Math.max(1, Math.round((high - low) / 200)) : (high - low) / 100;
    for (let index = 0; low + index * step < high; index++) {
      const value = low + index * step;
      list.push(integer ? value : Number(value.toPrecision(6)));
    }
  }
  list.push(low, high);
  return [...new Set(list)].filter((value) => value >= low && value <= high).sort((a, b) => a - b);
}

/** The stop nearest to a value, by ratio on a logarithmic scale, to whose low end zero is nearest. */
export function nearest(list: number[], value: number, scale: Range["scale"]): number {
  if (scale === "log" && value <= 0) return 0;
  const place = (x: number): number => (scale === "log" && x > 0 ? Math.log(x) : x);
  let best = 0;
  for (let index = 1; index < list.length; index++) {
    if (Math.abs(place(list[index]!) - place(value)) < Math.abs(place(list[best]!) - place(value))) best = index;
  }
  return best;
}
