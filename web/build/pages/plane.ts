// All devices in one plane: bandwidth against arithmetic, memory as size. Places are per cent, so that the picture fits every width with
// letters of one size; which names have room is worked out for three widths.

import { exact, number, quantity } from "../../ui/format.js";
import { shortName } from "../../ui/short-name.js";
import { around, overlap, type Box } from "../../charts/labels.js";
import { decades } from "../../charts/axes.js";
import { textWidth } from "../../charts/shared.js";
import { escapeHtml } from "../../labs/html.js";

/** What a device is for: a colour and a shape in the drawing, and words for those who do not see it. */
export const KINDS = {
  cloud: { words: "Data centre", shape: "M-1,0a1,1 0 1,0 2,0a1,1 0 1,0 -2,0z", reach: 1 },
  workstation: { words: "Workstation", shape: "M-0.89,-0.89h1.78v1.78h-1.78z", reach: 1.26 },
  edge: { words: "Edge, phone and smaller", shape: "M0,-1.25L1.25,0L0,1.25L-1.25,0z", reach: 1.25 },
} as const;

/** The shape of a kind as large as a circle of that radius. */
const shape = (kind: keyof typeof KINDS, radius: number): string => `<path d="${KINDS[kind].shape}" transform="scale(${radius})"/>`;

export interface Placed {
  id: string;
  name: string;
  kind: keyof typeof KINDS;
  bandwidth_bytes_per_s: number;
  flop_per_s: number;
  precision: string;
  memory_bytes: number;
}

/** Wide enough for all but wafers, racks and microcontrollers, which stand at the edge. */
const X = [2.5e10, 1.6e13] as const;
const Y = [1.5e12, 6e15] as const;

/** Width of the picture, in pixels, from which on these names have room. */
const SIZES = [{ at: "s", width: 320, height: 420 }, { at: "m", width: 680, height: 480 }, { at: "l", width: 1080, height: 560 }] as const;

/** These are named first. */
const KNOWN = ["H100", "A100", "B200", "MI300X", "RTX4090", "H200", "MI355X", "L4", "T4", "V100", "TPUv5p", "M5_Max", "M1", "RTX5090", "Trainium2", "DGX_Spark", "Groq_LPU", "Cerebras_CS3", "iPhone15Pro", "ESP32_S3"];

const share = (value: number, [low, high]: readonly [number, number]): number => Math.log(value / low) / Math.log(high / low);
/** With room for a circle at the edge. */
const within = (value: number): number => Math.max(0.025, Math.min(0.975, value));
const percent = (value: number): string => `${Math.round(value * 10_000) / 100}%`;

/** Beyond the edge a device stands on it. */
const placeOf = ({ bandwidth_bytes_per_s, flop_per_s }: Placed): { x: number; y: number; beyond: boolean } => {
  const [x, y] = [share(bandwidth_bytes_per_s, X), 1 - share(flop_per_s, Y)];
  return { x: within(x), y: within(y), beyond: x < 0 || x > 1 || y < 0 || y > 1 };
};

const radius = (bytes: number): number => Math.max(3.5, Math.min(18, Math.round(1.1 * Math.sqrt(bytes / 1e9) * 10) / 10));

/** Where a device's mark is, in shares of the picture, and how far it reaches, in pixels. */
export const spotOf = (device: Placed): { x: number; y: number; reach: number } => ({ ...placeOf(device), reach: radius(device.memory_bytes) * KINDS[device.kind].reach });

/** The ones that are named first; a mark is drawn over those behind it, and its name too. */
export const inOrder = (devices: readonly Placed[]): Placed[] => {
  const rank = ({ id }: Placed): number => (KNOWN.includes(id) ? KNOWN.indexOf(id) : KNOWN.length);
  return [...devices].sort((one, other) => rank(one) - rank(other) || other.memory_bytes - one.memory_bytes);
};

interface Spot {
  dx: number;
  dy: number;
  anchor: "start" | "middle" | "end";
}

/** Beside a mark, then above and below it. A name further away would seem another device's. */
const spots = (reach: number): Spot[] => [
  { dx: reach + 4, dy: 4, anchor: "start" },
  { dx: -reach - 4, dy: 4, anchor: "end" },
  { dx: 0, dy: -reach - 5, anchor: "middle" },
  { dx: 0, dy: reach + 13, anchor: "middle" },
];

const boxOf = (x: number, y: number, text: string, { dx, dy, anchor }: Spot): Box => {
  const width = textWidth(text) + 4;
  const left = x + dx - (anchor === "start" ? 2 : anchor === "end" ? width - 2 : width / 2);
  return { left, right: left + width, top: y + dy - 11, bottom: y + dy + 4 };
};

/** Whether a mark reaches into a box. */
const covers = ({ x, y, reach }: { x: number; y: number; reach: number }, { left, right, top, bottom }: Box): boolean =>
  Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)) < reach;

/** The best known of them have their names even where these lie over marks, which are drawn behind them. */
const ALWAYS = 3;

