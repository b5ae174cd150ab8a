// What every widget does alike, put together: it takes its request from attributes, the page's address and its controls,
// asks the engine at each change, keeps the last good result, and says what it did. Each of these has its own file here.

import { html, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from "lit";
import { Address } from "./address.js";
import { ask, type Answer } from "./asking.js";
import { strangers } from "./attributes.js";
import { lab, problemOf, type EngineContext, type Problem } from "./engine.js";
import { Failure } from "./failure.js";
import { Foot, type ExportKind } from "./foot.js";
import { followHost } from "./host-theme.js";
import { fieldsOf } from "./fields.js";
import { attributesOf, describedBy, type Described, type Input } from "./input.js";
import { keepKeys } from "./keys.js";
import { last } from "./last.js";
import { Loading } from "./loading.js";
import { Drawn } from "./drawn.js";
import { lead, Panel } from "./panel.js";
import { remarks } from "./parts.js";
import { holdFirst } from "./rail.js";
import { valueAt, type Values } from "./request.js";
import { RequestState } from "./request-state.js";
import { Speaker } from "./speaker.js";
import { styles } from "./styles/styles.js";
import { Toolbox, type Called, type Moment } from "./toolbox.js";
import { tools } from "./tools.js";

let widgets = 0;

export abstract class RidgeElement<Result> extends Drawn<Result> {
  static override styles: CSSResultGroup = styles;

  /** What `view` may name beside `table`: its figures. */
  static views: readonly string[] = [];
  /** What `hide` takes beside controls and figures: names of readouts. */
  static readouts: readonly string[] = [];

  /** The request's fields this widget takes. */
  static inputs: readonly Input[] = [];

  static override get observedAttributes(): string[] {
    return [...new Set([...super.observedAttributes, ...this.inputs.flatMap(attributesOf), "loading", "url-state", "lock", "hide", "view", "controls"])];
  }

  /** How long the engine may take before the reader is told that it does. */
  static patience_ms = 8000;

  /** The last result that the engine gave; undefined before the first. */
  result: Result | undefined;

  /** The engine and its lists, once they are there. */
  protected lab: EngineContext | undefined;
  /** The request behind `result`, for drawing: what is in the controls may have been refused. */
  protected shown: Values = {};
  protected readonly uid = `r${++widgets}`;

  readonly #source = {
    inputs: () => this.inputs,
    fields: fieldsOf,
    described: (path: string) => this.described(path),
  };
  readonly #state = new RequestState(this.#source);
  protected readonly panel = new Panel({
    ...this.#source,
    uid: this.uid,
    state: this.#state,
    lab: () => this.lab,
    attribute: (name) => this.getAttribute(name),
    isPart: () => this.view !== null,
    result: () => this.result,
    reads: (path) => !this.#unread(this.result).some((unread) => path === unread || path.startsWith(`${unread}.`)),
    problems: () => this.#problems,
    change: (path, value, draft) => this.change(path, value, draft),
    worded: (refused): string => this.toolbox.worded(refused),
    describe: (label, call, path) => this.toolbox.describe(label, call, path),
    browse: (select, event) => this.toolbox.browse(select, event),
  });
  readonly #address = new Address(this, this.#state, (path) => this.panel.open(path));
  readonly #loading = new Loading({
    element: this,
    otherwise: () => this.panel.otherwise(),
    patience_ms: () => (this.constructor as typeof RidgeElement).patience_ms,
    states: () => this.#internals?.states,
    started: () => this.lab !== undefined,
    load: (again) => this.load(again),
    ready: (ready) => this.#begin(ready),
    failed: (error) => this.fail(error),
    changed: () => this.requestUpdate(),
  });
  protected readonly toolbox = new Toolbox({
    element: this,
    state: this.#state,
    lab: () => this.lab,
    root: () => this.renderRoot as ShadowRoot,
    now: (body) => this.#now(body),
    calls: () => (this.result === undefined ? [] : this.calls(this.result)),
    setting: (path) => this.panel.setting(path),
    lead: (path) => lead(this.renderRoot, path),
    link: () => this.#address.link(this.shown, this.refused),
    replace: (request) => this.#replace(request),
    stepped: () => this.settle(),
    changed: () => this.requestUpdate(),
  });
  readonly #foot = new Foot({ name: this.localName, toolbox: this.toolbox, export: (kind) => this.export(kind), reset: () => this.reset(), changed: () => this.requestUpdate() });
  readonly #speaker = new Speaker(() => this.requestUpdate());
  readonly #unread = last((result: Result | undefined) => (result === undefined ? [] : this.unread(result)));
  readonly #descriptions = last((_inputs: readonly Input[]) => new Map<string, Described>());
  /** What was refused, the newest at the end. */
  #problems: Problem[] = [];
  #failure: Failure | undefined;
  #internals: ElementInternals | undefined;
  #unfollow: (() => void) | undefined;

  /** Loads the engine that `solve` asks; `again` although an earlier call still waits. */
  protected load(again: boolean): Promise<EngineContext> {
    return lab("solvers", again);
  }
  /** Fields that the result does not depend on, as it says; they have no control, though attributes and addresses may set them. */
  protected abstract unread(result: Result): readonly string[];
  /** Asks the engine. Throws what the engine throws. */
  protected abstract solve(lab: EngineContext, request: Record<string, unknown>): Result;
  protected get views(): readonly string[] {
    return (this.constructor as typeof RidgeElement).views;
  }

  protected get inputs(): readonly Input[] {
    return (this.constructor as typeof RidgeElement).inputs;
  }

  // Life on the page

  override connectedCallback(): void {
    const before = this.#failure;
    super.connectedCallback();
    addEventListener("hashchange", this.#readAddress);
    // Browsers without custom states, or internals at all, only miss what the style sheet says of them.
    this.#internals ??= (this.attachInternals as (() => ElementInternals) | undefined)?.call(this);
    const states = this.#internals?.states;
    try {
      this.#unfollow = followHost((dark) => states?.[dark ? "add" : "delete"]("dark"));
      if (!this.lab && this.#failure === before) this.#loading.begin();
    } catch (error) {
      this.fail(error, true);
    }
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    try {
      return super.createRenderRoot();
    } catch (error) {
      // Without its style sheet it would show nothing, not even what the page has in its place.
      this.fail(error, true);
      return this.shadowRoot!;
    }
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("hashchange", this.#readAddress);
    this.#unfollow?.();
    this.#loading.end();
    this.#speaker.silence();
    this.#address.cancel();
    this.forget();
  }

  override attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    super.attributeChangedCallback(name, before, after);
    if (name === "loading" && after === "eager" && this.isConnected) void this.#loading.start();
    if (/^(lock|hide|view|controls)$/.test(name)) this.requestUpdate();
    if (before !== after && this.#state.write(name, after)) this.recompute();
  }

  protected override update(changed: PropertyValues): void {
    try {
      super.update(changed);
    } catch (error) {
      this.fail(error);
      super.update(changed);
    }
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.#speaker.hear(this.renderRoot.querySelectorAll("[data-said]"), this.attended);
    holdFirst(this.renderRoot);
  }

  protected override get isRunning(): boolean {
    return this.lab !== undefined && !this.#failure;
  }

  async #begin(ready: EngineContext): Promise<void> {
    this.lab = ready;
    this.#failure = undefined;
    this.#readAddress();
    // The first frame is empty until its width is known. Were it seen to shrink and grow, browsers would move the reader.
    const { minHeight } = this.style;
    this.style.minHeight = getComputedStyle(this).height;
    this.recompute();
    await this.drawn();
    this.style.minHeight = minHeight;
    this.#tell("ridge-ready", { request: this.request, result: this.result });
  }

  /** The widget gives way to what its place says without it. */
  protected override fail(error: unknown, isOwn = this.lab !== undefined): void {
    this.forget();
    const problem = problemOf(error);
    this.#failure = new Failure(problem, {
      element: this,
      otherwise: () => this.panel.otherwise(),
      root: () => this.renderRoot,
      isOwn,
      again: () => (this.lab ? this.reset() : void this.#loading.start()),
      changed: () => this.requestUpdate(),
    });
    this.requestUpdate();
    this.#tell("ridge-error", problem);
  }

  #tell(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  #readAddress = (): void => {
    if (!this.lab) return;
    this.#address.read(() => {
      this.recompute();
      return this.#problems[0]?.field;
    });
    this.requestUpdate();
  };

  // The request

  /** The request as the engine gets it. Setting it replaces what the controls hold. */
  get request(): Values {
    return this.#state.request();
  }

  set request(request: Values) {
    this.#take(request);
    this.recompute();
  }

  #take(request: Values): void {
    if (this.lab) this.#keep();
    this.#state.replace(request);
  }

  readonly #keep = (moving?: string): void => this.toolbox.history.keep(moving, this.refused.map((path) => [path, valueAt(this.shown, path)]));

  /** Back to what the page's author wrote. */
  reset(): void {
    this.#replace({});
  }

  #replace(request: Values): void {
    this.#take(request);
    this.settle();
  }

  /** All drawings one under another (svg, png), their numbers (csv), or request and result (json). */
  async export(kind: ExportKind, theme: "light" | "dark" = "light"): Promise<Blob> {
    await this.drawn();
    if (this.result === undefined) throw new Error("there is no result to export yet");
    return (await tools()).exported(kind, this.toolbox.of, theme);
  }

  /** What a reader may pin. */
  #now(body?: unknown): Moment<Result> | undefined {
    const { result, shown } = this;
    return result === undefined ? undefined : { result, request: shown, answer: this.answer(result), body: body ?? this.body(result), words: this.settings().map(({ words }) => words), tables: this.tables(result) };
  }

  /** The calls of the engine behind a result. */
  protected calls(result: Result): Called[] {
    return [{ call: this.inputs[0]!.call, request: this.shown, result: result as object }];
  }

  protected described(path: string): Described {
    const { inputs } = this;
    const known = this.#descriptions(inputs);
    let found = known.get(path);
    if (!found) known.set(path, (found = describedBy(inputs, this.#source.fields, path)));
    return found;
  }

  /** What a field is set to: by the reader, the page, the widget, or else the engine. */
  protected value(path: string): unknown {
    return this.#state.value(path);
  }

  /** Whether the assumptions that a path is one of are the calibrated ones. */
  protected calibrated(path = "assumptions."): boolean {
    return this.#state.calibrated(path);
  }

  /** Sets one field from a control, or null to leave it to the engine. */
  protected change(path: string, value: unknown, draft?: string): void {
    // All of a drag, or of a number being typed, is one step back.
    this.edit(this.#state.changing(path, value, draft), typeof value === "number" || draft !== undefined ? path : undefined);
  }

  /** Sets several fields at once; `moving`: the control that does it by and by. */
  protected edit(values: Values, moving?: string): void {
    // A box that is left tells its value again.
    if (Object.entries(values).some(([path, value]) => !Object.is(this.#state.edits.get(path), value))) this.#keep(moving);
    for (const [path, value] of Object.entries(values)) this.#state.edits.set(path, value);
    this.settle();
  }

  /** Answers what the reader changed, and keeps it in the address. */
  protected settle(): void {
    this.#address.unread = [];
    // What brought no answer would bring none on the next visit.
    if (this.recompute()) this.#address.write(this.shown, this.refused);
  }

  /** Fields whose values the engine refused; the result is that of their last good ones. Each control says why. */
  get refused(): string[] {
    return this.#problems.map(({ field }) => field);
  }

  /** Asks the engine again; whether it had an answer. */
  protected recompute(): boolean {
    const { lab, result, shown } = this;
    if (!lab) return false;
    this.#problems = [];
    const answer = ask(this.#state, result === undefined ? undefined : { request: shown, result }, (request) => this.solve(lab, request), (error) => this.refuse(error), (field, last) => this.toolbox.history.before(field, last));
    if (answer) this.answered(answer);
    this.requestUpdate();
    return answer !== undefined;
  }

  /** An answer takes the place of the last. */
  protected answered(answer: Answer<Result>): void {
    this.shown = answer.request;
    this.result = answer.result;
    this.#failure = undefined;
    this.#tell("ridge-change", answer);
    this.requestUpdate();
  }

  /** Tells what was refused, at its control if there is one; the last good result stays. Gives the field that it is of. */
  protected refuse(error: unknown): string | undefined {
    const problem = problemOf(error);
    if (problem.code === "internal" || problem.code === "engine_failed") {
      this.fail(error);
      return undefined;
    }
    const field = this.problemPath(problem.field);
    this.#problems.push({ ...problem, field });
    this.#tell("ridge-error", problem);
    this.requestUpdate();
    return field;
  }

  /** The control that a field of an error belongs to; a widget that asks several calls maps them. */
  protected problemPath(field: string): string {
    return field;
  }

  // What stands on the page

  /** What of the attributes on its tag means nothing here, each in a sentence without its point. */
  protected strange(attributes: Iterable<{ name: string; value: string }>): string[] {
    const { observedAttributes, readouts } = this.constructor as typeof RidgeElement;
    return strangers(attributes, observedAttributes, this.#state.known(), this.views, [...this.views, ...readouts]);
  }

  protected override render(): TemplateResult {
    const { toolbox } = this;
    const settle = (): void => toolbox.history.settle();
    // The first press may be on a list, for which the picker is to be here.
    const press = (): void => {
      settle();
      tools().catch(() => {});
    };
    const keys = (event: KeyboardEvent): void => void (toolbox.keys(event) || keepKeys(event));
    // The page of a lab has its exercises around its widgets: there the controls stand in the text.
    const place = this.view !== null ? "alone" : this.closest("ridge-lab") ? "" : "docked";
    const moving = toolbox.history.isMoving ? " moving" : "";
    return html`<section class="root ${place}${moving}" part="root" lang="en" aria-label=${this.getAttribute("label") ?? this.caption} @keydown=${keys} @keyup=${keepKeys} @keypress=${keepKeys} @focusin=${settle} @pointerdown=${press} @change=${settle} @dragover=${toolbox.drag} @drop=${toolbox.drop}>
      ${this.#failure ? this.#failure.view() : this.lab ? this.#ready() : this.#loading.view()}
    </section>`;
  }

  #ready(): TemplateResult {
    const { result } = this;
    const elsewhere = this.#problems.filter(({ field }) => !this.described(field).field);
    return html`
      ${remarks(this.#address.unread, this.strange(this.attributes), elsewhere)}
      ${this.frame(result)}
      <p class="unseen live" role="status">${this.#speaker.text}</p>
      ${this.view === null && this.hasWidth ? this.#foot.view(result !== undefined) : nothing}
    `;
  }
}
