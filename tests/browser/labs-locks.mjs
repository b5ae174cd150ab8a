// Predict first, really: on a lab that nobody has touched no answer stands anywhere, neither in its text nor in a widget,
// on the screen or on paper, with the script or without.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "./harness.mjs";
import { feedback, figureAt, looked, onLab, placesIn, plain, scrollThrough } from "./labs-shared.mjs";

/** What a question gives away because it is part of a question, by lab: figures that stand in an explanation too. */
const GIVEN = {
  quantization: ["self_share", "loss_int8", "loss_int4"],
  sensitivity: [],
  explainer: [],
  routing: ["baseline", "cost_fast", "cost_cached", "cost_learned", "cost_expert"],
  "break-a-model": ["whole"],
};

/** Nothing has changed: the first row of many a table, whatever is asked. */
const UNCHANGED = "1.00×";

const QUANTITIES = new Set(["time", "bytes", "rate", "flops", "ratio", "percent", "signed"]);
const textsOf = ({ prompt, options, cells, items }) => [prompt, ...Object.values({ ...options, ...cells, ...items }).map(({ text, label }) => text ?? label)];

/** Of each exercise, its answer and the figures of its explanation, as the page of answers prints them. */
async function answersOf(page, source, given) {
  const asked = new Set([...source.exercises.flatMap((exercise) => textsOf(exercise).flatMap(placesIn)), ...given]);
  // A figure of a question is no secret, and neither is another that prints the same.
  const open = new Set(await page.locator("data[data-figure]").evaluateAll((all, names) => all.filter((one) => names.includes(one.dataset.figure)).map((one) => one.textContent), [...asked]));
  const printed = await page.locator("section.exercise").evaluateAll((all) =>
    all.map((one) => ({ id: one.id.replace("exercise-", ""), answer: one.querySelector("p:not(.tag, .asked) b")?.textContent ?? "", figures: [...one.querySelectorAll(":scope > :not(.asked, .tag) data")].map((figure) => [figure.dataset.figure, figure.textContent]) })),
  );
  return printed.flatMap(({ id, answer, figures }) => {
    const exercise = source.exercises.find((one) => one.id === id);
    const keys = exercise.kind === "number" || exercise.kind === "table" ? plain(answer).replace(/^Answer: /, "").split(/, (?=\D)/).map((one) => one.slice(one.lastIndexOf(": ") + 1).trim()) : [];
    const quantities = figures.filter(([name]) => QUANTITIES.has(figureAt(source, name).format) && !asked.has(name)).filter(([, text]) => !open.has(text));
    // Without its unit a key is told by its digits, where there are enough of them: 5.19 is no 5.19 GFLOP.
    const bare = keys.map((key) => key.split(" ")[0]).filter((key) => key.replace(/\D/g, "").length > 2 && !open.has(key));
    return [...keys.filter((key) => key.length > 2), ...bare, ...quantities.map(([, text]) => plain(text))].filter((text) => text !== UNCHANGED).map((text) => ({ id, text }));
  });
}

/** The right options in words, by exercise; the name of a thing, of up to three, stands in many a sentence. */
const optionsOf = async (page, { exercises }) =>
  (await Promise.all(exercises.filter(({ kind }) => kind === "choice").map(async ({ id }) => ({ id, text: plain(await page.locator(`#exercise-${id} > p > b`).innerText()).replace(/^Answer: /, "") })))).filter(({ text }) => text.split(/\s+/).length > 3);

/** The first words of each paragraph of an explanation, as the page of answers has them. */
const explanations = (page) =>
  page.locator("section.exercise > :not(.asked, .tag)").evaluateAll((all) => all.map((one) => one.textContent.trim().split(/\s+/).slice(0, 6).join(" ")).filter((words) => words.length > 20));

/** Everything that can be seen, in shadow roots too, but for `but`; what is not displayed is not in it. */
const seen = (page, but) =>
  page.evaluate((but) => {
    const texts = [];
    const walk = (node) => {
      if (node.nodeType === Node.TEXT_NODE) texts.push(node.data);
      if (node.nodeType !== Node.ELEMENT_NODE && node.nodeType !== Node.DOCUMENT_FRAGMENT_NODE) return;
      if (node.nodeType === Node.ELEMENT_NODE) {
        // Of a box that is none of its own only what is in it can be seen, and all of a lab stands in one.
        const unseen = !node.assignedSlot && !node.checkVisibility() && getComputedStyle(node).display !== "contents";
        if (["SCRIPT", "STYLE", "TEMPLATE", "HEAD"].includes(node.nodeName) || unseen || (but && node.nodeType === Node.ELEMENT_NODE && node.matches(but))) return;
        for (const name of ["aria-label", "value", "title"]) if (node.hasAttribute(name)) texts.push(` ${node.getAttribute(name)} `);
        if (node.nodeName === "DETAILS" && !node.open) return walk(node.querySelector("summary") ?? document.createTextNode(""));
        if (node.shadowRoot) walk(node.shadowRoot);
      }
      for (const child of node.childNodes) walk(child);
      texts.push(" ");
    };
    walk(document.body);
    return texts.join("");
  }, but);

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const leaks = (answers, text) => {
  const there = plain(text);
  return answers.filter(({ text: answer }) => new RegExp(`(?<![\\d.,−-])${escaped(answer)}(?!\\d|(?<=\\d) [kMGTP]?FLOP)`).test(there)).map(({ id, text: answer }) => `${id}: ${answer}`);
};

