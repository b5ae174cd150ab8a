import { describe, expect, it } from "vitest";
import { JsonError, parse } from "../../web/build/labs/json-lines.js";

describe("JSON with lines", () => {
  it("reads what JSON.parse reads", () => {
    for (const source of ["{}", "[]", ' {"a": [1, -2.5e3, true, null, "x\\n\\u00e9"], "": {"b": {}}} ', '"x"', "0"]) expect(parse(source).value).toEqual(JSON.parse(source));
  });

  it("knows the line of each part, and of the nearest part that is there", () => {
    const { line } = parse('{\n "a": [\n  1,\n  {"b/c": 2}\n ]\n}');
    expect([line(""), line("/a"), line("/a/0"), line("/a/1/b~1c"), line("/a/1/missing")]).toEqual([1, 2, 3, 4, 4]);
  });

  it.each([['{"a" 1}', 1], ["{\n\n", 3], ["[1\n2]", 2], ["{}\n{}", 2], ['{"a": tru}', 1], ['{a: 1}', 1], ['["x\n"]', 1], ["", 1]])("refuses %j at line %i", (source, line) => {
    expect(() => parse(source)).toThrow(JsonError);
    try {
      parse(source);
    } catch (error) {
      expect((error as JsonError).line).toBe(line);
    }
  });
});
