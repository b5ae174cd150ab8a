// Everything that can keep a widget from working, broken on purpose: each time the page's own words stay, with a message
// and a diagnostic to copy.

import assert from "node:assert/strict";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { secure } from "../../scripts/lib/serve.mjs";
import { dist, FORBIDDING, hostPage, open, settled, site, test, textOf, WIDGET_NAMES, WIDGETS } from "./harness.mjs";
import { serve } from "./server.mjs";

const STILL = "Written here by the page's author.";
const page = (inside = `<p>${STILL}</p>`, tag = "ridge-quantization") =>
  hostPage(`<${tag}>${inside}</${tag}><script type="module" src="./ridgepoint.js"></script>`, '<script src="./ridgepoint-check.js"></script>');
const { version } = JSON.parse(await readFile(join(dist, "package.json"), "utf8"));

/** Opens the page with something broken, and gives it to the body. */
const broken = ({ inside, tag, headers, script, answers = {} }, body) => async (browser) => {
  const server = await serve(dist, { pages: { "/index.html": page(inside, tag) }, headers });
  const opened = await open(browser, "about:blank", { script, context: { permissions: ["clipboard-read", "clipboard-write"] } });
  try {
    for (const [path, answer] of Object.entries(answers)) await opened.page.route(`**/${path}`, (route) => route.fulfill(answer));
    await opened.page.goto(`${server.address}/index.html`);
    await body(opened.page, server);
  } finally {
    await opened.close();
    await server.close();
  }
};

/** The message is there with all that helps, can be copied, and leaves the page's words to be read beneath it. */
async function loud(page, box, reason, still = page.getByText(STILL)) {
  await box.waitFor();
  const told = await box.locator("pre").innerText();
  assert.match(told, reason);
  assert.match(told, /ridge-quantization/);
  assert.ok(told.includes(await page.evaluate(() => navigator.userAgent)));
  await box.getByRole("button", { name: "Copy" }).click();
  await box.getByText("Copied.").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), told);
  const [message, below] = [await box.boundingBox(), await still.boundingBox()];
  assert.ok(below && below.height > 0 && below.y >= message.y + message.height, "the page's words stand below the message");
}

const inside = (page) => page.locator("ridge-quantization .failed");
const beside = (page) => page.locator(".ridgepoint-failed");

test("failure: the engine's file is missing", broken({ answers: { "ridgepoint.wasm": { status: 404, body: "gone" } } }, async (page) => {
  await loud(page, inside(page), /load_failed: .*HTTP status 404/);
  assert.ok((await inside(page).locator("pre").innerText()).startsWith(`Ridgepoint ${version}, `));
}));

test("failure: the host answers a page in place of the engine", broken({ answers: { "ridgepoint.wasm": { status: 200, contentType: "text/html", body: "<!doctype html>" } } }, async (page) => {
  await loud(page, inside(page), /load_failed: .*ridgepoint\.wasm is not the file that belongs to this script/);
}));

const wasm = await readFile(join(dist, "ridgepoint.wasm"));
const flipped = Buffer.from(wasm);
flipped[Math.floor(wasm.length / 2)] ^= 1;

test("failure: one bit of the engine changed on its way", broken({ answers: { "ridgepoint.wasm": { status: 200, contentType: "application/wasm", body: flipped } } }, async (page) => {
  await loud(page, inside(page), /load_failed: .*ridgepoint\.wasm is not the file that belongs to this script/);
}));

test("failure: an engine of another release that the browser kept is asked for once more, past its cache", async (browser) => {
  const pages = { "/index.html": page(), "/ridgepoint.wasm": flipped };
  const server = await serve(dist, { pages, headers: { "cache-control": "max-age=3600" } });
  const asked = () => server.requests.filter((path) => path === "/ridgepoint.wasm").length;
  const opened = await open(browser, `${server.address}/index.html`, { context: { permissions: ["clipboard-read", "clipboard-write"] } });
  try {
    await loud(opened.page, inside(opened.page), /ridgepoint\.wasm is not the file that belongs to this script; reloading the page may help/);
    assert.equal(asked(), 2);
    delete pages["/ridgepoint.wasm"];
    // Not a reload, which would ask for everything anew.
    await opened.page.goto(`${server.address}/index.html?again`);
    await settled(opened.page);
    assert.equal(asked(), 3, "what was kept, and then one request");
  } finally {
    await opened.close();
    await server.close();
  }
});

