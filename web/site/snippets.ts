// A widget as a reader has set it, written as what a page takes: attributes, a tag, a frame, an address.

import { escapeHtml } from "../labs/html.js";
import { attributeName } from "../ui/names.js";
import { write, type State } from "../ui/state.js";

type Values = Record<string, unknown>;

const isRecord = (value: unknown): value is Values => typeof value === "object" && value !== null && !Array.isArray(value);
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const at = (values: Values, path: string): unknown => path.split(".").reduce<unknown>((group, step) => (isRecord(group) ? group[step] : undefined), values);

/** What differs from the widget without attributes, by the path of its control; a single assumption by its own. */
export function differences(paths: readonly string[], initial: Values, request: Values): State {
  const found: State = {};
  for (const path of paths) {
    const [before, now] = [at(initial, path), at(request, path)];
    if (same(before, now)) continue;
    if (!path.endsWith("assumptions")) found[path] = now ?? null;
    else for (const name of new Set([before, now].flatMap((group) => (isRecord(group) ? Object.keys(group) : [])))) {
      const [was, is] = [before, now].map((group) => (isRecord(group) ? group[name] : undefined));
      if (!same(was, is)) found[`${path}.${name}`] = is ?? null;
    }
  }
  return found;
}

/** The same as attributes: assumptions together as JSON, all that are set, since they stand in place of the widget's own. */
export function attributes(changed: State, request: Values): Record<string, string> {
  const found: Record<string, string> = {};
  const assumed = new Map<string, Values>();
  for (const [path, value] of Object.entries(changed)) {
    const group = /^(.*assumptions)\./.exec(path);
    if (group) assumed.set(attributeName(group[1]!), (at(request, group[1]!) ?? {}) as Values);
    else if (value !== null) found[attributeName(path)] = typeof value === "string" ? value : JSON.stringify(value);
  }
  for (const [name, values] of assumed) {
    const preset = values["preset"];
    found[name] = Object.keys(values).length === 1 && typeof preset === "string" ? preset : JSON.stringify(values);
  }
  return found;
}

export interface Snippet {
  /** Where the site's files are, with a slash at the end. */
  base: string;
  tag: string;
  script: string;
  page: string;
  title: string;
  attributes: Record<string, string>;
  changed: State;
  /** What the widget says now: what stands in its place where it cannot run. */
  sentences: string[];
}

export function tagSnippet({ base, tag, script, attributes, sentences }: Snippet): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`).join("");
  return `<script type="module" src="${escapeHtml(base)}${RIDGEPOINT_FOLDER}${script}"></script>
<${tag}${written}>
${sentences.map((line) => `  <p>${escapeHtml(line)}</p>\n`).join("")}</${tag}>`;
}

export function frameAddress({ base, tag, attributes }: Snippet): string {
  return `${base}${RIDGEPOINT_FOLDER}embed.html?${new URLSearchParams({ widget: tag.replace("ridge-", ""), ...attributes })}`;
}

export const frameSnippet = (snippet: Snippet): string =>
  `<iframe src="${escapeHtml(frameAddress(snippet))}" title="${escapeHtml(snippet.attributes["label"] ?? snippet.title)}" width="100%" height="900" loading="lazy"></iframe>
<script src="${escapeHtml(snippet.base)}ridgepoint-frame.js"></script>`;

export const pageAddress = ({ base, page, tag, changed }: Snippet): string => `${base}${RIDGEPOINT_FOLDER}${page}${write("", tag.replace("ridge-", ""), changed)}`;
