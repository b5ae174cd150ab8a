// A reader's own device and model: nested objects edited by dotted path, and where they are kept.

export type Figures = Record<string, unknown>;

const KEY = "ridgepoint.own.1";

export function get(figures: Figures, path: string): unknown {
  return path.split(".").reduce<unknown>((at, step) => (typeof at === "object" && at !== null ? (at as Figures)[step] : undefined), figures);
}

/** A copy with one figure set, or taken out; a group left empty goes with it. */
export function set(figures: Figures, path: string, value: unknown): Figures {
  const [first, ...rest] = path.split(".") as [string, ...string[]];
  const { [first]: before, ...others } = figures;
  if (rest.length === 0) return value === null || value === undefined ? others : { ...figures, [first]: value };
  const inner = set(typeof before === "object" && before !== null ? (before as Figures) : {}, rest.join("."), value);
  return Object.keys(inner).length === 0 ? others : { ...figures, [first]: inner };
}

export interface Kept {
  hardware?: Figures;
  model?: Figures;
}

/** What was kept; nothing when storage is empty, blocked or holds something else. */
export function load(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

/** Whether it is really there now: only what can be read back counts as kept. */
export function keep(own: Kept): boolean {
  try {
    const text = JSON.stringify(own);
    localStorage.setItem(KEY, text);
    return localStorage.getItem(KEY) === text;
  } catch {
    return false;
  }
}

export function forget(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Blocked storage holds nothing to remove.
  }
}
