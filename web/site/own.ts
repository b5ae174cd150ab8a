// The page for a device or model of one's own: a form made from the schema, the same as JSON, both
// checked by the engine, and a roofline that uses what passes.

import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { ENTRIES } from "#fields/entries";
import { worded } from "../tools/refusal.js";
import { control, groupName, refusedAt } from "../ui/controls.js";
import { lab, problemOf, type Entry, type EngineContext, type Problem } from "../ui/engine.js";
import { attributeName } from "../ui/names.js";
import type { Field } from "../ui/fields.js";
import { choice, knowChoices } from "../ui/labels.js";
import { started } from "../ui/started.js";
import { styles } from "../ui/styles/styles.js";
import { label } from "./entry-labels.js";
import { forget, get, keep, load, refusals, set, type Figures, type Kept } from "./own-state.js";

type Kind = "hardware" | "model";

/** Fields that describe an entry of the registry and no figure of it. */
const REGISTRY = new Set(["id", "vendor", "release_year", "estimated", "sources", "notes", "unsupported_precisions"]);

const START: Record<Kind, string> = { hardware: "H100", model: "Llama3_8B" };
const NAMES: Record<Kind, string> = { hardware: "Device", model: "Model" };

// Kinds are called as the pickers of devices call them.
knowChoices(Object.fromEntries(["cloud", "workstation", "edge", "mobile", "tiny"].map((kind) => [kind, groupName(kind)])));

/** What an earlier visit left, whether or not the engine still accepts it. */
const stored: Kept = load();

/** What the engine accepts, and the roofline shows. */
const accepted: Kept = {};

const use = (): void => {
  const widget = document.querySelector("ridge-roofline");
  if (widget) widget.request = { ...widget.request, ...accepted };
};

/**
 * The form and the JSON of one device or model.
 *
 * @element own-entry
 * @attr kind - `hardware` or `model`
 */
class OwnEntry extends LitElement {
  static override styles = [
    styles,
    css`
      .copy,
      .folded {
        margin: 12px 0;
      }
      .folded .controls,
      .folded textarea {
        margin-top: 8px;
      }
    `,
  ];
  static override properties = { kind: { type: String } };

  declare kind: Kind;

  #lab: EngineContext | undefined;
  #failure = "";
  #fields: Field[] = [];
  #figures: Figures = {};
  #drafts = new Map<string, string>();
  /** The values started from: a field keeps their prefix while it is edited. */
  #typical = new Map<string, number>();
  #text: string | undefined;
  #problems: Problem[] = [];
  #kept = true;

