// What the benchmarks share.

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export const report = (what, ratio, goal) => console.log(`${what.padEnd(70)} ${ratio.padStart(9)}   goal ${goal}`);
export const times = (ratio) => `${ratio.toFixed(ratio < 10 ? 2 : 0)} x`;
