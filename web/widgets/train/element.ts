import type { SystemsEngine, TrainRequest, TrainResult } from "#engine";
import { about, band, fact, html, notesList, nothing, number, of, percent, quantity, says, tableView, type Called, type Cell, type EngineContext, type Expected, type Input, type Quantity, type Regime, type Table, type TemplateResult } from "#shared";
import { SystemsElement } from "../systems.js";
import { stackChart } from "./charts/stack.js";
import { PARTS, TIMES, type Layout, type TrainingResult } from "./result.js";
import { HEADLINED, INPUTS, LAYOUT, MEMORY, RUN, TRAINED } from "./settings.js";

/** One of the parts that add up to the memory or the time, by its name and its field of the result. */
interface Part {
  name: string;
  field: string;
  value: number;
  regime?: Regime | undefined;
}

/** The name of the one that comes to most, and what it comes to. */
function largest(parts: readonly Part[], unit: string): string {
  const { name, value } = [...parts].sort((a, b) => b.value - a.value)[0]!;
  return `${name}, ${quantity(value, unit)}`;
}

/** How many layouts are shown. */
const SHOWN = 8;

/**
 * Training: a step of training over many devices, its memory, its time and the layouts beside it.
 *
 * @element ridge-train
 * @attr model, hardware, precision, sequence, global-batch, micro-batch - what is trained
 * @attr parallel-tensor, parallel-pipeline, parallel-data, zero-stage, sequence-parallel, interleaving - how devices share it
 * @attr recomputation, attention, optimizer, lora, weight-precision, gradient-precision - what is kept in memory
 * @attr tokens, price-usd-per-hour, device-mtbf-s, checkpoint-interval-s, checkpoint-bytes-per-s, restart-s - the whole run
 * @attr assumptions - `first-principles`, `textbook`, `calibrated`, or a JSON object
 * @attr loading - `lazy` (default: near the viewport), `eager`, or `click`: when the reader asks
 * @attr lock, hide - controls that the reader may not change, or not see, by the names of their attributes; `hide` also takes `layouts` (the same devices in other layouts) and `run` (what the whole run takes and costs)
 * @attr controls - the controls that are shown, where not all are
 * @attr view - one part alone, at most 480 px high: `memory`, `times` or `table`
 * @attr theme - `auto` (default: the page's colour scheme), `light` or `dark`
 * @attr label - what a screen reader calls it, where several of a kind stand on a page
 * @attr url-state - keeps the reader's changes in the address, under this key
 * @fires ridge-ready - the first result is shown; detail {request, result}
 * @fires ridge-change - a new result; detail {request, result}
 * @fires ridge-error - the engine refused or did not load; detail {code, field, message}
 * @csspart root, controls, results, chart, foot
 */
export class RidgeTrain extends SystemsElement<TrainingResult> {
  static override views = ["memory", "times"];
  static override readouts = ["layouts", "run"];

  static override inputs: readonly Input[] = INPUTS;

  protected override readonly caption = "Training";
  protected override readonly headlined = HEADLINED;

  protected override unread({ run }: TrainingResult): string[] {
    return run.unread;
  }

  protected override calls({ run }: TrainingResult): Called[] {
    return [{ call: "train", request: this.shown, result: run }];
  }

  protected override solve({ engine }: EngineContext, request: Record<string, unknown>): TrainingResult {
    const systems = engine as unknown as SystemsEngine;
    const asked = request as unknown as TrainRequest;
    const run = systems.train(asked);
    return { run, layouts: this.hides("layouts") ? [] : systems.layouts(asked).layouts };
  }

  protected override asked(): TemplateResult {
    return html`
      ${this.group("What is trained", TRAINED)} ${this.group("How the devices share it", LAYOUT)}
      ${this.folded("What is kept in memory", MEMORY)}
      ${this.group("The run", RUN.slice(0, 2))}
      ${this.folded("Failures and checkpoints", RUN.slice(2))}
    `;
  }

