import { expect, test } from "vitest";
import { attributes, differences, frameAddress, frameSnippet, pageAddress, tagSnippet, type Snippet } from "../../web/site/snippets.js";

const paths = ["model", "batch", "kv_precision", "assumptions", "compute.batch"];
const initial = { model: "Llama3_8B", batch: 1, assumptions: { preset: "first-principles", execution: "eager" }, compute: { batch: 256 } };
const snippet = (changed: Record<string, unknown>, more: Partial<Snippet> = {}): Snippet => ({
  base: "https://example.org/rp/", tag: "ridge-quantization", script: "ridgepoint.js", page: "quantization.html", title: "Quantization", attributes: attributes(changed, initial), changed, sentences: [], ...more,
});

test("nothing changed is nothing to write", () => {
  expect(differences(paths, initial, structuredClone(initial))).toEqual({});
  expect(tagSnippet(snippet({}))).toContain("<ridge-quantization>");
  expect(pageAddress(snippet({}))).toBe("https://example.org/rp/quantization.html");
});

test("what changed goes by the control's path, a single assumption by its own, and one taken back as null", () => {
  const request = { model: { name: "Mine" }, batch: 8, kv_precision: "int8", assumptions: { preset: "first-principles", efficiency: 0.4 }, compute: { batch: 64 } };
  const changed = differences(paths, initial, request);
  expect(changed).toEqual({ model: { name: "Mine" }, batch: 8, kv_precision: "int8", "assumptions.execution": null, "assumptions.efficiency": 0.4, "compute.batch": 64 });
  expect(attributes(changed, request)).toEqual({ model: '{"name":"Mine"}', batch: "8", "kv-precision": "int8", "compute-batch": "64", assumptions: '{"preset":"first-principles","efficiency":0.4}' });
});

test("another preset alone is written by its name", () => {
  expect(attributes({ "assumptions.preset": "textbook" }, { assumptions: { preset: "textbook" } })).toEqual({ assumptions: "textbook" });
});

test("nothing in a setting or a sentence ends its place", () => {
  const nasty = snippet({ model: { name: '"><script>' } }, { sentences: ["a < b & c"] });
  for (const text of [tagSnippet(nasty), frameSnippet(nasty)]) expect(text.match(/<script/g)).toHaveLength(1);
  expect(tagSnippet(nasty)).toContain("<p>a &lt; b &amp; c</p>");
  expect(new URL(frameAddress(nasty)).searchParams.get("model")).toBe('{"name":"\\"><script>"}');
});
