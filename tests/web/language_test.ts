// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of source code are given as text
// biome-ignore-all lint/performance/noDynamicNamespaceImportAccess: the two languages are compared function by function
// Widgets in another language: what of a source is translated, and that the catalogues keep step with the sources.

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ENTRIES } from "#fields/entries";
import { FIGURES } from "#fields/figures";
import { LANGUAGE_MODEL } from "#fields/language-model";
import { ROUTER } from "#fields/router";
import { SENSITIVITY } from "#fields/sensitivity";
import { SERVING } from "#fields/serving";
import { ROOFLINE } from "#fields/roofline";
import { LOAD } from "#fields/load";
import { PLAN } from "#fields/plan";
import { TRAIN } from "#fields/train";
import { catalogueOf, folderOf, LANGUAGES, translated, translatedPage, type Catalogue } from "../../web/build/language/translate.js";
import { paths } from "../../web/build/bundle.js";
import { csvRows } from "../../web/build/pages/trust-data.js";
import { unitsOf, unitsOfPage } from "../../web/build/language/units.js";
import { footer, head, headerBeside, linksUp, noScript, social } from "../../web/build/pages/frame.js";
import { WIDGETS } from "../../web/build/widgets.js";
import registry from "../../web/locales/es/registry.json";
import * as spanish from "../../web/locales/es/ui/digits.js";
import * as opened from "../../web/locales/es/tools/labels.js";
import * as words from "../../web/locales/es/ui/labels.js";
import * as english from "../../web/ui/labels.js";

const SOLVERS = { ...ROOFLINE, ...SERVING, ...SENSITIVITY };
const FIELDS = [SOLVERS, ROUTER, TRAIN].flatMap((lists) => Object.values(lists).flat());
/** Whose widgets call their settings something else, so that only an opened number shows these names. */
const RENAMED = [...Object.values({ ...LOAD, ...TRAIN, ...PLAN }), ...Object.values(LANGUAGE_MODEL), ...Object.values(ENTRIES)].flat();
const CHOICES = [...Object.values(SOLVERS), ...Object.values(ENTRIES)].flat().flatMap(({ choices }) => choices);
const ALIKE = /^(lora|tensor(_s)?|pipeline(_s)?|software|bits|tokens(_per_s)?|fp16|tdp_w|mfu|ttft_s|itl_s|total_bytes|original_bytes|markdown|p\d+(_s)?|throughput_per_s|goodput_per_s|logits_bytes)$/;
/** Formats, programs, methods, and words that Spanish has from English. */
const NAMES = /^((fp|bf|tf|int)\d+|exllamav2|gpt-fast|lmdeploy|sglang|tensorrt-llm|tinychat|transformers|vllm|eager|edge|flash|n_m|gptq|awq|omniquant|exl2|hqq|w8a8|sparsegpt|wanda|itl|ttft|prefill|transformer|cnn|ssm|token)$/;

/** A source with expressions, written #{name} since in a string they look forgotten. */
const code = (text: string): string => text.replaceAll("#{", "${");

const keys = (source: string): string[] => unitsOf(code(source)).units.map(({ key }) => key);
const web = new URL("../../web/", import.meta.url);

const FOLDERS = ["ui", "charts", "tools", "site", "site/data", "build/pages", "widgets", ...WIDGETS.map(({ name }) => `widgets/${name}`)];

/** What is of the first page, of the labs and of pages that are translated once they are whole. */
const ELSEWHERE = /^(home|hero|page|companion|offline-worker|card|raster|(course|grading|guide|home|teach|write)-page|frame)\.ts$/;

/** The sources whose pieces a folder's catalogue has. Of those of labels a language has its own, and kernels are written for machines. */
const sources = (folder: string): string[] =>
  (readdirSync(new URL(folder, web), { recursive: true }) as string[])
    .filter((name) => name.endsWith(folder === "site/data" ? ".json" : ".ts") && !/(^labels|\.d|_test|\.wgsl)\.ts$/.test(name) && folderOf(`/web/${folder}/${name}`) === folder)
    .filter((name) => !/^(site|build)/.test(folder) || !ELSEWHERE.test(name))
    .map((name) => readFileSync(new URL(`${folder}/${name}`, web), "utf8"));

