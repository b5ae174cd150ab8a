// The npm package as its user gets it: packed, installed in an empty project, imported, type-checked, bundled and opened.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { dist, launch, open, release, settled } from "../browser/harness.mjs";
import { serve } from "../browser/server.mjs";

const web = fileURLToPath(new URL("../../web/", import.meta.url));
const require = createRequire(join(web, "package.json"));
const file = (name) => readFileSync(join(dist, name), "utf8");
const json = (name) => JSON.parse(file(name));

let project;
let browser;
const run = (command, args) => execFileSync(command, args, { cwd: project, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
const write = (name, content) => writeFileSync(join(project, name), content);

before(async () => {
  project = mkdtempSync(join(tmpdir(), "ridgepoint-package-"));
  write("package.json", JSON.stringify({ name: "empty", version: "1.0.0", type: "module", private: true }));
  const tarball = execFileSync("npm", ["pack", "--silent", "--pack-destination", project], { cwd: dist, encoding: "utf8" }).trim();
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", "--loglevel=error", `./${tarball}`]);
  browser = await launch();
});

after(async () => {
  await browser.close();
  rmSync(project, { recursive: true });
});

/** Serves a folder, opens its index.html, and hands over the page. */
async function opened(folder, pages, body) {
  const server = await serve(folder, { pages: { "/favicon.ico": "", ...pages } });
  const window = await open(browser, `${server.address}/index.html`);
  try {
    await body(window.page, window);
  } finally {
    await window.close();
    await server.close();
  }
}

test("the package holds what its package.json names, and nothing of the build besides", () => {
  const { version } = json("package.json");
  assert.equal(version, /project\(ridgepoint VERSION (\S+)/.exec(readFileSync(new URL("../../CMakeLists.txt", import.meta.url), "utf8"))[1]);
  const [{ files }] = JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: dist, encoding: "utf8" }));
  assert.deepEqual(files.map(({ path }) => path).sort(), [...json("package.json").files, "README.md", "package.json"].sort());
});

test("the labs are in it, as they are here, and are packed and graded from there", () => {
  const labs = fileURLToPath(new URL("../../labs/", import.meta.url));
  const inside = join(project, "node_modules/ridgepoint/labs");
  const files = readdirSync(labs, { recursive: true }).filter((name) => /\.\w+$/.test(name)).sort();
  assert.deepEqual(readdirSync(inside, { recursive: true }).filter((name) => /\.\w+$/.test(name)).sort(), files);
  for (const name of files) assert.ok(readFileSync(join(labs, name)).equals(readFileSync(join(inside, name))), name);

  const { version } = JSON.parse(readFileSync(join(labs, "load/lab.json"), "utf8"));
  assert.equal(run("npx", ["ridgepoint", "lab", "scorm", "load", "--labs", inside]), `scorm/load-${version}.zip\n`);
  write("submission.json", JSON.stringify({ format: "ridgepoint-submission", version: 1, lab: "load", lab_version: version, student: { id: "a" }, answers: {} }));
  assert.match(run("npx", ["ridgepoint", "grade", "--labs", inside, "--csv", "submission.json"]), /\bload\b/);
});

test("NOTICES.txt has the licence of what the scripts were made with, the compiler of labs included", () => {
  const named = [...file("NOTICES.txt").matchAll(/^(\S+) \d\S* \(.+\)$/gm)].map(([, name]) => name);
  for (const name of ["lit", "fflate", "markdown-it", "katex", "ajv", "jsonc-parser"]) assert.ok(named.includes(name), name);
  assert.ok(!named.includes("commander"));
});

test("plain Node gets the engine by the package's name, and a true number", () => {
  write("number.js", 'import { loadRidgepoint } from "ridgepoint";\nconst engine = await loadRidgepoint();\nconsole.log(engine.serve({ model: "Llama3_8B", hardware: "H100" }).itl_s);\n');
  assert.ok(Math.abs(Number(run(process.execPath, ["number.js"])) - 5.194e-3) < 1e-6);
});

