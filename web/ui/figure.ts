// A drawing with its heading, its points for pointer and arrow keys, what it shows in a sentence, and the table behind it.

import { html, nothing, svg, type TemplateResult } from "lit";
import type { Drawing } from "../charts/shared.js";
import { tableView, type Table } from "./table.js";

export interface Figure {
  name: string;
  heading: string;
  /** What is drawn now, in a sentence with the values that matter. */
  summary: string;
  drawing: Drawing;
  table: Table | Table[];
  /** How the drawing is read. */
  aside?: unknown;
}

/** The point that a key leads to from the one that is read; null: none, undefined: the key is not the figure's, as are those that scroll the page. */
export function nextPoint(key: string, at: number | undefined, count: number): number | null | undefined {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (key === "Escape" && at !== undefined) return null;
  if (!step) return undefined;
  return at === undefined ? (step > 0 ? 0 : count - 1) : (at + step + count) % count;
}

/**
 * `at`: the point that is read now; `attend`: somebody is at the figure. The summary stands below the drawing, where it moves nothing
 * as its length changes, and describes it to a screen reader that comes to it. It is no live region of its own: see the speaker.
 */
export function figureView(
  { name, heading, summary, drawing, table, aside }: Figure,
  { id, width, at, read, attend }: { id: string; width: number; at: number | undefined; read: (point: number | null) => void; attend: () => void },
): TemplateResult {
  const { height, body, points, box } = drawing;
  const point = at === undefined ? undefined : points[at];
  const keys = (event: KeyboardEvent): void => {
    const next = nextPoint(event.key, at, points.length);
    if (next === undefined) return;
    read(next);
    event.preventDefault();
  };
  const hover = (event: PointerEvent): void => {
    const plot = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const scale = width / plot.width || 1;
    const [x, y] = [(event.clientX - plot.left) * scale, (event.clientY - plot.top) * scale];
    const distance = ({ x: px, y: py }: { x: number; y: number }): number => Math.hypot(px - x, py - y);
    const nearest = points.reduce((best, one, index) => (distance(one) < distance(points[best]!) ? index : best), 0);
    if (nearest !== at) read(nearest);
  };
  const leave = (): void => read(null);
  // A finger that leaves the glass still reads.
  const away = ({ pointerType }: PointerEvent): void => void (pointerType === "mouse" && leave());
  const share = point ? (100 * point.x) / width : 0;
  // Beside a bar, whose neighbours it would cover above and below.
  const place = (y: number): string =>
    box
      ? `${y + (y > 52 ? -14 : 14)}px;transform:translate(${-share}%,${y > 52 ? -100 : 0}%)`
      : `${y}px;max-width:${0.92 * Math.max(share, 100 - share)}%;transform:translate(${share > 50 ? -108 : 8}%,-50%)`;
  return html`<figure part="chart" @focusin=${attend}>
    <figcaption>
      <span class="heading" role="heading" aria-level="2">${heading}</span>
    </figcaption>
    <div
      class="plot"
      role="group"
      tabindex="0"
      aria-label="${heading}. Left and right arrow keys read its points."
      aria-describedby=${id}
      @keydown=${keys}
      @pointermove=${hover}
      @pointerdown=${hover}
      @pointerleave=${away}
      @blur=${leave}
    >
      <svg
        class="drawing"
        data-name=${name}
        role="img"
        aria-describedby=${id}
        viewBox="0 0 ${width} ${height}"
        width=${width}
        height=${height}
      >
        <title>${heading}</title>
        ${width > 0 ? body : nothing}
        ${point && box ? svg`<path class="cross" d="M${box.left},${point.y}H${box.right}M${point.x},${box.top}V${box.bottom}"></path>` : nothing}
        ${point ? svg`<circle class="cursor" cx=${point.x} cy=${point.y} r="10"></circle>` : nothing}
      </svg>
      <p class="readout" aria-live="polite" .style=${point ? `left:${share}%;top:${place(point.y)}` : ""}>${point?.text ?? ""}</p>
    </div>
    <p class="aside"><span id=${id} data-said>${summary}</span> ${aside}</p>
    <details>
      <summary>The numbers</summary>
      ${[table].flat().map(tableView)}
    </details>
  </figure>`;
}
