// The state of a widget in a page's address: #roofline=1;batch=32;hardware=H200
// A leading version, then only what differs from the widget's own attributes and defaults. Several
// widgets share a fragment under different keys, and whatever else stands in it is left alone.

export type State = Record<string, unknown>;

const VERSION = "1";

/** Far above any state that a widget writes: a link is read before the reader has done anything. */
const LONGEST = 100_000;

const text = (value: unknown): string => {
  if (typeof value === "string") {
    // A string that reads as JSON would come back as something else, so it goes in as JSON.
    try {
      JSON.parse(value);
      return JSON.stringify(value);
    } catch {
      return value;
    }
  }
  return JSON.stringify(value);
};

/** Deeper than any request; what nests deeper stays text, which the engine refuses. */
const DEEPEST = 16;

function isDeep(source: string): boolean {
  let depth = 0;
  for (const letter of source) {
    if (letter === "[" || letter === "{") depth += 1;
    else if (letter === "]" || letter === "}") depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}

/** A text that anybody may have written as the value it stands for: JSON, or else itself. */
export const parseValue = (source: string): unknown => {
  try {
    return isDeep(source) ? source : JSON.parse(source);
  } catch {
    return source;
  }
};

/** A colon and a comma may stand in a fragment as they are, where lists are a fifth shorter for it. */
const encodePart = (source: string): string =>
  encodeURIComponent(source).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`).replace(/%3A|%2C/g, decodeURIComponent);

const decodePart = (source: string): string => {
  try {
    return decodeURIComponent(source);
  } catch {
    return source;
  }
};

export function encode(state: State): string {
  return [VERSION, ...Object.entries(state).map(([name, item]) => `${encodePart(name)}=${encodePart(text(item))}`)].join(";");
}

/** Null when it is not a state of this version: the widget then keeps its defaults. */
export function decode(source: string): State | null {
  if (source.length > LONGEST) return null;
  const [version, ...parts] = source.split(";");
  if (version !== VERSION) return null;
  // Without a prototype: the names are whatever the address says.
  const state = Object.create(null) as State;
  for (const part of parts) {
    const cut = part.indexOf("=");
    if (cut > 0) state[decodePart(part.slice(0, cut))] = parseValue(decodePart(part.slice(cut + 1)));
  }
  return state;
}

const split = (hash: string): string[] => hash.replace(/^#/, "").split("&").filter(Boolean);

/** Undefined where the fragment says nothing of this widget; null where what it says is not a state. */
export function read(hash: string, key: string): State | null | undefined {
  const part = split(hash).find((item) => item.startsWith(`${key}=`));
  return part === undefined ? undefined : decode(part.slice(key.length + 1));
}

/** The fragment with this widget's state put in, or taken out when there is nothing to say. */
export function write(hash: string, key: string, state: State): string {
  const parts = split(hash).filter((item) => !item.startsWith(`${key}=`));
  if (Object.keys(state).length > 0) parts.push(`${key}=${encode(state)}`);
  return parts.length > 0 ? `#${parts.join("&")}` : "";
}