test("failure: the engine under a wrong type, and without crypto to know it by, works all the same", broken(
  { answers: { "ridgepoint.wasm": { status: 200, contentType: "text/plain", body: wasm } }, script: () => Object.defineProperty(crypto, "subtle", { value: undefined }) },
  settled,
));

test("failure: a page that lets no script make a policy of Trusted Types runs the widget", broken({ headers: { "content-security-policy": "trusted-types 'none'" } }, settled));

for (const name of [...WIDGET_NAMES, "own", "embed-builder"])
  test(`failure: where no script may make a policy of Trusted Types, the site’s page ${name} runs its widgets`, async (browser) => {
    const server = await serve(site, { headers: { ...secure, "content-security-policy": `${secure["content-security-policy"]}; trusted-types 'none'` } });
    const { page, close } = await open(browser, `${server.address}/${name}.html`);
    await settled(page).finally(close).finally(server.close);
  });

/** As no release has it. */
const NO_PLAIN = { "ridgepoint-plain.js": { status: 404, body: "gone" } };

for (const [what, how] of [["a browser without WebAssembly", { script: () => delete globalThis.WebAssembly }], ["a policy that forbids WebAssembly", { headers: FORBIDDING }]]) {
  test(`failure: ${what} gets the same numbers from plain JavaScript`, broken(how, async (window) => {
    await settled(window);
    const live = await textOf(window, "ridge-quantization");
    assert.match(live.replace(/\u00a0/g, " "), /a token takes 5\.19 ms/);
    const free = await serve(dist, { pages: { "/index.html": page() } });
    try {
      const other = await window.context().newPage();
      await other.goto(`${free.address}/index.html`);
      await settled(other);
      assert.equal(live, await textOf(other, "ridge-quantization"));
    } finally {
      await free.close();
    }
  }));

  test(`failure: ${what}, and no plain JavaScript beside the script`, broken({ ...how, answers: NO_PLAIN }, async (page) => {
    await loud(page, inside(page), /load_failed: .*ridgepoint-plain\.js/);
  }));
}

test("failure: every widget says the same where a policy forbids WebAssembly, and the machine that it measures nothing", async (browser) => {
  const body = hostPage(`${WIDGET_NAMES.map((name) => `<ridge-${name} loading="eager"></ridge-${name}>`).join("")}<script type="module" src="./ridgepoint.js"></script>`);
  const said = async (headers, then = () => {}) => {
    const server = await serve(dist, { headers, pages: { "/favicon.ico": "", "/index.html": body } });
    const { page, close } = await open(browser, `${server.address}/index.html`);
    try {
      page.setDefaultTimeout(60_000);
      await settled(page);
      await page.waitForFunction((all) => [...document.querySelectorAll(all)].every(({ shadowRoot }) => !shadowRoot.querySelector('[aria-busy="true"]') && !shadowRoot.querySelector(".headline").textContent.includes("…")), WIDGETS);
      const texts = {};
      for (const name of WIDGET_NAMES) texts[name] = await textOf(page, `ridge-${name}`);
      await then(page);
      return texts;
    } finally {
      await close();
      await server.close();
    }
  };
  const without = await said(FORBIDDING, async (page) => {
    const machine = page.locator("ridge-machine");
    await machine.getByRole("button", { name: "Measure" }).click();
    await machine.locator(".refused, .failed").filter({ hasText: /WebAssembly/ }).first().waitFor();
  });
  assert.deepEqual(without, await said({}));
});

test("failure: whole systems too are worked out where a policy forbids WebAssembly", broken({ tag: "ridge-load", headers: FORBIDDING }, async (page) => {
  await settled(page);
  assert.match((await textOf(page, "ridge-load")).replace(/\u00a0/g, " "), /\d ms/);
}));

test("failure: where the page says nothing itself, the widget's first answer stands, with true numbers", broken(
  { inside: "\n", headers: FORBIDDING, answers: NO_PLAIN },
  async (window) => {
    await loud(window, inside(window), /load_failed/, window.locator("ridge-quantization .sentence").first());
    const fallback = await window.locator("ridge-quantization .sentence").allInnerTexts();
    const free = await serve(dist, { pages: { "/index.html": page("") } });
    try {
      await window.goto(`${free.address}/index.html`);
      await settled(window);
      const live = (await textOf(window, "ridge-quantization")).replace(/\s+/g, " ");
      for (const line of fallback) assert.ok(live.includes(line.replace(/\s+/g, " ")), line);
      assert.match(fallback.join(), /5\.19/);
    } finally {
      await free.close();
    }
  },
));

