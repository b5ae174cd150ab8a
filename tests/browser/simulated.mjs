// The widgets that simulate: what a reader moves is answered in a worker, by the newest setting, and by the page itself where no worker
// may start.

import assert from "node:assert/strict";
import { dist, hostPage, settled, test, visiting } from "./harness.mjs";
import { foreseen, onSite, result } from "./widgets-shared.mjs";

const SLIDERS = { load: "rate_per_s", plan: "demand.rate_per_s" };

/**
 * Moves the slider of a widget from place to place, as in a drag, all within one task, and does `then` in the same; gives whether the
 * answer waits for another.
 */
const drag = (page, name, places, then = "") =>
  page.locator(`ridge-${name}`).evaluate(
    (widget, { field, places, then }) => {
      const { request, result } = widget;
      const slider = widget.shadowRoot.querySelector(`[data-field="${field}"] input[type=range]`);
      for (const place of places) {
        slider.value = String(Number(slider.min) + place * (Number(slider.max) - Number(slider.min)));
        slider.dispatchEvent(new Event("input", { bubbles: true }));
      }
      if (then === "script") widget.request = request;
      if (then === "remove") {
        window.removed = widget;
        window.place = widget.parentElement;
        widget.remove();
      }
      return widget.result === result;
    },
    { field: SLIDERS[name], places, then },
  );

/** The requests that are answered from now on; `answers()` gives them. */
const listen = async (page, name) => {
  await page.locator(`ridge-${name}`).evaluate((widget) => {
    window.answers = [];
    widget.addEventListener("ridge-change", ({ detail }) => window.answers.push(JSON.stringify(detail.request)));
  });
  return () => page.evaluate(() => window.answers);
};

const request = (page, name) => page.locator(`ridge-${name}`).evaluate((widget) => JSON.stringify(widget.request));

const answeredLast = (page, name) =>
  page.waitForFunction((tag) => window.answers.at(-1) === JSON.stringify(document.querySelector(tag).request), `ridge-${name}`);

const whole = (page) => page.waitForFunction(() => document.querySelector("ridge-load").result.curve.length === 13);

/** What the page's own engine says of what the widget shows. */
const byPage = async (page, name) =>
  page.locator(`ridge-${name}`).evaluate((widget) => {
    widget.request = { ...widget.request };
    return widget.result;
  });

for (const name of Object.keys(SLIDERS)) {
  test(`simulated: ${name} answers a slider in a worker with what the page's engine says, and downloads the engine once`, visiting(`${name}.html`, async (page, server) => {
    await settled(page);
    await listen(page, name);
    assert.ok(await drag(page, name, [0.3]), "the page waited for the answer");
    await answeredLast(page, name);
    assert.equal(page.workers().length, 1);
    assert.match(page.workers()[0].url(), /\/systems-worker\.js$/);
    const found = await result(page, `ridge-${name}`);
    const own = await byPage(page, name);
    assert.deepEqual(found.run ?? found, own.run ?? own);
    assert.equal(server.requests.filter((path) => path.endsWith("ridgepoint-systems.wasm")).length, 1);
  }));

  test(`simulated: of the places that ${name}'s slider passes the last is answered next, and stays`, onSite(`${name}.html`, async (page) => {
    const answers = await listen(page, name);
    await drag(page, name, Array.from({ length: 20 }, (_, step) => 0.2 + 0.02 * step));
    await answeredLast(page, name);
    // The first is being answered while the others come.
    assert.ok((await answers()).length <= 2, `${(await answers()).length} answers`);
    const last = await request(page, name);
    await foreseen(page, name);
    assert.equal((await answers()).at(-1), last);
  }));

  test(`simulated: a script's request takes the place of what ${name}'s reader waits for`, onSite(`${name}.html`, async (page) => {
    const answers = await listen(page, name);
    const asked = await request(page, name);
    await drag(page, name, [1], "script");
    await drag(page, name, [0.1]);
    await answeredLast(page, name);
    assert.deepEqual(await answers(), [asked, await request(page, name)]);
  }));

  test(`simulated: ${name} ends its worker when it leaves the page, and goes on when it is back`, onSite(`${name}.html`, async (page) => {
    await foreseen(page, name);
    const ended = page.workers()[0].waitForEvent("close");
    await listen(page, name);
    await drag(page, name, [0.4], "remove");
    await ended;
    assert.equal(page.workers().length, 0);
    assert.deepEqual(await page.evaluate(() => window.answers), []);
    await page.evaluate(() => window.place.append(window.removed));
    await answeredLast(page, name);
    assert.equal(page.workers().length, 1);
  }));
}

test("simulated: while the rate moves, the curve of the same server stays", onSite("load.html", async (page) => {
  await whole(page);
  await listen(page, "load");
  const before = await result(page, "ridge-load");
  await drag(page, "load", [0.3]);
  await answeredLast(page, "load");
  const after = await result(page, "ridge-load");
  assert.notDeepEqual(after.run, before.run);
  assert.deepEqual(after.curve, before.curve);
}));

test("simulated: what a worker is refused is said at its control, and the address keeps what was answered", onSite("load.html", async (page) => {
  const control = page.locator('ridge-load [data-field="parallel.tensor"]');
  const field = control.locator("input[type=text], input[type=number]").first();
  await field.fill("3");
  await field.press("Enter");
  await control.locator(".refused").waitFor();
  assert.doesNotMatch(page.url(), /tensor=3/);
  await field.fill("2");
  await field.press("Enter");
  await control.locator(".refused").waitFor({ state: "detached" });
  await page.waitForURL(/parallel\.tensor=2/);
  assert.equal((await result(page, "ridge-load")).run.notes.length > 0, true);
}));

const REFUSALS = {
  "none can be made": { script: () => delete globalThis.Worker },
  "a script of another origin may start none": {
    script: () => {
      globalThis.Worker = class {
        constructor() {
          throw new DOMException("Script cannot be accessed from this origin", "SecurityError");
        }
      };
    },
  },
  "its script is missing": { without: "systems-worker.js" },
};

for (const [why, { without, ...options }] of Object.entries(REFUSALS)) {
  test(`simulated: where ${why}, the page answers by itself`, visiting("index.html", async (page) => {
    await settled(page);
    await whole(page);
    await listen(page, "load");
    await drag(page, "load", [0.2, 0.3, 0.4]);
    await answeredLast(page, "load");
    assert.equal(page.workers().length, 0);
    assert.equal(await request(page, "load"), (await page.evaluate(() => window.answers)).at(-1));
  }, {
    folder: dist,
    pages: {
      "/index.html": hostPage("<ridge-load loading=eager></ridge-load>", '<script type="module" src="load.js"></script>'),
      ...(without ? { [`/${without}`]: null } : {}),
    },
    ...options,
  }));
}

test("simulated: under a policy without workers the page answers by itself", async (browser) => {
  const said = [];
  await visiting("index.html", async (page, _, { faults }) => {
    await settled(page);
    await whole(page);
    await listen(page, "load");
    await drag(page, "load", [0.4]);
    await answeredLast(page, "load");
    assert.equal(page.workers().length, 0);
    said.push(...faults.splice(0));
  }, {
    folder: dist,
    pages: { "/index.html": hostPage("<ridge-load loading=eager></ridge-load>", '<script type="module" src="load.js"></script>') },
    headers: { "content-security-policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src data:; worker-src 'none'" },
  })(browser);
  assert.ok(said.length > 0 && said.every((text) => /worker-src 'none'/.test(text)), said.join("\n"));
});
