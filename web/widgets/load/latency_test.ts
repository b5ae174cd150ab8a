// The labels of the limits in the drawing of latency over the load, at the width of a phone and wider.

import { expect, it } from "vitest";
import { overlap } from "../../charts/labels.js";
import { latencyChart, type Latencies } from "./charts/latency.js";

const loaded = (load: number): Latencies["now"] => ({ load, ttft_s: 0.05 / (1 - load / 26), itl_s: 0.008 + load / 2500 });

/** A server at a load, with both limits; its uprights are that load and, where requests come at a rate, its saturation. */
const at = (load: number, closed: boolean): Latencies => ({
  curve: [1, 4, 8, 12, 16, 20, 24].map(loaded), now: loaded(load), saturation: 25, closed, limits: { ttft_s: 0.5, itl_s: 0.05 },
});

it.each([240, 320, 390, 560, 720])("no upright line crosses the label of a limit at a width of %i", (width) => {
  for (const closed of [false, true])
    for (const load of [1, 2, 3, 6, 10, 14, 18, 22, 25]) {
      const { labels, points } = latencyChart(at(load, closed), width);
      const now = points.find(({ text }) => text.startsWith(`${load} `))!.x;
      const limits = labels!.filter(({ text }) => /^limit|^\S+\sms$/.test(text));
      expect(limits.length).toBeGreaterThan(0);
      for (const { boxes } of limits) expect(boxes.some((box) => overlap(box, { left: now - 1, right: now + 1, top: 0, bottom: 1000 }))).toBe(false);
    }
});
