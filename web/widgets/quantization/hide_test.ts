// What the page's author keeps from the reader is nowhere in what a widget draws or says.

import { expect, it } from "vitest";
import type { QuantizationResult } from "./result.js";
import { place, seen } from "../../../tests/web/widgets.js";

const drawn = (attributes: Record<string, string>): string => {
  const { element } = place("RidgeQuantization", 640, attributes);
  element.edit({ context: 128 });
  const { crossings } = element.result as QuantizationResult;
  expect(crossings.map(({ batch }) => batch)).toEqual([75, 106]);
  return seen(element);
};

const BELOW = /below 2×|below 1\.5×|batch (75|106)/;

it("quantization names the batches at which a gain falls below a threshold, unless that is hidden", () => {
  expect(drawn({})).toMatch(/falls below 2× at batch 75 and below 1\.5× at batch 106/);
  const without = drawn({ hide: "crossing" });
  expect(without).not.toMatch(BELOW);
  expect(without).not.toMatch(/no control of this widget/);
});
