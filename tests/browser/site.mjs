// The pages around the widgets: zoo, own device or model, links.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { secure } from "../../scripts/lib/serve.mjs";
import { command, open, settled, site, test, textOf, visiting, WIDGET_NAMES, WIDGETS } from "./harness.mjs";
import { serve } from "./server.mjs";

test("site: every link between pages leads somewhere, every page has a title and a description, and what a page refers to is on it", visiting("index.html", async (page, server) => {
  const seen = new Set();
  const left = [page.url()];
  const titles = new Set();
  while (left.length > 0) {
    const address = left.pop();
    if (seen.has(address)) continue;
    seen.add(address);
    const answer = await page.goto(address);
    assert.equal(answer.status(), 200, address);
    const { title, description, links, heading, downloads, lost, nameless } = await page.evaluate(() => ({
      title: document.title,
      description: document.querySelector("meta[name=description]")?.content ?? "",
      heading: document.querySelectorAll("h1").length,
      links: [...document.querySelectorAll("a[href]:not([download], svg *)")].map((link) => link.href.split("#")[0].replace(/(?<=embed-builder\.html)\?.*/, "")),
      downloads: [...document.querySelectorAll("a[download]")].map((link) => link.href),
      lost: ["aria-labelledby", "aria-describedby", "aria-controls", "for"].flatMap((name) => [...document.querySelectorAll(`[${name}]`)].flatMap((one) => one.getAttribute(name).split(" ").filter((id) => !document.getElementById(id)))),
      nameless: [...document.querySelectorAll("figcaption")].filter(({ textContent }) => !textContent.trim()).length,
    }));
    assert.deepEqual({ lost, nameless }, { lost: [], nameless: 0 }, address);
    assert.ok(title.length > 3 && description.length > 40 && heading === 1, address);
    titles.add(title);
    for (const file of downloads) assert.equal((await fetch(file)).status, 200, file);
    for (const link of new Set(links.filter((one) => one.startsWith(server.address)))) {
      if (link.endsWith(".txt")) assert.equal((await fetch(link)).status, 200, link);
      else left.push(link);
    }
  }
  const built = (await readdir(site, { recursive: true })).filter((name) => name.endsWith(".html"));
  assert.equal(seen.size, built.length);
  assert.equal(titles.size, built.length);
}));

test("site: every page has a large picture for links to it, a small file", async () => {
  const pages = (await readdir(site, { recursive: true })).filter((name) => name.endsWith(".html"));
  for (const name of pages) {
    const html = await readFile(`${site}/${name}`, "utf8");
    const [, picture] = /<meta property="og:image" content="(.*?)"/.exec(html) ?? [];
    assert.ok(picture, name);
    assert.match(html, /<meta name="twitter:card" content="summary_large_image"/, name);
    const file = await readFile(new URL(picture, `file://${site}/${name}`));
    assert.equal(file.toString("latin1", 1, 4), "PNG", name);
    assert.deepEqual([file.readUInt32BE(16), file.readUInt32BE(20)], [1200, 630], name);
    assert.ok(file.length < 40_000, `${name}: ${file.length} bytes`);
  }
});

test("site: no page asks beforehand for a script that it has already", async () => {
  const pages = (await readdir(site, { recursive: true })).filter((name) => name.endsWith(".html"));
  for (const name of pages) {
    const html = await readFile(`${site}/${name}`, "utf8");
    const found = (pattern) => [...html.matchAll(pattern)].map(([, address]) => address);
    const scripts = found(/<script [^>]*\bsrc="(.*?)"/g);
    assert.ok(scripts.length > 0, name);
    assert.deepEqual(found(/<link rel="modulepreload" href="(.*?)"/g).filter((address) => scripts.includes(address)), [], name);
  }
});

