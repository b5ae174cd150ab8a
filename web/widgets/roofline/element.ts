import type { RooflineRequest, RooflineResult } from "#engine";
import { html, nothing, type TemplateResult } from "lit";
import { legsChart } from "../../charts/bars.js";
import { pointsOf, rooflineChart, type Ghost, type RooflineData, type RooflinePoint } from "../../charts/roofline.js";
import type { Domain } from "../../charts/shared.js";
import { about, band, rates, sooner, withBand, type Band, type Expected } from "../../ui/band.js";
import { entryOf, type EngineContext } from "../../ui/engine.js";
import { bytes, number, percent, quantity } from "../../ui/format.js";
import { REGIMES, shownRegime, type Regime } from "../../ui/palette.js";
import { choice } from "../../ui/labels.js";
import { stops } from "../../ui/stops.js";
import { of, type Table } from "../../ui/table.js";
import { RidgeElement } from "../../ui/element.js";
import type { Input } from "../../ui/input.js";
import { bandRows, bandTag, fact, notesList, regimeTag, says } from "../../ui/parts.js";

interface Leg {
  name: string;
  seconds: number;
  regime: Regime;
}

/** The parts of the step; links where several devices share it. */
function legsOf(result: RooflineResult): Leg[] {
  const legs: Leg[] = [
    { name: "Memory", seconds: result.memory_s, regime: "memory" },
    { name: "Compute", seconds: result.compute_s, regime: "compute" },
    { name: "Overhead", seconds: result.overhead_s, regime: "overhead" },
  ];
  return result.devices > 1 ? [...legs, { name: "Links", seconds: result.links_s, regime: "links" }] : legs;
}

/**
 * A roofline: how long one step of a model takes on a device or several, and what limits it.
 *
 * @element ridge-roofline
 * @attr model - id of the registry, or a model written out as JSON
 * @attr hardware - id of the registry, or a device written out as JSON
 * @attr batch, context, precision, phase, scheme - fields of the request
 * @attr parallel-tensor - devices that share each layer of a forward pass
 * @attr zero-stage, data-parallel, lora, activation-recomputation - those that a training step reads
 * @attr assumptions - `first-principles`, `textbook`, `calibrated`, or a JSON object
 * @attr loading - `lazy` (default: near the viewport), `eager`, or `click`: when the reader asks
 * @attr lock, hide - controls that the reader may not change, or not see, by the names of their attributes
 * @attr controls - the controls that are shown, where not all are
 * @attr view - one part alone, at most 480 px high: `roofline`, `legs` or `table`
 * @attr theme - `auto` (default: the page's colour scheme), `light` or `dark`
 * @attr label - what a screen reader calls it, where several of a kind stand on a page
 * @attr url-state - keeps the reader's changes in the address, under this key
 * @fires ridge-ready - the first result is shown; detail {request, result}
 * @fires ridge-change - a new result; detail {request, result}
 * @fires ridge-error - the engine refused or did not load; detail {code, field, message}
 * @csspart root, controls, results, chart, foot
 */
export class RidgeRoofline extends RidgeElement<RooflineResult> {
  static override views = ["roofline", "legs"];

  static override inputs: readonly Input[] = [
    { path: "model", call: "roofline", start: "Llama3_8B" },
    { path: "hardware", call: "roofline", label: "Device", start: "H100" },
    { path: "batch", call: "roofline" },
    { path: "context", call: "roofline" },
    { path: "precision", call: "roofline" },
    { path: "phase", call: "roofline" },
    { path: "parallel.tensor", call: "roofline", label: "Devices that share each layer (tensor parallel)" },
    { path: "zero_stage", call: "roofline" },
    { path: "data_parallel", call: "roofline" },
    { path: "lora", call: "roofline" },
    { path: "activation_recomputation", call: "roofline" },
    { path: "scheme", call: "roofline", label: "Arithmetic of quantized weights", unset: "by the format", assumed: "scheme" },
    { path: "assumptions", call: "roofline" },
  ];

  protected override readonly caption = "Roofline";

  /** What the axes show, which stay while the device changes. */
  #domain: Domain | undefined;

