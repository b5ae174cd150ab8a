import { cpSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { paths } from "../../web/build.js";
import { buildLab, buildLabs, LabError, type Builder } from "../../web/labs/build.js";
import { JsonError, parse } from "../../web/labs/json-lines.js";
import { importModule } from "../../web/labs/module.js";
import { stills } from "../../web/labs/still.js";

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const sample = here("labs/sample");
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

describe("a lab that is right", () => {
  it("becomes a page with the engine's numbers, formulas as MathML, and nothing left to fill in", () => {
    const { html } = buildLab(sample, builder);
    const { value } = builder.engine.query({ query: { call: "serve", request: { model: "Llama3_8B", hardware: "H100" }, field: "itl_s" }, variables: {} });
    expect(html).toContain(`<data class="live" data-figure="itl" value="${String(value)}">`);
    expect(html).toContain("<math ");
    expect(html).toContain('<svg class="drawing"');
    expect(html.replace(/<script type="application\/json"[\s\S]*?<\/script>/, "")).not.toMatch(/\{\{|\$model|::/);
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
    expect([...pages.keys()]).toEqual(["labs/sample/index.html", "labs/sample/model-note.html", "labs/index.html"]);
    expect(pages.get("labs/index.html")).toMatch(/A sample.*How long does .*About 5 minutes/s);
  });

  it("says which figures are left over, and is built all the same", () => {
    const { remarks } = buildLab(copy({ note: put("--model {{model_id}} ", "") }), builder);
    expect(remarks).toEqual([{ file: "labs/copy/lab.json", line: lineOf(json, '"model_id": {'), reason: "figure model_id is used nowhere" }]);
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
    ["a format nobody knows", { json: put('"itl_s" }, "format": "time" },\n    "gain"', '"itl_s" }, "format": "hours" },\n    "gain"') }, () => `${at('"itl": {')}figures.itl.format: must be one of time,`],
    ["a number as a name", { json: put('{ "query": "$model", "format": "name" }', '{ "query": "$model", "format": "time" }') }, () => `${at('"model": { "query"')}the format time needs a number, and the query gives "Llama3_8B"`],
    ["a model nobody knows", { json: put('"model": "Llama3_8B"', '"model": "Nobody"') }, () => /labs\/copy\/lab\.json:\d+: .*Nobody/],
    ["a variable that is not set", { json: put('"query": "$model", "format"', '"query": "$nobody", "format"') }, () => new RegExp(`^labs/copy/lab\\.json:${lineOf(json, '"model": { "query"')}: .*no variable.*nobody`)],
    ["a choice whose answer is no option", { json: put('"memory": { "text": "Reading weights" }', '"reading": { "text": "Reading weights" }') }, () => `${at('"answer": { "call": "serve"')}the answer is "memory", which is none of the options reading, compute`],
    ["a number whose answer is a name", { json: put('"answer": { "call": "serve", "request": { "model": "$model", "hardware": "$hardware", "precision": "int4" }, "field": "itl_s" }', '"answer": "$model"') }, () => `labs/copy/lab.json:${lineOf(json, '"unit": "ms"') + 1}: must give a number, and gives "Llama3_8B"`],
    ["a setting of no widget", { json: put('"widget": "roof"', '"widget": "nobody"') }, () => `${at('"widget": "roof"')}there is no widget nobody`],
    ["a goal reached at the start", { json: put('"equals": "compute", "then": true', '"equals": "memory", "then": true') }, () => `${at('"goal"')}is reached before anything is moved`],
    ["an order that is right at the start", { json: (source) => put('"by": "ascending"', '"by": "descending"')(put('"hardware": "H100" }, "field"', '"hardware": "A100" }, "field"')(source)) }, () => `${at('"items"')}exercise rank: the items stand in the right order before anything is moved`],
    ["an order of two", { json: put(/.*"a100": .*\n/.exec(json)![0], "") }, () => `${at('"items"')}exercises.4.items: must NOT have fewer than 3 properties`],
    ["an item whose value is a name", { json: put('"hardware": "A100" }, "field": "itl_s" }', '"hardware": "A100" }, "field": "decode_regime" }') }, () => `${at('"a100"')}must give a number, and gives "memory"`],
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
    ["an end without a reveal", { text: put("::reveal guess\n", "") }, () => /lab\.md:\d+: ::end without a ::reveal/],
    ["a model note without a title", { note: put("# Model note: a sample & its bytes", "A sample") }, () => "labs/copy/model-note.md:1: a model note begins with its title"],
    ["an unknown figure in a model note", { note: put("takes {{itl}}", "takes {{nothing}}") }, () => `${inNote("takes {{itl}}")}there is no figure nothing in lab.json`],
    ["an unknown figure in a block of code", { note: put("{{model_id}}", "{{nothing}}") }, () => `${inNote("ridgepoint serve")}there is no figure nothing in lab.json`],
    ["a worked line that is no formula", { note: put("itl = read", "itl: read") }, () => `${inNote("```worked")}a worked line is name = formula, not itl: read`],
    ["a directive in a model note", { note: put("On a command line, with `{{model}}` as it stands:", "::widget roof") }, () => `${inNote("On a command line")}::widget roof may only stand in lab.md`],
    ["a text that is none", { json: put('"query": "$model", "format": "text"', '"query": 5, "format": "text"') }, () => `${at('"model_id": {')}the format text needs words, and the query gives 5`],
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
