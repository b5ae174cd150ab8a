// The page on trust as static HTML, from what the command predicts and what the fit left out.

import { escapeHtml } from "../../labs/html.js";
import { number, percent, quantity, range, times } from "../../ui/format.js";
import { choice } from "../../ui/labels.js";
import { worded } from "./registry-words.js";
import { choiceOfTokens, launchOfLayer, OWN_DEVICES, ownKernels } from "./trust-own.js";
import { bins, histogram, scatter, shapes, SHAPES, type Mark, type Series } from "./trust-chart.js";
import { decoding, type Errors, type HeldOut, type Pairs, type PerplexityErrors, type Point, type Software, type SystemErrors, type Trust } from "./trust-data.js";

const KINDS: Record<string, string> = {
  decode_tokens_per_s: "Decoding, tokens a second",
  decode_itl: "Decoding, time between tokens",
  prefill: "Prompts, tokens a second",
  ttft: "Time to the first token",
  throughput: "Whole batches, tokens a second",
  infer_images_per_s: "Inference, images a second",
  infer_sequences_per_s: "Encoders, sequences a second",
  train_images_per_s: "Training, images a second",
  train_tokens_per_s: "Training, tokens a second",
  devices_decode: "Several devices, one sequence decoding",
  devices_prompt: "Several devices, prompts",
  devices_batch: "Several devices, static batches",
  devices_tokens: "Several devices, one sequence or a batch",
  maximum_load: "Servers at full load, time per token",
  served_itl: "Servers under load, time between tokens",
  served_ttft: "Servers under load, time to the first token",
  served_latency: "Servers under load, time to the last token",
  served_throughput: "Servers under load, tokens a second",
  training_step: "Training, time of a step",
  quant_ppl: "Perplexity after quantization",
  prune_ppl: "Perplexity after pruning",
  quant_acc: "Accuracy after quantization",
  kernel_speedup: "Speedup of single kernels",
};
const kindName = (kind: string): string => KINDS[kind] ?? choice(kind);

/** Shares with the digits that a median of so many points is good for. */
const share = (value: number): string => percent(Number(value.toPrecision(value < 0.1 ? 2 : 3)));

type Cell = string | number;

/** A link to where a figure is from: a document, or what this page says of our own runs. */
const from = (url: string, text: string, title?: string): string =>
  `<a href="${escapeHtml(url.startsWith("https://") ? url : "#own")}"${title === undefined ? "" : ` title="${escapeHtml(title)}"`}>${escapeHtml(text)}</a>`;

/** Words stand at the left, figures at the right. */
const side = (cell: Cell | undefined): string => (typeof cell === "string" && /^[A-Z]/.test(cell) ? "" : ' class="figure"');

const row = (cells: Cell[]): string =>
  `<tr>${cells.map((cell, index) => (index === 0 ? `<th scope="row">${cell}</th>` : `<td${side(cell)}>${typeof cell === "number" ? number(cell) : cell}</td>`)).join("")}</tr>`;

const table = (caption: string, head: string[], rows: Cell[][]): string =>
  `<div class="scroll" tabindex="0" role="group" aria-label="${escapeHtml(caption)}"><table><caption>${escapeHtml(caption)}</caption>
<thead><tr>${head.map((name, index) => `<th scope="col"${index > 0 ? side(rows[0]?.[index]) : ""}>${escapeHtml(name)}</th>`).join("")}</tr></thead>
<tbody>${rows.map(row).join("\n")}</tbody></table></div>`;

const UNFUSED = "unfused";

/** Software in the order of how much was measured of it; kernels that the fit left out come last. */
function seriesOf<P extends Point>(points: P[], software: Software[]): (Series & { points: P[] })[] {
  const groups = new Map<string, P[]>();
  for (const point of points) {
    const id = point.unfused ? UNFUSED : point.software;
    groups.set(id, [...(groups.get(id) ?? []), point]);
  }
  const ordered = [...groups].sort(([a, some], [b, others]) => Number(a === UNFUSED) - Number(b === UNFUSED) || others.length - some.length);
  if (ordered.length > SHAPES.length) throw new Error(`${ordered.length} series have but ${SHAPES.length} shapes`);
  return ordered.map(([id, some], index) => ({
    id, points: some, shape: SHAPES[index]!,
    name: id === UNFUSED ? "Kernels that were not fitted" : (software.find((one) => one.id === id)?.name ?? choice(id)),
  }));
}

