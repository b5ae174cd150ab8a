// What every widget does alike: takes its request from attributes, the page's address and its
// controls, asks the engine at each change, keeps the last good result, and says what it did.

import { html, LitElement, nothing, svg, type CSSResultGroup, type PropertyValues, type TemplateResult } from "lit";
import { trustPage, type Band } from "../band.js";
import type { Drawing } from "../charts/shared.js";
import { control } from "../controls.js";
import type { Model } from "#engine";
import { entryName, entryOf, lab, problemOf, type Entry, type Lab, type Problem } from "../engine.js";
import { copyText, diagnostic, firstAnswer } from "../failure.js";
import { followHost } from "../host-theme.js";
import { attributeName } from "../names.js";
import { reads, type Timed } from "../reads.js";
import { label, type Field } from "../schema.js";
import { read, write, type State } from "../state.js";
import { styles } from "../styles.js";
import { csv, tableView, type Table } from "../table.js";

/** Where a control's description is found and how it is called. */
export interface Input {
  /** Dotted path within the request, and the attribute's name once dots and _ are dashes. */
  path: string;
  call: string;
  /** The field of that call; the path itself unless given. */
  field?: string;
  label?: string;
  /** What this widget starts from, where that is not the engine's default. */
  start?: unknown;
  /** What choosing nothing means, where the engine decides from the rest. */
  unset?: string;
  /** Which of the engine's choices are offered. */
  offers?: (choice: string) => boolean;
  /** Which entries of the registry suit the field; what the page sets stands in the list anyway. */
  lists?: (entry: Entry<Model>) => unknown;
}

export type ExportKind = "svg" | "png" | "csv" | "json";

export type Detail = { request: unknown; result: unknown };

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

let widgets = 0;

/**
 * Widgets are drawn for the first time one a frame. Each takes more room than was kept for it; the browser holds the
 * reader's place against what grows above, but counts all that moves in the same frame by another length as a shift.
 */
let turn: Promise<void> | undefined;
const frame = (): Promise<void> =>
  new Promise((done) => {
    // Two: the first comes before what was drawn is laid out. A hidden page has none, and nobody who reads it.
    requestAnimationFrame(() => requestAnimationFrame(() => done()));
    setTimeout(done, 200);
  });

export abstract class RidgeElement<Result> extends LitElement {
  static override styles: CSSResultGroup = styles;

