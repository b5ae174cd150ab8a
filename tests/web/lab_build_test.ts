import { cpSync, mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { paths } from "../../web/build/bundle.js";
import { buildLab, buildLabs, type Builder } from "../../web/build/labs/compile.js";
import { LabError } from "../../web/build/labs/problems.js";
import { JsonError, parse } from "../../web/build/labs/json-lines.js";
import { importModule } from "../../web/build/module.js";
import { stills } from "../../web/build/still.js";
import type { PageLab } from "../../web/labs/types.js";

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const sample = here("labs/sample");
const labs = here("../../labs");
const labsHere = readdirSync(labs, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
const folder = mkdtempSync(join(tmpdir(), "ridgepoint-lab-"));
afterAll(() => rmSync(folder, { recursive: true }));

let builder: Builder;
beforeAll(async () => {
  const { loadRidgepoint } = (await importModule(paths.engine)) as { loadRidgepoint(options: { calls: "all" }): Promise<Builder["engine"]> };
  const engine = await loadRidgepoint({ calls: "all" });
  const still = await stills(paths.widgets, engine as unknown as Record<string, unknown>);
  builder = { engine, still, schema: JSON.parse(readFileSync(here("../../labs/lab.schema.json"), "utf8")) as object };
});

const json = readFileSync(join(sample, "lab.json"), "utf8");
const text = readFileSync(join(sample, "lab.md"), "utf8");
const note = readFileSync(join(sample, "model-note.md"), "utf8");
const lineOf = (source: string, part: string): number => source.slice(0, source.indexOf(part)).split("\n").length;

let copies = 0;
/** The sample with its files changed, in a folder of its own. */
function copy(change: { json?: (text: string) => string; text?: (text: string) => string; note?: (text: string) => string }): string {
  const lab = join(folder, `${(copies += 1)}`, "labs", "copy");
  mkdirSync(lab, { recursive: true });
  cpSync(sample, lab, { recursive: true });
  writeFileSync(join(lab, "lab.json"), (change.json ?? String)(json));
  writeFileSync(join(lab, "lab.md"), (change.text ?? String)(text));
  writeFileSync(join(lab, "model-note.md"), (change.note ?? String)(note));
  return lab;
}

/** A change of one place, which must be there. */
const put = (from: string, to: string) => (source: string): string => {
  expect(source).toContain(from);
  return source.replace(from, () => to);
};

function wrongs(change: Parameters<typeof copy>[0]): string[] {
  try {
    buildLab(copy(change), builder);
  } catch (error) {
    if (error instanceof LabError) return error.message.split("\n");
    throw error;
  }
  return [];
}

/** Pages beside those of each lab. */
const ofCourse = ["labs/index.html", "labs/course.html", "labs/teach.html"];

describe("a lab that is right", () => {
  it("becomes a page with the engine's numbers, formulas as MathML, and nothing left to fill in", () => {
    const { html } = buildLab(sample, builder);
    const { value } = builder.engine.evaluate({ formula: "serve(model='Llama3_8B', hardware='H100').itl_s" });
    expect(html).toContain(`<data class="live" data-figure="itl" value="${String(value)}">`);
    expect(html).toContain("<math ");
    expect(html).toContain('<svg class="drawing"');
    expect(html.replace(/<script type="application\/json"[\s\S]*?<\/script>/, "")).not.toMatch(/\{\{|=model|::/);
  });

  it("lists its parts, each of which the list leads to, and refuses two of one name", () => {
    const { html } = buildLab(copy({ text: (source) => `${source}\n## Cost & time\n\nWords.\n` }), builder);
    const listed = [...html.slice(html.indexOf('id="contents"')).matchAll(/<li><a href="#(part-[\w-]+)">([^<]*)<\/a>/g)].map(([, id, heading]) => [id, heading]);
    expect(listed).toEqual([...html.matchAll(/<h2 id="(part-[\w-]+)">([^<]*)<\/h2>/g)].map(([, id, heading]) => [id, heading]));
    expect(listed.at(-1)).toEqual(["part-cost-time", "Cost &amp; time"]);
    expect(wrongs({ text: (source) => `${source}\n## Twice\n\n## Twice\n` })[0]).toMatch(/^labs\/copy\/lab\.md:\d+: two parts of the lab are called “Twice”$/);
  });

  it("explains a word of the glossary where it is used, in one place for all uses, and no other word", () => {
    const twice = "The [caches](term:kv-cache) grow.\n\nA [*cache*](term:kv-cache) [helps](https://example.org/).";
    const { html, answers } = buildLab(copy({ text: (source) => `${source}\n${twice}\n` }), builder);
    for (const page of [html, answers!]) {
      expect(page).toContain('The <button type="button" class="term" popovertarget="term-kv-cache">caches</button> grow.');
      expect(page).toContain('<em>cache</em></button> <a href="https://example.org/">helps</a>.');
      expect(page.match(/id="term-kv-cache" popover/g)).toHaveLength(1);
      expect(page).toContain("<b>KV cache.</b> Keys and values of every token so far");
    }
    expect(wrongs({ text: (source) => `${source}\n[Word](term:no-such)\n` })[0]).toMatch(/^labs\/copy\/lab\.md:\d+: the glossary has no no-such$/);
  });

  it.each(labsHere)("of this project has a picture of its idea and explains its words: %s", (name) => {
    const source = readFileSync(join(labs, name, "lab.md"), "utf8");
    expect(source).toMatch(/^!\[[^\]]{40,}\]\([\w-]+\.svg\)$/m);
    expect(source.match(/\]\(term:/g)!.length).toBeGreaterThan(3);
  });

  it("has the items of an order as the author wrote them, each with its buttons, and the right order behind it", () => {
    const { html } = buildLab(sample, builder);
    const order = html.slice(html.indexOf('id="exercise-sort"'), html.indexOf('id="exercise-why"'));
    expect([...order.matchAll(/data-item="(\w+)"/g)].map(([, key]) => key)).toEqual(["int4", "fp16", "int8"]);
    expect([...order.matchAll(/aria-label="(Move [^"]*)"/g)].map(([, name]) => name)).toEqual(["INT4, with its scales", "FP16 &amp; BF16", "INT8"].flatMap((item) => [`Move up: ${item}`, `Move down: ${item}`]));
    expect(order).toContain("<p>Answer: 1.\u00a0FP16 &amp; BF16, 2.\u00a0INT8, 3.\u00a0INT4, with its scales</p>");
  });

  it("is listed with title, question and minutes", () => {
    const { pages } = buildLabs(here("labs"), builder);
    expect([...pages.keys()].sort()).toEqual([...["answers", "index", "model-note"].map((name) => `labs/sample/${name}.html`), ...ofCourse].sort());
    expect(pages.get("labs/index.html")).toMatch(/A sample.*How long does .*About 5 minutes/s);
  });

  it("says which figures are left over, and is built all the same", () => {
    const { remarks } = buildLab(copy({ note: put("--model {{model_id}} ", "") }), builder);
    expect(remarks).toEqual([{ file: "labs/copy/lab.json", line: lineOf(json, '"model_id"'), reason: "figure model_id is used nowhere" }]);
  });

  it("and which variables and definitions are", () => {
    const more = (source: string): string => put('"p": "\'fp16\'"', '"p": "\'fp16\'", "gained": "token.itl_s - lost", "lost": "2"')(put('"hardware": "H100" }', '"hardware": "H100", "again": 1 }')(source));
    const { remarks } = buildLab(copy({ json: more }), builder);
    expect(remarks.map(({ line, reason }) => [line, reason])).toEqual([
      [lineOf(json, '"variables"'), "variable again is used nowhere"],
      [lineOf(json, '"p": '), "definition gained is used nowhere"],
      [lineOf(json, '"p": '), "definition lost is used nowhere"],
    ]);
  });

  it("has figures in its texts as formulas, to be worked out again like those with names", () => {
    const { html } = buildLab(copy({ text: put("takes {{itl}}", "takes {{= serve({model, hardware, precision: 'int8'}).itl_s | time 2 }}, not {{itl}}") }), builder);
    const { value } = builder.engine.evaluate({ formula: "serve(model='Llama3_8B', hardware='H100', precision='int8').itl_s" });
    const key = "=serve({model, hardware, precision: 'int8'}).itl_s | time 2";
    expect(html).toContain(`<data class="live" data-figure="= ${key.slice(1)}" value="${String(value)}">2.8\u00a0ms</data>`);
  });

  it("has a variable as a figure of its own name, unless lab.json says otherwise", () => {
    const { html } = buildLab(copy({ text: put("takes {{itl}}", "on {{hardware}} takes {{itl}}") }), builder);
    expect(html).toMatch(/<data class="live" data-figure="hardware" value="H100">H100<\/data>/);
  });

  describe("with a picture", () => {
    const drawing = '<svg viewBox="0 0 340 20"><!-- a note --><rect class="memory" width="9" height="9"/><text>{{itl}}</text></svg>';
    const drawn = (svg: string, line = "![Bytes queue: {{itl}}](queue.svg)"): string => {
      const lab = copy({ text: put("::table decode", `${line}\n\n::table decode`) });
      writeFileSync(join(lab, "queue.svg"), svg);
      return lab;
    };

    it("has it in the page and on the page of answers, with its figures and a title", () => {
      const { html, answers } = buildLab(drawn(drawing), builder);
      for (const page of [html, answers!]) {
        expect(page).toMatch(/<figure class="picture"><svg role="img" aria-label="Bytes queue: 5\.19\u00a0ms" viewBox="0 0 340 20"><rect [^>]*><text>5\.19\u00a0ms<\/text><\/svg><figcaption>Bytes queue: 5\.19\u00a0ms<\/figcaption><\/figure>/);
        expect(page).not.toContain("<p><figure");
      }
    });

    it.each([
      ["a script", drawing.replace("<rect", "<script>1</script><rect"), undefined, /queue\.svg: it has <script>/],
      ["a handler", drawing.replace("<rect", '<rect onclick="1"'), undefined, /the attribute onclick/],
      ["an address", drawing.replace("<rect", '<rect href="https://a.b"'), undefined, /the attribute href/],
      ["no size", drawing.replace(/ viewBox="[^"]*"/, ""), undefined, /have a viewBox/],
      ["no words", drawing, "![](queue.svg)", /needs a description/],
      ["another place", drawing, "![Bytes](../queue.svg)", /an SVG file of the lab's folder, not \.\.\/queue\.svg/],
      ["no file", drawing, "![Bytes](queues.svg)", /there is no queues\.svg/],
    ])("refuses %s by file, line and reason", (_, svg, line, reason) => {
      expect(() => buildLab(drawn(svg, line), builder)).toThrow(reason);
      expect(() => buildLab(drawn(svg, line), builder)).toThrow(/labs\/copy\/lab\.md:\d+/);
    });
  });

  it("has its model note on a page beside it: the note's title, what goes in, each step and what it gives", () => {
    const { html, note: page } = buildLab(sample, builder);
    expect(html).toContain('<a href="./model-note.html">model note</a>');
    expect(page!.match(/<h1>.*?<\/h1>/g)).toEqual(["<h1>Model note: a sample &amp; its bytes</h1>"]);
    const rows = [...page!.matchAll(/<tr><th scope="row">(.*?)<\/th>(.*?)<\/tr>/g)].map(([, name, cells]) => `${name} ${cells}`.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ").trim());
    expect(rows).toEqual([
      "parameters 8,030,261,248",
      "layers 32",
      "kv_heads 8",
      "head_dim 128",
      "memory_bandwidth_bytes_per_s 3.35 TB/s",
      "read(bytes) model.parameters × bytes + 2 × model.layers × model.kv_heads × model.head_dim × 2048 × bytes",
      "itl read(2) / hardware.memory_bandwidth_bytes_per_s + model.layers × 10e-6 5.19 ms",
    ]);
    expect(page).toMatch(/<pre tabindex="0"><code>ridgepoint serve --model <data [^>]*>Llama3_8B<\/data> --hardware H100/);
    expect(page).not.toMatch(/\{\{(?!model\}\}<\/code>)|<script type="module"/);
  });

  it("needs no model note", () => {
    const lab = copy({});
    rmSync(join(lab, "model-note.md"));
    const { html, note: page } = buildLab(lab, builder);
    expect(page).toBeUndefined();
    expect(html).not.toContain("model-note");
  });
});

describe("a lab with variants", () => {
  const drawn = (lists: string) => (source: string): string => put('"minutes": 5,', `"minutes": 5, "variants": ${lists},`)(source);
  const built = (lists: string) => buildLabs(join(copy({ json: drawn(lists) }), ".."), builder).pages;

  it("asks for an id first, and has a page for each variant with its own numbers and keys", () => {
    const pages = built('{ "hardware": ["H100", "A100"], "model": ["Llama3_8B", "Qwen2_5_7B"] }');
    expect([...pages.keys()].sort()).toEqual(["labs/copy/index.html", "labs/copy/model-note.html", ...["0-0", "0-1", "1-0", "1-1"].map((key) => `labs/copy/variant-${key}.html`), ...ofCourse].sort());
    expect(pages.get("labs/copy/index.html")).toMatch(/<ridge-variants>.*<label for="variant-id">/s);
    expect(pages.get("labs/copy/index.html")).not.toMatch(/token\(|exercise-time/);
    const page = pages.get("labs/copy/variant-1-0.html")!;
    expect(page).toContain('"variant":"1-0"');
    const itl = builder.engine.evaluate({ formula: "serve(model='Llama3_8B', hardware='A100', precision='int4').itl_s" }).value as number;
    expect(page).toContain(`Answer: ${Number((itl * 1000).toPrecision(3))}`);
  });

  it("that asks for an id only if one likes has the lists ready, and the numbers of all", () => {
    const optional = put('"identify": "required"', '"identify": "optional"');
    const { pages } = buildLabs(join(copy({ json: (source) => optional(drawn('{ "hardware": ["H100", "A100"] }')(source)) }), ".."), builder);
    expect([...pages.keys()].filter((key) => key.includes("variant-"))).toEqual([]);
    expect(pages.get("labs/copy/index.html")).toContain('id="exercise-time"');
    expect(pages.has("labs/copy/answers.html")).toBe(true);
  });

  const ready = labsHere.filter((name) => readFileSync(join(labs, name, "lab.json"), "utf8").includes('"variants"'));
  expect(ready.length).toBeGreaterThan(2);
  it.each(ready)("of this project is sound in every variant, once an id is required: %s", (name) => {
    const course = join(folder, `course-${name}`, "labs");
    cpSync(join(labs, name), join(course, name), { recursive: true });
    const file = join(course, name, "lab.json");
    writeFileSync(file, put('"identify": "optional"', '"identify": "required"')(readFileSync(file, "utf8")));
    const { pages } = buildLabs(course, builder);
    const keys = [...pages].filter(([address]) => address.includes("variant-")).map(([, html]) => [...html.matchAll(/Answer: [^<]*/g)].join());
    expect(keys.length).toBe(6);
    expect(new Set(keys).size).toBe(keys.length);
  }, 60_000);

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
    expect(told('{ "hardware": ["H100"] }')).toMatch(/must NOT have fewer than 2 items/);
  });
});

describe("what would give an answer away", () => {
  const shut = (html: string): string => html.replace(/<template[\s\S]*?<\/template>/g, "").replace(/<script type="application\/json"[\s\S]*?<\/script>/g, "");

  it("lies in templates of the page, and stands open on the page of answers", () => {
    const { html, answers } = buildLab(copy({ text: put("::widget roof\n\n::exercise reach", "::after guess\n\n::widget roof\n\n::exercise reach\n\n::end") }), builder);
    for (const part of ['data-table="decode"', "<ridge-roofline", 'id="exercise-reach"', "The newest comes first.", "Bytes first:", "Count the bytes for each operation."]) {
      expect(html).toContain(part);
      expect(shut(html)).not.toContain(part);
    }
    expect(shut(html)).toContain('Make <a href="#exercise-guess">your prediction</a> to open what comes next.');
    expect(shut(html)).toContain('Opens with <a href="#exercise-time">exercise 2</a>.');
    for (const part of ['data-table="decode"', '<svg class="drawing"', 'id="exercise-reach"', "The newest comes first.", "Bytes first:", "Answer: 1.6", "A quarter of the bytes"]) expect(answers).toContain(part);
    expect(answers).not.toMatch(/<template|<form|<input|<ridge-|<script type="module"/);
  });

  it("is not in the page of an exam: no key, no hint, no explanation, nothing that predictions open", () => {
    const { html, answers, note: model } = buildLab(copy({ json: put('"minutes": 5,', '"minutes": 5, "exam": true,') }), builder);
    expect(answers).toBeUndefined();
    expect(model).toBeUndefined();
    const lab = JSON.parse(/id="lab">(.*?)<\/script>/s.exec(html)![1]!) as PageLab;
    expect(lab).toMatchObject({ exam: true, variables: {}, definitions: {}, figures: {}, tables: {} });
    for (const exercise of lab.exercises) {
      expect(Object.keys(exercise)).not.toEqual(expect.arrayContaining([expect.stringMatching(/answer|goal|hints|explanation|tolerance|partial|by|from/)]));
    }
    expect(html).not.toMatch(/token\(|data-hint|Answer and explanation|data-reveal|Count the bytes|That is the time at FP16|still memory-bound|A quarter of the bytes|Half the bits|Bytes first/);
    for (const { id } of lab.exercises) expect(html).toContain(`id="exercise-${id}"`);
    expect(wrongs({ json: put('"minutes": 5,', '"minutes": 5, "exam": true, "answers": "page",') })).toEqual(["labs/copy/lab.json:5: an exam publishes no page of answers"]);
  });

  it("has a page of answers unless the lab says otherwise or belongs to a course", () => {
    const made = (more: string): boolean => buildLab(copy({ json: put('"minutes": 5,', `"minutes": 5, ${more}`) }), builder).answers !== undefined;
    expect(["", '"answers": "none",', '"course": "ml-1",', '"course": "ml-1", "answers": "page",'].map(made)).toEqual([true, false, false, true]);
  });

  it("is named for the script by a key, never as HTML", () => {
    const { html } = buildLab(sample, builder);
    const page = JSON.parse(/<script type="application\/json" id="lab">([\s\S]*?)<\/script>/.exec(html)![1]!) as { exercises: unknown[] };
    const keys = [...JSON.stringify(page.exercises).matchAll(/"(?:hint|text)":"([\w.]+\/[\w.]+)"/g)].map(([, key]) => key);
    expect(keys).toEqual(["guess/compute", "time/0", "reach/0"]);
    for (const key of keys) expect(html).toContain(`<template data-hint="${key}">`);
  });

  it("the instructor's own example follows its model: at 29 % of a step nobody says “most”", () => {
    const labs = join(folder, "example", "labs");
    cpSync(here("../../labs/quantization"), join(labs, "quantization-qwen"), { recursive: true });
    const file = join(labs, "quantization-qwen", "lab.json");
    writeFileSync(file, readFileSync(file, "utf8").replace('"model": "Llama3_8B"', '"model": "Qwen2_5_7B"').replace('"hardware": "H100"', '"hardware": "H200"'));
    const words = buildLab(join(labs, "quantization-qwen"), builder).answers!.replace(/<[^>]+>/g, "").replace(/\s+/g, " ");
    expect(words).toMatch(/the host link gets [\d.]+ % of the step/);
    expect(words).not.toMatch(/most of the step is spent/);
  });
});

describe("every number follows the engine", () => {
  it("so that another model changes each figure, table, key and sentence that depends on it", () => {
    const numbers = (html: string): string[] => [...html.matchAll(/<data class="live"[^>]*value="([^"]*)"/g)].map(([, value]) => value!);
    const keys = (html: string): string[] => [...html.matchAll(/<p>Answer: (.*?)<\/p>/g)].map(([, value]) => value!);
    const before = buildLab(sample, builder).html;
    const after = buildLab(copy({ json: put('"model": "Llama3_8B"', '"model": "Mistral_7B"') }), builder).html;
    const [first, second] = [numbers(before), numbers(after)];
    expect(second.length).toBe(first.length);
    const unchanged = first.filter((value, index) => value === second[index]);
    // The device and the names of the precisions depend on no model.
    expect(new Set(unchanged)).toEqual(new Set(["H100", "fp16", "int8", "int4"]));
    expect(keys(before).filter((key, index) => key === keys(after)[index])).toEqual(["Reading weights", "1.\u00a0B200, 2.\u00a0H100, 3.\u00a0A100", "1.\u00a0FP16 &amp; BF16, 2.\u00a0INT8, 3.\u00a0INT4, with its scales"]);
    expect(after).not.toContain("Llama 3");
  });
});

describe("a lab that is wrong is told by file, line and reason", () => {
  const at = (part: string): string => `labs/copy/lab.json:${lineOf(json, part)}: `;
  const inText = (part: string): string => `labs/copy/lab.md:${lineOf(text, part)}: `;
  const inNote = (part: string): string => `labs/copy/model-note.md:${lineOf(note, part)}: `;

  it.each<[string, Parameters<typeof copy>[0], () => string | RegExp]>([
    ["JSON that is none", { json: put('"minutes": 5,', '"minutes": 5') }, () => `labs/copy/lab.json:${lineOf(json, '"minutes"') + 1}: a comma or } was expected here`],
    ["a key given twice", { json: put('"minutes": 5,', '"minutes": 5, "title": "Again",') }, () => `${at('"minutes"')}"title" is given twice`],
    ["a field that is missing", { json: put('  "minutes": 5,\n', "") }, () => "labs/copy/lab.json:1: minutes is missing"],
    ["a field nobody knows", { json: put('"minutes": 5,', '"minutes": 5, "colour": 1,') }, () => `${at('"minutes"')}there is nothing called colour here`],
    ["a format nobody knows", { json: put("token.itl_s | time", "token.itl_s | hours") }, () => `${at('"itl": "')}a figure is "FORMULA | FORMAT" or "FORMULA | FORMAT DIGITS", not "token.itl_s | hours"; formats are time,`],
    ["a figure without a format", { json: put('"model": "model | name"', '"model": "model"') }, () => `${at('"model": "model |')}a figure is "FORMULA | FORMAT"`],
    ["digits that are none", { json: put("token.itl_s | time", "token.itl_s | time many") }, () => `${at('"itl": "')}a figure is "FORMULA | FORMAT"`],
    ["a number as a name", { json: put('"model": "model | name"', '"model": "model | time"') }, () => `${at('"model": "model |')}the format time needs a number, and the formula gives "Llama3_8B"`],
    ["a model nobody knows", { json: put('"model": "Llama3_8B"', '"model": "Nobody"') }, () => /labs\/copy\/lab\.json:\d+: .*Nobody/],
    ["a name that stands for nothing", { json: put('"model": "model | name"', '"model": "nobody | name"') }, () => `${at('"model": "model |')}formula: there is nothing called nobody, at column 1 of "nobody"`],
    ["a formula in lab.md that does not parse", { text: put("takes {{itl}}", "takes {{=token. | time}}") }, () => `${inText("takes {{itl}}")}formula: expected a name, found the end, at column 7 of "token."`],
    ["a formula in lab.md without a format", { text: put("takes {{itl}}", "takes {{=token.itl_s}}") }, () => `${inText("takes {{itl}}")}a figure is "FORMULA | FORMAT"`],
    ["a figure that prints an answer too coarsely in lab.md", { text: put("takes {{itl}}", "takes {{=token(p='int4').itl_s | time 1}}") }, () => /lab\.json:\d+: exercise time: figure =token\(p='int4'\)\.itl_s \| time 1 prints it as 2\u00a0ms, and that would be graded wrong/],
    ["a formula in a figure that does not parse", { json: put("token.itl_s | time", "token.itl_s + | time") }, () => `${at('"itl": "')}formula: expected a value, found the end, at column 14 of "token.itl_s +"`],
    ["a formula in a column that does not parse", { json: put('"value": "p | name"', '"value": "p p | name"') }, () => `${at('"title": "Precision"')}table decode: formula: expected the end or an operator, found "p", at column 3 of "p p"`],
    ["a formula in an attribute that does not parse", { json: put('"=hardware"', '"=(hardware"') }, () => `${at('"widgets"')}formula: expected ")", found the end, at column 10 of "(hardware"`],
    ["a formula in a key that does not parse", { json: put('"answer": "token.decode_regime"', '"answer": "token..decode_regime"') }, () => new RegExp(`^labs/copy/lab\\.json:${lineOf(json, '"answer": "token.decode_regime"')}: formula: .* of "token\\.\\.decode_regime"`)],
    ["a definition that does not parse, which another reads", { json: put("hardware=hardware, precision=p)\"", "hardware=hardware precision=p)\"") }, () => `${at('"token": ')}definitions.token: expected "," or ")", found "precision", at column 38 of`],
    ["a definition that does not parse, which nothing reads", { json: put('"p": "\'fp16\'"', '"p": "\'fp16\'", "q": "1 +"') }, () => `${at('"p": ')}definitions.q: expected a value, found the end, at column 4 of "1 +"`],
    ["definitions that go round in a circle", { json: put('"p": "\'fp16\'"', '"p": "q", "q": "p"') }, () => `${at('"p": ')}definitions.`],
    ["a name that is a variable and a definition", { json: put('"p": "\'fp16\'"', '"p": "\'fp16\'", "model": "1"') }, () => `${at('"p": ')}model is a variable and a definition; a name stands for one of them`],
    ["a definition that is named as a call", { json: put('"p": "\'fp16\'"', '"p": "\'fp16\'", "serve": "1"') }, () => `${at('"p": ')}serve is a word or a call of formulas; give the definition another name`],
    ["a variable that is named by a word of formulas", { json: put('"hardware": "H100" }', '"hardware": "H100", "not": 1 }') }, () => `${at('"variables"')}not is a word of formulas; give the variable another name`],
    ["a variable that is named as a value", { json: put('"hardware": "H100" }', '"hardware": "H100", "true": 1 }') }, () => `${at('"variables"')}true is a word of formulas; give the variable another name`],
    ["rows that are no list", { json: put('"for": { "p": ["fp16", "int8", "int4"] }', '"for": { "p": "1 + 1" }') }, () => `${at('"decode": {')}table decode: p must be a list, and the formula gives 2`],
    ["a choice whose answer is no option", { json: put('"memory": { "text": "Reading weights" }', '"reading": { "text": "Reading weights" }') }, () => `${at('"answer": "token.decode_regime"')}the answer is "memory", which is none of the options reading, compute`],
    ["a number whose answer is a name", { json: put('"answer": "token(p=\'int4\').itl_s"', '"answer": "model"') }, () => `labs/copy/lab.json:${lineOf(json, '"unit": "ms"') + 1}: must give a number, and gives "Llama3_8B"`],
    ["a setting of no widget", { json: put('"widget": "roof"', '"widget": "nobody"') }, () => `${at('"widget": "roof"')}there is no widget nobody`],
    ["a goal reached at the start", { json: put("regime == 'compute'", "regime == 'memory'") }, () => `${at('"goal"')}is reached before anything is moved`],
    ["an order that is right at the start", { json: (source) => put('"by": "ascending"', '"by": "descending"')(put("token(hardware='H100')", "token(hardware='A100')")(source)) }, () => `${at('"items"')}exercise rank: the items stand in the right order before anything is moved`],
    ["an order of two", { json: put(/.*"a100": .*\n/.exec(json)![0], "") }, () => `${at('"items"')}exercises.4.items: must NOT have fewer than 3 properties`],
    ["an item whose value is a name", { json: put("token(hardware='A100').itl_s", "token(hardware='A100').decode_regime") }, () => `${at('"a100"')}must give a number, and gives "memory"`],
    ["an order by nothing", { json: put('"by": "ascending"', '"by": "size"') }, () => `${at('"by"')}exercises.4.by: must be one of ascending, descending`],
    ["an item that is named by a number", { json: put('"a100": {', '"100": {') }, () => new RegExp(`^labs/copy/lab\\.json:\\d+: exercises\\.4\\.items: `)],
    ["two exercises of one name", { json: put('"id": "time"', '"id": "guess"') }, () => `${at('"id": "time"')}there are two exercises guess`],
    ["an unknown figure in a text of lab.json", { json: put("Bytes first: {{gain}}", "Bytes first: {{nothing}}") }, () => `${at('"takeaways"')}there is no figure nothing in lab.json`],
    ["an unknown figure in lab.md", { text: put("takes {{itl}}", "takes {{nothing}}") }, () => `${inText("takes {{itl}}")}there is no figure nothing in lab.json`],
    ["a formula that is none", { text: put("\\frac{W}{B}", "\\frac{W") }, () => new RegExp(`^labs/copy/lab\\.md:${lineOf(text, "t = \\frac")}: KaTeX`)],
    ["a formula left open", { text: put("t = \\frac{W}{B}\n$$", "t = W") }, () => `${inText("$$\nt =")}a formula opened by $$ is not closed`],
    ["a directive nobody knows", { text: put("::widget roof", "::picture roof") }, () => `${inText("::widget roof")}there is no directive ::picture`],
    ["a widget nobody described", { text: put("::widget roof", "::widget nobody") }, () => `${inText("::widget roof")}there is no widget nobody in lab.json; it has roof`],
    ["an exercise placed twice", { text: put("::exercise why", "::exercise time") }, () => `${inText("::exercise why")}exercise time stands here a second time`],
    ["an exercise placed nowhere", { text: put("::exercise why", "") }, () => `${at('{ "id": "why"')}exercise why is used nowhere`],
    ["a table placed nowhere", { text: put("::table decode", "") }, () => `${at('"decode": {')}table decode is used nowhere`],
    ["a reveal of no prediction", { text: put("::reveal guess", "::reveal time") }, () => `${inText("::reveal guess")}::reveal needs an exercise with "predict": true, and time is none`],
    ["a reveal before its prediction", { text: put("::exercise guess\n\n::reveal guess", "::reveal guess") }, () => /lab\.md:9: ::reveal guess stands before its ::exercise guess/],
    ["a reveal without an end", { text: put("::end\n\n## Check", "## Check") }, () => `${inText("::reveal rank")}::reveal rank is never ended by ::end`],
    ["an answer that is printed too coarsely to be graded right", { json: put('"unit": "ms", "scale": 0.001, "tolerance": 0.05, "partial"', '"unit": "ms", "scale": 0.001, "tolerance": 0.0001, "partial"') }, () => `labs/copy/lab.json:${lineOf(json, '"unit": "ms"') + 1}: exercise time: its answer prints as 1.6, and that would be graded wrong; print more digits or widen the tolerance`],
    ["a figure that prints an answer too coarsely", { json: put('"unit": "GB", "scale": 1e9, "answer": "token.weights', '"unit": "GB", "scale": 1e9, "tolerance": 0.000001, "answer": "token.weights') }, () => /lab\.json:\d+: exercise cells: table decode prints it as 16\.06\u00a0GB, and that would be graded wrong/],
    ["a key that does not follow from the figures as printed", { json: put('"unit": "ms", "scale": 0.001,', '"unit": "ms", "scale": 0.001, "from": "itl / 2",') }, () => /lab\.json:\d+: exercise time: itl \/ 2 gives 2\.6 with the figures as printed, and that would be graded wrong/],
    ["a key from a figure that is none", { json: put('"unit": "ms", "scale": 0.001,', '"unit": "ms", "scale": 0.001, "from": "nobody / 2",') }, () => /lab\.json:\d+: formula: there is nothing called nobody, at column 1 of "nobody \/ 2"/],
    ["a key from a formula that is none", { json: put('"unit": "ms", "scale": 0.001,', '"unit": "ms", "scale": 0.001, "from": "itl /",') }, () => /lab\.json:\d+: formula: expected a value, found the end, at column 6 of "itl \/"/],
    ["a hint on an item that is none", { json: put('"by": "ascending",', '"by": "ascending", "hints": [{ "before": ["h100", "nobody"], "text": "No." }],') }, () => /lab\.json:\d+: there is no item nobody; there are h100, a100, b200/],
    ["a takeaway after an exercise that is none", { json: put('"after": ["time"]', '"after": ["nobody"]') }, () => `${at('"takeaways"')}there is no exercise nobody; there are guess, time,`],
    ["a lock on an exercise that is none", { text: put("::reveal rank", "::after rank nobody") }, () => `${inText("::reveal rank")}there is no exercise nobody in lab.json`],
    ["a lock before its exercise", { text: put("::reveal rank", "::after time") }, () => `${inText("::reveal rank")}::after time stands before its ::exercise time`],
    ["a setting that checks a widget behind a lock", { text: put("::widget roof", "::after guess\n\n::widget roof\n\n::end") }, () => /lab\.md:\d+: exercise reach checks a widget that is shut until guess is done: put it behind ::after guess too/],
    ["an end without a reveal", { text: put("::reveal guess\n", "") }, () => /lab\.md:\d+: ::end without a ::reveal/],
    ["a model note without a title", { note: put("# Model note: a sample & its bytes", "A sample") }, () => "labs/copy/model-note.md:1: a model note begins with its title"],
    ["an unknown figure in a model note", { note: put("takes {{itl}}", "takes {{nothing}}") }, () => `${inNote("takes {{itl}}")}there is no figure nothing in lab.json`],
    ["an unknown figure in a block of code", { note: put("{{model_id}}", "{{nothing}}") }, () => `${inNote("ridgepoint serve")}there is no figure nothing in lab.json`],
    ["a worked line that is no formula", { note: put("itl = read", "itl: read") }, () => `${inNote("```worked")}a worked line is name = formula, not itl: read`],
    ["a directive in a model note", { note: put("On a command line, with `{{model}}` as it stands:", "::widget roof") }, () => `${inNote("On a command line")}::widget roof may only stand in lab.md`],
    ["a text that is none", { json: put("model | text", "5 | text") }, () => `${at('"model_id"')}the format text needs words, and the formula gives 5`],
    ["a heading of the first order", { text: put("## Try", "# Try") }, () => `${inText("## Try")}headings of a lab begin at ##`],
  ])("%s", (_, change, expected) => {
    const found = wrongs(change);
    const wanted = expected();
    expect(found).toContainEqual(typeof wanted === "string" ? expect.stringContaining(wanted) : expect.stringMatching(wanted));
  });

  it("and a value that is wrong in many places once, where it is set", () => {
    const found = wrongs({ json: put('"hardware": "H100"', '"hardware": "Nothing"') });
    const reasons = found.map((line) => line.replace(/ \(and so in .*/, ""));
    expect(new Set(reasons).size).toBe(reasons.length);
    expect(found.length).toBeLessThan(4);
    expect(found[0]).toMatch(new RegExp(`^labs/copy/lab\\.json:${lineOf(json, '"variables"')}: hardware must be one of .* \\(and so in \\d+ other places\\)$`));
  });

  it("a folder without its text, and mistakes of all labs at once", () => {
    const labs = join(folder, "several", "labs");
    for (const name of ["first", "Second"]) mkdirSync(join(labs, name), { recursive: true });
    writeFileSync(join(labs, "first", "lab.json"), json);
    expect(() => buildLabs(labs, builder)).toThrow(
      [
        "labs/Second/lab.json:1: the file is missing",
        "labs/Second/lab.md:1: the file is missing",
        "labs/Second/lab.json:1: a lab's folder is named in lower case, digits and dashes, not Second",
        "labs/first/lab.md:1: the file is missing",
      ].join("\n"),
    );
  });
});

describe("courses", () => {
  const courses = (text: string) => {
    const lab = copy({});
    writeFileSync(join(lab, "..", "courses.json"), text);
    return buildLabs(join(lab, ".."), builder);
  };

  it("stand on the teacher's page, without a lab that is not there, which is remarked", () => {
    const { pages, remarks } = courses('{"courses": [{"name": "Systems", "for": "All", "weeks": [\n{"topic": "Bytes", "labs": ["copy", "kopy"]}\n]}]}');
    expect(pages.get("labs/teach.html")).toMatch(/<td>Bytes<\/td><td><a href=".\/copy\/index.html">[^<]*<\/a><\/td>/);
    expect(remarks).toContain("labs/courses.json:2: there is no lab kopy; its week is shown without it");
  });

  it.each([
    ['{"courses": [\n{"name": "Systems", "weeks": []}]}', "labs/courses.json:2: courses.0: for is missing"],
    ['{"courses": [{"name": "S", "for": "All", "weeks": [{"topic": "Bytes",\n"labs": "copy"}]}]}', "labs/courses.json:2: courses.0.weeks.0.labs: must be array"],
    ['{\n"course": []}', "labs/courses.json:2: there is nothing called course here"],
    ['{"syllabus": [\n{"heading": "Grading", "text": 5}]}', "labs/courses.json:2: syllabus.0.text: must be string"],
    ["{\n", "labs/courses.json:2: the file ends too early"],
    ["[]", "labs/courses.json:1: must be object"],
  ])("that are not as they must be are refused by line: %s", (text, said) => {
    expect(() => courses(text)).toThrow(said);
  });
});

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
