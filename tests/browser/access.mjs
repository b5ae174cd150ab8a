// For every reader: axe on every page in both themes and at two widths, reflow, targets, emulated settings.

import assert from "node:assert/strict";
import { ON_A_PHONE, passesAxeAtEachWidth, passesAxeInTurn } from "./axe.mjs";
import { phone } from "./fit.mjs";
import { settled, STRICT, test, visiting, WIDGET_NAMES, WIDGETS } from "./harness.mjs";
import { hurry, readPoints, watchShift } from "./widgets-shared.mjs";

/** With these a browser's clock is fine enough for short passes. */
const ISOLATED = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };

const PAGES = ["index", ...WIDGET_NAMES, "labs/index", "zoo", "gallery", "glossary", "trust", "own", "embed-builder"];

/** Pages in Spanish have their frame, their styles and their widgets from the English ones: one of each kind is looked at, each in another combination. */
const SPANISH = ["index", "quantization", "zoo", "trust"].map((name) => `es/${name}`);

/** Folded parts are part of the page; the menu lies over it. */
const unfolded = (page) =>
  page.evaluate(() => {
    const unfold = (root) => {
      for (const details of [...root.querySelectorAll("details:not(.menu)")].slice(0, 12)) details.open = true;
      for (const element of root.querySelectorAll("*")) if (element.shadowRoot) unfold(element.shadowRoot);
    };
    unfold(document);
  });

const visit = (name, options, body) => visiting(`${name}.html`, async (page, _, opened) => {
  if (await page.locator(WIDGETS).count()) await settled(page);
  await body(page, opened);
}, { headers: {}, ...options });

for (const name of PAGES) {
  test(`access: axe finds nothing on ${name}, light or dark, on a phone or a desk`, visit(name, { context: ON_A_PHONE }, async (page) => {
    await unfolded(page);
    await passesAxeAtEachWidth(page);
  }));

  test(`access: ${name} needs no sideways scrolling at 320 px, and at a zoom of 400 % nothing is cut off`, visit(name, { context: { viewport: { width: 320, height: 640 } } }, async (page) => {
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320);
    const beyond = await page.evaluate((selector) => {
      const out = [];
      for (const widget of document.querySelectorAll(selector)) {
        for (const element of widget.shadowRoot.querySelectorAll("*")) {
          if (element.closest(".scroll, svg, details:not([open])")) continue;
          const { right, width } = element.getBoundingClientRect();
          if (width > 0 && right > 321) out.push(`${element.localName}.${element.className} ${right}`);
        }
      }
      return out;
    }, `${WIDGETS}, own-entry`);
    assert.deepEqual(beyond, []);

    // A window of 1280 by 1024 at 400 %.
    await page.setViewportSize({ width: 320, height: 256 });
    const { wide, wrong } = await page.evaluate(() => {
      const wrong = [];
      const see = (element) => {
        if (element.shadowRoot) for (const inner of element.shadowRoot.querySelectorAll("*")) see(inner);
        const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
        // What only screen readers find is a pixel large.
        if (!element.checkVisibility() || clientWidth <= 1) return;
        const { overflowX, overflowY, position } = getComputedStyle(element);
        const [across, down] = [scrollWidth > clientWidth + 1, scrollHeight > clientHeight + 1];
        const called = `${element.localName}.${element.className}`;
        if ((across && /hidden|clip/.test(overflowX)) || (down && /hidden|clip/.test(overflowY))) wrong.push(`${called} is cut off`);
        if (across && down && /auto|scroll/.test(overflowX) && /auto|scroll/.test(overflowY)) wrong.push(`${called} rolls both ways`);
        if (/sticky|fixed/.test(position) && clientHeight > innerHeight / 2) wrong.push(`${called} covers half of the window`);
      };
      for (const element of document.querySelectorAll("body *")) see(element);
      return { wide: document.documentElement.scrollWidth, wrong };
    });
    assert.equal(wide, 320);
    assert.deepEqual(wrong, []);
  }));

  test(`access: ${name} works under the strict policy, and nothing moves while it loads`, visit(name, { headers: STRICT, script: watchShift }, async (page) => {
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const shift = await page.evaluate(() => window.shift);
    assert.ok(shift < 0.02, `a layout shift of ${shift}`);
  }));
}

