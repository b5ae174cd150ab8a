// One colour, one shape and one word a regime, everywhere. Hues are Okabe and Ito's; the light theme
// darkens two of them just enough to reach 3:1 against the page, which tests/web checks.

export type Regime = "memory" | "compute" | "overhead" | "capacity" | "links";

interface Mark {
  light: string;
  dark: string;
  word: string;
  /** A 12 by 12 outline centred on 0,0: state never rests on colour alone. */
  shape: string;
}

export const REGIMES: Record<Regime, Mark> = {
  memory: { light: "#0072b2", dark: "#56b4e9", word: "memory-bound", shape: "M-6,0a6,6 0 1,0 12,0a6,6 0 1,0 -12,0z" },
  compute: { light: "#d55e00", dark: "#f0883e", word: "compute-bound", shape: "M-5.5,-5.5h11v11h-11z" },
  overhead: { light: "#00805d", dark: "#00b386", word: "overhead-bound", shape: "M0,-6.5L6.5,5.5H-6.5z" },
  links: { light: "#8a6a00", dark: "#f0e442", word: "communication-bound", shape: "M0,-6.8L6.5,-2.1L4,5.5H-4L-6.5,-2.1z" },
  capacity: { light: "#b5568c", dark: "#cc79a7", word: "does not fit", shape: "M0,-7L7,0L0,7L-7,0z" },
};

/** Greys of the two themes, from page to ink. */
export const GREYS = {
  page: ["#ffffff", "#14171b"],
  panel: ["#f6f7f8", "#1b1f24"],
  line: ["#dde1e6", "#333a42"],
  edge: ["#7d8794", "#77818d"],
  muted: ["#57606b", "#a3adb8"],
  ink: ["#15191e", "#e9edf1"],
  accent: ["#1f5fa8", "#7db7f0"],
  alert: ["#a3240f", "#ff9b85"],
} as const;

/** The regime a result is shown in: not fitting outranks what binds while offloading. */
export const shownRegime = (result: { regime: string; feasible: boolean }): Regime =>
  result.feasible ? (result.regime as Regime) : "capacity";
