// What every widget does on its page: export, state brought back, and a control for each input.

import assert from "node:assert/strict";
import { test, WIDGET_NAMES } from "./harness.mjs";
import { foreseen, onSite } from "./widgets-shared.mjs";

/** All that is drawn is there: curves are simulated point by point after the first answer. */
const whole = (page, name) => page.waitForFunction((tag) => [...document.querySelector(tag).shadowRoot.querySelectorAll("figure")].every((figure) => figure.querySelectorAll("details table tbody tr").length > 1), `ridge-${name}`);

/** What a script sets where no number typed into the first box would do. */
const CHANGED = { load: { rate_per_s: 7 }, plan: { model: "Llama3_8B" }, train: { sequence: 4096 }, routing: { target_speedup: 1.2 }, machine: { batch: 7 }, model: { bits: 3 } };

/** What brings the controls that are not there at first. */
const MORE = { load: { arrival: "closed" }, train: { device_mtbf_s: 1e8 }, plan: { demand: { tokens: 1e11, days: 30 } }, model: { granularity: "group", prune: "magnitude" } };

for (const name of WIDGET_NAMES) {
  test(`${name}: exports SVG, PNG, CSV and JSON`, onSite(`${name}.html`, async (page) => {
    await whole(page, name);
    const files = await page.locator(`ridge-${name}`).evaluate(async (widget) => {
      const read = async (kind) => {
        const blob = await widget.export(kind);
        const head = new Uint8Array(await blob.slice(0, 8).arrayBuffer());
        return { type: blob.type, size: blob.size, head: [...head], text: kind === "png" ? "" : await blob.text() };
      };
      const parsed = (text) => new DOMParser().parseFromString(text, "image/svg+xml");
      const [svg, png, csv, json] = await Promise.all(["svg", "png", "csv", "json"].map(read));
      const drawing = parsed(svg.text);
      const shapes = (text) => parsed(text).querySelectorAll("path, rect, line").length;
      const headings = [...widget.shadowRoot.querySelectorAll("figure .heading")].map(({ textContent }) => textContent);
      const dark = await (await widget.export("svg", "dark")).text();
      return {
        headings, backs: [svg.text, dark].map((text) => parsed(text).querySelector("rect").getAttribute("fill")), said: drawing.documentElement.textContent,
        whole: [...widget.shadowRoot.querySelectorAll("svg.drawing")].reduce((sum, one) => sum + one.querySelectorAll("path, rect, line").length, 1), exported: shapes(svg.text),
        left: Math.min(...[...drawing.querySelectorAll("text, g")].filter((one) => one.parentNode === drawing.documentElement).map((one) => Number(one.getAttribute("x") ?? one.getAttribute("transform").match(/[\d.]+/)[0]))),
        svg, png, csv, json, wellFormed: !drawing.querySelector("parsererror"), shapes: drawing.querySelectorAll("path, rect, line").length,
      };
    });
    // Every drawing under its heading, what it is of above, room around, and light on a dark page unless asked otherwise.
    for (const words of files.headings) assert.ok(files.said.includes(words), words);
    // The picture names the model that it is of; the language model of its widget has no name.
    if (name !== "model") assert.match(files.said, name === "routing" ? /Mixtral 8x7B/ : /Llama 3/);
    assert.equal(files.exported, files.whole);
    assert.ok(files.left >= 16);
    assert.deepEqual(files.backs, ["rgb(255, 255, 255)", "rgb(20, 23, 27)"]);
    assert.ok(files.csv.text.endsWith("\r\n"));
    assert.doesNotMatch(files.csv.text, /(^|,)[\d.]+×(,|\r)/m);
    assert.ok(files.wellFormed && files.shapes > 5);
    assert.doesNotMatch(files.svg.text, /var\(--|class=/);
    assert.match(files.svg.text, /<title/);
    // The ground around a label lies under it, in the file too.
    if (files.svg.text.includes('stroke-width="3px"')) assert.match(files.svg.text, /paint-order="stroke"/);
    assert.deepEqual(files.png.head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    assert.ok(files.png.size > 5000, `a picture of ${files.png.size} bytes is empty`);
    assert.ok(files.csv.text.split("\r\n").length > 4);
    const { request, result: inside, engine } = JSON.parse(files.json.text);
    assert.ok(request && inside && engine);
  }, { context: { colorScheme: "dark" } }));

  test(`${name}: the saved JSON brings the same screen back, and the saved SVG opens alone`, onSite(`${name}.html`, async (page) => {
    const widget = page.locator(`ridge-${name}`);
    if (CHANGED[name]) await widget.evaluate((element, changed) => (element.request = { ...element.request, ...changed }), CHANGED[name]);
    else await widget.getByRole("spinbutton", { name: /, typed/ }).first().fill("7");
    const saved = await widget.evaluate(async (element) => JSON.parse(await (await element.export("json")).text()));
    const svg = await widget.evaluate(async (element) => (await element.export("svg")).text());
    // What to expect of current software and the points of a curve come later, each when it is simulated.
    const screen = () => widget.evaluate(async (element, isCurve) => (await element.updateComplete, isCurve ? [".headline .value", ".settings", ".sentence"].map((part) => element.shadowRoot.querySelector(part).innerText).join("\n") : [...element.shadowRoot.querySelector(".root").children].filter((part) => !part.matches(".live")).map(({ innerText }) => innerText).join("\n")), name === "load");
    await foreseen(page, name);
    const before = await screen();
    await widget.getByRole("button", { name: "Reset" }).click();
    // A worker may have the answer.
    while ((await screen()) === before) await page.evaluate(() => new Promise(requestAnimationFrame));
    await widget.evaluate((element, request) => (element.request = request), saved.request);
    await widget.evaluate((element) => element.updateComplete);
    await foreseen(page, name);
    assert.equal(await screen(), before);
    const { curve: _, ...result } = await widget.evaluate((element) => JSON.parse(JSON.stringify(element.result)));
    const { curve: __, ...wanted } = saved.result;
    assert.deepEqual(result, wanted);
    await page.route("**/saved.svg", (route) => route.fulfill({ contentType: "image/svg+xml", body: svg }));
    await page.goto(new URL("saved.svg", page.url()).href);
    const drawn = await page.evaluate(() => [document.documentElement.localName, document.querySelectorAll("text").length, document.documentElement.getBoundingClientRect().height]);
    assert.ok(drawn[0] === "svg" && drawn[1] > 5 && drawn[2] > 200, `${drawn}`);
  }));

  test(`${name}: every input has a control in some state`, onSite(`${name}.html`, async (page) => {
    const missing = await page.locator(`ridge-${name}`).evaluate(async (widget, own) => {
      const left = new Set(widget.constructor.inputs.map(({ path }) => path).filter((path) => !path.endsWith("assumptions")));
      const look = async () => {
        await widget.updateComplete;
        for (const path of left) if (widget.shadowRoot.querySelector(`[data-field="${path}"]`)) left.delete(path);
      };
      await look();
      const more = own ?? { phase: "training", precision: "int8" };
      widget.request = { ...widget.request, ...(left.has("baseline.context") ? { baseline: more, proposal: more } : more) };
      await look();
      if (left.size > 0) widget.request = { ...widget.request, assumptions: { preset: "calibrated" } };
      await look();
      return [...left];
    }, MORE[name]);
    assert.deepEqual(missing, []);
  }));
}
