// What stands below every widget: back to its start, and its drawings and numbers as files.

import { html, nothing, type TemplateResult } from "lit";
import { problemOf } from "./engine.js";
import { EXPORTS, save, type ExportKind } from "./export.js";

export interface FootOf {
  /** The element's name, which its files get. */
  name: string;
  export(kind: ExportKind): Promise<Blob>;
  reset(): void;
  changed(): void;
}

export class Foot {
  /** What came of saving a file, where that is no file. */
  #unsaved = "";

  constructor(private readonly of: FootOf) {}

  view(hasResult: boolean): TemplateResult {
    const button = (kind: ExportKind): TemplateResult =>
      html`<button type="button" aria-label="Save as ${kind.toUpperCase()}" @click=${() => this.#save(kind)}>${kind.toUpperCase()}</button>`;
    return html`<div class="foot" part="foot">
      <button type="button" @click=${() => this.of.reset()}>Reset</button>
      ${hasResult ? html`<span class="saves"><span class="label">Save as</span> ${EXPORTS.map(button)}</span>` : nothing}
      <span role="status" class="label unsaved">${this.#unsaved}</span>
    </div>`;
  }

  async #save(kind: ExportKind): Promise<void> {
    this.#unsaved = "";
    try {
      save(await this.of.export(kind), `${this.of.name}.${kind}`);
    } catch (error) {
      this.#unsaved = `The ${kind.toUpperCase()} file could not be saved: ${problemOf(error).message}.`;
    }
    this.of.changed();
  }
}
