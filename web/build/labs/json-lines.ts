// JSON that remembers where each part stood, so that a mistake in a lab is reported by its line.

import { getLocation, parseTree, printParseErrorCode, type Node, type ParseError } from "jsonc-parser";

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

const EXPECTED: Record<string, string> = {
  PropertyNameExpected: "a name in quotes",
  ValueExpected: "a value",
  ColonExpected: "a colon",
  CloseBraceExpected: "a comma or }",
  CloseBracketExpected: "a comma or ]",
};

function reason(text: string, { error, offset, length }: ParseError): string {
  const code = printParseErrorCode(error);
  if (code === "EndOfFileExpected") return "the file goes on after its end";
  if (text.slice(offset).trim() === "") return "the file ends too early";
  const inList = typeof getLocation(text, offset).path.at(-1) === "number";
  const expected = code === "CommaExpected" ? `a comma or ${inList ? "]" : "}"}` : EXPECTED[code];
  return expected ? `${expected} was expected here` : `this is not JSON: ${text.slice(offset, offset + Math.min(length, 40))}`;
}

const escaped = (key: string): string => key.replace(/~/g, "~0").replace(/\//g, "~1");

/** As JSON.parse; throws a JsonError. A key given twice, which JSON.parse lets pass, is a mistake too. */
export function parse(text: string): Located {
  const lineOf = (offset: number): number => text.slice(0, offset).split("\n").length;
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true });
  if (errors[0]) throw new JsonError(lineOf(errors[0].offset), reason(text, errors[0]));

  const lines = new Map<string, number>();
  const locate = (node: Node, pointer: string, at = node.offset): void => {
    lines.set(pointer, lineOf(at));
    if (node.type === "array") node.children!.forEach((child, index) => locate(child, `${pointer}/${index}`));
    if (node.type !== "object") return;
    for (const { children } of node.children!) {
      const [key, value] = children as [Node, Node];
      const inner = `${pointer}/${escaped(key.value as string)}`;
      if (lines.has(inner)) throw new JsonError(lineOf(key.offset), `${JSON.stringify(key.value)} is given twice`);
      locate(value, inner, key.offset);
    }
  };
  locate(root!, "");
  return {
    value: JSON.parse(text),
    line(pointer) {
      for (let rest = pointer; rest !== ""; rest = rest.slice(0, rest.lastIndexOf("/"))) {
        const found = lines.get(rest);
        if (found !== undefined) return found;
      }
      return lines.get("")!;
    },
  };
}