const A100 = '<ridge-roofline model="Llama3_70B" hardware="A100" batch="8" precision="fp16" label="A step"></ridge-roofline>';
test("failure: a first answer is not given for one to the settings of the page, which are named", async (browser) => {
  const pages = { "/index.html": hostPage(`${A100}<script type="module" src="./ridgepoint.js"></script>`) };
  const server = await serve(dist, { pages: { ...pages, "/ridgepoint-plain.js": null }, headers: FORBIDDING });
  const opened = await open(browser, `${server.address}/index.html`);
  try {
    await opened.page.locator("ridge-roofline .failed").waitFor();
    const said = await textOf(opened.page, "ridge-roofline");
    assert.match(said, /The widget is set to Llama3_70B, A100, batch 8, for which there is no answer here\.\s+An answer for other settings, the standard ones:\s+Llama 3 [^]*8B at batch 1 takes 5\.19 ms/);
    assert.doesNotMatch(said, /At its standard settings/);
  } finally {
    await opened.close();
    await server.close();
  }
});

test("failure: that is so of every widget, its answer or what it does before anything runs", async (browser) => {
  const server = await serve(dist, { headers: FORBIDDING, pages: { "/ridgepoint-plain.js": null, "/favicon.ico": "", "/index.html": `<!doctype html><html lang="en"><head><title>Host</title></head><body>${WIDGET_NAMES.map((name) => `<ridge-${name} loading="eager"></ridge-${name}>`).join("")}<script type="module" src="./ridgepoint.js"></script></body></html>` } });
  const opened = await open(browser, `${server.address}/index.html`);
  try {
    await opened.page.waitForFunction((all) => [...document.querySelectorAll(all)].every((widget) => widget.shadowRoot?.querySelector(".failed")), WIDGETS);
    for (const name of WIDGET_NAMES) {
      const said = (await opened.page.locator(`ridge-${name} .sentence`).allInnerTexts()).join(" ").replace(/\u00a0/g, " ");
      assert.match(said, name === "model" ? /Nothing has run yet\./ : /\d.*\.$/, name);
    }
  } finally {
    await opened.close();
    await server.close();
  }
});

test("failure: a drawing that throws, and a second try", broken({}, async (page) => {
  await settled(page);
  const widget = page.locator("ridge-quantization");
  await widget.evaluate((element) => {
    element.body = () => { throw new Error("broken on purpose"); };
    element.setAttribute("batch", "8");
  });
  await loud(page, inside(page), /internal: broken on purpose/);
  await widget.evaluate((element) => delete element.body);
  await widget.getByRole("button", { name: "Try again" }).click();
  await inside(page).waitFor({ state: "detached" });
  assert.equal(await page.getByText(STILL).isVisible(), false);
  await settled(page);
  assert.match(await textOf(page, "ridge-quantization"), /batch 8\b/);
}));

test("failure: a solver that throws what is no error of the engine's", broken(
  { script: () => customElements.whenDefined("ridge-quantization").then((made) => { made.prototype.solve = () => { throw new TypeError("broken on purpose"); }; }) },
  async (page) => loud(page, inside(page), /internal: broken on purpose/),
));

test("failure: a browser without element internals and observers of the viewport runs the widget", broken(
  { script: () => { delete HTMLElement.prototype.attachInternals; delete globalThis.IntersectionObserver; } },
  settled,
));

test("failure: a browser that lacks what a drawing needs", broken({ script: () => delete globalThis.ResizeObserver }, async (page) => {
  await loud(page, inside(page), /internal: .*ResizeObserver/);
}));

test("failure: a browser in which no style sheet can be made", broken({ script: () => delete CSSStyleSheet.prototype.replaceSync }, async (page) => {
  await loud(page, inside(page), /internal: .*replaceSync/);
}));

