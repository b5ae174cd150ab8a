// What pages call a widget, in Spanish: in place of build/pages/titles.ts.

import { titleOf as english } from "../../../../build/pages/titles.js";
import pages from "../../pages.json";

export const titleOf = (widget: string): string => (pages as Record<string, string | null>)[english(widget)] ?? english(widget);
