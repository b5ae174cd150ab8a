// The drawings of load, train, plan, routing, model and machine, as they were.

import { describe, expect, it } from "vitest";
import { sharesChart } from "../../web/charts/apart/shares.js";
import { latencyChart, type Latencies } from "../../web/widgets/load/charts/latency.js";
import { timelineChart } from "../../web/widgets/load/charts/timeline.js";
import { memoryChart } from "../../web/widgets/machine/charts/memory.js";
import { predictedChart } from "../../web/widgets/machine/charts/predicted.js";
import { roofsChart } from "../../web/widgets/machine/charts/roofs.js";
import { errorsChart } from "../../web/widgets/model/charts/errors.js";
import { frontierChart } from "../../web/widgets/model/charts/frontier.js";
import { histogramChart } from "../../web/widgets/model/charts/histogram.js";
import { frontChart } from "../../web/widgets/plan/charts/front.js";
import { boundChart } from "../../web/widgets/routing/charts/bound.js";
import { scalingChart } from "../../web/widgets/routing/charts/scaling.js";
import { skippingChart } from "../../web/widgets/routing/charts/skipping.js";
import { speedupsChart } from "../../web/widgets/routing/charts/speedups.js";
import { stackChart } from "../../web/widgets/train/charts/stack.js";
import { asBefore } from "./drawing.js";

const loaded = (load: number): Latencies["now"] => ({ load, ttft_s: 0.05 / (1 - load / 26), itl_s: 0.008 + load / 2500 });
const rates: Latencies = { curve: [1, 4, 8, 12, 16, 20, 24].map(loaded), now: loaded(10), saturation: 25, closed: false, limits: { ttft_s: 1, itl_s: 0.05 } };
const users: Latencies = { ...rates, curve: [1, 2, 4, 8, 16].map(loaded), now: loaded(6), closed: true, limits: { ttft_s: null, itl_s: null } };

const moments = Array.from({ length: 50 }, (_, index) => index);
const timeline = { time_s: moments.map((one) => one / 5), batch: moments.map((one) => Math.min(14, one)), waiting: moments.map((one) => (one > 20 && one < 35 ? one - 20 : 0)), cache_share: moments.map(() => 0.5) };

const held = [{ name: "weights", value: 18e9 }, { name: "gradients", value: 18e9 }, { name: "optimizer", value: 13e9 }, { name: "activations", value: 21e9 }];
const front = [
  { name: "4 × MI300X", cost_usd: 10.36, latency_s: 0.0265 },
  { name: "8 × GH200", cost_usd: 18.32, latency_s: 0.0178 },
  { name: "8 × B300", cost_usd: 56, latency_s: 0.0074 },
].map((one) => ({ ...one, text: `${one.name}, ${one.cost_usd} USD an hour` }));

const skipping = { curve: Array.from({ length: 21 }, (_, step): [number, number] => [step / 20, 1 + step / 41]), bound: 1.4985, target: 1.3, now: [0.85, 1.39] as [number, number], breakeven: [0.697, 1.3] as [number, number] };
const law = Array.from({ length: 61 }, (_, step): [number, number] => [1 - 1 / (1 + 10 ** (-5 + step / 10)), 1 + 10 ** (-5 + step / 10)]);

const levels = Array.from({ length: 13 }, (_, index) => {
  const value = index <= 6 ? 64e9 : index <= 10 ? 20e9 : 8e9;
  return { bytes: 2 ** (14 + index), bytes_per_s: { value, low: value * 0.97, high: value * 1.02 } };
});
const own = { name: "Your machine", slopes: [{ name: "up to 1 MB", rate: 64e9 }, { name: "memory", rate: 8e9 }], flats: [{ name: "FP32", rate: 5e10 }, { name: "INT8", rate: 1e11 }] };
const reference = { name: "A device", slopes: [{ name: "A device, memory", rate: 1e11 }], flats: [{ name: "FP32", rate: 3.5e12 }] };