test("site: every page works below any path, under the policy of scripts/serve and not isolated, asks for nothing outside it, and leaves no cookie or service worker", async (browser) => {
  const { cp, mkdtemp, rm } = await import("node:fs/promises");
  const { tmpdir } = await import("node:os");
  const { join } = await import("node:path");
  const folder = await mkdtemp(join(tmpdir(), "ridgepoint-"));
  await cp(site, join(folder, "some", "where"), { recursive: true });
  const server = await serve(folder, { headers: secure });
  const opened = await open(browser, `${server.address}/some/where/own.html`);
  try {
    for (const name of (await readdir(site, { recursive: true })).filter((one) => one.endsWith(".html"))) {
      await opened.page.goto(`${server.address}/some/where/${name}`);
      await opened.page.evaluate((widgets) => document.querySelectorAll(widgets).forEach((widget) => widget.setAttribute("loading", "eager")), WIDGETS);
      await opened.page.waitForFunction((widgets) => [...document.querySelectorAll(widgets)].every(({ result }) => result), WIDGETS);
      assert.deepEqual(await opened.page.evaluate(async () => [document.cookie, (await navigator.serviceWorker.getRegistrations()).length, crossOriginIsolated]), ["", 0, false], name);
    }
    assert.deepEqual(await opened.context.cookies(), []);
    assert.deepEqual(opened.faults, []);
    assert.deepEqual(server.requests.filter((path) => !path.startsWith("/some/where/")), []);
  } finally {
    await opened.close();
    await server.close();
    await rm(folder, { recursive: true });
  }
});

test("site: the home page says what README says of the model's distance from measurements", visiting("index.html", async (page) => {
  const readme = (await readFile(new URL("../../README.md", import.meta.url), "utf8")).replace(/\s+/g, " ");
  const decode = /[\d.]+ to [\d.]+ times the predicted time, [\d.]+ times in the median/.exec(readme);
  const prefill = /[\d.]+ to [\d.]+ times, [\d.]+ in the median/.exec(readme);
  const text = (await page.locator("main").innerText()).replace(/\s+/g, " ");
  for (const [words] of [decode, prefill]) assert.ok(text.includes(words), words);
}));

test("site: without scripts, on screen and on paper, each widget's page has its question, its first answer in words and tables, and ways on", async (browser) => {
  const server = await serve(site);
  const opened = await open(browser, server.address, { context: { javaScriptEnabled: false } });
  try {
    for (const name of WIDGET_NAMES) {
      await opened.page.goto(`${server.address}/${name}.html`);
      for (const media of ["screen", "print"]) {
        await opened.page.emulateMedia({ media });
        assert.match(await opened.page.locator("h1").innerText(), /\?$/, name);
        assert.match(await opened.page.locator(`ridge-${name} > p`).last().innerText(), /\w.*\.$/, name);
        const cells = await opened.page.locator(`ridge-${name} tbody td`).evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.textContent));
        assert.ok(cells.some((text) => /\d/.test(text)), `${name}: ${cells}`);
        assert.doesNotMatch(cells.join(), /NaN|undefined|\[object/, name);
        assert.ok((await opened.page.locator("main a[href]:visible").count()) > 3, name);
      }
    }
    await opened.page.goto(`${server.address}/roofline.html`);
    const { latency_s } = JSON.parse(execFileSync(command, ["roofline", "--model", "Llama3_8B", "--hardware", "H100", "--json"], { encoding: "utf8" }));
    const row = await opened.page.locator("ridge-roofline tr", { hasText: "Latency" }).first().innerText();
    assert.ok(row.replace(/\u00a0/g, " ").includes(`${(latency_s * 1e3).toPrecision(3)} ms`), row);
  } finally {
    await opened.close();
    await server.close();
  }
});

test("site: without scripts no space is kept for what will not come", async (browser) => {
  const server = await serve(site);
  const opened = await open(browser, `${server.address}/roofline.html`, { context: { javaScriptEnabled: false } });
  try {
    const [height, inside] = await opened.page.locator("ridge-roofline").evaluate((widget) => [widget.getBoundingClientRect().bottom, widget.lastElementChild.getBoundingClientRect().bottom]);
    assert.ok(height - inside < 40, `${height - inside} px`);
    await opened.page.goto(`${server.address}/own.html`);
    assert.ok((await opened.page.locator("own-entry").first().boundingBox()).height < 100);
  } finally {
    await opened.close();
    await server.close();
  }
});

