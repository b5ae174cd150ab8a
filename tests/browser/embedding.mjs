// Widgets as guests on somebody else's page.

import assert from "node:assert/strict";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { firstLoads } from "../../scripts/lib/first-loads.mjs";
import { dist, hostPage, open, settled, STRICT, test, textOf, visiting, WIDGETS } from "./harness.mjs";
import { serve } from "./server.mjs";
import { watchShift } from "./widgets-shared.mjs";

const SCRIPT = '<script type="module" src="./ridgepoint.js"></script>';

/** Serves pages beside the built files, opens one, and gives it to the body. */
const hosted = (pages, body, options) =>
  // Browsers ask for an icon unasked, and a policy may forbid pages to say otherwise.
  visiting("index.html", body, { ...options, folder: dist, pages: { "/favicon.ico": "", ...pages } });

test("embedding: one tag is enough, and attributes are the request", hosted(
  { "/index.html": hostPage(`<ridge-roofline model="Llama3_8B" hardware="A100" batch="32" precision="int8" assumptions="textbook">fallback</ridge-roofline>${SCRIPT}`) },
  async (host) => {
    await settled(host);
    const request = await host.locator("ridge-roofline").evaluate((widget) => widget.request);
    assert.deepEqual([request.hardware, request.batch, request.precision, request.assumptions.preset], ["A100", 32, "int8", "textbook"]);
    await host.locator("ridge-roofline").evaluate((widget) => widget.setAttribute("batch", "64"));
    assert.equal(await host.locator("ridge-roofline").evaluate((widget) => widget.result && widget.request.batch), 64);
  },
));

test("embedding: a wrong attribute is told in the widget, by name", hosted(
  { "/index.html": hostPage(`<ridge-roofline hardware="Z80"></ridge-roofline>${SCRIPT}`) },
  async (host) => {
    const message = host.locator('ridge-roofline [data-field="hardware"] .refused');
    await message.waitFor();
    assert.match(await message.innerText(), /Z80/);
  },
));

test("embedding: events say when it is ready, what changed and what was refused", hosted(
  {
    "/index.html": hostPage(`<div id="outside"><ridge-explainer></ridge-explainer></div>${SCRIPT}`),
  },
  async (host) => {
    await settled(host);
    const seen = await host.evaluate(() => {
      const names = window.seen.map(({ type, detail }) => [type, Object.keys(detail).sort().join()]);
      return names;
    });
    assert.ok(seen.some(([type, keys]) => type === "ridge-ready" && keys === "request,result"));
    assert.ok(seen.some(([type, keys]) => type === "ridge-change" && keys === "request,result"));
    await host.locator("ridge-explainer").evaluate((widget) => (widget.request = { baseline: { batch: 0 } }));
    assert.deepEqual(await host.evaluate(() => window.seen.at(-1)), { type: "ridge-error", detail: { ...(await host.evaluate(() => window.seen.at(-1).detail)), field: "baseline.batch" } });
  },
  {
    script: () => {
      window.seen = [];
      for (const name of ["ridge-ready", "ridge-change", "ridge-error"]) {
        // Listening on the document shows that the events bubble and leave shadow roots.
        document.addEventListener(name, ({ type, detail }) => window.seen.push({ type, detail: JSON.parse(JSON.stringify(detail)) }));
      }
    },
  },
));

test("embedding: works under a strict content policy", hosted(
  {
    "/index.html": `<!doctype html><html lang="en"><title>Strict</title><ridge-roofline></ridge-roofline><ridge-quantization></ridge-quantization><ridge-sensitivity></ridge-sensitivity><ridge-explainer></ridge-explainer>${SCRIPT}</html>`,
  },
  async (host) => {
    await host.locator("ridge-quantization").scrollIntoViewIfNeeded();
    await host.evaluate((selector) => document.querySelectorAll(selector).forEach((widget) => widget.setAttribute("loading", "eager")), WIDGETS);
    await settled(host);
    assert.match(await textOf(host, "ridge-quantization"), /5\.19/);
    const size = await host.locator("ridge-roofline").evaluate(async (widget) => (await widget.export("png")).size);
    assert.ok(size > 5000);
  },
  { headers: STRICT, faults: [] },
));