describe.each([320, 640])("at a width of %i", (width) =>
  asBefore(
    [
      ["load-latency", latencyChart(rates, width)],
      ["load-latency-users", latencyChart(users, width)],
      ["load-pinned", latencyChart(rates, width, { curve: [1, 6, 12, 18, 24].map((load) => ({ ...loaded(load), ttft_s: 0.12 / (1 - load / 30) })), now: { load: 18, ttft_s: 0.3, itl_s: 0.02 } })],
      ["load-timeline", timelineChart(timeline, width)],
      ["load-shares", sharesChart([{ heading: "of a request’s time", rows: [{ name: "waiting", share: 0.05 }, { name: "writing the answer", share: 0.95, measured: 0.9 }] }], width)],
      ["train-memory", stackChart(held, "bytes", width, { name: "room", value: 79e9 })],
      ["train-memory-pinned", stackChart(held, "bytes", width, { name: "room", value: 79e9 }, [{ name: "weights", value: 18e9 }, { name: "gradients", value: 9e9 }, { name: "activations", value: 60e9 }])],
      ["train-times", stackChart([{ name: "arithmetic", value: 4.1, regime: "compute" }, { name: "exchange", value: 0.3, regime: "links" }, { name: "empty stages", value: 0.2 }], "s", width)],
      ["plan-front", frontChart(front, { amount: "USD an hour", time: "mean time between tokens", unit_s: 1, limit_s: 0.05 }, width)],
      ["plan-front-pinned", frontChart(front, { amount: "USD an hour", time: "mean time between tokens", unit_s: 1, limit_s: 0.05 }, width, front.slice(0, 2).map((one) => ({ ...one, cost_usd: one.cost_usd * 2, latency_s: one.latency_s / 1.5 })))],
      ["routing-skipping", skippingChart(skipping, width)],
      ["routing-skipping-pinned", skippingChart(skipping, width, { curve: skipping.curve.map(([share, speedup]) => [share, 1 + (speedup - 1) / 2]), now: [0.7, 1.17] })],
      ["routing-bound", boundChart(law, [{ name: "assumed costs", routerShare: 1 / 3, bound: 1.4985 }, { name: "a model", routerShare: 7.5e-5, bound: 1.000075 }], width)],
      ["routing-scaling", scalingChart([64, 128, 256, 512].map((tokens) => ({ tokens, seconds: 8e-6, low: 7.9e-6, high: 8.2e-6 })), width)],
      ["routing-speedups", speedupsChart([{ name: "Predicted", value: 1.33 }, { name: "Measured", value: 1.35, between: [1.3, 1.41] }, { name: "Bound", value: null }], width)],
      ["model-frontier", frontierChart({ tried: [{ name: "to nearest", bits: 4.27, ratio: 1.0704, error: 0.005 }], curves: [{ name: "Llama 2 7B, GPTQ", points: [{ bits: 4.2, ratio: 1.03 }, { bits: 3.1, ratio: 1.2 }] }] }, width)],
      ["model-histogram", histogramChart({ edges: [-2, -1, 0, 1, 2], before: [10, 40, 40, 10], after: [0, 5, 95, 0] }, width)],
      ["model-errors", errorsChart([{ name: "Block 1, attention", error: 0 }, { name: "Block 2, feed-forward", error: 0.06 }, { name: "Logits", error: 0.1 }], width)],
      ["machine-memory", memoryChart([{ name: "one thread", levels }, { name: "8 threads", levels: levels.slice(0, 12) }], width)],
      ["machine-predicted", predictedChart([{ name: "small", predicted_s: 1e-4, measured_s: 1e-4 }, { name: "middle", predicted_s: 1e-3, measured_s: 2e-3 }, { name: "large", predicted_s: 1e-2, measured_s: null }], width)],
      ["machine-roofs", roofsChart([own, reference], width)],
    ],
    width,
  ),
);

describe("the point that is read", () => {
  it.each(Object.entries({
    latency: latencyChart(rates, 640),
    timeline: timelineChart(timeline, 640),
    front: frontChart(front, { amount: "USD an hour", time: "mean time between tokens", unit_s: 1, limit_s: 0.05 }, 640),
    skipping: skippingChart(skipping, 640),
    bound: boundChart(law, [{ name: "assumed costs", routerShare: 1 / 3, bound: 1.4985 }], 640),
    scaling: scalingChart([64, 128].map((tokens) => ({ tokens, seconds: 8e-6, low: 7.9e-6, high: 8.2e-6 })), 640),
    errors: frontierChart({ tried: [{ name: "to nearest", bits: 4.27, ratio: 1.0704, error: 0.005 }], curves: [] }, 640),
    memory: memoryChart([{ name: "one thread", levels }], 640),
    predicted: predictedChart([{ name: "small", predicted_s: 1e-4, measured_s: 1e-4 }], 640),
    roofs: roofsChart([own, reference], 640),
  }))("of the chart of %s has a crosshair within its axes", (_, { box, points }) => {
    expect(box).toBeDefined();
    for (const { x, y } of points) expect([x >= box!.left - 1, x <= box!.right + 1, y >= box!.top - 1, y <= box!.bottom + 1]).not.toContain(false);
  });
});