test("site: the zoo lists every device and model the engine knows, each figure with its source", visiting("zoo.html", async (page) => {
  const found = await page.evaluate(async () => {
    const { loadRidgepoint } = await import("./ridgepoint.js");
    const engine = await loadRidgepoint();
    const ids = [...engine.hardware(), ...engine.models()].map(({ id }) => id);
    return {
      ids: ids.length,
      missing: ids.filter((id) => !document.getElementById(id)),
      without: ids.filter((id) => !document.getElementById(id)?.querySelector("a[href^=http]")),
    };
  });
  assert.ok(found.ids >= 80);
  assert.deepEqual(found.missing, []);
  assert.deepEqual(found.without, []);
}));

test("site: what the zoo gives no source for is what it says", visiting("zoo.html", async (page) => {
  const without = await page.evaluate(() => [...new Set([...document.querySelectorAll(".entry tbody tr")].filter((row) => row.lastElementChild.textContent === "").map((row) => row.firstElementChild.textContent))]);
  assert.deepEqual(without.sort(), ["Family", "Kind", "Release year", "Unit", "Unsupported precisions", "Vendor"]);
  assert.match(await page.locator(".lead").innerText(), /Descriptive fields have no source: vendor, kind, release year, unit, and formats/);
}));

test("site: in the zoo an estimate looks other than a data sheet's figure, and each says where it comes from", visiting("zoo.html#H100", async (page) => {
  const rows = (entry) => page.locator(`${entry} tbody tr`).evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent.replace(/\s+/g, " ").trim())));
  const estimated = (await rows(".entry")).filter(([, value, origin]) => value.startsWith("≈") || origin.startsWith("Estimated:"));
  assert.ok(estimated.length > 100);
  for (const [name, value, origin] of estimated) assert.match(`${name} | ${value} | ${origin}`, /\| ≈ .* \| Estimated: \S/);
  const own = new Map((await rows("#H100")).map(([name, ...rest]) => [name, rest]));
  assert.match(own.get("Dispatch overhead").join(" | "), /^≈ .* \| Estimated: /);
  assert.match(own.get("Memory bandwidth").join(" | "), /^3\.35 TB\/s \| NVIDIA H100 Tensor Core GPU datasheet \((?:read|quoted) [^)]+\)/);
}));

test("site: at 360 px the zoo shows a figure beside each name, and save buttons stay together", visiting("zoo.html", async (page, server) => {
  for (const table of await page.locator(".overview").all()) {
    const cell = await table.locator("tbody td").first().boundingBox();
    assert.ok(cell.x + cell.width <= 360, `ends at ${cell.x + cell.width}`);
  }
  await page.goto(`${server.address}/roofline.html`);
  await settled(page);
  const tops = await page.locator("ridge-roofline .saves button").evaluateAll((buttons) => new Set(buttons.map((button) => button.getBoundingClientRect().top)).size);
  assert.equal(tops, 1);
}, { context: { viewport: { width: 360, height: 800 } } }));

test("site: the zoo's filter narrows the lists, and an address opens its entry", visiting("zoo.html#H100", async (page) => {
  assert.equal(await page.locator("details#H100").evaluate((entry) => entry.open), true);
  await page.getByLabel("Find").fill("mi300");
  assert.equal(await page.locator("#count").innerText(), "1 entry");
  const captions = () => page.locator(".overview caption").allTextContents();
  const [devices, models] = await captions();
  assert.match(devices, /^1 of \d+ devices$/);
  assert.match(models, /^0 of \d+ models$/);
  // A table of nothing has no head.
  assert.deepEqual([await page.locator("#devices").isVisible(), await page.locator("#models").isVisible()], [true, false]);
  assert.equal(await page.locator("details#H100").isVisible(), false);
  assert.equal(await page.locator("details#MI300X").isVisible(), true);
  await page.getByLabel("Find").fill("");
  assert.deepEqual(await captions(), [devices.replace("1 of ", ""), models.replace("0 of ", "")]);
  assert.equal(await page.locator("details#H100").isVisible(), true);
  await page.getByLabel("Find").fill("llama");
  assert.deepEqual([await page.locator("#devices").isVisible(), await page.locator("#models").isVisible()], [false, true]);
  await page.getByLabel("Find").fill("no such thing");
  assert.match(await page.locator("#count").innerText(), /^No device or model has these words/);
  assert.deepEqual([await page.locator("#devices").isVisible(), await page.locator("#models").isVisible()], [false, false]);
}));

