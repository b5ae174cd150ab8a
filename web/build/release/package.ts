// Makes build/dist an npm package: package.json, declarations, custom-elements.json, and the hashes that pin its files.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { BENCH_MODULES, paths } from "../bundle.js";
import { LANGUAGES } from "../language/translate.js";
import { writersIn } from "../language/writers.js";
import { version } from "../version.js";
import { schema } from "../schema.js";
import { importModule } from "../module.js";
import { registeredElements } from "../still.js";
import { trustData } from "../pages/trust-data.js";
import { trustAlone } from "../pages/trust-page.js";
import { asked } from "../pages/trust-unseen.js";
import { APART, CALCULATED, apartInputs, hostScript, SCRIPTS as REGISTERING } from "../widgets.js";
import { declarations } from "./declarations.js";
import { eventSchema } from "./events.js";
import { frameworkTypes } from "./frameworks.js";
import { labModule, manifest } from "./manifest.js";
import { notices } from "./notices.js";

const HOST = readdirSync(paths.host);
/** Scripts to import, which do nothing else. */
const ENGINES = ["engine.js", "ridgepoint-plain.js", "router.js", "router-plain.js", "language-model.js", "language-model-plain.js", "bench.js"];
const SCRIPTS = ["ridgepoint.js", "ridgepoint-tools.js", "ridgepoint.classic.js", ...Object.keys(apartInputs).map((name) => `${name}.js`), ...HOST];
const BESIDES = ["systems-worker.js", "ridgepoint.wasm", "ridgepoint-routing.wasm", "ridgepoint-systems.wasm", "ridgepoint-all.wasm", "router.wasm", "router-scalar.wasm", "language-model.wasm", "language-model-large.bin", "language-model-small.bin", ...BENCH_MODULES, "moby-dick.txt", "schema.json"];
/** In other languages, in a folder of each: what has words. */
const IN_LANGUAGES = LANGUAGES.map((language) => {
  const within = (names: readonly string[]): string[] => names.map((name) => `${language}/${name}`);
  return {
    language,
    scripts: within(["ridgepoint.js", "ridgepoint-tools.js", "ridgepoint.classic.js", ...Object.keys(apartInputs).map((name) => `${name}.js`)]),
    engines: within(["engine.js", "ridgepoint-plain.js", "router.js", "router-plain.js"]),
    besides: within(["systems-worker.js", "ridgepoint.wasm", "ridgepoint-routing.wasm", "ridgepoint-systems.wasm", "ridgepoint-all.wasm", "router.wasm", "router-scalar.wasm", "schema.json"]),
  };
});
SCRIPTS.push(...IN_LANGUAGES.flatMap(({ scripts }) => scripts));
ENGINES.push(...IN_LANGUAGES.flatMap(({ engines }) => engines));
BESIDES.push(...IN_LANGUAGES.flatMap(({ besides }) => besides));
const DECLARED = Object.fromEntries(REGISTERING.map((script) => [script.replace(/js$/, "d.ts"), script]));
const DECLARATIONS = [...Object.keys(DECLARED), "engine.d.ts", "router.d.ts", "language-model.d.ts", "bench.d.ts"];

/** `ridgepoint lab`, which is built after the site that it puts labs into, and `ridgepoint grade`. */
const TOOL = ["lab-tool.js", "grade.cjs", "grade.wasm", "lab-site.zip"];
/** The labs that it can pack, grade and build on, with their schema and the instructor's page. */
const LABS = readdirSync(paths.labs, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => `labs/${relative(paths.labs, join(entry.parentPath ?? entry.path, entry.name))}`).sort();

/** In the form that an integrity attribute takes. */
const sha384 = (name: string): string => `sha384-${createHash("sha384").update(readFileSync(`${paths.dist}/${name}`)).digest("base64")}`;

const write = (name: string, content: string | object): void =>
  writeFileSync(`${paths.dist}/${name}`, typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`);

/** For documentation generators, as they stand. They read custom-elements.json and integrity.json beside them. */
const EXTENSIONS = ["ridgepoint_sphinx.py"];
for (const name of EXTENSIONS) write(name, readFileSync(`${paths.sphinx}/${name}`, "utf8"));

/** What widgets link to. */
const PAGE = "trust.html";
const style = (name: string): string =>
  readFileSync(new URL(`../../site/${name}`, import.meta.url), "utf8")
    .replace(/@import "(.*?)";/g, (_, other: string) => style(other))
    .replace(/\/\*[^]*?\*\//g, "")
    .replace(/\s+/g, " ");
const STYLE = style("site.css") + style("trust.css");
write(PAGE, trustAlone(trustData(), STYLE));
for (const language of LANGUAGES) {
  const writers = await writersIn(language);
  write(`${language}/${PAGE}`, writers.trustAlone(writers.trustData(asked), STYLE));
}

for (const [name, script] of Object.entries(DECLARED)) write(name, declarations(script));
const described = await manifest((script) => registeredElements(() => importModule(`${paths.dist}/${script}`)), schema);
write("custom-elements.json", { ...described, modules: [...described.modules, labModule()] });
const TYPES = frameworkTypes(described);
for (const [name, text] of Object.entries(TYPES)) write(name, text);
write("events.schema.json", eventSchema());

for (const name of HOST) write(name, hostScript(`${paths.host}/${name}`));
const files = Object.fromEntries([...SCRIPTS, ...ENGINES, ...BESIDES].map((name) => [name, sha384(name)]));
write("integrity.json", { version, files });

write("NOTICES.txt", notices());
write("README.md", `# Ridgepoint ${version}

Widgets for the performance of machine-learning systems, and the engine behind them.

\`\`\`html
<script type="module" src="ridgepoint.js"></script>
<ridge-quantization model="Llama3_8B" hardware="H100"></ridge-quantization>
\`\`\`

\`ridgepoint.wasm\` belongs beside \`ridgepoint.js\`, and \`trust.html\`, to which widgets link for how far their figures can be trusted. Where modules cannot be loaded, as from \`file://\`, take
\`ridgepoint.classic.js\`, which holds the engine and every widget but those that run what they show (${APART.filter((one) => !CALCULATED.includes(one)).map(({ tag }) => `\`<${tag}>\``).join(", ")}). Pinned, so that a changed file is not run; the engine is inside, so this pins the
numbers too:

