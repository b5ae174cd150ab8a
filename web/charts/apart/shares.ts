// Where tokens and time go: shares of a whole, a group below the other.

import { ghostBar, nothing, percent, px, scaleLinear, svg, type Drawing } from "#shared";
import { ghostKey, ROW } from "./frame.js";

export interface Share {
  name: string;
  share: number;
  /** The same as it was measured. */
  measured?: number | undefined;
}

/** Shares of a whole, a group below the other, all on one scale from nothing to all. `ghost`: the same groups as they were pinned. */
export function sharesChart(groups: { heading: string; rows: Share[] }[], width: number, ghost?: typeof groups): Drawing {
  const left = Math.min(150, width * 0.4);
  const x = scaleLinear([0, 1], [left, width - 58]);
  const points: Drawing["points"] = [];
  let top = 0;
  const body = groups.map(({ heading, rows }, group) => {
    const start = top;
    top += ROW * (rows.length + 1) + 6;
    return svg`<text class="quiet" x="0" y=${start + 16}>${heading}</text>
      <line class="axis" x1=${px(left)} x2=${px(left)} y1=${start + ROW} y2=${start + ROW * (rows.length + 1)}></line>
      ${rows.map(({ name, share, measured }, index) => {
        const y = start + ROW * (index + 1.5);
        points.push({ x: px(x(share)), y, text: `${heading}, ${name}: ${percent(share)}${measured === undefined ? "" : `, measured ${percent(measured)}`}` });
        return svg`<text x="0" y=${y} dominant-baseline="central">${name}</text>
          <rect class="bar" x=${px(left)} y=${y - 8} width=${px(x(share) - left)} height="16"></rect>
          ${(ghost?.[group]?.rows ?? []).filter((one) => one.name === name).map((one) => ghostBar(left, x(one.share), y))}
          ${measured === undefined ? nothing : svg`<line class="secant" x1=${px(x(measured))} x2=${px(x(measured))} y1=${y - 11} y2=${y + 11}></line>`}
          <text x=${width} y=${y} text-anchor="end" dominant-baseline="central">${percent(share)}</text>`;
      })}`;
  });
  return { height: top + (ghost ? ROW : 0), body: svg`${body}${ghost ? ghostKey(left, top + ROW / 2) : nothing}`, points };
}