for (const [place, name] of SPANISH.entries())
  test(`access: axe finds nothing on ${name} in one theme and at one width, which pages take in turn`, visit(name, { context: ON_A_PHONE }, async (page) => {
    await unfolded(page);
    await passesAxeInTurn(page, place);
  }));

test("access: targets are at least 24 px high, or spaced", visit("roofline", { context: { viewport: { width: 360, height: 800 } } }, async (page) => {
  const small = await page.evaluate(() => {
    const root = document.querySelector("ridge-roofline").shadowRoot;
    return [...root.querySelectorAll("button, select, input, summary")]
      .filter((element) => element.checkVisibility())
      .filter((element) => element.getBoundingClientRect().height < 24)
      .map((element) => element.outerHTML.slice(0, 80));
  });
  assert.deepEqual(small, []);
}));

for (const name of WIDGET_NAMES)
  test(`access: for a finger every control of ${name} is 44 px high, and a number in the text as high with what lies about it`, visit(name, { context: phone(360) }, async (page) => {
    const small = await page.locator(`ridge-${name}`).evaluate((widget) => {
      const root = widget.shadowRoot;
      for (const details of root.querySelectorAll("details")) details.open = true;
      const height = (one) => one.getBoundingClientRect().height;
      return [...root.querySelectorAll("button, select, input, summary")].filter((one) => one.checkVisibility() && height(one) < (one.matches("[type=checkbox]") ? 24 : 44)).map((one) => `${Math.round(height(one))} px: ${one.outerHTML.slice(0, 100)}`);
    });
    assert.deepEqual(small, []);
  }));

test("access: on a phone, what the keyboard goes back to is not under the answer that stays in sight", visit("roofline", { context: { viewport: { width: 360, height: 640 } } }, async (page) => {
  await page.locator("ridge-roofline .foot button").last().focus();
  const covered = [];
  let inside = 0;
  for (let left = 200; left > 0; left -= 1) {
    await page.keyboard.press("Shift+Tab");
    const at = await page.evaluate(() => {
      const root = document.querySelector("ridge-roofline").shadowRoot;
      const found = root.activeElement;
      if (!found || found.closest(".headline")) return { over: !found, what: "" };
      const answer = root.querySelector(".headline").getBoundingClientRect();
      return { over: false, inside: true, what: found.getBoundingClientRect().top < answer.bottom - 1 && found.getBoundingClientRect().bottom > answer.top ? found.outerHTML.slice(0, 80) : "" };
    });
    if (at.over) break;
    if (at.inside) inside += 1;
    if (at.what) covered.push(at.what);
  }
  assert.deepEqual(covered, []);
  assert.ok(inside > 10, `${inside} stops`);
}));

test("access: what has the focus shows it, and Tab leads through a widget and out", visit("roofline", {}, async (page) => {
  const unmarked = [];
  let inside = 0;
  await page.locator("h1").click();
  for (let left = 200; left > 0; left -= 1) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      const home = document.activeElement;
      const found = home.shadowRoot?.activeElement ?? home;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(found);
      return { widget: home.localName === "ridge-roofline", marked: (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2) || boxShadow !== "none", what: found.outerHTML.slice(0, 80) };
    });
    if (at.widget) inside += 1;
    else if (inside > 0) {
      assert.deepEqual(unmarked, []);
      assert.ok(inside > 10, `${inside} stops`);
      return;
    }
    if (at.widget && !at.marked) unmarked.push(at.what);
  }
  assert.fail("Tab does not lead out of the widget");
}));

test("access: the wheel over a drawing scrolls the page", visit("roofline", {}, async (page) => {
  const { x, y, width, height } = await page.locator("ridge-roofline svg.drawing").first().boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.wheel(0, 200);
  await page.waitForFunction(() => scrollY >= 100);
}));

