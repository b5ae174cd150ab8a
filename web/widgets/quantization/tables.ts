import type { CompressResult } from "#engine";
import { band, choice, number, of, percent, type Quantity, type Table } from "#shared";
import { batchesOf, type Crossing } from "./charts/curve.js";
import { areBanded, placeCells, type Place } from "../../charts/apart/place.js";
import { growth, isFitted, SPARSITIES, type Asked, type QuantizationResult } from "./result.js";

const lost = ({ accuracy_delta: delta }: CompressResult): Quantity => of(delta === null ? null : 100 * delta, "%");

/** Both workloads, and where each stands by precision. */
export const waysOf = ({ places }: QuantizationResult, { model, compute }: Asked): { name: string; places: Place[] }[] => [
  { name: `${model}, a decode step`, places: places.decode },
  { name: `${compute.model}, batch ${number(compute.batch)}`, places: places.compute },
];

/** As the drawing has it. */
const risen = (ratio: number | null): Quantity => of(ratio === null ? null : 100 * growth(ratio), "%");

/** `marks`: the crossings that may be told. Every number of the drawings: decode, the compute-bound workload, the gain, the roofs, and size against accuracy. */
export function quantizationTables(result: QuantizationResult, asked: Asked, marks: readonly Crossing[]): [decode: Table, compute: Table, curve: Table, roofs: Table, frontier: Table] {
  const fitted = isFitted(result);
  const formats = result.formats.map(choice);
  // Software may have a band for one format and none for the next.
  const isBanded = result.decode.some((one) => band(one, "itl", "s"));
  const ways = waysOf(result, asked);
  const areRatesBanded = ways.some(({ places }) => areBanded(places));
  return [
    {
      caption: "Decode",
      head: [
        "Format", "ITL", "TTFT", "Weights", "KV cache", "Tokens per second", "Largest batch that fits", fitted ? "Perplexity after / before" : "Accuracy change, estimated",
        ...(isBanded ? ["ITL, low", "ITL, high", "TTFT, low", "TTFT, high"] : []),
      ],
      rows: formats.map((format, row) => {
        const { itl_s, ttft_s, weights_bytes, kv_cache_bytes, tokens_per_s, max_batch } = result.decode[row]!;
        const ends = isBanded ? [band(result.decode[row]!, "itl", "s"), band(result.decode[row]!, "ttft", "s")].flatMap((one) => [of(one?.low, "s"), of(one?.high, "s")]) : [];
        return [
          format, of(itl_s, "s"), of(ttft_s, "s"), of(weights_bytes, "bytes"), of(kv_cache_bytes, "bytes"),
          of(tokens_per_s, "1/s"), max_batch, fitted ? result.accuracy[row]!.perplexity_ratio : lost(result.accuracy[row]!), ...ends,
        ];
      }),
    },
    {
      caption: "Compute-bound workload",
      head: ["Format", "Latency", "Throughput", "Regime"],
      rows: formats.map((format, row) => {
        const { latency_s, throughput_per_s, regime } = result.compute[row]!;
        return [format, of(latency_s, "s"), of(throughput_per_s, "1/s"), regime];
      }),
    },
    {
      caption: "Speedup over FP16",
      head: ["Batch", ...result.curves.map(({ name }) => name)],
      rows: batchesOf(result.curves, marks, asked.batch).map((batch) => [batch, ...result.curves.map(({ points }) => points[batch - 1]!.speedup)]),
    },
    {
      caption: "Under the roofs",
      head: ["Workload", "Format", "Arithmetic intensity", "Achieved", "Regime", "Device", "Attainable", "Bandwidth", ...(areRatesBanded ? ["Achieved, low", "Achieved, high"] : [])],
      rows: ways.flatMap(({ name, places }) => places.map((one) => [name, ...placeCells(one, areRatesBanded)])),
    },
    {
      caption: "Size and accuracy",
      head: ["Method", "Compression ratio", ...(fitted ? ["Rise in perplexity", "low", "high"] : ["Accuracy change, estimated"]), "Speedup over FP32", ...(fitted ? ["low", "high"] : [])],
      rows: [...result.accuracy, ...(fitted ? result.pruning : [])].map((one, row) => [
        formats[row] ?? `Pruning, ${percent(SPARSITIES[row - formats.length])} zeros`,
        one.compression_ratio,
        ...(fitted ? [one.perplexity_ratio, one.perplexity_ratio_low, one.perplexity_ratio_high].map(risen) : [lost(one)]),
        one.speedup,
        ...(fitted ? [one.speedup_low, one.speedup_high] : []),
      ]),
    },
  ];
}
