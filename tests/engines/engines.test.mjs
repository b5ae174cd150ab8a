// Three engines: every widget on its page, a whole lab, frames, saving and the offline archive, in Chromium, Firefox and
// WebKitGTK. One list of checks, run in each. `node --test --test-name-pattern=firefox tests/engines/engines.test.mjs`
// runs one engine's. Needs the build with its target `answers`, and what scripts/install-deps --all installs.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { offlinePage } from "../browser/archive.mjs";
import { command, dist, site, STRICT } from "../browser/harness.mjs";
import { serve } from "../browser/server.mjs";
import { difference, drawn } from "../fuzz/equal.mjs";
import { workThrough } from "./labs.mjs";
import { chromium, firefox } from "./puppeteer.mjs";
import { webkit } from "./webkit.mjs";

const ENGINES = { chromium, firefox, webkit };
const LABS = fileURLToPath(new URL("../../labs", import.meta.url));
const labs = readdirSync(join(site, "labs"), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);

/** The same check in each engine; `body` gets a page and a way to serve. Nothing may go wrong on the page unsaid. */
function check(title, body, { dark = false } = {}) {
  for (const [name, open] of Object.entries(ENGINES)) {
    test(`${name}: ${title}`, { timeout: 90_000 }, async () => {
      const faults = [];
      const servers = [];
      const page = await open({ dark });
      const served = async (root, { pages, ...options } = {}) => {
        servers.push(await serve(root, { pages: { "/favicon.ico": "", ...pages }, faults, ...options }));
        return servers.at(-1).address;
      };
      try {
        await body(page, served, faults);
        assert.deepEqual([...faults, ...page.faults], []);
      } finally {
        await page.close();
        for (const server of servers) await server.close();
      }
    });
  }
}

/** Until `body` gives something in the page. */
async function until(page, body) {
  for (;;) {
    const found = await page.evaluate(body);
    if (found) return found;
    await new Promise(setImmediate);
  }
}

check("a lab is written: built beside its text, alive, and again when the text changes", async (page, served) => {
  await page.go(`${await served(site)}/labs/write.html`);
  const ready = () => document.querySelector("#writing iframe").contentDocument.querySelector("html.lab-live h1")?.textContent;
  assert.equal(await until(page, ready), "My lab");
  await page.evaluate(() => {
    const field = document.querySelector("#writing textarea:not([hidden])");
    field.value = field.value.replace("## Try it", "## Try it yourself");
    field.dispatchEvent(new Event("input"));
  });
  await until(page, () => /Try it yourself/.test(document.querySelector("#writing iframe").contentDocument.querySelector("html.lab-live")?.textContent ?? ""));
  await page.evaluate(() => {
    const lab = document.querySelector("#writing iframe").contentDocument;
    lab.querySelector("#exercise-predict_gain input[value=less]").click();
    lab.querySelector("#exercise-predict_gain button[type=submit]").click();
  });
  await until(page, () => /H100 takes .* for a token/.test(document.querySelector("#writing iframe").contentDocument.body.innerText));
});

/** What the command works out from a formula about a request. */
const asked = ({ formula, request }) => JSON.parse(execFileSync(command, ["evaluate", "--input", "-"], { encoding: "utf8", input: JSON.stringify({ formula, variables: { request } }) })).value;

const call = (name, field) => (request) => ({ formula: `${name}(request).${field}`, request });

/** Of each widget that answers by itself: what the number is that it shows first, where it stands, and a slider that moves it, to the end where there still is an answer. */
const WIDGETS = {
  roofline: { number: call("roofline", "latency_s"), slider: "batch" },
  quantization: { number: ({ compute, algorithm, ...decode }) => ({ formula: "serve(request, precision='int4').speedup_over_fp16", request: decode }), slider: "batch" },
  sensitivity: { number: ({ inverse, ...request }) => call("sensitivity", "baseline_s")(request), place: ".facts dd", slider: "batch" },
  explainer: { number: call("explain", "speedup_per_sample"), slider: "baseline.batch" },
  load: { number: call("load", "largest_rate_per_s"), slider: "prompt_tokens.mean", end: "Home" },
  plan: { number: (request) => ({ formula: "plan(request).options[plan(request).cheapest].usd_per_hour", request }), place: ".headline .what", slider: "demand.rate_per_s", end: "Home" },
  train: { number: call("train", "step_s"), slider: "global_batch" },
  routing: { number: ({ costs_us, distribution_pct, cascade }) => call("route_model", "speedup")({ costs_us, distribution_pct, cascade }), slider: "costs_us.learned" },
};

