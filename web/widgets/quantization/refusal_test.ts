// A refused value of the decode step is told at its own control, although a sweep asks with it too.

import { expect, it } from "vitest";
import { place } from "../../../tests/web/widgets.js";

it("is told of the field itself", () => {
  const { element, told } = place("RidgeQuantization");
  element.edit({ context: "8.192" });
  expect(told.map(({ field }) => field)).toEqual(["context"]);
});
