// Labels in the drawings of rooflines never lie over one another, whatever device stands beside whatever other.

import { beforeAll, describe, expect, it } from "vitest";
import { paths } from "../../web/build/bundle.js";
import { importModule } from "../../web/build/module.js";
import { laidOut, overlap, type Box, type Laid } from "../../web/charts/labels.js";
import { rooflineChart, type RooflineData } from "../../web/charts/roofline.js";
import { rooflinesChart } from "../../web/charts/apart/rooflines.js";
import { place } from "../../web/charts/apart/place.js";
import { text } from "./drawing.js";
import type { RooflineResult } from "#engine";

interface Engine {
  hardware(): { id: string; name: string }[];
  roofline(request: object): RooflineResult;
}

let engine: Engine;
beforeAll(async () => {
  const { loadRidgepoint } = (await importModule(paths.engine)) as { loadRidgepoint(): Promise<Engine> };
  engine = await loadRidgepoint();
});

const WIDTHS = [240, 320, 360, 480, 760];

/** Pairs of labels that lie over one another, by their texts. */
function clashes(labels: readonly Laid[] | undefined): string[] {
  const all = labels ?? [];
  return all.flatMap((one, index) =>
    all.slice(index + 1).flatMap((other) => (one.boxes.some((a) => other.boxes.some((b) => overlap(a, b))) ? [`${one.text} | ${other.text}`] : [])),
  );
}

/** The ring of a pinned point in a drawing as text. */
const GHOST = /<circle class="ghost" cx=(\S+) cy=(\S+)/g;

/** How far a point is from a label. */
const away = ({ left, right, top, bottom }: Box, { x, y }: { x: number; y: number }): number => Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));

describe("labels that look for room", () => {
  const bounds = { left: 0, right: 200, top: 0, bottom: 100 };
  const label = (words: string, x = 20, y = 50) => ({ texts: [words], x, y, anchor: "start" as const, kind: "" });

  it("dodge one another by lines, the first staying where it is", () => {
    const laid = laidOut([label("one"), label("two"), label("three")], bounds);
    expect(laid.map(({ y }) => y)).toEqual([50, 66, 34]);
    expect(clashes(laid)).toEqual([]);
  });

  it("keep within their bounds", () => {
    const [laid] = laidOut([label("a label", 190)], bounds);
    expect(laid!.boxes[0]!.right).toBeLessThanOrEqual(200);
  });

  it("keep within their bounds in bold letters too, which are wider", () => {
    const [plain] = laidOut([label("ResNet-50, batch 256", 190)], bounds);
    const [bold] = laidOut([{ ...label("ResNet-50, batch 256", 190), kind: "strong halo" }], bounds);
    expect(plain!.x - bold!.x).toBeGreaterThan(12);
  });

  it("that are turned take the room along their slope, and none beside it", () => {
    const upright = { ...label("straight up", 100), anchor: "middle" as const, angle: 90 };
    const [laid] = laidOut([upright], bounds);
    const [xs, ys] = (["left", "top"] as const).map((side) => laid!.boxes.map((box) => box[side]));
    expect(Math.max(...xs!) - Math.min(...xs!)).toBeLessThan(1);
    expect(Math.max(...ys!) - Math.min(...ys!)).toBeGreaterThan(40);
    expect(laidOut([upright], bounds, [{ left: 60, right: 80, top: 0, bottom: 100 }])).toHaveLength(1);
    expect(laidOut([upright], bounds, [{ left: 60, right: 140, top: 20, bottom: 25 }])).toHaveLength(0);
  });

  it("take fewer words where the full ones have no room, and go where none have", () => {
    const narrow = { ...bounds, right: 40, bottom: 60, top: 40 };
    expect(laidOut([{ ...label("far too many words", 0, 52), texts: ["far too many words", "few"] }], narrow).map(({ text }) => text)).toEqual(["few"]);
    expect(laidOut([label("far too many words", 0, 52)], narrow)).toEqual([]);
  });
});

const data = (result: RooflineResult, name: string): RooflineData => ({
  name, precision: "FP16", intensity: result.arithmetic_intensity_flop_per_byte,
  achieved_flop_per_s: result.achieved_flop_per_s, regime: result.regime, feasible: result.feasible,
  bandwidth_bytes_per_s: result.bandwidth_bytes_per_s, peak_flop_per_s: result.peak_flop_per_s, attainable_flop_per_s: result.flop_per_s,
  ridge: result.ridge_point_flop_per_byte, attainable_ridge: result.attainable_ridge_flop_per_byte, peak_ridge: result.peak_ridge_flop_per_byte, trail: [],
});

