import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildLabs } from "../../web/build/labs/all.js";
import { builder, copy, folder, labNames, labs, pagesBeside, put, type Change } from "./sample_lab.js";

describe("a lab with variants", () => {
  const drawn = (lists: string) => (source: string): string => put('"minutes": 5,', `"minutes": 5, "variants": ${lists},`)(source);
  const built = (lists: string) => buildLabs(join(copy({ json: drawn(lists) }), ".."), builder).pages;

  it("asks for an id first, and has a page for each variant with its own numbers and keys", () => {
    const pages = built('{ "hardware": ["H100", "A100"], "model": ["Llama3_8B", "Qwen2_5_7B"] }');
    expect([...pages.keys()].sort()).toEqual(["labs/copy/index.html", "labs/copy/model-note.html", ...["0-0", "0-1", "1-0", "1-1"].map((key) => `labs/copy/variant-${key}.html`), ...pagesBeside].sort());
    expect(pages.get("labs/copy/index.html")).toMatch(/<ridge-variants>.*<label for="variant-id">/s);
    expect(pages.get("labs/copy/index.html")).not.toMatch(/token\(|exercise-time/);
    const page = pages.get("labs/copy/variant-1-0.html")!;
    expect(page).toContain('"variant":"1-0"');
    const itl = builder.engine.evaluate({ formula: "serve(model='Llama3_8B', hardware='A100', precision='int4').itl_s" }).value as number;
    expect(page).toContain(`Answer: ${Number((itl * 1000).toPrecision(3))}`);
  });

  it("gives no key away in its model note, which has the formulas and not the worked numbers", () => {
    const withFormula = (source: string): string => `${source}\n## What is left out\n\nThe host.\n`;
    const noteOf = (change: Change): string => buildLabs(join(copy({ ...change, note: withFormula }), ".."), builder).pages.get("labs/copy/model-note.html")!;
    const open = noteOf({ json: drawn('{ "hardware": ["H100", "A100"] }') });
    expect(open).toMatch(/<h1>Model note.*<h2[^>]*>What is left out<\/h2>\s*<p>The host\./s);
    expect(open).not.toMatch(/Worked numbers|5\.19|<table/);
    expect(noteOf({})).toMatch(/Worked numbers.*5\.19.*The host\./s);
  });

  it("that asks for an id only if one likes has the lists ready, and the numbers of all", () => {
    const optional = put('"identify": "required"', '"identify": "optional"');
    const { pages } = buildLabs(join(copy({ json: (source) => optional(drawn('{ "hardware": ["H100", "A100"] }')(source)) }), ".."), builder);
    expect([...pages.keys()].filter((key) => key.includes("variant-"))).toEqual([]);
    expect(pages.get("labs/copy/index.html")).toContain('id="exercise-time"');
    expect(pages.has("labs/copy/answers.html")).toBe(true);
  });

  const ready = labNames.filter((name) => readFileSync(join(labs, name, "lab.json"), "utf8").includes('"variants"'));
  expect(ready.length).toBeGreaterThan(2);
  it.each(ready)("of this project is sound in every variant, once an id is required: %s", (name) => {
    const course = join(folder, `course-${name}`, "labs");
    cpSync(join(labs, name), join(course, name), { recursive: true });
    const file = join(course, name, "lab.json");
    writeFileSync(file, put('"identify": "optional"', '"identify": "required"')(readFileSync(file, "utf8")));
    const { pages } = buildLabs(course, builder);
    const keys = [...pages].filter(([address]) => address.includes("variant-")).map(([, html]) => [...html.matchAll(/Answer: [^<]*/g)].join());
    const { variants } = JSON.parse(readFileSync(file, "utf8")) as { variants: Record<string, unknown[]> };
    expect(keys.length).toBe(Object.values(variants).reduce((product, values) => product * values.length, 1));
    expect(new Set(keys).size).toBe(keys.length);
  }, 120_000);

  it("is built only if every variant is sound: keys, and names that are variables", () => {
    const told = (lists: string): string => {
      try {
        built(lists);
      } catch (error) {
        return (error as Error).message;
      }
      return "";
    };
    expect(told('{ "hardware": ["H100", "H900"] }')).toMatch(/labs\/copy\/lab\.json:\d+: with \{"hardware":"H900"\}: .*H900/);
    expect(told('{ "device": ["H100", "A100"] }')).toMatch(/device is none of the variables/);
    expect(told('{ "hardware": ["H100"] }')).toMatch(/must have at least 2, given/);
  });
});
