// What binds has one colour and one shape in every chart, this one's too.

import { expect, it } from "vitest";
import { text } from "../../../tests/web/drawing.js";
import { place } from "../../../tests/web/widgets.js";

it("the times of training have the colours and shapes of what binds", () => {
  const { element } = place("RidgeTrain");
  const [, times] = /data-name=times([^]*?)<\/svg>/.exec(text(element.frame(element.result)))!;
  const rows = [...times!.matchAll(/(?:<path class="point (\w+)"[^>]*><\/path>\s*)?<text class= x=20 [^>]*>([^<]+)<\/text>\s*<rect class=(\w+)/g)].map(([, shape, name, colour]) => [name, shape, colour]);
  expect(rows).toEqual(expect.arrayContaining([["forward", "compute", "compute"], ["optimizer step", "memory", "memory"], ["sums within layers", "links", "links"], ["gradients exchanged", "links", "links"]]));
});