/** With these a page may share memory between threads. */
const ISOLATED = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };

const UNITS = { "×": 1, s: 1, ms: 1e-3, "µs": 1e-6, "/s": 1, USD: 1 };

/** What stands there is the value, rounded to the digits that it is printed with. */
function assertPrinted(text, value) {
  const [, digits, unit] = /^\s*([\d,.]+)\s*(×|ms|µs|s|\/s|USD)/.exec(text) ?? assert.fail(`no number with a unit in: ${text}`);
  const step = 10 ** -(digits.split(".")[1]?.length ?? 0);
  const printed = Number(digits.replace(/,/g, ""));
  assert.ok(Math.abs(printed - value / UNITS[unit]) <= 0.50001 * step, `${text} for ${value}`);
}

const state = (page, tag, place) =>
  page.until((name, where) => {
    const widget = document.querySelector(name);
    const drawn = widget?.result && widget.shadowRoot.querySelector("svg.drawing")?.childElementCount > 1;
    return drawn && { request: widget.request, text: widget.shadowRoot.querySelector(where).textContent };
  }, tag, place);

for (const [name, { number, slider, end = "End", place = ".headline .value" }] of Object.entries(WIDGETS)) {
  check(`ridge-${name} under the strict policy shows a true number, a slider moves it, and the address keeps it`, async (page, served) => {
    const tag = `ridge-${name}`;
    const address = `${await served(site, { headers: STRICT })}/${name}.html`;
    await page.go(address);
    const first = await state(page, tag, place);
    assertPrinted(first.text, asked(number(first.request)));

    // What is simulated is answered later, and the first key perhaps before the last.
    await page.evaluate((widget) => document.querySelector(widget).addEventListener("ridge-change", ({ detail }) => Object.assign(window, { answered: detail.request })), tag);
    await page.focus(tag, `[data-field="${slider}"] input[type=range]`);
    await page.press("ArrowRight");
    await page.press(end);
    await page.until((name, before) => {
      const widget = document.querySelector(name);
      return JSON.stringify(window.answered) === JSON.stringify(widget.request) && widget.shadowRoot.querySelector(before[0]).textContent !== before[1];
    }, tag, [place, first.text]);
    const moved = await state(page, tag, place);
    assert.notDeepEqual(moved.request, first.request);
    assertPrinted(moved.text, asked(number(moved.request)));

    const value = slider.split(".").reduce((at, part) => at[part], moved.request);
    await page.until((setting) => location.hash.slice(1).split(";").includes(setting), `${slider}=${value}`);
    await page.reload();
    await page.until((widget, text) => document.querySelector(widget)?.shadowRoot?.querySelector(text[0])?.textContent === text[1], tag, [place, moved.text]);
    assert.deepEqual((await state(page, tag, place)).request, moved.request);
  });
}

/** Once the widget is there, presses the button that has it run. */
async function run(page, tag, words) {
  await state(page, tag, ".headline");
  await page.evaluate((widget, text) => [...document.querySelector(widget).shadowRoot.querySelectorAll("button")].find(({ textContent }) => textContent === text).focus(), tag, words);
  await page.press("Enter");
}

/** Few and short passes of the router. */
const SHORT = "routing=1;samples=4;repetitions=2;config.warm_up_samples=4;config.sequence_length=32";

/** Lets the router of the page run; it takes the paths that the command's does. */
async function decidesAsTheCommand(page) {
  await run(page, "ridge-routing", "Run");
  const found = await page.until(() => document.querySelector("ridge-routing").result.measured?.analysis.systems_analysis.var.var_stats);
  const { config, samples, repetitions } = await page.evaluate(() => document.querySelector("ridge-routing").request);
  const input = JSON.stringify({ config, samples, repetitions });
  assert.deepEqual(found, JSON.parse(execFileSync(command, ["route", "analyze", "--input", "-", "--json"], { encoding: "utf8", input })).var.var_stats);
}

