// What readers do with a widget beside moving its controls: steps back, pins, numbers that open, the picker, copies, parts alone.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { phone } from "./fit.mjs";
import { command, dist, hostPage, settled, test, visiting, WIDGET_NAMES } from "./harness.mjs";
import { onSite, result } from "./widgets-shared.mjs";

const SCRIPT = '<script type="module" src="ridgepoint.js"></script>';
const LACKING = ["Failed to load resource: the server responded with a status of 404 (Not Found)"];
const request = (page) => page.locator("ridge-roofline").evaluate((widget) => JSON.parse(JSON.stringify(widget.request)));

test("tools: steps go back and forth by keys and buttons, a reset too, and the focus stays", onSite("roofline.html", async (page) => {
  const widget = page.locator("ridge-roofline");
  const box = widget.getByRole("spinbutton", { name: "Batch, typed" });
  await box.fill("32");
  await widget.getByLabel("Device", { exact: true }).selectOption("A100");
  await box.focus();
  await page.keyboard.press("Control+z");
  assert.deepEqual([(await request(page)).hardware, await box.inputValue()], ["H100", "32"]);
  await page.keyboard.press("Control+z");
  assert.equal((await request(page)).batch, 1);
  await page.keyboard.press("Control+Shift+z");
  await page.keyboard.press("Control+y");
  assert.deepEqual([(await request(page)).batch, (await request(page)).hardware], [32, "A100"]);
  assert.ok(await box.evaluate((element) => element.getRootNode().activeElement === element));
  await widget.getByRole("button", { name: "Reset" }).click();
  assert.equal((await request(page)).batch, 1);
  const undo = widget.getByRole("button", { name: "Undo" });
  await undo.click();
  assert.equal((await request(page)).batch, 32);
  await page.waitForFunction(() => location.hash === "#roofline=1;batch=32;hardware=A100");
  // A button without a step stays where it is, and keeps the focus.
  await undo.click();
  await undo.click();
  assert.equal(await undo.getAttribute("aria-disabled"), "true");
  assert.ok(await undo.evaluate((element) => element.getRootNode().activeElement === element));
}));

test("tools: what is pinned stays beside what follows, in words, numbers and the drawing", onSite("roofline.html", async (page) => {
  const widget = page.locator("ridge-roofline");
  await widget.getByRole("button", { name: "Pin to compare" }).click();
  await widget.getByText("Change something").waitFor();
  await widget.getByLabel("Device", { exact: true }).selectOption("A100");
  await widget.getByText(/H100 → A100\s80\sGB/).waitFor();
  assert.match((await widget.locator(".comparison .sentence").innerText()).replace(/\s+/g, " "), /^H100 → A100 80 GB: at least 5\.19 ms a step memory-bound → at least 8\.33 ms a step memory-bound \(1\.60×\)$/);
  assert.equal(await widget.locator('svg[data-name="roofline"] .ghost').count(), 2);
  await widget.getByRole("button", { name: "Unpin" }).click();
  assert.equal(await widget.locator(".comparison, .ghost").count(), 0);
}));

/** What changes the headline, but for those that are yet to measure. */
const NEXT = {
  explainer: { proposal: { model: "Llama3_8B", hardware: "B200" } },
  load: { model: "Llama3_70B", parallel: { tensor: 4 } },
  machine: { hardware: "A100" },
  model: { bits: 3 },
  plan: { model: "Llama3_8B" },
  quantization: { batch: 64 },
  roofline: { batch: 64 },
  routing: { costs_us: { fast: 0.1, cached: 0.5, learned: 400, expert: 100 } },
  sensitivity: { model: "Llama3_8B" },
  train: { sequence: 4096 },
};

