// Small pieces that several widgets show.

import { html, nothing, svg, type TemplateResult } from "lit";
import { bandText, trustPage, type Band } from "./band.js";
import { REGIMES, type Regime } from "./palette.js";
import { of, type Cell } from "./table.js";

/** A regime in its shape, colour and words. */
export const regimeTag = (regime: Regime): TemplateResult => html`<span class="regime">
  <svg width="14" height="14" viewBox="-7.5 -7.5 15 15" aria-hidden="true">
    ${svg`<path class=${regime} d=${REGIMES[regime].shape}></path>`}
  </svg>
  ${REGIMES[regime].word}
</span>`;

/** A number that says on a click where it comes from. */
export const opening = (text: string, open: () => void): TemplateResult =>
  html`<button type="button" class="opens" title="Where does this come from?" @click=${open}>${text}</button>`;

export const fact = (name: string, value: unknown, more: unknown = ""): TemplateResult =>
  html`<div><dt>${name}</dt><dd>${value}${more ? html`<small>${more}</small>` : ""}</dd></div>`;

/** Beside a figure: where nine in ten measured ones lie. */
export const bandTag = (one: Band | null): TemplateResult | typeof nothing => (one ? html`<span class="band">${bandText(one)}</span>` : nothing);

/** The ends of a band as rows of a table, below the figure's own. */
export const bandRows = (one: Band | null): Cell[][] => {
  if (!one) return [];
  const end = (value: number): Cell => (one.unit === "×" ? value : of(value, one.unit));
  return [["5th percentile of measured values", end(one.low)], ["95th percentile of measured values", end(one.high)]];
};

/** Where it is shown what the figures are worth. */
export const trustLink = (): TemplateResult => html`<a href=${trustPage()} target="_blank">How far can you trust this?</a>`;

/** What the figures are worth, and where that is shown; `why`: why calibrated ones have no band, in the engine's words. */
export const trust = (found: Band | null, isCalibrated: boolean, why?: string): TemplateResult => html`<p class="aside trust">
  ${found
    ? "Fitted to published measurements; nine in ten held out of the fit fell within such a band."
    : isCalibrated
      ? why
      : "Estimated from data sheets; the preset “calibrated” is fitted to measurements."}
  ${trustLink()}
</p>`;

/** What the drawings show, in a sentence; the widget says it aloud once it stays as it is. */
export const says = (text: string): TemplateResult => html`<p class="sentence" data-said>${text}</p>`;

/** What the engine wants known before its figures are trusted. */
export const notesList = (notes: readonly string[]): TemplateResult | typeof nothing => {
  const unique = [...new Set(notes)];
  return unique.length === 0 ? nothing : html`<ul class="notes aside">${unique.map((note) => html`<li>${note}</li>`)}</ul>`;
};

/** What was not used: of the link, of the tag, and of the request where no control can say so. */
export const remarks = (unread: readonly string[], strange: readonly string[], refused: readonly { message: string }[]): TemplateResult => html`
  ${unread.length > 0 ? html`<p class="refused" role="status">${unread.join(", ").slice(0, 80)} (this part of the link was not understood)</p>` : nothing}
  ${strange.map((line) => html`<p class="refused" role="status">${line}.</p>`)}
  ${refused.map(({ message }) => html`<p class="refused" role="alert">${message}</p>`)}`;
