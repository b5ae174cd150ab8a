// What the widgets of whole systems share: their engine, their controls beside their results, and the line of settings.

import { html, lab, meanOf, type nothing, rail, RidgeElement, unsafeCSS, type CSSResultGroup, type EngineContext, trustLink, type Setting, type TemplateResult } from "#shared";
import { wideTables } from "./wide-tables.js";

export abstract class SystemsElement<Result> extends RidgeElement<Result> {
  static override styles: CSSResultGroup = [
    RidgeElement.styles,
    wideTables,
    unsafeCSS(`
      .parts {
        display: grid;
        gap: 20px;
      }
      .parts > details:not(:has(.control)) {
        display: none;
      }
      /* Beside the buttons, which would take a line of their own on a phone. */
      @container (max-width: 735.84px) {
        .headline .band {
          flex: 45%;
          order: 0;
        }
      }
      /* A line for a finger is high: a phone has model, device and format, and what is not the default. */
      @media (pointer: coarse) {
        .settings li:nth-child(n + 4):not(:has(b)) {
          display: none;
        }
      }
    `),
  ];

  /** Fields that the line under the headline always says; the others only once they are set. */
  protected abstract readonly headlined: readonly string[];

  /** Controls of what is asked, before those of the assumptions. */
  protected abstract asked(): TemplateResult;

  /** Controls that few need, folded away, but open where the page's author leaves no others. */
  protected folded(summary: string, paths: readonly string[]): TemplateResult {
    const others = this.inputs.some(({ path }) => !paths.includes(path) && this.panel.open(path));
    return html`<details ?open=${!others}>
      <summary>${summary}</summary>
      ${this.controls(paths)}
    </details>`;
  }

  protected override load(again = false): Promise<EngineContext> {
    return lab("systems", again);
  }

  protected override frame(result: Result | undefined): TemplateResult {
    return html`<div class="frame beside">
      ${this.headline(result)}
      ${rail(html`<div class="parts">${this.asked()} ${this.controls(["assumptions"])}</div>`, "rate_per_s")}
      <div class="main" part="results">${this.bodyOf(result)}</div>
    </div>`;
  }

  /** A field that may be an object has its control for the mean. */
  protected override problemPath(field: string): string {
    const mean = meanOf(field);
    return this.inputs.some(({ path }) => path === mean) ? mean : field;
  }

  /** What the figures are worth stands in their notes, at the end. */
  protected override bodyOf(result: Result | undefined): TemplateResult | typeof nothing {
    const body = super.bodyOf(result);
    return result === undefined || !this.hasWidth || this.view ? body : html`${body}<p class="aside trust">${trustLink()}</p>`;
  }

  protected override band(): undefined {}

  protected override settings(): Setting[] {
    if (this.view !== null) return super.settings();
    return this.settingsOf(this.inputs.map(({ path }) => path)).filter(({ path, changed }) => changed || this.headlined.includes(path) || path.startsWith("assumptions"));
  }
}