const ms = (seconds: number): string => quantity(seconds, "s");

const about = (point: Point, predicted_s: number): string =>
  `${point.id}: ${point.model}, ${point.precision}, on ${point.hardware}; measured ${ms(point.measured)}, predicted ${ms(predicted_s)}. ${point.table}`;

function drawings(trust: Trust, alone: boolean): string {
  const points = decoding(trust);
  const series = seriesOf(points, trust.software);
  const marks = (time: (point: (typeof points)[number]) => number): Mark[][] =>
    series.map(({ points: some }) => some.map((point) => ({ measured_s: point.measured, predicted_s: time(point), text: about(point, time(point)) })));
  const unknown = trust.software.find(({ id }) => id === "unknown")!.moving;
  const all = bins([points.map((point) => point.first_principles_multiple), points.map((point) => point.multiple)]);
  const bounds = (low: number, high: number): string => (low === 0 ? `under ${times(high)}` : high === Infinity ? `over ${times(low)}` : `${times(low)} to ${times(high)}`);
  const above = points.filter((point) => point.first_principles_multiple > 1).length;
  const devices = [...new Set(points.map(({ hardware }) => hardware))].sort();
  const option = (value: string, name: string): string => `<option value="${escapeHtml(value)}">${escapeHtml(name)}</option>`;
  return `${shapes(series)}
${alone ? "" : `<div class="pick">
<p><label for="software">Software</label><select id="software"><option value="">all</option>${series.map(({ id, name }) => option(id, name)).join("")}</select></p>
<p><label for="device">Device</label><select id="device"><option value="">all</option>${devices.map((name) => option(name, name)).join("")}</select></p>
<p role="status" id="count">${points.length} of ${points.length} points</p>
</div>`}
<ul class="legend">${series.map(({ name, points: some }, index) => `<li><svg width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true"><use class="s${index}" href="#shape-${index}"/></svg> ${escapeHtml(name)}, ${some.length}</li>`).join("")}</ul>
${alone ? "" : '<p id="readout" aria-live="polite"></p>'}
<div class="columns">
<figure><figcaption><h3>From data sheets alone</h3></figcaption>
${scatter("before", `Predicted against measured times of ${points.length} measurements, from data sheets alone.`, marks((point) => point.first_principles_s))}
<p class="note">The preset first-principles. On the diagonal, the prediction equals the measurement. ${above === 0 ? "No point lies above it: the bound holds, though some software comes closer to it than other software." : `${above} are above it.`}</p></figure>
<figure><figcaption><h3>Calibrated</h3></figcaption>
${scatter("after", `Predicted against measured times of the same ${points.length} measurements, calibrated.`, marks((point) => point.predicted), unknown)}
<p class="note">The preset calibrated, each point with its own software. The light band is the one for unknown software: nine in ten measured times that were left out of
the fit were ${range(unknown.low, unknown.high, "×")} the predicted ones.</p></figure>
</div>
<h3>How far off, before and after</h3>
${histogram("spread", "How far predictions lie from the measured times: from data sheets alone above, calibrated below.", ["From data sheets alone", "Calibrated"], all)}
<p class="note">These charts show the fit on the points it was fitted to, so they flatter it. Judge it by its errors on held-out measurements, which come next.</p>
<details><summary>The bars as numbers</summary>${table("Predictions by predicted / measured time", ["Predicted / measured", "From data sheets", "Calibrated"], all.map(({ from, to, counts }) => [bounds(from, to), ...counts]))}</details>
<details><summary>All ${points.length} points as a table</summary>
${alone ? "" : `<p>Every measurement with a prediction, ${trust.points.filter(({ missing }) => !missing).length} of all kinds, is in <a href="./predictions.csv" download>predictions.csv</a>.</p>`}
<div class="scroll" tabindex="0" role="group" aria-label="All points"><table id="points"><caption>One sequence decoding, ms a token</caption>
<thead><tr><th scope="col">Point and document</th><th scope="col">Software</th><th scope="col">Device</th><th scope="col">Model</th><th scope="col">Precision</th><th scope="col" class="figure">Measured</th><th scope="col" class="figure">Calibrated</th><th scope="col" class="figure">Band</th><th scope="col" class="figure">Data sheets</th></tr></thead>
<tbody>
${series.flatMap(({ id, name, points: some }) => some.map((point) => `<tr data-software="${escapeHtml(id)}"><th scope="row">${from(point.url, point.id)}</th><td>${escapeHtml(name)}</td><td>${escapeHtml(point.hardware)}</td><td>${escapeHtml(point.model)}</td><td>${escapeHtml(point.precision)}</td>${[number(point.measured * 1e3), number(point.predicted * 1e3), range(point.low * 1e3, point.high * 1e3, "").trim(), number(point.first_principles_s * 1e3)].map((value) => `<td class="figure">${value}</td>`).join("")}</tr>`)).join("\n")}
</tbody></table></div></details>`;
}

const errorCells = ({ points, median_error, ninth_decile, in_band }: Errors): Cell[] => [
  points, share(median_error), share(ninth_decile), in_band == null ? "—" : share(in_band),
];
const DOCUMENTS: Record<string, string> = { decode_of_one_sequence: "Decoding", prompts: "Prompts", batches: "Batches", images: "Images" };
const ERRORS = ["Points", "Median error", "90th-percentile error", "In the band"];

const pairCells = ({ pairs, ordered, median_error }: Pairs): Cell[] => [pairs, share(ordered), share(median_error)];

function heldOut({ heldOut: errors, software }: Trust): string {
  const decode = errors.decode_of_one_sequence;
  const known = decode.software_known;
  const bySoftware = (found: Record<string, Errors>): Cell[][] =>
    Object.entries(found).map(([id, one]) => [escapeHtml(software.find((entry) => entry.id === id)?.name ?? id), ...errorCells(one)]);
  const ways = ({ software_known, software_known_device_left_out, software_unknown }: HeldOut["prompts"]): Cell[][] => [
    ["Software known: the point’s document", ...errorCells(software_known)],
    ["Software known: all of the point’s device", ...errorCells(software_known_device_left_out)],
    ["Software not known: the point’s document", ...errorCells(software_unknown)],
  ];
  const heads = ["What was left out", ...ERRORS];
  return `<p>Each prediction here is for a measurement that the fit had not seen: one whole document is left out at a time, since the points in a document share their
author, their machine and their mistakes. With the software known, half of the ${known.points} predicted decoding times, from ${known.documents} documents, are within <b>${share(known.median_error)}</b> of the measured
ones; with the software unknown, within <b>${share(decode.software_unknown.median_error)}</b>. ${share(known.in_band!)} of the measured times lie in the band.</p>
<p class="notice">Most software is covered by only one document. Without that document, a prediction rests on other software and on the kernels that this one is known to use;
with it, half on each. Three choices were based on these same errors: how strongly parameters are pulled together, how much a band is widened, and that prompts under Transformers are summed like those of unknown software.</p>
${table("One sequence decoding", heads, [...ways(decode), ["Kernels that were not fitted: quanto, bitsandbytes, activations rounded at each step", ...errorCells(decode.kernels_not_fitted)]])}
${table("Decoding by software", ["Software", ...ERRORS], bySoftware(errors.decode_by_software))}
${table("Prompts of more than 64 tokens", heads, ways(errors.prompts))}
${table("Prompts by software", ["Software", ...ERRORS], bySoftware(errors.prompts_by_software))}
${table("Batches that start together", heads, ways(errors.batches))}
${table("Batches by software", ["Software", ...ERRORS], bySoftware(errors.batches_by_software))}
${Object.entries(errors.by_document).map(([kind, found]) => table(`${DOCUMENTS[kind]}, by document left out`, ["Document", ...ERRORS.slice(0, 3)], found.map(({ document, url, ...one }) => [
    from(url, document), ...errorCells(one).slice(0, 3),
  ]))).join("\n")}
${table("Ratios of two measured steps", ["What is compared", "Pairs", "Faster one predicted", "Median error of the ratio"], [
    ["Two devices, all else alike; the point’s document left out", ...pairCells(errors.order_of_devices)],
    ["Two devices; all of each point’s device left out", ...pairCells(errors.order_of_devices_left_out)],
    ["4 bits and 16 bits on one device", ...pairCells(errors.int4_over_fp16)],
  ])}
<p class="note">Which one is faster is scored only for pairs whose measured times differ by more than 10 %.</p>
${table("Every kind of measurement", ["Kind", "Points", "Software known: median error", "90th percentile", "Not known: median error", "90th percentile"], Object.entries(errors.by_kind).map(([kind, { software_known: with_, software_unknown: without }]) => [
    kindName(kind), with_.points, share(with_.median_error), share(with_.ninth_decile), share(without.median_error), share(without.ninth_decile),
  ]))}
${systems(errors)}
${perplexity(errors)}`;
}

/** A server's links: of the runs at full load, by what their devices are joined with. */
const AT_MOST: Record<string, string> = {
  maximum_load_one_device: "Servers at full load: one device",
  maximum_load_node: "Servers at full load: several devices, dedicated links",
  maximum_load_pcie: "Servers at full load: several devices, PCIe",
};

function systems({ systems: found }: HeldOut): string {
  const cells = ({ first_principles: bound, ...one }: SystemErrors | SystemErrors["by_document"][number]): Cell[] => [...errorCells(one), share(bound.median_error), share(bound.ninth_decile)];
  const heads = [...ERRORS, "Data sheets alone: median error", "90th percentile"];
  const all = Object.entries(found).map(([kind, one]) => [AT_MOST[kind] ?? kindName(kind), ...cells(one), one.documents]);
  const withoutBand = <T>(row: T[]): T[] => row.filter((_, column) => column !== 3);
  const documents = Object.entries(found).filter(([kind]) => !(kind in AT_MOST)).map(([kind, { by_document }]) =>
    table(`${kindName(kind)}: each document left out`, ["Document", ...withoutBand(heads)],
      by_document.map((one) => [from(one.url, one.document), ...withoutBand(cells(one))])));
  return `<h3>Several devices, servers and training</h3>
<p>Few documents cover these, so a figure may reflect one author and one machine. Each document was left out of both fits: that of the steps, and that of the servers (the share of its rate that a
link reaches, the host’s time for each sequence in a step, and a request’s time outside the server). One setting of the fit was chosen by these same errors, so they flatter it:
how freely all steps of one deployment may be off by a common factor.</p>
${table("Several devices, servers and training, by document left out", ["What was measured", ...heads, "Documents"], all)}
<details>
<summary>Document by document</summary>
${documents.join("\n")}
</details>`;
}

/** Percentage points of a perplexity ratio. */
const off = (value: number): string => `${number(Number((100 * value).toPrecision(2)))} points`;

function perplexity({ perplexity: found }: HeldOut): string {
  const kinds = ["quant_ppl", "prune_ppl"] as const;
  const cells = (one: PerplexityErrors): Cell[] => [
    one.points, percent(Number((one.median_measured - 1).toPrecision(2))), off(one.median_points_off), off(one.ninth_decile_points_off),
  ];
  const heads = ["Points", "Measured growth, median", "Median error", "90th-percentile error"];
  const groups = kinds.flatMap((kind) => Object.entries(found[kind].by_group).map(([group, one]) => [`${kindName(kind)}: ${escapeHtml(worded(group))}`, ...cells(one), one.documents]));
  const documents = kinds.flatMap((kind) => found[kind].by_document.map(({ document, url, ...one }) => [from(url, document), ...cells(one)]));
  return `${table("Perplexity: how much it grows", ["What was done", ...heads, "Documents"], groups)}
${table("Perplexity, by document left out", ["Document", ...heads], documents)}
<p class="note">The point’s document was left out. ${share(found.quant_ppl.in_band)} of the quantized and ${share(found.prune_ppl.in_band)} of the pruned models lie in the band. No figure is given for
${found.quant_ppl.not_predicted} more quantized and ${found.prune_ppl.not_predicted} more pruned models: they were quantized or pruned in ways that one model hardly notices and another does not survive, or they are pruned
models trained on fewer or more tokens than those on which two documents agree.</p>`;
}

const PARAMETERS: [field: string, name: string, meaning: string, shown: (value: number) => string][] = [
  ["layer_overhead_s", "Time of a layer", "what a layer takes beside its bytes and arithmetic: launching kernels, waiting between them", (value) => quantity(value, "s")],
  ["expert_launches", "Routing", "mixtures of experts: the extra overhead of a layer with a router, in multiples of the time of a layer: for the router, the choice of experts and their sum", number],
  ["bandwidth_efficiency", "Share of the bandwidth", "the share of the data sheet’s memory bandwidth that reading weights and cache reaches", share],
  ["vector_flop_per_weight", "Work on each weight", "operations of the vector units on each weight read, such as unpacking 4 bits; it is why low-bit weights gain less than their size suggests", number],
  ["vector_flop_per_cache_byte", "Work on each byte of cache", "the same for each byte of one sequence’s KV cache, where attention of one query cannot use the matrix units", number],
  ["efficiency", "Share of the arithmetic", "the share of the data sheet’s matrix rate that prompts and large batches reach", share],
  ["overlap", "Overlap", "100 %: arithmetic and memory run side by side and the longer one counts; 0 %: their times add; in between, the change from one to the other is gradual", share],
  ["unpacked_bytes", "Unpacking", "prompts: bytes moved for each quantized weight where it is unpacked in memory first, once in each pass", number],
  ["score_bytes", "Attention scores", "prompts: bytes moved for each score where attention keeps them", number],
  ["activation_bytes", "Hidden state", "prompts: bytes moved for each value of hidden state in each layer", number],
  ["joules_per_flop", "Energy of a FLOP", "in FP16; half as much in 8 bits. A device takes at least as long as its TDP needs to deliver this energy", (value) => quantity(value, "J")],
  ["vector_flop_per_product", "Scaling of products", "prompts: operations of the vector units beside each FLOP of quantized weights in INT8", number],
  ["flop_per_column", "Columns", "batches that a prompt’s kernels take: operations of the vector units on each weight for each of up to eight sequences", number],
  ["activation_fraction", "Activations", "for networks on images: bytes of activations a sample moves, as a share of the bytes of the weights", share],
];

/** What the fit says of a parameter, without its own residual: errors are quoted of what was left out only. */
function evidence(one: Software, field: string, shown: (value: number) => string): string {
  const { points, documents = 0, low, high } = one.estimated.find((entry) => entry.field === field) ?? {};
  if (points === undefined) return one.estimated.some((entry) => entry.field === field) ? "as for all software" : "not fitted";
  return `${points} points${documents > 1 ? `, ${documents} documents` : ""}${low === undefined ? "" : `<br>${shown(low)} to ${shown(high!)}`}`;
}

const inBand = ({ measured_s, low, high }: Trust["unseen"][number]): boolean => low !== null && high !== null && low <= measured_s && measured_s <= high;

function unseen({ unseen: runs }: Trust): string {
  const banded = runs.filter(({ low }) => low !== null);
  const rows = runs.map((one): Cell[] => [
    from(one.url, one.run, one.locator),
    one.time,
    quantity(one.measured_s, "s"),
    quantity(one.predicted_s, "s"),
    times(one.predicted_s / one.measured_s),
    one.low === null ? "No band" : inBand(one) ? "Yes" : "No",
  ]);
  return `<p>These ${runs.length} times, published elsewhere or measured by us, have never been used to fit anything. Of the ${banded.length} whose prediction has a band, ${banded.filter(inBand).length} lie in it. On a
server from June 2025, small models and a mixture of experts wait for the host, which planned each step only once the one before was done. For servers on AMD
devices, what was fitted to NVIDIA’s is scaled by factors chosen from documents of 2025 and 2026. Where many prompts arrive at once, first tokens come later than predicted.
SGLang is in no fit and has no band. Two things are taken from its source code: answers wait while it reads prompts, and up to version 0.5.9 the host launches each layer of a prompt; everything else is modelled as vLLM.</p>
${table("Runs that no fit has seen", ["Run", "Time", "Measured", "Predicted", "Predicted ÷ measured", "In the band"], rows)}`;
}

function sampled({ sampled: { source, users, rows, errors } }: Trust): string {
  const found = [...errors].map(([group, one]): Cell[] => [
    group, one.runs, share(one.error), share(one.greedyError), one.inBand === null ? "No band" : share(one.inBand), share(one.powerError),
  ]);
  return `<p>A chat’s tokens are sampled: each is drawn from the likeliest ones, whose probabilities add up to p. To find those, vLLM sorts the whole vocabulary for each sequence at each step. Most
benchmarks do not show this cost, because they always take the likeliest token. On an H100 we measured ${choiceOfTokens(256, 128256)} a step for 256 sequences of Llama 3.1. The load widget counts it when
<em>How tokens are chosen</em> is set to top-p. The ${from(source, "ML.ENERGY Benchmark")} ran ${rows.length} deployments under vLLM 0.11 that way, and no fit has seen them. Small models on
B200s waited for the host, which is not predicted. Where experts are spread over several devices, tokens came later than predicted, in FP8 most of all; the cause is not known, and such a load has no band. The length of the prompts is not published; 400 tokens are assumed.</p>
${table("Sampled chats: median errors of the time between tokens, and of power", ["Devices", "Runs", "Median error", "Without the sort", "In the band", "Power"], found)}
${table("Sampled chats that no fit has seen: predicted ÷ measured time between tokens", ["Run", ...users.map((number) => `${number} users`)],
    rows.map(({ run, ratios }) => [run, ...ratios.map((ratio) => (ratio === undefined ? "—" : times(ratio)))]))}`;
}

/** What the fits’ shares can be held against. */
const own = (): string => `<p>On 26 November 2026 we ran llama.cpp, Hugging Face Transformers, gpt-fast, ResNet-50, BERT and training of Llama 3.2 1B on an H200 and an H100 ourselves, with random
weights and tokens and no other load. The points of
these runs are among those above, under “Ridgepoint, tests/bench/gpu”, and <code>scripts/measure-gpu</code> repeats them on any NVIDIA GPU. Single kernels, to which nothing is fitted, show how
much of the data sheet is reached:</p>
${table("What single kernels reached", ["Kernel", ...OWN_DEVICES.flatMap((device) => [device, "Of its data sheet"])], ownKernels())}
<p class="note">Tokens under Transformers wait for the host, which launches every kernel: with Transformers 5.17, launching one layer took ${launchOfLayer()}.</p>`;

function parameters({ software }: Trust): string {
  const rows = software.map((one) => [
    escapeHtml(one.name),
    ...PARAMETERS.map(([field, , , shown]) => {
      const value = one[field] ?? one.prompts?.[field];
      return typeof value === "number" && (value !== 0 || field === "overlap") ? `${shown(value)}<small>${evidence(one, field, shown)}</small>` : "—";
    }),
  ]);
  return `<dl class="meaning">${PARAMETERS.map(([, name, meaning]) => `<div><dt>${name}</dt><dd>${meaning}</dd></div>`).join("")}</dl>
${table("Parameters by software", ["Software", ...PARAMETERS.map(([, name]) => name)], rows)}
<p class="note">Below each figure: the measurements it rests on, and its range when one document is left out. Where the range is wide, or there is only one document, the figure
says more about that document than about the software.</p>`;
}

function leftOut({ points, heldOut: errors, reach }: Trust): string {
  const counts = new Map<string, number>();
  for (const { kind, missing } of points) if (missing) counts.set(`${missing}\n${kind}`, (counts.get(`${missing}\n${kind}`) ?? 0) + 1);
  const rows = [...counts].sort(([a], [b]) => a.localeCompare(b)).map(([key, count]) => {
    const [reason, kind] = key.split("\n") as [string, string];
    return [escapeHtml(reason.charAt(0).toUpperCase() + reason.slice(1)), kindName(kind), count];
  });
  const unfused = errors.decode_of_one_sequence.kernels_not_fitted;
  return `<ul>
<li><b>Prompts of software that no other document covers.</b> Depending on how fast its kernels are, and whether they accumulate in FP16, the time can be half or twice as long: with the software unknown,
the median error on left-out prompts is ${share(errors.prompts.software_unknown.median_error)}.</li>
<li><b>Kernels that unpack first, or round activations at each step.</b> quanto and bitsandbytes write the unpacked weights to memory and read them again; torchao’s dynamic INT8 spends
its time on rounding when one sequence decodes. The model has no such passes: half of the ${unfused.points} predicted times are up to ${share(unfused.median_error)} too short, the others even more.</li>
<li><b>Several sequences of a mixture of experts under llama.cpp.</b> Their tokens came earlier than predicted on a DGX Spark and later on an H200, depending on which experts they share and how few tokens each gets.</li>
<li><b>Servers whose settings are not published.</b> How much cache a server keeps, how its batches are limited and which requests repeat decide between milliseconds and minutes to the first token.</li>
<li><b>Software that only one document covers.</b> For decoding, its band is the one expected of a further document, from how much all documents differ. For prompts it may still be too narrow.</li>
<li><b>What no table reports</b>: thermal throttling, power limits, drivers, a slow host.</li>
</ul>
<p>A band reaches as far as the measurements do. Beyond that a calibrated prediction has none, and a note says which of these is the reason:</p>
<ul>${reach.map((why) => `<li>${escapeHtml(why)}</li>`).join("\n")}</ul>
${table("Published measurements without a prediction", ["Why", "Kind", "Points"], rows)}`;
}

const ADD = `<ol>
<li>Write your measurements as <code>core/data/measured/README.md</code> describes: one point a line, with its source. Then ask how far off the predictions are, by kind, software, device and document:
<pre tabindex="0"><code>build/bin/ridgepoint validate --data mine.json --csv mine.csv</code></pre></li>
<li>Put the file in <code>core/data/measured/</code>, with entries for devices and models that are new.</li>
<li>Fit again. It writes the parameters, their bands and the errors of what was left out, all of which this page is made from:
<pre tabindex="0"><code>scripts/fit-calibration</code></pre></li>
</ol>`;

const TITLE = "How far can you trust this?";

/** The page by itself, for beside a script that others embed: no other file is needed to read it. */
export const trustAlone = (trust: Trust, css: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>${TITLE} · Ridgepoint</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="data:," />
    <style>${css}</style>
  </head>
  <body>
    <main id="main">
      ${trustPage(trust, true)}
    </main>
  </body>
</html>
`;

/** The main part of the page; `alone`: without what needs a script or another file. */
export function trustPage(trust: Trust, alone = false): string {
  return `<h1>${TITLE}</h1>
<p class="lead">From data sheets alone, the predicted time to decode one sequence is a lower bound: every measurement here took longer. Prompts, images and
batches have sometimes run faster than predicted. Calibrated on published measurements, the prediction becomes an estimate with a band that should
contain nine in ten measured times. This page shows how well that holds up.</p>
<section aria-labelledby="points-of-it"><h2 id="points-of-it">Predicted against measured</h2>
<p>${decoding(trust).length} published decoding times of one sequence, on ${new Set(decoding(trust).map(({ hardware }) => hardware)).size} devices. Each point is one measurement.</p>
${drawings(trust, alone)}</section>
<section aria-labelledby="held-out"><h2 id="held-out">Errors on held-out measurements</h2>${heldOut(trust)}</section>
<section aria-labelledby="unseen"><h2 id="unseen">Runs that no fit has seen</h2>${unseen(trust)}</section>
<section aria-labelledby="sampled"><h2 id="sampled">Chats with sampled tokens</h2>${sampled(trust)}</section>
<section aria-labelledby="own"><h2 id="own">Our own runs on two GPUs</h2>${own()}</section>
<section aria-labelledby="parameters"><h2 id="parameters">What was fitted</h2>
<p>A handful of parameters for each software, each with a physical meaning, and none specific to one device, model or measurement. The fit minimizes the mean absolute error of the logarithm of the time, which makes it a median fit.</p>
${parameters(trust)}</section>
<section aria-labelledby="left-out"><h2 id="left-out">What the model leaves out, and where there is no data</h2>${leftOut(trust)}</section>
<section aria-labelledby="add"><h2 id="add">Add measurements and fit again</h2>${ADD}</section>`;
}

const COLUMNS: (keyof Point)[] = ["id", "kind", "software", "hardware", "model", "precision", "batch", "table", "url", "unit", "measured", "predicted", "low", "high", "first_principles_s"];

/** Every measurement with a prediction. */
export function predictionsCsv({ points }: Trust): string {
  const cell = (value: Point[keyof Point]): string => (value === null ? "" : typeof value === "number" ? String(Number(value.toPrecision(6))) : /[",\n]/.test(String(value)) ? `"${String(value).replace(/"/g, '""')}"` : String(value));
  return [COLUMNS.join(","), ...points.filter(({ missing }) => !missing).map((point) => COLUMNS.map((name) => cell(point[name])).join(","))].map((line) => `${line}\r\n`).join("");
}