test("failure: a browser that cannot follow the page's colours", broken({ script: () => { globalThis.MutationObserver = class { constructor() { throw new TypeError("broken on purpose"); } }; } }, async (page) => {
  await loud(page, inside(page), /internal: broken on purpose/);
}));

for (const [what, answer, reason] of [
  ["is missing", { status: 404, body: "gone" }, /not loaded: .*ridgepoint\.js/],
  ["comes under a wrong type", { status: 200, contentType: "text/plain", body: "export {};" }, /not loaded: .*ridgepoint\.js|script did not run/],
  ["is newer than the browser's JavaScript", { status: 200, contentType: "text/javascript", body: "class A { @#! }" }, /SyntaxError/],
]) {
  test(`failure: the widgets' script ${what}`, broken({ answers: { "ridgepoint.js": answer } }, async (page) => loud(page, beside(page), reason)));
}

test("failure: a policy that forbids the widgets' script", broken(
  { headers: { "content-security-policy": "default-src 'self' data:; script-src-elem 'self' 'sha256-none'; script-src 'self'" }, answers: { "ridgepoint.js": { status: 302, headers: { location: "https://elsewhere.example/ridgepoint.js" }, body: "" } } },
  async (page) => loud(page, beside(page), /not loaded: .*ridgepoint\.js|forbidden by script-src/),
));

test("failure: a browser without custom elements", broken(
  { script: () => Object.defineProperty(window, "customElements", { value: undefined }) },
  async (page) => loud(page, beside(page), /script did not run/),
));

// The roofline, which needs no second script: one that imports ridgepoint.js would be given the failure that browsers remember.
test("failure: a script that comes late takes the message away", broken({ tag: "ridge-roofline", answers: { "ridgepoint.js": { status: 404, body: "gone" } } }, async (page) => {
  await beside(page).waitFor();
  await page.unroute("**/ridgepoint.js");
  await page.evaluate(() => import("./ridgepoint.js?late"));
  await settled(page);
  assert.equal(await beside(page).count(), 0);
}));

test("failure: pages of widgets keep their first answers where no engine may run", async (browser) => {
  const server = await serve(site, { headers: FORBIDDING, pages: { "/ridgepoint-plain.js": null } });
  const opened = await open(browser, "about:blank");
  try {
    for (const name of ["roofline", "quantization", "sensitivity", "explainer"]) {
      await opened.page.goto(`${server.address}/${name}.html`);
      const widget = opened.page.locator("main .widget > *");
      await widget.locator(".failed").waitFor();
      const still = widget.locator("> p").first();
      assert.ok((await still.boundingBox()).height > 0, name);
      assert.match(await still.innerText(), /\d/, name);
    }
  } finally {
    await opened.close();
    await server.close();
  }
});

for (const [path, script] of [["own.html", "own.js"], ["embed-builder.html", "embed-builder.js"], ["es/own.html", "es/own.js"], ["labs/grading.html", "grading.js"], ["labs/course.html", "lab.js"], ["labs/write.html", "writing.js"]])
  test(`failure: the page ${path} says so where its own script is missing, and nothing where it is there`, async (browser) => {
    const pages = { [`/${script}`]: null };
    const server = await serve(site, { pages });
    const opened = await open(browser, `${server.address}/${path}`);
    try {
      const { page } = opened;
      await beside(page).waitFor();
      assert.equal(await beside(page).count(), 1);
      assert.equal(await beside(page).locator("p").innerText(), "This page did not start: its script is missing, is blocked, or needs a newer browser.");
      assert.match(await beside(page).locator("pre").innerText(), new RegExp(`not loaded: .*/${script.replace(".", "\\.")}`));
      delete pages[`/${script}`];
      await page.reload({ waitUntil: "load" });
      await page.waitForFunction(() => [...document.querySelectorAll("*")].every(({ localName }) => !localName.startsWith("ridge-") || customElements.get(localName)));
      assert.equal(await beside(page).count(), 0);
    } finally {
      await opened.close();
      await server.close();
    }
  });

test("failure: the page of a course says so where only what its script brings is missing", async (browser) => {
  const server = await serve(site, { pages: { "/course-element.js": null } });
  const { page, close } = await open(browser, `${server.address}/labs/course.html`);
  try {
    await page.locator("h1 + .refused", { hasText: "This page did not start" }).waitFor();
    assert.equal(await beside(page).count(), 0);
  } finally {
    await close();
    await server.close();
  }
});

