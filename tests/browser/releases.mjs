// What embedded snippets and shared addresses showed in each release, they show still: tests/golden/releases/.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dist, open, test } from "./harness.mjs";
import { serve } from "./server.mjs";

const folder = new URL("../golden/releases/", import.meta.url);
const releases = readdirSync(folder).filter((name) => name.endsWith(".json"));
const { version } = JSON.parse(readFileSync(`${dist}/package.json`, "utf8"));

/** Above 0 for a version that is still to come. */
const later = (other) => other.localeCompare(version, "en", { numeric: true });

/** What a path leads to in the result of a page's only widget. */
const found = (page, paths) =>
  page.evaluate((wanted) => {
    const { result } = document.body.firstElementChild;
    return wanted.map((path) => path.split(".").reduce((at, step) => at?.[step], result));
  }, paths);

/** As the release had it, unless a later one rightly changed it and says why. */
function expected({ numbers, changed = {} }, path) {
  const change = changed[path];
  if (!change) return numbers[path];
  assert.ok(change.since && change.why, `${path} changed: it needs "since" and "why"`);
  assert.ok(later(change.since) <= 0, `${path} changed since ${change.since}, and this is ${version}: a version that gives other numbers needs a number of its own`);
  return change.to;
}

test("releases: this release has a record of its own", () => assert.ok(releases.includes(`${version}.json`), `tests/golden/releases/${version}.json; its README says how it is made`));

for (const release of releases) {
  for (const one of JSON.parse(readFileSync(new URL(release, folder), "utf8"))) {
    test(`releases: ${one.snippet} gives the numbers of ${release.replace(".json", "")}`, async (browser) => {
      const script = one.tag.startsWith("<ridge-routing") ? "routing.js" : "ridgepoint.js";
      const page = `<!doctype html><html lang="en"><head><title>Host</title><link rel="icon" href="data:,"></head><body>${one.tag}<script type="module" src="./${script}"></script></body></html>`;
      const server = await serve(dist, { pages: { "/index.html": page } });
      const opened = await open(browser, `${server.address}/index.html${one.address ?? ""}`);
      try {
        await opened.page.waitForFunction(() => document.body.firstElementChild.result);
        await opened.page.evaluate(() => document.body.firstElementChild.updateComplete);
        assert.deepEqual(await opened.page.locator(".refused").allInnerTexts(), []);
        const paths = Object.keys(one.numbers);
        const numbers = await found(opened.page, paths);
        const message = JSON.stringify(Object.fromEntries(paths.map((path, index) => [path, numbers[index]])));
        for (const [index, path] of paths.entries()) {
          const wanted = expected(one, path);
          assert.ok(typeof numbers[index] === "number" && Math.abs(numbers[index] - wanted) <= 1e-12 * Math.abs(wanted), `${path} was ${wanted}; all are now ${message}`);
        }
        assert.deepEqual(opened.faults, []);
      } finally {
        await opened.close();
        await server.close();
      }
    });
  }
}