test("site: the zoo and the page of one's own call the kinds of devices as the pickers do", visiting("zoo.html#H100", async (page, server) => {
  assert.match(await page.locator("details#H100 tr", { hasText: "Kind" }).innerText(), /^Kind\s+Data centre/);
  assert.equal(await page.locator("details#H100").getByText("cloud", { exact: true }).count(), 0);
  await page.goto(`${server.address}/own.html`);
  const kinds = page.locator('own-entry[kind="hardware"]').getByLabel("Kind");
  await kinds.waitFor({ state: "attached" });
  assert.ok((await kinds.locator("option").allInnerTexts()).includes("Data centre"));
}));

test("site: a device of one's own is used at once and kept", visiting("own.html", async (page, server) => {
  await settled(page);
  const before = await page.locator("ridge-roofline").evaluate((widget) => widget.result.memory_s);
  const device = page.locator('own-entry[kind="hardware"]');
  const box = device.getByLabel(/^Memory bandwidth/);
  await box.fill(String(Number(await box.inputValue()) * 2));
  const after = await page.locator("ridge-roofline").evaluate((widget) => widget.result.memory_s);
  assert.ok(Math.abs(before / after - 2) < 1e-6, `${before} / ${after}`);
  await page.goto(`${server.address}/own.html`);
  await settled(page);
  assert.equal(await page.locator("ridge-roofline").evaluate((widget) => widget.result.memory_s), after);
  await device.getByRole("button", { name: "Forget it" }).click();
  assert.equal(await page.locator("ridge-roofline").evaluate((widget) => widget.result.memory_s), before);
}));

test("site: what the engine refuses of one's own is told at its control, and not used", visiting("own.html", async (page) => {
  await settled(page);
  const device = page.locator('own-entry[kind="hardware"]');
  const before = await textOf(page, "ridge-roofline");
  await device.getByLabel(/^Memory bandwidth/).fill("-1");
  await device.locator('[data-field="memory_bandwidth_bytes_per_s"] .refused').waitFor();
  assert.equal(await textOf(page, "ridge-roofline"), before);
  const told = (path) => device.locator(`[data-field="${path}"] .refused`);
  await device.getByLabel(/^Memory bandwidth/).fill("abc");
  await device.getByLabel(/^TDP/).fill("-3");
  assert.match(await told("memory_bandwidth_bytes_per_s").innerText(), /^Memory bandwidth must be a bandwidth above 0 and up to .*\sTB\/s, such as 3\.35 TB\/s\. “abc” is not a bandwidth\.$/);
  assert.match(await told("tdp_w").innerText(), /^TDP must be a power .* “-3” is too small\.$/);
  await device.getByLabel(/^TDP/).fill("700");
  await told("tdp_w").waitFor({ state: "detached" });
  await device.getByLabel(/^Memory bandwidth/).fill("100");
  await device.getByText("The engine accepts it.").waitFor();
  const model = page.locator('own-entry[kind="model"]');
  await model.getByLabel("Parameters", { exact: true }).fill("70b");
  await model.getByText("The engine accepts it.").waitFor();
  assert.equal(await page.locator("ridge-roofline").evaluate((widget) => widget.request.model.parameters), 70e9);
  await model.locator("summary", { hasText: "As JSON" }).click();
  const json = model.getByLabel("Model as JSON");
  await json.fill("{ no json");
  await model.getByText(/not JSON/).waitFor();
  await json.fill('{"family": "cnn", "parameters": 1e6, "layers": 10, "forward_flops": 1e9, "colour": "blue"}');
  await model.getByText(/colour/).first().waitFor();
  await json.fill('{"name": "Mine", "family": "cnn", "parameters": 1e6, "layers": 10, "forward_flops": 1e9}');
  await model.getByText("The engine accepts it.").waitFor();
  assert.match(await textOf(page, "ridge-roofline"), /Mine/);
}));

test("site: where storage is blocked, the page says that nothing is kept", visiting(
  "own.html",
  async (page) => {
    await settled(page);
    const device = page.locator('own-entry[kind="hardware"]');
    await device.getByLabel("Name").fill("Mine");
    await device.getByText(/store nothing/).waitFor();
    assert.match(await textOf(page, "ridge-roofline"), /Mine/);
  },
  {
    script: () =>
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new DOMException("denied", "SecurityError");
        },
      }),
  },
));
