import type { SensitivityRequest, SensitivityResult, SynthesizeRequest, SynthesizeResult } from "#engine";
import { SENSITIVITY } from "#fields/sensitivity";
import {
  about, band, bandRows, bandText, elasticity, fact, fieldsOf, html, knowFields, nothing, notesList, number, of, quantity, rail, regimeTag, RidgeElement, says, shortName, times,
  type Band, type Called, type CSSResultGroup, type EngineContext, type Expected, type Input, type Table, type TemplateResult, type Values,
} from "#shared";
import { knobName } from "../knobs.js";
import { wideTables } from "../wide-tables.js";
import { tornadoChart } from "./charts/tornado.js";

knowFields(SENSITIVITY);

export interface InvestResult {
  sensitivity: SensitivityResult;
  synthesis: SynthesizeResult;
}

/** The part of the configuration that the search for a device takes, with the target. */
const wanted = ({ model, batch, context, precision, assumptions }: Values, inverse: Values): Values => ({
  model, batch, context, precision, ...(assumptions === undefined ? {} : { assumptions }), ...inverse,
});

/** How many devices the shortlist shows before it is opened. */
const SHORT = 8;

/** What a time is asked about. */
const TIMED: Record<string, string> = { latency: "a step", itl: "a token", ttft: "the first token" };

/**
 * Sensitivity: which property of a device is worth more of, and what a target asks for.
 *
 * @element ridge-sensitivity
 * @attr model, hardware, target, batch, context, precision, parallel-tensor - fields of the request
 * @attr inverse-target-s, inverse-phase - the time to be met, in seconds, and the phase that must meet it
 * @attr assumptions - `first-principles`, `textbook`, `calibrated`, or a JSON object
 * @attr loading - `lazy` (default: near the viewport), `eager`, or `click`: when the reader asks
 * @attr lock, hide - controls that the reader may not change, or not see, by the names of their attributes
 * @attr controls - the controls that are shown, where not all are
 * @attr view - one part alone, at most 480 px high: `tornado` or `table`
 * @attr theme - `auto` (default: the page's colour scheme), `light` or `dark`
 * @attr label - what a screen reader calls it, where several of a kind stand on a page
 * @attr url-state - keeps the reader's changes in the address, under this key
 * @fires ridge-ready - the first result is shown; detail {request, result}
 * @fires ridge-change - a new result; detail {request, result}
 * @fires ridge-error - the engine refused or did not load; detail {code, field, message}
 * @csspart root, controls, results, chart, foot
 */
export class RidgeSensitivity extends RidgeElement<InvestResult> {
  static override styles: CSSResultGroup = [RidgeElement.styles, wideTables];

  static override views = ["tornado"];

  static override inputs: readonly Input[] = [
    { path: "model", call: "sensitivity", start: "Llama3_70B" },
    { path: "hardware", call: "sensitivity", label: "Device", start: "A100" },
    { path: "target", call: "sensitivity", label: "Time to analyse", start: "itl" },
    { path: "batch", call: "sensitivity" },
    { path: "context", call: "sensitivity" },
    { path: "precision", call: "sensitivity" },
    { path: "parallel.tensor", call: "sensitivity", label: "Devices that share each layer (tensor parallel)" },
    { path: "assumptions", call: "sensitivity" },
    { path: "inverse.target_s", call: "synthesize", field: "target_s", label: "Target time", start: 0.05 },
    { path: "inverse.phase", call: "synthesize", field: "phase", label: "Target phase" },
  ];

  protected override readonly caption = "Sensitivity";

  protected override unread({ sensitivity, synthesis }: InvestResult): string[] {
    // The device asked for stands alone, whatever the layout.
    return sensitivity.unread.filter((path) => path.startsWith("parallel.") || synthesis.unread.includes(path));
  }

  protected override solve({ engine }: EngineContext, request: Record<string, unknown>): InvestResult {
    const { inverse, ...asked } = request as { inverse: Values };
    return {
      sensitivity: engine.sensitivity(asked as unknown as SensitivityRequest),
      synthesis: engine.synthesize(wanted(asked, inverse) as unknown as SynthesizeRequest),
    };
  }

  protected override calls({ sensitivity, synthesis }: InvestResult): Called[] {
    const { inverse, ...asked } = this.shown;
    return [
      { call: "sensitivity", request: asked, result: sensitivity },
      { call: "synthesize", request: wanted(asked, inverse as Values), result: synthesis, prefix: "inverse." },
    ];
  }

  protected override problemPath(field: string): string {
    return field === "target_s" || field === "phase" ? `inverse.${field}` : field;
  }