test("embedding: without an engine that may run it says so, in place and as an event", hosted(
  { "/ridgepoint-plain.js": null, "/index.html": hostPage(`<ridge-roofline></ridge-roofline>${SCRIPT}`) },
  async (host, _, { faults }) => {
    await host.locator("ridge-roofline").getByText("could not start").waitFor();
    assert.ok((await host.evaluate(() => window.refused)).message);
    faults.length = 0;
  },
  {
    headers: { "content-security-policy": "default-src 'self' data:; script-src 'self'" },
    script: () => document.addEventListener("ridge-error", ({ detail }) => (window.refused = { message: detail.message })),
  },
));

test("embedding: a missing engine file is told, and a second try finds it", async (browser) => {
  const server = await serve(dist, { pages: { "/index.html": hostPage(`<ridge-roofline><p id="still">A picture</p></ridge-roofline>${SCRIPT}`) } });
  const opened = await open(browser, "about:blank");
  try {
    await opened.page.route("**/ridgepoint.wasm", (route) => route.fulfill({ status: 404, body: "gone" }));
    await opened.page.goto(`${server.address}/index.html`);
    const widget = opened.page.locator("ridge-roofline");
    await widget.getByText("could not start").waitFor();
    const still = opened.page.locator("#still");
    // What the page has in the widget's place is read beneath the message, until the engine comes.
    assert.ok((await still.boundingBox()).y >= (await widget.locator(".failed").evaluate((box) => box.getBoundingClientRect().bottom)));
    await opened.page.unroute("**/ridgepoint.wasm");
    await widget.getByRole("button", { name: "Try again" }).click();
    await settled(opened.page);
    assert.equal(await still.isVisible(), false);
  } finally {
    await opened.close();
    await server.close();
  }
});

test("embedding: ten widgets fetch the engine once, and those far below not at all", hosted(
  { "/index.html": hostPage(`${'<ridge-roofline loading="eager"></ridge-roofline>'.repeat(10)}<div id="gap"></div><ridge-sensitivity></ridge-sensitivity>${SCRIPT}`, '<link rel="stylesheet" href="./gap.css">'), "/gap.css": "" },
  async (host, server) => {
    await host.waitForFunction(() => [...document.querySelectorAll("ridge-roofline")].every((widget) => widget.result));
    assert.equal(server.requests.filter((path) => path.endsWith(".wasm")).length, 1);
    assert.equal(await host.locator("ridge-sensitivity").evaluate((widget) => widget.result), undefined);
    await host.locator("ridge-sensitivity").scrollIntoViewIfNeeded();
    await host.waitForFunction(() => document.querySelector("ridge-sensitivity").result);
    assert.equal(server.requests.filter((path) => path.endsWith(".wasm")).length, 1);
  },
));

test("embedding: a page with one widget loads by itself what scripts/size weighs, and nothing else", hosted(
  Object.fromEntries([["/index.html", hostPage("")], ...firstLoads.map(({ name }) => [`/${name}.html`, hostPage(`<ridge-${name}></ridge-${name}>${SCRIPT}`)])]),
  async (host, server) => {
    for (const { name, files, next } of firstLoads) {
      server.requests.length = 0;
      await host.goto(`${server.address}/${name}.html`, { waitUntil: "networkidle" });
      await settled(host);
      assert.deepEqual(server.requests.filter((path) => !/html$|ico$/.test(path)).map((path) => path.slice(1)).sort(), [...files, ...next].sort(), name);
    }
  },
));

