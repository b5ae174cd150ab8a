// The controls of a widget: which of its fields have one now, and how each stands on the page.

import type { Model } from "#engine";
import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { ALL_CONTROLS } from "./attributes.js";
import { control, refusedAt, type Refused } from "./controls.js";
import { deviceName, entryName, entryOf, type Entry, type EngineContext, type Problem } from "./engine.js";
import { assumptionPaths, attributesOf, isAssumptions, type Input } from "./input.js";
import { last } from "./last.js";
import { attributeName } from "./names.js";
import { valueAt, type Values } from "./request.js";
import { ownMachine } from "./own-machine.js";
import { hold } from "./rail.js";
import type { RequestState, Source } from "./request-state.js";
import type { Field } from "./fields.js";
import { label } from "./labels.js";
import { isChanged, settingWords, type Setting } from "./settings-line.js";

export interface PanelOf extends Source {
  /** Unique on the page; ties labels to controls. */
  uid: string;
  state: RequestState;
  lab(): EngineContext | undefined;
  attribute(name: string): string | null;
  /** Whether a part of the widget stands alone, which has the controls that its page's author names. */
  isPart(): boolean;
  /** The last one that was good. */
  result(): unknown;
  /** Whether the result depends on a field. */
  reads(path: string): boolean;
  /** What was refused, the newest at the end. */
  problems(): readonly Problem[];
  change(path: string, value: unknown, draft?: string): void;
  /** Why a value was refused, as its control says it. */
  worded(refused: Refused): string;
  /** Puts what a field of a call is into a label's title. */
  describe(label: HTMLElement, call: string, path: string): void;
  /** Opens the picker in place of a list, once it is there. */
  browse(select: HTMLSelectElement, event: Event): void;
}

const labelOf = (path: string, field: Field, input: Input | undefined): string =>
  (input?.path === path ? input.label : undefined) ?? label(field.path);

/** What other assumptions start from. */
const STARTING = ["preset", "software", "execution"];

