// Skipping a router: where tokens and time go, how far it can pay, and a measurement beside its prediction.

import { decades, line, nothing, number, percent, px, quantity, scaleLinear, scaleLog, svg, textWidth, times, type Drawing, type SVGTemplateResult } from "#shared";

const ROW = 26;

export interface Share {
  name: string;
  share: number;
  /** The same as it was measured. */
  measured?: number | undefined;
}

/** Shares of a whole, a group below the other, all on one scale from nothing to all. */
export function sharesChart(groups: { heading: string; rows: Share[] }[], width: number): Drawing {
  const left = Math.min(150, width * 0.4);
  const x = scaleLinear([0, 1], [left, width - 58]);
  const points: Drawing["points"] = [];
  let top = 0;
  const body = groups.map(({ heading, rows }) => {
    const start = top;
    top += ROW * (rows.length + 1) + 6;
    return svg`<text class="quiet" x="0" y=${start + 16}>${heading}</text>
      <line class="axis" x1=${px(left)} x2=${px(left)} y1=${start + ROW} y2=${start + ROW * (rows.length + 1)}></line>
      ${rows.map(({ name, share, measured }, index) => {
        const y = start + ROW * (index + 1.5);
        points.push({ x: px(x(share)), y, text: `${heading}, ${name}: ${percent(share)}${measured === undefined ? "" : `, measured ${percent(measured)}`}` });
        return svg`<text x="0" y=${y} dominant-baseline="central">${name}</text>
          <rect class="bar" x=${px(left)} y=${y - 8} width=${px(x(share) - left)} height="16"></rect>
          ${measured === undefined ? nothing : svg`<line class="secant" x1=${px(x(measured))} x2=${px(x(measured))} y1=${y - 11} y2=${y + 11}></line>`}
          <text x=${width} y=${y} text-anchor="end" dominant-baseline="central">${percent(share)}</text>`;
      })}`;
  });
  return { height: top, body: svg`${body}`, points };
}

const dot = (x: number, y: number): SVGTemplateResult => svg`<path class="dot" d="M-5,0a5,5 0 1,0 10,0a5,5 0 1,0 -10,0z" transform="translate(${px(x)},${px(y)})"></path>`;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const frameOf = (width: number): { height: number; box: Box } => {
  const height = Math.round(Math.max(220, Math.min(300, width * 0.44)));
  return { height, box: { left: 50, right: width - 8, top: 26, bottom: height - 40 } };
};

/** Level lines with their names, and the axis below. */
const levels = (box: Box, ticks: number[], y: (value: number) => number, name: (value: number) => string): SVGTemplateResult => svg`
  ${ticks.map(
    (value) => svg`<line class="grid" x1=${box.left} x2=${box.right} y1=${px(y(value))} y2=${px(y(value))}></line>
      <text class="quiet" x=${box.left - 6} y=${px(y(value))} text-anchor="end" dominant-baseline="central">${name(value)}</text>`,
  )}
  <line class="axis" x1=${box.left} x2=${box.right} y1=${box.bottom} y2=${box.bottom}></line>`;

export interface Skipping {
  /** Speedup at each share of the tokens that skip the gating network. */
  curve: [skipped: number, speedup: number][];
  bound: number;
  target: number;
  now: [skipped: number, speedup: number];
  /** The fewest that have to skip for the target; null where none is enough. */
  breakeven: [skipped: number, speedup: number] | null;
}