describe("the pieces that people read", () => {
  it("are the text and the labels of a template, without its tags, handlers and styles", () => {
    expect(keys('const a = html`<p class="some class" aria-label="The label" @click=#{go}>\n  Read   this, #{name}</p><b>#{b}</b>`;')).toEqual(["The label", "Read this, {0}"]);
    expect(keys("const a = css`.some thing { color: red }`;")).toEqual([]);
    expect(keys("const a = unsafeCSS(`.some thing { color: red }`);")).toEqual([]);
  });

  it("of one of Lit's, or of any that has tags in it", () => {
    expect(keys('const a = `#{all}<p id="some id" aria-label="The label">Read this, #{name}</p>`;')).toEqual(["The label", "Read this, {0}"]);
    expect(keys("const a = `It is <#{tag}> that reads`;")).toEqual(["It is <{0}> that reads"]);
  });

  it("and strings with words in them, but no names of modules, keys or types", () => {
    expect(keys('const words = [" and ", "and", "Llama3_8B"];')).toEqual([]);
    expect(unitsOf('"value" in found; found === "value";').maybe).toEqual([]);
    expect(unitsOf('const words = [" and ", "and"];').maybe.map(({ key }) => key)).toEqual([" and ", "'and'"]);
    expect(keys('const fields = ENTRIES[isDevice ? "Hardware" : "Model"];')).toEqual([]);
    expect(keys('import a from "./some module.js"; const b: "A Type" = c["Some key"]; "value" in d; f("Said to people", `#{n} of #{m} fit`);')).toEqual(["Said to people", "{0} of {1} fit"]);
  });
});

describe("a translated source", () => {
  const put = (source: string, catalogue: Catalogue): string => translated(code(source), catalogue);

  it("has the words of the catalogue, with its expressions where they stand in them", () => {
    expect(put('const a = `#{n} of #{f("the first")} fit`;', { "{0} of {1} fit": "caben {1}: {0}", "the first": "el primero" })).toBe(code('const a = `caben #{f("el primero")}: #{n}`;'));
  });

  it("keeps white space at the ends of a piece, and what it has no words for", () => {
    expect(put("const a = html`<p>\n  One thing #{x}</p>`;", { "One thing {0}": "Una cosa {0}" })).toBe(code("const a = html`<p> Una cosa #{x}</p>`;"));
    expect(put('f("Memory", "Other words");', { Memory: null })).toBe('f("Memory", "Other words");');
  });

  it("cannot break out of its string", () => {
    expect(put('f("Some words", `More words #{x}`);', { "Some words": 'a "quote"', "More words {0}": code("`#{x}` \\ {0}") })).toBe(code('f("a \\"quote\\"", `\\`\\#{x}\\` \\\\ #{x}`);'));
  });

  it("may be data", () => {
    expect(translated('[{ "id": "token", "says": "Some words" }]', { "Some words": "unas palabras" }, "words.json")).toBe('[{ "id": "token", "says": "unas palabras" }]');
  });

  it("refuses a place that the English piece does not have", () => {
    expect(() => put("f(`Some words #{x}`);", { "Some words {0}": "{1}" })).toThrow("has a place {1}");
  });
});

for (const language of LANGUAGES)
  describe(`the catalogue of ${language}`, () => {
    for (const folder of FOLDERS) {
      const catalogue = catalogueOf(language, folder);
      const all = sources(folder).map((text) => unitsOf(text));

      it(`has every piece of ${folder}, null for those that are the same in every language`, () => {
        expect([...new Set(all.flatMap(({ units }) => units.map(({ key }) => key)))].filter((key) => !(key in catalogue))).toEqual([]);
      });

      it(`has nothing that ${folder} no longer says, and each value of what it does`, () => {
        const said = new Set(all.flatMap(({ units, maybe }) => [...units, ...maybe].map(({ key }) => key)));
        expect(Object.keys(catalogue).filter((key) => !said.has(key))).toEqual([]);
        const places = (text: string): string[] => text.match(/\{\d+\}/g)?.sort() ?? [];
        for (const [key, words] of Object.entries(catalogue)) if (words !== null) expect(places(words), key).toEqual(places(key));
      });
    }
  });

/** All that pages in another language are made of, but for the home page, which each language has its own of, and what is written in it. */
const PAGES = [
  ...WIDGETS.flatMap(({ folder, text }) => [readFileSync(`${folder}/page.html`, "utf8"), text]),
  ...readdirSync(new URL("site", web)).filter((name) => name.endsWith(".html") && name !== "index.html").map((name) => readFileSync(new URL(`site/${name}`, web), "utf8")),
].flatMap((html) => [html, social(html)]).concat(
  headerBeside("index.html"), footer("./", false), head("../"), noScript(""),
).map((html) => html.replace(/Ridgepoint \d[\d.]*\./, ""));

