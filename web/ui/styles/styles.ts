// The one style sheet all widgets share. Everything a page may set is a --ridge-* property.

import { unsafeCSS } from "lit";
import { colours } from "./colours.js";
import controls from "./controls.css?inline";
import drawings from "./drawings.css?inline";
import foot from "./foot.css?inline";
import forced from "./forced-colors.css?inline";
import frame from "./frame.css?inline";
import print from "./print.css?inline";
import rail from "./rail.css?inline";
import results from "./results.css?inline";
import root from "./root.css?inline";
import tables from "./tables.css?inline";
import unseen from "./unseen.css?inline";

// What a medium changes comes after what it changes.
export const styles = unsafeCSS([root, `.root{${colours}}`, frame, controls, results, unseen, tables, drawings, foot, rail, forced, print].join(""));