/** Speedup over the share that skips the gating network, below the bound that no share passes. */
export function skippingChart({ curve, bound, target, now, breakeven }: Skipping, width: number): Drawing {
  const { height, box } = frameOf(width);
  const all = curve.map(([, speedup]) => speedup);
  const low = Math.min(1, ...all);
  const high = Math.max(bound, target, ...all);
  const x = scaleLinear([0, 1], [box.left, box.right]);
  const y = scaleLinear([low - (high - low) * 0.06, high + (high - low) * 0.14], [box.bottom, box.top]);
  const path = line<[number, number]>(([a]) => px(x(a)), ([, b]) => px(y(b)));
  const level = (value: number, name: string, kind: string, above: boolean): SVGTemplateResult => svg`
    <line class=${kind} x1=${box.left} x2=${box.right} y1=${px(y(value))} y2=${px(y(value))}></line>
    <text class="halo" x=${box.left + 6} y=${px(y(value) + (above ? -6 : 15))}>${name}</text>`;
  const nowLeft = x(now[0]) > box.left + 80;
  return {
    height,
    body: svg`
      <text class="quiet" x="0" y="12">speedup</text>
      ${levels(box, y.ticks(4), y, (value) => `${number(value)}×`)}
      ${[0, 0.25, 0.5, 0.75, 1].map((value) => svg`<text class="quiet" x=${px(x(value))} y=${box.bottom + 16} text-anchor=${value === 1 ? "end" : "middle"}>${percent(value)}</text>`)}
      <text class="quiet" x=${box.right} y=${height - 6} text-anchor="end">tokens that skip the gating network</text>
      ${level(bound, `Amdahl’s bound ${number(bound, 5)}×`, "roof second", true)}
      ${level(target, `target ${times(target)}`, "reference", target > bound)}
      <path class="curve" d=${path(curve) ?? ""}></path>
      ${breakeven ? svg`<circle class="cursor" cx=${px(x(breakeven[0]))} cy=${px(y(breakeven[1]))} r="5"></circle>` : nothing}
      ${dot(x(now[0]), y(now[1]))}
      <text class="strong halo" x=${px(x(now[0]) + (nowLeft ? -10 : 10))} y=${px(y(now[1]) + (nowLeft ? -8 : 18))} text-anchor=${nowLeft ? "end" : "start"}>now ${times(now[1])}</text>
    `,
    points: [
      ...curve.filter((_, index) => index % 5 === 0).map(([skipped, speedup]) => ({ x: px(x(skipped)), y: px(y(speedup)), text: `${percent(skipped)} skip: ${times(speedup)}` })),
      { x: px(x(now[0])), y: px(y(now[1])), text: `Now, ${percent(now[0])} skip: ${times(now[1])}` },
      ...(breakeven ? [{ x: px(x(breakeven[0])), y: px(y(breakeven[1])), text: `The target with the fewest that skip, ${percent(breakeven[0])}: ${times(breakeven[1])}` }] : []),
    ],
  };
}

export interface Bounded {
  name: string;
  /** Of the time when every token goes through the gating network. */
  routerShare: number;
  bound: number;
}

/** Amdahl's law: what skipping can gain at most, over the share of the time that the router had. */
export function boundChart(law: [share: number, bound: number][], points: Bounded[], width: number): Drawing {
  const { height, box } = frameOf(width);
  const x = scaleLog([Math.min(1e-5, ...points.map(({ routerShare }) => routerShare / 2)), 1], [box.left, box.right]);
  const [low] = x.domain() as [number, number];
  const most = Math.max(3, ...points.map(({ bound }) => bound * 1.15));
  const y = scaleLinear([1, most], [box.bottom, box.top]);
  const path = line<[number, number]>(([a]) => px(x(a)), ([, b]) => px(y(b)));
  // Labels stand one above another, from the lowest point up.
  let above = Infinity;
  return {
    height,
    body: svg`
      <text class="quiet" x="0" y="12">most that skipping can gain</text>
      ${levels(box, y.ticks(4), y, (value) => `${number(value)}×`)}
      ${decades(low, 1, (box.right - box.left) * 0.8).map((value) => svg`<text class="quiet" x=${px(x(value))} y=${box.bottom + 16} text-anchor=${value === 1 ? "end" : "middle"}>${percent(value)}</text>`)}
      <text class="quiet" x=${box.right} y=${height - 6} text-anchor="end">share of the time that goes to the router</text>
      <path class="curve" d=${path(law.filter(([share, bound]) => share >= low && bound <= most)) ?? ""}></path>
      ${[...points].sort((a, b) => a.bound - b.bound).map(({ name, routerShare, bound }) => {
        const [cx, cy] = [px(x(routerShare)), px(y(bound))];
        const text = `${name}: ${number(bound, bound < 1.01 ? 6 : 5)}×`;
        const flip = cx - textWidth(text) > box.left;
        above = Math.min(above - 15, cy - 12);
        return svg`${dot(cx, cy)}
          <text class="halo" x=${flip ? cx - 10 : Math.max(box.left + 4, cx - 6)} y=${px(above)} text-anchor=${flip ? "end" : "start"}>${text}</text>`;
      })}
    `,
    points: points.map(({ name, routerShare, bound }) => ({ x: px(x(routerShare)), y: px(y(bound)), text: `${name}: the router has ${percent(routerShare)}, skipping gains ${number(bound, 6)}× at most` })),
  };
}

