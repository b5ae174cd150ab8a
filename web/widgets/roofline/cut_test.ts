// A number of devices is offered where the engine takes one.

import { expect, it } from "vitest";
import { place } from "../../../tests/web/widgets.js";

const offered = (model: string): boolean => {
  const { element } = place("RidgeRoofline");
  element.edit({ model });
  return !(element as unknown as { unread(result: unknown): string[] }).unread(element.result).includes("parallel.tensor");
};

it("roofline: a model with attention heads can be shared by several devices, another is not asked", () => {
  expect(offered("Llama3_8B")).toBe(true);
  expect(offered("ResNet50")).toBe(false);
});
