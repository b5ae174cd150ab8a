// What ridgepoint.js hands to scripts beside it, such as routing.js, so that a page has one copy of each part.

export { css, html, nothing, render, svg, type CSSResultGroup, type SVGTemplateResult, type TemplateResult } from "lit";
export { loadRidgepoint, RidgepointError } from "#engine";
export { decades } from "../charts/axes.js";
export { drawn, laidOut, type Label } from "../charts/labels.js";
export { line, scaleLinear, scaleLog } from "../charts/scale.js";
export { px, ROW, textWidth, type Drawing } from "../charts/shared.js";
export { define } from "./define.js";
export { RidgeElement } from "./element.js";
export type { Input } from "./input.js";
export { band, bandText, type Band } from "./band.js";
export { bandRows, fact, knobName, notesList, regimeTag, says } from "./parts.js";
export { lab, problemOf, type EngineContext, type Problem } from "./engine.js";
export { elasticity, number, percent, quantity, times } from "./format.js";
export type { Values } from "./request.js";
export type { Regime } from "./palette.js";
export { fieldsOf, knowFields } from "./fields.js";
export { choice, knowChoices, label } from "./labels.js";
export { copyText } from "./clipboard.js";
export { groupName } from "./controls.js";
export { isQuantity, type Quantity } from "./table.js";
export type { ExportKind } from "./save.js";
export type { Called, Moment, Opened, Toolbox, ToolboxOf } from "./toolbox.js";
export type { Setting } from "./settings-line.js";
export { keepMachine, ownMachine, type OwnMachine } from "./own-machine.js";
export { of, tableView, type Cell, type Table } from "./table.js";
export { within } from "./within.js";