\`\`\`html
<script src="ridgepoint.classic.js" integrity="${files["ridgepoint.classic.js"]}" crossorigin="anonymous"></script>
\`\`\`

In Spanish: \`es/ridgepoint.js\` in place of \`ridgepoint.js\`, for pages in that language; the rest of the folder stays beside \`es/\`.

Labs of your own, and what students hand in, with Node alone:

\`\`\`
npx ridgepoint lab new my-lab
npx ridgepoint lab preview
npx ridgepoint lab build --out site
npx ridgepoint lab scorm
npx ridgepoint grade submissions/*.json
\`\`\`

Labs to begin with are in \`labs/\` of the npm package, with \`labs/README.md\`, the instructor's page: copy the folder (\`cp -r node_modules/ridgepoint/labs .\`), or name it with \`--labs\`.

In a bundler or in Node (which gets the engine alone):

\`\`\`js
import { loadRidgepoint } from "ridgepoint";
const engine = await loadRidgepoint();
engine.serve({ model: "Llama3_8B", hardware: "H100" }).itl_s; // 0.00519…
\`\`\`

${APART.map(({ tag, script }) => `\`<${tag}>\` has a script of its own, \`${script}\`, which \`ridgepoint.js\` brings from beside itself.`).join("\n")}

In Sphinx, \`ridgepoint_sphinx.py\` is an extension with a directive for the widgets; its first lines say how it is used.

Types for templates: \`import "ridgepoint/react"\` (React 19), \`ridgepoint/preact\`, \`ridgepoint/solid\` or \`ridgepoint/vue\`.

The owner has not chosen a licence yet, so none is granted.

Attributes, properties, events and parts are in \`custom-elements.json\`, what events carry in \`events.schema.json\`, the hash of each file in \`integrity.json\`; the licences of
what others wrote are in \`NOTICES.txt\`.
`);

write("package.json", {
  name: "ridgepoint",
  version,
  description: "An in-browser lab for the performance of machine-learning systems: widgets, and the engine behind them",
  keywords: ["roofline", "llm", "performance", "web-components", "webassembly"],
  type: "module",
  // The owner has not chosen a licence yet, so none is granted.
  license: "UNLICENSED",
  engines: { node: "^18.19 || >=20" },
  // In Node there is no page: a server that renders a site imports the same name and gets the engine alone.
  exports: {
    ".": { types: "./ridgepoint.d.ts", node: "./engine.js", default: "./ridgepoint.js" },
    ...Object.fromEntries(APART.map(({ name }) => [`./${name}`, { types: `./${name}.d.ts`, default: `./${name}.js` }])),
    ...Object.fromEntries(LANGUAGES.map((language) => [`./${language}`, { types: "./ridgepoint.d.ts", node: `./${language}/engine.js`, default: `./${language}/ridgepoint.js` }])),
    "./engine": { types: "./engine.d.ts", default: "./engine.js" },
    "./language-model": { types: "./language-model.d.ts", default: "./language-model.js" },
    "./router": { types: "./router.d.ts", default: "./router.js" },
    "./bench": { types: "./bench.d.ts", default: "./bench.js" },
    ...Object.fromEntries(Object.keys(TYPES).map((name) => [`./${name.replace(".d.ts", "")}`, { types: `./${name}` }])),
    "./*": "./*",
  },
  types: "./ridgepoint.d.ts",
  sideEffects: SCRIPTS.map((name) => `./${name}`),
  customElements: "custom-elements.json",
  bin: { ridgepoint: "./lab-tool.js" },
  files: [...SCRIPTS, ...ENGINES, ...BESIDES, ...DECLARATIONS, ...Object.keys(TYPES), ...TOOL, ...LABS, ...EXTENSIONS, PAGE, ...LANGUAGES.map((language) => `${language}/${PAGE}`), "custom-elements.json", "events.schema.json", "integrity.json", "NOTICES.txt"],
});