for (const { name, ...where } of looked) {
  const folder = name === "the sample" ? "sample" : name;
  const source = JSON.parse(readFileSync(join(where.labs, folder, "lab.json"), "utf8"));
  for (const script of [true, false]) {
    test(`locks: ${name}, untouched, shows no answer on screen or on paper, ${script ? "with" : "without"} JavaScript`, onLab(async (page, _, { address }) => {
      await page.goto(`${address}/${where.path.replace("index.html", "answers.html")}`);
      const answers = await answersOf(page, source, GIVEN[name] ?? []);
      assert.ok(answers.length > 3);
      const words = await explanations(page);
      assert.ok(words.length > 2);
      const options = await optionsOf(page, source);
      await page.goto(`${address}/${where.path}`);
      if (script) {
        await page.waitForFunction(() => document.documentElement.classList.contains("lab-live"));
        await scrollThrough(page);
      }
      const shown = async () => {
        const text = await seen(page);
        assert.ok(text.includes("What the engine says"), "what waits for a prediction is looked at");
        if (folder !== "sample") assert.doesNotMatch(text, /with current software/, "what was measured comes near to the answer");
        return text;
      };
      assert.deepEqual(leaks(answers, await shown()), [], "on screen");
      const besideOptions = plain(await seen(page, ".exercise label")).replace(/\s+/g, " ");
      assert.deepEqual(options.filter(({ text }) => besideOptions.includes(text.replace(/[.]$/, ""))), [], "a right option, in words");
      // An explanation is nowhere at all, hidden or not.
      const whole = (await page.evaluate(() => document.body.textContent)).replace(/\s+/g, " ");
      assert.deepEqual(words.filter((some) => whole.includes(some)), []);
      assert.equal(await page.locator(".explanation").count(), 0);
      await page.emulateMedia({ media: "print" });
      assert.deepEqual(leaks(answers, await shown()), [], "on paper");
    }, { ...where, context: { javaScriptEnabled: script } }));
  }

  test(`locks: ${name} without JavaScript leads to a page with every answer`, onLab(async (page) => {
    await page.locator("#answers ~ p a").click();
    await page.waitForURL(/answers\.html$/);
    for (const { id } of source.exercises) assert.ok(await page.locator(`#exercise-${id}`).isVisible(), id);
    assert.equal(await page.locator("template, ridge-roofline, form").count(), 0);
    assert.equal(await page.locator("[data-table]").evaluateAll((all) => new Set(all.map((one) => one.dataset.table)).size), Object.keys(source.tables ?? {}).length);
  }, { ...where, context: { javaScriptEnabled: false } }));
}

test("locks: a prediction opens what waits for it, says what was said, and stays as it is", onLab(async (page) => {
  const lock = page.locator('[data-reveal="guess"] .behind');
  assert.equal(await lock.isVisible(), false);
  await page.locator('[data-reveal="guess"] summary').click();
  assert.equal(await lock.isVisible(), false);
  assert.equal(await page.locator('[name="answer-guess"]:focus').count(), 1);
  await page.locator('[name="answer-guess"][value="compute"]').check();
  await page.locator("#exercise-guess button[type=submit]").click();
  assert.match(await feedback(page, "guess", /You said/), /^Not so\. You said: Arithmetic\. 0 of 1 point\. Count the bytes for each operation\.$/);
  assert.match(plain(await page.locator('[data-reveal="guess"] .predicted').innerText()), /^You said: Arithmetic\. The engine says: Reading weights\.$/);
  assert.equal(await lock.isVisible(), true);
  assert.equal(await page.locator("#exercise-guess fieldset:disabled").count(), 1);
  await page.reload();
  assert.match(await feedback(page, "guess", /You said/), /Count the bytes/);
  assert.equal(await page.locator("#exercise-guess fieldset:disabled").count(), 1);
}));