for (const name of ["roofline", "index"])
  test(`access: a page is scrolled and zoomed by fingers wherever they are put: ${name}`, visit(name, {}, async (page) => {
    const kept = await page.evaluate(() => {
      const all = (root) => [...root.querySelectorAll("*")].flatMap((element) => [element, ...(element.shadowRoot ? all(element.shadowRoot) : [])]);
      return [...new Set(all(document).map((element) => getComputedStyle(element).touchAction))].filter(Boolean);
    });
    // A slider keeps what is drawn along it, and that alone.
    assert.deepEqual(kept.sort(), ["auto", "pan-y pinch-zoom"]);
  }));

test("access: nothing moves where motion is unwanted, and forced colours keep the drawing", visit("roofline", { context: { reducedMotion: "reduce", forcedColors: "active" } }, async (page) => {
  const found = await page.evaluate(() => {
    const root = document.querySelector("ridge-roofline").shadowRoot;
    const style = (selector) => getComputedStyle(root.querySelector(selector));
    const moving = [...root.querySelectorAll("*")].filter((element) => {
      const { transitionDuration, animationName } = getComputedStyle(element);
      return animationName !== "none" || !/^0s(, 0s)*$/.test(transitionDuration);
    });
    return { moving: moving.length, roof: style(".roof").stroke, ink: style(".drawing text").fill, page: style(".root").backgroundColor };
  });
  assert.equal(found.moving, 0);
  assert.notEqual(found.roof, found.page);
  assert.notEqual(found.ink, found.page);
}));

test("access: each drawing has a name, a sentence that describes it, a table with its numbers, and the widget one live sentence", async (browser) => {
  for (const name of WIDGET_NAMES) {
    await visit(name, {}, async (page) => {
      await tabled(page, name);
      const found = await page.evaluate((tag) => {
        const root = document.querySelector(tag).shadowRoot;
        const described = (one) => root.getElementById(one.getAttribute("aria-describedby"))?.textContent.trim() ?? "";
        return {
          figures: [...root.querySelectorAll("figure")].map((figure) => {
            const drawing = figure.querySelector("svg.drawing");
            return {
              role: drawing.getAttribute("role"),
              title: drawing.querySelector("title").textContent,
              heading: figure.querySelector("[role=heading]").textContent,
              sentences: [described(drawing), described(figure.querySelector(".plot"))],
              // In sight too, and none that speaks by itself.
              isShown: figure.querySelector("[data-said]").checkVisibility(),
              live: figure.querySelector("[data-said]").closest("[aria-live], [role=status]"),
            };
          }),
          said: [...root.querySelectorAll(".sentence[data-said]")].map((one) => one.textContent.trim()),
          headings: [...root.querySelectorAll("figure [role=heading]")].length,
        };
      }, `ridge-${name}`);
      assert.ok(found.figures.length > 0);
      for (const { role, title, heading, sentences, isShown, live } of found.figures) {
        assert.ok(role === "img" && title.length > 10);
        assert.equal(title, heading);
        assert.ok(sentences[0].length > 20 && sentences[1] === sentences[0], sentences.join());
        assert.deepEqual([isShown, live], [true, null]);
      }
      assert.equal(new Set(found.figures.map(({ sentences }) => sentences[0])).size, found.figures.length);
      assert.equal(found.headings, found.figures.length);
      assert.equal(found.said.length, 1);
      assert.ok(found.said[0].length > 20);
      // It is said aloud once it stays as it is.
      await page.locator(`ridge-${name} .live[role=status]`).filter({ hasText: found.said[0] }).waitFor({ state: "attached" });
    })(browser);
  }
});

/** A curve is simulated point by point after the first answer. */
const tabled = (page, name) =>
  page.waitForFunction((tag) => {
    const { result, shadowRoot } = document.querySelector(tag);
    if (result.curve && result.curve.length < result.run.loads.length) return false;
    return [...shadowRoot.querySelectorAll("figure")].every((figure) => figure.querySelectorAll("details table tbody tr").length > 1);
  }, `ridge-${name}`);

/** What shows its figures only after a run, and what makes that short. */
const RUNS = {
  machine: { button: "Measure", state: "" },
  model: { button: "Run", state: "#model=1;windows=2" },
  routing: { button: "Run", state: "#routing=1;samples=4;repetitions=2;config.warm_up_samples=4;config.sequence_length=32" },
};

