// How little moves while a widget loads in other people's pages: what a framework hydrates, renders again or mounts late, slides that
// are scaled, a notebook whose cells run again. A page of plain HTML is in embedding.mjs, a frame in frame.mjs, MkDocs and the other
// generators in tests/hosts.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { dist, hostPage, test, visiting } from "./harness.mjs";
import { resting, watchShift } from "./widgets-shared.mjs";

const frameworks = createRequire(new URL("../frameworks/package.json", import.meta.url));
const { build } = createRequire(new URL("../../web/package.json", import.meta.url))("esbuild");

const [, RULE] = /```css\n([^]*?)```/.exec(await readFile(new URL("../../web/README.md", import.meta.url), "utf8"));
const SCRIPT = '<script type="module" src="/ridgepoint.js"></script>';
const PROSE = "A paragraph of the page, before the widget and after it, as documentation has them. ".repeat(4);

/** A script of a page that imports frameworks, for a browser. */
const bundled = async (contents) => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL("../frameworks", import.meta.url)) },
    bundle: true,
    write: false,
    format: "esm",
    define: { "process.env.NODE_ENV": '"production"', __VUE_OPTIONS_API__: "true", __VUE_PROD_DEVTOOLS__: "false", __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false" },
  });
  return outputFiles[0].text;
};

/** The host's page with its script, in which window.again renders once more. */
const page = (body, script, styles = "") => ({
  "/index.html": hostPage(`${body}${SCRIPT}<script type="module">${script.replaceAll("</script", "<\\/script")}</script>`, `<style>${RULE} ${styles}</style>`),
});

/** Until now, or since the last time it was looked at. */
async function still(host, when) {
  await resting(host);
  const shift = await host.evaluate(() => {
    const { shift } = window;
    window.shift = 0;
    return shift;
  });
  assert.ok(shift < 0.02, `a layout shift of ${shift} ${when}`);
}

/** Waits until a widget is drawn. */
const shown = (host, tag) => host.waitForFunction((name) => document.querySelector(name)?.shadowRoot?.querySelector("svg.drawing")?.childElementCount > 1, tag);

/** A case: nothing moves until the widget stands there, nor in what the body does. */
const steady = (pages, body) => async (browser) =>
  visiting("index.html", async (host) => {
    await shown(host, "ridge-roofline");
    await still(host, "while it loads");
    await body(host);
  }, { folder: dist, pages: await pages(), script: watchShift })(browser);

/** Whether the widget is the same after it. */
const again = (isKept) => async (host) => {
  const widget = await host.locator("ridge-roofline").elementHandle();
  await host.evaluate(() => window.again());
  await resting(host);
  await shown(host, "ridge-roofline");
  await still(host, "when the host renders again");
  assert.equal(await widget.evaluate((element) => element.isConnected), isKept);
};

test("shift: in React, hydrated and rendered again", steady(async () => {
  const { createElement: h } = frameworks("react");
  const { renderToString } = frameworks("react-dom/server");
  const tree = (h, count) => h("main", null, h("p", null, PROSE), h("ridge-roofline", { model: "Llama3_8B", hardware: "H100" }, "The roofline."), h("p", null, `${PROSE} ${count}`));
  return page(`<div id="app">${renderToString(tree(h, 0))}</div>`, await bundled(`
    import { createElement as h, useState } from "react";
    import { hydrateRoot } from "react-dom/client";
    const tree = ${tree};
    const PROSE = ${JSON.stringify(PROSE)};
    function App() {
      const [count, set] = useState(0);
      window.again = () => set(count + 1);
      return tree(h, count);
    }
    hydrateRoot(document.querySelector("#app"), h(App));`));
}, again(true)));

test("shift: in Vue, hydrated and rendered again", steady(async () => {
  const { createSSRApp, h } = frameworks("vue");
  const { renderToString } = frameworks("vue/server-renderer");
  const tree = (h, count) => h("main", [h("p", PROSE), h("ridge-roofline", { model: "Llama3_8B", hardware: "H100" }, "The roofline."), h("p", `${PROSE} ${count}`)]);
  return page(`<div id="app">${await renderToString(createSSRApp({ render: () => tree(h, 0) }))}</div>`, await bundled(`
    import { createSSRApp, h, ref } from "vue";
    const tree = ${tree};
    const PROSE = ${JSON.stringify(PROSE)};
    const count = ref(0);
    window.again = () => count.value++;
    createSSRApp({ render: () => tree(h, count.value) }).mount("#app");`));
}, again(true)));

test("shift: on a slide of reveal.js, as it loads and when the next comes in", steady(async () => {
  const slide = (widget) => `<section><h2>A slide</h2><${widget} view="${widget === "ridge-load" ? "latency" : "roofline"}">A figure.</${widget}><p>Below the figure</p></section>`;
  return page(`<div class="reveal"><div class="slides">${slide("ridge-roofline")}${slide("ridge-load")}</div></div>`, await bundled(`
    import Reveal from "reveal.js";
    const deck = new Reveal({ transition: "none" });
    deck.initialize();
    window.again = () => deck.next();`), await readFile(frameworks.resolve("reveal.js/reveal.css"), "utf8"));
}, async (host) => {
  await host.evaluate(() => window.again());
  await shown(host, "ridge-load");
  await still(host, "when the next slide comes in");
}));

/** As Observable runs a cell: its output takes the place of the last. */
test("shift: in a notebook whose cell runs again", steady(async () => page(`<p>${PROSE}</p><div id="cell"><ridge-roofline>The roofline.</ridge-roofline></div><p>${PROSE}</p>`, `
  window.again = async () => {
    const output = document.createElement("ridge-roofline");
    output.setAttribute("batch", "8");
    await customElements.whenDefined("ridge-roofline");
    document.querySelector("#cell").replaceChildren(output);
  };`), again(false)));
