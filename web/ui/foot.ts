// What stands below every widget: back to its start, what it shows to be copied, and its drawings and numbers as files.

import { html, nothing, type TemplateResult } from "lit";
import { problemOf } from "./engine.js";
import type { Toolbox } from "./toolbox.js";
import { tools } from "./tools.js";

export type ExportKind = "svg" | "png" | "csv" | "json";
const EXPORTS: readonly ExportKind[] = ["svg", "png", "csv", "json"];

export interface FootOf {
  /** The element's name, which its files get. */
  name: string;
  toolbox: Toolbox;
  export(kind: ExportKind): Promise<Blob>;
  reset(): void;
  changed(): void;
}

export class Foot {
  constructor(private readonly of: FootOf) {}

  view(hasResult: boolean): TemplateResult {
    const { toolbox } = this.of;
    const button = (kind: ExportKind): TemplateResult =>
      html`<button type="button" aria-label="Save as ${kind.toUpperCase()}" @click=${() => this.#save(kind)}>${kind.toUpperCase()}</button>`;
    const { isOpen, toggle, view } = toolbox.copying();
    return html`<div class="foot" part="foot">
        <button type="button" @click=${() => this.of.reset()}>Reset</button>
        ${hasResult
          ? html`<button type="button" aria-expanded=${isOpen ? "true" : "false"} @click=${toggle}>Copy or open</button>
              <span class="saves"><span class="label">Save as</span> ${EXPORTS.map(button)}</span>`
          : nothing}
        <span role="status" class="label unsaved">${toolbox.said}</span>
      </div>
      ${hasResult ? view : nothing}`;
  }

  async #save(kind: ExportKind): Promise<void> {
    const { toolbox } = this.of;
    toolbox.said = "";
    try {
      (await tools()).save(await this.of.export(kind), `${this.of.name}.${kind}`);
    } catch (error) {
      toolbox.said = `The ${kind.toUpperCase()} file could not be saved: ${problemOf(error).message}.`;
    }
    this.of.changed();
  }
}
