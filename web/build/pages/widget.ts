// What pages call a widget, and its script. Another language has its own in place of this.

import { WIDGETS, type Widget } from "../widgets.js";

const named = (widget: string): Widget => WIDGETS.find(({ name }) => name === widget)!;

export const titleOf = (widget: string): string => named(widget).title;
/** From the folder of the package. */
export const scriptOf = (widget: string): string => named(widget).script;
