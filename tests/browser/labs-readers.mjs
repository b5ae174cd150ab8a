// Labs for every reader: without JavaScript, on paper, much enlarged, and where motion is unwanted.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { STRICT, test } from "./harness.mjs";
import { engine, feedback, figureAt, looked, noteOf, onLab, placesIn, plain, readThrough } from "./labs-shared.mjs";

/** A control that can be moved: a slider, or a list where there is none. */
async function movable(page) {
  const sliders = page.locator("[data-field] input[type=range]:enabled");
  return (await sliders.count()) > 0 ? sliders.first() : page.locator("[data-field] select:enabled").first();
}

const written = (value) => (typeof value === "string" ? value : JSON.stringify(typeof value === "number" ? Number(value.toPrecision(8)) : value));

/** What the engine works out from a formula of a lab. */
async function asking({ variables, definitions }) {
  const { evaluate } = await engine();
  return (formula, row = {}) => evaluate({ formula, variables: { ...variables, ...row }, definitions }).value;
}

/** Every element of the page and of its widgets, seen or not. */
const everything = () => {
  window.everything = (root = document) => [...root.querySelectorAll("*")].flatMap((element) => [element, ...(element.shadowRoot ? window.everything(element.shadowRoot) : [])]);
};

for (const { name, ...where } of looked) {
  const folder = name === "the sample" ? "sample" : name;
  const source = JSON.parse(readFileSync(join(where.labs, folder, "lab.json"), "utf8"));
  const prose = readFileSync(join(where.labs, folder, "lab.md"), "utf8");

  test(`labs: without JavaScript every figure, table and picture of ${name} is on the page of answers, and is what the engine says`, onLab(async (page) => {
    const ask = await asking(source);
    const figures = await page.locator("data[data-figure]").evaluateAll((all) => all.map((one) => [one.dataset.figure, one.getAttribute("value"), one.textContent]));
    for (const [figure, value, text] of figures) {
      assert.equal(value, written(ask(figureAt(source, figure).formula)), figure);
      assert.notEqual(text.trim(), "", figure);
    }
    // Each place in the prose that names a figure has it.
    const places = placesIn(prose.replace(/\$\$?[^$]+\$\$?/g, "")).sort();
    const filled = await page.locator(".prose data[data-figure]").evaluateAll((all) => all.filter((one) => !one.closest(".exercise, caption, thead")).map((one) => one.dataset.figure).sort());
    assert.deepEqual(filled, places);

    for (const [table, { for: of, columns }] of Object.entries(source.tables ?? {})) {
      const rows = Object.entries(of).reduce((before, [variable, values]) => before.flatMap((row) => (typeof values === "string" ? ask(values) : values).map((value) => ({ ...row, [variable]: value }))), [{}]);
      const cells = await page.locator(`[data-table="${table}"] tbody data`).evaluateAll((all) => all.map((one) => one.getAttribute("value")));
      assert.deepEqual(cells, rows.flatMap((row) => columns.map((column) => written(ask(column.value.split("|")[0], row)))), table);
    }

    // A picture and its numbers for each widget.
    const stills = Object.keys(source.widgets ?? {});
    assert.equal(await page.locator(".still").count(), stills.length);
    for (const [at, widget] of stills.entries()) {
      const still = page.locator(".still").nth(at);
      const drawings = await still.locator("svg.drawing").evaluateAll((all) => all.map((one) => [one.checkVisibility(), one.getBoundingClientRect().width > 200, one.getBoundingClientRect().height > 40, one.querySelectorAll("path, rect").length > 0, one.querySelector("title").textContent.length > 10]));
      // What one of the same kind has shown above does not stand there again.
      const again = stills.slice(0, at).some((before) => source.widgets[before].element === source.widgets[widget].element);
      assert.ok(again || drawings.length > 0, widget);
      assert.deepEqual(drawings.flat().filter((one) => !one), [], widget);
      assert.ok(again || (await still.locator("tbody td").count()) >= 2, widget);
      assert.match(plain(await still.locator("p").first().innerText()), /\d.*\.$/);
    }
    const numbers = await page.locator("table").evaluateAll((all) => all.map((one) => one.textContent.replace(/\s+/g, " ")));
    assert.deepEqual(numbers.filter((one, index) => numbers.indexOf(one) !== index), [], "no table stands there twice");
    assert.deepEqual(await page.locator("[data-table]").evaluateAll((all) => all.filter((one) => !one.checkVisibility()).map((one) => one.dataset.table)), []);
  }, { ...where, path: where.path.replace("index.html", "answers.html"), context: { javaScriptEnabled: false } }));

  test(`labs: without JavaScript ${name} asks its questions, and has no button that does nothing`, onLab(async (page) => {
    assert.ok((await page.locator("[data-exercise] legend:visible").count()) > 0);
    for (const { id, kind, items, options } of source.exercises) {
      if (!(await page.locator(`#exercise-${id}`).count())) continue;
      if (kind === "order") assert.deepEqual(await page.locator(`#exercise-${id} ol > li:visible`).evaluateAll((all) => all.map((one) => one.dataset.item)), Object.keys(items));
      if (kind === "choice") assert.equal(await page.locator(`#exercise-${id} label`).count(), Object.keys(options).length);
    }
    assert.equal(await page.locator("button:visible:not([popovertarget])").count(), 0);
  }, { ...where, context: { javaScriptEnabled: false } }));

  test(`labs: without JavaScript and on paper the model note of ${name} has every figure, each what the engine says`, onLab(async (page) => {
    const ask = await asking(source);
    const note = readFileSync(join(where.labs, folder, "model-note.md"), "utf8");
    for (const media of ["screen", "print"]) {
      await page.emulateMedia({ media });
      const figures = await page.locator("data[data-figure]").evaluateAll((all) => all.map((one) => [one.dataset.figure, one.getAttribute("value"), one.checkVisibility() && one.textContent.trim() !== ""]));
      for (const [figure, value, seen] of figures) assert.deepEqual([figure, value, seen], [figure, written(ask(figureAt(source, figure).formula)), true]);
      // Those in the prose, and those that the worked block gives.
      const worked = /```worked\n([^]*?)```/.exec(note)[1].split("\n").map((line) => /^(\w+) =/.exec(line)?.[1]).filter((one) => source.figures[one]);
      const places = placesIn(note.replace(/```worked\n[^]*?```/, "").replace(/`[^`\n]+`/g, ""));
      assert.deepEqual(figures.map(([figure]) => figure).sort(), [...worked, ...places].sort());
    }
    // Nothing is cut off at the edge of a sheet.
    await page.setViewportSize({ width: 718, height: 1000 });
    assert.deepEqual(await page.locator(".scroll, .formula").evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => `${one.ariaLabel} ${one.scrollWidth} > ${one.clientWidth}`)), []);
    assert.ok((await page.pdf()).length > 10_000);
  }, { ...where, path: noteOf(where.path), context: { javaScriptEnabled: false } }));

  for (const script of [true, false]) {
    test(`labs: ${name} printed untouched, ${script ? "with" : "without"} JavaScript, has its questions and nothing that only a screen has`, onLab(async (page) => {
      await page.emulateMedia({ media: "print" });
      const seen = (selector) => page.locator(selector).evaluateAll((all) => all.filter((one) => one.checkVisibility() && one.getBoundingClientRect().height > 0).length);
      assert.ok((await seen("[data-exercise] legend")) > 0);
      assert.ok((await seen("#answers ~ p a")) === 1);
      for (const selector of [".explanation", ".explanation *", "button:not(.settings button, .opens, .term)", ".term-panel", ".bar", ".hand-in", ".behind > *"]) assert.equal(await seen(selector), 0, selector);
      // The settings that a headline is of, figures that open and words that are explained are printed as text: what a button adds on a screen is gone.
      const buttonlike = await page.locator(".settings button, .opens, .term").evaluateAll((all) => all.filter((one) => {
        const { textDecorationLine, borderTopWidth, backgroundColor, display, color } = getComputedStyle(one);
        return textDecorationLine !== "none" || borderTopWidth !== "0px" || backgroundColor !== "rgba(0, 0, 0, 0)" || !display.startsWith("inline") || color !== getComputedStyle(one.parentElement).color;
      }).map((one) => one.textContent.trim()));
      assert.deepEqual(buttonlike, []);
      // A widget that has not started leaves its place to its picture.
      const idle = await page.evaluate(() => [...document.querySelectorAll("[data-widget] > *")].flatMap((widget) => [...(widget.shadowRoot?.querySelectorAll(".waiting > :first-child, .control, button:not(.settings button, .opens), summary") ?? [])]).filter((one) => one.checkVisibility()).map((one) => one.outerHTML.slice(0, 80)));
      assert.deepEqual(idle, []);
      assert.ok((await page.pdf()).length > 10_000);
    }, { ...where, context: { javaScriptEnabled: script } }));
  }

  test(`labs: printing ${name} opens nothing that is shut`, onLab(async (page) => {
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await page.emulateMedia({ media: "print" });
    assert.deepEqual(await page.locator("[data-after]").evaluateAll((all) => all.filter((one) => one.open || one.querySelector(".behind").checkVisibility()).map((one) => one.dataset.after)), []);
  }, where));

  test(`labs: ${name} works under the strict policy, and at 400 % zoom, where it needs no sideways scrolling`, onLab(async (page) => {
    const covering = async () => assert.deepEqual(await page.evaluate(() => window.everything()
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { position, top, bottom } = getComputedStyle(element);
        return position === "fixed" || (position === "sticky" && (top !== "auto" || bottom !== "auto"));
      })
      .filter((element) => element.getBoundingClientRect().height > innerHeight / 4)
      .map((element) => `${element.localName}.${element.className} ${element.getBoundingClientRect().height}`)), []);
    const narrow = async () => assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320);
    /** Whether a reader who has gone there sees it: it is what lies on top at its middle. */
    const onTop = (locator) => locator.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + Math.min(width, 40) / 2, top + Math.min(height, 30) / 2];
      let at = document.elementFromPoint(x, y);
      while (at?.shadowRoot?.elementFromPoint(x, y)) at = at.shadowRoot.elementFromPoint(x, y);
      return at !== null && (element === at || element.contains(at));
    });

    const asked = source.exercises.filter(({ kind }) => ["choice", "number", "estimates"].includes(kind)).map(({ id }) => id);
    const open = await page.evaluate((ids) => ids.find((id) => document.getElementById(`exercise-${id}`)?.checkVisibility()), asked);
    const home = page.locator(`#exercise-${open}`);
    const option = home.locator("input").first();
    await option.scrollIntoViewIfNeeded();
    assert.ok(await onTop(option));
    await option.click();
    if (source.exercises.find(({ id }) => id === open).kind !== "choice") for (const box of await home.locator("input").all()) await box.fill("1");
    await home.locator("button[type=submit]").click();
    await feedback(page, open, /\w/);
    await home.locator(".feedback").scrollIntoViewIfNeeded();
    assert.ok(await onTop(home.locator(".feedback")));

    await readThrough(page);
    await narrow();
    await covering();
    const control = await movable(page);
    await control.scrollIntoViewIfNeeded();
    assert.ok(await onTop(control));
    const was = await control.inputValue();
    const { width } = await control.boundingBox();
    assert.ok(width > 80, `a control of ${width} px`);
    const { type, place } = await control.evaluate((one) => ({ type: one.type, place: (one.value - one.min) / (one.max - one.min) }));
    if (type === "range") await control.click({ position: { x: width * (place > 0.5 ? 0.25 : 0.75), y: 10 } });
    else await control.press("ArrowDown");
    const moved = await control.inputValue();
    assert.notEqual(moved, was);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    assert.notEqual(await control.inputValue(), moved);
    assert.ok(await onTop(control));
    await narrow();
    await covering();
  }, { ...where, headers: STRICT, script: everything, context: { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 } }));

  test(`labs: nothing moves on ${name} where motion is unwanted`, onLab(async (page) => {
    await readThrough(page);
    const moving = () => page.evaluate(() => {
      const lasting = (durations) => durations.split(",").some((one) => parseFloat(one) > 0);
      const moves = (style) => lasting(style.transitionDuration) || (style.animationName !== "none" && lasting(style.animationDuration));
      const all = window.everything();
      return {
        declared: all.flatMap((element) => [undefined, "::before", "::after"].map((pseudo) => getComputedStyle(element, pseudo)).filter(moves).map(() => element.localName)),
        running: document.getAnimations().length,
        // What is not shown at all has no style.
        scrolling: all.filter((element) => !["auto", ""].includes(getComputedStyle(element).scrollBehavior)).map(({ localName }) => localName),
      };
    });
    await (await movable(page)).focus();
    await page.keyboard.press("End");
    assert.deepEqual(await moving(), { declared: [], running: 0, scrolling: [] });
    // What is looked for would be found.
    await page.evaluate(() => document.querySelector("h1").animate([{ opacity: 0 }, { opacity: 1 }], 60_000));
    // An adopted sheet, since the page's policy refuses an inline one.
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("h2 { transition: color 1s } html { scroll-behavior: smooth }");
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    });
    const found = await moving();
    assert.ok(found.declared.includes("h2") && found.running > 0 && found.scrolling.includes("html"));
  }, { ...where, script: everything, context: { reducedMotion: "reduce" } }));
}
