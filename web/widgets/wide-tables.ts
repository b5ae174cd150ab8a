// For the style sheets of widgets with tables of many columns: on a phone these are turned, or listed.

import { unsafeCSS } from "#shared";
import text from "../ui/styles/wide-tables.css?inline";

export const wideTables = unsafeCSS(text);
