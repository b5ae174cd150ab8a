// One quantity on a screen has one value, and no text is too small to read.

import assert from "node:assert/strict";
import { settled, test, textOf, visiting } from "./harness.mjs";

const onSite = (path, body, options) => visiting(path, async (page) => {
  await settled(page);
  await body(page);
}, options);

test("quantization: with every model the headline, the table and the chart count one gain", onSite("quantization.html", async (page) => {
  const found = await page.locator("ridge-quantization").evaluate(async (widget) => {
    const wrong = [];
    const names = [...widget.shadowRoot.querySelectorAll('[data-field="model"] option')].map(({ value }) => value);
    let unfit = 0;
    for (const model of names) {
      const done = new Promise((resolve) => widget.addEventListener("ridge-change", resolve, { once: true }));
      widget.request = { ...widget.request, model, hardware: "H100", batch: model === names[0] ? 2 : 1 };
      await done;
      await widget.updateComplete;
      const { curves, decode } = widget.result;
      const { batch } = widget.request;
      const drawn = curves[0].points[batch - 1].speedup;
      const gain = decode[2].speedup_over_fp16;
      if (gain !== drawn) wrong.push(`${model}: ${gain} and ${drawn}`);
      const headline = widget.shadowRoot.querySelector(".headline").innerText.replaceAll("\u00a0", " ");
      const fits = decode.every(({ feasible }) => feasible);
      if (!fits) unfit++;
      if (fits === headline.includes("not fit; with room")) wrong.push(`${model}: ${headline}`);
      const cells = [...widget.shadowRoot.querySelectorAll("tbody tr")][2].innerText;
      const shown = /([\d.,]+×)/.exec(headline)[1];
      if (!cells.includes(shown)) wrong.push(`${model}: ${shown} is not in ${cells}`);
    }
    return { wrong, unfit, of: names.length };
  });
  assert.deepEqual(found.wrong, []);
  assert.ok(found.unfit > 0 && found.unfit < found.of, JSON.stringify(found));
}));

test("quantization: where a model does not fit that is said first, with the host link", onSite("quantization.html#quantization=1;model=Llama3_70B", async (page) => {
  const text = await textOf(page, "ridge-quantization");
  assert.match(text, /FP16 does not fit; with room, INT4 is\s+3\.\d+×\s+as fast/);
  assert.match(text, /What does not fit would have to cross the host link for every token/);
}));

test("explainer: it opens on the published comparison, and calls what one resource gives by its name", onSite("explainer.html", async (page) => {
  const text = await textOf(page, "ridge-explainer");
  assert.match(text, /Memory bandwidth alone\s+1\.38×\s+had nothing else changed/);
  assert.doesNotMatch(text, /ceiling/i);
  for (const time of ["11.1 ms", "8.00 ms"]) assert.ok(text.includes(time), time);
  await page.locator("ridge-explainer").evaluate((widget) => {
    const side = (hardware) => ({ model: "Llama3_8B", hardware, assumptions: { preset: "first-principles", execution: "eager" } });
    widget.request = { baseline: side("A100"), proposal: side("H100") };
  });
  assert.match(await textOf(page, "ridge-explainer"), /1\.60×\s+as fast/);
}));

test("roofline: a step of a language model is the token that decoding takes", onSite("roofline.html", async (page) => {
  assert.match(await textOf(page, "ridge-roofline"), /5\.19 ms\s+a step/);
}));

for (const width of [320, 360, 480, 640, 1280]) {
  test(`trust: at ${width} pixels no text of a drawing is below 12`, visiting("trust.html", async (page) => {
    const small = await page.evaluate(() => [...document.querySelectorAll(".plot svg")].flatMap((drawing) => {
      const scale = drawing.getBoundingClientRect().width / drawing.viewBox.baseVal.width;
      return [...drawing.querySelectorAll("text")]
        .map((text) => [text.textContent, parseFloat(getComputedStyle(text).fontSize) * scale])
        .filter(([, size]) => size < 12);
    }));
    assert.deepEqual(small, []);
    const outside = await page.evaluate(() => [...document.querySelectorAll(".plot .wide text")].filter((text) => {
      const [box, frame] = [text.getBoundingClientRect(), text.ownerSVGElement.getBoundingClientRect()];
      return box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 1;
    }).map(({ textContent }) => textContent));
    assert.deepEqual(outside, []);
  }, { context: { viewport: { width, height: 800 } } }));
}
