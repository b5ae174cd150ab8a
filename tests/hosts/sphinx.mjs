// The Sphinx extension that a release hands out: its directive on web pages, in other formats, and with mistakes in it.
// run.mjs runs these with the host sphinx.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { dist, hostPage, open, release, settled, test } from "../browser/harness.mjs";
import { serve } from "../browser/server.mjs";

const { version } = JSON.parse(readFileSync(`${dist}/package.json`, "utf8"));
const CONF = `import os, sys
project = "Page"
sys.path.append(os.path.abspath("_static/rp"))
extensions = ["myst_parser", "ridgepoint_sphinx"]
html_static_path = ["_static"]
`;

/** What an author saves from the widget of directive.rst, into the folder. */
export async function saveExports(folder, browser) {
  const host = hostPage('<ridge-roofline model="Llama3_8B" hardware="H100" batch="8"></ridge-roofline>', '<script type="module" src="ridgepoint.js"></script>');
  const server = await serve(dist, { pages: { "/host.html": host } });
  const { page, close } = await open(browser, `${server.address}/host.html`);
  try {
    await settled(page);
    for (const kind of ["svg", "png", "csv"]) {
      const bytes = await page.evaluate(async (one) => [...new Uint8Array(await (await document.querySelector("ridge-roofline").export(one)).arrayBuffer())], kind);
      writeFileSync(join(folder, `roofline.${kind}`), Buffer.from(bytes));
    }
  } finally {
    await close();
    await server.close();
  }
}

