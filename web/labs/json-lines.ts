// JSON that remembers where each part stood, so that a mistake in a lab is reported by its line.

export interface Located {
  value: unknown;
  /** The line of a part, counted from 1, by its JSON pointer: /exercises/0/answer. */
  line(pointer: string): number;
}

export class JsonError extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

const escaped = (key: string): string => key.replace(/~/g, "~0").replace(/\//g, "~1");

/** As JSON.parse; throws a JsonError. A key given twice, which JSON.parse lets pass, is a mistake too. */
export function parse(text: string): Located {
  const lines = new Map<string, number>();
  let at = 0;
  const lineOf = (offset: number): number => text.slice(0, offset).split("\n").length;
  const wrong = (message: string, offset = at): never => {
    throw new JsonError(lineOf(offset), message);
  };
  const gap = (): void => {
    while (at < text.length && " \t\r\n".includes(text[at]!)) at += 1;
  };
  const token = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const scalar = (pattern: RegExp, what: string): unknown => {
    const start = at;
    const found = token(pattern);
    if (found === undefined) return wrong(at >= text.length ? "the file ends too early" : `${what} was expected here`);
    try {
      return JSON.parse(found);
    } catch {
      return wrong(`this is not JSON: ${found.slice(0, 40)}`, start);
    }
  };
  const text_ = /"(?:[^"\\\n]|\\.)*"/y;
  const list = (end: string, item: () => void): void => {
    at += 1;
    gap();
    if (text[at] === end) {
      at += 1;
      return;
    }
    for (;;) {
      item();
      gap();
      const mark = text[at];
      if (mark !== "," && mark !== end) wrong(at >= text.length ? "the file ends too early" : `a comma or ${end} was expected here`);
      at += 1;
      if (mark === end) return;
      gap();
    }
  };
  const value = (pointer: string): unknown => {
    gap();
    if (!lines.has(pointer)) lines.set(pointer, lineOf(at));
    if (text[at] === "{") {
      const found: Record<string, unknown> = {};
      list("}", () => {
        const start = at;
        const key = scalar(text_, "a name in quotes") as string;
        const inner = `${pointer}/${escaped(key)}`;
        if (lines.has(inner)) wrong(`${JSON.stringify(key)} is given twice`, start);
        lines.set(inner, lineOf(start));
        gap();
        if (text[at] !== ":") wrong("a colon was expected here");
        at += 1;
        Object.defineProperty(found, key, { value: value(inner), enumerable: true, writable: true, configurable: true });
      });
      return found;
    }
    if (text[at] === "[") {
      const found: unknown[] = [];
      list("]", () => found.push(value(`${pointer}/${found.length}`)));
      return found;
    }
    return text[at] === '"' ? scalar(text_, "a text") : scalar(/[-+.\w]+/y, "a value");
  };
  const whole = value("");
  gap();
  if (at < text.length) wrong("the file goes on after its end");
  return {
    value: whole,
    line(pointer) {
      for (let rest = pointer; rest !== ""; rest = rest.slice(0, rest.lastIndexOf("/"))) {
        const found = lines.get(rest);
        if (found !== undefined) return found;
      }
      return lines.get("") ?? 1;
    },
  };
}
