// The roofline of the first page: what the engine says of one model on one device as the batch grows, and its drawing. Drawn when the
// page is built, and again in the browser when a reader takes another device. Places are per cent, so that one drawing fits every width
// with letters of the same size.

import { about, sooner } from "../ui/band.js";
import { number, quantity } from "../ui/format.js";
import { REGIMES, type Regime } from "../ui/palette.js";

/** Tokens in each sequence. Short, since with a long cache the memory is full before the ridge; the page says so. */
export const CONTEXT = 128;

/** What the page offers; models under the names that people use. All of them lie within the axes. */
export const MODELS = { Llama3_8B: "Llama 3 8B", Gemma3_4B: "Gemma 3 4B", Qwen3_14B: "Qwen3 14B", Llama3_70B: "Llama 3 70B" };
export const DEVICES = ["H100", "A100", "B200", "MI300X", "L4", "RTX4090", "MacBookM4Max"];

const BATCHES = [...new Set(Array.from({ length: 37 }, (_, index) => Math.round(2 ** (index / 4))))];

/** With a batch of so many sequences. Times are of one step. */
export interface Stop {
  batch: number;
  intensity: number;
  achieved_flop_per_s: number;
  at_least_s: number;
  /** With current software. */
  expected_s: number;
  low_s: number | null;
  high_s: number | null;
  tokens_per_s: number;
  regime: Regime;
}

export interface Hero {
  model: string;
  hardware: string;
  bandwidth_bytes_per_s: number;
  peak_flop_per_s: number;
  attainable_flop_per_s: number;
  ridge: number;
  /** Where the slope would reach the peak. */
  peak_ridge: number;
  stops: Stop[];
}

interface Solved {
  feasible: boolean;
  regime: string;
  bandwidth_bytes_per_s: number;
  peak_flop_per_s: number;
  flop_per_s: number;
  attainable_ridge_flop_per_byte: number;
  peak_ridge_flop_per_byte: number;
  arithmetic_intensity_flop_per_byte: number;
  achieved_flop_per_s: number;
  latency_s: number;
  latency_low_s: number | null;
  latency_high_s: number | null;
  throughput_per_s: number;
}

export interface HeroEngine {
  roofline(request: { model: string; hardware: string; batch: number; context: number; assumptions?: string }): Solved;
}

/** Every number of it, for batches as far as they fit; where none does, for one sequence. */
export function heroOf(engine: HeroEngine, model: string, hardware: string): Hero {
  const solved = BATCHES.map((batch) => ({ batch, ...engine.roofline({ model, hardware, batch, context: CONTEXT }) }));
  const first = solved[0]!;
  const fitting = solved.filter(({ feasible }) => feasible);
  return {
    model,
    hardware,
    bandwidth_bytes_per_s: first.bandwidth_bytes_per_s,
    peak_flop_per_s: first.peak_flop_per_s,
    attainable_flop_per_s: first.flop_per_s,
    ridge: first.attainable_ridge_flop_per_byte,
    peak_ridge: first.peak_ridge_flop_per_byte,
    stops: (fitting.length > 0 ? fitting : [first]).map((one) => {
      const fitted = engine.roofline({ model, hardware, batch: one.batch, context: CONTEXT, assumptions: "calibrated" });
      return {
        batch: one.batch,
        intensity: one.arithmetic_intensity_flop_per_byte,
        achieved_flop_per_s: one.achieved_flop_per_s,
        at_least_s: one.latency_s,
        expected_s: fitted.latency_s,
        low_s: fitted.latency_low_s,
        high_s: fitted.latency_high_s,
        tokens_per_s: one.throughput_per_s,
        regime: one.feasible ? (one.regime as Regime) : "capacity",
      };
    }),
  };
}

/** Fixed, so that another device moves the roof and not the axes. */
const X = [0.1, 10_000] as const;
const Y = [2e11, 1.2e16] as const;

const share = (value: number, [low, high]: readonly [number, number]): number => Math.log(value / low) / Math.log(high / low);
const percent = (value: number): string => `${Math.round(value * 10_000) / 100}%`;
export const across = (intensity: number): string => percent(share(intensity, X));
export const down = (rate: number): string => percent(1 - share(rate, Y));

