// What ridgepoint.js hands to scripts beside it, such as routing.js, so that a page has one copy of each part.

export { scaleLinear, scaleLog } from "d3-scale";
export { line } from "d3-shape";
export { css, html, nothing, svg, type CSSResultGroup, type SVGTemplateResult, type TemplateResult } from "lit";
export { loadRidgepoint, RidgepointError } from "#engine";
export { decades, px, textWidth, type Drawing } from "./charts/shared.js";
export { define, RidgeElement, type Input } from "./elements/base.js";
export { fact, regimeTag } from "./elements/parts.js";
export { lab, problemOf, type Lab, type Problem } from "./engine.js";
export { number, percent, quantity, times } from "./format.js";
export type { Regime } from "./palette.js";
export { callFields, choice, type Field } from "./schema.js";
export { of, tableView, type Cell, type Table } from "./table.js";