/** For one width: each name that has room, by its distance from the device. */
export function names(devices: readonly Placed[], { width, height }: { width: number; height: number }): (Spot & { id: string; text: string })[] {
  const all = inOrder(devices).map((device) => {
    const { x, y, reach } = spotOf(device);
    return { id: device.id, text: shortName(device.name), x: x * width, y: y * height, reach };
  });
  const notes = [...ticks(), ...(width < SIZES[1].width ? [] : ridges())].map(({ x, y, text, ...spot }) => boxOf(x * width, y * height, text, spot));
  const circles = all.map(({ x, y, reach }) => around(x, y, Math.min(reach, 6)));
  const named: Box[] = [];
  return all.flatMap(({ id, text, x, y, reach }, place) => {
    for (const taken of place < ALWAYS ? [[...notes, ...circles], notes] : [[...notes, ...circles]]) {
      for (const spot of spots(reach)) {
        const box = boxOf(x, y, text, spot);
        if (box.left < 0 || box.right > width || box.top < 0 || box.bottom > height || [...taken, ...named].some((other) => overlap(other, box)) || all.slice(0, place).some((one) => covers(one, box))) continue;
        named.push(box);
        return [{ id, text, ...spot }];
      }
    }
    return [];
  });
}

const line = (kind: string, [x1, y1]: [number, number], [x2, y2]: [number, number]): string =>
  `<line class="${kind}" x1="${percent(share(x1, X))}" y1="${percent(1 - share(y1, Y))}" x2="${percent(share(x2, X))}" y2="${percent(1 - share(y2, Y))}"/>`;

interface Note extends Spot {
  x: number;
  y: number;
  text: string;
}

const ticks = (): Note[] => [
  ...decades(X[0], X[1], 1080).map((value) => {
    const x = share(value, X);
    const last = x > 0.9;
    return { x, y: 1, dx: last ? -4 : 4, dy: -6, anchor: last ? ("end" as const) : ("start" as const), text: exact(value, "bytes/s") };
  }),
  ...decades(Y[0], Y[1], 560).map((value) => ({ x: 0, y: 1 - share(value, Y), dx: 4, dy: -5, anchor: "start" as const, text: exact(value, "flop/s") })),
];

const RIDGES = [10, 100, 1000];

/** Where the line of a ridge comes in. */
const entry = (ridge: number): [number, number] => {
  const from = Math.max(X[0], Y[0] / ridge);
  return [from, from * ridge];
};

const ridges = (): Note[] =>
  RIDGES.map((ridge) => {
    const [from, rate] = entry(ridge);
    return { x: share(from, X), y: 1 - share(rate, Y), dx: from === X[0] ? 6 : 64, dy: from === X[0] ? 14 : -8, anchor: "start", text: `ridge at ${number(ridge)}` };
  });

const note = (kind: string) => ({ x, y, dx, dy, anchor, text }: Note): string =>
  `<text class="quiet ${kind}" x="${percent(x)}" y="${percent(y)}" dx="${dx}" dy="${dy}" text-anchor="${anchor}">${text}</text>`;

/** Devices on one dashed line have the same ridge point. */
const ground = (): string => {
  const upright = decades(X[0], X[1], 1080).map((value) => line("grid", [value, Y[0]], [value, Y[1]]));
  const level = decades(Y[0], Y[1], 560).map((value) => line("grid", [X[0], value], [X[1], value]));
  const dashed = RIDGES.map((ridge) => {
    const to = Math.min(X[1], Y[1] / ridge);
    return line("ridge", entry(ridge), [to, to * ridge]);
  });
  return [...upright, ...level, ...dashed, ...ticks().map(note("tick")), ...ridges().map(note("of-ridge"))].join("");
};

export function planeHtml(devices: readonly Placed[]): string {
  const labels = SIZES.map((size) => ({ at: size.at, names: names(devices, size) }));
  const dots = inOrder(devices).reverse().map((device) => {
    const { x, y, beyond } = placeOf(device);
    const { id, name, kind, bandwidth_bytes_per_s: bandwidth, flop_per_s: rate, precision, memory_bytes: memory } = device;
    const words = labels.flatMap(({ at, names: some }) => some.filter((one) => one.id === id).map(({ text, dx, dy, anchor }) => `<text class="at-${at}" dx="${dx}" dy="${dy}" text-anchor="${anchor}">${escapeHtml(text)}</text>`)).join("");
    return `<a href="#${id}" tabindex="-1" data-device="${id}" class="${kind}${beyond ? " beyond" : ""}"><title>${escapeHtml(name)} (${KINDS[kind].words}): ${quantity(bandwidth, "bytes/s")}, ${quantity(rate, "flop/s")} in ${precision.toUpperCase()}, ${quantity(memory, "bytes")}</title><svg x="${percent(x)}" y="${percent(y)}" overflow="visible">${shape(kind, radius(memory))}${words}</svg></a>`;
  });
  return `<figure class="plane"><svg role="group" aria-label="${devices.length} devices by the bandwidth of their memory and their FLOP/s; the table below has every one."><g aria-hidden="true">${ground()}</g>${dots.join("")}</svg>
<figcaption><span>Across: memory bandwidth. Up: dense FLOP/s in FP16, or the nearest format there is. Size: memory. Devices on a dashed line share a ridge point, in FLOP per byte. Hollow: off the chart.</span> <span class="key">${(Object.keys(KINDS) as (keyof typeof KINDS)[]).map((kind) => `<b class="${kind}"><svg width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true">${shape(kind, 5)}</svg> ${KINDS[kind].words}</b>`).join(" ")}</span></figcaption></figure>`;
}
