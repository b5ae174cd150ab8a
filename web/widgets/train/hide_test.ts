// What the page's author keeps from the reader is nowhere in what a widget draws or says.

import { expect, it } from "vitest";
import { place, seen } from "../../../tests/web/widgets.js";

const drawn = (attributes: Record<string, string>): string => seen(place("RidgeTrain", 640, attributes).element);

it("training lists the same devices in other layouts, unless that is hidden", () => {
  expect(drawn({})).toMatch(/in other layouts/);
  const without = drawn({ hide: "layouts" });
  expect(without).not.toMatch(/in other layouts/);
  expect(without).not.toMatch(/no control of this widget/);
});