test("TypeScript knows elements, results and the engine, strictly and without skipLibCheck", () => {
  write("use.ts", `import { loadRidgepoint, RidgeRoofline, type RooflineResult } from "ridgepoint";
import { RidgeRouting } from "ridgepoint/routing";
import "ridgepoint/quantization";
const routing: RidgeRouting = document.createElement("ridge-routing");
const widget = document.querySelector("ridge-roofline")!;
const latency: number | undefined = widget.result?.latency_s;
const saved: Promise<Blob> = widget.export("svg");
const same: RidgeRoofline = document.createElement("ridge-roofline");
const asked: RooflineResult = (await loadRidgepoint()).roofline({ model: "Llama3_8B", hardware: "H100" });
document.createElement("ridge-quantization").result!.curves[0]!.points[0]!.speedup.toFixed(1);
// @ts-expect-error A widget has no such export.
void widget.export("gif");
// @ts-expect-error What the widget keeps to itself is not declared.
widget.lab;
void [latency, saved, same, asked, routing.result?.model.router_share];
`);
  write("tsconfig.json", JSON.stringify({ compilerOptions: { strict: true, noEmit: true, target: "ES2022", module: "ESNext", moduleResolution: "Bundler", lib: ["ES2022", "DOM", "DOM.Iterable"], types: [] }, files: ["use.ts"] }));
  run(process.execPath, [require.resolve("typescript/bin/tsc"), "-p", "."]);
});

