// A widget in an iframe of another origin, what a page may fix about a widget, and the page that writes embeddings.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { dist, hostPage, open, settled, site, test, textOf, visiting, WIDGET_NAMES } from "./harness.mjs";
import { serve } from "./server.mjs";
import { resting, watchShift } from "./widgets-shared.mjs";

const script = await readFile(join(dist, "ridgepoint-frame.js"), "utf8");
const HOST_SCRIPT = '<script src="./ridgepoint-frame.js"></script>';

/** The site on one origin, a host page on another; the body gets the host, the frame and where the site is. */
const framed = (host, body, options = {}) => async (browser) => {
  const widgets = await serve(site);
  const server = await serve(dist, { pages: { "/index.html": host(widgets.address) }, headers: options.headers });
  const opened = await open(browser, "about:blank", options);
  try {
    await opened.page.goto(`${server.address}/index.html`);
    const frame = await (await opened.page.locator("iframe").first().elementHandle()).contentFrame();
    await frame.waitForFunction(() => document.querySelector("main > *:last-child")?.result);
    await body(opened.page, frame, widgets.address);
    assert.deepEqual(opened.faults.filter((fault) => !/^foreign request: http:\/\/(127\.0\.0\.1|localhost):/.test(fault)), []);
  } finally {
    await opened.close();
    await server.close();
    await widgets.close();
  }
};

const one = (query) => (address) => hostPage(`<p>Before</p><iframe src="${address}/embed.html?${query}" title="A widget" width="600" height="300"></iframe><p>After</p>${HOST_SCRIPT}`);

/** All of the frame's page is in sight, and nothing more. */
const fits = (frame) =>
  frame.waitForFunction(() => {
    const { height } = document.documentElement.getBoundingClientRect();
    return Math.abs(innerHeight - height) <= 2 && getComputedStyle(document.documentElement).overflowY === "hidden";
  });

test("frame: the host's script has at most ten lines of code", () => {
  assert.ok(script.trim().split("\n").filter((line) => !line.startsWith("//")).length <= 10);
});

test("frame: nothing moves in a frame of the height that the README gives, nor beside it, while its widget loads", framed(
  (address) => hostPage(`<p>Before</p><iframe src="${address}/embed.html?widget=quantization&hardware=A100" title="A widget" width="100%" height="900"></iframe><p>After</p>${HOST_SCRIPT}`),
  async (host, frame) => {
    await fits(frame);
    for (const page of [host, frame]) {
      await resting(page);
      const shift = await page.evaluate(() => window.shift);
      assert.ok(shift < 0.02, `a layout shift of ${shift}`);
    }
  },
  { script: watchShift },
));

test("frame: the frame gets the height of its widget, and keeps it through folds, another width, larger type and zoom", framed(one("widget=quantization&batch=8"), async (host, frame) => {
  await fits(frame);
  const height = () => frame.evaluate(() => innerHeight);
  let before = await height();
  assert.ok(before > 1000, `${before}`);
  assert.equal(await frame.evaluate(() => document.querySelector("ridge-quantization").request.batch), 8);
  const grown = async (act) => {
    await act();
    await frame.waitForFunction((was) => innerHeight !== was, before);
    await fits(frame);
    before = await height();
  };
  await grown(() => frame.locator("summary", { hasText: "Assumptions" }).click());
  await grown(() => host.locator("iframe").evaluate((element) => (element.width = 340)));
  await grown(() => frame.evaluate(() => (document.documentElement.style.zoom = "2")));
  await grown(() => frame.evaluate(() => (document.documentElement.style.zoom = "")));
  await grown(() => frame.evaluate(() => (document.querySelector("ridge-quantization").shadowRoot.querySelector(".root").style.fontSize = "24px")));
  // Hidden in a folded part of the host, changed there, and shown again.
  await host.locator("iframe").evaluate((element) => (element.style.display = "none"));
  await frame.locator("summary", { hasText: "Assumptions" }).evaluate((summary) => (summary.parentElement.open = false));
  await grown(() => host.locator("iframe").evaluate((element) => (element.style.display = "")));
}));