describe.each(WIDTHS)("at a width of %i", (width) => {
  it("the labels of any two devices, and of one device twice, lie apart, and the sides keep theirs", () => {
    const found: string[] = [];
    for (const batch of [1, 256]) {
      const sides = engine.hardware().map(({ id, name }) => ({ name, result: engine.roofline({ model: "Llama3_8B", hardware: id, batch, context: 512 }) }));
      for (const before of sides) {
        for (const after of sides) {
          const { labels } = rooflinesChart(
            [{ name: "", places: [place(before.result, "Baseline", before.name), place(after.result, "Proposal", after.name)] }],
            width,
          );
          const texts = labels!.map(({ text }) => text);
          if (!texts.includes("Baseline") || !texts.includes("Proposal")) found.push(`${before.name}, ${after.name}: a side has no label`);
          found.push(...clashes(labels).map((clash) => `${before.name}, ${after.name}: ${clash}`));
        }
      }
    }
    expect(found.slice(0, 10)).toEqual([]);
  });

  it("the labels under a roof lie apart where the axes are those of another device, and that one is pinned", () => {
    const found: string[] = [];
    const devices = engine.hardware();
    devices.forEach(({ id }, index) => {
      const [before, after] = [devices[(index + 7) % devices.length]!.id, id].map((hardware) => data(engine.roofline({ model: "Llama3_8B", hardware, batch: 8 }), "Llama3_8B, batch 8")) as [RooflineData, RooflineData];
      const { domain } = rooflineChart(before, width);
      const { labels, points } = rooflineChart(after, width, { held: domain, ghost: before });
      if (!labels!.some(({ text }) => text.startsWith("Llama3"))) found.push(`${id}: no name`);
      if (points.some(({ x, y }) => !(x >= 0 && x <= width && y >= 0 && y <= 420))) found.push(`${id}: a point is outside`);
      found.push(...clashes(labels).map((clash) => `${id}: ${clash}`));
    });
    expect(found.slice(0, 10)).toEqual([]);
  });

  it("the labels of two devices lie apart where two others are pinned, which keep their name beside them", () => {
    const found: string[] = [];
    const places = engine.hardware().map(({ id, name }) => place(engine.roofline({ model: "Llama3_8B", hardware: id, batch: 8 }), "", name));
    const sides = (index: number) => ["Baseline", "Proposal"].map((label, side) => ({ ...places[(index + 7 * side) % places.length]!, label }));
    places.forEach(({ device }, index) => {
      const { labels, points, height, body } = rooflinesChart([{ name: "", places: sides(index) }], width, { ghost: sides(index + 3) });
      const rings = [...text(body).matchAll(GHOST)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
      const pinned = labels!.find((label) => label.text === "pinned");
      if (pinned && Math.min(...rings.map((ring) => away(pinned.boxes[0]!, ring))) > 12) found.push(`${device}: “pinned” is beside no ring`);
      found.push(...["pinned", "Baseline", "Proposal"].filter((name) => !labels!.some(({ text }) => text === name)).map((name) => `${device}: ${name} has no label`));
      if (points.some(({ x, y }) => !(x >= 0 && x <= width && y >= 0 && y <= height))) found.push(`${device}: a point is outside`);
      found.push(...clashes(labels!).map((clash) => `${device}: ${clash}`));
    });
    expect(found.slice(0, 10)).toEqual([]);
  });

  it("a point and the pinned one each have their own label nearer, whichever device is pinned", ({ skip }) => {
    // Beside both points there is no room for words.
    if (width < 300) skip();
    const found: string[] = [];
    const devices = engine.hardware();
    for (const batches of [[1, 1], [1, 2], [2, 1], [64, 32]] as const) {
      for (const [index, was] of devices.entries()) {
        const before = data(engine.roofline({ model: "Llama3_8B", hardware: was.id, batch: batches[0] }), "Llama3_8B, batch 1");
        const { domain } = rooflineChart(before, width);
        for (const other of [1, 5, 11, 23, 41]) {
          const { id } = devices[(index + other) % devices.length]!;
          const { labels, body, points, box: frame } = rooflineChart(data(engine.roofline({ model: "Llama3_8B", hardware: id, batch: batches[1] }), "Llama3_8B, batch 1"), width, { held: domain, ghost: before });
          const now = points[0]!;
          const [[, x, y]] = [...text(body).matchAll(GHOST)].map((ring) => ring.map(Number)) as [[number, number, number]];
          // Marks that overlap are told apart by neither label, and one on the frame has no room around it.
          if (Math.hypot(now.x - x, now.y - y) < 17 || y < 30 || y > frame!.bottom - 2) continue;
          const box = (start: string): Box | undefined => labels!.find((one) => one.text.startsWith(start))?.boxes[0];
          const name = box("Llama3"), pinned = box("pinned");
          const pair = `${was.id} at batch ${batches[0]}, ${id} at ${batches[1]}`;
          if (!name || away(name, now) > away(name, { x, y })) found.push(`${pair}: the name is the pinned point’s`);
          if (pinned && away(pinned, { x, y }) > away(pinned, now)) found.push(`${pair}: “pinned” is at the point of now`);
        }
      }
    }
    expect(found).toEqual([]);
  });

  it("the labels under one device’s roof lie apart and off its slope, and the point keeps its name", () => {
    const found: string[] = [];
    for (const { id } of engine.hardware()) {
      for (const [model, batch] of [["Llama3_8B", 1], ["Llama3_8B", 64], ["Llama3_70B", 1], ["ResNet50", 256]] as const) {
        const result = engine.roofline({ model, hardware: id, batch });
        const { labels, points, box } = rooflineChart(
          data(result, `${model}, batch ${batch}`),
          width,
        );
        const ridge = points[1]!;
        // What is attained stands below the flat of the roof; what names an area, at its foot.
        const below = labels!.filter(({ kind, angle, y }) => kind === "halo" && angle === undefined && y > ridge.y);
        found.push(...below.filter(({ boxes }) => boxes[0]!.left <= ridge.x).map(({ text }) => `${model} on ${id}: ${text} reaches the slope`));
        found.push(...labels!.filter(({ kind, y }) => kind === "quiet" && y !== box!.bottom - 8).map(({ text }) => `${model} on ${id}: ${text} has moved`));
        if (!labels!.some(({ text }) => text.startsWith(model))) found.push(`${model} on ${id}: no name`);
        found.push(...clashes(labels).map((clash) => `${model} on ${id}: ${clash}`));
      }
    }
    expect(found.slice(0, 10)).toEqual([]);
  });
});
