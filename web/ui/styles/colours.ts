// The palette as custom properties: what a page sets as --ridge-memory is --memory within a widget.

import { GREYS, REGIMES } from "../palette.js";

export const colours = [
  ...Object.entries(GREYS).map(([name, [light, dark]]) => [name, light, dark]),
  ...Object.entries(REGIMES).map(([name, { light, dark }]) => [name, light, dark]),
]
  .map(([name, light, dark]) => `--${name}:var(--ridge-${name},light-dark(${light},${dark}));`)
  .join("");