/** A folder with the release, the exports and these files, or those of tests/hosts/sphinx; `build` gives where a builder wrote, and what it warned of. */
async function project(browser, files) {
  const folder = mkdtempSync(join(tmpdir(), "ridgepoint-directive-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const source = join(folder, "source");
  cpSync(`${release}/${version}`, join(source, "_static/rp"), { recursive: true, filter: (path) => !/\.(zip|tgz)$/.test(path) });
  if (files) for (const [name, text] of Object.entries({ "conf.py": CONF, ...files })) writeFileSync(join(source, name), text);
  else cpSync(fileURLToPath(new URL("sphinx", import.meta.url)), source, { recursive: true });
  await saveExports(source, browser);
  const build = (builder) => {
    const out = join(folder, builder);
    // Python's own files beside the extension are not published, so it writes them.
    const { status, stderr } = spawnSync("sphinx-build", ["-q", "-b", builder, source, out], { encoding: "utf8", env: { ...process.env, PYTHONDONTWRITEBYTECODE: "" } });
    assert.equal(status, 0, stderr);
    return { out, warnings: stderr, read: (name) => readFileSync(join(out, name), "utf8") };
  };
  return { source, build };
}

/** The numbers of a widget's CSV, as they stand there. */
const numbersOf = (source) => {
  const found = [...readFileSync(join(source, "roofline.csv"), "utf8").matchAll(/,(\d[\d.e-]*)/g)].map(([, number]) => number);
  assert.ok(found.length > 10, found.join());
  return found;
};
const scripts = (html) => html.match(/<script[^>]*ridgepoint\.js/g) ?? [];

async function opened(browser, folder, name, body, options) {
  const server = await serve(folder, { pages: { "/favicon.ico": "" } });
  const { page, faults, close } = await open(browser, `${server.address}/${name}`, options);
  try {
    await body(page, faults);
  } finally {
    await close();
    await server.close();
  }
}

/** Registers the cases. `isTrue` waits until the first widget of a page shows the right number for the batch. */
export function directiveTests(isTrue) {
  test("sphinx: the directive is the tag around its text and picture, runs, and without a script there is the table", async (browser) => {
    const { source, build } = await project(browser);
    const { out, warnings, read } = build("html");
    assert.equal(warnings, "");
    const html = read("directive.html");
    assert.match(html, /<ridge-roofline batch="8" hardware="H100" lock="hardware" model="Llama3_8B" url-state=""><p>What limits a token on an H100\?<\/p>\s*<img alt="Ridgepoint, roofline: batch 8, hardware H100, model Llama3_8B" src="_images\/roofline\.svg" \/><noscript>[^]*<\/noscript>\s*<\/ridge-roofline>/);
    assert.equal(scripts(html).length, 1, "conf.py brings the script already");
    assert.ok(!existsSync(join(out, "_static/rp/__pycache__")));
    await opened(browser, out, "directive.html", async (page, faults) => {
      await isTrue(page, "8");
      assert.equal(await page.locator("ridge-roofline table.docutils").count(), 0);
      assert.deepEqual(faults, []);
    });
    await opened(browser, out, "directive.html", async (page) => {
      assert.ok(await page.locator("ridge-roofline img").evaluate((image) => image.naturalWidth > 0));
      const text = await page.locator("ridge-roofline").innerText();
      for (const number of numbersOf(source)) assert.ok(text.includes(number), `${number} in ${text}`);
    }, { context: { javaScriptEnabled: false } });
  });

  test("sphinx: LaTeX, text and EPUB get the title, the address, the text, the picture and every number of the table", async (browser) => {
    const { source, build } = await project(browser);
    const spaced = (text) => text.replace(/\s+/g, " ");
    const address = "https://docs.example/course/directive.html";

    const latex = build("latex");
    assert.equal(latex.warnings, "");
    const tex = latex.read("asphinxsite.tex");
    assert.ok(tex.includes("\\sphinxstylestrong{Ridgepoint, roofline: batch 8, hardware H100, model Llama3\\_8B}"), tex);
    assert.ok(tex.includes(`interactive in the HTML edition: \\sphinxurl{${address}}`), tex);
    assert.ok(tex.includes("\\sphinxincludegraphics{{roofline}.svg}"), tex);
    assert.deepEqual(readFileSync(join(latex.out, "roofline.svg")), readFileSync(join(source, "roofline.svg")));

    const text = build("text");
    assert.equal(text.warnings, "");
    const plain = spaced(text.read("directive.txt"));
    assert.ok(plain.includes(`Ridgepoint, roofline: batch 8, hardware H100, model Llama3_8B** (interactive in the HTML edition: ${address})`), plain);

    const epub = build("epub").read("directive.xhtml");
    assert.match(epub, /<img alt="[^"]*" src="_images\/roofline\.svg" \/>/);
    for (const [format, written] of Object.entries({ tex, plain, epub })) {
      for (const words of ["What limits a token on an H100?", "The step", "The times", ...numbersOf(source)]) assert.ok(written.includes(words), `${words} in ${format}`);
      assert.doesNotMatch(written, /<ridge-roofline batch="8"|<noscript>/, format);
    }
  });

  test("sphinx: the script comes with the directive alone, once a page, and LaTeX takes the PNG of a picture", async (browser) => {
    const widget = "```{ridge} roofline\n:model: Llama3_8B\n:hardware: H100\n:batch: 4\n:picture: roofline.*\n```\n";
    const { build } = await project(browser, {
      "index.md": `# Widgets\n\n${widget}\n${widget}\n\`\`\`{ridge} quantization\n:model: Llama3_8B\n:lock:\n\`\`\`\n\n\`\`\`{toctree}\nplain\n\`\`\`\n`,
      "plain.rst": "Plain\n=====\n\nWords.\n",
    });
    const { out, warnings, read } = build("html");
    assert.equal(warnings, "");
    assert.equal(scripts(read("index.html")).length, 1);
    assert.match(read("index.html"), /<script type="module" src="_static\/rp\/ridgepoint\.js(\?[^"]*)?"><\/script>/);
    assert.match(read("index.html"), /<ridge-quantization lock="" model="Llama3_8B">Ridgepoint, quantization: model Llama3_8B<\/ridge-quantization>/);
    assert.match(read("index.html"), /src="_images\/roofline\.svg"/);
    assert.equal(scripts(read("plain.html")).length, 0);
    await opened(browser, out, "index.html", async (page, faults) => {
      await isTrue(page, "4");
      assert.deepEqual(faults, []);
    });
    const latex = build("latex");
    assert.match(latex.read("page.tex"), /\\sphinxincludegraphics\{\{roofline\}\.png\}/);
    assert.match(latex.read("page.tex"), /Ridgepoint, quantization: model Llama3\\_8B\} \(interactive in the HTML edition\)/);
    assert.ok(existsSync(join(latex.out, "roofline.png")));
  });

  test("sphinx: what an author types becomes neither markup nor a script", async (browser) => {
    const hostile = `"'><script>window.injected = 1</script><img src=x onerror=window.injected=1>`;
    const options = `:label: ${hostile}\n   :model: ${hostile}\n   :table: hostile.csv`;
    const { source, build } = await project(browser, {
      "index.rst": `Page\n====\n\n.. ridge:: roofline\n   ${options}\n\n   ${hostile}\n\n.. ridge:: roofline\n   :onclick: window.injected = 1\n   :hardware: \\input{/etc/hosts}\n   :picture: x" onerror="window.injected=1\n`,
    });
    writeFileSync(join(source, "hostile.csv"), `"# ${hostile.replaceAll('"', '""')}"\r\nName,Value\r\n"${hostile.replaceAll('"', '""')}",1\r\n`);
    const { out, warnings, read } = build("html");
    assert.match(warnings, /index\.rst:11: WARNING: ridge: roofline has no attribute "onclick"; it takes .*\bbatch, .*\bpicture, .*\btable\b/);
    const html = read("index.html");
    assert.ok(html.includes('label="&quot;\'&gt;&lt;script&gt;window.injected = 1&lt;/script&gt;&lt;img src=x onerror=window.injected=1&gt;"'), html);
    assert.doesNotMatch(html, /<script>window|<img src=x|<[^>]*" onerror=|onclick/);
    for (const javaScriptEnabled of [true, false]) {
      await opened(browser, out, "index.html", async (page) => {
        const first = page.locator("ridge-roofline").first();
        if (javaScriptEnabled) await page.waitForFunction(() => document.querySelector("ridge-roofline").shadowRoot?.querySelector(".root"));
        assert.equal(await first.getAttribute("label"), hostile);
        assert.equal(await page.locator("[onerror], [onclick]").count(), 0);
        assert.equal(await page.evaluate(() => window.injected), undefined);
      }, { context: { javaScriptEnabled } });
    }
    const tex = build("latex").read("page.tex");
    assert.ok(tex.includes("hardware \\textbackslash{}input\\{/etc/hosts\\}"), tex);
    assert.ok(!tex.includes("\\input{/etc"), tex);
  });

  test("sphinx: what is wrong is told with its line and what there is instead, and the rest of the page is built", async (browser) => {
    const { source, build } = await project(browser, {
      "conf.py": `${CONF}ridgepoint_script = "rp/nowhere.js"\n`,
      "index.rst": "Page\n====\n\n.. ridge:: rooflin\n   :model: Llama3_8B\n\n   A text.\n\n.. ridge:: roofline\n   :modle: Llama3_8B\n   :batch: 8\n\n.. ridge:: roofline\n   :table: nowhere.csv\n\n.. ridge:: roofline\n   :table: broken.csv\n   :picture: nowhere.svg\n\n.. toctree::\n\n   myst\n",
      "myst.md": "# MyST\n\nWords.\n\n```{ridge} load\n:batch: 8\n```\n",
    });
    writeFileSync(join(source, "broken.csv"), "a,b\n1,2\n");
    const { warnings, read } = build("html");
    for (const expected of [
      /index\.rst:4: WARNING: ridge: the widget must be one of explainer, load, machine, model, plan, quantization, roofline, routing, sensitivity, train, given "rooflin"/,
      /index\.rst:9: WARNING: ridge: roofline has no attribute "modle"; it takes activation-recomputation, assumptions, batch, .*model, /,
      /index\.rst:13: WARNING: ridge: the table nowhere\.csv cannot be read: No such file/,
      /index\.rst:16: WARNING: ridge: broken\.csv is not a table that a widget saved/,
      /index\.rst:16: WARNING: image file not readable: nowhere\.svg/,
      /myst\.md:5: WARNING: ridge: load has no attribute "batch"; it takes arrival, assumptions, /,
      /WARNING: ridge: rp\/nowhere\.js is not in html_static_path, so no widget will run/,
    ]) assert.match(warnings, expected);
    assert.equal(warnings.match(/WARNING/g).length, 7, warnings);
    assert.match(read("index.html"), /<p>A text\.<\/p>/);
    assert.match(read("index.html"), /<ridge-roofline batch="8">Ridgepoint, roofline: batch 8<\/ridge-roofline>/);
    assert.doesNotMatch(read("index.html"), /rooflin\b|modle/);
  });
}