test("Vite bundles it with its WebAssembly, and the widget shows the number in Chromium", async () => {
  write("index.html", '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bundled</title></head><body><ridge-quantization></ridge-quantization><script type="module" src="./main.js"></script></body></html>');
  write("main.js", 'import { loadRidgepoint } from "ridgepoint";\nimport "ridgepoint/quantization";\nwindow.asked = loadRidgepoint().then((engine) => engine.serve({ model: "Llama3_8B", hardware: "H100" }).itl_s);\n');
  run(process.execPath, [join(web, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "error"]);
  await opened(join(project, "dist"), {}, async (page, { faults }) => {
    await settled(page);
    assert.match(await page.locator("ridge-quantization").evaluate((widget) => widget.shadowRoot.querySelector("tbody tr td").textContent), /5\.19/);
    assert.ok(Math.abs((await page.evaluate(() => window.asked)) - 5.194e-3) < 1e-6);
    assert.deepEqual(faults, []);
  });
});

test("integrity.json has the hash of each script and engine, and of what they fetch", () => {
  const { files } = json("integrity.json");
  const notOfPages = ["NOTICES.txt", "lab-tool.js", "grade.wasm"];
  assert.deepEqual(Object.keys(files).sort(), json("package.json").files.filter((name) => /(^|\/)schema\.json$/.test(name) || (/\.(js|wasm|bin|txt)$/.test(name) && !notOfPages.includes(name))).sort());
  for (const [name, hash] of Object.entries(files)) {
    assert.equal(hash, `sha384-${createHash("sha384").update(readFileSync(join(dist, name))).digest("base64")}`, name);
  }
});

/** What a script of the package, and what that brings, may fetch from beside itself. */
function fetchedBy(script, seen = new Set()) {
  for (const [, name] of file(script).matchAll(/["`]\.\/([\w.-]+\.(?:js|wasm|bin|txt|json|html))["`]/g)) {
    // Of the modules that measure, one needs a newer compiler, and none is missed.
    if (seen.has(name) || name === "bench-relaxed.wasm") continue;
    seen.add(name);
    if (name.endsWith(".js")) fetchedBy(name, seen);
  }
  return seen;
}

test("the Quarto extension hands out every file that its script may fetch, under the version of the release", () => {
  const of = (name) => readFileSync(new URL(`../../web/quarto/_extensions/ridgepoint/${name}`, import.meta.url), "utf8");
  const [, beside] = /BESIDE = \{([^}]*)\}/.exec(of("ridgepoint.lua"));
  const handed = [...beside.matchAll(/"([^"]+)"/g)].map(([, name]) => name);
  assert.deepEqual([...handed, "ridgepoint.js"].sort(), [...fetchedBy("ridgepoint.js").add("ridgepoint.js")].sort());
  const { version } = json("package.json");
  assert.match(of("ridgepoint.lua"), new RegExp(`version = "${version}"`));
  assert.match(of("_extension.yml"), new RegExp(`^version: ${version}$`, "m"));
});

test("the Sphinx extension is handed out as it stands, with what it reads beside it", () => {
  const inside = (name) => readFileSync(join(project, "node_modules/ridgepoint", name), "utf8");
  const extension = inside("ridgepoint_sphinx.py");
  assert.equal(extension, readFileSync(new URL("../../web/sphinx/ridgepoint_sphinx.py", import.meta.url), "utf8"));
  const read = [...extension.matchAll(/HERE \/ "([^"]+)"/g)].map(([, name]) => name);
  assert.deepEqual(read, ["custom-elements.json", "integrity.json"]);
  for (const name of ["ridgepoint_sphinx.py", ...read]) assert.equal(readFileSync(`${release}/${json("package.json").version}/${name}`, "utf8"), inside(name), name);
});

test("the pinned snippet of the README runs, and not when the file has changed", async () => {
  const snippet = /<script [^>]*integrity[^>]*><\/script>/.exec(file("README.md"))[0];
  const page = `<!doctype html><html lang="en"><title>Pinned</title><ridge-roofline></ridge-roofline>${snippet}</html>`;
  const script = file("ridgepoint.classic.js");
  const at = `/${/src="([^"]+)"/.exec(snippet)[1]}`;
  await opened(dist, { "/index.html": page, [at]: script }, async (window) => settled(window));
  await opened(dist, { "/index.html": page, [at]: `${script} ` }, async (window, { faults }) => {
    assert.equal(await window.evaluate(() => customElements.get("ridge-roofline")), undefined);
    assert.ok(faults.some((fault) => /integrity/.test(fault)), faults.join());
  });
});

test("events.schema.json describes every event that custom-elements.json names, and no other", () => {
  const Ajv = require("ajv/dist/2020.js");
  const schema = json("events.schema.json");
  new Ajv({ allowUnionTypes: true, formats: { "date-time": true } }).compile(schema);
  const named = json("custom-elements.json").modules.flatMap(({ declarations }) => declarations).flatMap(({ events }) => events.map(({ name }) => name));
  assert.deepEqual(Object.keys(schema.properties).sort(), [...new Set(named)].sort());
});

test("custom-elements.json keeps to its schema and names every attribute that an element observes", async () => {
  const Ajv = require("ajv");
  const schema = require("custom-elements-manifest/schema.json");
  const check = new Ajv({ allowUnionTypes: true, strict: false, logger: false }).compile(schema);
  const manifest = json("custom-elements.json");
  assert.ok(check(manifest), JSON.stringify(check.errors?.slice(0, 3)));
  // The page of a lab is described too; tests/web/events_test.ts tries its events.
  const [lab] = manifest.modules.filter(({ path }) => path === "lab.js").flatMap((module) => module.declarations);
  assert.deepEqual([lab.tagName, lab.events.map(({ name }) => name)], ["ridge-lab", ["ridge-answer", "ridge-submission"]]);
  const widgets = manifest.modules.filter(({ path }) => path !== "lab.js");
  const declarations = widgets.flatMap((module) => module.declarations);
  await opened(dist, { "/index.html": `<!doctype html><html lang="en"><title>All</title>${widgets.map(({ path }) => `<script type="module" src="./${path}"></script>`).join("")}</html>` }, async (page) => {
    for (const { tagName, attributes, members, events } of declarations) {
      const { observed, missing } = await page.evaluate(([tag, names]) => {
        const made = customElements.get(tag);
        return { observed: [...new Set(made.observedAttributes)], missing: names.filter((name) => !(name in document.createElement(tag))) };
      }, [tagName, members.filter(({ name }) => name !== "result").map(({ name }) => name)]); // set with the first result
      const named = attributes.map(({ name }) => name);
      assert.deepEqual(observed.filter((name) => !named.includes(name)), [], tagName);
      assert.equal(new Set(named).size, named.length, tagName);
      assert.deepEqual(missing, [], tagName);
      assert.ok(attributes.every(({ description }) => description?.length > 3), `${tagName}: an attribute without a description`);
      assert.deepEqual(events.map(({ name }) => name).sort(), ["ridge-change", "ridge-error", "ridge-ready"]);
    }
    const tags = declarations.map(({ tagName }) => tagName);
    const registered = await page.evaluate(async (files) => {
      const exported = (await Promise.all(files.map((name) => import(`./${name}`)))).flatMap((module) => Object.entries(module));
      return exported.filter(([name, one]) => one?.prototype instanceof HTMLElement && name !== "RidgeElement").length;
    }, widgets.map(({ path }) => path));
    assert.equal(tags.length, registered);
  });
});
