// What embedded snippets and shared addresses showed in each release, they show still: those that are pinned, with the files of
// their release; the others, and addresses, with today's files. tests/golden/releases/.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { dist, hostPage, open, release as handedOut, test } from "./harness.mjs";
import { serve } from "./server.mjs";

const folder = new URL("../golden/releases/", import.meta.url);
const releases = readdirSync(folder).filter((name) => name.endsWith(".json")).map((name) => name.replace(".json", ""));
const snippetsOf = (release) => JSON.parse(readFileSync(new URL(`${release}.json`, folder), "utf8"));
const { version } = JSON.parse(readFileSync(`${dist}/package.json`, "utf8"));

/** Above 0 for a version that is still to come. */
const later = (other) => other.localeCompare(version, "en", { numeric: true });

/** What paths lead to in the result of a widget, of the page's first unless told otherwise. */
const found = (page, paths, widget = 0) =>
  page.evaluate(([index, wanted]) => {
    const { result } = document.body.children[index];
    return wanted.map((path) => path.split(".").reduce((at, step) => at?.[step], result));
  }, [widget, paths]);

/** A page's widgets have results, and show them. */
async function shown(page, widgets = 1) {
  await page.waitForFunction((count) => [...document.body.children].slice(0, count).every(({ result }) => result), widgets);
  await page.evaluate((count) => Promise.all([...document.body.children].slice(0, count).map(({ updateComplete }) => updateComplete)), widgets);
  assert.deepEqual(await page.locator(".refused").allInnerTexts(), []);
}

function assertNumbers(numbers, paths, wanted) {
  const message = JSON.stringify(Object.fromEntries(paths.map((path, index) => [path, numbers[index]])));
  for (const [index, path] of paths.entries()) {
    assert.ok(typeof numbers[index] === "number" && Math.abs(numbers[index] - wanted(path)) <= 1e-12 * Math.abs(wanted(path)), `${path} was ${wanted(path)}; all are now ${message}`);
  }
}

/** As the release had it, unless a later one rightly changed it and says why. */
function expected({ numbers, changed = {} }, path) {
  const change = changed[path];
  if (!change) return numbers[path];
  assert.ok(change.since && change.why, `${path} changed: it needs "since" and "why"`);
  assert.ok(later(change.since) <= 0, `${path} changed since ${change.since}, and this is ${version}: a version that gives other numbers needs a number of its own`);
  return change.to;
}

test("releases: this release has a record of its own", () => assert.ok(releases.includes(version), `tests/golden/releases/${version}.json; its README says how it is made`));

for (const release of releases) {
  for (const one of snippetsOf(release)) {
    test(`releases: ${one.snippet} gives the numbers of ${release}`, async (browser) => {
      const script = one.tag.startsWith("<ridge-routing") ? "routing.js" : "ridgepoint.js";
      const server = await serve(dist, { pages: { "/index.html": hostPage(`${one.tag}<script type="module" src="./${script}"></script>`) } });
      const opened = await open(browser, `${server.address}/index.html${one.address ?? ""}`);
      try {
        await shown(opened.page);
        const paths = Object.keys(one.numbers);
        assertNumbers(await found(opened.page, paths), paths, (path) => expected(one, path));
        assert.deepEqual(opened.faults, []);
      } finally {
        await opened.close();
        await server.close();
      }
    });
  }

  // As the README has it: the folder of a release stays where it is, under its version, and the tag names the hash of the script.
  test(`releases: pinned to ${release}, snippets run with its own files and give its numbers`, async (browser) => {
    const unpacked = mkdtempSync(join(tmpdir(), "ridgepoint-release-"));
    const root = release === version ? handedOut : unpacked;
    if (release !== version) execFileSync("tar", ["-xzf", fileURLToPath(new URL(`${release}.tgz`, folder)), "-C", unpacked]);
    const { files: integrity } = JSON.parse(readFileSync(join(root, release, "integrity.json"), "utf8"));
    const snippets = snippetsOf(release).filter(({ address }) => !address);
    const scripts = ["ridgepoint.js", "routing.js"].map((name) => `<script type="module" src="/${release}/${name}" integrity="${integrity[name]}" crossorigin="anonymous"></script>`);
    const page = hostPage(`${snippets.map(({ tag }) => tag).join("")}${scripts.join("")}`);
    const server = await serve(root, { pages: { "/index.html": page } });
    // Widgets get their engine when they come near the window, which holds all of them.
    const opened = await open(browser, `${server.address}/index.html`, { context: { viewport: { width: 1280, height: 12_000 } } });
    try {
      await shown(opened.page, snippets.length);
      for (const [index, { numbers }] of snippets.entries()) {
        const paths = Object.keys(numbers);
        assertNumbers(await found(opened.page, paths, index), paths, (path) => numbers[path]);
      }
      assert.deepEqual(server.requests.filter((path) => /\.(js|wasm)$/.test(path) && !path.startsWith(`/${release}/`)), []);
      assert.deepEqual(opened.faults, []);
    } finally {
      await opened.close();
      await server.close();
      rmSync(unpacked, { recursive: true });
    }
  });
}