test("frame: without the host's answer there is a scrollbar, and all can be reached", framed(
  (address) => one("widget=roofline")(address).replace(HOST_SCRIPT, ""),
  async (_host, frame) => {
    assert.deepEqual(await frame.evaluate(() => [innerHeight, getComputedStyle(document.documentElement).overflowY]), [300, "visible"]);
    await frame.evaluate(() => scrollTo(0, 1e6));
    assert.ok((await frame.evaluate(() => scrollY)) > 300);
  },
));

test("frame: a host that forgets the script's border, or sizes boxes by it, still shows all", framed(
  (address) => hostPage(`<iframe src="${address}/embed.html?widget=roofline" title="A widget" width="600"></iframe>${HOST_SCRIPT}`, "<style>* { box-sizing: border-box } iframe { border: 9px solid }</style>"),
  async (_, frame) => fits(frame),
));

test("frame: only the frame itself, at its own origin, is believed", framed(
  (address) => hostPage(`<iframe src="${address}/embed.html?widget=roofline" title="A widget" width="600"></iframe><iframe id="other" src="${address}/index.html" title="Another"></iframe>${HOST_SCRIPT}`),
  async (host, frame, address) => {
    await fits(frame);
    const height = await host.locator("iframe").first().evaluate((element) => element.style.height);
    // The host's own window, another frame, and a frame led elsewhere all claim a height.
    await host.evaluate(() => postMessage({ ridgepoint: "height", height: 77 }, "*"));
    const other = await (await host.locator("#other").elementHandle()).contentFrame();
    await other.evaluate(() => parent.postMessage({ ridgepoint: "height", height: 88 }, "*"));
    await host.waitForFunction(() => document.querySelector("#other").style.height === "88px" || document.querySelector("#other").clientHeight === 88);
    assert.equal(await host.locator("iframe").first().evaluate((element) => element.style.height), height);
    await other.evaluate((away) => { location.href = away; }, address.replace("127.0.0.1", "localhost"));
    await host.waitForFunction(() => window.frames.length === 2);
    const moved = await (await host.locator("#other").elementHandle()).contentFrame();
    await moved.waitForURL(/localhost/);
    await host.evaluate(() => addEventListener("message", ({ data }) => (window.heard = data.height)));
    for (const bad of [99, -1, 1e9, "1;", null]) await moved.evaluate((claim) => parent.postMessage({ ridgepoint: "height", height: claim }, "*"), bad);
    await host.waitForFunction(() => window.heard === null);
    assert.equal(await host.locator("#other").evaluate((element) => element.clientHeight), 88);
  },
));

test("frame: printed, a widget's controls go, and nothing of the rest is cut off", framed(one("widget=quantization"), async (host, frame) => {
  await fits(frame);
  const shown = () => frame.evaluate(() => Object.fromEntries(["select", ".foot button", ".headline", ".sentence", "svg.drawing", "table"].map((selector) => [selector, document.querySelector("ridge-quantization").shadowRoot.querySelector(selector).checkVisibility()])));
  assert.deepEqual(await shown(), { select: true, ".foot button": true, ".headline": true, ".sentence": true, "svg.drawing": true, table: true });
  await host.emulateMedia({ media: "print" });
  assert.deepEqual(await shown(), { select: false, ".foot button": false, ".headline": true, ".sentence": true, "svg.drawing": true, table: true });
  assert.ok(await frame.evaluate(() => document.documentElement.getBoundingClientRect().height <= innerHeight + 2));
}));

test("frame: the router's widget brings its own script", framed(one("widget=routing&costs-us-learned=60"), async (_, frame) => {
  await fits(frame);
  assert.equal(await frame.evaluate(() => document.querySelector("ridge-routing").request.costs_us.learned), 60);
}));