for (const how of ["lazy", "click"])
  test(`embedding: of a widget far below the window nothing is fetched until a reader comes near, where loading is ${how}`, hosted(
    { "/index.html": hostPage(`<div style="height:9000px"></div><ridge-sensitivity loading="${how}"></ridge-sensitivity>${SCRIPT}`) },
    async (host, server) => {
      const fetched = () => server.requests.filter((path) => /\.(js|wasm)$/.test(path) && !path.endsWith("/ridgepoint.js"));
      await host.evaluate(() => customElements.whenDefined("ridge-roofline"));
      await host.waitForLoadState("networkidle");
      assert.deepEqual(fetched(), []);
      await host.locator("ridge-sensitivity").scrollIntoViewIfNeeded();
      if (how === "click") await host.getByRole("button", { name: "Start the widget" }).click();
      await settled(host);
      // A press brings the tools, too.
      const tools = how === "click" ? ["ridgepoint-tools.js"] : [];
      assert.deepEqual(fetched().map((path) => path.replace(/^.*\//, "")).sort(), [...tools, "ridgepoint.wasm", "sensitivity.js"]);
    },
  ));

test("embedding: a widget that a page adds later is brought like the first, in whatever the page puts it", hosted(
  { "/index.html": hostPage(`<main><ridge-roofline></ridge-roofline></main>${SCRIPT}`) },
  async (host) => {
    await settled(host);
    await host.locator("main").evaluate((main) => (main.innerHTML = '<section><ridge-quantization hardware="A100">fallback</ridge-quantization></section>'));
    await settled(host);
    assert.equal(await host.locator("ridge-quantization").evaluate((widget) => widget.request.hardware), "A100");
    await host.locator("main").evaluate((main) => main.prepend(document.createElement("ridge-train"), document.createElement("ridge-quantization")));
    await host.waitForFunction(() => document.querySelector("ridge-train").result);
  },
));

test("embedding: a page may bring a widget that is far below by asking for it", hosted(
  { "/index.html": hostPage(`<div style="height:9000px"></div><ridge-sensitivity></ridge-sensitivity>${SCRIPT}`) },
  async (host) => {
    await host.evaluate(() => customElements.whenDefined("ridge-roofline"));
    await host.locator("ridge-sensitivity").evaluate((widget) => widget.setAttribute("loading", "eager"));
    await settled(host);
  },
));

/** How the hosts of web/README.md, and themes of theirs, say that they are dark: on the root or on the body, most without `color-scheme`. */
const DARK_HOSTS = {
  "MkDocs Material": ["body", "data-md-color-scheme", "default", "slate"],
  Docusaurus: ["html", "data-theme", "light", "dark"],
  VitePress: ["html", "class", "", "dark"],
  "Sphinx, PyData": ["html", "data-theme", "light", "dark"],
  "Sphinx, Furo": ["body", "data-theme", "light", "dark"],
  Quarto: ["body", "class", "quarto-light", "quarto-dark"],
  "mdBook, navy": ["html", "class", "light js", "navy js"],
  "mdBook, coal": ["html", "class", "rust js", "coal js"],
  "mdBook, ayu": ["html", "class", "rust js", "ayu js"],
  "Hugo, a theme with a class": ["html", "class", "", "dark"],
};
test("embedding: follows each host's dark mode live, by the mark that it sets, and from the start where it is there", hosted(
  { "/index.html": hostPage(`<ridge-roofline loading="eager"></ridge-roofline>${SCRIPT}`) },
  async (host) => {
    await settled(host);
    const ink = () => host.locator("ridge-roofline").evaluate(({ shadowRoot }) => [".root", ".drawing text"].map((part) => getComputedStyle(shadowRoot.querySelector(part))).map(({ color, fill }, part) => (part ? fill : color)));
    const light = await ink();
    for (const [name, [root, attribute, off, on]] of Object.entries(DARK_HOSTS)) {
      const mark = (value) => host.evaluate(([element, key, word]) => document.querySelector(element).setAttribute(key, word), [root, attribute, value]);
      await mark(off);
      assert.deepEqual(await ink(), light, `${name}, light`);
      await mark(on);
      for (const colour of await ink()) assert.ok(Math.min(...colour.match(/[\d.]+/g).slice(0, 3).map(Number)) > 128, `${name}: ${colour}`);
      // One that comes while it is dark.
      const first = await host.evaluate(async () => {
        const other = document.createElement("ridge-roofline");
        document.body.append(other);
        await other.updateComplete;
        const { color } = getComputedStyle(other.shadowRoot.querySelector(".root"));
        other.remove();
        return color;
      });
      assert.ok(Math.min(...first.match(/[\d.]+/g).slice(0, 3).map(Number)) > 128, `${name}, from the start: ${first}`);
      await host.evaluate(([element, key]) => document.querySelector(element).removeAttribute(key), [root, attribute]);
      assert.deepEqual(await ink(), light, `${name}, light again`);
    }
  },
));

test("embedding: both scripts on one page do no harm", hosted(
  { "/index.html": hostPage(`<ridge-roofline></ridge-roofline><script src="./ridgepoint.classic.js"></script>${SCRIPT}`) },
  async (host) => {
    await settled(host);
    assert.equal(await host.evaluate(() => typeof window.ridgepoint.loadRidgepoint), "function");
  },
));

test("embedding: the engine is there for scripts", hosted(
  { "/index.html": hostPage(`<ridge-roofline></ridge-roofline>${SCRIPT}`) },
  async (host) => {
    await settled(host);
    const itl = await host.evaluate(async () => {
      const { loadRidgepoint, RidgepointError } = await import("./ridgepoint.js");
      const engine = await loadRidgepoint();
      try {
        engine.serve({ model: "Llama3_8B", hardware: "H100", batch: Number.NaN });
      } catch (error) {
        if (!(error instanceof RidgepointError) || error.field !== "batch") throw error;
      }
      return engine.serve({ model: "Llama3_8B", hardware: "H100" }).itl_s;
    });
    assert.ok(Math.abs(itl - 5.194e-3) < 1e-5);
  },
));

test("embedding: the classic script runs from a file, with no network", async (browser) => {
  const folder = await mkdtemp(join(tmpdir(), "ridgepoint-"));
  await copyFile(join(dist, "ridgepoint.classic.js"), join(folder, "ridgepoint.classic.js"));
  // All that calculate; what the others run they fetch.
  const tags = ["roofline", "quantization", "sensitivity", "explainer", "load", "train", "plan"].map((name) => `<ridge-${name} loading="eager"></ridge-${name}>`);
  await writeFile(join(folder, "index.html"), hostPage(`${tags.join("")}<script src="ridgepoint.classic.js"></script>`));
  const opened = await open(browser, pathToFileURL(join(folder, "index.html")).href);
  try {
    await settled(opened.page);
    assert.match(await textOf(opened.page, "ridge-quantization"), /5\.19/);
    assert.deepEqual(opened.faults, []);
  } finally {
    await opened.close();
    await rm(folder, { recursive: true });
  }
});

test("embedding: hostile styles of the host change nothing inside, and take no room from it", async (browser) => {
  const hostile = "* { font-size: 40px !important; letter-spacing: 1em !important; color: red !important; line-height: 3 !important; border: 9px solid; padding: 20px; text-transform: uppercase; } p, table, svg, input, select, button { display: none !important; } :root { --page: lime; --ink: lime; font: 70px serif; }";
  const look = async (style) => {
    const server = await serve(dist, { pages: { "/index.html": hostPage(`<ridge-roofline></ridge-roofline>${SCRIPT}`, style ? `<style>${style}</style>` : "<style>body{margin:0}</style>") } });
    const opened = await open(browser, `${server.address}/index.html`);
    try {
      await settled(opened.page);
      return await opened.page.locator("ridge-roofline").evaluate((widget) => {
        const of = (selector, ...names) => {
          const style = getComputedStyle(widget.shadowRoot.querySelector(selector));
          return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)]));
        };
        const text = ["font-size", "letter-spacing", "color", "line-height", "display", "text-transform", "border-top-width", "font-family"];
        const box = ({ offsetWidth, offsetHeight }) => [offsetWidth, offsetHeight];
        const taken = box(widget).map((length, index) => length - box(widget.shadowRoot.querySelector(".root"))[index]);
        return [taken, of(".root", ...text, "background-color"), of("select", ...text), of(".sentence", ...text), of(".drawing text", ...text), of("summary", ...text)];
      });
    } finally {
      await opened.close();
      await server.close();
    }
  };
  const looks = await look(hostile);
  assert.deepEqual(looks[0], [0, 0]);
  assert.deepEqual(looks, await look(""));
});

