// Stands in for d3-interpolate in the builds. d3-scale asks it to blend whatever a range holds,
// colours and objects included; our ranges hold pixels, and the rest would be 5 kB for nothing.

export const interpolateNumber = (a: number, b: number) => (t: number): number => a * (1 - t) + b * t;
export const interpolateRound = (a: number, b: number) => (t: number): number => Math.round(a * (1 - t) + b * t);
export { interpolateNumber as interpolate };

export const piecewise = (): never => {
  throw new Error("scales with more than two stops are not part of this build");
};