const CHECK = '<script src="./ridgepoint-check.js"></script>';
const checked = (body, told, pages = {}) => async (browser) => {
  const server = await serve(dist, { pages: { "/favicon.ico": "", "/index.html": hostPage(body, CHECK), ...pages } });
  const opened = await open(browser, `${server.address}/index.html`);
  try {
    await beside(opened.page).first().waitFor();
    assert.match(await beside(opened.page).locator("p").first().innerText(), told);
  } finally {
    await opened.close();
    await server.close();
  }
};
const MODULE = '<script type="module" src="./ridgepoint.js"></script>';

test("failure: a tag that is none of ours is named as unknown, with those there are", checked(`<ridge-quantisation></ridge-quantisation>${MODULE}`, /^There is no widget <ridge-quantisation>; there are <ridge-roofline>, .*, <ridge-\w+>\.$/));

test("failure: a widget whose own script is missing names it", checked(`<ridge-routing></ridge-routing>${MODULE}`, /<ridge-routing> needs routing\.js/, { "/routing.js": null }));

test("failure: a lab whose script is missing names it", checked(`<ridge-lab><p>${STILL}</p></ridge-lab>${MODULE}`, /<ridge-lab> needs lab\.js/));

for (const [how, head] of [["with", CHECK], ["without", ""]])
  test(`failure: ${how} ridgepoint-check.js, a widget whose own script is missing says so once, above the page's words, until it comes`, async (browser) => {
    const pages = { "/index.html": hostPage(`<ridge-load><p>${STILL}</p></ridge-load>${MODULE}`, head), "/load.js": null };
    const server = await serve(dist, { pages });
    const opened = await open(browser, `${server.address}/index.html`, { context: { permissions: ["clipboard-read", "clipboard-write"] } });
    try {
      const { page } = opened;
      await beside(page).waitFor();
      await page.waitForLoadState("load");
      assert.equal(await beside(page).count(), 1);
      assert.match(await beside(page).innerText(), /<ridge-load> needs load\.js beside ridgepoint\.js\.[^]*ridge-load\n[^]*\/load\.js/);
      await beside(page).getByRole("button", { name: "Copy" }).click();
      await beside(page).getByText("Copied.").waitFor();
      assert.ok(await page.getByText(STILL).isVisible());
      delete pages["/load.js"];
      await page.evaluate(() => import("./load.js?late"));
      await settled(page);
      assert.equal(await beside(page).count(), 0);
    } finally {
      await opened.close();
      await server.close();
    }
  });

test("failure: a widget whose own script takes its time is not said to have failed", async (browser) => {
  const server = await serve(dist, { pages: { "/favicon.ico": "", "/index.html": hostPage(`<ridge-quantization></ridge-quantization>${MODULE}`, CHECK) } });
  const opened = await open(browser, "about:blank", { script: () => new MutationObserver(() => (window.alarmed ||= document.querySelector(".ridgepoint-failed") !== null)).observe(document, { childList: true, subtree: true }) });
  try {
    const { page } = opened;
    let send;
    const held = new Promise((free) => (send = free));
    await page.route("**/quantization.js", async (route) => (await held, route.continue()));
    await page.goto(`${server.address}/index.html`, { waitUntil: "load" });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.equal(await page.evaluate(() => customElements.get("ridge-quantization")), undefined);
    send();
    await settled(page);
    assert.equal(await page.evaluate(() => window.alarmed), false);
  } finally {
    await opened.close();
    await server.close();
  }
});

test("failure: a page opened as a file says that modules do not run there", async (browser) => {
  const folder = await mkdtemp(join(tmpdir(), "ridgepoint-"));
  for (const name of ["ridgepoint.js", "ridgepoint-check.js"]) await copyFile(join(dist, name), join(folder, name));
  await writeFile(join(folder, "index.html"), hostPage(`<ridge-roofline></ridge-roofline>${MODULE}`, CHECK));
  const opened = await open(browser, pathToFileURL(join(folder, "index.html")).href);
  try {
    await beside(opened.page).waitFor();
    assert.match(await beside(opened.page).innerText(), /opened as files\. Serve the folder, or take the offline archive or ridgepoint\.classic\.js/);
  } finally {
    await opened.close();
    await rm(folder, { recursive: true });
  }
});
