// The one style sheet all widgets share. Everything a page may set is a --ridge-* property; nothing
// else of the page's styles gets in, because .root starts from `all: initial`. Lengths are pixels: a
// rem is the page's, and many pages set theirs to 10 px.

import { css, unsafeCSS } from "lit";
import { GREYS, REGIMES } from "./palette.js";

const colours = [
  ...Object.entries(GREYS).map(([name, [light, dark]]) => [name, light, dark]),
  ...Object.entries(REGIMES).map(([name, { light, dark }]) => [name, light, dark]),
]
  .map(([name, light, dark]) => `--${name}: var(--ridge-${name}, light-dark(${light}, ${dark}));`)
  .join("\n    ");

export const styles = css`
  :host {
    display: block;
  }
  :host([hidden]) {
    display: none;
  }
  /* It is about to grow: what stands below it is what keeps the reader's place. */
  :host(:state(waiting)) {
    overflow-anchor: none;
  }
  .root {
    all: initial;
    color-scheme: inherit;
    direction: inherit;
    display: block;
    box-sizing: border-box;
    container-type: inline-size;
    ${unsafeCSS(colours)}
    font: 400 15px/1.5 var(--ridge-font, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif);
    font-variant-numeric: tabular-nums;
    color: var(--ink);
    background: var(--page);
  }
  :host([theme="light"]) .root {
    color-scheme: light;
  }
  :host([theme="dark"]) .root {
    color-scheme: dark;
  }
  :host(:state(dark):not([theme="light"])) .root {
    color-scheme: dark;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  p,
  figure,
  dl,
  dd,
  ul,
  ol,
  fieldset {
    margin: 0;
    padding: 0;
    border: 0;
  }
  .frame {
    display: grid;
    gap: 20px 40px;
    grid-template-columns: minmax(0, 1fr);
    align-items: start;
  }
  .main {
    display: grid;
    gap: 28px;
    grid-template-columns: minmax(0, 1fr);
  }
  @container (min-width: 736px) {
    .frame.beside {
      grid-template-columns: 248px minmax(0, 1fr);
      grid-template-rows: auto 1fr;
    }
    .frame.beside > .inputs {
      grid-row: 1 / span 2;
    }
    .frame.beside > .inputs,
    .frame.beside > .headline,
    .frame.beside > .main {
      grid-column: auto;
    }
    .frame.beside > .inputs {
      grid-column: 1;
    }
    .frame.beside > .headline,
    .frame.beside > .main {
      grid-column: 2;
    }
    .frame.beside > .main:last-child:nth-child(2) {
      grid-row: 1 / span 2;
    }
    .frame > .headline > .value {
      font-size: 36px;
    }
  }
  /* In one column the answer stays in sight above the controls that change it, where there is the height for it. */
  @container (max-width: 735.84px) {
    .frame > .headline {
      background: var(--page);
      padding-block: 8px;
      border-bottom: 1px solid var(--line);
    }
    @media (min-height: 480px) {
      .frame > .headline {
        position: sticky;
        top: 0;
        z-index: 1;
      }
    }
  }

  .frame.second {
    border-top: 1px solid var(--line);
    margin-top: 28px;
    padding-top: 28px;
  }
  .sides {
    display: grid;
    gap: 24px 40px;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 320px), 1fr));
    margin-bottom: 28px;
    padding-bottom: 28px;
    border-bottom: 1px solid var(--line);
  }

  /* Controls */
  .controls {
    display: grid;
    gap: 14px 20px;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 224px), 1fr));
    align-items: start;
  }
  .control {
    min-width: 0;
  }
  .control > label,
  legend {
    display: block;
    padding: 0;
    font-size: 13px;
    line-height: 1.4;
    color: var(--muted);
    margin-bottom: 3px;
  }
  legend {
    font-weight: 600;
    color: var(--ink);
    margin-bottom: 8px;
    font-size: 15px;
  }
  select,
  textarea,
  input[type="text"],
  input[type="number"] {
    font: inherit;
    color: inherit;
    background: var(--page);
    border: 1px solid var(--edge);
    border-radius: 4px;
    min-height: 34px;
    width: 100%;
    padding: 2px 8px;
    margin: 0;
  }
  select {
    text-overflow: ellipsis;
  }
  .numeric {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 92px;
    gap: 10px;
    align-items: center;
  }
  .numeric.single {
    grid-template-columns: minmax(0, 1fr);
  }
  input[type="number"] {
    text-align: end;
    appearance: textfield;
    min-width: 0;
  }
  input[type="number"]::-webkit-inner-spin-button {
    display: none;
  }
  input[type="range"] {
    width: 100%;
    min-width: 0;
    min-height: 28px;
    margin: 0;
    accent-color: var(--accent);
    touch-action: pan-y;
  }
  input[type="checkbox"] {
    width: 24px;
    height: 24px;
    margin: 0;
    accent-color: var(--accent);
  }
  [aria-invalid="true"] {
    border-color: var(--alert);
    outline: 1px solid var(--alert);
  }
  .refused {
    color: var(--alert);
    font-size: 13px;
    line-height: 1.4;
    margin-top: 4px;
    overflow-wrap: anywhere;
  }
  .refused::before {
    content: "Not used: ";
    font-weight: 600;
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  button {
    font: inherit;
    font-size: 13px;
    color: inherit;
    background: transparent;
    border: 1px solid var(--line);
    border-radius: 4px;
    min-height: 30px;
    min-width: 30px;
    padding: 2px 8px;
    cursor: pointer;
  }
  button:hover {
    border-color: var(--edge);
  }
  textarea {
    font: 13px/1.5 ui-monospace, "SF Mono", "Cascadia Mono", Menlo, "DejaVu Sans Mono", monospace;
    resize: vertical;
    padding: 8px 10px;
  }
  .copy,
  .more {
    margin: 12px 0;
  }
  .more .controls,
  .more textarea {
    margin-top: 8px;
  }
  .assumptions {
    grid-column: 1 / -1;
  }
  .assumptions .controls {
    padding: 12px 0 4px;
  }
  summary {
    cursor: pointer;
    font-size: 13px;
    color: var(--muted);
    min-height: 24px;
    line-height: 24px;
    width: fit-content;
  }
  summary:hover {
    color: var(--ink);
  }

  /* Results */
  .headline {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 4px 16px;
  }
  .headline .value {
    font-size: 26px;
    line-height: 1.15;
    font-weight: 600;
    letter-spacing: -0.01em;
  }
  .headline .what,
  .headline .band {
    color: var(--muted);
  }
  .headline .band {
    flex-basis: 100%;
  }
  .regime {
    display: inline-flex;
    align-items: center;
    gap: 7px;
    font-weight: 600;
    white-space: nowrap;
  }
  .regime svg {
    flex: none;
  }
  .facts {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 120px), 1fr));
    gap: 12px 24px;
  }
  .facts dt {
    font-size: 13px;
    color: var(--muted);
    line-height: 1.4;
  }
  .facts dd {
    font-weight: 600;
    line-height: 1.4;
  }
  .facts .regime {
    white-space: normal;
  }
  .facts .band {
    display: block;
  }
  .facts small {
    display: block;
    font-weight: 400;
    font-size: 12px;
    color: var(--muted);
  }
  .sentence {
    max-width: 672px;
    text-wrap: pretty;
  }
  .notice {
    border-inline-start: 3px solid var(--capacity);
    padding: 2px 0 2px 12px;
    max-width: 672px;
  }
  .failed {
    border-inline-start: 3px solid var(--alert);
    padding: 2px 0 2px 12px;
  }
  .failed pre {
    font-size: 13px;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    user-select: all;
  }
  .heading {
    font-size: 15px;
    font-weight: 600;
    line-height: 1.4;
    text-wrap: balance;
  }
  .aside {
    color: var(--muted);
    font-size: 13px;
    line-height: 1.5;
    max-width: 672px;
  }
  a {
    color: var(--accent);
    text-underline-offset: 0.15em;
  }
  .plain {
    list-style: none;
    margin-top: 4px;
  }
  .prose {
    white-space: pre-line;
    max-width: 672px;
    margin: 6px 0 12px;
    padding: 12px 16px;
    background: var(--panel);
    border-radius: 4px;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
  }
  .notes {
    list-style: none;
    display: grid;
    gap: 4px;
  }
  ol.trace {
    padding-inline-start: 20px;
    font-size: 14px;
    max-width: 704px;
    margin-top: 8px;
  }
  ol.trace li {
    overflow-wrap: anywhere;
  }

  /* Tables */
  .scroll {
    overflow-x: auto;
    max-width: 100%;
  }
  table {
    border-collapse: collapse;
    width: 100%;
    font-size: 14px;
    line-height: 1.4;
  }
  caption {
    text-align: start;
    color: var(--muted);
    font-size: 13px;
    padding: 4px 0;
  }
  th,
  td {
    text-align: start;
    font-weight: 400;
    padding: 6px 12px 6px 0;
    border-bottom: 1px solid var(--line);
    vertical-align: baseline;
  }
  thead th {
    color: var(--muted);
    font-size: 13px;
    vertical-align: bottom;
    border-bottom-color: var(--edge);
  }
  .figure {
    text-align: end;
    white-space: nowrap;
  }
  .figure + :not(.figure) {
    padding-inline-start: 20px;
  }
  th small,
  td small {
    display: block;
    font-size: 13px;
    color: var(--muted);
  }
  th:last-child,
  td:last-child {
    padding-inline-end: 0;
  }
  td b,
  tr.now th {
    font-weight: 600;
  }

  /* Drawings */
  figure {
    min-width: 0;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
  }
  .plot {
    position: relative;
    min-width: 0;
    border-radius: 2px;
  }
  .drawing {
    /* The title is for those who cannot see the drawing; without this it pops up over it. */
    pointer-events: none;
    display: block;
    width: 100%;
    height: auto;
    overflow: visible;
    font-size: 12px;
  }
  .drawing text {
    fill: var(--ink);
  }
  .drawing .quiet {
    fill: var(--muted);
  }
  .drawing .strong {
    font-weight: 600;
  }
  .drawing .grid {
    stroke: var(--line);
    stroke-width: 1;
  }
  .drawing .axis {
    stroke: var(--edge);
    stroke-width: 1;
  }
  .drawing .halo {
    stroke: var(--page);
    stroke-width: 3;
    paint-order: stroke;
    stroke-linejoin: round;
  }
  .drawing path,
  .drawing line {
    fill: none;
  }
  .drawing .roof {
    stroke: var(--ink);
    stroke-width: 2;
  }
  .drawing .roof.second {
    stroke: var(--muted);
    stroke-dasharray: 8 3;
  }
  .drawing .peak {
    stroke: var(--edge);
    stroke-width: 1;
  }
  .drawing .trail {
    stroke: var(--muted);
    stroke-width: 1.5;
    stroke-dasharray: 1 4;
    stroke-linecap: round;
  }
  .drawing .reference {
    stroke: var(--edge);
    stroke-width: 1;
    stroke-dasharray: 3 3;
  }
  .drawing .now {
    stroke: var(--accent);
    stroke-width: 1;
  }
  .drawing .cursor {
    fill: none;
    stroke: var(--accent);
    stroke-width: 2;
  }
  .drawing .curve {
    stroke: var(--ink);
    stroke-width: 2;
  }
  .drawing .curve.second {
    stroke: var(--muted);
  }
  .drawing .curve.spilling {
    stroke-dasharray: 2 4;
  }
  .drawing .whisker {
    stroke: var(--ink);
    stroke-width: 1.5;
  }
  .drawing .dot {
    fill: var(--ink);
    stroke: var(--page);
    stroke-width: 1.5;
  }
  .drawing .secant {
    stroke: var(--ink);
    stroke-width: 2;
  }
  .drawing .bar {
    fill: var(--edge);
  }
  .drawing .gain {
    fill: var(--accent);
  }
  .drawing .loss {
    fill: var(--alert);
  }
  .drawing .memory {
    fill: var(--memory);
  }
  .drawing .compute {
    fill: var(--compute);
  }
  .drawing .overhead {
    fill: var(--overhead);
  }
  .drawing .capacity {
    fill: var(--capacity);
  }
  .drawing .wash {
    fill-opacity: 0.07;
  }
  .regime path.memory {
    fill: var(--memory);
  }
  .regime path.compute {
    fill: var(--compute);
  }
  .regime path.overhead {
    fill: var(--overhead);
  }
  .regime path.capacity {
    fill: var(--capacity);
  }
  .drawing .point {
    stroke: var(--page);
    stroke-width: 1.5;
  }
  figcaption {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    align-items: baseline;
    gap: 0 16px;
  }
  .readout {
    min-height: 1.5em;
    font-size: 13px;
    color: var(--muted);
    margin-inline-start: auto;
  }

  /* Foot */
  .foot,
  .saves {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    align-items: center;
  }
  .saves {
    margin-inline-start: auto;
  }
  .foot {
    border-top: 1px solid var(--line);
    margin-top: 28px;
    padding-top: 14px;
  }
  .label {
    font-size: 13px;
    color: var(--muted);
  }
  .waiting {
    display: grid;
    place-content: center;
    min-height: var(--ridge-reserved-height, 544px);
    color: var(--muted);
    font-size: 14px;
  }
  /* What the page has in the widget's place, a picture say: for a printout made before the engine was there, or where it does not come. */
  slot {
    display: none;
  }
  .failed + slot {
    display: block;
    margin-top: 20px;
  }
  @media (forced-colors: active) {
    .drawing .memory,
    .drawing .compute,
    .drawing .overhead,
    .drawing .capacity,
    .drawing .bar,
    .drawing .gain,
    .drawing .loss,
    .drawing .dot {
      fill: CanvasText;
    }
    .drawing .wash {
      fill: none;
    }
    .drawing .roof,
    .drawing .curve,
    .drawing .peak,
    .drawing .axis,
    .drawing .reference,
    .drawing .whisker,
    .drawing .secant {
      stroke: CanvasText;
    }
    .drawing text {
      fill: CanvasText;
    }
    .drawing .grid {
      stroke: GrayText;
    }
    .drawing .halo,
    .drawing .point {
      stroke: Canvas;
    }
    .drawing .now,
    .drawing .cursor {
      stroke: Highlight;
    }
  }
  @media print {
    .inputs,
    .controls,
    .buttons,
    .foot,
    .readout,
    .waiting,
    details:not([open]) {
      display: none;
    }
    slot {
      display: block;
    }
    .frame > .headline {
      position: static;
    }
    .root {
      color-scheme: light;
    }
    .frame,
    .main {
      display: block;
    }
    .main > * {
      break-inside: avoid;
      margin-bottom: 16px;
    }
  }
`;