  /** The request's fields this widget takes. */
  static inputs: readonly Input[] = [];

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, ...this.inputs.map(({ path }) => attributeName(path)), "loading", "url-state", "lock", "hide"];
  }

  /** The last result that the engine gave; undefined before the first. */
  result: Result | undefined;

  /** The engine and its lists, once they are there. */
  protected lab: Lab | undefined;
  /** The request behind `result`, for drawing: what is in the controls may have been refused. */
  protected shown: Record<string, unknown> = {};
  /** Width the drawings have, in CSS pixels. */
  protected width = 0;
  protected readonly uid = `r${++widgets}`;

  #attributes = new Map<string, unknown>();
  #edits = new Map<string, unknown>();
  #drafts = new Map<string, string>();
  #reading = new Map<string, number>();
  #problem: Problem | undefined;
  /** What of the address was left out. */
  #unread: string[] = [];
  #failure: Problem | undefined;
  /** Of `loading="click"`: the reader has. */
  #asked = false;
  /** What came of copying the diagnostic. */
  #copied = "";
  #internals: ElementInternals | undefined;
  #near: IntersectionObserver | undefined;
  #size: ResizeObserver | undefined;
  #writing: ReturnType<typeof setTimeout> | undefined;
  #unfollow: (() => void) | undefined;

  /** Loads the engine that `solve` asks. */
  protected load(): Promise<Lab> {
    return lab();
  }
  /** Asks the engine. Throws what the engine throws. */
  protected abstract solve(lab: Lab, request: Record<string, unknown>): Result;
  /** What the headline says. */
  protected abstract answer(result: Result): TemplateResult;
  /** The widget's body once there is a result. */
  protected abstract body(result: Result): TemplateResult;
  /** How far its main figure may be off: null where the engine has no band, undefined where none is asked about. */
  protected band(_result: Result): Band | null | undefined {
    return undefined;
  }
  /** Every number of the drawings. */
  protected abstract tables(result: Result): Table[];
  /** What a screen reader calls the widget. */
  protected abstract readonly caption: string;

  protected get inputs(): readonly Input[] {
    return (this.constructor as typeof RidgeElement).inputs;
  }

  // Life on the page

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("hashchange", this.#readAddress);
    // Browsers without custom states, or internals at all, only miss what the style sheet says of them.
    this.#internals ??= (this.attachInternals as (() => ElementInternals) | undefined)?.call(this);
    const states = this.#internals?.states;
    this.#unfollow = followHost((dark) => states?.[dark ? "add" : "delete"]("dark"));
    if (this.lab) return;
    states?.add("waiting");
    const loading = this.getAttribute("loading");
    if (loading === "click") return;
    if (loading === "eager" || typeof IntersectionObserver === "undefined") {
      void this.#start();
    } else {
      this.#near = new IntersectionObserver(
        (entries) => {
          if (entries.some((entry) => entry.isIntersecting)) void this.#start();
        },
        // Far enough ahead that the engine is ready when the reader arrives.
        { rootMargin: "600px" },
      );
      this.#near.observe(this);
    }
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("hashchange", this.#readAddress);
    this.#unfollow?.();
    this.#near?.disconnect();
    this.#size?.disconnect();
    this.#size = undefined;
    clearTimeout(this.#writing);
  }

  override attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    super.attributeChangedCallback(name, before, after);
    if (name === "loading" && after === "eager" && this.isConnected) void this.#start();
    if (name === "lock" || name === "hide") this.requestUpdate();
    const input = this.inputs.find(({ path }) => attributeName(path) === name);
    if (!input || before === after) return;
    for (const path of [...this.#attributes.keys()]) {
      if (path === input.path || path.startsWith(`${input.path}.`)) this.#attributes.delete(path);
    }
    if (after !== null) this.#place(this.#attributes, input.path, after);
    this.recompute();
  }

  protected override update(changed: PropertyValues): void {
    try {
      super.update(changed);
    } catch (error) {
      this.#fail(error);
      super.update(changed);
    }
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const main = this.renderRoot.querySelector<HTMLElement>(".main");
    if (main && !this.#size) {
      const measure = (): void => {
        const width = Math.floor(main.clientWidth);
        if (width === this.width) return;
        this.width = width;
        this.requestUpdate();
      };
      // At once for the first time: the body is then there before anything is painted.
      measure();
      this.#size = new ResizeObserver(measure);
      this.#size.observe(main);
    }
  }

  async #start(): Promise<void> {
    this.#near?.disconnect();
    this.#near = undefined;
    try {
      const ready = await this.load();
      while (turn) await turn;
      if (this.lab) return;
      turn = frame().then(() => {
        turn = undefined;
        this.#internals?.states?.delete("waiting");
      });
      this.lab = ready;
      this.#failure = undefined;
      this.#copied = "";
      this.#readAddress();
      this.recompute();
      await this.updateComplete;
      this.#tell("ridge-ready", { request: this.request, result: this.result });
    } catch (error) {
      this.#fail(error);
    }
  }

  /** The widget gives way to what its place says without it. */
  #fail(error: unknown): void {
    this.#size?.disconnect();
    this.#size = undefined;
    this.#failure = problemOf(error);
    this.requestUpdate();
    this.#tell("ridge-error", this.#failure);
  }

  #tell(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  // The request

  /** The request as the engine gets it. Setting it replaces what the controls hold. */
  get request(): Record<string, unknown> {
    const request: Record<string, unknown> = {};
    for (const path of this.#paths()) {
      const value = this.value(path);
      if (value === undefined || value === null) continue;
      const steps = path.split(".");
      let at = request;
      for (const step of steps.slice(0, -1)) at = (at[step] ??= {}) as Record<string, unknown>;
      at[steps.at(-1)!] = value;
    }
    return request;
  }

  set request(request: Record<string, unknown>) {
    this.#edits.clear();
    this.#drafts.clear();
    const walk = (prefix: string, part: Record<string, unknown>): void => {
      for (const [name, value] of Object.entries(part)) {
        const path = prefix + name;
        const isGroup = isRecord(value) && !/(^|\.)(model|hardware)$/.test(path);
        if (isGroup && !path.endsWith("assumptions")) walk(`${path}.`, value);
        else this.#place(this.#edits, path, value);
      }
    };
    walk("", request);
    this.recompute();
  }

  /** Back to what the page's author wrote. */
  reset(): void {
    this.#unread = [];
    this.#edits.clear();
    this.#drafts.clear();
    this.recompute();
    this.#writeAddress();
  }

  /** All drawings one under another (svg, png), their numbers (csv), or request and result (json). */
  async export(kind: ExportKind, theme: "light" | "dark" = "light"): Promise<Blob> {
    await this.updateComplete;
    if (this.result === undefined) throw new Error("there is no result to export yet");
    if (kind === "json") {
      const whole = { request: this.shown, result: this.result, engine: this.lab!.engine.version };
      return new Blob([JSON.stringify(whole, null, 2)], { type: "application/json" });
    }
    if (kind === "csv") return new Blob([csv(this.tables(this.result))], { type: "text/csv" });
    const pictures = [...this.renderRoot.querySelectorAll("figure")].map((figure) => ({
      heading: figure.querySelector(".heading")!.textContent!,
      drawing: figure.querySelector<SVGSVGElement>("svg.drawing")!,
    }));
    if (pictures.length === 0) throw new Error("this widget has no drawing");
    // Of use to few: where it is a file of its own, only they load it.
    const { onSheet, png, standaloneSvg } = await import("../export.js");
    if (kind === "png") return onSheet(this.#about(), pictures, theme, png);
    if (kind === "svg") return onSheet(this.#about(), pictures, theme, (sheet, page) => new Blob([standaloneSvg(sheet, page)], { type: "image/svg+xml" }));
    throw new Error(`export takes svg, png, csv or json, not ${String(kind)}`);
  }

  /** What a saved drawing is of: the widget, and each model with its device. */
  #about(): string[] {
    const names = this.inputs.flatMap(({ path }) => {
      const hardware = path.replace(/model$/, "hardware");
      return hardware === path ? [] : [`${this.modelName(this.value(path))}, ${this.hardwareName(this.value(hardware))}`];
    });
    return [this.getAttribute("label") ?? this.caption, ...new Set(names)];
  }

  /** An assumptions value is a preset's name or an object; inside, each of its fields stands alone. */
  #place(into: Map<string, unknown>, path: string, value: unknown): void {
    if (typeof value === "string" && value.trimStart().startsWith("{")) {
      try {
        value = JSON.parse(value);
      } catch {
        // Left as text: the engine refuses it by name.
      }
    }
    if (path.endsWith("assumptions")) {
      if (isRecord(value)) for (const [name, one] of Object.entries(value)) into.set(`${path}.${name}`, one);
      else into.set(`${path}.preset`, value);
    } else {
      into.set(path, value);
    }
  }

  #paths(): string[] {
    const wanted = this.inputs.flatMap(({ path, call }) =>
      path.endsWith("assumptions")
        ? this.#assumptionFields(call).map((field) => path.replace(/assumptions$/, field.path))
        : [path],
    );
    // What the page's author gave beyond the controls goes to the engine too, which knows whether it is right.
    return [...new Set([...wanted, ...this.#attributes.keys(), ...this.#edits.keys()])].filter((path) => !path.includes("__proto__"));
  }

  #assumptionFields(call: string): Field[] {
    return [...(this.lab?.fields(call).values() ?? [])].filter(({ path }) => path.startsWith("assumptions."));
  }

  /** The field behind a path, and how the widget's author called it. */
  protected described(path: string): { field: Field | undefined; input: Input | undefined } {
    const input =
      this.inputs.find((one) => one.path === path) ??
      this.inputs.find((one) => one.path.endsWith("assumptions") && path.startsWith(`${one.path}.`));
    if (!input) return { field: undefined, input };
    const name = input.path === path ? (input.field ?? path) : path.slice(path.lastIndexOf("assumptions."));
    return { field: this.lab?.fields(input.call).get(name), input };
  }

  /** What a field is set to: by the reader, the page, the widget, or else the engine. */
  protected value(path: string): unknown {
    const { field, input } = this.described(path);
    for (const layer of [this.#edits, this.#attributes]) {
      if (layer.has(path)) return this.#typed(layer.get(path), field);
    }
    if (input && input.path !== path) {
      const start = input.start;
      const name = path.slice(input.path.length + 1);
      if (name === "preset") return field?.fallback;
      // What was fitted stands as it was fitted, unless the page or the reader says otherwise.
      return isRecord(start) && !this.calibrated(path) ? start[name] : undefined;
    }
    return input?.start ?? field?.fallback;
  }

  /** Whether the assumptions that a path is one of are the calibrated ones. */
  protected calibrated(path = "assumptions."): boolean {
    return this.value(path.replace(/(assumptions\.).*/, "$1preset")) === "calibrated";
  }

  /** An attribute's text as the type its field has; what does not read as one stays for the engine to refuse. */
  #typed(value: unknown, field: Field | undefined): unknown {
    if (typeof value !== "string" || !field) return value;
    if (field.kind === "number" && value.trim() !== "" && Number.isFinite(Number(value))) return Number(value);
    if (field.kind === "boolean" && (value === "" || value === "true")) return true;
    if (field.kind === "boolean" && value === "false") return false;
    return value;
  }

  /** Sets one field from a control, or null to leave it to the engine. */
  protected change(path: string, value: unknown, draft?: string): void {
    if (draft === undefined) this.#drafts.delete(path);
    else this.#drafts.set(path, draft);
    // Software is told of calibrated assumptions only: the engine refuses it of others.
    const software = path.replace(/\bpreset$/, "software");
    if (software === path || !path.includes("assumptions.")) return this.edit({ [path]: value });
    this.#edits.delete(software);
    this.edit({ [path]: value, ...(value !== "calibrated" && this.value(software) ? { [software]: null } : {}) });
  }

  /** Sets several fields at once. */
  protected edit(values: Record<string, unknown>): void {
    this.#unread = [];
    for (const [path, value] of Object.entries(values)) this.#edits.set(path, value);
    this.recompute();
    this.#writeAddress();
  }

  protected recompute(): void {
    if (!this.lab) return;
    const request = this.request;
    try {
      this.result = this.solve(this.lab, request);
      this.shown = request;
      this.#problem = this.#failure = undefined;
      this.#tell("ridge-change", { request, result: this.result });
    } catch (error) {
      this.refuse(error);
    }
    this.requestUpdate();
  }

  /** Tells what was refused, at its control if there is one; the last good result stays. */
  protected refuse(error: unknown): void {
    const problem = problemOf(error);
    if (problem.code === "internal" || problem.code === "engine_failed") return this.#fail(error);
    this.#problem = { ...problem, field: this.problemPath(problem.field) };
    this.#tell("ridge-error", problem);
    this.requestUpdate();
  }

  /** The control that a field of an error belongs to; a widget that asks several calls maps them. */
  protected problemPath(field: string): string {
    return field;
  }

  // The page's address

  /** Without a key of its own, the first of its kind goes by its name, the second by roofline2, say. */
  get #key(): string | null {
    const key = this.getAttribute("url-state");
    if (key !== "") return key;
    const alike = [...(this.getRootNode() as ParentNode).querySelectorAll(`${this.localName}[url-state=""]`)].indexOf(this);
    return this.localName.replace("ridge-", "") + (alike > 0 ? alike + 1 : "");
  }

  #readAddress = (): void => {
    const key = this.#key;
    if (key === null || !this.lab) return;
    const state = read(location.hash, key);
    const current = JSON.stringify([...this.#edits]);
    // Anybody can write an address: only fields that have a control here are taken from it.
    const next = new Map(Object.entries(state ?? {}).filter(([path]) => this.described(path).field !== undefined && !this.#kept("lock", path) && !this.#kept("hide", path)));
    const unread = state === null ? [`${key}=…`] : Object.keys(state ?? {}).filter((path) => !next.has(path));
    if (JSON.stringify([...next]) !== current) {
      this.#edits = next;
      this.#drafts.clear();
      this.recompute();
      // What the engine refuses goes too, or there might be no result to start from.
      while (this.#problem && next.delete(this.#problem.field)) {
        unread.push(this.#problem.field);
        this.recompute();
      }
    }
    this.#unread = unread;
    this.requestUpdate();
  };

  #writeAddress(): void {
    const key = this.#key;
    // What was refused would be refused again on the next visit, which would then have no result at all.
    if (key === null || this.#problem) return;
    const state: State = {};
    for (const [path, value] of [...this.#edits]) {
      if (JSON.stringify(value) !== JSON.stringify(this.#without(path))) state[path] = value;
    }
    clearTimeout(this.#writing);
    // Browsers limit how often an address may change; a moving slider would exceed it.
    this.#writing = setTimeout(() => {
      const hash = write(location.hash, key, state);
      history.replaceState(history.state, "", hash || location.pathname + location.search);
    }, 250);
  }

  /** What a field would be without the reader's change. */
  #without(path: string): unknown {
    const edit = this.#edits.get(path);
    this.#edits.delete(path);
    const value = this.value(path);
    this.#edits.set(path, edit);
    return value;
  }

  /** Whether the page's author keeps a field from the reader; `assumptions` stands for every one of them. */
  #kept(how: "lock" | "hide", path: string): boolean {
    const names = (this.getAttribute(how) ?? "").split(/\s+/);
    return [path, path.replace(/assumptions\..*/, "assumptions")].some((one) => names.includes(attributeName(one)));
  }

  // What all bodies use

  protected modelName(value: unknown): string {
    return entryName(this.lab?.models, value);
  }

  protected hardwareName(value: unknown): string {
    return entryName(this.lab?.hardware, value);
  }

  /** Whether a field counts in the present state; what does not has no control, though attributes and addresses may set it. */
  protected reads(_path: string): boolean {
    return true;
  }

  /** The same for a configuration whose fields stand under a prefix. */
  protected counts(path: string, prefix: string, timed: Timed, wanted?: Timed, precision = this.value(`${prefix}precision`)): boolean {
    const [model, hardware] = ["model", "hardware"].map((name) => this.value(prefix + name));
    return reads(path, { timed, wanted, precision, model: entryOf(this.lab?.models, model), hardware: entryOf(this.lab?.hardware, hardware) });
  }

  protected control(path: string): TemplateResult | typeof nothing {
    const { field, input } = this.described(path);
    // A refused value keeps its control, so that it can be mended.
    const counts = this.reads(path) && (!path.endsWith("assumptions.software") || this.calibrated(path));
    if (!field || this.#kept("hide", path) || !(counts || this.#problem?.field === path)) return nothing;
    const entries = field.kind === "model" ? this.lab!.models : field.kind === "hardware" ? this.lab!.hardware : [];
    const made = control({
      field: { ...field, path, choices: input?.offers && input.path === path ? field.choices.filter(input.offers) : field.choices },
      label: (input?.path === path ? input.label : undefined) ?? label(field.path),
      id: `${this.uid}-${attributeName(path)}`,
      value: this.value(path),
      draft: this.#drafts.get(path),
      error: this.#problem?.field === path ? this.#problem.message : "",
      unset: input?.unset,
      entries: input?.lists ? (entries as Entry<Model>[]).filter((entry) => input.lists!(entry) || entry.id === this.value(path)) : entries,
      change: (value, draft) => this.change(path, value, draft),
    });
    return this.#kept("lock", path) ? html`<fieldset disabled>${made}</fieldset>` : made;
  }

  /** The preset, and behind it every single assumption. */
  protected assumptions(path = "assumptions"): TemplateResult | typeof nothing {
    if (this.#kept("hide", path)) return nothing;
    const { input } = this.described(path);
    const fields = input ? this.#assumptionFields(input.call).filter(({ kind }) => kind !== "object") : [];
    const inside = this.#problem?.field.startsWith(`${path}.`) ?? false;
    return html`<details class="assumptions" ?open=${inside}>
      <summary>Assumptions${this.#changed(path) ? html` (changed)` : nothing}</summary>
      <div class="controls">${fields.map((field) => this.control(path.replace(/assumptions$/, field.path)))}</div>
    </details>`;
  }

  #changed(path: string): boolean {
    return [...this.#edits.keys()].some(
      (edit) => edit.startsWith(`${path}.`) && this.value(edit) !== null && this.value(edit) !== this.#without(edit),
    );
  }

  protected override render(): TemplateResult {
    return html`<section class="root" part="root" aria-label=${this.getAttribute("label") ?? this.caption}>
      ${this.#failure ? this.#failed(this.#failure) : this.lab ? this.#ready() : this.#starting()}
    </section>`;
  }

  #starting(): TemplateResult {
    if (this.getAttribute("loading") !== "click" || this.#asked) return html`<div class="waiting">Loading the engine…</div><slot></slot>`;
    const start = async (): Promise<void> => {
      this.#asked = true;
      this.requestUpdate();
      await this.#start();
      // The button that had the focus is gone.
      this.renderRoot.querySelector<HTMLElement>("select, input, button")?.focus();
    };
    return html`<p class="buttons"><button type="button" @click=${start}>Start the widget</button></p>${this.#still()}`;
  }

  #ready(): TemplateResult {
    const result = this.result;
    const problem = this.#problem;
    const placed = problem && this.described(problem.field).field;
    const unread = this.#unread.join(", ").slice(0, 80);
    return html`
      ${unread ? html`<p class="refused" role="status">${unread} (this part of the link was not understood)</p>` : nothing}
      ${problem && !placed ? html`<p class="refused" role="alert">${problem.message}</p>` : nothing}
      ${this.frame(result)}
      <div class="foot" part="foot">
        <button type="button" @click=${() => this.reset()}>Reset</button>
        ${result === undefined
          ? nothing
          : html`<span class="saves"><span class="label">Save as</span>
              ${(["svg", "png", "csv", "json"] as const).map(
                (kind) => html`<button type="button" aria-label="Save as ${kind.toUpperCase()}" @click=${() => this.#save(kind)}>${kind.toUpperCase()}</button>`,
              )}</span>`}
      </div>
    `;
  }

  /** The one live sentence: what the drawings show, said again whenever it changes. */
  protected says(text: string): TemplateResult {
    return html`<p class="sentence" role="status">${text}</p>`;
  }

  /** A drawing with its heading, its points for pointer and arrow keys, and the table behind it. */
  protected figure(options: { name: string; heading: string; title: string; drawing: Drawing; table: Table; aside?: unknown }): TemplateResult {
    const { name, heading, title, drawing, table, aside } = options;
    const id = `${this.uid}-${name}`;
    const at = this.#reading.get(name);
    const point = at === undefined ? undefined : drawing.points[at];
    const read = (index: number | undefined): void => {
      if (index === undefined) this.#reading.delete(name);
      else this.#reading.set(name, (index + drawing.points.length) % drawing.points.length);
      this.requestUpdate();
    };
    const keys = (event: KeyboardEvent): void => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (event.key === "Escape") read(undefined);
      else if (event.key === "Home") read(0);
      else if (event.key === "End") read(-1);
      else if (step) read(at === undefined ? (step > 0 ? 0 : -1) : at + step);
      else return;
      event.preventDefault();
    };
    const hover = (event: PointerEvent): void => {
      const plot = (event.currentTarget as HTMLElement).getBoundingClientRect();
      const scale = this.width / plot.width || 1;
      const [x, y] = [(event.clientX - plot.left) * scale, (event.clientY - plot.top) * scale];
      const distance = ({ x: px, y: py }: { x: number; y: number }): number => Math.hypot(px - x, py - y);
      const nearest = drawing.points.reduce((best, one, index) => (distance(one) < distance(drawing.points[best]!) ? index : best), 0);
      if (nearest !== at) read(nearest);
    };
    return html`<figure part="chart">
      <figcaption>
        <span class="heading">${heading}</span>
        <span class="readout" aria-live="polite">${point?.text ?? ""}</span>
      </figcaption>
      <div
        class="plot"
        role="group"
        tabindex="0"
        aria-label="${heading}. Arrow keys read its points."
        @keydown=${keys}
        @pointermove=${hover}
        @pointerleave=${() => read(undefined)}
        @blur=${() => read(undefined)}
      >
        <svg
          class="drawing"
          data-name=${name}
          role="img"
          aria-labelledby="${id}-title"
          viewBox="0 0 ${this.width} ${drawing.height}"
          width=${this.width}
          height=${drawing.height}
        >
          <title id="${id}-title">${title}</title>
          ${this.width > 0 ? drawing.body : nothing}
          ${point ? svg`<circle class="cursor" cx=${point.x} cy=${point.y} r="10"></circle>` : nothing}
        </svg>
      </div>
      ${aside ?? nothing}
      <details>
        <summary>The numbers</summary>
        ${tableView(table)}
      </details>
    </figure>`;
  }

  /** What the engine wants known before its figures are trusted. */
  protected notes(notes: readonly string[]): TemplateResult | typeof nothing {
    const unique = [...new Set(notes)];
    return unique.length === 0 ? nothing : html`<ul class="notes aside">${unique.map((note) => html`<li>${note}</li>`)}</ul>`;
  }

  /** Controls beside results; a widget with another order overrides this. */
  protected frame(result: Result | undefined): TemplateResult {
    return html`<div class="frame beside">
      ${this.headline(result)}
      <div class="inputs" part="controls">${this.controls(this.inputs.map(({ path }) => path))}</div>
      <div class="main" part="results">${this.bodyOf(result)}</div>
    </div>`;
  }

  /** The body, once its width is known. */
  protected bodyOf(result: Result | undefined): TemplateResult | typeof nothing {
    if (result === undefined) return html`<p class="aside">No result yet.</p>`;
    return this.width > 0 ? html`${this.#trust(result)}${this.body(result)}` : nothing;
  }

  /** What the figures are worth, and where that is shown. */
  #trust(result: Result): TemplateResult | typeof nothing {
    const found = this.band(result);
    if (found === undefined) return nothing;
    return html`<p class="aside trust">
      ${found
        ? "Fitted to published measurements; nine in ten that the fit had not seen lay within such a band."
        : this.inputs.some(({ path }) => path.endsWith("assumptions") && this.calibrated(`${path}.`))
          ? "Of this figure there are no measurements that would give a band."
          : "An estimate from data sheets, without an error band; the preset “calibrated” has one."}
      <a href=${trustPage()} target="_blank">How far can you trust this?</a>
    </p>`;
  }

  /** The answer in a word or a number, which stays in sight on a narrow page. */
  protected headline(result: Result | undefined): TemplateResult {
    return html`<p class="headline">${result === undefined ? nothing : this.answer(result)}</p>`;
  }

  /** Controls in order. */
  protected controls(paths: readonly string[]): TemplateResult {
    return html`<div class="controls">
      ${paths.map((path) => (path.endsWith("assumptions") ? this.assumptions(path) : this.control(path)))}
    </div>`;
  }

  /** Controls under a heading of their own. */
  protected group(heading: string, paths: readonly string[]): TemplateResult {
    return html`<fieldset class="inputs" part="controls">
      <legend>${heading}</legend>
      ${this.controls(paths)}
    </fieldset>`;
  }

  async #save(kind: ExportKind): Promise<void> {
    const { save } = await import("../export.js");
    save(await this.export(kind), `${this.localName}.${kind}`);
  }

  #failed(problem: Problem): TemplateResult {
    const text = diagnostic(this.localName, problem);
    const copy = async (): Promise<void> => {
      this.#copied = await copyText(text, "Copied.", this.renderRoot.querySelector(".failed pre"));
      this.requestUpdate();
    };
    return html`<div class="failed" role="alert">
        <p>${this.lab ? "This widget stopped at an error." : "This widget could not start, because its engine did not load."} The rest of the page is not affected.</p>
        <pre>${text}</pre>
        <p class="buttons">
          <button type="button" @click=${() => (this.lab ? this.reset() : void this.#start())}>Try again</button>
          <button type="button" @click=${copy}>Copy</button>
          <span role="status" class="label">${this.#copied}</span>
        </p>
      </div>
      ${this.#still()}`;
  }

  /** What the page has in the widget's place; where it has nothing, the widget's own first answer. */
  #still(): TemplateResult {
    if (this.textContent?.trim() || this.firstElementChild) return html`<slot></slot>`;
    return html`<p class="aside">At its standard settings:</p>${firstAnswer(this.localName).map((line) => html`<p class="sentence">${line}</p>`)}`;
  }
}

/** Registers an element once, however often its script is on the page. */
export function define(name: string, element: CustomElementConstructor): void {
  if (!customElements.get(name)) customElements.define(name, element);
}