/** A part of the drawing: as text where the page is built, as an element where it is drawn anew. */
export interface Shape {
  name: string;
  attributes: Record<string, string>;
  inside?: readonly (Shape | string)[];
}

const segment = (kind: string, from: [number, number], to: [number, number]): Shape => ({
  name: "line",
  attributes: { class: kind, x1: across(from[0]), y1: down(from[1]), x2: across(to[0]), y2: down(to[1]) },
});

const text = (kind: string, [intensity, rate]: [number, number], inside: readonly (Shape | string)[], anchor = "start", [right, below] = [0, 0]): Shape => ({
  name: "text",
  attributes: { class: kind, x: across(intensity), y: down(rate), dx: String(right), dy: String(below), "text-anchor": anchor },
  inside,
});

const wide = (words: string): Shape => ({ name: "tspan", attributes: { class: "wide" }, inside: [words] });
const wash = (kind: string, from: number, width: number): Shape => ({ name: "rect", attributes: { class: `wash ${kind}`, x: percent(from), y: "0", width: percent(width), height: "100%" } });

/** SVG text of shapes, whose words need no escaping. */
export const markup = (shapes: readonly (Shape | string)[]): string =>
  shapes.map((one) => (typeof one === "string" ? one : `<${one.name}${Object.entries(one.attributes).map(([name, value]) => ` ${name}="${value}"`).join("")}>${markup(one.inside ?? [])}</${one.name}>`)).join("");

type Space = "http://www.w3.org/2000/svg" | "http://www.w3.org/1999/xhtml";

export const elements = (shapes: readonly (Shape | string)[], space: Space): (Element | string)[] =>
  shapes.map((one) => {
    if (typeof one === "string") return one;
    const made = document.createElementNS(space, one.name);
    for (const [name, value] of Object.entries(one.attributes)) made.setAttribute(name, value);
    made.append(...elements(one.inside ?? [], space));
    return made;
  });

const mark = (regime: Regime): string => `<path class="${regime}" d="${REGIMES[regime].shape}" transform="scale(1.5)"/>`;

const decades = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => Number(`1e${from + index}`));

/** All but the point; that moves. */
export function scene({ bandwidth_bytes_per_s: bandwidth, peak_flop_per_s: peak, attainable_flop_per_s: reach, ridge, peak_ridge: end, stops }: Hero): Shape[] {
  const start = Math.max(X[0], Y[0] / bandwidth);
  const flat = share(ridge, X);
  const middle = Math.sqrt(start * ridge);
  return [
    wash("memory", 0, flat),
    wash("compute", flat, 1 - flat),
    ...decades(0, 3).flatMap((value) => [
      segment("grid", [value, Y[0]], [value, Y[1]]),
      text(`quiet${value > 10 ? " wide" : ""}${value > 100 ? " widest" : ""}`, [value, Y[0]], [number(value)], "middle", [0, -10]),
    ]),
    segment("reference", [ridge, Y[0]], [ridge, reach]),
    segment("peak", [ridge, reach], [end, peak]),
    segment("peak", [end, peak], [X[1], peak]),
    segment("roof", [start, bandwidth * start], [ridge, reach]),
    segment("roof", [ridge, reach], [X[1], reach]),
    ...stops.filter(({ batch }) => Number.isInteger(Math.log2(batch))).map(({ intensity, achieved_flop_per_s: rate, batch }) => ({
      name: "circle",
      attributes: { class: "stop", "data-batch": String(batch), cx: across(intensity), cy: down(rate), r: "2.5" },
    })),
    text("halo", [X[1], peak], [quantity(peak, "flop/s"), wide(" peak")], "end", [-12, -9]),
    text("halo", [X[1], reach], [quantity(reach, "flop/s"), wide(" attainable")], "end", [-12, 20]),
    text("halo", [middle, middle * bandwidth], [`${quantity(bandwidth, "bytes/s")} from memory`], "start", [14, 22]),
    text("quiet memory", [ridge, Y[0]], ["memory-bound"], "end", [-12, -34]),
    text("quiet compute", [ridge, Y[0]], ["compute-bound"], "start", [12, -34]),
    text("quiet axis-name", [X[1], Y[0]], ["FLOP per byte moved"], "end", [-12, -10]),
  ];
}

