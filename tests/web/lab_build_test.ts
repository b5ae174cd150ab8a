import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildLabs } from "../../web/build/labs/all.js";
import type { PageLab } from "../../web/labs/types.js";
import { buildLab, builder, copy, coursePages, folder, here, json, labNames, labs, lineOf, pagesBeside, put, sample, text, wrongs } from "./sample_lab.js";

describe("a lab that is right", () => {
  it("becomes a page with the engine's numbers, formulas as MathML, and nothing left to fill in", () => {
    const { html } = buildLab(sample, builder);
    const { value } = builder.engine.evaluate({ formula: "serve(model='Llama3_8B', hardware='H100').itl_s" });
    expect(html).toContain(`<data class="live" data-figure="itl" value="${Number((value as number).toPrecision(8))}">`);
    expect(html).toContain("<math ");
    expect(html).toContain('<svg class="drawing"');
    expect(html.replace(/<script type="application\/json"[\s\S]*?<\/script>/, "")).not.toMatch(/\{\{|=model|::/);
  });

  it("says what it was built with, as does its line on the course page: the version of the engine, and which data", () => {
    const { html, outline } = buildLab(sample, builder);
    const { engine } = JSON.parse(/<script type="application\/json" id="lab">([\s\S]*?)<\/script>/.exec(html)![1]!) as PageLab;
    expect(engine).toEqual({ version: (builder.engine as unknown as { version: string }).version, data: expect.stringMatching(/^[0-9a-f]{16}$/) });
    expect(outline.engine).toEqual(engine);
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

  it.each(labNames)("of this project has a picture of its idea and explains its words: %s", (name) => {
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
    expect([...pages.keys()].sort()).toEqual([...["answers", "index", "model-note"].map((name) => `labs/sample/${name}.html`), ...pagesBeside].sort());
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
    expect(html).toContain(`<data class="live" data-figure="= ${key.slice(1)}" value="${Number((value as number).toPrecision(8))}">2.8\u00a0ms</data>`);
  });

  it("and in a table's cells, whose bars are others", () => {
    const { html } = buildLab(copy({ text: (source) => source.replace("## Rank", "| Format | Takes |\n|---|---|\n| INT8 | {{=token(p='int8').itl_s | time}}, at least |\n\n```\na | b\n```\n\n## Rank") }), builder);
    expect(html).toMatch(/<td>INT8<\/td>\s*<td><data class="live" data-figure="=token\(p='int8'\)\.itl_s \| time" value="[^"]*">2\.80\u00a0ms<\/data>, at least<\/td>\s*<\/tr>/);
    expect(html).toMatch(/<code>a \| b\n/);
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
    const rows = [...page!.matchAll(/<tr><th scope="row">(.*?)<\/th>(.*?)<\/tr>/g)].map(([, name, cells]) => `${name} ${cells}`.replaceAll("<wbr>", "").replace(/<[^>]+>/g, " ").replace(/\s+/g, " ").trim());
    expect(rows).toEqual([
      "parameters 8,030,261,248",
      "layers 32",
      "kv_heads 8",
      "head_dim 128",
      "memory_bandwidth_bytes_per_s 3.35 TB/s",
      "read(bytes) model.parameters × bytes + 2 × model.layers × model.kv_heads × model.head_dim × 2048 × bytes",
      "itl read(2) / hardware.memory_bandwidth_bytes_per_s + model.layers × 10e-6 5.19 ms",
    ]);
    expect(page).toMatch(/<pre tabindex="0"><code>ridgepoint serve <span class="whole">--model<\/span> <data [^>]*>Llama3_8B<\/data> <span class="whole">--hardware<\/span> H100/);
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
    ['{"courses": [{"name": "S", "for": "All", "weeks": [{"topic": "Bytes",\n"labs": "copy"}]}]}', "labs/courses.json:2: courses.0.weeks.0.labs: must be a list in [ ], given \"copy\""],
    ['{\n"course": []}', "labs/courses.json:2: course is no field here; there are courses, syllabus"],
    ['{"syllabus": [\n{"heading": "Grading", "text": 5}]}', "labs/courses.json:2: syllabus.0.text: must be a text in quotes, given 5"],
    ["{\n", "labs/courses.json:2: the file ends too early"],
    ["[]", "labs/courses.json:1: must be an object in { }, given []"],
  ])("that are not as they must be are refused by line: %s", (text, said) => {
    expect(() => courses(text)).toThrow(said);
  });
});

describe("what this project's labs explain", () => {
  it.each(labNames)("begins with a capital letter or a figure: %s", (name) => {
    const { html } = buildLab(join(labs, name), builder);
    const explained = [...html.matchAll(/<details class="explanation" open>.*?<\/details>/gs)].map(([details]) => /<p>(?!Answer: )(.*?)<\/p>/s.exec(details)?.[1]?.replace(/<[^>]+>/g, "").trim() ?? "");
    expect(explained.length).toBeGreaterThan(5);
    expect(explained.filter((words) => /^\p{Ll}/u.test(words))).toEqual([]);
  });
});

describe("a widget of this project's labs", () => {
  it("shows one figure, or leaves out those that its step does not need", () => {
    // What these have is the result of a run, all of it wanted.
    const whole = new Set(["ridge-model", "ridge-machine"]);
    const figures = /\b(waterfall|roofline|tornado|latency|timeline|spent|shares|skipping|bound|curve|memory|layouts)\b/;
    const widgets = labNames.flatMap((name) => Object.entries(buildLab(join(labs, name), builder).spec.widgets ?? {}).map(([widget, { element, attributes = {} }]) => ({ widget: `${name}: ${widget}`, element, attributes })));
    expect(widgets.length).toBeGreaterThan(20);
    expect(widgets.filter(({ element, attributes: { view, show, hide } }) => !whole.has(element) && view === undefined && show !== "measured" && !figures.test(String(hide))).map(({ widget }) => widget)).toEqual([
      // Its step needs the second part, which is no figure, and a widget without any has nothing to save.
      "sensitivity: registry",
    ]);
  });
});

it("what students would read as it was typed is remarked at its line, and code is not", () => {
  const texts = { text: put("## Check", "{{no figure}}, {{ and {{model}}: see ::widget roof in <b>bold</b>, `<code>`\n\n```\n::widget, said ::table <i>\n```\n\n## Check") };
  const line = lineOf(text, "## Check");
  expect(buildLab(copy(texts), builder).remarks).toEqual(
    ["{{no figure}} is shown as it stands: the place", "{{ is shown as it stands: the place", "::widget is shown as it stands: it begins", "<b> is shown as it stands: a lab", "</b> is shown as it stands: a lab"].map((reason) => ({ file: "labs/copy/lab.md", line, reason: expect.stringContaining(reason) as string })),
  );
});

describe("a hint that nobody would see", () => {
  const near = (formula: string): string => `"hints": [{ "near": "${formula}", "text": "No." }]`;
  const remarked = (change: (source: string) => string): [number, string][] => buildLab(copy({ json: change }), builder).remarks.map(({ line, reason }) => [line, reason]);
  const said = (id: string): string => `exercise ${id}: the number of this hint counts as right, within the tolerance of the answer, so that nobody who gives it sees the hint`;

  it("is remarked on, of a number and of a cell, by the tolerance of each", () => {
    const number = (formula: string) => put('"hints": [{ "near": "token.itl_s"', `"hints": [{ "near": "${formula}"`);
    const cell = (formula: string, more = "") => put('"answer": "token.weights_bytes" }', `"answer": "token.weights_bytes"${more}, ${near(formula)} }`);
    expect(remarked(number("token(p='int4').itl_s * 1.04"))).toEqual([[lineOf(json, '"hints": [{ "near"'), said("time")]]);
    expect(remarked(number("token(p='int4').itl_s * 1.06"))).toEqual([]);
    expect(remarked(cell("token.weights_bytes * 0.96"))).toEqual([[lineOf(json, '"answer": "token.weights_bytes" }'), said("cells")]]);
    expect(remarked(cell("token.weights_bytes * 0.94"))).toEqual([]);
    expect(remarked(cell("token.weights_bytes * 0.96", ', "tolerance": 0.03'))).toEqual([]);
  });

  it("is none of this project's labs, and not of the one to begin with", () => {
    for (const lab of labNames) expect([lab, buildLab(join(labs, lab), builder).remarks]).toEqual([lab, []]);
    const template = here("../../web/build/labs/template");
    const begun = join(folder, "begun", "labs", "my-lab");
    cpSync(template, begun, { recursive: true });
    expect(buildLab(begun, builder).remarks).toEqual([]);
  });
});

describe("the order of learning", () => {
  const ordered = (text: string) => {
    const lab = copy({});
    writeFileSync(join(lab, "..", "order.json"), text);
    return buildLabs(join(lab, ".."), builder);
  };

  it("is that of the index, of the pages of a course and for teachers; what it does not name comes after", () => {
    const lab = copy({});
    for (const name of ["another", "before"]) cpSync(lab, join(lab, "..", name), { recursive: true });
    writeFileSync(join(lab, "..", "order.json"), '["copy", "before"]');
    const { pages } = buildLabs(join(lab, ".."), builder);
    for (const page of coursePages) expect([...pages.get(page)!.matchAll(/href="\.\/(\w+)\/index\.html"/g)].map(([, name]) => name), page).toEqual(["copy", "before", "another"]);
  });

  it("may name labs that the folder does not have, which is remarked", () => {
    expect(ordered('["kopy",\n"copy"]').remarks).toContain("labs/order.json:1: there is no lab kopy; the index is without it");
  });

  it.each([
    ['{"copy": 1}', "labs/order.json:1: must be a list in [ ], given {\"copy\":1}"],
    ['["copy",\n5]', "labs/order.json:2: 1: must be a text in quotes, given 5"],
    ['["copy"', "labs/order.json:1: the file ends too early"],
  ])("that is no list of names is refused by line: %s", (text, said) => {
    expect(() => ordered(text)).toThrow(said);
  });
});
