// What a link, a frame's address or storage may hold: whatever it is, no script of it runs and no shared prototype changes.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { open, settled, site, test, visiting, WIDGET_NAMES } from "./harness.mjs";
import { serve } from "./server.mjs";

const pages = (await readdir(site, { recursive: true })).filter((name) => name.endsWith(".html"));

test("security: every page has a policy before its first script, and holds no script or style inline", async () => {
  for (const name of pages) {
    const html = await readFile(join(site, name), "utf8");
    const [, policy = ""] = /<meta http-equiv="content-security-policy" content="([^"]*)"/.exec(html) ?? [];
    assert.match(policy, /default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';/, name);
    assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|https?:|\*/, name);
    assert.ok(html.indexOf("content-security-policy") < html.search(/<script|<link rel="(stylesheet|modulepreload)"/), name);
    for (const [tag, attributes, inside] of html.matchAll(/<script\b([^>]*)>([^]*?)<\/script>/g)) assert.ok(/ src=/.test(attributes) ? inside === "" : /type="application\/json"/.test(attributes), `${name}: ${tag.slice(0, 80)}`);
    assert.doesNotMatch(html.replace(/<pre[^]*?<\/pre>/g, ""), /<style|\s(style|on\w+)="/, name);
  }
});

test("security: the policy stops a script that gets into a page all the same", visiting("index.html", async (page, _, { faults }) => {
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.ran = true";
    document.body.append(script);
    const picture = document.createElement("img");
    picture.setAttribute("onerror", "window.ran = true");
    picture.src = "./nothing.png";
    document.body.append(picture);
    return new Promise((done) => picture.addEventListener("error", done));
  });
  assert.equal(await page.evaluate(() => window.ran), undefined);
  faults.length = 0;
}));

const MARKUP = `<img src=x onerror="window.ran=1">`;
const HOSTILE = { "constructor.prototype.polluted": MARKUP, "__proto__.polluted": MARKUP, "__proto__": { polluted: MARKUP }, "constructor": { prototype: { polluted: MARKUP } } };
const state = (prefix) => `1;${Object.entries(HOSTILE).map(([name, value]) => `${encodeURIComponent(prefix + name)}=${encodeURIComponent(JSON.stringify(value))}`).join(";")}`;
const own = encodeURIComponent(JSON.stringify({ name: MARKUP, family: "cnn", parameters: 1e6, layers: 10, forward_flops: 1e9 }));

const safe = (page) => page.evaluate(() => [window.ran, {}.polluted, [].polluted, (() => {}).polluted]);
const INNOCENT = [null, null, null, null].map(() => undefined);

for (const name of WIDGET_NAMES) {
  const side = name === "explainer" ? "baseline." : "";
  test(`security: hostile links to ${name} are refused by name, and the widget shows its result`, async (browser) => {
    const server = await serve(site);
    const opened = await open(browser, "about:blank");
    try {
      const addresses = [
        `${name}.html#${name}=${state("")};${state(`${side}assumptions.`).slice(2)}`,
        ...(name === "routing" ? [] : [`${name}.html#${name}=1;${side}model=${own}`]),
      ];
      for (const address of addresses) {
        await opened.page.goto("about:blank");
        await opened.page.goto(`${server.address}/${address}`);
        await settled(opened.page);
        assert.deepEqual(await safe(opened.page), INNOCENT, address);
      }
      const widget = opened.page.locator(`ridge-${name}`);
      await widget.evaluate((element, hostile) => {
        for (const attribute of element.constructor.observedAttributes) if (attribute.endsWith("assumptions")) element.setAttribute(attribute, JSON.stringify(hostile));
        element.request = { ...hostile, assumptions: hostile };
      }, HOSTILE);
      await widget.locator(".refused").first().waitFor();
      assert.deepEqual(await safe(opened.page), INNOCENT);
      assert.ok(await widget.evaluate((element) => element.result));
    } finally {
      await opened.close();
      await server.close();
    }
  });
}

test("security: a frame's address is refused by name, and nothing of it runs", visiting(
  `embed.html?widget=roofline&assumptions=${encodeURIComponent(JSON.stringify(HOSTILE))}&label=${encodeURIComponent(MARKUP)}&onload=${encodeURIComponent("window.ran=1")}`,
  async (page) => {
    await page.locator("ridge-roofline .refused").waitFor();
    assert.match(await page.locator("ridge-roofline .refused").innerText(), /assumptions has no field/);
    assert.match(await page.locator("main").innerText(), /onload is not a setting/);
    assert.deepEqual(await safe(page), INNOCENT);
  },
));

test("security: what storage holds of one's own device is checked like anything else", visiting("own.html", async (page) => {
  await settled(page);
  assert.deepEqual(await safe(page), INNOCENT);
  assert.deepEqual(Object.keys(await page.evaluate(() => document.querySelector("ridge-roofline").request)).filter((key) => /proto|constructor|batch2/.test(key)), []);
}, { script: `localStorage.setItem("ridgepoint.own.1", ${JSON.stringify(`{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"batch2":5,"hardware":{"name":${JSON.stringify(MARKUP)},"constructor.prototype.polluted":1}}`)})` }));