for (const name of WIDGET_NAMES) {
  test(`tools: what is pinned of ${name} has its headline beside the next one`, onSite(`${name}.html`, async (page) => {
    const widget = page.locator(`ridge-${name}`);
    const headline = () => widget.evaluate((element) => [...element.shadowRoot.querySelectorAll(".headline > :is(.value, .what)")].map((part) => part.textContent.replace(/\s+/g, " ").trim()));
    const pinned = await headline();
    await widget.getByRole("button", { name: "Pin to compare" }).click();
    await widget.getByText("Change something").waitFor();
    await widget.evaluate((element, changed) => (element.request = { ...element.request, ...changed }), NEXT[name]);
    await widget.getByText("Change something").waitFor({ state: "detached" });
    const said = (await widget.locator(".comparison .sentence").innerText()).replace(/\s+/g, " ");
    const now = await headline();
    if (/^(machine|model)$/.test(name)) assert.match(said, /\(as before\)$/);
    else assert.notDeepEqual(pinned, now);
    assert.match(said, / → .*: /);
    for (const part of [...pinned, ...now]) assert.ok(said.includes(part), `${part} in: ${said}`);
  }));
}

test("tools: a number opens to its formula, its inputs, and the source of each", onSite("roofline.html", async (page) => {
  const widget = page.locator("ridge-roofline");
  const { memory_s } = await result(page, "ridge-roofline");
  await widget.locator(".headline .opens").click();
  const box = widget.getByRole("dialog", { name: "Where this number comes from" });
  const text = async () => (await box.innerText()).replace(/[\u00a0\u2009]/g, " ");
  await box.getByText("= max(compute, memory) + overhead").waitFor();
  assert.ok((await text()).includes(`${(memory_s * 1e3).toPrecision(3)} ms`));
  await box.locator("div", { hasText: /^Memory/i }).getByRole("button", { name: "Derivation" }).click();
  assert.match(await text(), /= traffic ÷ bandwidth/);
  await box.locator("div", { hasText: /^Bandwidth/i }).getByRole("button", { name: "Derivation" }).click();
  assert.match(await text(), /NVIDIA H100 SXM5 80GB: NVIDIA H100 Tensor Core GPU datasheet, quoted from a second source, 20\d\d-\d\d-\d\d; exact by definition, bus width × data rate; rounded by at most 0\.15 %; programs that were measured reach [\d.]+ % to [\d.]+ % of it/);
  assert.match(await box.getByRole("link").first().getAttribute("href"), /^https:/);
  await box.getByRole("button", { name: "Back" }).click();
  assert.match(await text(), /= traffic ÷ bandwidth/);
  await box.getByRole("button", { name: "Back" }).click();
  // What is assumed: by whom, why, and what it came to where it was fitted.
  await box.locator("div", { hasText: /^Overhead/i }).getByRole("button", { name: "Derivation" }).click();
  assert.match(await text(), /assumed by “first-principles”: the textbook's value, 20\d\d-\d\d-\d\d; plausible from 1\.00 µs to 120 µs; fitted to programs that were measured, [\d.]+ µs to [\d.]+ µs, set by the control/);
  await page.keyboard.press("Escape");
  assert.equal(await box.count(), 0);
  assert.ok(await widget.locator(".headline .opens").evaluate((element) => element.getRootNode().activeElement === element));
}));

test("tools: what a data sheet states, what was measured and what is assumed look different, in colours of the system too", onSite("roofline.html", async (page) => {
  const widget = page.locator("ridge-roofline");
  const box = widget.getByRole("dialog", { name: "Where this number comes from" });
  const derive = (part) => box.locator("div", { hasText: new RegExp(`^${part}`, "i") }).getByRole("button", { name: "Derivation" }).click();
  const looks = { none: {}, active: {} };
  const look = async () => {
    for (const [colours, found] of Object.entries(looks)) {
      await page.emulateMedia({ forcedColors: colours });
      Object.assign(found, await box.locator(".kind").evaluateAll((kinds) => Object.fromEntries(kinds.map((kind) => [kind.innerText, `${getComputedStyle(kind).borderStyle} ${getComputedStyle(kind).backgroundColor}`]))));
    }
  };
  for (const way of [["Memory", "Bandwidth"], ["Overhead"]]) {
    await widget.locator(".headline .opens").click();
    for (const part of way) await derive(part);
    await look();
    await page.keyboard.press("Escape");
  }
  await widget.evaluate((element) => element.setAttribute("assumptions", "calibrated"));
  await page.waitForFunction(() => document.querySelector("ridge-roofline").result.band !== null && /calibrated/.test(JSON.stringify(document.querySelector("ridge-roofline").request.assumptions)));
  await widget.locator(".headline .opens").first().click();
  await look();
  for (const found of Object.values(looks)) {
    // A model's configuration is published, as a device's data sheet is.
    assert.deepEqual(Object.keys(found).sort(), ["Assumed", "Data sheet", "Fitted to measurements", "Published"]);
    assert.equal(found["Published"], found["Data sheet"]);
    assert.equal(new Set(Object.values(found)).size, 3, JSON.stringify(found));
  }
}));

test("tools: a fitted value says to what it was fitted and when, with a range in the units people read; vLLM's is that of all software", onSite("roofline.html", async (page) => {
  const widget = page.locator("ridge-roofline");
  const box = widget.getByRole("dialog", { name: "Where this number comes from" });
  for (const [software, fit] of [["gpt-fast", /gpt-fast: fitted 20\d\d-\d\d-\d\d to 23 points of 3 documents \(all listed under How far can you trust this\?\), 49\.7 µs to 51\.4 µs with one document left out/], ["vllm", /vLLM: fitted 20\d\d-\d\d-\d\d to 468 points of 32 documents [^]*, 47\.0 µs to 52\.9 µs with one document left out/], ["tensorrt-llm", /not measured of this program, fitted 20\d\d-\d\d-\d\d to others; fitted to programs that were measured, [\d.]+ µs to [\d.]+ µs/]]) {
    await widget.evaluate((element, given) => element.setAttribute("assumptions", given), JSON.stringify({ preset: "calibrated", software }));
    await page.waitForFunction((name) => JSON.stringify(document.querySelector("ridge-roofline").request.assumptions).includes(name) && document.querySelector("ridge-roofline").result, software);
    await widget.locator(".headline .opens").first().click();
    await box.locator("div", { hasText: /^Overhead/i }).getByRole("button", { name: "Derivation" }).click();
    const overhead = (await box.locator("div", { hasText: /^Layer overhead/i }).innerText()).replace(/[\u00a0\u2009\u202f]/g, " ");
    assert.match(overhead, fit);
    assert.match(overhead, /Fitted to measurements/i);
    assert.match(await box.getByRole("link", { name: "How far can you trust this?" }).first().getAttribute("href"), /trust\.html$/);
    await page.keyboard.press("Escape");
  }
}));

/** Facts of a widget, and what is said of their numbers once they are open. */
const OPENED = {
  load: { "A million tokens": /= devices × rental price ÷ 3,600 ÷ tokens a second × 1,000,000/, "On time": /share of the requests within both limits/i, "First token": /wait and overhead included: half of them took less/ },
  plan: { "Price an hour": /= devices × rental price\n= 4 × 2\.59 USD\/h[^]*, 2026-\d\d-\d\d/, "A million tokens": /= price an hour ÷ 3,600 ÷ \(requests × answer, tokens\) × 1,000,000/, "Between tokens": /= step without a prompt ÷ \(1 − /, "First token": /= reading the prompt \+ time ÷ 2 \+ waiting for other prompts/ },
  routing: { "Time of a token": /= look-up in the table \+ \(cached \+ learned\) ÷ 100 × look-up in the cache \+ learned ÷ 100 × gating network \+ experts/, Tokens: /= 1,000,000 ÷ time of a token/, "Amdahl’s bound": /= \(gating network \+ experts\) ÷ \(look-up in the table \+ experts\)/, Gates: /gates, and all else: the gating network/, "Routed experts": /share of the time/i },
  sensitivity: { "Ridge point": /= rate of arithmetic ÷ bandwidth/ },
  train: { MFU: /= rate per device ÷ peak FLOP\/s in BF16/, Tokens: /= global batch × sequence, tokens ÷ step/, "Cost of the run": /= devices × rental price × time to train ÷ 3,600/ },
};

for (const [name, facts] of Object.entries(OPENED)) {
  test(`tools: the numbers of ${name} open, each under what was clicked`, onSite(`${name}.html`, async (page) => {
    const widget = page.locator(`ridge-${name}`);
    const box = widget.getByRole("dialog", { name: "Where this number comes from" });
    for (const [fact, said] of Object.entries(facts)) {
      const number = widget.locator(".facts div").filter({ has: page.locator(`dt:text-is("${fact}")`) }).first().locator(".opens").first();
      const shown = await number.innerText();
      await number.click();
      assert.match((await box.innerText()).replace(/[\u00a0\u2009]/g, " "), said);
      assert.ok((await box.getByRole("heading").innerText()).endsWith(`: ${shown}`), `${fact}: ${shown}`);
      await page.keyboard.press("Escape");
    }
    // What it answers with too, but for the names of devices and of properties.
    if (!/^(plan|sensitivity)$/.test(name)) assert.equal(await widget.locator(".headline .value .opens").count(), 1);
  }));
}

test("tools: what a model takes opens as a product of its configuration, with the unit that its column has in its head", onSite("quantization.html", async (page) => {
  const widget = page.locator("ridge-quantization");
  const box = widget.getByRole("dialog", { name: "Where this number comes from" });
  const opens = widget.locator("table").first().locator("tbody tr").first().locator(".opens");
  for (const [text, heading, formula] of [
    ["16.06", "Weights: 16.06 GB", /= parameters × 2\n= 8\.03e9 × 2/],
    ["268.4", "KV cache: 268.4 MB", /= 2 × 32 × 8 × 128 × 2,048 × 1 × 2/],
  ]) {
    await opens.getByText(text, { exact: true }).click();
    assert.equal((await box.getByRole("heading").innerText()).replace(/[\u00a0\u2009]/g, " "), heading);
    const said = (await box.innerText()).replace(/[\u00a0\u2009]/g, " ");
    assert.match(said, formula);
    assert.match(said, /Llama 3 \/ 3\.1 8B: Public model configuration file \(meta-llama\/Llama-3\.1-8B\), read there, 2026-11-\d\d; exact, (counted from|as) the configuration/);
    await page.keyboard.press("Escape");
  }
}));

/**
 * Rows of a widget's tables, by their caption, the column that is clicked, what is then said, and of which other run. Null is the
 * first row, of a moment that is then said.
 */
const CELLS = {
  explainer: [
    ["Factors", "Memory bandwidth", 1, /its share of the speedup; the factors multiply to the whole/i, "Memory bandwidth"],
  ],
  roofline: [
    ["The step", "MFU", 1, /= work FLOP ÷ \(latency × peak\)/],
    ["The step", "HFU", 1, /= work FLOP ÷ \(latency × peak\)/],
  ],
  load: [
    ["Where the time of a request goes", "writing the answer", 1, /from the first token to the last, on the devices/i],
    ["Latency against load, 90th percentile", "10", 1, /90th percentile of time to first token: [^]*nine of ten took less/i],
    ["Latency against load, 90th percentile", "16.1", 2, /90th percentile of time between tokens: [^]*nine of ten took less/i, "16.1 requests a second"],
    ["The batch and the queue", null, 1, /in the batch: [^]*sequences in prefill or decoding/i],
    ["The batch and the queue", null, 2, /waiting: [^]*requests waiting/i],
  ],
  train: [
    ["What each device holds", "activations", 1, /activations kept for the backward pass/i],
    ["What each device holds", "in total", 1, /= weights \+ gradients \+ optimizer state \+ /i],
    ["Where the time of a step goes", "in total", 1, /= forward \+ backward \+ /],
    ["The same devices in other layouts", "4 × 8 × 16", 1, /= forward \+ backward \+ /, "4 × 8 × 16"],
    ["The same devices in other layouts", "4 × 8 × 16", 2, /= rate per device ÷ peak FLOP\/s in BF16/, "4 × 8 × 16"],
    ["The same devices in other layouts", "4 × 8 × 16", 3, /= weights \+ gradients \+ /i, "4 × 8 × 16"],
  ],
};

for (const [name, cells] of Object.entries(CELLS)) {
  test(`tools: the cells of the tables of ${name} open, each under what was clicked`, onSite(`${name}.html`, async (page) => {
    const widget = page.locator(`ridge-${name}`);
    const box = widget.getByRole("dialog", { name: "Where this number comes from" });
    await widget.evaluate((element) => element.shadowRoot.querySelectorAll("details").forEach((part) => (part.open = true)));
    // Other loads come one after another, and each moves the rows below it.
    if (name === "load") await page.waitForFunction(() => { const { run, curve } = document.querySelector("ridge-load").result; return curve.length === run.loads.length; });
    for (const [caption, row, column, said, other] of cells) {
      const table = widget.locator("table").filter({ has: page.locator("caption", { hasText: caption }) });
      const rows = table.locator("tbody tr");
      const line = row === null ? rows.first() : rows.filter({ has: page.locator("th", { hasText: new RegExp(`^${row.replaceAll(" ", "\\s")}$`) }) });
      const cell = line.locator("td").nth(column - 1).locator(".opens");
      const shown = await cell.innerText();
      await cell.click();
      assert.match((await box.innerText()).replace(/[\u00a0\u2009]/g, " "), said);
      const which = row === null ? await line.locator("th").innerText() : other;
      const times = name === "explainer" ? "×" : "";
      const end = `: ${shown}${times}${which ? ` (${which})` : ""}`;
      assert.ok((await box.getByRole("heading").innerText()).replace(/[\u00a0\u2009]/g, " ").endsWith(end.replace(/[\u00a0\u2009]/g, " ")), `${caption}, ${row}: ${shown}`);
      await page.keyboard.press("Escape");
    }
  }));
}

test("tools: the picker is searched by keys, and the list keeps the value and the focus", onSite("roofline.html", async (page) => {
  const widget = page.locator("ridge-roofline");
  // By its role: the picker has the same name, and stays in the page until it is told that it has closed.
  const list = widget.getByRole("combobox", { name: "Device", exact: true });
  await Promise.all([page.waitForResponse(/-tools\.js$/), list.focus()]);
  // The first number that opens says that they are here.
  await widget.locator(".headline .opens").click();
  await widget.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await widget.getByRole("dialog").waitFor({ state: "hidden" });
  await list.focus();
  await page.keyboard.press("Enter");
  const search = widget.getByRole("combobox", { name: "Search" });
  await search.waitFor();
  const options = widget.locator('dialog [role="option"]');
  assert.match(await options.first().innerText(), /H100[^]*80.GB · 3\.35.TB\/s/);
  // It stays where it was opened, however little is found.
  const opened = await widget.getByRole("dialog").boundingBox();
  await search.fill("4090 geforce");
  assert.equal(await options.count(), 1);
  assert.deepEqual(await widget.getByRole("dialog").boundingBox(), opened);
  await page.keyboard.press("Enter");
  // At once, not when the close is told: the Enter that chose must not open it again.
  assert.equal(await widget.locator("dialog[open]").count(), 0);
  assert.equal((await request(page)).hardware, "RTX4090");
  assert.equal(await list.inputValue(), "RTX4090");
  assert.ok(await list.evaluate((element) => element.getRootNode().activeElement === element));
  // A press opens it too, and one on an entry chooses.
  await list.click();
  await options.filter({ has: page.getByText("NVIDIA L4", { exact: true }) }).first().click();
  assert.equal((await request(page)).hardware, "L4");
}));

const missing = (route) => route.fulfill({ status: 404, body: "" });

/** A phone on which the script of tools comes, or does not, once `arrive` is called. It notes which events were held back, and when the browser's own list opens. */
const late = (answer, act) => visiting("index.html", async (page, _, { faults }) => {
  let arrive;
  const arrived = new Promise((done) => (arrive = done));
  await page.route("**/ridgepoint-tools.js", (route) => arrived.then(() => answer(route)));
  await settled(page);
  await page.evaluate(() => {
    window.own = 0;
    const { showPicker } = HTMLSelectElement.prototype;
    HTMLSelectElement.prototype.showPicker = function () {
      showPicker.call(this);
      window.own += 1;
    };
    // Keys do not leave the widget.
    for (const type of ["mousedown", "keydown"]) addEventListener(type, (event) => setTimeout(() => (window.held = event.defaultPrevented)), true);
  });
  const widget = page.locator("ridge-roofline");
  await act(page, widget.getByLabel("Model", { exact: true }), arrive);
  // A list that has the focus asks again.
  faults.splice(1);
}, { folder: dist, pages: { "/index.html": hostPage(`<ridge-roofline loading="eager"></ridge-roofline>${SCRIPT}`) }, context: phone(390), faults: answer === missing ? LACKING : [] });

const FIRST = { tap: (_, list) => list.tap(), key: (page, list) => list.focus().then(() => page.keyboard.press("Enter")) };

for (const [way, press] of Object.entries(FIRST)) {
  test(`tools: the first ${way} on a list opens the picker, however late its script comes`, late((route) => route.continue(), async (page, list, arrive) => {
    await press(page, list);
    await page.waitForFunction(() => window.held);
    assert.equal(await page.getByRole("dialog").count(), 0);
    arrive();
    await page.getByRole("combobox", { name: "Search" }).waitFor();
    await page.locator('dialog [role="option"]').filter({ has: page.getByText("Llama 3 / 3.1 70B", { exact: true }) }).first().tap();
    assert.equal((await request(page)).model, "Llama3_70B");
    assert.equal(await page.evaluate(() => window.own), 0);
  }));

  test(`tools: the first ${way} on a list opens the browser's own where the picker's script does not come`, late(missing, async (page, list, arrive) => {
    await press(page, list);
    arrive();
    await page.waitForFunction(() => window.own === 1);
    await list.selectOption("Llama3_70B");
    assert.equal((await request(page)).model, "Llama3_70B");
    assert.equal(await page.getByRole("dialog").count(), 0);
  }));
}

test("tools: a saved file brings its state, and one that holds none is told", onSite("roofline.html", async (page) => {
  const widget = page.locator("ridge-roofline");
  await widget.getByRole("button", { name: "Copy or open" }).click();
  const input = widget.getByLabel("Open a JSON file");
  const file = (text) => ({ name: "saved.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await input.setInputFiles(file("nonsense"));
  await widget.getByText("The file is not JSON").waitFor();
  assert.equal((await request(page)).batch, 1);
  await input.setInputFiles(file(JSON.stringify({ request: { model: "Llama3_70B", hardware: "B200", batch: 4 } })));
  await page.waitForFunction(() => document.querySelector("ridge-roofline").request.hardware === "B200");
  await widget.getByRole("button", { name: "Command" }).click();
  await widget.getByText("ridgepoint roofline --model Llama3_70B --hardware B200 --batch 4", { exact: true }).waitFor();
  await widget.getByRole("button", { name: "Undo" }).click();
  assert.equal((await request(page)).hardware, "H100");
}));

const copiedCommand = async (widget) => {
  await widget.getByRole("button", { name: "Copy or open" }).click();
  await widget.getByRole("button", { name: "Command" }).click();
  return widget.locator(".copied").innerText();
};

test("tools: the commands that routing copies give its numbers", onSite("routing.html", async (page) => {
  const copied = await copiedCommand(page.locator("ridge-routing"));
  const said = execFileSync("bash", ["-c", `ridgepoint() { '${command}' "$@" --json; }\n${copied}`], { encoding: "utf8" });
  const { model, breakeven, projection } = await result(page, "ridge-routing");
  assert.deepEqual(JSON.parse(`[${said.trim().replaceAll("\n}\n{", "\n},\n{")}]`), [model, breakeven, projection]);
}));

test("tools: the command that the language model copies is of what it is set to", onSite("model.html#model=1;bits=3", async (page) => {
  assert.match(await copiedCommand(page.locator("ridge-model")), /^ridgepoint quantize .*--bits 3\b/);
}));

test("tools: the command that the machine copies measures this computer outside the browser", onSite("machine.html", async (page) => {
  const copied = await copiedCommand(page.locator("ridge-machine"));
  assert.equal(copied, "ridgepoint bench");
  assert.match(execFileSync("bash", ["-c", `ridgepoint() { '${command}' "$@"; }\n${copied} --help`], { encoding: "utf8" }), /what memory and arithmetic rates this computer reaches/);
}));

const PARTS = ["roofline view=roofline", "roofline view=legs", "quantization view=curve controls=batch context=3000 compute-batch=64", "sensitivity view=tornado", "explainer view=waterfall", "roofline view=table", "train view=table"];

test("tools: one part alone has its figure, at most 480 px, and the controls that are asked for", visiting("index.html", async (page) => {
  await page.waitForFunction((count) => {
    const widgets = [...document.querySelectorAll("[view]")];
    return widgets.length === count && widgets.every((widget) => widget.shadowRoot?.querySelector("figure, .scroll table"));
  }, PARTS.length);
  for (const width of [360, 820]) {
    await page.setViewportSize({ width, height: 800 });
    await page.waitForFunction(() => [...document.querySelectorAll("[view]")].every((widget) => [...widget.shadowRoot.querySelectorAll("svg.drawing")].every((drawing) => Math.abs(drawing.viewBox.baseVal.width - drawing.getBoundingClientRect().width) <= 1)));
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `sideways scrolling at ${width} px`);
    const found = await page.evaluate(() => [...document.querySelectorAll("[view]:not([view=table], [controls])")].map((widget) => ({ height: widget.getBoundingClientRect().height, figures: widget.shadowRoot.querySelectorAll("figure").length, controls: widget.shadowRoot.querySelectorAll("[data-field]").length })));
    for (const { height, figures, controls } of found) assert.ok(height <= 480 && figures === 1 && controls === 0, `${width} px: ${height}, ${figures}, ${controls}`);
  }
  assert.deepEqual(await page.locator("[controls]").evaluate((widget) => [...widget.shadowRoot.querySelectorAll("[data-field]")].map(({ dataset }) => dataset.field)), ["batch"]);
}, { folder: dist, pages: { "/index.html": hostPage(PARTS.map((part) => `<ridge-${part} loading="eager"></ridge-${part.split(" ")[0]}>`).join("") + SCRIPT) } }));

test("tools: where their script does not come, that is said, and the widget goes on", visiting("index.html", async (page) => {
  await page.route("**/ridgepoint-tools.js", (route) => route.fulfill({ status: 404, body: "" }));
  await page.waitForFunction(() => document.querySelector("ridge-roofline").result);
  const widget = page.locator("ridge-roofline");
  await widget.locator(".headline .opens").click();
  await widget.getByText("ridgepoint-tools.js, which belongs beside the widget’s script, did not load").waitFor();
  await widget.getByLabel("Device", { exact: true }).selectOption("A100");
  assert.equal((await request(page)).hardware, "A100");
}, { folder: dist, pages: { "/index.html": hostPage(`<ridge-roofline loading="eager"></ridge-roofline>${SCRIPT}`) }, faults: LACKING }));