  protected override frame(result: InvestResult | undefined): TemplateResult {
    const first = ["model", "hardware", "target", "batch", "context", "precision", "parallel.tensor", "assumptions"];
    return html`
      <div class="frame beside">
        ${this.headline(result)} ${rail(this.group("The configuration", first))}
        <div class="main" part="results">${this.bodyOf(result)}</div>
      </div>
      ${this.hasWidth
        ? html`<div class="frame beside second">
            ${rail(this.group("From a target to a device", ["inverse.target_s", "inverse.phase"]))}
            <div class="main">${result ? this.#inverse(result) : nothing}</div>
          </div>`
        : nothing}
    `;
  }

  protected override answer({ sensitivity }: InvestResult): TemplateResult {
    const { binding_constraint: binds, feasible, baseline_s: time } = sensitivity;
    const most = `matters most; ${TIMED[this.shown["target"] as string]!} takes ${quantity(time, "s")}`;
    return html`<span class="value">${knobName(binds)}</span>
      ${feasible ? html`<span class="what">${most}</span>` : regimeTag("capacity")}`;
  }

  protected override foresee({ sensitivity }: InvestResult): Expected | null {
    if (!sensitivity.feasible) return null;
    const { inverse: _, ...asked } = this.shown;
    const found = this.lab!.engine.sensitivity({ ...asked, assumptions: "calibrated" } as unknown as SensitivityRequest);
    const time = about(found.baseline_s, "s", band(found, "baseline", "s"));
    const most = knobName(found.binding_constraint);
    return found.binding_constraint === sensitivity.binding_constraint ? time : { words: `in practice ${most[0]!.toLowerCase()}${most.slice(1)} matters most, and it takes ${time.words}` };
  }

  protected override band({ sensitivity }: InvestResult): Band | null {
    return band(sensitivity, "baseline", "s");
  }

  protected override why({ sensitivity }: InvestResult): string | undefined {
    return sensitivity.notes[0];
  }

  protected override body(result: InvestResult): TemplateResult {
    const { sensitivity } = result;
    const [pulls] = this.tables(result) as [Table];
    const rows = this.#rows(sensitivity);
    const open = (field: "baseline_s" | "footprint_bytes", unit: string): TemplateResult => this.number(quantity(sensitivity[field], unit), field, this.calls(result)[0]!);
    return html`
      <dl class="facts">
          ${fact("Time now", open("baseline_s", "s"), bandText(this.band(result)))}
          ${fact("Memory needed", open("footprint_bytes", "bytes"), `of ${quantity(sensitivity.capacity_bytes, "bytes")}`)}
          ${fact("Fewest devices that hold it", this.number(number(sensitivity.devices_needed), "devices_needed", this.calls(result)[0]!))}
          ${fact(sensitivity.feasible ? "Strongest single spec" : "Strongest apart from capacity", knobName(sensitivity.knob), "while it runs as it is")}
      </dl>
      ${says(sensitivity.explanation)}
      ${this.figure({
        name: "tornado",
        heading: "What one per cent more of each spec does to the time",
        summary: `${rows[0]!.name} moves the time most: 1${"\u00a0"}% more of it changes it by ${elasticity(rows[0]!.exact)}${"\u00a0"}%.`,
        drawing: tornadoChart(
          rows.map(({ knob, name, exact, secant }) => ({
            name,
            exact,
            secant,
            binds: knob === sensitivity.knob ? sensitivity.knob_regime : knob === sensitivity.binding_constraint ? sensitivity.binding_regime : null,
          })),
          Math.max(this.width, 240),
          this.pinned && this.#rows(this.pinned.result.sensitivity),
        ),
        table: pulls,
        aside: html`Bars: exact elasticity, per cent of time for each per cent of the spec. The vertical stroke is the secant over a step of
          +${number(100 * this.#delta())}${"\u00a0"}%; it differs where the curve bends.`,
      })}
      ${notesList(sensitivity.notes)}
    `;
  }

  #delta(): number {
    const set = this.value("delta");
    return typeof set === "number" ? set : Number(fieldsOf("sensitivity").get("delta")?.fallback ?? 0.1);
  }

  #rows(sensitivity: SensitivityResult): { knob: string; name: string; exact: number; secant: number }[] {
    const exact = sensitivity.elasticities as unknown as Record<string, number>;
    const secants = sensitivity.secants as unknown as Record<string, number>;
    return Object.keys(exact)
      .map((knob) => ({ knob, name: knobName(knob), exact: exact[knob]!, secant: secants[knob]! }))
      .sort((a, b) => Math.abs(b.exact) - Math.abs(a.exact));
  }

  #inverse(result: InvestResult): TemplateResult {
    const { synthesis } = result;
    const open = (field: keyof SynthesizeResult, unit: string): TemplateResult => this.number(quantity(synthesis[field] as number, unit), field, this.calls(result)[1]!);
    const { inverse } = this.shown as { inverse: { target_s: number; phase: string } };
    const meets = synthesis.devices.filter((device) => device.meets).length;
    const order = this.#shortlist(synthesis);
    // Where the legs of a step add up, more of one figure allows for less of another.
    const need = synthesis.latency_low_s === null && synthesis.vector_flop_per_s === null ? "at least" : "with the others";
    return html`
      ${synthesis.feasible
        ? html`<p class="sentence">
              ${quantity(inverse.target_s, "s")} per ${inverse.phase === "prefill" ? "prefill" : "token"} requires the specs below;
              ${meets === 0 ? "no single device" : meets === 1 ? "one device" : `${meets} devices`} of ${synthesis.devices.length} in the registry
              ${meets > 1 ? "meet" : "meets"} it.
            </p>
            <dl class="facts">
              ${fact("Memory bandwidth", open("bandwidth_bytes_per_s", "bytes/s"), need)}
              ${fact("Peak arithmetic", open("flop_per_s", "flop/s"), need)}
              ${synthesis.vector_flop_per_s === null ? nothing : fact("Plain FP32 arithmetic", open("vector_flop_per_s", "flop/s"), need)}
              ${synthesis.tdp_w === null ? nothing : fact("Power", open("tdp_w", "W"), need)}
              ${fact("Memory", open("capacity_bytes", "bytes"), "at least")}
              ${fact("Ridge point", open("ridge_point_flop_per_byte", "flop/byte"))}
            </dl>`
        : html`<p class="notice">${synthesis.reason}</p>`}
      ${this.#devices(order.slice(0, SHORT))}
      ${order.length > SHORT
        ? html`<details>
            <summary>The other ${order.length - SHORT} devices</summary>
            ${this.#devices(order.slice(SHORT))}
          </details>`
        : nothing}
      ${notesList(synthesis.notes)}
    `;
  }

  /** Those that meet the target first, then by how little is missing. */
  #shortlist({ devices }: SynthesizeResult): SynthesizeResult["devices"] {
    const worst = (device: SynthesizeResult["devices"][number]): number => Math.max(0, ...device.shortfalls.map(({ factor }) => factor));
    return [...devices].sort((a, b) => Number(b.meets) - Number(a.meets) || worst(a) - worst(b));
  }

  #devices(devices: SynthesizeResult["devices"]): TemplateResult {
    return html`<div class="scroll" tabindex="0" role="group" aria-label="Devices against the target">
      <table>
        <thead>
          <tr>
            <th scope="col">Device</th>
            <th scope="col" class="figure">Time on one</th>
            <th scope="col" class="figure">Devices needed</th>
          </tr>
        </thead>
        <tbody>
          ${devices.map((device) => {
            const [first] = device.shortfalls;
            return html`<tr>
              <th scope="row">
                ${shortName(device.name)}
                <small>
                  ${device.meets
                    ? "✓ meets it"
                    : first?.spec === "overhead"
                      ? `overhead alone takes ${quantity(first.required, "s")}; the target is ${quantity(first.available, "s")}`
                      : first
                      ? `${knobName(first.spec)}: ${quantity(first.available, first.unit)} where ${quantity(first.required, first.unit)} are needed${first.factor < 1.05 ? "" : `, ${times(first.factor)}`}`
                      : "does not meet it"}
                </small>
              </th>
              <td class="figure">${device.fits ? quantity(device.latency_s, "s") : html`no room<br />(${quantity(device.latency_s, "s")})`}</td>
              <td class="figure">${device.devices_needed === null ? "none would do" : number(device.devices_needed)}</td>
            </tr>`;
          })}
        </tbody>
      </table>
      <p class="aside">Devices needed: the fewest that are enough, with each layer’s attention heads divided evenly among those that share it.</p>
    </div>`;
  }

  protected override tables(result: InvestResult): Table[] {
    const { sensitivity, synthesis } = result;
    return [
      {
        caption: "Elasticity of the time",
        head: ["Device spec", "Exact", "Secant"],
        rows: this.#rows(sensitivity).map(({ name, exact, secant }) => [name, exact, secant]),
      },
      {
        caption: "What the target asks for",
        head: ["Spec", "At least"],
        rows: [
          ["Time now", of(sensitivity.baseline_s, "s")],
          ...bandRows(this.band(result)),
          ["Memory bandwidth", of(synthesis.bandwidth_bytes_per_s, "bytes/s")],
          ["Peak arithmetic", of(synthesis.flop_per_s, "flop/s")],
          ["Memory", of(synthesis.capacity_bytes, "bytes")],
          ["Ridge point", of(synthesis.ridge_point_flop_per_byte, "flop/byte")],
        ],
      },
      {
        caption: "Devices",
        head: ["Device", "Meets it", "Time", "First shortfall", "Factor", "Devices needed"],
        rows: this.#shortlist(synthesis).map((device) => [
          shortName(device.name),
          device.meets ? "yes" : "no",
          of(device.latency_s, "s"),
          device.shortfalls[0] ? knobName(device.shortfalls[0].spec) : "",
          device.shortfalls[0]?.factor ?? null,
          device.devices_needed,
        ]),
      },
    ];
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ridge-sensitivity": RidgeSensitivity;
  }
}