export class Panel {
  /** What assumptions a choice of preset, software and execution stands for. */
  readonly #assumed = last((chosen: [string, unknown][]): Values => {
    try {
      return { ...this.of.lab()!.engine.assumptions(Object.fromEntries(chosen.filter(([, value]) => value !== null && value !== undefined))) };
    } catch {
      // The widget's own call says what is wrong with them.
      return {};
    }
  }, String);
  /** Another mark each time that the reader uses a control. */
  readonly #used = new Map<string, object>();

  constructor(private readonly of: PanelOf) {}

  /** Whether the page's author keeps a field from the reader; `assumptions` stands for every one of them. */
  kept(how: "lock" | "hide", path: string): boolean {
    return this.#isNamed(how, path, this.of.described(path).input);
  }

  /** Whether its control is shown: of a part alone those that the page's author asks for. */
  #isShown(path: string): boolean {
    const { input } = this.of.described(path);
    if (this.kept("hide", path) || !input) return false;
    return this.of.attribute("controls") === null ? !this.of.isPart() : this.#isNamed("controls", path, input);
  }

  #isNamed(attribute: string, path: string, input: Input | undefined): boolean {
    const names = this.of.attribute(attribute)?.split(/\s+/);
    if (!names) return false;
    return [attributeName(path), ...(input ? [...attributesOf(input), ALL_CONTROLS] : [])].some((one) => names.includes(one));
  }

  /** The field behind a path and how it is called here. */
  setting(path: string): { field: Field; label: string } | undefined {
    const { field, input } = this.of.described(path);
    return field && { field, label: labelOf(path, field, input) };
  }

  /** The field behind a path, where the reader may set it. */
  open(path: string): Field | undefined {
    return this.kept("lock", path) || !this.#isShown(path) ? undefined : this.of.described(path).field;
  }

  /** Whether a field counts now, and the page's author lets it be seen. */
  #isOffered(path: string): boolean {
    return this.of.reads(path) && !this.kept("hide", path);
  }

  /** What an assumption is while neither reader nor page sets it; nothing where the engine makes none, or refuses the preset. */
  #inForce(path: string): unknown {
    const group = path.slice(0, path.lastIndexOf("assumptions.") + "assumptions.".length);
    const name = path.slice(group.length);
    if (group === "" || name === "preset" || name === "software") return undefined;
    return this.#assumed(STARTING.map((one) => [one, this.of.state.value(group + one)]))[name] ?? undefined;
  }

  /** The same of an assumption of the whole widget, whoever set it. */
  #assumes(name: string): unknown {
    const path = `assumptions.${name}`;
    return this.of.state.value(path) ?? this.#inForce(path) ?? (entryOf(this.of.lab()!.hardware, this.of.state.value("hardware")) as Values | undefined)?.[name];
  }

  /** Drawn anew only when something of it changed, or the reader used it: what they left in it may not be what is set. */
  control(path: string): unknown {
    const { field, input } = this.of.described(path);
    // A refused value keeps its control, so that it can be mended.
    const problem = this.of.problems().find((one) => one.field === path);
    if (!field || !this.#isShown(path) || !(this.of.reads(path) || problem)) return nothing;
    const { models, hardware } = this.of.lab()!;
    const value = this.of.state.value(path), result = this.of.result();
    const inForce = input?.assumed ? this.#assumes(input.assumed) : (input?.otherwise?.((one) => this.of.state.value(one)) ?? this.#inForce(path));
    const draft = this.of.state.drafts.get(path);
    const named = labelOf(path, field, input);
    const error = problem ? this.of.worded(refusedAt({ ...field, path }, named, value, draft, problem.message)) : "";
    const choices = input?.offers && input.path === path && result !== undefined ? field.choices.filter((name) => input.offers!(name, result)) : field.choices;
    const isLocked = this.kept("lock", path);
    const machine = field.kind === "hardware" && JSON.stringify(ownMachine());
    const draw = (): TemplateResult => {
      const entries = field.kind === "model" ? models : field.kind === "hardware" ? hardware : [];
      const made = control({
        field: { ...field, path, choices },
        label: named,
        id: `${this.of.uid}-${attributeName(path)}`,
        value,
        inForce,
        draft,
        error,
        unset: input?.unset,
        entries: input?.lists ? (entries as Entry<Model>[]).filter((entry) => input.lists!(entry) || entry.id === value) : entries,
        change: (value, draft) => {
          this.#used.set(path, {});
          this.of.change(path, value, draft);
        },
        describe: ({ currentTarget }) => this.of.describe(currentTarget as HTMLElement, input!.call, field.path),
        browse: (select, event) => this.of.browse(select, event),
      });
      return isLocked ? html`<fieldset disabled>${made}</fieldset>` : made;
    };
    return guard([path, value, inForce, draft, error, `${choices}`, isLocked, machine, this.#used.get(path)], draw);
  }

  /** Each field of a group of assumptions; any other field by itself. */
  #each(path: string): string[] {
    const { input } = this.of.described(path);
    return isAssumptions(path) ? (input ? assumptionPaths(this.of.fields, input.call, path) : []) : [path];
  }

  /** The preset, and behind it every single assumption. */
  #assumptions(path: string): TemplateResult | typeof nothing {
    if (!this.#isShown(path)) return nothing;
    const inside = this.of.problems().some(({ field }) => field.startsWith(`${path}.`));
    const single = this.#each(path).filter((one) => this.of.described(one).field?.kind !== "object");
    return html`<details class="assumptions" ?open=${inside}>
      <summary>Assumptions${this.of.state.changed(path) ? html` (changed)` : nothing}</summary>
      <div class="controls">${single.map((one) => this.control(one))}</div>
    </details>`;
  }

  /** Controls in order. */
  controls(paths: readonly string[]): TemplateResult {
    return html`<div class="controls">${paths.map((path) => (isAssumptions(path) ? this.#assumptions(path) : this.control(path)))}</div>`;
  }

  /** Controls under a heading of their own. */
  group(heading: string, paths: readonly string[]): TemplateResult {
    return html`<fieldset>
      <legend>${heading}</legend>
      ${this.controls(paths)}
    </fieldset>`;
  }

  #words(path: string, value: unknown): string {
    const { field, input } = this.of.described(path);
    const lab = this.of.lab();
    return field ? settingWords(field, labelOf(path, field, input), value, (one) => (field.kind === "model" ? entryName(lab?.models, one) : deviceName(lab?.hardware, one))) : "";
  }

  /** In words what page or reader set to something else than the widget starts from; undefined where that is nothing. */
  otherwise(): string[] | undefined {
    const paths = this.of.state.otherwise();
    return paths.length > 0 ? paths.flatMap((path) => this.#words(path, this.of.state.value(path)) || []) : undefined;
  }

  /** In words what is `shown` of these fields, of those that have a control now; of assumptions, the preset and what is set besides. */
  settings(paths: readonly string[], shown: Values): Setting[] {
    return paths.flatMap((path) => this.#each(path)).flatMap((path) => {
      const { field } = this.of.described(path);
      if (!field || !this.#isOffered(path)) return [];
      const value = valueAt(shown, path);
      const words = this.#words(path, value);
      return words ? [{ path, words, changed: isChanged(field, value), open: this.open(path) !== undefined }] : [];
    });
  }
}

/** To a field's control, wherever it is folded away. */
export function lead(root: ParentNode, path: string): void {
  const found = root.querySelector<HTMLElement>(`[data-field="${path}"] :is(select, input)`);
  for (let fold = found?.closest("details"); fold; fold = fold.parentElement?.closest("details")) fold.open = true;
  hold(found?.closest(".control"));
  found?.focus();
}
