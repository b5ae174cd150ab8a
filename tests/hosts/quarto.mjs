// The Quarto extension's shortcode under pandoc, with a stub for what Quarto itself adds (quarto.lua).

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const extension = here("../../web/quarto/_extensions/ridgepoint");
const [, version] = /^version: (\S+)/m.exec(readFileSync(`${extension}/_extension.yml`, "utf8"));
const folder = mkdtempSync(join(tmpdir(), "ridgepoint-quarto-"));
after(() => rmSync(folder, { recursive: true }));

const csv = '# Roofline\r\nFigure,Value (s)\r\nLatency,0.005124\r\n"Compute, its own",3e-5\r\n\r\n"# Times, in parts"\r\nPart,Seconds\r\nmemory,0.0048\r\n';
writeFileSync(join(folder, "roofline.csv"), csv);
writeFileSync(join(folder, "broken.csv"), "a,b\n1,2\n");

function pandoc(target, call) {
  const document = `---\ntitle: A page\ntarget: ${target}\n---\n\n\`\`\`\n${call}\n\`\`\`\n`;
  const to = target === "html" ? "html" : "latex";
  const template = join(folder, "page.template");
  writeFileSync(template, "$body$\n$for(dependencies/pairs)$dependency $dependencies.key$: $dependencies.value$\n$endfor$");
  return spawnSync("pandoc", ["--lua-filter", here("quarto.lua"), "--template", template, "-t", to], {
    cwd: folder,
    input: document,
    encoding: "utf8",
    env: { ...process.env, RIDGEPOINT_SHORTCODE: `${extension}/ridgepoint.lua` },
  });
}

test("in HTML there is the widget with its attributes, its picture inside, and its script once", () => {
  const { stdout, stderr } = pandoc("html", 'roofline model=Llama3_8B hardware=H100 label="><script> picture=a.svg');
  assert.equal(stderr, "");
  assert.match(stdout, /<ridge-roofline hardware="H100" label="&quot;&gt;&lt;script&gt;" model="Llama3_8B"><img src="a\.svg" alt="Ridgepoint, roofline: [^"]*hardware H100[^"]*">\s*<\/ridge-roofline>/);
  assert.ok(stdout.includes(`dependency ridgepoint ${version}: ridgepoint.js`), stdout);
});

test("in PDF there are the picture and the tables that the widget saved", () => {
  const { stdout, stderr } = pandoc("latex", "roofline model=Llama3_8B hardware=H100 picture=a.svg table=roofline.csv");
  assert.equal(stderr, "");
  assert.match(stdout, /\\includegraphics.*\{a\.svg\}|\\includesvg.*\{a\.svg\}/);
  for (const words of ["Roofline", "Latency & 0.005124", "Compute, its own & 3e-5", "Times, in parts", "memory & 0.0048"]) assert.ok(stdout.includes(words), `${words} in ${stdout}`);
  assert.doesNotMatch(stdout, /ridge-roofline|dependency/);
});

test("in PDF without them it says what is in the HTML edition, and gives no number", () => {
  const { stdout } = pandoc("latex", "quantization model=Llama3_8B");
  assert.match(stdout, /Ridgepoint, quantization: model Llama3\\_8B/);
  assert.match(stdout, /interactive in the HTML\s+edition/);
});

test("what is wrong is told by name", () => {
  assert.match(pandoc("html", "rooflin model=Llama3_8B").stderr, /must be one of explainer, load, machine, model, plan, quantization, roofline, routing, sensitivity, train, given "rooflin"/);
  assert.match(pandoc("latex", "roofline table=nowhere.csv").stderr, /the table nowhere\.csv cannot be read/);
  assert.match(pandoc("latex", "roofline table=broken.csv").stderr, /broken\.csv is not a table that a widget saved/);
});