  override async connectedCallback(): Promise<void> {
    super.connectedCallback();
    try {
      this.#lab = await lab();
    } catch (error) {
      this.#failure = problemOf(error).message;
      this.requestUpdate();
      return;
    }
    this.#fields = ENTRIES[this.kind === "hardware" ? "Hardware" : "Model"]!.filter(
      ({ path, kind }) => !REGISTRY.has(path) && kind !== "object",
    );
    const left = stored[this.kind];
    if (left) this.#begin(left, false);
    else this.#copy(START[this.kind], false);
  }

  /** Starts from an entry of the registry, without what only the registry needs. */
  #copy(id: string, keepIt = true): void {
    const figures = this.#entry(id);
    this.#begin({ ...figures, name: `My ${String(figures["name"])}` }, keepIt);
  }

  #entry(id: string): Figures {
    const { engine } = this.#lab!;
    const entry = (this.kind === "hardware" ? engine.hardware({ id }) : engine.models({ id })) as unknown as Figures;
    return Object.fromEntries(Object.entries(entry).filter(([name, value]) => !REGISTRY.has(name) && value !== null));
  }

  #begin(figures: Figures, keepIt = true): void {
    this.#drafts.clear();
    this.#typical.clear();
    for (const { path } of this.#fields) {
      const value = get(figures, path);
      if (typeof value === "number" && value > 0) this.#typical.set(path, value);
    }
    this.#take(figures, keepIt);
  }

  /** Takes new figures; only those the engine accepts are used and kept. */
  #take(figures: Figures, keepIt = true): void {
    this.#figures = figures;
    this.#text = undefined;
    this.#problems = refusals(figures, accepted[this.kind] ?? this.#entry(START[this.kind]), (tried) => this.#refusal(tried));
    if (this.#problems.length === 0) {
      accepted[this.kind] = figures;
      if (keepIt) {
        stored[this.kind] = figures;
        this.#kept = keep(stored);
      }
      use();
    }
    this.requestUpdate();
  }

  /** What the engine refuses first, its field without the part that says which object it is in. */
  #refusal(figures: Figures): Problem | undefined {
    const other = this.kind === "hardware" ? { model: START.model } : { hardware: START.hardware };
    try {
      this.#lab!.engine.roofline({ ...other, [this.kind]: figures } as never);
      return undefined;
    } catch (error) {
      const { field, ...problem } = problemOf(error);
      return { ...problem, field: field.replace(new RegExp(`^${this.kind}\\.`), "") };
    }
  }

  #typed(event: Event): void {
    this.#text = (event.target as HTMLTextAreaElement).value;
    let figures: unknown;
    try {
      figures = JSON.parse(this.#text);
    } catch (error) {
      this.#problems = [{ code: "invalid_json", field: "json", message: `This is not JSON: ${(error as Error).message}` }];
      this.requestUpdate();
      return;
    }
    const text = this.#text;
    this.#take(figures as Figures);
    this.#text = text;
  }

  #control(field: Field): TemplateResult {
    const value = get(this.#figures, field.path), draft = this.#drafts.get(field.path);
    const problem = this.#problems.find((one) => one.field === field.path);
    const shown: Field = { ...field, range: undefined, typical: this.#typical.get(field.path) };
    const group = field.path.includes(".") ? `${label(field.path.split(".")[0]!)} ${choice(field.path.split(".").at(-1)!)}` : label(field.path);
    return control({
      field: shown,
      label: group,
      id: `own-${attributeName(field.path)}`,
      value,
      draft,
      error: problem ? worded(refusedAt(shown, group, value, draft, problem.message)) : "",
      // A box to tick has no third state.
      unset: field.kind === "boolean" ? undefined : "not given",
      entries: [],
      change: (value, draft) => {
        if (draft === undefined) this.#drafts.delete(field.path);
        else this.#drafts.set(field.path, draft);
        this.#take(set(this.#figures, field.path, value));
      },
    });
  }

  protected override render(): TemplateResult {
    const name = NAMES[this.kind];
    if (this.#failure) return html`<section class="root"><p class="failed" role="alert">The engine did not load: ${this.#failure}</p></section>`;
    if (!this.#lab) return html`<section class="root"><div class="waiting">Loading the engine…</div></section>`;
    const entries: Entry[] = this.kind === "hardware" ? this.#lab.hardware : this.#lab.models;
    const first = this.#fields.filter((field) => field.required || field.path === "name" || get(this.#figures, field.path) !== undefined);
    const rest = this.#fields.filter((field) => !first.includes(field));
    const elsewhere = this.#problems.filter(({ field }) => !this.#fields.some(({ path }) => path === field));
    const source = this.kind === "hardware" ? "hardware" : "model";
    return html`<section class="root" aria-label="Your own ${name.toLowerCase()}">
      <p class="heading">${name}</p>
      <div class="controls copy">
        ${control({
          field: { path: "start", kind: source, choices: [], integer: false, fallback: undefined, unit: "", range: undefined, required: false, description: "" },
          label: "Start from",
          id: "own-start",
          value: "",
          draft: undefined,
          error: "",
          entries: [{ id: "", name: "choose an entry of the zoo" } as Entry, ...entries],
          change: (id) => id && this.#copy(String(id)),
        })}
      </div>
      <fieldset class="controls">${first.map((field) => this.#control(field))}</fieldset>
      ${rest.length > 0
        ? html`<details class="folded"><summary>${rest.length} more figures</summary><div class="controls">${rest.map((field) => this.#control(field))}</div></details>`
        : nothing}
      <details class="folded">
        <summary>As JSON</summary>
        <textarea
          id="own-json"
          aria-label="${name} as JSON"
          aria-invalid=${this.#problems.length > 0 ? "true" : "false"}
          spellcheck="false"
          rows="14"
          .value=${this.#text ?? JSON.stringify(this.#figures, null, 2)}
          @input=${(event: Event) => this.#typed(event)}
        ></textarea>
      </details>
      ${this.#problems.length > 0
        ? elsewhere.map(({ message }) => html`<p class="refused" role="alert">${message.replace(/^\S+/, (name) => label(name))}</p>`)
        : html`<p class="aside" role="status">
            The engine accepts it.
            ${this.#kept ? "" : "This browser lets the page store nothing, so it is gone when you leave: copy the JSON."}
          </p>`}
      <p class="buttons">
        <button
          type="button"
          @click=${() => {
            delete stored[this.kind];
            if (Object.keys(stored).length === 0) forget();
            else keep(stored);
            this.#copy(START[this.kind], false);
          }}
        >
          Forget it
        </button>
      </p>
    </section>`;
  }
}

customElements.define("own-entry", OwnEntry);
started("own");