export interface Speedup {
  name: string;
  /** Null: not measured yet, or too short for the clock. */
  value: number | null;
  /** Quartiles of what was measured. */
  between?: [number, number] | undefined;
}

/** Speedups on one scale, what was measured with its spread. */
export function speedupsChart(speedups: Speedup[], width: number): Drawing {
  const left = Math.min(150, width * 0.4);
  const all = speedups.flatMap(({ value, between }) => [...(value === null ? [] : [value]), ...(between ?? [])]);
  const [low, high] = [Math.min(1, ...all), Math.max(1.1, ...all)];
  const x = scaleLinear([low - (high - low) * 0.08, high + (high - low) * 0.08], [left, width - 58]);
  const top = 26;
  const height = top + speedups.length * ROW + 6;
  const middle = (index: number): number => top + ROW * (index + 0.5);
  return {
    height,
    body: svg`
      ${x.ticks(width < 440 ? 3 : 5).map(
        (value) => svg`<line class=${value === 1 ? "axis" : "grid"} x1=${px(x(value))} x2=${px(x(value))} y1=${top - 4} y2=${height}></line>
          <text class="quiet" x=${px(x(value))} y="14" text-anchor="middle">${number(value)}×</text>`,
      )}
      ${speedups.map(({ name, value, between }, index) => {
        const y = middle(index);
        return svg`<text x="0" y=${y} dominant-baseline="central">${name}</text>
          ${between ? svg`<line class="roof" x1=${px(x(between[0]))} x2=${px(x(between[1]))} y1=${y} y2=${y}></line>` : nothing}
          ${value === null ? nothing : dot(x(value), y)}
          <text class="strong" x=${width} y=${y} text-anchor="end" dominant-baseline="central">${times(value)}</text>`;
      })}
    `,
    points: speedups.map(({ name, value, between }, index) => ({
      x: px(x(value ?? 1)),
      y: middle(index),
      text: `${name}: ${times(value)}${between ? `, half of the repetitions between ${times(between[0])} and ${times(between[1])}` : ""}`,
    })),
  };
}

export interface Length {
  tokens: number;
  seconds: number;
  low: number;
  high: number;
}

/** Time of a token over the length of a sequence, from zero, so that steady looks level. */
export function scalingChart(lengths: Length[], width: number): Drawing {
  const { height, box } = frameOf(width);
  const [first, last] = [lengths[0]!.tokens, lengths.at(-1)!.tokens];
  const x = scaleLog([first / 1.3, last * 1.3], [box.left, box.right]);
  const y = scaleLinear([0, Math.max(...lengths.map(({ high }) => high)) * 1.12], [box.bottom, box.top]);
  const path = line<Length>(({ tokens }) => px(x(tokens)), ({ seconds }) => px(y(seconds)));
  return {
    height,
    body: svg`
      <text class="quiet" x="0" y="12">time of a token</text>
      ${levels(box, y.ticks(4), y, (value) => (value === 0 ? "0" : quantity(value, "s", 2)))}
      ${lengths.map(({ tokens }) => svg`<text class="quiet" x=${px(x(tokens))} y=${box.bottom + 16} text-anchor="middle">${number(tokens)}</text>`)}
      <text class="quiet" x=${box.right} y=${height - 6} text-anchor="end">tokens in a sequence</text>
      <path class="curve" d=${path(lengths) ?? ""}></path>
      ${lengths.map(
        ({ tokens, seconds, low, high }) => svg`<line class="axis" x1=${px(x(tokens))} x2=${px(x(tokens))} y1=${px(y(low))} y2=${px(y(high))}></line>
          ${dot(x(tokens), y(seconds))}`,
      )}
    `,
    points: lengths.map(({ tokens, seconds, low, high }) => ({
      x: px(x(tokens)),
      y: px(y(seconds)),
      text: `${number(tokens)} tokens: ${quantity(seconds, "s")} a token, from ${quantity(low, "s")} to ${quantity(high, "s")}`,
    })),
  };
}
