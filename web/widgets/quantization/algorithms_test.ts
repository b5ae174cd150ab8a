// Which algorithms a reader may choose: those of which something has been measured.

import { expect, it } from "vitest";
import { text } from "../../build/still.js";
import type { QuantizationResult } from "./result.js";
import { place } from "../../../tests/web/widgets.js";

it("offers what has figures at the fewest bits and nothing else, round-to-nearest as what choosing nothing means", () => {
  const { element } = place("RidgeQuantization");
  element.edit({ "assumptions.preset": "calibrated" });
  const measured = (element.result as QuantizationResult).accuracy.at(-1)!.algorithms;
  expect(measured.length).toBeGreaterThan(2);
  expect(element.described("algorithm").field!.choices.length).toBeGreaterThan(measured.length);
  const [list] = /<select\s+id="[^"]*-algorithm"[^]*?<\/select>/.exec(text(element.frame(element.result)))!;
  expect([...list.matchAll(/<option value="(.*?)"/g)].map(([, value]) => value)).toEqual(["", ...measured.filter((name) => name !== "rtn")]);
});