/** Where the point stands. */
export const placed = ({ intensity, achieved_flop_per_s: rate }: Pick<Stop, "intensity" | "achieved_flop_per_s">): { x: string; y: string } => ({ x: across(intensity), y: down(rate) });

export const pointHtml = (stop: Stop): string => {
  const { x, y } = placed(stop);
  return `<svg id="point" data-regime="${stop.regime}" x="${x}" y="${y}" overflow="visible"><circle class="glow" r="20"/>${(["memory", "compute", "overhead", "capacity"] as const).map(mark).join("")}</svg>`;
};

/** What the page says of a stop, by the part of the readout. */
export interface Said {
  /** What stands before the value: nothing where current software is quicker. */
  least: string;
  value: string;
  regime: Regime;
  word: string;
  expected: string;
  /** How long that is. */
  about: string;
  tokens: string;
}

export function said({ at_least_s: least, expected_s: expected, low_s: low, high_s: high, tokens_per_s: rate, regime }: Stop): Said {
  const { words } = about(expected, "s", low === null || high === null ? null : { low, high, unit: "s" }, least);
  const inPractice = `${words} with current software${sooner(expected, least, regime)}`;
  return { least: expected < least ? "" : "at least", value: quantity(least, "s"), regime, word: REGIMES[regime].word, expected: regime === "capacity" ? "" : inPractice, about: words, tokens: quantity(rate, "1/s", 3).replace("/s", "") };
}

const tagged = (name: string, inside: readonly (Shape | string)[], attributes: Record<string, string> = {}): Shape => ({ name, attributes, inside });

/** As those of widgets are: names at the left, figures at the right. */
function table(caption: string, head: readonly string[], rows: readonly string[][], words: readonly string[] = []): Shape {
  const side = (column: number): Record<string, string> => (column > 0 && !words.includes(head[column]!) ? { class: "figure" } : {});
  const row = (cells: readonly string[]): Shape =>
    tagged("tr", cells.map((cell, column) => (column === 0 ? tagged("th", [cell], { scope: "row" }) : tagged("td", [cell], side(column)))));
  return tagged("div", [
    tagged("table", [
      tagged("caption", [caption]),
      tagged("thead", [tagged("tr", head.map((name, column) => tagged("th", [name], { scope: "col", ...side(column) })))]),
      tagged("tbody", rows.map(row)),
    ]),
  ], { class: "scroll", tabindex: "0", role: "group", "aria-label": caption });
}

/** Every number of the drawing and of its readout: the roof, and the step at each batch. `of`: the model on the device, by their names. */
export function tables(hero: Hero, of: string): Shape[] {
  const { bandwidth_bytes_per_s: bandwidth, peak_flop_per_s: peak, attainable_flop_per_s: reach, ridge, peak_ridge: end, stops } = hero;
  return [
    table("The roof", ["Quantity", "Value"], [
      ["Memory bandwidth", quantity(bandwidth, "bytes/s")],
      ["Attainable rate", quantity(reach, "flop/s")],
      ["Peak rate", quantity(peak, "flop/s")],
      ["Ridge point at the assumed efficiency", quantity(ridge, "flop/byte")],
      ["Ridge point at peak", quantity(end, "flop/byte")],
    ]),
    table(`A step of ${of}`, ["Batch", "FLOP per byte moved", "Rate", "Tokens a second", "Time", "With current software", "Limit"], stops.map((stop) => {
      const { least, value, word, about: inPractice, tokens } = said(stop);
      return [number(stop.batch), number(stop.intensity), quantity(stop.achieved_flop_per_s, "flop/s"), tokens, `${least} ${value}`.trim(), inPractice, word];
    }), ["Limit", "With current software"]),
  ];
}

/** The widget's page in the same state. */
export const address = ({ model, hardware }: Pick<Hero, "model" | "hardware">, batch: number): string =>
  `roofline.html#roofline=1;model=${model};hardware=${hardware};batch=${batch};context=${CONTEXT}`;
