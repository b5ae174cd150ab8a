// How far skipping can go: speedup over the share of the tokens that skip the gating network.

import { around, drawn, laidOut, line, nothing, number, percent, px, scaleLinear, svg, times, type Drawing, type SVGTemplateResult } from "#shared";
import { dot, frameOf, ghostDot, ghostLine, ghostName, levels } from "../../../charts/apart/frame.js";
import type { Box } from "../../../charts/labels.js";
import { below } from "../sentences.js";

export interface Skipping {
  /** Speedup at each share of the tokens that skip the gating network. */
  curve: [skipped: number, speedup: number][];
  bound: number;
  target: number;
  now: [skipped: number, speedup: number];
  /** The fewest that have to skip for the target; null where none is enough. */
  breakeven: [skipped: number, speedup: number] | null;
}

/** What is read of the curve, of the drawing and in its table. */
export const readOf = (curve: Skipping["curve"]): Skipping["curve"] => curve.filter((_, index) => index % 4 === 0);

/** Speedup over the share that skips the gating network, below the bound that no share passes. `ghost`: as it was pinned. */
export function skippingChart({ curve, bound, target, now, breakeven }: Skipping, width: number, ghost?: Pick<Skipping, "curve" | "now">): Drawing {
  const { height, box } = frameOf(width);
  const all = [...curve, ...(ghost?.curve ?? [])].map(([, speedup]) => speedup);
  const low = Math.min(1, ...all);
  const high = Math.max(bound, target, ...all);
  const x = scaleLinear([0, 1], [box.left, box.right]);
  const y = scaleLinear([low - (high - low) * 0.06, high + (high - low) * 0.14], [box.bottom, box.top]);
  const path = line(x, y);
  const level = (value: number, name: string, kind: string, above: boolean): SVGTemplateResult => svg`
    <line class=${kind} x1=${box.left} x2=${box.right} y1=${px(y(value))} y2=${px(y(value))}></line>
    <text class="halo" x=${box.left + 6} y=${px(y(value) + (above ? -6 : 15))}>${name}</text>`;
  const nowLeft = x(now[0]) > box.left + 80;
  // Above its dot, unless a line runs there.
  const nowBelow = !nowLeft || [bound, target].some((value) => Math.abs(y(now[1]) - 14 - y(value)) < 12);
  const nowAt = { x: x(now[0]) + (nowLeft ? -10 : 10), y: y(now[1]) + (nowBelow ? 18 : -8) };
  // Where the name of what was pinned does not go: over the levels, their names and that of now.
  const levelled = [bound, target].flatMap((value): Box[] => [{ ...box, top: y(value) - 2, bottom: y(value) + 2 }, { ...box, right: box.left + 150, top: y(value) - 18, bottom: y(value) + 18 }]);
  const named: Box = { left: nowAt.x - (nowLeft ? 70 : 0), right: nowAt.x + (nowLeft ? 0 : 70), top: nowAt.y - 12, bottom: nowAt.y + 4 };
  const stood = ghost && ([x(ghost.now[0]), y(ghost.now[1])] as const);
  const names = stood ? laidOut([ghostName(...stood)], box, [around(x(now[0]), y(now[1])), around(...stood), named, ...levelled]) : [];
  return {
    height,
    box,
    body: svg`
      <text class="quiet" x="0" y="12">speedup</text>
      ${levels(box, y.ticks(4), y, (value) => `${number(value)}×`)}
      ${[0, 0.25, 0.5, 0.75, 1].map((value) => svg`<text class="quiet" x=${px(x(value))} y=${box.bottom + 16} text-anchor=${value === 1 ? "end" : "middle"}>${percent(value)}</text>`)}
      <text class="quiet" x=${box.right} y=${height - 6} text-anchor="end">tokens that skip the gating network</text>
      ${level(bound, `Amdahl’s bound ${number(bound, 5)}×`, "roof second", true)}
      ${level(target, `target ${times(target)}`, "reference", target > bound)}
      <path class="curve" d=${path(curve)}></path>
      ${breakeven ? svg`<circle class="cursor" cx=${px(x(breakeven[0]))} cy=${px(y(breakeven[1]))} r="5"></circle>` : nothing}
      ${ghost && stood ? svg`${ghostLine(path(ghost.curve), path(curve))}${ghostDot(...stood)}${drawn(names)}` : nothing}
      ${dot(x(now[0]), y(now[1]))}
      <text class="strong halo" x=${px(nowAt.x)} y=${px(nowAt.y)} text-anchor=${nowLeft ? "end" : "start"}>now ${below(now[1], bound)}</text>
    `,
    points: [
      ...readOf(curve).map(([skipped, speedup]) => ({ x: px(x(skipped)), y: px(y(speedup)), text: `${percent(skipped)} skip: ${below(speedup, bound)}` })),
      { x: px(x(now[0])), y: px(y(now[1])), text: `Now, ${percent(now[0])} skip: ${below(now[1], bound)}` },
      ...(breakeven ? [{ x: px(x(breakeven[0])), y: px(y(breakeven[1])), text: `The target with the fewest that skip, ${percent(breakeven[0])}: ${times(breakeven[1])}` }] : []),
    ],
  };
}
