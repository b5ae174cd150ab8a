// Small pieces that several widgets show.

import { html, svg, type TemplateResult } from "lit";
import { REGIMES, type Regime } from "../palette.js";

/** A regime in its shape, colour and words. */
export const regimeTag = (regime: Regime): TemplateResult => html`<span class="regime">
  <svg width="14" height="14" viewBox="-7.5 -7.5 15 15" aria-hidden="true">
    ${svg`<path class=${regime} d=${REGIMES[regime].shape}></path>`}
  </svg>
  ${REGIMES[regime].word}
</span>`;

export const fact = (name: string, value: string, more = ""): TemplateResult =>
  html`<div><dt>${name}</dt><dd>${value}${more ? html`<small>${more}</small>` : ""}</dd></div>`;

/** What limits, as people say it. */
export const KNOBS: Record<string, { name: string; regime: Regime }> = {
  peak_flop_per_s: { name: "Peak FLOP/s", regime: "compute" },
  memory_bandwidth: { name: "Memory bandwidth", regime: "memory" },
  memory_capacity: { name: "Memory capacity", regime: "capacity" },
  host_link: { name: "Host link", regime: "capacity" },
  dispatch_overhead: { name: "Dispatch", regime: "overhead" },
  layer_overhead: { name: "Layer overhead", regime: "overhead" },
  efficiency: { name: "Efficiency", regime: "compute" },
};