async function runOnce(page, name, button) {
  if (name === "machine") await hurry(page);
  const widget = page.locator(`ridge-${name}`);
  // On a busy computer short passes of the router may be lost in the noise: then there is nothing to read.
  for (let tries = 4; tries > 0; tries -= 1) {
    const before = await widget.evaluateHandle(({ result }) => result);
    await widget.getByRole("button", { name: button }).click();
    await widget.getByText("Done.", { exact: true }).waitFor({ timeout: 100_000 });
    await page.waitForFunction(([tag, was]) => document.querySelector(tag).result !== was, [`ridge-${name}`, before]);
    if (name !== "routing" || (await widget.evaluate(({ result }) => typeof result.measured?.analysis.systems_analysis.comparison.actual_speedup === "number"))) return;
  }
}

const summaryOf = async (page, name, figure) => (await page.locator(`ridge-${name} figure:has([data-name="${figure}"]) [data-said]`).textContent()).trim();
const figuresOf = (page, name) => page.locator(`ridge-${name} svg.drawing`).evaluateAll((all) => all.map(({ dataset }) => dataset.name));

/** Numbers as they stand there, signs and all; those within a name, as of INT4, are none. */
const numbersIn = (text) => [...text.replace(/−/g, "-").matchAll(/(?<![\w.-])-?\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?/g)].map(([number]) => number.replaceAll(",", ""));

/** Whether a number is among others: one that was read may be rounded once more than they are. */
const standsIn = (others) => (read) => {
  const decimals = read.split(".")[1]?.length;
  const unsure = Math.max(0.005 * Math.abs(Number(read)), decimals === undefined ? 0 : 0.51 * 10 ** -decimals);
  return others.some((other) => Math.abs(Number(other) - Number(read)) <= unsure);
};

for (const name of WIDGET_NAMES)
  test(`access: all numbers that arrow keys read on the drawings of ${name} stand in their tables, and some in the sentence of each`, async (browser) => {
    const { button, state = "" } = RUNS[name] ?? {};
    await visiting(`${name}.html${state}`, async (page) => {
      await settled(page);
      if (button) await runOnce(page, name, button);
      await tabled(page, name);
      for (const figure of await figuresOf(page, name)) {
        const table = numbersIn(await page.locator(`ridge-${name} figure:has([data-name="${figure}"]) details`).evaluate((details) => [...details.querySelectorAll("tbody :is(td, th)")].map(({ textContent }) => textContent).join(" | ")));
        const points = await readPoints(page, `ridge-${name}`, figure);
        // A whole is one point where it has one part.
        assert.ok(points.length > 0 && points.some((said) => numbersIn(said).length > 0), `${name}, ${figure}`);
        assert.deepEqual(points.flatMap(numbersIn).filter((number) => !standsIn(table)(number)), [], `${name}, ${figure}: ${table}`);
        const summary = await summaryOf(page, name, figure);
        assert.ok(numbersIn(summary).some(standsIn(table)), `${name}, ${figure}: ${summary}: ${table}`);
      }
    }, { headers: ISOLATED })(browser);
  });

test("access: another run of the language model has other sentences at each of its drawings", visiting(`model.html${RUNS.model.state}`, async (page) => {
  await settled(page);
  await runOnce(page, "model", RUNS.model.button);
  const summaries = async () => Promise.all((await figuresOf(page, "model")).map((figure) => summaryOf(page, "model", figure)));
  const before = await summaries();
  assert.equal(before.length, 3);
  await page.locator("ridge-model").getByLabel("Bits per weight", { exact: true }).selectOption("2");
  await page.waitForFunction(() => document.querySelector("ridge-model").result.runs.length === 2, undefined, { timeout: 50_000 });
  const after = await summaries();
  assert.deepEqual(after.filter((one, index) => one === before[index]), []);
}));