const sandboxed = (headers, body) => async (browser) => {
  const widgets = await serve(site, { headers });
  const server = await serve(dist, { pages: { "/index.html": hostPage(`<iframe sandbox="allow-scripts" src="${widgets.address}/embed.html?widget=roofline" title="A widget" width="600" height="500"></iframe>`) } });
  const opened = await open(browser, `${server.address}/index.html`);
  try {
    await body(await (await opened.page.locator("iframe").elementHandle()).contentFrame());
  } finally {
    await opened.close();
    await server.close();
    await widgets.close();
  }
};

test("frame: sandboxed with scripts alone, a widget runs where the server lets it load", sandboxed({ "access-control-allow-origin": "*" }, async (frame) => {
  await frame.waitForFunction(() => document.querySelector("ridge-roofline")?.result);
  assert.match(await frame.locator("ridge-roofline .headline").innerText(), /5\.19/);
}));

test("frame: sandboxed where the server does not, the frame says so, with a way to the widget", sandboxed({}, async (frame) => {
  await frame.getByText("its script did not run").waitFor();
  assert.equal(await frame.getByRole("link", { name: "Ridgepoint’s pages" }).isVisible(), true);
}));

test("frame: under the policy of a strict host", framed(one("widget=sensitivity"), async (_, frame) => fits(frame), {
  headers: { "content-security-policy": "default-src 'none'; script-src 'self'; frame-src *; img-src data:" },
}));

test("frame: an unknown widget or setting is named", visiting("embed.html?widget=toaster", async (page, server) => {
  await page.getByText("one of roofline, quantization").waitFor();
  assert.match(await page.getByRole("alert").innerText(), /toaster is not one/);
  await page.goto(`${server.address}/embed.html?widget=roofline&colour=blue&batch=4`);
  await settled(page);
  assert.match(await page.locator("main > [role=alert]").innerText(), /^colour is not a setting of the roofline widget/);
  assert.equal(await page.locator("ridge-roofline").evaluate((widget) => widget.request.batch), 4);
}));

const hosted = (tag, body) =>
  visiting("index.html", body, { folder: dist, pages: { "/index.html": hostPage(`${tag}<script type="module" src="./ridgepoint.js"></script>`) } });

test('embedding: loading="click" shows the first answer and fetches no engine until the reader asks', hosted('<ridge-quantization loading="click"></ridge-quantization>', async (page, server) => {
  const widget = page.locator("ridge-quantization");
  await widget.getByText("a token takes 5.19 ms").waitFor();
  assert.deepEqual(server.requests.filter((path) => path.endsWith(".wasm")), []);
  await widget.getByRole("button", { name: "Start the widget" }).press("Enter");
  await settled(page);
  assert.equal(server.requests.filter((path) => path.endsWith(".wasm")).length, 1);
  assert.equal(await widget.evaluate((element) => element.shadowRoot.activeElement.localName), "select");
}));

test("embedding: what is locked cannot be changed, what is hidden is not there, and no address changes either", hosted(
  '<ridge-roofline hardware="A100" batch="2" lock="hardware assumptions" hide="batch phase" url-state></ridge-roofline>',
  async (page, server) => {
    await settled(page);
    const widget = page.locator("ridge-roofline");
    assert.equal(await widget.getByLabel("Device", { exact: true }).isDisabled(), true);
    assert.equal(await widget.getByLabel("Model", { exact: true }).isDisabled(), false);
    assert.equal(await widget.locator('[data-field="batch"], [data-field="phase"]').count(), 0);
    await widget.locator("summary", { hasText: "Assumptions" }).click();
    for (const box of await widget.locator(".assumptions :is(input, select)").all()) assert.equal(await box.isDisabled(), true);
    await page.goto(`${server.address}/index.html?again#roofline=1;hardware=H100;batch=64;assumptions.efficiency=0.1;precision=int8`);
    await settled(page);
    const { hardware, batch, precision, assumptions } = await widget.evaluate((element) => element.request);
    assert.deepEqual([hardware, batch, precision, assumptions?.efficiency], ["A100", 2, "int8", undefined]);
    assert.match(await textOf(page, "ridge-roofline"), /hardware, batch, assumptions\.efficiency/);
    await widget.evaluate((element) => element.setAttribute("lock", ""));
    await page.waitForFunction(() => !document.querySelector("ridge-roofline").shadowRoot.querySelector("fieldset:disabled"));
  },
));

