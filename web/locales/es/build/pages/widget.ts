// What pages call a widget, and its script, in Spanish: in place of build/pages/widget.ts.

import * as english from "../../../../build/pages/widget.js";
import pages from "../../pages.json";

export const titleOf = (widget: string): string => (pages as Record<string, string | null>)[english.titleOf(widget)] ?? english.titleOf(widget);
export const scriptOf = (widget: string): string => `es/${english.scriptOf(widget)}`;