  /** Where the pinned step stood. */
  #ghost(): Ghost | undefined {
    const pinned = this.pinned?.result;
    return pinned && {
      intensity: pinned.arithmetic_intensity_flop_per_byte,
      achieved_flop_per_s: pinned.achieved_flop_per_s,
      bandwidth_bytes_per_s: pinned.bandwidth_bytes_per_s,
      attainable_flop_per_s: pinned.flop_per_s,
      attainable_ridge: pinned.attainable_ridge_flop_per_byte,
    };
  }

  #trail: { key: string; points: RooflinePoint[] } = { key: "", points: [] };

  protected override solve({ engine }: EngineContext, request: Record<string, unknown>): RooflineResult {
    return engine.roofline(request as unknown as RooflineRequest);
  }

  protected override unread({ unread }: RooflineResult): string[] {
    // The widget's own choice of arithmetic goes before the one among the assumptions. Its label says what it is for, and
    // a reader who has yet to find out that it takes both a format and an arithmetic needs it in sight.
    return [...unread.filter((path) => path !== "scheme"), "assumptions.scheme"];
  }

  /** Where the point goes as the batch grows; asked again only when something else changes. */
  #way(): RooflinePoint[] {
    const { batch: _, ...base } = this.shown;
    const key = JSON.stringify(base);
    const { field } = this.described("batch");
    if (this.#trail.key !== key && field?.range) {
      const batches = stops(field.range).filter((value) => Number.isInteger(Math.log2(value)));
      const { columns } = this.lab!.engine.sweep({
        call: "roofline",
        base,
        axes: { batch: batches },
        outputs: ["arithmetic_intensity_flop_per_byte", "achieved_flop_per_s"],
      });
      const [intensity, rate] = Object.values(columns).slice(1) as [Float64Array, Float64Array];
      this.#trail = { key, points: batches.map((batch, row) => ({ name: this.#named(batch), intensity: intensity[row]!, rate: rate[row]! })) };
    }
    return this.#trail.points;
  }

  #named(batch: unknown): string {
    return `${this.modelName(this.shown["model"])}, batch ${number(batch as number)}`;
  }

  protected override answer(result: RooflineResult): TemplateResult {
    const isLeast = (this.expected(result)?.value ?? 0) > result.latency_s;
    return html`${isLeast ? html`<span class="what">at least</span> ` : nothing}<span class="value">${this.#opens(result, "latency_s", "s")}</span>
      <span class="what">a step</span>
      ${regimeTag(shownRegime(result))}
      ${bandTag(this.band(result))}`;
  }

  protected override foresee({ feasible, latency_s: bound, regime }: RooflineResult): Expected | null {
    // What was measured was compiled.
    if (this.shown["phase"] === "training" || !feasible || this.value("assumptions.execution") === "eager") return null;
    const { latency_s: expected, ...found } = this.lab!.engine.roofline({ ...this.shown, assumptions: "calibrated" } as unknown as RooflineRequest);
    return { ...about(expected, "s", band(found, "latency", "s"), bound), why: sooner(expected, bound, regime) };
  }

  protected override band(result: RooflineResult): Band | null {
    return band(result, "latency", "s");
  }

  #data(result: RooflineResult): RooflineData {
    return {
      name: this.#named(this.shown["batch"]),
      precision: choice(result.arithmetic_precision),
      intensity: result.arithmetic_intensity_flop_per_byte,
      achieved_flop_per_s: result.achieved_flop_per_s,
      band: rates(result.achieved_low_flop_per_s, result.achieved_high_flop_per_s),
      regime: result.regime,
      feasible: result.feasible,
      bandwidth_bytes_per_s: result.bandwidth_bytes_per_s,
      peak_flop_per_s: result.peak_flop_per_s,
      attainable_flop_per_s: result.flop_per_s,
      ridge: result.ridge_point_flop_per_byte,
      attainable_ridge: result.attainable_ridge_flop_per_byte,
      peak_ridge: result.peak_ridge_flop_per_byte,
      trail: this.#way(),
    };
  }

  protected override body(result: RooflineResult): TemplateResult {
    const { model, hardware, phase } = this.shown;
    const name = this.modelName(model);
    const device = this.hardwareName(hardware);
    const { unit } = entryOf(this.lab!.models, model) ?? {};
    const units = phase === "training" || !unit ? "samples" : `${unit.replace(/y$/, "ie")}s`;
    const legs = legsOf(result);
    const longest = [...legs].sort((a, b) => b.seconds - a.seconds)[0]!;
    const [resultTable, legTable, pointTable] = this.tables(result) as [Table, Table, Table];
    const data = this.#data(result);
    const drawing = rooflineChart(data, Math.max(this.width, 240), { held: this.#domain, most: this.most, ghost: this.#ghost() });
    this.#domain = drawing.domain;
    return html`
      <dl class="facts">
          ${fact("Throughput", this.#opens(result, "throughput_per_s", "1/s"), units)}
          ${fact("MFU", this.number(percent(result.mfu), "mfu", this.calls(result)[0]!), `of ${quantity(result.peak_flop_per_s, "flop/s")}`)}
          ${fact("Energy", this.#opens(result, "energy_j", "J"), result.energy_j === null ? "no power figure" : "a step")}
          ${fact("Memory needed", this.#opens(result, "footprint_bytes", "bytes"), this.#room(result))}
      </dl>
      ${says(this.#sentence(result, name, device))}
      ${result.feasible
        ? nothing
        : html`<p class="notice">
            ${regimeTag("capacity")} The footprint of ${bytes(result.footprint_bytes)} is ${bytes(result.spill_bytes)} more than one ${device} holds.${result.devices_needed === null ? nothing : html` It takes ${number(result.devices_needed)} of them.`}
          </p>`}
      ${this.figure({
        name: "roofline",
        heading: "Where the step stands under the roof",
        summary: `At ${quantity(data.intensity, "flop/byte")} the step does ${quantity(data.achieved_flop_per_s, "flop/s")} (${REGIMES[shownRegime(data)].word}); the roof is flat at ${quantity(data.attainable_flop_per_s, "flop/s")} from ${quantity(data.attainable_ridge, "flop/byte")} on.`,
        drawing,
        table: [resultTable, pointTable],
        aside: html`The thick line is what the device reaches under the assumptions, the thin one its peak. The dotted line is the point’s path as the
          batch doubles; where it falls off, the memory is full.${this.band(result) ? " The vertical line at the point spans nine in ten measured rates." : ""}`,
      })}
      ${this.figure({
        name: "legs",
        heading: "Where the time goes",
        summary: `Largest part: ${longest.name}, ${quantity(longest.seconds, "s")} of ${quantity(result.latency_s, "s")}.`,
        drawing: legsChart(
          legs,
          result.latency_s,
          Math.max(this.width, 240),
          this.pinned && [legsOf(this.pinned.result), this.pinned.result.latency_s],
        ),
        table: legTable,
      })}
      <details>
        <summary>How this number is computed</summary>
        <ol class="trace">${result.trace.map((step) => html`<li>${step}</li>`)}</ol>
      </details>
      ${notesList(result.notes)}
    `;
  }

  #room({ feasible, devices }: RooflineResult): string {
    const fits = feasible ? "fits" : "does not fit";
    return devices > 1 ? `on each of ${number(devices)}: ${fits}` : fits;
  }

  #opens(result: RooflineResult, field: keyof RooflineResult, unit: string): TemplateResult {
    return this.number(quantity(result[field] as number | null, unit), field, this.calls(result)[0]!);
  }

  #sentence(result: RooflineResult, name: string, device: string): string {
    const { batch } = this.shown;
    const devices = result.devices > 1 ? `${number(result.devices)} × ${device}` : device;
    if (!result.feasible) return `${name} at batch ${number(batch as number)} does not fit on ${devices}: ${quantity(result.spill_bytes, "bytes")} spills out of memory, and a step takes ${quantity(result.latency_s, "s")}.`;
    const start = `${name} at batch ${number(batch as number)} takes ${quantity(result.latency_s, "s")}${withBand(this.band(result))} on ${devices} and is ${REGIMES[result.regime as keyof typeof REGIMES].word}`;
    const against = `${number(result.arithmetic_intensity_flop_per_byte)} FLOP per byte against a ridge at ${number(result.attainable_ridge_flop_per_byte)}`;
    return `${start}: ${against}, ${percent(result.mfu)} of peak.`;
  }

  protected override tables(result: RooflineResult): Table[] {
    const open = (field: string) => this.opener(field, this.calls(result)[0]!);
    return [
      {
        caption: "The step",
        head: ["Quantity", "Value"],
        rows: [
          ["Latency", of(result.latency_s, "s", undefined, open("latency_s"))],
          ...bandRows(this.band(result)),
          ["Throughput", of(result.throughput_per_s, "1/s", undefined, open("throughput_per_s"))],
          ["Regime", choice(result.regime)],
          ["Arithmetic intensity", of(result.arithmetic_intensity_flop_per_byte, "flop/byte", undefined, open("arithmetic_intensity_flop_per_byte"))],
          ["Ridge point at peak", of(result.ridge_point_flop_per_byte, "flop/byte", undefined, open("ridge_point_flop_per_byte"))],
          ["Ridge point at the assumed efficiency", of(result.attainable_ridge_flop_per_byte, "flop/byte", undefined, open("attainable_ridge_flop_per_byte"))],
          ["Work", of(result.work_flop, "flop", undefined, open("work_flop"))],
          ["Traffic", of(result.traffic_bytes, "bytes", undefined, open("traffic_bytes"))],
          ["Peak rate", of(result.peak_flop_per_s, "flop/s", undefined, open("peak_flop_per_s"))],
          ["Attainable rate", of(result.flop_per_s, "flop/s", undefined, open("flop_per_s"))],
          ["Bandwidth", of(result.bandwidth_bytes_per_s, "bytes/s", undefined, open("bandwidth_bytes_per_s"))],
          ["MFU", of(100 * result.mfu, "%", undefined, open("mfu"))],
          ["HFU", of(100 * result.hfu, "%", undefined, open("hfu"))],
          ["Energy", of(result.energy_j, "J", undefined, open("energy_j"))],
          ["Memory needed", of(result.footprint_bytes, "bytes", undefined, open("footprint_bytes"))],
          ["Beyond capacity", of(result.spill_bytes, "bytes", undefined, open("spill_bytes"))],
        ],
      },
      {
        caption: "The times",
        head: ["Leg", "Time"],
        rows: [...legsOf(result).map(({ name, seconds, regime }) => [name, of(seconds, "s", undefined, open(`${regime}_s`))]), ["Together", of(result.latency_s, "s", undefined, open("latency_s"))]],
      },
      {
        caption: "Where the step stands under the roof",
        // The unit once, in the head: a phone has no room for it in each line.
        head: ["Point", "FLOP per byte moved", "Rate"],
        rows: pointsOf(this.#data(result)).flatMap(({ name, intensity, rate, band = null }) => [[name, intensity, of(rate, "flop/s")], ...bandRows(band).map(([end, at]) => [end!, intensity, at!])]),
      },
    ];
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ridge-roofline": RidgeRoofline;
  }
}
