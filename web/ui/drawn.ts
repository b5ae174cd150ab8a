// How a widget stands on the page: its headline, its controls beside its results, its figures, and a part of it alone.

import { RidgepointError } from "#engine";
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { Band, Expected } from "./band.js";
import { deviceName, entryName, type EngineContext } from "./engine.js";
import { figureView, type Figure } from "./figure.js";
import { isAssumptions, type Input } from "./input.js";
import { last } from "./last.js";
import { task } from "./loading.js";
import { lead, type Panel } from "./panel.js";
import { opening, trust } from "./parts.js";
import { rail } from "./rail.js";
import type { Values } from "./request.js";
import { settingsLine, type Setting } from "./settings-line.js";
import { tableView, type Table } from "./table.js";
import type { Called, Moment, Toolbox } from "./toolbox.js";
import { followWidth } from "./width.js";

export abstract class Drawn<Result> extends LitElement {
  protected abstract readonly uid: string;
  protected abstract readonly panel: Panel;
  protected abstract readonly toolbox: Toolbox;
  protected abstract get inputs(): readonly Input[];
  protected abstract get views(): readonly string[];
  protected abstract lab: EngineContext | undefined;
  protected abstract shown: Values;
  /** Whether the engine is there and nothing went wrong. */
  protected abstract get isRunning(): boolean;
  /** Gives way to what the widget's place says without it. */
  protected abstract fail(error: unknown): void;

  /** Width the drawings have, in CSS pixels. */
  protected width = 0;
  #unfollow: (() => void) | undefined;

  /** The id of the figure that the reader was at last. */
  protected attended = "";
  /** The point that is read of each drawing. */
  readonly #reading = new Map<string, number>();

  /** What the headline says. */
  protected abstract answer(result: Result): TemplateResult;
  /** The widget's body once there is a result. */
  protected abstract body(result: Result): TemplateResult;
  /** How far its main figure may be off: null where the engine has no band, undefined where none is asked about. */
  protected band(_result: Result): Band | null | undefined {
    return undefined;
  }
  /** Why the engine has none, where calibrated assumptions have none: its first note. */
  protected why(result: Result): string | undefined {
    return (result as { notes?: string[] }).notes?.[0];
  }
  /** Every number of the drawings. */
  protected abstract tables(result: Result): Table[];
  /** What a screen reader calls the widget. */
  protected abstract readonly caption: string;

  /** Whether the assumptions that a path is one of are the calibrated ones. */
  protected abstract calibrated(path?: string): boolean;

  /** Whether the answer is itself of measured software. */
  protected get isCalibrated(): boolean {
    return this.inputs.some(({ path }) => isAssumptions(path) && this.calibrated(`${path}.`));
  }

  /** What the reader pinned, for the drawings' ghosts. */
  protected get pinned(): Moment<Result> | undefined {
    return this.toolbox.pinned as Moment<Result> | undefined;
  }

  protected modelName(value: unknown): string {
    return entryName(this.lab?.models, value);
  }

  protected hardwareName(value: unknown): string {
    return deviceName(this.lab?.hardware, value);
  }

  /** Whether the page's author hides a readout, by a name of its own. */
  protected hides(name: string): boolean {
    return this.panel.kept("hide", name);
  }

  protected controls(paths: readonly string[]): TemplateResult {
    return this.panel.controls(paths);
  }

  protected group(heading: string, paths: readonly string[]): TemplateResult {
    return this.panel.group(heading, paths);
  }

  /** A number of a call's result that opens. */
  protected number(text: string, field: string, called: Called): TemplateResult {
    return opening(text, this.opener(field, called, text));
  }

  /** What opens a number: as it stands on the page, where the usual digits and unit are not its own. */
  protected opener(field: string, called: Called, text?: string): () => void {
    return () => this.toolbox.open({ ...called, field, text });
  }

  /** A part of the widget that stands alone. */
  protected get view(): string | null {
    const name = this.getAttribute("view");
    return name === "table" || (name !== null && this.views.includes(name)) ? name : null;
  }

