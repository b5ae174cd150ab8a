// The part of the foot that copies what is shown, for elsewhere, and opens what was saved.

import { copyText, html, nothing, type TemplateResult, type Toolbox } from "#shared";
import { command, python } from "./snippets.js";
import { dressed } from "./styles.js";

/** What was copied last, a widget. */
const shown = new WeakMap<Toolbox, { text: string; said: string }>();

export function copies(toolbox: Toolbox): TemplateResult {
  const { of } = toolbox;
  dressed(of.root());
  const called = of.calls();
  const link = of.link();
  const last = shown.get(toolbox);
  const copy = async (what: string, text: string): Promise<void> => {
    shown.set(toolbox, { text, said: "" });
    of.changed();
    await (of.element as HTMLElement & { updateComplete: Promise<unknown> }).updateComplete;
    shown.set(toolbox, { text, said: await copyText(text, `${what} copied.`, of.root().querySelector(".copied")) });
    of.changed();
  };
  const button = (what: string, text: () => string): TemplateResult => html`<button type="button" @click=${() => copy(what, text())}>${what}</button>`;
  const chosen = ({ target }: Event): void => {
    const input = target as HTMLInputElement;
    if (input.files?.[0]) toolbox.take(input.files[0]);
    input.value = "";
  };
  return html`<div class="copies" role="group" aria-label="Copy or open">
    <p class="buttons">
      <span class="label">Copy as</span>
      ${link === null ? nothing : button("Link", () => link)}
      ${called.length === 0 ? nothing : html`${button("Command", () => called.map(command).join("\n"))} ${button("Python", () => python(called))}`}
      ${button("JSON", () => JSON.stringify(of.now()!.request, null, 2))}
      <label class="button">Open a JSON file<input type="file" accept=".json,application/json" class="unseen" @change=${chosen} /></label>
    </p>
    <p class="aside">${link === null ? "This page keeps no state in its address, so there is no link to copy. " : ""}A file that was saved as JSON can also be dropped on the widget.</p>
    ${last ? html`<pre class="copied" tabindex="0" aria-label="Copied">${last.text}</pre>` : nothing}
    <p class="label" role="status">${last?.said ?? ""}</p>
  </div>`;
}