test("access: a change is told once, by the widget's sentence and that of the drawing that was read last", visit("roofline", {}, async (page) => {
  const widget = page.locator("ridge-roofline");
  const live = widget.locator(".live[role=status]");
  const sentence = async () => (await widget.locator(".sentence[data-said]").textContent()).trim();
  const told = async (text) => {
    await live.filter({ hasText: text }).waitFor({ state: "attached" });
    assert.equal(await live.textContent(), text);
  };
  await told(await sentence());
  const set = (batch) => widget.getByRole("spinbutton", { name: "Batch, typed" }).fill(batch);
  await set("8");
  await told(await sentence());
  // To read a drawing changes nothing of what is told.
  await readPoints(page, "ridge-roofline", "legs");
  await page.waitForTimeout(1000);
  await told(await sentence());
  await set("64");
  await told(`${await sentence()} ${await summaryOf(page, "roofline", "legs")}`);
}));

test("access: where a change shows in one drawing alone, that one tells it", visit("quantization", {}, async (page) => {
  const widget = page.locator("ridge-quantization");
  const live = widget.locator(".live[role=status]");
  const sentence = (await widget.locator(".sentence[data-said]").textContent()).trim();
  await live.filter({ hasText: sentence }).waitFor({ state: "attached" });
  await widget.locator('[data-field="compute.batch"]').getByRole("spinbutton").fill("1");
  await page.waitForFunction((said) => document.querySelector("ridge-quantization").shadowRoot.querySelector(".live").textContent !== said, sentence);
  assert.equal((await widget.locator(".sentence[data-said]").textContent()).trim(), sentence);
  assert.equal(await live.textContent(), await summaryOf(page, "quantization", "roofline"));
}));

test("access: on a phone the bar of controls leaves the answer free while a widget comes into sight",
  visit("own", { context: { viewport: { width: 360, height: 780 } } }, async (page) => {
    const button = page.locator("ridge-roofline .headline").getByRole("button", { name: "Pin to compare" });
    await button.evaluate((found) => scrollBy({ top: found.getBoundingClientRect().bottom + 8 - innerHeight, behavior: "instant" }));
    assert.ok(await button.evaluate((found) => {
      const { x, y, width, height } = found.getBoundingClientRect();
      return found.contains(found.getRootNode().elementFromPoint(x + width / 2, y + height / 2));
    }));
  }));

test("access: on a phone a chart stays in sight while a control moves, and any setting can be brought into reach",
  visit("roofline", { context: { viewport: { width: 360, height: 780 } } }, async (page) => {
    const widget = page.locator("ridge-roofline");
    const bar = widget.locator(".rail");
    const inSight = async (found) => {
      const { y, height } = await found.boundingBox();
      return y >= 0 && y + height <= 780;
    };
    const shown = () => bar.evaluate((found) => [...found.querySelectorAll(".control")].filter((one) => one.checkVisibility()).map((one) => one.dataset.field));
    await widget.locator("figure .drawing").first().evaluate((found) => found.scrollIntoView({ block: "center" }));
    assert.deepEqual(await shown(), ["batch"]);
    const before = await widget.locator(".headline").textContent();
    await bar.getByRole("slider").press("PageUp");
    await page.waitForFunction((was) => document.querySelector("ridge-roofline").shadowRoot.querySelector(".headline").textContent !== was, before);
    assert.ok(await inSight(bar));
    assert.ok(await inSight(widget.locator("figure .drawing").first()));

    const all = bar.getByRole("button", { name: "All settings" });
    await all.click();
    assert.ok((await shown()).length > 4);
    assert.equal(await all.getAttribute("aria-expanded"), "true");
    assert.ok((await bar.boundingBox()).height <= 780 / 2, "half of the window is left to the charts");
    // It closes by a cross that stays in sight.
    await bar.evaluate((found) => found.scrollTo(0, 200));
    const close = await all.boundingBox();
    assert.ok((await inSight(all)) && close.width >= 30 && close.height >= 30, JSON.stringify(close));
    assert.match(await all.evaluate((found) => getComputedStyle(found, "::after").content), /^"×"/);
    await all.click();
    assert.equal(await all.getAttribute("aria-expanded"), "false");
    await widget.locator(".settings").getByRole("button", { name: /context/ }).click();
    assert.deepEqual(await shown(), ["context"]);
  }));