check("the router is measured in a worker, under the strict policy, and decides as the command's does", async (page, served) => {
  await page.go(`${await served(site, { headers: STRICT })}/routing.html#${SHORT}`);
  await decidesAsTheCommand(page);
});

/** Lets the language model of the page run; it predicts as the command's does. */
async function predictsAsTheCommand(page) {
  await run(page, "ridge-model", "Run");
  const { perplexity, text_after: text } = await page.until(() => document.querySelector("ridge-model").result.run?.found);
  const expected = JSON.parse(execFileSync(command, ["quantize", "--windows", "2", "--json"], { encoding: "utf8" }));
  assert.deepEqual({ perplexity, text }, { perplexity: expected.perplexity, text: expected.text_after });
  await page.until((printed) => document.querySelector("ridge-model").shadowRoot.querySelector(".headline .value").textContent === printed, perplexity.toPrecision(3));
}

check("the language model is quantized in a worker, under the strict policy, and predicts as the command's does", async (page, served) => {
  await page.go(`${await served(site, { headers: STRICT })}/model.html#model=1;windows=2`);
  await predictsAsTheCommand(page);
});

check("the machine is measured in workers, under the strict policy", async (page, served) => {
  // By a clock fifty times as fast every timing has soon taken long enough.
  const hurried = `{ const now = performance.now.bind(performance); performance.now = () => 50 * now(); } ${readFileSync(join(site, "bench.js"), "utf8")}`;
  await page.go(`${await served(site, { headers: { ...STRICT, ...ISOLATED }, pages: { "/bench.js": hurried } })}/machine.html`);
  await run(page, "ridge-machine", "Measure");
  const { products, steps, all } = await page.until(() => document.querySelector("ridge-machine").result.measured);
  assert.equal(products.length, 21);
  assert.ok(steps.length > 0);
  for (const { bytes_per_s: rate } of all.read) assert.ok(rate.value > 0);
});

check("a reader who prefers dark pages gets one, drawings too", async (page, served) => {
  await page.go(`${await served(site)}/roofline.html`);
  await state(page, "ridge-roofline", ".headline");
  const lightness = (colour) => Math.max(...colour.match(/[\d.]+/g).slice(0, 3).map(Number)) / 255;
  const [host, ground, ink] = await page.evaluate(() => {
    const root = document.querySelector("ridge-roofline").shadowRoot;
    return [getComputedStyle(document.body).backgroundColor, getComputedStyle(root.querySelector(".root")).backgroundColor, getComputedStyle(root.querySelector(".drawing text")).fill];
  });
  assert.ok(lightness(host) < 0.25 && lightness(ground) < 0.25 && lightness(ink) > 0.6, `${host}, ${ground}, ${ink}`);
}, { dark: true });

check("a widget saves its drawing, its numbers and its state", async (page, served) => {
  await page.go(`${await served(site, { headers: STRICT })}/roofline.html`);
  await state(page, "ridge-roofline", ".headline");
  for (const [kind, begins] of [["SVG", "<?xml"], ["PNG", "\x89PNG"], ["CSV", "# The step"], ["JSON", "{"]]) {
    await page.focus("ridge-roofline", `button[aria-label="Save as ${kind}"]`);
    await page.press("Enter");
    const bytes = readFileSync(await page.saved(`ridge-roofline.${kind.toLowerCase()}`));
    assert.ok(bytes.toString("latin1").startsWith(begins), bytes.toString("latin1", 0, 40));
    assert.ok(bytes.length > (kind === "PNG" ? 10_000 : 200), `${kind} of ${bytes.length} bytes`);
  }
});