  readonly #foreseen = last((result: Result): Expected | null => {
    try {
      return this.foresee(result);
    } catch (error) {
      // The engine refuses requests of which nothing was measured.
      if (!(error instanceof RidgepointError)) throw error;
      return null;
    }
  });

  /** The same request with what was measured of current software; null where there is nothing of it. */
  protected foresee(_result: Result): Expected | null {
    return null;
  }

  /** What to expect in practice beside an estimate from data sheets. */
  protected expected(result: Result): Expected | null {
    return this.isCalibrated ? null : this.#foreseen(result);
  }

  /** How high a drawing may be that stands alone. */
  protected get most(): number | undefined {
    return this.view === null ? undefined : this.width < 480 ? 210 : 300;
  }

  /**
   * The first drawing takes tasks of its own, of the frame, its layout and the body: together they would keep a slow machine busy
   * for longer than a reader waits.
   */
  protected override async scheduleUpdate(): Promise<void> {
    if (this.lab && !this.#unfollow) await task();
    const main = this.#unmeasured();
    if (main) {
      this.#follow(main);
      await task();
    }
    super.scheduleUpdate();
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const main = this.#unmeasured();
    // In a lab the text goes on below: there the body comes before anything is painted, or readers would see it move.
    if (main && this.closest("ridge-lab")) this.#follow(main);
    else if (main) this.requestUpdate();
  }

  /** What holds the body, where its width is not known yet. */
  #unmeasured(): Element | null {
    return this.isRunning && !this.#unfollow ? this.renderRoot.querySelector(".main") : null;
  }

  #follow(main: Element): void {
    try {
      this.#unfollow = followWidth(main, (width) => {
        this.width = width;
        this.requestUpdate();
      });
    } catch (error) {
      this.fail(error);
    }
  }

  /** Follows no width until there is a frame again. */
  protected forget(): void {
    this.#unfollow?.();
    this.#unfollow = undefined;
  }

  /** Until frame and body are there. */
  protected async drawn(): Promise<void> {
    for (let whole = false; !whole; ) whole = await this.updateComplete;
  }

  /** Whether it is known how wide a body is. Until then only a first frame is drawn, without one: what stands below it would move. */
  protected get hasWidth(): boolean {
    return this.width > 0;
  }

  protected figure(figure: Figure): TemplateResult | typeof nothing {
    const { name } = figure;
    if (this.view === null ? this.hides(name) : this.view !== name) return nothing;
    const read = (point: number | null): void => {
      if (point === null) this.#reading.delete(name);
      else this.#reading.set(name, point);
      this.requestUpdate();
    };
    const id = `${this.uid}-${name}`;
    return figureView(figure, { id, width: this.width, at: this.#reading.get(name), read, attend: () => (this.attended = id) });
  }

  /** Controls beside results; a widget with another order overrides this. */
  protected frame(result: Result | undefined): TemplateResult {
    return html`<div class="frame beside">
      ${this.headline(result)}
      ${rail(this.controls(this.inputs.map(({ path }) => path)))}
      <div class="main" part="results">${this.bodyOf(result)}</div>
    </div>`;
  }

  /** The body, once its width is known, and what its figures are worth. */
  protected bodyOf(result: Result | undefined): TemplateResult | typeof nothing {
    if (result === undefined) return html`<p class="aside">No result yet.</p>`;
    if (!this.hasWidth) return nothing;
    if (this.view === "table") return tableView(this.tables(result)[0]!);
    const found = this.band(result);
    const body = this.body(result);
    return html`${this.toolbox.compared(body)}${found === undefined ? nothing : trust(found, this.isCalibrated, this.why(result))}${body}`;
  }

  /** The answer in a word or a number, which stays in sight on a narrow page, and what it is the answer of. */
  protected headline(result: Result | undefined): TemplateResult {
    const hidden = result === undefined || this.hides("answer");
    const expected = hidden || this.hides("band") ? null : this.expected(result);
    return html`<p class="headline">${hidden ? nothing : this.answer(result)}${expected ? html`<span class="band">${expected.words} with current software${expected.why}</span>` : nothing}${this.hides("tools") || (this.view !== null && this.getAttribute("controls") === null) ? nothing : this.toolbox.bar()}</p>
      ${result === undefined || this.hides("settings") ? nothing : settingsLine(this.settings(), (path) => lead(this.renderRoot, path))}`;
  }

  /**
   * What the headline depends on: the fields without a group, their assumptions, and of the other fields those that are changed. A part
   * that stands alone says which model and device, and what is changed.
   */
  protected settings(): Setting[] {
    const said = this.view === null ? /^(assumptions.*|[^.]+)$/ : /(model|hardware)$/;
    return this.settingsOf(this.inputs.map(({ path }) => path)).filter(({ path, changed }) => changed || said.test(path));
  }

  protected settingsOf(paths: readonly string[]): Setting[] {
    return this.panel.settings(paths, this.shown);
  }
}
