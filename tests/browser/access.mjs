// For every reader: axe on every page in both themes and at two widths, reflow, targets, emulated settings.

import assert from "node:assert/strict";
import { ON_A_PHONE, passesAxeAtEachWidth } from "./axe.mjs";
import { phone } from "./fit.mjs";
import { settled, STRICT, test, visiting, WIDGET_NAMES, WIDGETS } from "./harness.mjs";
import { readPoints, watchShift } from "./widgets-shared.mjs";

const PAGES = ["index", ...WIDGET_NAMES, "labs/index", "zoo", "gallery", "glossary", "trust", "own", "embed-builder"];

const visit = (name, options, body) => visiting(`${name}.html`, async (page, _, opened) => {
  if (await page.locator(WIDGETS).count()) await settled(page);
  await body(page, opened);
}, { headers: {}, ...options });

for (const name of PAGES) {
  test(`access: axe finds nothing on ${name}, light or dark, on a phone or a desk`, visit(name, { context: ON_A_PHONE }, async (page) => {
    // Folded parts are part of the page; the menu lies over it.
    await page.evaluate(() => {
      const unfold = (root) => {
        for (const details of [...root.querySelectorAll("details:not(.menu)")].slice(0, 12)) details.open = true;
        for (const element of root.querySelectorAll("*")) if (element.shadowRoot) unfold(element.shadowRoot);
      };
      unfold(document);
    });
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

test("access: each drawing has a title, a table with its numbers, and the widget one live sentence", async (browser) => {
  for (const name of WIDGET_NAMES) {
    await visit(name, {}, async (page) => {
      // A curve is simulated point by point after the first answer.
      await page.waitForFunction((tag) => [...document.querySelector(tag).shadowRoot.querySelectorAll("figure")].every((figure) => figure.querySelectorAll("details table tbody tr").length > 1), `ridge-${name}`);
      const found = await page.evaluate((tag) => {
        const root = document.querySelector(tag).shadowRoot;
        return {
          figures: [...root.querySelectorAll("figure")].map((figure) => ({
            role: figure.querySelector("svg.drawing").getAttribute("role"),
            title: figure.querySelector("svg.drawing title").textContent.length,
          })),
          said: [...root.querySelectorAll("[data-said]")].map((one) => one.textContent.trim()),
          headings: [...root.querySelectorAll("figure [role=heading]")].length,
        };
      }, `ridge-${name}`);
      assert.ok(found.figures.length > 0);
      for (const { role, title } of found.figures) assert.ok(role === "img" && title > 10);
      assert.equal(found.headings, found.figures.length);
      assert.equal(found.said.length, 1);
      assert.ok(found.said[0].length > 20);
      // It is said aloud once it stays as it is.
      await page.locator(`ridge-${name} .live[role=status]`).filter({ hasText: found.said[0] }).waitFor({ state: "attached" });
    })(browser);
  }
});

/** Of the others a table has fewer points, or a change in another unit. */
const READ_AS_IN_TABLE = { explainer: ["waterfall", "roofline"], load: ["latency", "spent"], machine: ["roofs"], plan: ["front"], quantization: ["curve", "roofline"], roofline: ["legs"], sensitivity: ["tornado"], train: ["memory", "times"] };
const numbersIn = (text) => [...text.replace(/−/g, "-").matchAll(/(?<![\w.-])-?\d[\d,]*(?:\.\d+)?/g)].map(([number]) => Number(number.replaceAll(",", "")));

test("access: the numbers that arrow keys read on a drawing stand in its table", async (browser) => {
  for (const [name, figures] of Object.entries(READ_AS_IN_TABLE)) {
    await visit(name, {}, async (page) => {
      await page.waitForFunction((tag) => [...document.querySelector(tag).shadowRoot.querySelectorAll("figure")].every((figure) => figure.querySelectorAll("details table tbody tr").length > 1), `ridge-${name}`);
      for (const figure of figures) {
        const points = (await readPoints(page, `ridge-${name}`, figure)).map((said) => numbersIn(said.split(": ").at(-1))).filter((numbers) => numbers.length > 0);
        assert.ok(points.length > 1, `${name}, ${figure}`);
        const table = numbersIn(await page.locator(`ridge-${name} figure:has([data-name="${figure}"]) details table tbody`).first().evaluate((body) => [...body.querySelectorAll("td, th")].map(({ textContent }) => textContent).join(" | ")));
        // Rounded once more than in the table at most, to hundredths.
        const stands = (number) => table.some((other) => Math.abs(other - number) <= Math.max(0.005 * Math.abs(number), figure === "tornado" ? 0.0051 : 0));
        assert.deepEqual(points.flat().filter((number) => !stands(number)), [], `${name}, ${figure}: ${table}`);
      }
    })(browser);
  }
});

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