const host = (body) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title></head><body>${body}</body></html>`;

check("a frame gets the height of its widget", async (page, served) => {
  const widgets = await served(site);
  const pages = { "/index.html": host(`<iframe src="${widgets}/embed.html?widget=quantization" title="A widget" width="600" height="200"></iframe><script src="./ridgepoint-frame.js"></script>`) };
  await page.go(`${await served(dist, { pages })}/index.html`);
  await page.until(() => document.querySelector("iframe").clientHeight > 1000);
});

check("where a policy forbids WebAssembly, the widget has its numbers from plain JavaScript", async (page, served, faults) => {
  const pages = { "/index.html": host('<ridge-quantization></ridge-quantization><script type="module" src="./ridgepoint.js"></script>') };
  await page.go(`${await served(dist, { pages, headers: { "content-security-policy": "default-src 'self'; script-src 'self'" } })}/index.html`);
  const said = await page.until(() => {
    const text = document.querySelector("ridge-quantization").shadowRoot?.querySelector(".root")?.innerText ?? "";
    return text.includes("a token takes") && text;
  });
  assert.match(said.replace(/\u00a0/g, " "), /a token takes 5\.19 ms/);
  // The engines tell of the refusal all the same.
  assert.ok([...faults, ...page.faults].every((one) => /policy|unsafe-eval/i.test(one)), [...faults, ...page.faults].join("\n"));
  faults.length = page.faults.length = 0;
});

check("300 random requests of all calls are answered as the native program does, to the bit", async (page, served) => {
  const asked = await drawn(300, 19);
  const answering = readFileSync(new URL("../fuzz/answer.mjs", import.meta.url), "utf8");
  const requests = JSON.stringify(asked.map(({ call, request }) => [call, request])).replaceAll("<", "\\u003c");
  // Not awaited by the page's evaluate, since WebKit's does not wait.
  const script = `${answering}
const answerOf = await answering("./");
const answers = [];
for (const [call, request] of ${requests}) answers.push(JSON.stringify(await answerOf(call, request)));
window.answers = answers;`;
  const pages = { "/index.html": host(`<script type="module">${script}</script>`) };
  await page.go(`${await served(dist, { pages })}/index.html`);
  const answers = await page.until(() => window.answers);
  assert.deepEqual(asked.map((one, at) => difference(one, JSON.parse(answers[at]))).filter(Boolean), []);
});

check("the lab on quantization under the strict policy, from predictions to a submission that is graded as shown", async (page, served) => {
  await page.go(`${await served(site, { headers: STRICT })}/labs/quantization/index.html`);
  await workThrough(page, LABS);
});

for (const name of labs) {
  check(`offline: the lab ${name} from a file, to a submission that is graded as shown`, async (page) => {
    await page.go(offlinePage(`labs/${name}/index.html`));
    await workThrough(page, LABS);
  });
}

check("offline: every widget that answers by itself runs from a file, and saves its numbers", async (page) => {
  for (const [name, { number, place = ".headline .value" }] of Object.entries(WIDGETS)) {
    await page.go(offlinePage(`${name}.html`));
    const { request, text } = await state(page, `ridge-${name}`, place);
    assertPrinted(text, asked(number(request)));
    await page.focus(`ridge-${name}`, 'button[aria-label="Save as CSV"]');
    await page.press("Enter");
    assert.match(readFileSync(await page.saved(`ridge-${name}.csv`), "utf8"), /^"?# /);
  }
});

check("offline: the language model and the router run from a file, as the command's do", async (page) => {
  await page.go(offlinePage("model.html#model=1;windows=2"));
  await predictsAsTheCommand(page);
  await page.go(offlinePage(`routing.html#${SHORT}`));
  await decidesAsTheCommand(page);
});

check("offline: a measurement of the machine is under way from a file, and stops", async (page) => {
  await page.go(offlinePage("machine.html"));
  await run(page, "ridge-machine", "Measure");
  // To the end it takes minutes where the clock is coarse.
  await page.until(() => document.querySelector("ridge-machine").shadowRoot.querySelector("progress")?.value > 0.1);
  await page.evaluate(() => [...document.querySelector("ridge-machine").shadowRoot.querySelectorAll("button")].find(({ textContent }) => textContent === "Stop").click());
  await page.until(() => document.querySelector("ridge-machine").shadowRoot.querySelector(".run").textContent.includes("Stopped."));
});