for (const language of LANGUAGES)
  describe(`the pages in ${language}`, () => {
    const { on, ...catalogue } = catalogueOf(language, "pages");
    const said = new Set(PAGES.flatMap((html) => unitsOfPage(html)).map(({ key }) => key).filter((key) => key !== "website"));

    it("say everything in their language, and their catalogue nothing else", () => {
      expect(on).toMatch(/^\p{L}+$/u);
      expect([...said].filter((key) => !(key in catalogue))).toEqual([]);
      expect(Object.keys(catalogue).filter((key) => !said.has(key))).toEqual([]);
    });
  });

describe("what the registry, measurements and fits say in words", () => {
  const entries = ["hardware", "models"].flatMap((kind) => {
    const folder = new URL(`../../core/data/${kind}/`, import.meta.url);
    return readdirSync(folder).map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Record<string, unknown> & { estimated?: { why: string }[] });
  });
  const missing = csvRows(readFileSync(`${paths.predicted}/calibrated.csv`, "utf8")).map((row) => row["left_out"]!).filter(Boolean);
  const software = readdirSync(new URL("../../core/data/software/", import.meta.url)).map((name) => (JSON.parse(readFileSync(new URL(`../../core/data/software/${name}`, import.meta.url), "utf8")) as { name: string }).name);
  const { perplexity } = JSON.parse(readFileSync(new URL("../../core/data/held-out.json", import.meta.url), "utf8")) as { perplexity: Record<string, { by_group: object }> };
  const compressed = Object.values(perplexity).flatMap(({ by_group }) => Object.keys(by_group));
  const why = entries.flatMap(({ estimated = [] }) => estimated.map((one) => one.why));
  const kinds = entries.flatMap((entry) => ["class", "family", "unit"].map((field) => entry[field])).filter((one) => one !== undefined);

  it("is there in Spanish, and nothing else", () => {
    expect(Object.keys(registry).filter((words) => words !== "generic").sort()).toEqual([...new Set([...why, ...kinds, ...missing, ...software, ...compressed])].sort());
  });
});

describe("a translated page", () => {
  it("leads to pages of its language, and up to what it shares with the English one", () => {
    expect(linksUp('<link href="./zoo.css"><a href="./zoo.html#a"></a><a href="./NOTICES.txt"></a>')).toBe('<link href="../zoo.css"><a href="./zoo.html#a"></a><a href="../NOTICES.txt"></a>');
  });

  it("keeps its tags, and what it has no words for", () => {
    expect(translatedPage('<p class="Try this" title="Try this">\n  Try\n  this <b>now</b></p><p>Other words</p>', { "Try this": "Pruebe esto", now: "ya" })).toBe('<p class="Try this" title="Pruebe esto"> Pruebe esto <b>ya</b></p><p>Other words</p>');
  });
});

describe("Spanish labels", () => {
  type Say = (name: string) => string;
  const same = (spanish: Say, english: Say, names: Iterable<string>): string[] => [...new Set(names)].filter((name) => spanish(name) === english(name));

  it("are there for every field and figure, but for names and what is the same word", () => {
    const figures = Object.values(FIGURES.calls).flatMap((call) => Object.keys(call));
    const lasts = (paths: string[]): string[] => paths.map((path) => path.split(".").pop()!).filter((name) => !ALIKE.test(name));
    expect(same(words.label, english.label, lasts(FIELDS.map(({ path }) => path)))).toEqual([]);
    // What limits, and what a speedup is made of, stands in the first download too.
    const knobs = Object.keys(FIGURES.calls["sensitivity"]!).filter((path) => path.startsWith("elasticities."));
    expect(same(words.label, english.label, lasts([...knobs, "overhead", "bytes_per_value", "work", "devices", "context"]))).toEqual([]);
    const whenOpened = (name: string): string => (opened.label(name) === english.label(name) ? words.label(name) : opened.label(name));
    expect(same(whenOpened, english.label, lasts([...figures, ...RENAMED.map(({ path }) => path)]))).toEqual([]);
  });

  it("and for every choice that is no name", () => {
    const choices = CHOICES.filter((name) => !NAMES.test(name));
    expect(same(words.choice, english.choice, choices)).toEqual([]);
  });
});

describe("Spanish digits", () => {
  it("have a decimal comma, and a narrow space between thousands from five digits on", () => {
    expect(spanish.fixed(-1234.5, 2)).toBe("−1234,50");
    expect(spanish.fixed(8030261248, 0)).toBe("8\u202f030\u202f261\u202f248");
    expect(spanish.rounded(12345.6, 6)).toBe("12\u202f345,6");
    expect(spanish.trimmed(spanish.rounded(0.5, 3))).toBe("0,5");
    expect(spanish.trimmed(spanish.prefixed(16.06e9, 6))).toBe("16,06G");
    expect(spanish.trimmed(spanish.fixed(1200, 0))).toBe("1200");
  });
});