test("locks: each says what it waits for, and leads to what can be done now", onLab(async (page) => {
  const said = () => page.locator(".locked:visible").evaluateAll((all) => all.map((one) => one.textContent.trim()));
  assert.ok((await said()).every((words) => /[Oo]pens with (prediction|exercise) \d/.test(words)));
  const focused = () => page.evaluate(() => document.activeElement.closest(".exercise")?.id);
  // The second prediction waits for the first, and so does what waits for it.
  await page.locator(".lock", { hasText: /Opens with prediction 3( in|\.)/ }).first().getByRole("link").click();
  assert.equal(await focused(), "exercise-predict_alone");
  await page.evaluate(() => document.activeElement.blur());
  await page.locator('[data-reveal="predict_double"] summary').click();
  assert.equal(await focused(), "exercise-predict_alone");
  await page.locator('[name="answer-predict_alone"]').first().check();
  await page.locator("#exercise-predict_alone button[type=submit]").click();
  await page.locator('[data-reveal="predict_double"] summary').click();
  assert.equal(await focused(), "exercise-predict_inside");
}, looked.find(({ name }) => name === "load")));

test("locks: an address that names a locked exercise leads to the lock, which says what it waits for", onLab(async (page) => {
  const address = page.url();
  const [id, lock] = await page.evaluate(() => {
    const home = [...document.querySelectorAll(".lock")].find((one) => one.querySelector(".behind .exercise"));
    return [home.querySelector(".exercise").id, home.querySelector(".locked").textContent];
  });
  const stands = async () => {
    await page.waitForFunction((words) => document.activeElement?.textContent === words, lock);
    const { top, height } = await page.evaluate(() => ({ top: document.activeElement.getBoundingClientRect().top, height: innerHeight }));
    assert.ok(top >= 0 && top < height / 2, `the lock stands at ${top} px of ${height}`);
  };
  await page.goto(`${address}?fresh#${id}`);
  await stands();
  await page.evaluate(() => {
    document.activeElement.blur();
    location.hash = "";
    scrollTo(0, 0);
  });
  await page.evaluate((hash) => (location.hash = hash), id);
  await stands();
}, looked.find(({ name }) => name === "memory-wall")));

test("locks: a takeaway opens with the exercise that it gives away", onLab(async (page) => {
  const takeaway = page.locator("section[aria-labelledby=takeaways] li");
  assert.match(await takeaway.innerText(), /^Opens with exercise 2 in “Check”\.$/);
  await page.locator("#answer-time").fill("1.54");
  await page.locator("#answer-time").press("Enter");
  await feedback(page, "time", /Right/);
  assert.match(await takeaway.innerText(), /^Bytes first: /);
}));

test("locks: a widget that nobody has touched, or that stands as it did, costs no try", onLab(async (page) => {
  const check = async (pattern) => {
    await page.locator("#exercise-reach button[type=submit]").click();
    return feedback(page, "reach", pattern);
  };
  const set = (batch) => page.evaluate((to) => (document.querySelector("ridge-roofline").request = { batch: to }), batch);
  await page.locator("#widget-roof").scrollIntoViewIfNeeded();
  await page.waitForFunction(() => document.querySelector("ridge-roofline").result);
  assert.equal(await check(/\w/), "Change something in the widget first: as it stands, it is where it began.");
  await set(2);
  assert.match(await check(/Not yet/), /2 tries left/);
  assert.match(await check(/[Nn]o try (was )?used/), /still memory-bound.*2 tries left/);
  await set(512);
  assert.match(await check(/Right/), /0\.67 of 1 point/);
}));

test("locks: what a number shows of its slip is said, and of each cell of a table", onLab(async (page) => {
  const type = async (value, pattern) => {
    await page.locator("#answer-time").fill(value);
    await page.locator("#answer-time").press("Enter");
    return feedback(page, "time", pattern);
  };
  assert.equal(await type("-1.54", /zero or less/), "It cannot be zero or less: give a number in ms above zero.");
  assert.match(await type("0.00154", /A thousand/), /^Not yet\. 0 of 2 points\. .*check the unit\. Give the answer in ms\. No try used: 3 tries left/);
  assert.match(await type("0.00154", /that answer before/), /3 tries left/);
  assert.match(await type("3.08", /Twice/), /2 tries left/);
  assert.match(await type("1.54 ms", /Right/), /1\.33 of 2 points/);
  await page.locator("#answer-cells-fp16").fill("16.06");
  await page.locator("#answer-cells-int8").fill("16.06");
  await page.locator("#answer-cells-int8").press("Enter");
  assert.match(await feedback(page, "cells", /Partly/), /Right: FP16\. Not right: INT8 \(twice as large as it should be\)\./);
}));

test("locks: a link that unpacks to megabytes is refused by name, and the lab goes on", onLab(async (page, _, { address }) => {
  const bomb = await page.evaluate(async () => {
    const stream = new Blob([new Uint8Array(20_000_000)]).stream().pipeThrough(new CompressionStream("deflate"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  });
  await page.goto(`${address}/labs/sample/index.html?again=1#lab=1.${bomb}`);
  await page.locator("#linked").waitFor();
  assert.match(await page.locator("#linked").innerText(), /more than 256 kB/);
  await page.locator("#answer-time").fill("1.54");
  await page.locator("#answer-time").press("Enter");
  await feedback(page, "time", /Right/);
}));