test("embedding: follows the page's colour scheme live, and its own attribute before that", hosted(
  { "/index.html": hostPage(`<ridge-roofline></ridge-roofline>${SCRIPT}`) },
  async (host) => {
    await settled(host);
    const ground = () => host.locator("ridge-roofline").evaluate((widget) => getComputedStyle(widget.shadowRoot.querySelector(".root")).backgroundColor);
    const light = await ground();
    await host.evaluate(() => (document.documentElement.style.colorScheme = "dark"));
    const dark = await ground();
    assert.notEqual(dark, light);
    await host.locator("ridge-roofline").evaluate((widget) => widget.setAttribute("theme", "auto"));
    assert.equal(await ground(), dark);
    await host.locator("ridge-roofline").evaluate((widget) => widget.setAttribute("theme", "light"));
    assert.equal(await ground(), light);
    await host.evaluate(() => document.querySelector("ridge-roofline").style.setProperty("--ridge-page", "rgb(1, 2, 3)"));
    assert.equal(await ground(), "rgb(1, 2, 3)");
  },
));

const PAIR = '<ridge-roofline url-state hardware="A100"></ridge-roofline><ridge-roofline url-state label="The other" batch="4"></ridge-roofline>';
const OTHERS = '<ridge-sensitivity url-state="s"></ridge-sensitivity><ridge-explainer></ridge-explainer>';

