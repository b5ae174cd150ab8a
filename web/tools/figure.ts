// A number that was opened: what it is, how it follows from others with their values put in, and where each of those comes
// from. All of that is the engine's; here it is only written out.

import { FIGURES } from "#fields/figures";
import { choice, fieldsOf, html, nothing, number, ownMachine, percent, quantity, trustLink, type Opened, type TemplateResult, type Toolbox } from "#shared";
import { label } from "./labels.js";
import { Dialog } from "./dialog.js";
import { isName, namesIn, tokens, comesTo, written } from "./formula.js";

type Values = Record<string, unknown>;

/** What kind of value it is, where it is neither a setting nor derived: each kind looks different beside the value. */
type Kind = "published" | "measured" | "assumed";

/** A name of a formula: its value in words, where it comes from, and what it opens. */
interface Part {
  name: string;
  words: string;
  value: number | undefined;
  text: string;
  /** As it stands in the formula. */
  put: string;
  from: TemplateResult | string | typeof nothing;
  kind?: { look: Kind; word: string } | undefined;
}

const at = (values: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((one, step) => (typeof one === "object" && one !== null ? (one as Values)[step] : undefined), values);

/** A label within a sentence: KV cache and LoRA keep their capitals. */
const inner = (text: string): string => (/^[A-Z][a-z]*\b/.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text);

/** Microseconds have the prefix that suits them. */
const amount = (value: number, unit: string): string => (unit === "us" ? quantity(value / 1e6, "s") : quantity(value, unit));

const shown = (value: unknown, unit: string): string =>
  typeof value === "number" ? (unit ? amount(value, unit) : number(value)) : typeof value === "string" ? choice(value) : "—";

/** In a formula a number has the unit that its other numbers count on: hundredths, microseconds and seconds stay what they are. */
const put = (value: unknown, unit: string): string =>
  typeof value !== "number" ? shown(value, unit) : unit === "%" ? number(value) : unit === "us" ? quantity(value, unit) : unit === "s" && value >= 1000 ? `${number(value)}\u00a0s` : shown(value, unit);

const isShare = (field: string): boolean => /(^|\.)(mfu|hfu|memory_utilization|\w+_share)$|^time_share\./.test(field);

/** The least and the greatest value that an assumption is fitted to, over all software; undefined where it is not fitted. */
function fittedRange(name: string): [number, number] | undefined {
  const fits = Object.values(FIGURES.presets["calibrated"] ?? {}).map((held) => (held as Values)[name]).filter((value) => typeof value === "number");
  const range: [number, number] = [Math.min(...fits), Math.max(...fits)];
  return range[0] < range[1] ? range : undefined;
}

/** Of a rate of a data sheet, the assumption that says which share of it is reached. */
const SHARES: Record<string, string> = { memory_bandwidth_bytes_per_s: "bandwidth_efficiency", peak_flop_per_s: "efficiency" };

/** How much of what a data sheet states is reached. */
function reached(field: string): string {
  const range = SHARES[field] && fittedRange(SHARES[field]);
  return range ? `; programs that were measured reach ${percent(range[0])} to ${percent(range[1])} of it` : "";
}

/** A figure that was printed with few digits was rounded to them: by at most this share of it; 0 of a figure in full. */
export function rounding(value: number): number {
  const [mantissa] = value.toExponential().split("e") as [string];
  const digits = Math.max(mantissa.replace(".", "").length, 2);
  return digits > 4 ? 0 : (0.5 * 10 ** (1 - digits)) / Number(mantissa);
}

/** How far what a source states may be off. */
function stated(group: "hardware" | "model", field: string, value: unknown): string {
  const { stated: words, rounded } = FIGURES.certainty[group][field] ?? {};
  const share = rounded && typeof value === "number" ? rounding(value) : 0;
  const off = `; rounded by at most ${number(Number((100 * share).toPrecision(2)))} %`;
  return share === 0 ? `; ${words}` : group === "model" ? off : `; ${words}${off}`;
}

class Explained {
  /** What was opened on the way here. */
  readonly #way: string[];
  readonly #dialog: Dialog;

  constructor(
    private readonly toolbox: Toolbox,
    private readonly opened: Opened,
  ) {
    this.#way = [opened.field];
    const root = toolbox.of.root();
    this.#dialog = new Dialog(root, root.activeElement ?? root.host, "Where this number comes from", "formula-box");
    this.#show();
  }

  get #known(): Record<string, { description: string; unit: string; formulas?: string[] }> {
    return FIGURES.calls[this.opened.call] ?? {};
  }

  #label(field: string): string {
    return label(`${this.opened.call}.${field}`);
  }

  #setting(name: string): unknown {
    const { request, call } = this.opened;
    return at(request, name) ?? fieldsOf(call).get(name)?.fallback;
  }

  /** The assumptions in force: what was set, or else what the preset has. */
  #assumed(name: string): { value: unknown; isSet: boolean; preset: string; software: string } {
    const { request } = this.opened;
    const given = request["assumptions"];
    const set = typeof given === "object" && given !== null ? (given as Values) : {};
    const preset = String((typeof given === "string" ? given : set["preset"]) ?? "first-principles");
    const software = String(set["software"] ?? "unknown");
    const values = FIGURES.presets[preset] ?? {};
    const held = (preset === "calibrated" ? (values[software] as Values) : values)?.[name];
    return { value: set[name] ?? held, isSet: set[name] !== undefined && set[name] !== null, preset, software };
  }

  #entry(kind: "model" | "hardware"): Values | undefined {
    const value = this.opened.request[kind];
    if (typeof value === "object" && value !== null) return value as Values;
    const lab = this.toolbox.of.lab();
    return (kind === "model" ? lab?.models : lab?.hardware)?.find(({ id }) => id === value) as Values | undefined;
  }

  #full(name: string): string {
    return name.replace(/\{([\w.]+)\}/g, (_, field: string) => String(this.#value(field) ?? ""));
  }

  #value(name: string): unknown {
    const full = this.#full(name);
    const [group, ...rest] = full.split(".");
    const path = rest.join(".");
    if (group === "request") return this.#setting(path);
    if (group === "assumptions") return this.#assumed(path).value;
    if (group === "hardware" || group === "model") return at(this.#entry(group), path);
    return at(this.opened.result, full);
  }

  readonly #number = (name: string): number | undefined => {
    const value = this.#value(name);
    return typeof value === "number" ? value : undefined;
  };

  /** That of its formulas which gives the figure. */
  #formula(field: string): string | undefined {
    const wanted = at(this.opened.result, field);
    if (typeof wanted !== "number") return undefined;
    return this.#known[field]?.formulas?.find((formula) => {
      const found = comesTo(formula, this.#number);
      return found !== undefined && Math.abs(found - wanted) <= 1e-9 * Math.abs(wanted);
    });
  }

  #part(name: string): Part {
    const full = this.#full(name);
    const [group, ...rest] = full.split(".");
    const path = rest.join(".");
    const value = this.#value(name);
    const { call } = this.opened;
    const is = (words: string, unit: string, from: Part["from"], kind?: Part["kind"]): Part => ({ name, words, value: this.#number(name), text: shown(value, unit), put: put(value, unit), from, kind });
    if (group === "request") return is(inner(this.toolbox.of.setting(this.#path(path))?.label ?? label(path)), fieldsOf(call).get(path)?.unit ?? "", this.#control(path, "the control"));
    if (group === "assumptions") return is(inner(label(path)), fieldsOf(call).get(full)?.unit ?? "", this.#reason(path), this.#kindOfAssumption(path));
    if (group === "hardware" || group === "model") {
      const known = FIGURES[group][path];
      const part = is(group === "hardware" && path.startsWith("peak_") ? `peak FLOP/s in ${choice(path.split(".").pop()!)}` : inner(label(path)), known?.unit ?? (path.startsWith("peak_") ? "flop/s" : ""), this.#source(group, path), this.#kindOfEntry(group, path));
      return this.#estimated(group, path) ? { ...part, text: `≈ ${part.text}` } : part;
    }
    const known = this.#known[full];
    return is(inner(this.#label(full)), known?.unit ?? "", this.#further(full));
  }

  /** A figure that opens in its turn. */
  #further(field: string): TemplateResult | string {
    const { description } = this.#known[field] ?? { description: "" };
    const open = (): void => {
      this.#way.push(field);
      this.#show();
    };
    return html`${description} <button type="button" class="link" @click=${open}>${this.#formula(field) ? "Derivation" : "What it is"}</button>`;
  }

  /** Where the widget's own request has a field of the call's: some lie beside the call's others. */
  #path(path: string): string {
    const within = `${this.opened.prefix ?? ""}${path}`;
    return this.toolbox.of.setting(within) ? within : path;
  }

  #control(path: string, words: string): TemplateResult | string {
    const full = this.#path(path);
    if (!this.toolbox.of.setting(full)) return "as the page has it";
    const go = (): void => {
      this.#dialog.close();
      this.toolbox.of.lead(full);
    };
    return html`set by <button type="button" class="link" @click=${go}>${words}</button>`;
  }

  #amount(name: string, value: number): string {
    return shown(value, fieldsOf(this.opened.call).get(`assumptions.${name}`)?.unit ?? "");
  }

  /** How far an assumption may be off that was not fitted to this program: what it is for those that it was fitted to. */
  #fits(name: string): string {
    const range = fittedRange(name);
    return range ? `; fitted to programs that were measured, ${this.#amount(name, range[0])} to ${this.#amount(name, range[1])}` : "";
  }

  /** What the calibrated value of an assumption was fitted to; undefined of one that was not. */
  #fit(name: string, software: string): TemplateResult | undefined {
    const { date, of } = FIGURES.fitted[software] ?? FIGURES.fitted["unknown"]!;
    const own = of[name];
    if (own) return html`fitted ${date} to ${own.points} points of ${own.documents} documents (all listed under ${trustLink()}), ${this.#amount(name, own.low)} to ${this.#amount(name, own.high)} with one document left out`;
    return FIGURES.fitted["unknown"]!.of[name] && html`not measured of this program, fitted ${date} to others${this.#fits(name)} (all listed under ${trustLink()})`;
  }

  /** Where an assumption comes from. */
  #reason(name: string): TemplateResult | string {
    const { isSet, preset, software, value } = this.#assumed(name);
    const control = this.#control(`assumptions.${name}`, "the control");
    if (isSet) return html`${control}${this.#fits(name)}`;
    const fitted = preset === "calibrated" ? this.#fit(name, software) : undefined;
    const said = `${described(this.opened.call, `assumptions.${name}`)}; assumed by “${preset}”`;
    if (fitted) return html`${said} for ${choice(software)}: ${fitted}, ${control}`;
    const { why, url, date, low, high } = FIGURES.assumed[name]!;
    if (value !== FIGURES.presets["first-principles"]![name]) return html`${said}: exactly what the textbook’s package 0.1.0 has, read ${date}${this.#fits(name)}, ${control}`;
    return html`${said}: ${url ? html`<a href=${url} target="_blank" rel="noopener">${why}</a>` : why}, ${date}; plausible from ${this.#amount(name, low)} to ${this.#amount(name, high)}${this.#fits(name)}, ${control}`;
  }

  /** Of an entry of the registry; one that was written out has none. */
  #origin(kind: "model" | "hardware"): (typeof FIGURES.origins)[string] | undefined {
    return typeof this.opened.request[kind] === "string" ? FIGURES.origins[String(this.#entry(kind)?.["id"])] : undefined;
  }

  /** Why a figure of a device or model is no more than an estimate. */
  #estimated(kind: "model" | "hardware", path: string): string | undefined {
    const estimated = this.#origin(kind)?.estimated;
    return estimated?.[path] ?? estimated?.[path.split(".")[0]!];
  }

  #kindOfAssumption(name: string): Part["kind"] {
    const { isSet, preset, software } = this.#assumed(name);
    if (isSet) return undefined;
    return preset === "calibrated" && this.#fit(name, software) ? { look: "measured", word: "Fitted to measurements" } : { look: "assumed", word: "Assumed" };
  }

  #kindOfEntry(kind: "model" | "hardware", path: string): Part["kind"] {
    if (!this.#origin(kind)) {
      const isOwn = kind === "hardware" && JSON.stringify(this.#entry(kind)) === JSON.stringify(ownMachine());
      return isOwn && /^(memory_bandwidth|peak_flop)/.test(path) ? { look: "measured", word: "Measured here" } : undefined;
    }
    if (this.#estimated(kind, path)) return { look: "assumed", word: "Estimated" };
    return { look: "published", word: /price|cost/.test(path) ? "List price" : kind === "hardware" ? "Data sheet" : "Published" };
  }

  /** The page that states a figure of a device or model. */
  #source(kind: "model" | "hardware", path: string): TemplateResult | string {
    const name = String(this.#entry(kind)?.["name"] ?? "your own");
    const origin = this.#origin(kind);
    if (!origin) return `${name}, as it was given`;
    const [field] = path.split(".") as [string];
    const why = this.#estimated(kind, path);
    const source = origin.sources.find(({ fields }) => fields.includes(path) || fields.includes(field));
    const page = source && FIGURES.sources[source.source];
    const value = at(this.#entry(kind), path) as number;
    const { low, high } = FIGURES.certainty[kind][field] ?? {};
    const unit = FIGURES[kind][path]?.unit ?? "flop/s";
    const followed = source?.second ? "quoted from a second source" : source?.textbook ? "as the textbook quotes it" : source?.unread ? "not read again" : "read there";
    return html`${name}${page ? html`: <a href=${page.url} target="_blank" rel="noopener">${page.title}</a>, ${followed}, ${page.date ?? page.recorded}` : nothing}${why ? html`; estimated${page ? "" : ` ${origin.since}`}: ${why}; plausible from ${shown(value * low!, unit)} to ${shown(value * high!, unit)}` : stated(kind, field, value)}${reached(field)}`;
  }

  /** What was opened in the words that were pressed; in a column of a table these are digits, without the unit of its head. */
  #said(field: string): string {
    const { text, result } = this.opened;
    const unit = this.#known[field]?.unit ?? "";
    if (this.#way.length === 1 && text && !(unit && /^[\d.,\s]+$/.test(text))) return text;
    const value = at(result, field);
    return isShare(field) ? percent(value as number) : shown(value, unit);
  }

  #show(): void {
    const field = this.#way.at(-1)!;
    const { result } = this.opened;
    const known = this.#known[field];
    const formula = this.#formula(field);
    const parts = formula ? namesIn(formula).map((name) => this.#part(name)) : [];
    const part = (name: string): Part => parts.find((one) => one.name === name)!;
    const back = (): void => {
      this.#way.pop();
      this.#show();
    };
    const trace = (result as { trace?: readonly string[] }).trace ?? [];
    // It tells how times come about, and nothing of what memory holds.
    const isTraced = trace.length > 0 && known?.unit !== "bytes";
    this.#dialog.show(html`
      <p class="heading" role="heading" aria-level="2">${this.#label(field)}: ${this.#said(field)}</p>
      ${known?.description ? html`<p class="aside">${known.description[0]!.toUpperCase()}${known.description.slice(1)}.</p>` : nothing}
      ${formula
        ? html`<p class="formula">
              <span>= ${written(formula, (name) => part(name).words)}</span>
              ${tokens(formula).some((token) => !isName(token)) ? html`<span>= ${written(formula, (name) => html`<b>${part(name).put}</b>`)}</span>` : nothing}
            </p>
            <dl class="inputs-of">${parts.map(({ words, text, from, kind }) => html`<div><dt>${words}</dt><dd><b>${text}</b>${kind ? html` <span class="kind ${kind.look}">${kind.word}</span>` : nothing}<small>${from}</small></dd></div>`)}</dl>`
        : isTraced
          ? html`<p class="aside">It is counted piece by piece; in short:</p><ol class="trace">${trace.map((step) => html`<li>${step}</li>`)}</ol>`
          : nothing}
      <p class="buttons">
        ${this.#way.length > 1 ? html`<button type="button" @click=${back}>Back</button>` : nothing}
        <button type="button" @click=${() => this.#dialog.close()}>Close</button>
      </p>
    `);
  }
}

/** What a field of a call's request is. */
export const described = (call: string, path: string): string => FIGURES.settings[call]?.[path] ?? "";

export function openFigure(toolbox: Toolbox, opened: Opened): void {
  new Explained(toolbox, opened);
}
