// What pages call a widget. Another language has its own in place of this.

import { WIDGETS } from "../widgets.js";

export const titleOf = (widget: string): string => WIDGETS.find(({ name }) => name === widget)!.title;
