// Widgets in the sites of documentation generators: each is built by the real one and opened in Chromium, below a path.
// `node tests/hosts/run.mjs [host…]`; needs the build and the generators (scripts/test installs them).

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { command, dist, open, release, run, test } from "../browser/harness.mjs";
import { serve } from "../browser/server.mjs";
import { resting, watchShift } from "../browser/widgets-shared.mjs";
import { directiveTests, saveExports } from "./sphinx.mjs";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const { version } = JSON.parse(readFileSync(`${dist}/package.json`, "utf8"));

/** `assets`: where the folder that a release hands out goes. `prepare`: what its pages name besides. `build`: from the copied folder, into `out`. `dark`: what a reader clicks. `isSteady`: it has the rule that keeps room. */
const hosts = {
  sphinx: {
    assets: "_static/rp",
    prepare: saveExports,
    build: (folder, out) => execFileSync("sphinx-build", ["-q", "-b", "html", folder, out]),
    // Alabaster has one theme; others mark the root element so.
    dark: (page) => page.evaluate(() => (document.documentElement.dataset.theme = "dark")),
    second: "second.html",
  },
  mkdocs: {
    assets: "docs/rp",
    build: (folder, out) => execFileSync("mkdocs", ["build", "-q", "-f", join(folder, "mkdocs.yml"), "-d", out]),
    dark: (page) => page.locator("label[for^=__palette_]:visible").click(),
    isSteady: true,
    second: "second/",
  },
  hugo: {
    assets: "static/rp",
    build: (folder, out) => execFileSync("hugo", ["--quiet", "-s", folder, "-d", out]),
    // A layout of one's own, which says what it is.
    dark: (page) => page.evaluate(() => (document.documentElement.style.colorScheme = "dark")),
    second: "second/",
  },
  vitepress: {
    assets: "public/rp",
    build: (folder, out) => execFileSync(process.execPath, ["node_modules/vitepress/bin/vitepress.js", "build", "--outDir", out], { cwd: folder, stdio: "pipe" }),
    dark: (page) => page.click(".VPNavBar .VPSwitchAppearance"),
    second: "second.html",
  },
  docusaurus: {
    assets: "static/rp",
    build: (folder, out) => {
      // What it keeps there names the folder of the run before.
      rmSync(here("docusaurus/node_modules/.cache"), { recursive: true, force: true });
      execFileSync(process.execPath, ["node_modules/@docusaurus/core/bin/docusaurus.mjs", "build", "--out-dir", out], { cwd: folder, stdio: "pipe" });
    },
    dark: (page) => page.evaluate(() => (document.documentElement.dataset.theme = "dark")),
    second: "second/",
  },
};

const wanted = process.argv.slice(2);
process.argv.length = 2;

/** The number that the command gives, as the widget prints it. */
const milliseconds = (...request) => {
  const { latency_s } = JSON.parse(execFileSync(command, ["roofline", ...request, "--json"], { encoding: "utf8" }));
  return (latency_s * 1e3).toPrecision(3);
};
const shows = (page, widget, pattern) =>
  page.waitForFunction(
    ([name, source]) => new RegExp(source).test(document.querySelector(name)?.shadowRoot?.querySelector(".headline")?.textContent ?? ""),
    [widget, pattern],
  );
const ground = (page, widget) => page.locator(widget).evaluate((element) => getComputedStyle(element.shadowRoot.querySelector(".root")).backgroundColor);

for (const [name, { assets, prepare, build, dark, second, isSteady }] of Object.entries(hosts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const work = mkdtempSync(join(tmpdir(), `ridgepoint-${name}-`));
  process.on("exit", () => rmSync(work, { recursive: true, force: true }));
  const source = join(work, "source");
  const root = join(work, "www");
  const out = join(root, "site");

  test(`${name}: its generator keeps the fallback in the page`, async (browser) => {
    mkdirSync(root);
    cpSync(here(name), source, { recursive: true, filter: (path) => !path.includes("node_modules") });
    if (existsSync(here(`${name}/node_modules`))) symlinkSync(here(`${name}/node_modules`), join(source, "node_modules"));
    cpSync(`${release}/${version}`, join(source, assets), { recursive: true });
    await prepare?.(source, browser);
    build(source, out);
    assert.match(readFileSync(join(out, "index.html"), "utf8"), /<ridge-roofline[^>]*batch="?32"?[^>]*>\s*(<p>)?The roofline of Llama 3 8B on an H100\./);
  });

  test(`${name}: a widget shows a true number, follows the dark mode live, and survives the way to another page and back`, async (browser) => {
    const server = await serve(root, { pages: { "/favicon.ico": "" } });
    const { page, faults, close } = await open(browser, `${server.address}/site/`, { context: { colorScheme: "light" }, script: watchShift });
    try {
      const number = `${milliseconds("--model", "Llama3_8B", "--hardware", "H100", "--batch", "32").replace(".", "\\.")}\\s*ms`;
      await shows(page, "ridge-roofline", number);
      await resting(page);
      const shift = await page.evaluate(() => window.shift);
      assert.ok(!isSteady || shift < 0.02, `a layout shift of ${shift}`);
      const light = await ground(page, "ridge-roofline");
      await dark(page);
      await page.waitForFunction(
        ([before]) => getComputedStyle(document.querySelector("ridge-roofline").shadowRoot.querySelector(".root")).backgroundColor !== before,
        [light],
      );
      await page.locator(`a[href$="second"], a[href$="second.html"], a[href$="second/"]`).filter({ visible: true }).first().click();
      await shows(page, "ridge-quantization", "×");
      await page.goBack();
      await shows(page, "ridge-roofline", number);
      await page.goto(`${server.address}/site/${second}`);
      await shows(page, "ridge-quantization", "×");
      assert.deepEqual(faults, []);
    } finally {
      await close();
      await server.close();
    }
  });
}

if (wanted.length === 0 || wanted.includes("sphinx")) {
  directiveTests((page, batch) => shows(page, "ridge-roofline", `${milliseconds("--model", "Llama3_8B", "--hardware", "H100", "--batch", batch).replace(".", "\\.")}\\s*ms`));
}

await run();