test("embedding: a page chooses the typefaces, and those of code", hosted(
  { "/index.html": hostPage(`<ridge-routing loading="eager"></ridge-routing><script type="module" src="./routing.js"></script>`, "<style>ridge-routing { --ridge-font: Georgia, serif; --ridge-mono: Courier, monospace; }</style>") },
  async (host) => {
    await settled(host);
    const faces = await host.locator("ridge-routing").evaluate(({ shadowRoot }) => [".root", "textarea"].map((part) => getComputedStyle(shadowRoot.querySelector(part)).fontFamily));
    assert.deepEqual(faces, ["Georgia, serif", "Courier, monospace"]);
  },
));

test("embedding: two of a kind in different states, and two of others, do not touch each other", hosted(
  { "/index.html": hostPage(PAIR + OTHERS + SCRIPT) },
  async (host) => {
    const eager = () => host.evaluate((all) => document.querySelectorAll(all).forEach((widget) => widget.setAttribute("loading", "eager")), WIDGETS);
    const requests = () => host.evaluate((all) => [...document.querySelectorAll(all)].map(({ request }) => request), WIDGETS);
    const batch = (index, value) => host.locator(WIDGETS).nth(index).getByRole("spinbutton", { name: "Batch, typed" }).first().fill(value);
    await eager();
    await settled(host);
    const [first, second, third, fourth] = await requests();
    await batch(0, "8");
    assert.deepEqual(await requests(), [{ ...first, batch: 8 }, second, third, fourth]);
    await batch(1, "64");
    await batch(2, "2");
    const changed = [{ ...first, batch: 8 }, { ...second, batch: 64 }, { ...third, batch: 2 }, fourth];
    assert.deepEqual(await requests(), changed);
    await host.waitForFunction(() => ["roofline=1;batch=8", "roofline2=1;batch=64", "s=1;batch=2"].every((part) => location.hash.slice(1).split("&").includes(part)));
    await host.reload();
    await eager();
    await settled(host);
    assert.deepEqual(await requests(), changed);
    await host.locator("ridge-roofline").first().getByRole("button", { name: "Reset" }).click();
    assert.deepEqual(await requests(), [first, ...changed.slice(1)]);
    await host.waitForFunction(() => !location.hash.includes("roofline=") && location.hash.includes("roofline2=1;batch=64"));
    // Labels and titles find theirs by id, within one widget and over all.
    const ids = await host.evaluate((all) => [...document.querySelectorAll(all)].flatMap(({ shadowRoot }) => [...shadowRoot.querySelectorAll("[id]")].map(({ id }) => id)), WIDGETS);
    assert.equal(new Set(ids).size, ids.length);
  },
));