  /** A number of the run that opens. */
  #opens(result: TrainingResult, field: string, text: string): TemplateResult {
    return this.number(text, field, this.calls(result)[0]!);
  }

  protected override answer(result: TrainingResult): TemplateResult {
    const { run } = result;
    if (!run.feasible) return html`<span class="value">does not fit</span> <span class="what">${number(run.devices)} devices in this layout</span>`;
    return html`<span class="value">${this.#opens(result, "step_s", quantity(run.step_s, "s"))}</span>
      <span class="what">a step on ${run.devices === 1 ? "one device" : `${number(run.devices)} devices`}${run.step_low_s === null ? "" : `, ${quantity(run.step_low_s, "s")} to ${quantity(run.step_high_s, "s")}`}</span>`;
  }

  protected override foresee({ run }: TrainingResult): Expected | null {
    if (!run.feasible) return null;
    const found = (this.lab!.engine as unknown as SystemsEngine).train({ ...this.shown, assumptions: "calibrated" } as unknown as TrainRequest);
    return about(found.step_s, "s", band(found, "step", "s"));
  }

  #sentence({ run }: TrainingResult): string {
    const [model, device] = [this.modelName(this.shown["model"]), this.hardwareName(this.shown["hardware"])];
    const room = run.headroom_bytes >= 0 ? `leaves ${quantity(run.headroom_bytes, "bytes")} of each device’s memory free` : `needs ${quantity(-run.headroom_bytes, "bytes")} more than each device has`;
    const fewest = run.feasible || run.fitting_devices === null ? "" : ` It takes at least ${number(run.fitting_devices)}: ${number(run.fitting_tensor)} share each layer, ${number(run.fitting_pipeline)} stages, ${number(run.fitting_data)} copies.`;
    return `${model} on ${number(run.devices)} × ${device}: a step takes ${quantity(run.step_s, "s")} and ${room}; ${percent(run.mfu)} of the devices’ peak arithmetic goes into the model.${fewest}`;
  }

  protected override body(result: TrainingResult): TemplateResult {
    const { run } = result;
    const [memory, times, beside] = this.tables(result) as [Table, Table, Table?];
    const width = Math.max(this.width, 240);
    const open = (field: string, text: string): TemplateResult => this.#opens(result, field, text);
    return html`
      <dl class="facts">
        ${fact("MFU", open("mfu", percent(run.mfu)), "of the peak, for the model’s own FLOP")}
        ${fact("Tokens", open("tokens_per_s", quantity(run.tokens_per_s, "1/s")), `${quantity(run.device_tokens_per_s, "1/s")} on each device`)}
        ${fact("Rate per device", open("device_flop_per_s", quantity(run.device_flop_per_s, "flop/s")))}
        ${run.time_to_train_s === null || this.hides("run") ? nothing : fact("The run", open("time_to_train_s", quantity(run.time_to_train_s, "s")), run.failures === null ? "without failures" : `${number(run.failures)} failures expected`)}
        ${run.cost_usd === null || this.hides("run") ? nothing : fact("Cost of the run", open("cost_usd", quantity(run.cost_usd, "USD")), "at the price in the notes below")}
      </dl>
      ${says(this.#sentence(result))}
      ${this.figure({
        name: "memory",
        heading: "What each device holds",
        summary: `Largest part: ${largest(this.#held(run), "bytes")} of ${quantity(run.memory.total_bytes, "bytes")}; there is room for ${quantity(run.room_bytes, "bytes")}.`,
        drawing: stackChart(this.#held(run), "bytes", width, { name: "room", value: run.room_bytes }, this.pinned && this.#held(this.pinned.result.run)),
        table: memory,
      })}
      ${this.figure({
        name: "times",
        heading: "Where the time of a step goes",
        summary: `Largest part: ${largest(this.#spent(run), "s")} of ${quantity(run.step_s, "s")}.`,
        drawing: stackChart(this.#spent(run), "s", width, undefined, this.pinned && this.#spent(this.pinned.result.run)),
        table: times,
        aside: "Communication hidden behind arithmetic is not counted.",
      })}
      ${beside ? tableView({ ...beside, rows: beside.rows.slice(0, SHOWN) }) : nothing}
      ${notesList(run.notes)}
    `;
  }

  #held(run: TrainResult): Part[] {
    return PARTS.map(([name, field]) => ({ name, field: `memory.${field}`, value: run.memory[field] })).filter(({ value }) => value > 0);
  }

  #spent(run: TrainResult): Part[] {
    return TIMES.map(([name, field, regime]) => ({ name, field: `times.${field}`, value: run.times[field], regime })).filter(({ value }) => value > 0);
  }

  /** Another layout: its numbers open as those of a run in it. */
  #row({ tensor, pipeline, data, step_s, mfu, needed_bytes, feasible }: Layout, { global_batch }: TrainResult): Cell[] {
    const layout = `${tensor}\u00a0×\u00a0${pipeline}\u00a0×\u00a0${data}`;
    const open = (value: number, unit: string, field: string): Quantity => of(value, unit, undefined, () => {
      const { parallel } = this.shown as unknown as TrainRequest;
      const request = { ...this.shown, devices: null, global_batch, parallel: { ...parallel, tensor, pipeline, data } };
      const run = (this.lab!.engine as unknown as SystemsEngine).train(request as unknown as TrainRequest);
      this.opener(field, { call: "train", request, result: run }, `${quantity(value, unit)} (${layout})`)();
    });
    return [layout, open(step_s, "s", "step_s"), open(100 * mfu, "%", "mfu"), open(needed_bytes, "bytes", "memory.total_bytes"), feasible ? "yes" : "no"];
  }

  protected override tables(result: TrainingResult): Table[] {
    const { run } = result;
    const cell = ({ field, value }: Part, unit: string): Quantity => of(value, unit, undefined, this.opener(field, this.calls(result)[0]!));
    return [
      { caption: "What each device holds", head: ["Part", "Memory"], rows: [...this.#held(run), { name: "in total", field: "memory.total_bytes", value: run.memory.total_bytes }].map((part) => [part.name, cell(part, "bytes")]) },
      { caption: "Where the time of a step goes", head: ["Part", "Time"], rows: [...this.#spent(run), { name: "in total", field: "step_s", value: run.step_s }].map((part) => [part.name, cell(part, "s")]) },
      ...(this.hides("layouts")
        ? []
        : [{ caption: "The same devices in other layouts: tensor × pipeline × data", head: ["Layout", "Step", "MFU", "Memory per device", "Fits"], rows: result.layouts.map((layout) => this.#row(layout, run)) }]),
    ];
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ridge-train": RidgeTrain;
  }
}
