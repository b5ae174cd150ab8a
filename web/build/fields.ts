// Writes build/generated/fields/: what pages need of the engine's schema, so that no visit has to read JSON Schema.

import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Field } from "../ui/fields.js";
import { paths } from "./bundle.js";
import { figures } from "./figures.js";
import { LANGUAGES } from "./language/translate.js";
import { schema, schemaIn } from "./schema.js";
import { callFields, definitionFields } from "./schema-fields.js";

/** What most fields have. */
const USUAL = { choices: [], integer: false, unit: "", limits: [null, null], required: false };

/** A field without what is usual. */
const brief = (field: Field): string =>
  JSON.stringify(Object.fromEntries(Object.entries(field).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify((USUAL as Record<string, unknown>)[key]))));

/** The call whose fields every page has: those of other calls that are the same are taken from there. */
const SHARED = "roofline";

/** A module with the lists by name; a field that several have is written once. */
function module(name: string, lists: Record<string, readonly Field[]>, shared: readonly string[]): string {
  const texts = [...new Set(Object.values(lists).flat().map(brief))];
  const written = texts.map((text) => (shared.includes(text) ? `shared[${shared.indexOf(text)}]` : text));
  const head = shared.length > 0 ? `import { fieldsOf } from "#shared";\n\nconst shared = [...fieldsOf("${SHARED}").values()];\n` : "";
  const places = (fields: readonly Field[]): string => fields.map((field) => texts.indexOf(brief(field))).join(", ");
  const whole = [...texts.keys()].join(", ");
  const found = (list: string): string => (list === whole ? "f" : `[${list}].map((at) => f[at])`);
  const entries = Object.entries(lists).map(([key, fields]) => `  ${key}: ${found(places(fields))},\n`);
  return `${head}const f = [\n${written.map((text) => `  ${text},\n`).join("")}].map((field) => ({ ...${JSON.stringify(USUAL)}, ...field }));\n\nexport const ${name} = {\n${entries.join("")}};\n`;
}

const declaration = (name: string): string =>
  `import type { Field } from "../../../web/ui/fields.js";\n\nexport declare const ${name}: Record<string, readonly Field[]>;\n`;

function write(file: string, name: string, lists: Record<string, readonly Field[]>, shared: readonly string[] = []): void {
  writeFileSync(`${paths.fields}/${file}.js`, module(name, lists, shared));
  writeFileSync(`${paths.fields}/${file}.d.ts`, declaration(name));
}

/** Without their descriptions, which are read on demand. */
const ofCalls = (calls: readonly string[]): Record<string, readonly Field[]> =>
  Object.fromEntries(calls.map((call) => [call, [...callFields(schema, call).values()].map(({ description: _, ...field }) => field)]));

mkdirSync(paths.fields, { recursive: true });
const calls = Object.keys(schema.calls);
/** A widget's script brings the fields of the calls that its controls are of, and no others, by the name of their file. */
const GROUPS: Record<string, string[]> = {
  [SHARED]: [SHARED],
  serve: ["serve"],
  serving: ["serve", "compress"],
  sensitivity: ["sensitivity", "synthesize"],
  load: ["load"],
  train: ["train"],
  // The price of an hour is described there.
  plan: ["plan", "load"],
  router: calls.filter((call) => call.startsWith("route_")),
  "language-model": ["quantize"],
};
const shared = ofCalls([SHARED])[SHARED]!.map(brief);
for (const [file, group] of Object.entries(GROUPS)) write(file, file.toUpperCase().replace("-", "_"), ofCalls(group), file === SHARED ? [] : shared);
appendFileSync(`${paths.fields}/language-model.js`, `\nexport const UNREAD = ${JSON.stringify(schema.calls["quantize"]!["x-unread"])};\n`);
appendFileSync(`${paths.fields}/language-model.d.ts`, "\n/** No figure depends on `field` while `beside` has this choice. */\nexport declare const UNREAD: readonly { field: string; beside: string; choice: string }[];\n");

const { loadRouter } = (await import(pathToFileURL(`${paths.dist}/router.js`).href)) as typeof import("#router");
const { presets } = await loadRouter({ simd: false, wasm: readFileSync(`${paths.dist}/router-scalar.wasm`) });
appendFileSync(`${paths.fields}/router.js`, `\nexport const PRESETS = ${JSON.stringify(presets())};\n`);
appendFileSync(`${paths.fields}/router.d.ts`, "\n/** What the measured router is set to under each preset. */\nexport declare const PRESETS: Record<string, Record<string, unknown>>;\n");
write("entries", "ENTRIES", Object.fromEntries(["Hardware", "Model"].map((name) => [name, definitionFields(schema, name)])));

/** What figures and settings are, in one language. */
function described(folder: string, from: typeof schema, words: Record<string, string | null> = {}): void {
  mkdirSync(folder, { recursive: true });
  const settings = Object.fromEntries([...Object.values(GROUPS).flat(), "explain"].map((call) => [call, Object.fromEntries([...callFields(from, call)].map(([path, { description }]) => [path, description ?? ""]))]));
  writeFileSync(`${folder}/figures.js`, `export const FIGURES = ${JSON.stringify(figures(from as unknown as Parameters<typeof figures>[0], settings, (english) => words[english] ?? english))};\n`);
}
described(paths.fields, schema);
for (const language of LANGUAGES) described(`${paths.fields}/${language}`, schemaIn(language), JSON.parse(readFileSync(new URL(`../locales/${language}/registry.json`, import.meta.url), "utf8")) as Record<string, string | null>);
writeFileSync(`${paths.fields}/figures.d.ts`, `import type { Figures } from "../../../web/build/figures.js";\n\nexport declare const FIGURES: Figures;\n`);
