// A reader's own device and model: nested objects edited by dotted path, and where they are kept.

import { kept } from "../ui/kept.js";

export type Figures = Record<string, unknown>;

const KEY = "ridgepoint.own.1";

const isFigures = (value: unknown): value is Figures => typeof value === "object" && value !== null && !Array.isArray(value);

export function get(figures: Figures, path: string): unknown {
  return path.split(".").reduce<unknown>((at, step) => (isFigures(at) && Object.hasOwn(at, step) ? at[step] : undefined), figures);
}

/** A copy with one figure set, or taken out; a group left empty goes with it. */
export function set(figures: Figures, path: string, value: unknown): Figures {
  const [first, ...rest] = path.split(".") as [string, ...string[]];
  const { [first]: before, ...others } = figures;
  if (rest.length === 0) return value === null || value === undefined ? others : { ...figures, [first]: value };
  const inner = set(isFigures(before) ? before : {}, rest.join("."), value);
  return Object.keys(inner).length === 0 ? others : { ...figures, [first]: inner };
}

/** Everything that is refused of figures, each field once: what was is put aside for what is `good`, and the rest asked again. */
export function refusals<Found extends { field: string }>(figures: Figures, good: Figures, refusal: (figures: Figures) => Found | undefined): Found[] {
  const found: Found[] = [];
  for (let tried = figures; ; ) {
    const next = refusal(tried);
    if (!next || found.some(({ field }) => field === next.field)) return found;
    found.push(next);
    if (!isFigures(tried)) return found;
    tried = set(tried, next.field, get(good, next.field));
  }
}

export interface Kept {
  hardware?: Figures;
  model?: Figures;
}

/** What was kept: a device and a model; nothing when storage is empty, blocked or holds something else. */
export function load(): Kept {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return Object.fromEntries(["hardware", "model"].flatMap((kind) => (isFigures(found) && isFigures(get(found, kind)) ? [[kind, get(found, kind)]] : [])));
  } catch {
    return {};
  }
}

export const keep = (own: Kept): boolean => kept(KEY, own);

export function forget(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Blocked storage holds nothing to remove.
  }
}