test("builder: tag, frame and address give the widget as it is set, for every widget", visiting("embed-builder.html", async (page, server) => {
  const tags = await page.locator("#which option").evaluateAll((options) => options.map(({ value }) => value));
  assert.deepEqual([...tags].sort(), WIDGET_NAMES.map((name) => `ridge-${name}`).sort());
  // One tab for all that is pasted: a new one compiles everything anew.
  const other = await page.context().newPage();
  let pasted;
  await other.route("**/pasted.html", (route) => route.fulfill({ contentType: "text/html", body: hostPage(pasted) }));
  const requestAt = async (tag, where, content) => {
    pasted = content;
    await other.goto(where);
    const root = content?.includes("<iframe") ? await (await other.locator("iframe").elementHandle()).contentFrame() : other;
    await root.waitForFunction((name) => document.querySelector(name)?.result, tag);
    return root.locator(tag).first().evaluate((element) => ({ request: element.request, label: element.getAttribute("label") }));
  };
  for (const tag of tags) {
    await page.locator("#which").selectOption(tag);
    const widget = page.locator(`#preview ${tag}`);
    await page.locator("#tag").waitFor();
    await page.waitForFunction((name) => document.querySelector(`#preview ${name}`)?.result, tag);
    await page.waitForFunction((name) => document.querySelector("#tag")?.textContent.includes(`<${name}>`), tag);
    await page.waitForFunction(() => /<p>[^<]*\d[^<]*<\/p>/.test(document.querySelector("#tag").textContent));
    // As readers do it: a number typed, a choice among the assumptions.
    await widget.getByRole("spinbutton", { name: /, typed/ }).first().fill("2");
    const assumptions = widget.locator("summary", { hasText: "Assumptions" }).first();
    // A widget that measures assumes nothing.
    const isPredicted = (await assumptions.count()) > 0;
    if (isPredicted) {
      await assumptions.click();
      await widget.locator(".assumptions select").nth(1).selectOption({ index: 1 });
    }
    await page.locator("#label").fill('"Mine" & <yours>');
    const wanted = await widget.evaluate((element) => element.request);
    await page.waitForFunction((words) => words.every((word) => document.querySelector("#tag").textContent.includes(word)), ["Mine", ...(isPredicted ? ["assumptions="] : [])]);
    const [written, frame, address] = await Promise.all(["#tag", "#frame", "#address"].map((id) => page.locator(id).innerText()));
    assert.match(written, /<p>[^<]*\d[^<]*<\/p>/);
    assert.deepEqual(await requestAt(tag, `${server.address}/pasted.html`, written), { request: wanted, label: '"Mine" & <yours>' }, `the tag of ${tag}`);
    assert.deepEqual(await requestAt(tag, `${server.address}/pasted.html`, frame), { request: wanted, label: '"Mine" & <yours>' }, `the frame of ${tag}`);
    assert.deepEqual((await requestAt(tag, address)).request, wanted, `the address of ${tag}`);
    assert.ok(address.length < 2000);
    await page.locator("#label").fill("");
  }
}));


test("builder: copying says that it copied", visiting("embed-builder.html", async (page) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const part = page.locator("section", { has: page.locator("#frame") });
  await part.getByRole("button", { name: "Copy" }).click();
  await part.getByText("Copied.").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await page.locator("#frame").innerText());
}));