test("embedding: the preset is an attribute of every widget, and the textbook's numbers are others", hosted(
  {
    "/index.html": hostPage(`${["roofline", "quantization", "sensitivity"].map((name) => `<ridge-${name} loading="eager" assumptions="textbook"></ridge-${name}>`).join("")}<ridge-explainer loading="eager" baseline-assumptions="textbook" proposal-assumptions='{"preset": "textbook"}'></ridge-explainer><ridge-routing loading="eager" project-assumptions="textbook"></ridge-routing><ridge-sensitivity loading="eager" preset="textbook"></ridge-sensitivity><ridge-explainer loading="eager" preset="textbook"></ridge-explainer><ridge-routing loading="eager" preset="textbook"></ridge-routing>${SCRIPT}<script type="module" src="./routing.js"></script>`),
  },
  async (host) => {
    await host.waitForFunction((all) => [...document.querySelectorAll(all)].every(({ result }) => result), WIDGETS);
    const presets = await host.evaluate((all) => [...document.querySelectorAll(all)].map(({ localName, request: { assumptions, baseline, proposal, project } }) => [localName, ...[assumptions, baseline?.assumptions, proposal?.assumptions, project?.assumptions].filter(Boolean).map(({ preset }) => preset)]), WIDGETS);
    assert.deepEqual(presets, [["ridge-roofline", "textbook"], ["ridge-quantization", "textbook"], ["ridge-sensitivity", "textbook"], ["ridge-explainer", "textbook", "textbook"], ["ridge-routing", "textbook"], ["ridge-sensitivity", "textbook"], ["ridge-explainer", "textbook", "textbook"], ["ridge-routing", "textbook"]]);
    const latency = () => host.locator("ridge-roofline").evaluate(({ result }) => result.latency_s);
    const textbook = await latency();
    await host.locator("ridge-roofline").evaluate((widget) => widget.setAttribute("assumptions", "first-principles"));
    assert.notEqual(await latency(), textbook);
    await host.locator("ridge-roofline").evaluate((widget) => widget.setAttribute("assumptions", "folklore"));
    assert.match(await host.locator("ridge-roofline .refused").first().innerText(), /textbook or calibrated, given "folklore"/);
  },
));

test("embedding: a widget moved about the page keeps its state", hosted(
  { "/index.html": hostPage(`<ridge-roofline></ridge-roofline><section></section>${SCRIPT}`) },
  async (host) => {
    await settled(host);
    await host.locator("ridge-roofline").getByRole("spinbutton", { name: "Batch, typed" }).fill("8");
    await host.evaluate(() => document.querySelector("section").append(document.querySelector("ridge-roofline")));
    assert.equal(await host.locator("ridge-roofline").evaluate((widget) => widget.request.batch), 8);
    await host.evaluate(() => (document.querySelector("section").innerHTML = ""));
  },
));

test("embedding: a misspelt attribute or value is told in the widget, which works all the same", hosted(
  { "/index.html": hostPage(`<ridge-roofline loading="eager" contxt="5" batch="2k" hide="foo" theme="blue" data-page="1" aria-describedby="none"></ridge-roofline>${SCRIPT}`) },
  async (host) => {
    await settled(host);
    const told = await host.locator("ridge-roofline .refused").allInnerTexts();
    assert.deepEqual(told.map((line) => line.replace(/^Not used: /, "")), ["contxt is not a setting of this widget.", "hide names “foo”, which is not a control of this widget.", "theme takes auto, light or dark, not “blue”."]);
    assert.equal(await host.locator("ridge-roofline").evaluate(({ request }) => request.batch), 2000);
  },
));

const [, RULE] = /```css\n([^]*?)```/.exec(await readFile(new URL("../../web/README.md", import.meta.url), "utf8"));
const PROSE = "<p>A paragraph of the page, before the widget and after it, as documentation has them.</p>".repeat(4);
test("embedding: nothing on a page with the README's rule moves while a widget loads", hosted(
  { "/index.html": hostPage(`${PROSE}<ridge-roofline></ridge-roofline>${PROSE}${SCRIPT}`, `<style>${RULE}</style>`) },
  async (host) => {
    await settled(host);
    await host.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const shift = await host.evaluate(() => window.shift);
    assert.ok(shift < 0.02, `a layout shift of ${shift}`);
  },
  { script: watchShift },
));
