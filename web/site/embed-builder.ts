// The page that writes what a host pastes. The widget on it is a live one, and its own state is what is written.

import widgets from "#widgets";
import { html, nothing, render } from "lit";
import { copyText } from "../ui/clipboard.js";
import { attributeName } from "../ui/names.js";
import { started } from "../ui/started.js";
import { bring } from "./bring.js";
import { attributes, differences, frameSnippet, pageAddress, tagSnippet, type Snippet } from "./snippets.js";

type Widget = HTMLElement & { request: Record<string, unknown>; updateComplete: Promise<boolean> };
type Control = { path: string };

const settings = document.querySelector<HTMLElement>("#settings")!;
const preview = document.querySelector<HTMLElement>("#preview")!;
const snippets = document.querySelector<HTMLElement>("#snippets")!;

const chosen = {
  widget: widgets.find(({ name }) => name === new URLSearchParams(location.search).get("widget")) ?? widgets[0]!,
  // From a file there is no address that others could use.
  base: location.protocol === "file:" ? "" : new URL(RIDGEPOINT_FOLDER ? ".." : ".", location.href).href,
  theme: "",
  loading: "",
  label: "",
  /** By control: "lock" or "hide". */
  controls: {} as Record<string, string>,
};
let element: Widget;
let initial: Record<string, unknown> | undefined;
let copied: Record<string, string> = {};

const paths = (): string[] => (element.constructor as unknown as { inputs: Control[] }).inputs.map(({ path }) => path);

/** The widget's sentences are those of its present state once it is drawn, which may take a second round: it measures itself. */
async function drawn(): Promise<void> {
  const { updateComplete } = element;
  if (await updateComplete) show();
  else await drawn();
}

/** What a link from the gallery sets, of the widget that it names. */
const asked = { widget: chosen.widget, attributes: [...new URLSearchParams(location.search)].filter(([name]) => chosen.widget.attributes.includes(name)) };

function place(): void {
  element = document.createElement(chosen.widget.tag) as Widget;
  element.className = "reserve";
  element.setAttribute("loading", "eager");
  initial = undefined;
  chosen.controls = {};
  element.addEventListener("ridge-ready", () => {
    initial = element.request;
    if (chosen.widget === asked.widget) for (const [name, value] of asked.attributes) element.setAttribute(name, value);
    void drawn();
  });
  element.addEventListener("ridge-change", () => {
    copied = {};
    void drawn();
  });
  preview.replaceChildren(element);
  show();
}

/** Places the chosen widget once its script is there, unless another has been chosen by then. */
async function choose(): Promise<void> {
  const { tag, script } = chosen.widget;
  try {
    await bring(script);
    await customElements.whenDefined(tag);
    if (chosen.widget.tag === tag) place();
  } catch (error) {
    preview.textContent = (error as Error).message;
  }
}

/** The controls that are locked, or hidden. */
const listed = (kind: string): string => Object.entries(chosen.controls).filter(([, one]) => one === kind).map(([name]) => name).join(" ");

function snippet(): Snippet | undefined {
  if (!initial) return undefined;
  const changed = differences(paths(), initial, element.request);
  const others = { theme: chosen.theme, loading: chosen.loading, label: chosen.label, lock: listed("lock"), hide: listed("hide") };
  return {
    ...chosen.widget,
    base: chosen.base,
    changed,
    attributes: { ...attributes(changed, element.request), ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== "")) },
    sentences: [...element.shadowRoot!.querySelectorAll(".sentence")].map(({ textContent }) => textContent!.replace(/\s+/g, " ").trim()),
  };
}

const choice = (label: string, name: "theme" | "loading", options: [string, string][]): unknown => html`<p>
  <label for=${name}>${label}</label>
  <select id=${name} @change=${(event: Event) => { chosen[name] = (event.target as HTMLSelectElement).value; if (name === "theme") element.setAttribute("theme", chosen.theme); show(); }}>
    ${options.map(([value, text]) => html`<option value=${value}>${text}</option>`)}
  </select>
</p>`;

const typed = (label: string, name: "base" | "label", hint: string): unknown => html`<p>
  <label for=${name}>${label}</label>
  <input id=${name} type="text" .value=${chosen[name]} placeholder=${hint} @input=${(event: Event) => { chosen[name] = (event.target as HTMLInputElement).value; show(); }} />
</p>`;

function show(): void {
  render(
    html`
      <p>
        <label for="which">Widget</label>
        <select id="which" @change=${(event: Event) => { chosen.widget = widgets.find(({ tag }) => tag === (event.target as HTMLSelectElement).value)!; void choose(); }}>
          ${widgets.map(({ tag, title }) => html`<option value=${tag} ?selected=${tag === chosen.widget.tag}>${title}</option>`)}
        </select>
      </p>
      ${choice("Colours", "theme", [["", "as the page has them"], ["light", "light"], ["dark", "dark"]])}
      ${choice("Starts", "loading", [["", "near the viewport"], ["eager", "at once"], ["click", "when the reader asks"]])}
      ${typed("Name for screen readers", "label", "where a page has several")}
      ${typed("File location", "base", "https://…/")}
      <details>
        <summary>What readers may change</summary>
        <div class="controls">
          ${paths().map((path) => {
            const name = attributeName(path);
            const choose = (event: Event): void => {
              chosen.controls[name] = (event.target as HTMLSelectElement).value;
              for (const kind of ["lock", "hide"]) element.setAttribute(kind, listed(kind));
              show();
            };
            return html`<p>
              <label for="may-${name}">${name}</label>
              <select id="may-${name}" @change=${choose}>
                ${[["", "yes"], ["lock", "locked"], ["hide", "hidden"]].map(([value, text]) => html`<option value=${value} ?selected=${(chosen.controls[name] ?? "") === value}>${text}</option>`)}
              </select>
            </p>`;
          })}
        </div>
      </details>
    `,
    settings,
  );
  const now = snippet();
  const part = (heading: string, id: string, text: string): unknown => html`<section aria-labelledby="${id}-heading">
    <h2 id="${id}-heading">${heading}</h2>
    <pre tabindex="0"><code id=${id}>${text}</code></pre>
    <p class="buttons">
      <button
        type="button"
        @click=${async () => {
          copied = { [id]: await copyText(text, "Copied.", document.getElementById(id)) };
          show();
        }}
      >
        Copy
      </button>
      <span role="status">${copied[id] ?? ""}</span>
    </p>
  </section>`;
  render(now ? [part("Tag", "tag", tagSnippet(now)), part("Frame", "frame", frameSnippet(now)), part("Address", "address", pageAddress(now))] : nothing, snippets);
}

settings.addEventListener("submit", (event) => event.preventDefault());
void choose();
started("builder");
