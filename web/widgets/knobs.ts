// Names of what may limit a step, as the widgets that explain limits have them.

import { label } from "#shared";

const KNOBS: Record<string, string> = { peak_flop_per_s: "Peak FLOP/s", dispatch_overhead: "Dispatch" };

/** What limits, as people say it. */
export const knobName = (knob: string): string => KNOBS[knob] ?? label(knob);
